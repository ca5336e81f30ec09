"""Tables: rows become segments.

Wide tables have one row per segment and are passed on as they come. Long tables have a column that names the system,
and one row for each segment of each system. They are gathered, since the last row of a segment may be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tertium._core import TextColumn, check_texts
from tertium.errors import InputError, TextError
from tertium.files.json_lines import name_type
from tertium.files.opening import shown
from tertium.files.rows import Cells, Rows, join_rows, require_room
from tertium.files.table import read_rows
from tertium.files.text_lists import TextLists
from tertium.text.readers.layout import Finder, TableLayout
from tertium.text.readers.long_table import group_by_system
from tertium.text.readers.segment_run import Request, SegmentRun, System

# In JSONL, each line may have another number of references.
_RAGGED = "jsonl"
# Formats whose cells are always text.
_TEXT_ONLY = ("tsv", "csv")


def read(request: Request) -> Iterator[SegmentRun]:
    """Read a table: TSV, CSV, JSONL or Parquet.

    Raises:
        InputError: A column or a cell that is needed is missing, or systems do not have the same segments.
        MissingExtraError: The file is Parquet, and pyarrow is not installed.
    """
    ragged = request.format == _RAGGED
    finder = Finder(
        columns=request.columns,
        file=shown(request.path),
        wanted=request.wanted,
        role=request.role,
        ragged=ragged,
        has_header_line=request.format in ("tsv", "csv"),
    )
    batches = read_rows(
        request.path,
        request.format,
        choose=lambda header: finder.find(header).names(),
        block_size=request.block_size,
        skip=request.skip,
    )
    layout: TableLayout | None = None
    gathered: list[Rows] = []
    seen: dict[str, None] = {}  # in the order of their appearance
    references: dict[str, None] = {}
    was_skipped = False
    for batch in batches:
        if batch.is_skipped:
            was_skipped = True
            yield SegmentRun(length=len(batch.lines))
            continue
        seen.update(dict.fromkeys(batch.columns))
        found = finder.find(list(batch.columns))
        layout = layout or found
        _check_same_layout(batch, layout, found, request)
        rows, found = _as_text(batch, found, request)
        references.update(dict.fromkeys(found.references))
        _check_cells(rows, found, request)
        if layout.system:
            gathered.append(rows)
        else:
            yield _part(rows, found)
    if was_skipped and layout is None:  # it was checked when its rows were read
        return
    if layout is None:
        raise InputError("the table has no rows", file=shown(request.path), remedy="Give one row per segment")
    if ragged:
        _require_keys(seen, request)
    if request.role == "references" and not references:
        raise finder.missing(["(none)"])
    if layout.system:
        yield group_by_system(join_rows(gathered), replace(layout, references=tuple(references)), request)


def _as_text(rows: Rows, layout: TableLayout, request: Request) -> tuple[Rows, TableLayout]:
    """The columns that are used, as text; a column of lists of references becomes several columns."""
    columns: dict[str, Cells] = {}
    references: list[str] = []
    are_references = frozenset(layout.references)
    for column in layout.names():
        cells = rows.columns[column]
        if column in are_references:
            expanded = _expand_lists(column, cells, request.path)
            references += expanded
        else:
            expanded = {column: cells}
        is_name = column in (layout.document, layout.system, layout.segment)
        for name, texts in expanded.items():
            columns[name] = _check_text(rows, name, texts, request, is_name=is_name)
    return replace(rows, columns=columns), replace(layout, references=tuple(references))


def _expand_lists(column: str, cells: Cells, path: str) -> dict[str, Cells]:
    if isinstance(cells, TextLists) and (columns := cells.split()):
        return {f"{column}[{at}]": texts for at, texts in enumerate(columns, 1)}
    if isinstance(cells, TextColumn) or not any(isinstance(cell, list) for cell in cells):
        return {column: cells}
    lists = [cell if isinstance(cell, list) else [cell] for cell in cells]
    width = max(map(len, lists))
    require_room(len(lists) * width - sum(map(len, lists)), path)
    return {f"{column}[{at + 1}]": [items[at] if at < len(items) else None for items in lists] for at in range(width)}


def _check_text(rows: Rows, name: str, cells: Cells, request: Request, *, is_name: bool) -> Sequence[str | None]:
    """Refuse what is not text, in the formats that may have it. Documents, systems and segments may be numbers."""
    if request.format in _TEXT_ONLY:
        return cells
    if isinstance(cells, TextColumn):
        _check_column(rows, name, cells, request)
        return cells.to_list() if is_name else cells
    if is_name:
        is_number = [isinstance(cell, int) and not isinstance(cell, bool) for cell in cells]
        cells = [str(cell) if number else cell for cell, number in zip(cells, is_number, strict=True)]
    for at, cell in enumerate(cells):
        if cell is None:
            continue
        if not isinstance(cell, str):
            problem = f"the value of {name!r} is {name_type(cell)}, not a string"
            raise rows.error(request.path, at, problem, "Write it as a string")
        if "\0" in cell:
            raise _has_nul(rows, name, at, request)
        if not cell.isascii() and _has_surrogate(cell):
            problem = f"there is half a surrogate pair in {name!r}"
            raise rows.error(request.path, at, problem, "Write both halves, or the character itself")
    return cells


def _check_column(rows: Rows, name: str, texts: TextColumn, request: Request) -> None:
    """Refuse NUL characters. The texts are UTF-8, which has no half of a surrogate pair."""
    try:
        check_texts(texts)
    except TextError as error:
        raise _has_nul(rows, name, error.index, request) from None


def _has_nul(rows: Rows, name: str, at: int, request: Request) -> InputError:
    return rows.error(request.path, at, f"there is a NUL character in {name!r}", "Remove it")


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _require_keys(seen: Mapping[str, None], request: Request) -> None:
    # Each line may lack a reference, so a wrong key is known only at the end.
    for key in request.columns.references or ():
        if key not in seen and "references" in request.wanted:
            raise InputError(
                f"no line has the key {key!r}",
                file=shown(request.path),
                remedy=f"The keys are {', '.join(sorted(seen))}",
            )


def _check_same_layout(rows: Rows, before: TableLayout, now: TableLayout, request: Request) -> None:
    # Only JSONL can fail here; references may differ, everything else is needed for every segment.
    for role in ("hypotheses", "source", "document", "system", "segment"):
        if getattr(now, role) != getattr(before, role):
            message = f"from this line on, the keys for the {role} are different"
            raise rows.error(request.path, 0, message, "Give every line the same keys")


def _check_cells(rows: Rows, layout: TableLayout, request: Request) -> None:
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
                "Fill it in; write a segment that is empty on purpose as an empty string",
            )


def _part(rows: Rows, layout: TableLayout) -> SegmentRun:
    def texts(column: str | None) -> Sequence[str] | None:
        return None if column is None else rows.columns[column]

    return SegmentRun(
        length=len(rows.lines),
        systems=[System(name, texts(column) or ()) for column, name in layout.hypotheses],
        references=[rows.columns[column] for column in layout.references],
        sources=texts(layout.source),
        documents=texts(layout.document),
        lines=rows.lines,
    )
