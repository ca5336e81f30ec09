"""Pairs of a span and a suggestion, with all that was decided about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.postedit.decisions import Decision
from tertium.postedit.suggested_edits import PairKey, normalise


@dataclass(frozen=True, slots=True)
class Record:
    """The decisions about a pair.

    Attributes:
        accepted: How often it was accepted.
        declined: How often it was declined.
        documents: In how many different documents it was accepted.
        last: The time of the last decision, in seconds since 1970; None if there is none.
    """

    accepted: int = 0
    declined: int = 0
    documents: int = 0
    last: float | None = None

    @property
    def share(self) -> float:
        """The share of decisions that accepted it; 0 if there are none."""
        return self.accepted / max(1, self.accepted + self.declined)

    def describe(self) -> str:
        """Return the record in words.

        >>> Record(3, 1).describe()
        'accepted 3 times, declined once'
        """
        parts = [
            f"{name} {'once' if times == 1 else 'twice' if times == 2 else f'{times} times'}"
            for name, times in (("accepted", self.accepted), ("declined", self.declined))
            if times
        ]
        return ", ".join(parts) or "no decisions"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedPair(JsonResult):
    """A span and a suggestion for it, with the decisions about them.

    Attributes:
        key: The identity of the pair.
        span: The span, as in the last decision.
        suggestion: The suggestion, as in the last decision.
        error: The type of error.
        source_words: The words of the source that the span mistranslates.
        source: The source segment of the last decision.
        record: The decisions.
        origin: The repository that they were made in; empty for this one, or for several.
        exported: When that repository was exported.
    """

    json_fields = (
        "language_pair=key.language_pair span suggestion error source_words=sorted_words source "
        "accepted=record.accepted declined=record.declined documents=record.documents last=record.last"
    )

    key: PairKey
    span: str
    suggestion: str
    error: str = ""
    source_words: frozenset[str] = field(default_factory=frozenset)
    source: str = ""
    record: Record = field(default_factory=Record)
    origin: str = ""
    exported: float | None = None

    @property
    def sorted_words(self) -> list[str]:
        """The words of the source, in order."""
        return sorted(self.source_words)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The conditions on which a pair is applied to new documents.

    Attributes:
        min_accepted: How often it was accepted, at least.
        min_share: The share of decisions that accepted it, at least.
        min_documents: In how many different documents it was accepted, at least. A suggestion that is right all
            through one document may be wrong in every other.

    Raises:
        SpecError: A condition is always met, or never.
    """

    min_accepted: int = 3
    min_share: float = 0.9
    min_documents: int = 2

    def __post_init__(self) -> None:
        if self.min_accepted < 1 or self.min_documents < 1 or not 0 < self.min_share <= 1:
            raise SpecError(
                f"a pair cannot be confirmed by {self.min_accepted} acceptances, a share of {self.min_share:g} and "
                f"{self.min_documents} documents",
                remedy="Give at least one acceptance and one document, and a share above 0 and up to 1",
            )

    def misses(self, record: Record) -> list[str]:
        """Return which of ``times``, ``share`` and ``documents`` are below the minimum.

        >>> Confirmation().misses(Record(accepted=2, documents=1))
        ['times', 'documents']
        """
        short = {
            "times": record.accepted < self.min_accepted,
            "share": record.share < self.min_share,
            "documents": record.documents < self.min_documents,
        }
        return [name for name, is_short in short.items() if is_short]

    def count_misses(self, pairs: Iterable[DecidedPair]) -> dict[str, int]:
        """Count the accepted pairs, those that are not confirmed, and the conditions that they miss."""
        missed = [self.misses(each.record) for each in pairs if each.record.accepted]
        counts = {name: sum(name in some for some in missed) for name in ("times", "share", "documents")}
        return {"accepted": len(missed), "unconfirmed": sum(map(bool, missed)), **counts}


def gather_pairs(decisions: Iterable[Decision], *, by_origin: bool = False) -> dict[tuple[PairKey, str], DecidedPair]:
    """Return the pairs with their records, from decisions in the order in which they were made.

    Of the decisions imported from another repository, only the last counts, so that no decision is counted twice.

    Args:
        decisions: Those that were not undone.
        by_origin: Keep the decisions of other repositories apart; otherwise the second part of the key is empty.
    """
    own: dict[PairKey, list[Decision]] = {}
    imported: dict[tuple[PairKey, str], Decision] = {}
    for decision in decisions:
        key = decision.edit.key
        if decision.decision == "imported":
            imported[key, decision.origin] = decision
        elif decision.decision in ("accepted", "declined"):
            own.setdefault(key, []).append(decision)
    groups: dict[tuple[PairKey, str], list[Decision]] = {(key, ""): some for key, some in own.items()}
    for (key, origin), decision in imported.items():
        groups.setdefault((key, origin if by_origin else ""), []).append(decision)
    return {(key, origin): _make_pair(key, origin, some) for (key, origin), some in groups.items()}


def _make_pair(key: PairKey, origin: str, decisions: list[Decision]) -> DecidedPair:
    last = max(decisions, key=lambda each: (each.last or each.time, each.id))
    here = [each for each in decisions if each.decision == "accepted"]
    record = Record(
        len(here) + sum(each.accepted for each in decisions),
        sum(each.decision == "declined" for each in decisions) + sum(each.declined for each in decisions),
        len({each.edit.document for each in here}) + sum(each.documents for each in decisions),
        last.last or last.time,
    )
    words: set[str] = set()
    for each in decisions:
        # Why a pair was declined is not known: its source word may be the very reason.
        if each.decision != "declined" and each.edit.source_word:
            words |= {normalise(word) for word in each.edit.source_word.split("|") if word.strip()}
    return DecidedPair(
        key=key,
        span=last.edit.span,
        suggestion=last.edit.suggestion,
        error=last.edit.error,
        source_words=frozenset(words),
        source=last.edit.source,
        record=record,
        origin=origin,
        exported=last.exported,
    )
