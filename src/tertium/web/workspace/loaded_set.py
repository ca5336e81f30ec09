"""A test set as pages need it: texts and scores at any place, orders and search results kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tertium.errors import SpecError
from tertium.registry import unknown
from tertium.web.workspace.records import MissingRecordError, ScoreTable, StoredSegment, StoredTestSet
from tertium.web.workspace.text_file import TextFile

_KEPT = 256
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Neighbours:
    """Where a segment stands in an order.

    Attributes:
        place: Its place, counted from 1; none if it is not in the order.
        before: The number of the segment before it.
        after: The number of the segment after it.
    """

    place: int | None = None
    before: int | None = None
    after: int | None = None


def find_neighbours(listed: NDArray[np.int64], number: int) -> Neighbours:
    """Return where a segment stands in an order.

    >>> find_neighbours(np.array([4, 0, 2]), 1)
    Neighbours(place=2, before=5, after=3)

    Args:
        listed: The segments in order, counted from 0.
        number: The number of the segment, counted from 1.
    """
    found = np.flatnonzero(listed == number - 1)
    if not len(found):
        return Neighbours()
    at = int(found[0])
    before = int(listed[at - 1]) + 1 if at > 0 else None
    return Neighbours(at + 1, before, int(listed[at + 1]) + 1 if at + 1 < len(listed) else None)


class LoadedSet:
    """The texts and scores of a test set.

    Args:
        record: The test set.
        texts: Its texts.
        roles: The role of each layer of the texts, and its name.
        scores: Its scores; none if it was not scored yet.
    """

    def __init__(
        self, record: StoredTestSet, texts: TextFile, roles: list[tuple[str, str]], scores: ScoreTable | None
    ) -> None:
        self.record = record
        self.texts = texts
        self.roles = roles
        self.scores = scores
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def segment(self, number: int) -> StoredSegment:
        """Return a segment by its number, counted from 1.

        Raises:
            MissingRecordError: There is no such segment.
        """
        if not 1 <= number <= self.record.segments:
            raise MissingRecordError(f"there is no segment {number:,}", remedy=f"Give 1 to {self.record.segments:,}")
        outputs: dict[str, str] = {}
        references: list[str] = []
        others: dict[str, str | None] = {"source": None, "documents": None, "ids": None}
        for (role, name), text in zip(self.roles, self.texts.segment(number - 1), strict=True):
            if role == "system":
                outputs[name] = text or ""
            elif role == "reference":
                if text is not None:
                    references.append(text)
            else:
                others[role] = text
        return StoredSegment(
            number=number,
            outputs=outputs,
            references=references,
            source=others["source"],
            document=others["documents"],
            id=others["ids"],
        )

    def documents(self) -> list[str]:
        """Return the names of the documents, in order; none if they are not known."""
        if not self.record.has_documents:
            return []
        return self.keep("documents", lambda: list(dict.fromkeys(self._document_column())))

    def _document_column(self) -> list[str]:
        return [each or "" for each in self.texts.layer([role for role, _ in self.roles].index("documents"))]

    def order(self, spec: str, system: str, other: str = "", *, reverse: bool = False) -> NDArray[np.int64]:
        """Return the segments, counted from 0, from the lowest score to the highest.

        Args:
            spec: The metric; empty for the order of the files.
            system: The system.
            other: If it is given, segments are ordered by the system's score less the score of this one.
            reverse: From the highest to the lowest.
        """

        def make() -> NDArray[np.int64]:
            if not spec:
                numbers = np.arange(self.record.segments)
                return numbers[::-1].copy() if reverse else numbers
            values = self.values(spec, system, other)
            # Equal scores stay in the order of the files, in both directions.
            return np.argsort(-values if reverse else values, kind="stable")

        return self.keep(("order", spec, system, other, reverse), make)

    def values(self, spec: str, system: str, other: str = "") -> NDArray[np.float64]:
        """Return the score of each segment, or the difference of two systems."""
        if self.scores is None:
            raise SpecError("the test set is not scored yet", remedy="Wait until its job is done")
        if spec not in self.scores.specs:
            raise unknown("metric", spec, self.scores.specs)
        for each in (system, other):
            if each and each not in self.scores.systems:
                raise unknown("system", each, self.scores.systems)
        of = self.scores.values[self.scores.specs.index(spec)]
        first: NDArray[np.float64] = of[self.scores.systems.index(system)]
        return first - of[self.scores.systems.index(other)] if other else first

    def found(self, wanted: str, document: str = "") -> NDArray[np.bool_] | None:
        """Return which segments have a text somewhere and belong to a document; none if nothing is asked."""
        if not wanted and not document:
            return None

        def make() -> NDArray[np.bool_]:
            mask = np.zeros(self.record.segments, dtype=np.bool_)
            mask[self.texts.search(wanted)] = True
            if document:
                mask &= np.array([each == document for each in self._document_column()], dtype=np.bool_)
            return mask

        return self.keep(("found", wanted, document), make)

    def listed(
        self, spec: str, system: str, other: str = "", *, reverse: bool = False, wanted: str = "", document: str = ""
    ) -> NDArray[np.int64]:
        """Return the segments that are asked for, in the order that is asked for, counted from 0."""
        if not wanted and not document:
            return self.order(spec, system, other, reverse=reverse)

        def make() -> NDArray[np.int64]:
            order = self.order(spec, system, other, reverse=reverse)
            mask = self.found(wanted, document)
            return order if mask is None else order[mask[order]]

        return self.keep(("listed", spec, system, other, reverse, wanted, document), make)

    def is_kept(self, *key: Hashable) -> bool:
        """Return whether an answer is in memory, so that it takes no time."""
        with self._lock:
            return key in self._kept

    def keep(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what is kept under a key, or make it; what was not asked for longest is forgotten."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: _Made = self._kept[key]
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return made
