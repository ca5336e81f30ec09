"""Long tables: one row for each segment of each system, put side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tertium.files.rows import Cells, Rows
from tertium.text.readers.layout import TableLayout
from tertium.text.readers.segment_run import Key, Request, SegmentRun, System

Places = dict[Key, int]
"""The row of each segment."""

_SAME_SEGMENTS = "Give every system the same segments, or treat each row as a separate segment, with "
_NO_SYSTEM = f'{_SAME_SEGMENTS}columns="system="'
_NO_SYSTEM_OPTION = f"{_SAME_SEGMENTS}--columns system="


def group_by_system(rows: Rows, layout: TableLayout, request: Request) -> SegmentRun:
    """Group the rows of a table by system; all systems have the same segments, in the order of the first.

    Raises:
        InputError: A segment occurs twice, or for some systems only, or its source or reference differs.
    """
    places = place_rows(rows, layout, request)
    leading, *others = places.values()
    for place in others:
        _check_same_text(rows, layout, request, leading, place)
    order = list(leading.values())
    hypotheses = rows.columns[layout.hypotheses[0][0]]
    return SegmentRun(
        length=len(order),
        systems=[System(name, _texts(hypotheses, [place[key] for key in leading])) for name, place in places.items()],
        references=[[rows.columns[column][at] for at in order] for column in layout.references],
        sources=_texts(rows.columns[layout.source], order) if layout.source else None,
        documents=_texts(rows.columns[layout.document], order) if layout.document else None,
        lines=[rows.lines[at] for at in order],
    )


def place_rows(rows: Rows, layout: TableLayout, request: Request) -> dict[str, Places]:
    """Return the row of each segment of each system; all systems have the same segments.

    Raises:
        InputError: A segment occurs twice, or for some systems only.
    """
    places = _places(rows, layout, request)
    (first, leading), *others = places.items()
    for name, place in others:
        _check_same_segments(rows, layout, request, {first: leading, name: place})
    return places


def _places(rows: Rows, layout: TableLayout, request: Request) -> dict[str, Places]:
    count = len(rows.lines)
    names = _texts(rows.columns[layout.system or ""], range(count))
    segments = rows.columns[layout.segment] if layout.segment else None
    documents = rows.columns[layout.document] if layout.document and segments else None
    places: dict[str, Places] = {}
    for at, name in enumerate(names):
        place = places.setdefault(name, {})
        segment = segments[at] if segments else str(len(place) + 1)
        key = (documents[at] or "" if documents else "", segment or "")
        if key in place:
            keyed = f"Segments are identified by {_key_columns(layout)}"
            raise rows.error(
                request.path,
                at,
                f"{_called(key)} of system {name!r} occurs twice, first on {rows.unit} {rows.lines[place[key]]}",
                f"{_NO_SYSTEM}. {keyed}",
                f"{_NO_SYSTEM_OPTION}. {keyed}",
            )
        place[key] = at
    return places


def _check_same_segments(rows: Rows, layout: TableLayout, request: Request, systems: Mapping[str, Places]) -> None:
    (first, leading), (second, other) = systems.items()
    for having, place, lacking, missing in (
        (first, leading, second, [key for key in leading if key not in other]),
        (second, other, first, [key for key in other if key not in leading]),
    ):
        if missing:
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise rows.error(
                request.path,
                place[missing[0]],
                f"system {lacking!r} has no {_called(missing[0])}{more}, which system {having!r} has here",
                _NO_SYSTEM,
                _NO_SYSTEM_OPTION,
            )


def _check_same_text(rows: Rows, layout: TableLayout, request: Request, leading: Places, other: Places) -> None:
    shared = [("source", layout.source), ("document", layout.document)]
    shared += [("reference", column) for column in layout.references]
    for what, column in shared:
        if column is None:
            continue
        cells = rows.columns[column]
        for key, at in leading.items():
            if cells[at] != cells[other[key]]:
                before = f"{rows.unit} {rows.lines[at]}"
                raise rows.error(
                    request.path,
                    other[key],
                    f"the {what} of {_called(key)} (column {column!r}) differs from that on {before}",
                    "Give a segment the same source and references for every system",
                )


def _called(key: Key) -> str:
    document, segment = key
    return f"segment {segment!r} of document {document!r}" if document else f"segment {segment!r}"


def _key_columns(layout: TableLayout) -> str:
    return " and ".join(column for column in (layout.document, layout.segment) if column)


def _texts(cells: Cells, order: Sequence[int]) -> list[str]:
    # Missing cells were refused before, which the type of a cell does not show.
    return [cell for at in order if (cell := cells[at]) is not None]
