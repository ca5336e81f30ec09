"""HTML: one page that opens without a server or network. All text is escaped; pictures escape their own."""

from __future__ import annotations

from html import escape

from tertium.report.document import Document
from tertium.results import Table

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
footer { color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); padding-top: 1rem }
"""


def render(document: Document) -> str:
    """The page."""
    title = escape(document.title)
    above, below = ([_figure(picture) for picture in pictures] for pictures in (document.pictures, document.below))
    sections = "\n".join([*above, *(_section(table) for table in document.tables), *below])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"{sections}\n<footer>Made by Tertium. Best of each column in colour.</footer>\n</main>\n</body>\n</html>\n"
    )


def _figure(picture: str) -> str:
    """A picture in a frame that scrolls; a section of text stands as it is."""
    if picture.startswith("<section"):
        return picture
    return f'<figure class="scroll" tabindex="0">{picture}</figure>'


def _section(table: Table) -> str:
    title = f"<h2>{escape(table.title)}</h2>" if table.title else ""
    notes = "<br>".join(escape(note) for note in table.notes)
    below = f'<p class="notes">{notes}</p>' if notes else ""
    head = "".join(f"<th{_kind(table, column)}>{escape(name)}</th>" for column, name in enumerate(table.columns))
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td{_kind(table, column, row)}>{_cell(table, column, cell)}</td>" for column, cell in enumerate(cells)
        )
        + "</tr>"
        for row, cells in enumerate(table.rows)
    )
    return (
        f'<section>{title}\n<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n'
        f"</table></div>\n{below}</section>"
    )


def _cell(table: Table, column: int, text: str) -> str:
    """The text of a cell; the interval behind a number goes on a line of its own, or wide tables would not fit."""
    number, bracket, interval = text.partition(" [")
    if bracket and column >= table.text_columns:
        return f'{escape(number)}<span class="interval">[{escape(interval)}</span>'
    return escape(text)


def _kind(table: Table, column: int, row: int | None = None) -> str:
    classes = ["number"] if column >= table.text_columns else []
    classes += ["best"] if (row, column) in table.best else []
    return f' class="{" ".join(classes)}"' if classes else ""
