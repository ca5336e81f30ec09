"""Tables of several systems: a grid for terminals, and LaTeX with booktabs.

The first column is aligned to the right, all others are centred. A cell may have several lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from tertium.sacrebleu.paint import measure_width

# A column is at least this much wider than its title.
_MARGIN = 2
_ESCAPED = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "^": r"\^{}",
        "~": r"\textasciitilde{}",
        "\\": r"\textbackslash{}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
    }
)


def draw_grid(columns: Mapping[str, Sequence[str]]) -> str:
    """Return a table with lines around its cells.

    Args:
        columns: The cells of each column, by its title.
    """
    rows = _align(columns)
    bars = ["═" * (len_cell + 2) for len_cell in map(measure_width, rows[0][0])]

    def rule(start: str, between: str, end: str) -> str:
        return start + between.join(bars) + end

    thin = "├" + "┼".join("─" * len(bar) for bar in bars) + "┤"
    drawn = ["\n".join(f"│ {' │ '.join(cells)} │" for cells in row) for row in rows]
    body = f"\n{thin}\n".join(drawn[1:])
    return "\n".join([rule("╒", "╤", "╕"), drawn[0], rule("╞", "╪", "╡"), body, rule("╘", "╧", "╛")])


def draw_latex(columns: Mapping[str, Sequence[str]]) -> str:
    """Return a table as LaTeX.

    Args:
        columns: The cells of each column, by its title.
    """
    header, *rows = (
        rf" {' & '.join(cell.translate(_ESCAPED) for cell in cells)} \\" for row in _align(columns) for cells in row
    )
    alignment = "r" + "c" * (len(columns) - 1)
    start = [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", header, r"\midrule"]
    return "\n".join([*start, *rows, r"\bottomrule", r"\end{tabular}"])


def _align(columns: Mapping[str, Sequence[str]]) -> list[list[list[str]]]:
    """Return the rows, titles first; each has one or more lines, and each line one text per column, all as wide."""
    aligned = [
        _align_column([title, *cells], _pad_left if number == 0 else _pad_both)
        for number, (title, cells) in enumerate(columns.items())
    ]
    rows = []
    for cells in zip(*aligned, strict=True):
        empty = [" " * measure_width(cell[0]) for cell in cells]
        lines = zip_longest(*cells)
        rows.append(
            [[blank if text is None else text for text, blank in zip(line, empty, strict=True)] for line in lines]
        )
    return rows


def _align_column(cells: Sequence[str], pad: Callable[[str, int], str]) -> list[list[str]]:
    lines = [[line.strip() for line in cell.split("\n")] for cell in cells]
    title_width = max(map(measure_width, lines[0])) + _MARGIN
    width = max(title_width, *(measure_width(line) for cell in lines for line in cell))
    return [[pad(line, width) for line in cell] for cell in lines]


def _pad_left(text: str, width: int) -> str:
    return " " * (width - measure_width(text)) + text


def _pad_both(text: str, width: int) -> str:
    room = width - measure_width(text)
    return " " * (room // 2) + text + " " * (room - room // 2)
