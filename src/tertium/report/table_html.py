"""Tables as HTML, for pages, for the web app and for notebooks. All text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from tertium.printable import make_printable
from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number
from tertium.report.markup import Html

_MOST_UPRIGHT = 18


def write_table(table: Table, *, copies: bool = True, heading: str = "h2", colours: bool = False) -> Html:
    """Return a section with a table: its title, its rows, buttons that copy it, and its notes.

    The shared style sheet makes it look right, and the shared script lets it be sorted and copied. Without JavaScript
    it is a plain table, and no buttons are shown. Signatures are not shown here: see ``write_signatures``.

    Args:
        table: The table.
        copies: Whether buttons copy it as Markdown, LaTeX and CSV; the texts make a page larger.
        heading: The element of the title.
        colours: Whether a note says what colour means, if a number is in colour.

    >>> "<td>&lt;b&gt;</td>" in write_table(Table(columns=["a"], cells=[["<b>"]]))
    True
    """
    title = f"<{heading}>{escape(table.title)}</{heading}>" if table.title else ""
    said = [*(table.notes if table.cells else table.notes_if_empty)]
    if colours and table.best:
        said.append(f"in colour: {table.best_means}")
    notes = "<br>".join(map(escape, said))
    below = f'<p class="notes">{notes}</p>' if notes else ""
    if not table.cells:
        return Html(f"<section>{title}\n{below}</section>")
    if copies:
        from tertium.report.table_copies import write_copies

        below = f"{write_copy_buttons(write_copies(table))}\n{below}"
    # Printed, a table of many columns is set smaller, and then along the long side of the paper.
    wide = _class("widest") if len(table.columns) > _MOST_UPRIGHT else _class("wide") if len(table.columns) > 9 else ""
    return Html(f"<section{wide}>{title}\n{_write_grid(table)}\n{below}</section>")


def write_copy_buttons(texts: Mapping[str, str], label: str = "Copy as") -> Html:
    """Return a line of buttons, each of which copies a text; it is hidden until a script shows it.

    Args:
        texts: What each button copies, by what stands on it.
        label: What stands before them.
    """
    said = f"<span>{escape(label)}</span>" if label else ""
    buttons = "".join(
        f'<button type="button" data-copy="{escape(text)}">{escape(name)}</button>' for name, text in texts.items()
    )
    return Html(f'<div class="tools" hidden>{said}{buttons}</div>')


def write_signatures(
    signatures: Iterable[str], summary: str = "Signatures: how to get the same figures", *, copies: bool = True
) -> Html:
    """Return a closed section with signatures, or other lines to repeat something with, and a button that copies them.

    Args:
        signatures: The lines.
        summary: What is seen while it is closed.
        copies: Whether there is the button.
    """
    lines = [make_printable(each) for each in signatures]
    if not lines:
        return Html("")
    text = "\n".join(lines)
    button = '<div class="tools" hidden><button type="button" data-copy-above>Copy</button></div>'
    return Html(
        f'<details class="signatures"><summary>{escape(summary)}</summary>\n<pre>{escape(text)}</pre>\n'
        f"{button if copies else ''}</details>\n"
    )


def _write_grid(table: Table) -> str:
    kinds = [("number",) if column >= table.text_columns else () for column in range(len(table.columns))]
    plain, best = ([_class(*kind, *more) for kind in kinds] for more in ((), ("best",)))
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for kind, name in zip(plain, table.columns, strict=True)
    )
    body = "\n".join(f"<tr>{_write_row(cells, plain, best)}</tr>" for cells in table.cells)
    kind = _class("sortable") if table.sortable else ""
    label = f' data-label="{escape(table.title)}"' if table.title else ""
    return (
        f'<div class="scroll"{label}><table{kind}>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _write_row(cells: Sequence[Cell], plain: Sequence[str], best: Sequence[str]) -> str:
    return "".join(
        f"<td{(best if isinstance(cell, Number) and cell.best else plain)[column]}>{_write_cell(cell)}</td>"
        for column, cell in enumerate(cells)
    )


def _write_cell(cell: Cell) -> str:
    """Return the text of a cell. An interval has its own line, or wide tables would not fit."""
    if isinstance(cell, str):
        return escape(make_printable(cell))
    # Digits, signs and brackets need no escaping.
    if isinstance(cell, Number) and cell.interval is not None:
        return f'{cell.text}<span class="interval">{cell.interval}</span>'
    return str(cell)


def _class(*names: str) -> str:
    return f' class="{" ".join(names)}"' if names else ""
