"""The contract of readers: what a format is asked for, and what it returns.

Every format module has the same verb, ``read(request) -> Iterator[SegmentRun]``. The format decides how long each run
of segments is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Literal, Protocol, TypeVar

from tertium._core import TextColumn
from tertium.files.lines import BLOCK_SIZE
from tertium.files.rows import require_room
from tertium.text.readers.columns import Columns
from tertium.types import count_characters

Role = Literal["hypotheses", "references", "sources", "documents"]
Key = tuple[str, str]
"""A document and a segment in it, for the formats that name them."""

Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class Request:
    """One file, and what to read from it.

    Attributes:
        path: The file, or ``-`` for standard input.
        role: What the caller gave the file for; a file without it is an error.
        wanted: Everything to read from the file, if it is there; the role is one of them.
        format: The format of the file, one of ``registry.READERS``.
        columns: The names of columns, for tables.
        source_language: The language of sources, for files with several languages; by default what the file says.
        target_language: The language of hypotheses and references likewise.
        block_size: The number of bytes to read at once.
        skip: How many segments at the start are not needed. A format that can skip them gives runs of that length
            without texts; others give them all the same.
    """

    path: str
    role: Role
    wanted: frozenset[Role]
    format: str
    columns: Columns = field(default_factory=Columns)
    block_size: int = BLOCK_SIZE
    source_language: str = ""
    target_language: str = ""
    skip: int = 0


@dataclass(frozen=True)
class System:
    """The output of one system.

    Attributes:
        name: The name that the file gives it, or ``None`` where the file name is used.
        texts: Its hypotheses.
    """

    name: str | None
    texts: Sequence[str]


MARK_DROPPED = "bom-dropped"
"""What ``TestSet.changes`` calls a byte-order mark that was dropped from the first segment."""


@dataclass(frozen=True, kw_only=True)
class SegmentRun:
    """A run of consecutive segments of one file.

    Attributes:
        length: The number of segments.
        systems: Hypotheses, if they were wanted.
        references: One list per reference translation; ``None`` is a missing reference.
        sources: Source segments, where there are any.
        documents: The document of each segment, where there are any.
        lines: The line of each segment, for messages; ``None`` where it does not help.
        keys: The document and the name of each segment, for formats that are aligned by them.
        ids: What the file calls each segment, for formats of units.
        language: The language of hypotheses and references, where the file says it.
        changes: What was done to its texts, as in ``TestSet.changes``.
        most_characters: More characters than its texts have, where the format knows that without counting them.
    """

    length: int
    systems: Sequence[System] = ()
    references: Sequence[Sequence[str | None]] = ()
    sources: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    lines: Sequence[int] | None = None
    keys: Sequence[Key] | None = None
    ids: Sequence[str] | None = None
    language: str = ""
    changes: Sequence[str] = ()
    most_characters: int | None = None

    def count_characters(self) -> int:
        """Return the number of characters of all its texts, or one that is not much larger."""
        if self.most_characters is not None:
            return self.most_characters
        columns = [*(system.texts for system in self.systems), *self.references, self.sources or ()]
        return sum(map(count_characters, columns))

    @classmethod
    def of_role(cls, role: Role, texts: Sequence[str], most_characters: int | None = None) -> SegmentRun:
        """Make a run with one list of texts."""
        make = partial(cls, length=len(texts), most_characters=most_characters)
        if role == "hypotheses":
            return make(systems=(System(None, texts),))
        if role == "references":
            return make(references=(texts,))
        return make(sources=texts) if role == "sources" else make(documents=texts)

    def __getitem__(self, segments: slice) -> SegmentRun:
        """Return a shorter run of the same segments."""
        start, stop, _ = segments.indices(self.length)
        return SegmentRun(
            length=max(0, stop - start),
            systems=[System(system.name, system.texts[segments]) for system in self.systems],
            references=[column[segments] for column in self.references],
            sources=_slice(self.sources, segments),
            documents=_slice(self.documents, segments),
            lines=_slice(self.lines, segments),
            keys=_slice(self.keys, segments),
            ids=_slice(self.ids, segments),
            language=self.language,
            changes=self.changes,
        )

    def reorder(self, order: Sequence[int]) -> SegmentRun:
        """Return the same segments in another order."""
        return replace(
            self,
            systems=[System(system.name, [system.texts[at] for at in order]) for system in self.systems],
            references=[[column[at] for at in order] for column in self.references],
            sources=_pick(self.sources, order),
            documents=_pick(self.documents, order),
            lines=_pick(self.lines, order),
            keys=_pick(self.keys, order),
            ids=_pick(self.ids, order),
        )


class ReadSegments(Protocol):
    """What reads a format of test sets: an entry of ``tertium.registry.READERS`` or of a package's entry points."""

    def __call__(self, request: Request) -> Iterator[SegmentRun]:
        """Read a file, in runs of any number of segments.

        Args:
            request: The file, and what is wanted of it.
        """


def check_run(run: object) -> str:
    """Return how a run of another package violates the contract, as the end of a sentence; empty if it does not."""
    if not isinstance(run, SegmentRun):
        return f"returns {type(run).__name__} instead of tertium.text.SegmentRun"
    columns: dict[str, Sequence[object] | None] = {
        **{f"hypotheses of system {at}": system.texts for at, system in enumerate(run.systems, 1)},
        **{f"references {at}": texts for at, texts in enumerate(run.references, 1)},
        "sources": run.sources,
        "documents": run.documents,
        "lines": run.lines,
        "keys": run.keys,
    }
    for what, column in columns.items():
        if column is not None and len(column) != run.length:
            return f"returns {len(column)} {what} for {run.length} segments"
        if column is not None and what not in ("lines", "keys"):
            wrong = next((text for text in column if not isinstance(text, str)), None)
            if wrong is not None:
                return f"returns {type(wrong).__name__} among the {what}"
    return ""


def join(parts: Sequence[SegmentRun]) -> SegmentRun:
    """Join consecutive runs of one file."""
    if len(parts) == 1:
        return parts[0]
    return SegmentRun(
        length=sum(part.length for part in parts),
        systems=[
            System(system.name, _chained([part.systems[at].texts for part in parts]))
            for at, system in enumerate(parts[0].systems)
        ],
        references=_joined_references(parts),
        sources=_chained_optional([part.sources for part in parts]),
        documents=_chained_optional([part.documents for part in parts]),
        lines=_chained_optional([part.lines for part in parts]),
        keys=_chained_optional([part.keys for part in parts]),
        ids=_chained_optional([part.ids for part in parts]),
        language=parts[0].language,
        changes=tuple(dict.fromkeys(change for part in parts for change in part.changes)),
    )


def _joined_references(parts: Sequence[SegmentRun]) -> list[Sequence[str | None]]:
    # The number of references may differ from run to run (JSONL lists): those that lack are missing.
    width = max(len(part.references) for part in parts)
    require_room(sum((width - len(part.references)) * part.length for part in parts))
    return [
        _chained([part.references[at] if at < len(part.references) else [None] * part.length for part in parts])
        for at in range(width)
    ]


def _slice(items: Sequence[Item] | None, segments: slice) -> Sequence[Item] | None:
    return None if items is None else items[segments]


def _pick(items: Sequence[Item] | None, order: Sequence[int]) -> Sequence[Item] | None:
    return None if items is None else [items[at] for at in order]


def _chained(lists: Sequence[Sequence[Item]]) -> Sequence[Item]:
    columns = [items for items in lists if isinstance(items, TextColumn)]
    if len(columns) == len(lists):
        return TextColumn.join(columns)  # type: ignore[return-value]  # the items are strings then
    return list(chain.from_iterable(lists))


def _chained_optional(lists: Sequence[Sequence[Item] | None]) -> Sequence[Item] | None:
    present = [items for items in lists if items is not None]
    return _chained(present) if present else None
