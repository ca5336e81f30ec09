"""Data frames: rows become segments, as with tables in files, but texts stay where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn

import numpy as np

from tertium import _core
from tertium.arrow import read_labels, read_references, read_texts
from tertium.errors import InputError
from tertium.files.rows import Rows
from tertium.text.readers.columns import Columns
from tertium.text.readers.layout import Finder, TableLayout
from tertium.text.readers.long_table import place_rows
from tertium.text.readers.segment_run import Request, Role
from tertium.types import Counts, References, TestSet

_NAME = "the data frame"
_WANTED: frozenset[Role] = frozenset(("hypotheses", "references", "sources", "documents"))


def read_data_frame(table: _core.ArrowTable, columns: Columns, language: str = "") -> TestSet:
    """Return the test set in a data frame.

    Args:
        table: The data frame, opened.
        columns: The roles of its columns, where their names do not say them.
        language: The code of the language of hypotheses and references, if known.

    Raises:
        InputError: A column is missing or not of texts, a row is null, or systems do not have the same segments.
    """
    header = table.names or []
    layout = Finder(columns=columns, file=_NAME, wanted=_WANTED, role="hypotheses").find(header)
    if not layout.references and columns.references is None:
        raise InputError(
            "there is no column for the references",
            file=_NAME,
            remedy=f"The columns are {', '.join(header)}: choose one, as in references=COLUMN",
        )
    for name, count in Counter(header).items():
        if count > 1 and name in layout.names():
            raise InputError(f"there are {count} columns {name!r}", file=_NAME, remedy="Give each column its own name")
    frame = _Frame(table, header, layout)
    return frame.gather(language) if layout.system else frame.read(language)


class _Frame:
    """A data frame, the roles of its columns known."""

    def __init__(self, table: _core.ArrowTable, header: Sequence[str], layout: TableLayout) -> None:
        self.table = table
        self.layout = layout
        self.numbers = {name: number for number, name in enumerate(header)}

    def read(self, language: str) -> TestSet:
        """Return the test set of a table with one row per segment."""
        return self._make({name or column: self._texts(column) for column, name in self.layout.hypotheses}, language)

    def gather(self, language: str) -> TestSet:
        """Return the test set of a table with one row for each segment of each system."""
        layout = self.layout
        labels = {name: self._labels(name) for name in (layout.system, layout.segment, layout.document) if name}
        rows = Rows(labels, range(1, len(self.table) + 1), "row")
        if not len(self.table):
            raise InputError("there are no rows", file=_NAME, remedy="Give one row for each segment of each system")
        request = Request(path=_NAME, role="hypotheses", wanted=_WANTED, format="parquet")
        places = place_rows(rows, layout, request)
        orders: dict[str, Counts] = {}
        first = list(next(iter(places.values())))
        for name, place in places.items():
            orders[name] = np.array([place[key] for key in first], dtype=np.int64)
        hypotheses = self._texts(layout.hypotheses[0][0])
        whole = self._make({"": hypotheses}, language)
        self._check_same(whole, list(orders.values()), rows)
        leading = next(iter(orders.values()))
        return TestSet(
            systems={name: hypotheses.pick(order) for name, order in orders.items()},
            references=whole.references.pick(leading),
            sources=None if whole.sources is None else _column(whole.sources).pick(leading),
            documents=None if whole.documents is None else [whole.documents[row] for row in leading],
            language=language,
        )

    def _make(self, systems: Mapping[str, Sequence[str]], language: str) -> TestSet:
        layout = self.layout
        return TestSet(
            systems=systems,
            references=self._references(),
            sources=self._texts(layout.source) if layout.source else None,
            documents=self._labels(layout.document) if layout.document else None,
            language=language,
        )

    def _references(self) -> References:
        parts = [
            References(*read_references(self.table, self.numbers[column], f"the column {column!r}"))
            for column in self.layout.references
        ]
        if parts:
            return References.side_by_side(parts)
        return References([], np.zeros(len(self.table) + 1, dtype=np.int64))

    def _texts(self, column: str) -> _core.TextColumn:
        return read_texts(self.table, self.numbers[column], f"the column {column!r}")

    def _labels(self, column: str) -> list[str]:
        return read_labels(self.table, self.numbers[column], f"the column {column!r}")

    def _check_same(self, whole: TestSet, orders: Sequence[Counts], rows: Rows) -> None:
        """Refuse a segment whose source, document or references are not the same for every system."""
        leading, *others = orders
        for order in others:
            ours, theirs = whole.references.pick(leading), whole.references.pick(order)
            different = np.flatnonzero(ours.counts != theirs.counts)
            if len(different):
                self._refuse("references", rows, leading, order, int(different[0]))
            row = _column(ours.flat).find_difference(_column(theirs.flat)) if len(ours.flat) else None
            if row is not None:
                self._refuse(
                    "references", rows, leading, order, int(np.searchsorted(ours.offsets, row, side="right")) - 1
                )
            if whole.sources is not None:
                sources = _column(whole.sources)
                row = sources.pick(leading).find_difference(sources.pick(order))
                if row is not None:
                    self._refuse("source", rows, leading, order, row)
            for at, (mine, yours) in enumerate(zip(leading, order, strict=True)):
                if whole.documents is not None and whole.documents[mine] != whole.documents[yours]:
                    self._refuse("document", rows, leading, order, at)

    def _refuse(self, what: str, rows: Rows, leading: Counts, order: Counts, at: int) -> NoReturn:
        first, second = int(leading[at]), int(order[at])
        verb = "differ" if what == "references" else "differs"
        like = "those" if what == "references" else "that"
        raise rows.error(
            _NAME,
            second,
            f"the {what} of this segment {verb} from {like} in row {first + 1}",
            "Give a segment the same source and references for every system",
        )


def _column(texts: Sequence[str]) -> _core.TextColumn:
    return texts if isinstance(texts, _core.TextColumn) else _core.TextColumn(texts)
