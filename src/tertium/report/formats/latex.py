"""LaTeX: tables for a paper, with booktabs rules."""

from __future__ import annotations

from tertium.report.blocks import Table
from tertium.report.document import Document

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "↓": r"$\downarrow$",
        "−": "$-$",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)


_HEAD = "% Needs \\usepackage{booktabs}\n"


def render(document: Document) -> str:
    """Return one ``table`` per table. What is significantly best is bold; notes are comments, since they are wide."""
    signatures = "".join(f"% {each}\n" for each in document.signatures)
    return _HEAD + "\n".join(_table(table) for table in document.tables) + signatures


def write_latex(table: Table) -> str:
    """Return one table, without its signatures."""
    return _HEAD + _table(table)


def _table(table: Table) -> str:
    if not table.cells:
        return "".join(f"% {note}\n" for note in [*filter(None, [table.title]), *table.notes_if_empty])
    numbers = len(table.columns) - table.text_columns
    best = table.best
    body = "".join(
        f"{_guard(' & '.join(_write_cell(cell, (row, column) in best) for column, cell in enumerate(cells)))} \\\\\n"
        for row, cells in enumerate(table.rows)
    )
    caption = (table.title or "Scores").translate(_ESCAPES)
    notes = "".join(f"% {note}\n" for note in table.notes)
    return (
        "\\begin{table}\n\\centering\n"
        f"\\begin{{tabular}}{{{'l' * table.text_columns}{'r' * numbers}}}\n\\toprule\n"
        f"{' & '.join(name.translate(_ESCAPES) for name in table.columns)} \\\\\n\\midrule\n"
        f"{body}\\bottomrule\n\\end{{tabular}}\n\\caption{{{caption}}}\n\\end{{table}}\n{notes}"
    )


def _write_cell(cell: str, best: bool) -> str:
    text = cell.translate(_ESCAPES)
    return f"\\textbf{{{text}}}" if best else text


def _guard(row: str) -> str:
    """Return a row that the command before it, which ends a row or draws a rule, does not take for its option."""
    return f"{{}}{row}" if row.startswith(("[", "*", "(")) else row
