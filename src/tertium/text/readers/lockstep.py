"""Several files, read side by side as one test set."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from operator import eq

import numpy as np

from tertium._core import TextColumn
from tertium.errors import InputError, TertiumWarning, warn_caller
from tertium.files.opening import STDIN, shown
from tertium.text.forms import compare_forms, warn_of_forms
from tertium.text.readers.alignment import align
from tertium.text.readers.formats import ALIGNED, load_reader
from tertium.text.readers.names import check_distinct, name_systems
from tertium.text.readers.place import Passage, Place
from tertium.text.readers.segment_run import MARK_DROPPED, Request, Role, SegmentRun, join
from tertium.text.readers.stream import Stream
from tertium.text.signs import TextSigns, warn_of_signs
from tertium.text.text_changes import normalise_texts, unescape_each, unescape_texts
from tertium.types import BATCH, LARGEST_BATCH, References, TestSet

# The first of these that is given decides the order of segments that are aligned by name.
_LEADING: tuple[Role, ...] = ("sources", "references", "hypotheses", "documents")


@dataclass(kw_only=True)
class TestSetReader:
    """The files of a test set, opened when they are read.

    Attributes:
        requests: Each file, and what to read from it.
        names: The names of the systems, if the caller gave them.
        kinds: The kind of each system, by its name.
        unescape: Whether entities such as ``&apos;`` become characters.
        normalise: The Unicode normal form that texts are given, if any.
        check_text: Whether to warn, at the end, of files that look tokenised or escaped, or have other forms of
            characters than the references.
        language: The language of hypotheses and references, if the caller gave it; else that of the files counts.
        equal_to_reference: The systems whose segments, as far as they were read, are exactly those of a reference.
    """

    __test__ = False  # pytest would collect it as a test class

    requests: Sequence[Request]
    names: Sequence[str] | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    unescape: bool = False
    normalise: str = ""
    check_text: bool = True
    language: str = ""
    equal_to_reference: Sequence[str] = ()
    _stdin_is_read: bool = False
    _streams: Sequence[Stream] = ()
    _place: Place = field(default_factory=Place)
    _length: int | None = None
    _marked: dict[str, None] = field(default_factory=dict)

    def read(self) -> TestSet:
        """Read the whole test set.

        Raises:
            InputError: Something is wrong with the data.

        Warns:
            TextWarning: If a file looks tokenised or escaped.
        """
        (test_set,) = self.batches(sys.maxsize, sys.maxsize)
        self._length = len(test_set)
        return test_set

    def batches(self, size: int = BATCH, most: int = LARGEST_BATCH) -> Iterator[TestSet]:
        """Read runs of at most ``size`` segments, in constant memory where the formats allow it.

        A run ends early, after at least one segment, where it has some ``most`` characters.

        Plain text and tables with one row per segment are passed on as they are read. Tables with a column for the
        system, SGML and XML are first read as a whole, since their segments have to be put side by side.

        Raises:
            InputError: Something is wrong with the data; the runs before are then not a complete test set.

        Warns:
            TextWarning: If a file looks tokenised or escaped; after the last run.
        """
        for passage in self.passages(size, most):
            yield passage.segments
        self.warn_of_text()

    def passages(self, size: int = BATCH, most: int = LARGEST_BATCH, start: Place | None = None) -> Iterator[Passage]:
        """Read the same runs as ``batches``, with their places, from which another reader of these files can go on.

        With the same limits, the runs after a place are the same, wherever reading began. What is before it is skipped:
        lines and groups of rows are counted, and not decoded. Nothing is warned of; see ``warn_of_text``.

        Args:
            size: The most segments of a run.
            most: The most characters of a run.
            start: Where to begin.

        Raises:
            InputError: Something is wrong with the data.
        """
        if size < 1:
            raise ValueError("a batch has at least one segment")
        self._refuse_second_stdin()
        place = start or Place()
        streams = self._streams = self._open(place.segments)
        for stream in streams:
            stream.skip(place.segments)
        names: list[str] = []
        self._note(place)
        while parts := self._take(streams, size, most):
            names = names or self._name(parts)
            test_set = self._combine(parts, names)
            test_set = normalise_texts(unescape_texts(test_set) if self.unescape else test_set, self.normalise)
            end = Place(
                place.segments + parts[0].length,
                self._find_same(parts, names, place.same),
                self._look(parts, place.signs) if self.check_text else {},
                compare_forms(test_set, place.forms) if self.check_text else {},
            )
            self._note(end)
            self._note_marks(parts)
            yield Passage(test_set, place, end)
            place = end

    def warn_of_text(self) -> None:
        """Warn of files that look tokenised or escaped, or began with a byte-order mark, as far as they were read.

        Warns:
            TextWarning: If there are such files, or systems with other forms of characters than the references.
            TertiumWarning: If there are files that began with a byte-order mark.
        """
        if self._marked:
            warn_caller(
                TertiumWarning(
                    f"{', '.join(self._marked)}: the byte-order mark was dropped, and the signature says so; sacrebleu "
                    "scores it as part of the first segment"
                )
            )
        named = [(shown(self.requests[file].path), seen) for (file, _), seen in self._place.signs.items()]
        warn_of_signs(named, unescaped=self.unescape)
        warn_of_forms(self._place.forms, can_normalise=True)

    @property
    def length(self) -> int:
        """How many segments were read so far."""
        return self._place.segments

    def estimate_length(self) -> int | None:
        """Return how many segments there are in all, as far as the part of the files that was read tells it.

        Returns:
            None if that is not known, as for standard input and before anything was read.
        """
        if self._length is not None:
            return self._length
        sizes = [(stream.share, stream.size, stream.taken) for stream in self._streams]
        read = sum((share or 0.0) * size for share, size, _ in sizes)
        if not read or any(share is None for share, _, _ in sizes):
            return None
        return round(sizes[0][2] * sum(size for _, size, _ in sizes) / read)

    def _note(self, place: Place) -> None:
        self._place = place
        self.equal_to_reference = list(dict.fromkeys(name for name, _ in sorted(place.same or ())))

    def _note_marks(self, parts: Sequence[SegmentRun]) -> None:
        for request, part in zip(self.requests, parts, strict=True):
            if MARK_DROPPED in part.changes and request.role != "documents":
                self._marked[shown(request.path)] = None

    def _look(
        self, parts: Sequence[SegmentRun], before: Mapping[tuple[int, int], TextSigns]
    ) -> Mapping[tuple[int, int], TextSigns]:
        """Look at the hypotheses and references of each file as they will be scored."""
        signs = dict(before)
        for file, part in enumerate(parts):
            for at, texts in enumerate([*(system.texts for system in part.systems), *part.references]):
                seen = signs[file, at] = replace(signs.get((file, at), TextSigns()))
                seen.add(unescape_each(texts) if self.unescape else texts)
        return signs

    def _refuse_second_stdin(self) -> None:
        if any(request.path == STDIN for request in self.requests):
            if self._stdin_is_read:
                raise InputError("standard input was read already", file="stdin", remedy="Give a file to read it twice")
            self._stdin_is_read = True

    def _open(self, skip: int) -> list[Stream]:
        """Open all files; those that name their segments are read and aligned by these names at once."""
        contents = [load_reader(request.format)(replace(request, skip=skip)) for request in self.requests]
        named = sorted(
            (at for at, request in enumerate(self.requests) if request.format in ALIGNED),
            key=lambda at: _LEADING.index(self.requests[at].role),
        )
        if len(named) > 1:
            parts = align([join(list(contents[at])) for at in named], [self.requests[at].path for at in named])
            self._length = parts[0].length
            for at, part in zip(named, parts, strict=True):
                contents[at] = iter([part])
        return [Stream(request, content) for request, content in zip(self.requests, contents, strict=True)]

    def _take(self, streams: Sequence[Stream], size: int, most: int) -> list[SegmentRun]:
        """The next run of every file; none at the end, which must be the same for all."""
        waiting = [stream.fill(size, max(1, most // len(streams))) for stream in streams]
        if any(stream.has_ended and count < max(waiting) for stream, count in zip(streams, waiting, strict=True)):
            counts = ", ".join(f"{shown(stream.request.path)} has {stream.drain()}" for stream in streams)
            unit = "lines" if {request.format for request in self.requests} == {"text"} else "segments"
            raise InputError(
                f"the files have different numbers of {unit}: {counts}",
                remedy="Give one line per segment in every file, an empty line where there is no text",
            )
        count = min(waiting)
        return [stream.take(count) for stream in streams] if count else []

    def _name(self, parts: Sequence[SegmentRun]) -> list[str]:
        found = [
            (request.path, system.name)
            for request, part in zip(self.requests, parts, strict=True)
            for system in part.systems
        ]
        if self.names is None:
            return name_systems([path for path, _ in found], [name for _, name in found])
        if len(self.names) != len(found):
            raise InputError(
                f"names given: {len(self.names)}, systems in the files: {len(found)}",
                remedy="Give one name for each system, in the order of the files",
            )
        check_distinct(self.names, "the name {!r} is given twice")
        return list(self.names)

    def _combine(self, parts: Sequence[SegmentRun], names: Sequence[str]) -> TestSet:
        systems = [system.texts for part in parts for system in part.systems]
        return TestSet(
            systems=dict(zip(names, systems, strict=True)),
            references=_references(self._references(parts), parts[0].length),
            sources=self._shared(parts, "sources"),
            documents=self._shared(parts, "documents"),
            kinds=self.kinds,
            language=self.language or next((part.language for part in parts if part.language), ""),
            changes=tuple(dict.fromkeys(change for part in parts for change in part.changes)),
            ids=next((part.ids for part in parts if part.ids is not None), None),
        )

    def _find_same(
        self, parts: Sequence[SegmentRun], names: Sequence[str], before: frozenset[tuple[str, int]] | None
    ) -> frozenset[tuple[str, int]]:
        """The pairs of a system and the number of a reference that are the same, here and in the runs before."""
        texts = dict(zip(names, (system.texts for part in parts for system in part.systems), strict=True))
        columns = self._references(parts)
        possible = [(name, at) for name in names for at in range(len(columns))] if before is None else before
        # Most differ in their first segment, so this takes no time.
        return frozenset(
            (name, at) for name, at in possible if at < len(columns) and all(map(eq, texts[name], columns[at]))
        )

    def _references(self, parts: Sequence[SegmentRun]) -> Sequence[Sequence[str | None]]:
        given = [part for request, part in zip(self.requests, parts, strict=True) if request.role == "references"]
        if given:
            return [column for part in given for column in part.references]
        # Tables of several systems may each repeat the references, which count once.
        having = [(request, part) for request, part in zip(self.requests, parts, strict=True) if part.references]
        for request, part in having[1:]:
            _check_equal(having[0], (request, part), "references", _rows(having[0][1]), _rows(part))
        return having[0][1].references if having else ()

    def _shared(self, parts: Sequence[SegmentRun], what: Role) -> Sequence[str] | None:
        """Sources and documents, which several files may contain but only one needs to."""
        having: list[tuple[Request, SegmentRun, Sequence[str]]] = []
        for request, part in zip(self.requests, parts, strict=True):
            texts = part.sources if what == "sources" else part.documents
            if texts is not None and request.role == what:
                return texts
            if texts is not None:
                having.append((request, part, texts))
        for request, part, texts in having[1:]:
            _check_equal(having[0][:2], (request, part), what, having[0][2], texts)
        return having[0][2] if having else None


def _references(columns: Sequence[Sequence[str | None]], length: int) -> References:
    if not columns:
        return References([], np.zeros(length + 1, dtype=np.int64))
    if all(isinstance(column, TextColumn) for column in columns):
        rows = np.arange(length + 1)
        return References.side_by_side([References(column, rows) for column in columns])  # type: ignore[arg-type]
    if any(None in column for column in columns):
        return References.from_columns(columns)
    # Nothing is missing, as in every set of plain files: this is faster than segment by segment.
    flat = [""] * (length * len(columns))
    for at, column in enumerate(columns):
        flat[at :: len(columns)] = column  # type: ignore[assignment]
    return References(flat, np.arange(0, len(flat) + 1, len(columns)))


def _rows(part: SegmentRun) -> list[tuple[str, ...]]:
    return [tuple(text for text in row if text is not None) for row in zip_longest(*part.references)]


def _check_equal(
    first: tuple[Request, SegmentRun],
    second: tuple[Request, SegmentRun],
    what: str,
    one: Sequence[object],
    other: Sequence[object],
) -> None:
    if one == other or list(one) == list(other):
        return
    at = next(at for at, (mine, yours) in enumerate(zip(one, other, strict=True)) if mine != yours)
    request, part = second
    raise InputError(
        f"the {what} of this segment are not the same as in {shown(first[0].path)}",
        file=shown(request.path),
        line=part.lines[at] if part.lines else None,
        remedy=f"Give the same {what} in every file, or give them in a separate file",
    )
