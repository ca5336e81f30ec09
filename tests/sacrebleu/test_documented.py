"""The Python examples of sacrebleu's own README, as its package carries it: one line changed, the same output."""

from __future__ import annotations

import re
from importlib.metadata import metadata

import pytest

import tertium
from tertium.sacrebleu import __version__

README = str(metadata("sacrebleu").get_payload())
BLOCKS = [block for block in re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL) if "In [1]" in block]
MARK = f"+tertium{tertium.__version__}"


def read_cells(block: str) -> list[tuple[str, str | None]]:
    """The inputs of an IPython session, and the output that the README shows for each."""
    cells: list[tuple[str, str | None]] = []
    for line in block.splitlines():
        if start := re.match(r"In \[\d+\]: (.*)", line):
            cells.append((start[1], None))
        elif shown := re.match(r"Out\[\d+\]: (.*)", line):
            cells[-1] = (cells[-1][0], shown[1])
        elif line.strip() and cells[-1][1] is None:
            cells[-1] = (f"{cells[-1][0]}\n{re.sub(r'^ +[.]{3}: ?', '', line)}", None)
    return cells


def run(cells: list[tuple[str, str | None]], *, ours: bool) -> list[str]:
    """The representations of all expressions of a session."""
    names: dict[str, object] = {}
    found = []
    for source, shown in cells:
        if ours:
            source = source.replace("from sacrebleu", "from tertium.sacrebleu")
            source = source.replace("import sacrebleu", "import tertium.sacrebleu as sacrebleu")
        if shown is None:
            exec(source, names)
        else:
            found.append(repr(eval(source, names)))
    return found


def test_there_are_three_examples() -> None:
    assert len(BLOCKS) == 3
    assert sum(shown is not None for block in BLOCKS for _, shown in read_cells(block)) == 6


@pytest.mark.parametrize("block", BLOCKS, ids=["objects", "variable references", "functions"])
def test_an_example_gives_what_sacrebleu_gives(block: str) -> None:
    cells = read_cells(block)
    assert [text.replace(MARK, "") for text in run(cells, ours=True)] == run(cells, ours=False)


@pytest.mark.parametrize("block", [BLOCKS[0], BLOCKS[2]], ids=["objects", "functions"])
def test_an_example_gives_what_the_readme_shows(block: str) -> None:
    # The middle one shows what None gives, not the empty string that is in it: sacrebleu 2.6.0 gives something else.
    cells = read_cells(block)
    shown = [text.replace("version:2.0.0", f"version:{__version__}") for _, text in cells if text]
    assert run(cells, ours=True) == shown


def test_the_example_of_variable_references_is_as_shown_with_none() -> None:
    cells = read_cells(BLOCKS[1].replace("['',", "[None,"))
    shown = [text.replace("version:2.0.0", f"version:{__version__}") for _, text in cells if text]
    assert run(cells, ours=True) == shown
