"""HTML: one page that opens without a server or network. All text is escaped; pictures escape their own."""

from __future__ import annotations

from html import escape

from tertium.printable import make_printable
from tertium.report.blocks import BlockPart, PageSection, Table
from tertium.report.cells import Cell, Number
from tertium.report.document import Document, list_signatures
from tertium.report.page_head import write_head

_STYLE = """
:root { color-scheme: light dark }
:root { --ink: #1c2430; --soft: #5b6675; --line: #d9dee6; --paper: #fff; --band: #f5f7fa; --mark: #0b6e4f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --soft: #9aa5b4; --line: #323a46; --paper: #14181e; --band: #1b2129; --mark: #5fd3a6 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { font-size: 1.7rem; margin: 0 0 1.5rem; letter-spacing: -.01em }
section { margin: 0 0 2.5rem }
h2 { font-size: 1.05rem; margin: 0 0 .6rem }
.scroll { overflow-x: auto }
figure { margin: 0 -16px 2rem } /* pictures have a margin of their own */
figure svg { display: block }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 24rem }
th, td { padding: .4rem .9rem; border-bottom: 1px solid var(--line); vertical-align: top }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .85rem; white-space: nowrap }
thead th { border-bottom: 2px solid var(--line) }
tbody tr:nth-child(even) { background: var(--band) }
.number { text-align: right; white-space: nowrap }
.interval { display: block; font-weight: 400; font-size: .8rem; color: var(--soft) }
.best { font-weight: 700; color: var(--mark) }
.notes { color: var(--soft); font: .78rem/1.5 ui-monospace, monospace; margin: .7rem 0 0; overflow-wrap: anywhere }
.signatures { border-top: 1px solid var(--line); padding-top: 1rem; margin-bottom: 1rem }
footer { color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem }
"""


def render(document: Document) -> str:
    """Return the page."""
    parts = list(document.parts())
    shown = "\n".join(map(_show, parts))
    signatures = "<br>".join(map(escape, list_signatures(part for part in parts if isinstance(part, Table))))
    below = f'<section class="notes signatures">{signatures}</section>\n' if signatures else ""
    return (
        f"{write_head(document.title, _STYLE)}<body>\n<main>\n<h1>{escape(document.title)}</h1>\n"
        f"{shown}\n{below}<footer>Made by Tertium. Best of each column in colour.</footer>\n</main>\n</body>\n</html>\n"
    )


def _show(part: BlockPart) -> str:
    """Return a table, a picture in a frame that scrolls, or a section as it is."""
    if isinstance(part, Table):
        return _write_table(part)
    return part.html if isinstance(part, PageSection) else f'<figure class="scroll" tabindex="0">{part.svg}</figure>'


def _write_table(table: Table) -> str:
    title = f"<h2>{escape(table.title)}</h2>" if table.title else ""
    notes = "<br>".join(escape(note) for note in (table.notes if table.cells else table.notes_if_empty))
    below = f'<p class="notes">{notes}</p>' if notes else ""
    if not table.cells:
        return f"<section>{title}\n{below}</section>"
    kinds = [("number",) if column >= table.text_columns else () for column in range(len(table.columns))]
    plain, best = ([_class(*kind, *more) for kind in kinds] for more in ((), ("best",)))
    head = "".join(f"<th{kind}>{escape(name)}</th>" for kind, name in zip(plain, table.columns, strict=True))
    rows = [
        "".join(
            f"<td{(best if isinstance(cell, Number) and cell.best else plain)[column]}>{_write_cell(cell)}</td>"
            for column, cell in enumerate(cells)
        )
        for cells in table.cells
    ]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<section>{title}\n<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n'
        f"</table></div>\n{below}</section>"
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
