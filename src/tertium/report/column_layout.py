"""Tables within the width of a terminal: which columns stand side by side, and how wide each one is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number
from tertium.report.wrapping import measure_longest_piece, measure_width, wrap_text

GAP = 2
# Words of more columns, such as names of systems, may be broken to make room.
_LONG_WORD = 16
# Columns of text are not made narrower than this.
_NARROW = 10


@dataclass(frozen=True)
class ColumnGroup:
    """Columns that stand side by side.

    Attributes:
        places: The columns of the table, from 0.
        widths: The width of each of them.
    """

    places: Sequence[int]
    widths: Sequence[int]


def lay_out_columns(table: Table, width: int | None) -> list[ColumnGroup]:
    """Return the columns of a table side by side; in several groups, each with the key columns, if the width needs it.

    Args:
        table: The table, with at least one row.
        width: The width of the terminal, or None if there is no limit.
    """
    places = range(len(table.columns))
    natural = [max(map(measure_width, (table.columns[at], *(row[at] for row in table.rows)))) for at in places]
    if width is None or sum(natural) + GAP * (len(natural) - 1) <= width:
        return [ColumnGroup(places, natural)]
    long_word = max(4, min(_LONG_WORD, width // (2 * table.keys + 1)))
    least = [_measure_least(table, at, natural[at], long_word) for at in places]
    return [_spread(table, group, natural, least, width) for group in _group(table.keys, least, width)]


def wrap_cell(cell: Cell, printed: str, width: int) -> list[str]:
    """Return the lines of a cell. An interval goes below its number before anything is broken."""
    if isinstance(cell, Number) and cell.interval is not None and measure_width(printed) > width:
        return [*wrap_text(cell.text, width), *wrap_text(str(cell.interval), width)]
    return wrap_text(printed, width)


def _measure_least(table: Table, at: int, natural: int, long_word: int) -> int:
    """Return how narrow a column can be without breaking numbers, intervals and all but long words."""
    least = measure_longest_piece(table.columns[at], long_word)
    for row, printed in zip(table.cells, table.rows, strict=True):
        cell = row[at]
        if isinstance(cell, str):
            least = max(least, measure_longest_piece(printed[at], long_word))
        elif isinstance(cell, Number) and cell.interval is not None:
            least = max(least, measure_width(cell.text), measure_width(str(cell.interval)))
        else:
            least = max(least, measure_width(printed[at]))
    return min(natural, max(least, _NARROW)) if at < table.text_columns else least


def _group(keys: int, least: Sequence[int], width: int) -> list[list[int]]:
    """Return the places of columns that fit side by side, each time after the key columns."""
    first = list(range(keys))
    taken = sum(least[:keys]) + GAP * keys
    groups: list[list[int]] = []
    room = 0
    for at in range(keys, len(least)):
        needed = least[at] + GAP
        if not groups or needed > room:
            groups.append(list(first))
            room = width + GAP - taken
        groups[-1].append(at)
        room -= needed
    return groups or [first]


def _spread(
    table: Table, group: Sequence[int], natural: Sequence[int], least: Sequence[int], width: int
) -> ColumnGroup:
    """Give each column of a group what it needs, and take from the widest ones what is not there."""
    room = width - GAP * (len(group) - 1)
    wanted = [natural[at] for at in group]
    fewest = [least[at] for at in group]
    if (excess := sum(fewest) - room) > 0:  # one column that is too wide even alone
        fewest[-1] = max(2, fewest[-1] - excess)
    widths = _level(wanted, fewest, room)
    # A number whose interval is below it leaves room to text.
    for place, (at, given) in enumerate(zip(group, widths, strict=True)):
        if at >= table.text_columns:
            wanted[place] = _measure_used(table, at, given)
            fewest[place] = min(fewest[place], wanted[place])
    return ColumnGroup(group, _level(wanted, fewest, room))


def _level(wanted: Sequence[int], fewest: Sequence[int], room: int) -> list[int]:
    """Return the widths with the highest limit for all of them that leaves nothing too wide."""

    def give(limit: int) -> list[int]:
        return [max(few, min(want, limit)) for want, few in zip(wanted, fewest, strict=True)]

    limits = range(1, max(wanted) + 1)
    return give(bisect_right(limits, room, key=lambda limit: sum(give(limit))))


def _measure_used(table: Table, at: int, width: int) -> int:
    cells = ((row[at], printed[at]) for row, printed in zip(table.cells, table.rows, strict=True))
    lines = [*wrap_text(table.columns[at], width), *(line for each in cells for line in wrap_cell(*each, width))]
    return max(map(measure_width, lines))
