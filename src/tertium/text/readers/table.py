"""Tables, whatever they were read from: rows become segments.

Wide tables have one row a segment and are passed on as they come. Long tables have a column that names the system, and
one row for each segment of each system: they are gathered, since nobody knows where the last row of a segment is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tertium.errors import InputError
from tertium.files.opening import shown
from tertium.files.rows import Rows, join_rows
from tertium.text.readers.layout import Finder, Layout
from tertium.text.readers.long_table import group_by_system
from tertium.text.readers.part import Part, Request, System


def read_rows(batches: Iterable[Rows], request: Request, *, ragged: bool = False) -> Iterator[Part]:
    """Makes parts of a test set from the rows of a table.

    Args:
        batches: The rows, in the order of the file.
        request: What is wanted of the file.
        ragged: Whether columns of references may come and go from batch to batch, as the keys of JSONL do.

    Raises:
        InputError: A column or a cell that is needed is missing, or systems do not have the same segments.
    """
    finder = Finder(request.columns, shown(request.path), request.wanted, request.role, ragged)
    layout: Layout | None = None
    gathered: list[Rows] = []
    seen: dict[str, None] = {}  # in the order of their appearance
    for rows in batches:
        found = finder.find(list(rows.columns))
        layout = layout or found
        _check_same_layout(rows, layout, found, request)
        seen.update(dict.fromkeys(found.references))
        _check_cells(rows, found, request)
        if layout.system:
            gathered.append(replace(rows, columns={name: rows.columns[name] for name in found.names()}))
        else:
            yield _part(rows, found)
    if layout is None:
        raise InputError("the table has no rows", file=shown(request.path), remedy="Give one row a segment")
    if request.role == "references" and not seen:
        raise finder.missing(["(none)"])
    if layout.system:
        yield group_by_system(join_rows(gathered), replace(layout, references=tuple(seen)), request)


def _check_same_layout(rows: Rows, before: Layout, now: Layout, request: Request) -> None:
    # Only JSONL can fail here; references may come and go, everything else is needed for every segment.
    for role in ("hypotheses", "source", "document", "system", "segment"):
        if getattr(now, role) != getattr(before, role):
            message = f"from here on, other keys than before hold the {role}"
            raise rows.error(request.path, 0, message, "Give every line the same keys")


def _check_cells(rows: Rows, layout: Layout, request: Request) -> None:
    for what, column in (
        *(("hypothesis", column) for column, _ in layout.hypotheses),
        ("source", layout.source),
        ("document", layout.document),
        ("name of the system", layout.system),
        ("name of the segment", layout.segment),
    ):
        if column is not None and None in rows.columns[column]:
            raise rows.error(
                request.path,
                rows.columns[column].index(None),
                f"the {what} is missing (column {column!r})",
                "Fill it in; a segment that is empty on purpose is an empty string",
            )


def _part(rows: Rows, layout: Layout) -> Part:
    def texts(column: str | None) -> Sequence[str] | None:
        return None if column is None else rows.columns[column]  # type: ignore[return-value]  # None was refused above

    return Part(
        len(rows.lines),
        systems=[System(name, texts(column) or ()) for column, name in layout.hypotheses],
        references=[rows.columns[column] for column in layout.references],
        sources=texts(layout.source),
        documents=texts(layout.document),
        lines=rows.lines,
    )
