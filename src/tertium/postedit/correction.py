"""Corrections: a phrase as a system wrote it, what a proofreader wants instead, and what was decided about it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from tertium.edits import Edit
from tertium.errors import SpecError


class PairKey(NamedTuple):
    """What makes two corrections the same: case, white space and the way that accents are encoded do not matter.

    Attributes:
        languages: The language pair, such as ``ca-es``; empty if nobody said.
        old: The phrase.
        new: What is to stand there.
    """

    languages: str
    old: str
    new: str

    @classmethod
    def of(cls, languages: str, old: str, new: str) -> PairKey:
        """The key of a pair.

        >>> PairKey.of("ca-ES", "Salida  quiere", "salida vuelo")
        PairKey(languages='ca-es', old='salida quiere', new='salida vuelo')
        """
        return cls(normalise(languages), normalise(old), normalise(new))


@lru_cache(maxsize=1 << 16)
def normalise(text: str) -> str:
    """A text without what does not matter: case, runs of white space, the encoding of accents."""
    return " ".join(unicodedata.normalize("NFC", text.casefold()).split())


@dataclass(frozen=True, slots=True)
class Correction:
    """A phrase at a place of a document, and what somebody might want there instead.

    Attributes:
        old: The phrase, as it stands in the segment.
        new: What is to stand there.
        error: What is wrong with it.
        languages: The language pair, such as ``ca-es``.
        document: The document.
        segment: The number of the segment, from 1.
        start: Where the phrase starts in the text of the segment.
        end: Where it ends.
        text: The text of the segment, before anything was changed.
        source: What the segment is the translation of, if that is known.
        source_word: The word of the source that was translated wrongly, if it is known.
        counts: How often the phrase, and what is wanted instead, were found.
        edits: What has to be changed in the segment; the phrase as a whole if it is empty.
    """

    old: str
    new: str
    error: str = ""
    languages: str = ""
    document: str = ""
    segment: int = 0
    start: int = 0
    end: int = 0
    text: str = ""
    source: str = ""
    source_word: str = ""
    counts: tuple[int | None, int | None] = (None, None)
    edits: tuple[Edit, ...] = ()

    @property
    def key(self) -> PairKey:
        """What makes two corrections the same."""
        return PairKey.of(self.languages, self.old, self.new)

    @property
    def changes(self) -> tuple[Edit, ...]:
        """What has to be changed in the text of the segment."""
        return self.edits or (Edit(self.start, self.end, self.new),)


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the log.

    Attributes:
        id: Its number.
        time: When, in seconds since 1970.
        decision: ``accepted``, ``declined``, ``propagated``, or ``imported`` from another repository.
        by: Who decided, if they said so.
        correction: What was decided about.
        of: The decision that this one follows from, for what was propagated.
        origin: The repository that it was imported from.
        accepted: How often it was accepted there.
        declined: How often it was declined there.
        documents: In how many documents it was accepted there.
        last: When it was last decided about there.
        exported: When that repository said so.
    """

    id: int
    time: float
    decision: str
    by: str
    correction: Correction
    of: int | None = None
    origin: str = ""
    accepted: int = 0
    declined: int = 0
    documents: int = 0
    last: float | None = None
    exported: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields that people ask for, by name, as JSON takes them."""
        each = self.correction
        return {
            "id": self.id,
            "time": self.time,
            "decision": self.decision,
            "by": self.by,
            "languages": each.languages,
            "old": each.old,
            "new": each.new,
            "error": each.error,
            "document": each.document,
            "segment": each.segment,
        }


@dataclass(frozen=True, slots=True)
class Record:
    """How people decided about a pair.

    Attributes:
        accepted: How often it was accepted.
        declined: How often it was declined.
        documents: In how many different documents it was accepted.
        last: When it was last decided about, in seconds since 1970; None if never.
    """

    accepted: int = 0
    declined: int = 0
    documents: int = 0
    last: float | None = None

    @property
    def share(self) -> float:
        """The part of the decisions that accepted it; 0 if there were none."""
        return self.accepted / max(1, self.accepted + self.declined)

    def describe(self) -> str:
        """In words.

        >>> Record(3, 1).describe()
        'accepted 3 times, declined once'
        """
        parts = [
            f"{name} {'once' if times == 1 else 'twice' if times == 2 else f'{times} times'}"
            for name, times in (("accepted", self.accepted), ("declined", self.declined))
            if times
        ]
        return ", ".join(parts) or "never decided about"


@dataclass(frozen=True, slots=True)
class Pair:
    """A phrase and what is wanted instead, with all that was decided about it.

    Attributes:
        key: What makes two pairs the same.
        old: The phrase, as it was last written.
        new: What is wanted instead, as it was last written.
        error: What is wrong with it.
        source_words: The words of the source that it was the wrong translation of.
        source: The source segment of the last decision.
        record: How people decided.
        origin: The repository that the decisions are from; empty if from this one, or from several.
        exported: When that repository said so.
    """

    key: PairKey
    old: str
    new: str
    error: str = ""
    source_words: frozenset[str] = field(default_factory=frozenset)
    source: str = ""
    record: Record = field(default_factory=Record)
    origin: str = ""
    exported: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return {
            "languages": self.key.languages,
            "old": self.old,
            "new": self.new,
            "error": self.error,
            "source_words": sorted(self.source_words),
            "source": self.source,
            "accepted": self.record.accepted,
            "declined": self.record.declined,
            "documents": self.record.documents,
            "last": self.record.last,
        }


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What has to be known of a pair before it is applied without asking.

    Attributes:
        minimum: How often it was accepted, at least.
        share: The part of the decisions that accepted it, at least.
        documents: In how many different documents it was accepted, at least: what is right all through one document
            may be wrong in every other.

    Raises:
        SpecError: Nothing would be asked of a pair, or more than can be.
    """

    minimum: int = 3
    share: float = 0.9
    documents: int = 2

    def __post_init__(self) -> None:
        if self.minimum < 1 or self.documents < 1 or not 0 < self.share <= 1:
            raise SpecError(
                f"a pair cannot be confirmed by {self.minimum} times, {self.share:g} of the decisions and "
                f"{self.documents} documents",
                remedy="Give at least one time and one document, and a share above 0 and up to 1",
            )

    def misses(self, record: Record) -> list[str]:
        """Which of ``times``, ``share`` and ``documents`` a record falls short of.

        >>> Confirmation().misses(Record(accepted=2, documents=1))
        ['times', 'documents']
        """
        short = {
            "times": record.accepted < self.minimum,
            "share": record.share < self.share,
            "documents": record.documents < self.documents,
        }
        return [name for name, is_short in short.items() if is_short]

    def count_misses(self, pairs: Iterable[Pair]) -> dict[str, int]:
        """How many pairs were accepted at all, how many of these are not confirmed, and what they fall short of."""
        missed = [self.misses(each.record) for each in pairs if each.record.accepted]
        counts = {name: sum(name in some for some in missed) for name in ("times", "share", "documents")}
        return {"accepted": len(missed), "unconfirmed": sum(map(bool, missed)), **counts}


def gather_pairs(decisions: Iterable[Decision], *, by_origin: bool = False) -> dict[tuple[PairKey, str], Pair]:
    """The record of each pair, from decisions in the order in which they were made.

    Of what was imported from another repository, only the last word counts, so that nothing is counted twice.

    Args:
        decisions: Those that were not undone.
        by_origin: Keeps what was decided in other repositories apart; otherwise the second part of the key is empty.
    """
    own: dict[PairKey, list[Decision]] = {}
    imported: dict[tuple[PairKey, str], Decision] = {}
    for decision in decisions:
        key = decision.correction.key
        if decision.decision == "imported":
            imported[key, decision.origin] = decision
        elif decision.decision in ("accepted", "declined"):
            own.setdefault(key, []).append(decision)
    groups: dict[tuple[PairKey, str], list[Decision]] = {(key, ""): some for key, some in own.items()}
    for (key, origin), decision in imported.items():
        groups.setdefault((key, origin if by_origin else ""), []).append(decision)
    return {(key, origin): _make_pair(key, origin, some) for (key, origin), some in groups.items()}


def _make_pair(key: PairKey, origin: str, decisions: list[Decision]) -> Pair:
    last = max(decisions, key=lambda each: (each.last or each.time, each.id))
    here = [each for each in decisions if each.decision == "accepted"]
    record = Record(
        len(here) + sum(each.accepted for each in decisions),
        sum(each.decision == "declined" for each in decisions) + sum(each.declined for each in decisions),
        len({each.correction.document for each in here}) + sum(each.documents for each in decisions),
        last.last or last.time,
    )
    words: set[str] = set()
    for each in decisions:
        # Why a pair was declined is not known: its source word may be the very reason.
        if each.decision != "declined" and each.correction.source_word:
            words |= {normalise(word) for word in each.correction.source_word.split("|") if word.strip()}
    said = last.correction
    return Pair(key, said.old, said.new, said.error, frozenset(words), said.source, record, origin, last.exported)
