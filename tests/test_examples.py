"""Every command on a page is run, and prints what the page shows.

``scripts/refresh_examples.py`` runs them, and writes the pages anew; ``scripts/examples.toml`` lists what is not run.
"""

from __future__ import annotations

import re
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from tertium.encoders import find_installed

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import refresh_examples  # noqa: E402
from refresh_examples import BLOCK, ExampleError, check_command, find_reason, list_commands, refresh  # noqa: E402

PAGES = refresh_examples.list_pages()
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
COMMANDS = [
    command.removeprefix("$ ").strip()
    for text in TEXTS.values()
    for block in BLOCK.finditer(text)
    for command, _ in list_commands(block["kind"], block["body"])
]
# These libraries are extras, without which some of the commands say what to install.
EXTRAS = ("spacy", "MeCab", "wordllama", "vl_convert", "sklearn")
pytestmark = pytest.mark.posix


@pytest.fixture(scope="module", autouse=True)
def _extras() -> None:
    for name in EXTRAS:
        pytest.importorskip(name, reason=f"NO {name.upper()}: make test installs what the examples of the pages need")


@pytest.mark.parametrize("page", PAGES)
def test_commands_run_and_print_what_the_page_shows(page: str) -> None:
    commands = " ".join(block["body"] for block in BLOCK.finditer(TEXTS[page]))
    if re.search(r"bertscore|concord|contextual|tertium models", commands) and find_installed("e5-small-v2") is None:
        pytest.skip("NO WEIGHTS: tertium models install e5-small-v2, to run the examples of this page")
    now = refresh(page, TEXTS[page])
    difference = unified_diff(TEXTS[page].splitlines(), now.splitlines(), page, "now", lineterm="")
    assert now == TEXTS[page], f"Run: python scripts/refresh_examples.py {page}\n" + "\n".join(difference)


@pytest.mark.parametrize("page", [name for name in PAGES if re.match(r"README|docs/(index|tutorial/.+)\.md", name)])
def test_first_pages_show_what_is_printed(page: str) -> None:
    assert re.search(r"^```console\n\$ tertium [^\n]+\n(?!```|\$ )", TEXTS[page], flags=re.MULTILINE)


@pytest.mark.parametrize("start", refresh_examples.SETTINGS["not_run"])
def test_what_is_not_run_is_on_a_page_and_has_a_reason(start: str) -> None:
    assert [command for command in COMMANDS if command.startswith(start)]
    assert len(refresh_examples.SETTINGS["not_run"][start].split()) > 1


def test_most_commands_of_ours_are_run() -> None:
    ours = [command for command in COMMANDS if command.startswith("tertium ")]
    starts = [start for start in refresh_examples.SETTINGS["not_run"] if start.startswith("tertium ")]
    assert len(starts) <= 9
    assert 10 * len([command for command in ours if find_reason(command)]) < len(ours) > 100


@pytest.mark.parametrize("name", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_blocks_of_commands_are_marked(name: Path) -> None:
    """A command in a block without a mark, or in one that is indented, would not be run."""
    for mark, body in re.findall(r"^ *```(\S*)\n(.*?)^ *```$", name.read_text(encoding="utf-8"), flags=re.M | re.S):
        assert mark in ("", "console", "sh", "python", "toml"), f"a block marked {mark!r} is not run"
        if mark not in ("console", "sh"):
            assert not re.search(r"^\s*(?:\$ |tertium [a-z]+ )", body, flags=re.M), body
    assert not re.search(r"^ +```(?:console|sh)", name.read_text(encoding="utf-8"), flags=re.M)


def make_page(*lines: str, kind: str = "console") -> str:
    return "\n".join([f"```{kind}", *lines, "```", ""])


def test_output_is_written_anew() -> None:
    page = make_page("$ tertium tree '(S (NP (PRP I)) (VP (VBD ran)))' | head -n 1", "old")
    assert refresh("made.md", page) == make_page(
        "$ tertium tree '(S (NP (PRP I)) (VP (VBD ran)))' | head -n 1", "Constituents"
    )
    message = "tertium: there is no metric 'blue'. Did you mean 'bleu'?"
    assert message in refresh("made.md", make_page("$ tertium score system.neural.txt -m blue", "…"))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("$ tertium score system.neural.txt -r absent.txt", "console"),
        ("tertium score system.neural.txt -m blue", "sh"),
        ("tertium score --no-such-option", "sh"),
        ("ls absent", "sh"),
    ],
)
def test_a_command_that_fails_is_an_error(line: str, kind: str) -> None:
    with pytest.raises(ExampleError, match=re.escape(line.removeprefix("$ "))):
        refresh("made.md", make_page(line, kind=kind))


def test_what_is_not_run_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(refresh_examples.SETTINGS["not_run"], "tertium score", "takes too long")
    page = make_page("tertium score absent.txt -m bleu", kind="sh")
    assert refresh("made.md", page) == page
    refused: Any = pytest.raises(Exception, match="No such option")
    with refused:
        check_command("tertium score absent.txt --metrix bleu")
    check_command("tertium index build absent.txt --language es -o new.index")
