"""The data that flows through Tertium: references and test sets.

``files -> TestSet -> prepare -> tally matrix -> score -> result``. Shapes are checked here, once, so that all later
steps compute on clean data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.arrow import find_column, read_references, read_texts
from tertium.errors import InputError

Array = NDArray[np.float64]
Matrix = NDArray[np.float64]
Counts = NDArray[np.int64]
Offsets = NDArray[np.int64]

# How many segments are worked on at a time, unless a metric asks for fewer. More would not be faster, and take memory.
BATCH = 2048
LARGEST_BATCH = 1 << 25
"""How many characters of hypotheses and references are worked on at a time, unless a single segment has more."""


@dataclass(frozen=True)
class References:
    """The references of each segment: any number per segment, in one flat list.

    A *missing* reference is not in the list; an *empty* one is there as an empty string.

    Attributes:
        flat: All references, segment after segment.
        offsets: Where each segment's references start; one entry more than there are segments.
    """

    flat: Sequence[str]
    offsets: Offsets

    def __post_init__(self) -> None:
        steps = np.diff(self.offsets)
        if len(self.offsets) == 0 or self.offsets[0] != 0 or self.offsets[-1] != len(self.flat) or (steps < 0).any():
            raise InputError("the offsets of the references do not fit their number")

    @classmethod
    def from_nested(cls, nested: Iterable[str | Sequence[str | None] | None]) -> References:
        """Make references from one entry per segment: a string, a list of strings, or ``None`` if there is none.

        A column of strings, or of lists of strings, of a data frame can be given as well.

        >>> References.from_nested(["a", ["b", None, ""]]).of(1)
        ['b', '']
        """
        if isinstance(nested, str):
            raise InputError(
                "the references are one string",
                remedy="Give a list with one entry per segment: a string, or a list of strings",
            )
        if (column := find_column(nested, "the references")) is not None:
            return cls(*read_references(column, 0, "the references"))
        nested = _in_order(nested, "the references")
        if len(nested) and _core.find_not_text(nested) is None:
            return cls(nested, np.arange(len(nested) + 1))
        flat: list[str] = []
        counts: list[int] = []
        for number, entry in enumerate(nested, start=1):
            before = len(flat)
            if isinstance(entry, str):
                flat.append(entry)
            elif entry is not None:
                flat.extend(_references_of(entry, number))
            counts.append(len(flat) - before)
        return cls(flat, _offsets(counts))

    @classmethod
    def from_columns(cls, columns: Sequence[Sequence[str | None]]) -> References:
        """Make references from one list per reference translation, all of the same length, as in files."""
        if len(columns) == 1 and None not in columns[0]:
            column: Sequence[str] = columns[0]  # type: ignore[assignment]
            return cls(column, np.arange(len(column) + 1))
        return cls.from_nested(zip(*columns, strict=True))

    @classmethod
    def side_by_side(cls, parts: Sequence[References]) -> References:
        """Make one of several sets of references for the same segments; each segment has those of all.

        >>> parts = [References.from_nested(["a", "b"]), References.from_nested([["c", "d"], None])]
        >>> References.side_by_side(parts).of(0)
        ['a', 'c', 'd']
        """
        if len(parts) == 1:
            return parts[0]
        # The rows of each segment in all parts, one part after the other, sorted by segment.
        segments = np.concatenate([np.repeat(np.arange(len(part)), part.counts) for part in parts])
        counts = np.sum([part.counts for part in parts], axis=0)
        flat = _joined([part.flat for part in parts])
        return cls(_picked(flat, np.argsort(segments, kind="stable")), _offsets(counts))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, segments: slice) -> References:
        """Return the references of a run of segments."""
        start, stop, step = segments.indices(len(self))
        if step != 1:
            raise ValueError("references are sliced in steps of one")
        offsets = self.offsets[start : max(start, stop) + 1]
        return References(self.flat[offsets[0] : offsets[-1]], offsets - offsets[0])

    def pick(self, segments: NDArray[np.int64]) -> References:
        """Return the references of some segments, in the order of their numbers here."""
        counts = self.counts[segments]
        offsets = _offsets(counts)
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[segments] - offsets[:-1], counts)
        return References(_picked(self.flat, rows), offsets)

    def of(self, segment: int) -> list[str]:
        """Return the references of one segment."""
        return list(self.flat[self.offsets[segment] : self.offsets[segment + 1]])

    @property
    def counts(self) -> Counts:
        """The number of references of each segment."""
        return np.diff(self.offsets)

    def require_one_each(self, before: int = 0, needed_by: str = "") -> None:
        """Raise an ``InputError`` if a segment has no reference.

        Args:
            before: The number of segments of the test set before these, for the number in the message.
            needed_by: The metric that needs references, for the message, where other metrics do not.
        """
        why = f", and {needed_by} needs references" if needed_by else ""
        missing = np.flatnonzero(self.counts == 0)
        if len(missing) == len(self) > 0 and before == 0:
            raise InputError(
                f"no references are given{why}",
                remedy="Give at least one reference for each segment",
                command_remedy="Give a file with -r",
            )
        if len(missing):
            first = f"segment {before + missing[0] + 1}"
            several = f"{len(missing)} segments have no reference, the first of them {first}"
            raise InputError(
                (f"{first} has no reference" if len(missing) == 1 else several) + why,
                remedy="Give at least one reference for each segment, or remove the segment from every file",
            )


def _references_of(entry: object, number: int) -> list[str]:
    if isinstance(entry, np.ndarray):
        entry = entry.tolist()
    if isinstance(entry, bytes) or not isinstance(entry, Sequence):
        raise InputError(
            f"the reference of segment {number} is of type {type(entry).__name__}",
            remedy="Give a string or a list of strings for each segment",
        )
    found = [reference for reference in entry if reference is not None]
    for reference in found:
        if not isinstance(reference, str):
            raise InputError(
                f"a reference of segment {number} is of type {type(reference).__name__}",
                remedy="Give a string or a list of strings for each segment, without lists inside of lists",
            )
    return found


def _offsets(counts: Sequence[int] | Counts) -> Offsets:
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _in_order(items: object, what: str) -> Sequence[Any]:
    """Return a sequence unchanged, and other collections as a list, unless they have no order."""
    if isinstance(items, (list, tuple, _core.TextColumn)):
        return items
    if not isinstance(items, Iterable) or isinstance(items, (Set, Mapping)):
        raise InputError(f"{what} are of type {type(items).__name__}", remedy="Give a list with one entry per segment")
    return list(items)


def check_segments(segments: object, what: str) -> Sequence[str]:
    """Return a list of strings, or a column of them that speaks Arrow as one, and refuse anything else.

    Args:
        segments: The value to check.
        what: Its name in the message, such as ``"the hypotheses"``.
    """
    if isinstance(segments, (str, bytes, PathLike)):
        kind = f"of type {type(segments).__name__}" if isinstance(segments, PathLike) else "one string"
        files = "; for files use tertium.score_reader(tertium.open_test_set([file], [reference]), metrics)"
        raise InputError(f"{what} are {kind}", remedy=f"Give a list with one string per segment{files}")
    if (column := find_column(segments, what)) is not None:
        return read_texts(column, 0, what)
    segments = _in_order(segments, what)
    wrong = _core.find_not_text(segments)
    if wrong is not None:
        raise InputError(
            f"segment {wrong + 1} of {what} is of type {type(segments[wrong]).__name__}",
            remedy="Give a list with one string per segment",
        )
    return segments


@dataclass(frozen=True, kw_only=True)
class TestSet:
    """A test set, or a run of consecutive segments of one.

    Attributes:
        systems: The outputs of each system, by its name.
        references: The references of each segment.
        sources: The source segments, if known.
        documents: The document that each segment belongs to, if known.
        kinds: The kind of each system (rule-based, neural, human ...), where known.
        changes: What was done to the texts after they were read, such as ``unescaped``; signatures have it.
        language: The code of the language of outputs and references, such as ``en``, if known. Metrics that are not
            for it are refused.
        ids: What the files call each segment, if they do: the units of localisation files.
    """

    __test__ = False  # pytest would collect it as a test class

    systems: Mapping[str, Sequence[str]]
    references: References
    sources: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    changes: Sequence[str] = ()
    language: str = ""
    ids: Sequence[str] | None = None

    def __post_init__(self) -> None:
        if not self.systems:
            raise InputError("the test set has no system", remedy="Give at least one list of hypotheses")
        if not isinstance(self.references, References):
            raise InputError("the references are not a References object", remedy="Use References.from_nested(...)")
        for name, hypotheses in self.systems.items():
            if not isinstance(name, str):
                raise InputError(f"the name of a system is {name!r}, not a string", remedy="Give each system a name")
            self._check_column(f"the system {name!r}" if name else "the list of hypotheses", hypotheses)
        for what, column in (("sources", self.sources), ("documents", self.documents), ("ids", self.ids)):
            if column is not None:
                self._check_column(f"the list of {what}", column)
        if isinstance(self.changes, str):  # a string would be taken for a sequence of letters
            raise InputError("the changes are one string", remedy=f"Give a list: [{self.changes!r}]")
        if unknown := sorted(set(self.kinds) - set(self.systems)):
            known = ", ".join(self.systems)
            raise InputError(
                f"a kind is given for the unknown system {unknown[0]!r}", remedy=f"The systems are: {known}"
            )

    def _check_column(self, what: str, column: Sequence[str]) -> None:
        if not isinstance(column, (list, tuple, _core.TextColumn)):
            raise InputError(f"{what} is of type {type(column).__name__}", remedy="Give a list of strings")
        check_segments(column, what)
        if len(column) != len(self.references):
            raise InputError(
                f"{what} has {len(column)} segments, but there are references for {len(self.references)}",
                remedy="Give one entry per segment in every list, an empty string where there is no text",
            )

    def __len__(self) -> int:
        return len(self.references)

    def __getitem__(self, segments: slice) -> TestSet:
        """Return a run of consecutive segments."""
        # The whole was checked, so the many parts need no check.
        part = object.__new__(TestSet)
        vars(part).update(
            systems={name: hypotheses[segments] for name, hypotheses in self.systems.items()},
            references=self.references[segments],
            sources=None if self.sources is None else self.sources[segments],
            documents=None if self.documents is None else self.documents[segments],
            kinds=self.kinds,
            changes=self.changes,
            language=self.language,
            ids=None if self.ids is None else self.ids[segments],
        )
        return part

    def batches(self, size: int = BATCH, most: int = LARGEST_BATCH) -> Iterator[TestSet]:
        """Yield the segments in runs of at most ``size``, and of at most ``most`` characters or one segment."""
        if 0 < len(self) <= size:
            yield from self._halve(most)
            return
        for start in range(0, len(self), size):
            yield from self[start : start + size]._halve(most)

    def _halve(self, most: int) -> Iterator[TestSet]:
        """Yield the segments at once, or in halves as long as they have too many characters."""
        columns = [*self.systems.values(), self.references.flat]
        if len(self) == 1 or sum(map(count_characters, columns)) <= most:
            yield self
            return
        middle = len(self) // 2
        yield from self[:middle]._halve(most)
        yield from self[middle:]._halve(most)

    @classmethod
    def concatenate(cls, parts: Iterable[TestSet]) -> TestSet:
        """Join consecutive runs of segments."""
        iterator = iter(parts)
        first = list(islice(iterator, 1))
        if not first:
            raise InputError("the test set is empty", remedy="Give at least one segment")
        parts = [*first, *iterator]
        if len(parts) == 1:
            return parts[0]
        counts = np.concatenate([part.references.counts for part in parts])
        return cls(
            systems={name: _joined([part.systems[name] for part in parts]) for name in parts[0].systems},
            references=References(_joined([part.references.flat for part in parts]), _offsets(counts)),
            sources=_joined_optional([part.sources for part in parts]),
            documents=_joined_optional([part.documents for part in parts]),
            kinds=parts[0].kinds,
            changes=tuple(dict.fromkeys(change for part in parts for change in part.changes)),
            language=parts[0].language,
        )


def count_characters(texts: Sequence[str | None]) -> int:
    """Return the number of characters, or of bytes where those are known at once."""
    return texts.count_bytes() if isinstance(texts, _core.TextColumn) else sum(map(len, filter(None, texts)))


def _joined(lists: Sequence[Sequence[str]]) -> Sequence[str]:
    columns = [part for part in lists if isinstance(part, _core.TextColumn)]
    if len(columns) == len(lists):
        return _core.TextColumn.join(columns)
    return [segment for part in lists for segment in part]


def _picked(texts: Sequence[str], rows: NDArray[np.int64]) -> Sequence[str]:
    return texts.pick(rows) if isinstance(texts, _core.TextColumn) else [texts[row] for row in rows]


def _joined_optional(lists: Sequence[Sequence[str] | None]) -> Sequence[str] | None:
    present = [part for part in lists if part is not None]
    return _joined(present) if present else None
