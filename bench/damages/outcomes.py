"""What became of each insertion: whether it was found, called by its name, and repaired; if not, why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bench.damages.place import Place
from bench.damages.places import KINDS
from tertium.edits import apply_edits
from tertium.mtness.counting.contests import Contest
from tertium.mtness.counting.significance import probability_of_so_few
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.detection.rule import Rule
from tertium.mtness.examination import Examination
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.segment import Segment

ERRORS = {kind.name: kind.error for kind in KINDS}


@dataclass(frozen=True)
class Outcome:
    """An insertion and what was found of it.

    Attributes:
        place: The insertion.
        instance: An instance that has damaged words in it; one with the right type, or repair, if there is any.
        candidate: A candidate that has.
        touched: Whether the repair of an instance changes damaged words, and not only their neighbours.
        typed: Whether the instance is of the type that was inserted.
        repaired: Whether its best repair restores the text.
        offered: Whether any of its suggestions does.
        before: Whether there was an instance at the place in the text before the damage.
    """

    place: Place
    instance: Finding | None
    candidate: Finding | None
    touched: bool
    typed: bool
    repaired: bool
    offered: bool
    before: bool

    @classmethod
    def of(
        cls, place: Place, original: str, damaged: str, found: Sequence[Finding], before: Sequence[Finding]
    ) -> Outcome:
        met = [each for each in found if meets((each.start, each.end), place.span)]
        instances = [each for each in met if each.verdict is Verdict.INSTANCE]
        touching = [each for each in instances if each.best and meets(_hull(each.best.repair), place.span)]
        restoring = [each for each in touching if each.best and restores(each.best.repair, damaged, original)]
        offering = [
            each for each in instances if any(restores(one.repair, damaged, original) for one in each.suggestions)
        ]
        typed = [each for each in touching if each.error is ERRORS[place.kind]]
        best = (*restoring, *offering, *typed, *touching, *instances)
        candidates = [each for each in met if each.verdict is Verdict.CANDIDATE]
        old = (place.edits[0].start, place.edits[-1].end)
        return cls(
            place,
            best[0] if best else None,
            candidates[0] if candidates else None,
            bool(touching),
            bool(typed),
            bool(restoring),
            bool(offering),
            any(each.verdict is Verdict.INSTANCE and meets((each.start, each.end), old) for each in before),
        )


def judge(places: Sequence[Place], human: Examination, damaged: Examination) -> list[Outcome]:
    """What became of each insertion."""
    found, before = _by_segment(damaged), _by_segment(human)
    return [
        Outcome.of(
            place,
            human.segments[place.segment].text,
            damaged.segments[place.segment].text,
            found.get(place.segment, ()),
            before.get(place.segment, ()),
        )
        for place in places
    ]


def explain_miss(place: Place, counted: Segment, original: str, rule: Rule) -> tuple[str, Contest | None]:
    """Why an insertion is not an instance, and the contest that came closest."""
    damaged = counted.text
    spans = counted.spans
    if not any(span.start <= place.span[0] and place.span[1] <= span.end for span in spans):
        return "in no span", None
    if not any(restores(repair, damaged, original) for repair in counted.repairs):
        return "no such repair", None
    places = [
        number
        for number, each in enumerate(counted.counts.contests)
        if each.supports and restores(each.repair, damaged, original)
    ]
    if not places:
        return "no words around", None
    contests = [counted.counts.contests[number] for number in places]
    counts, others = (np.array([getattr(each, name) for each in contests]) for name in ("count", "suggestion_count"))
    few = probability_of_so_few(counts, others, np.array([counted.counts.shares[number] for number in places]))
    best = int(few.argmin())
    contest = contests[best]
    if not others.any():
        return "original not found", contest
    if contest.count > rule.max_count or contest.suggestion_count < rule.min_ratio * contest.count:
        return "not overwhelming", contest
    if few[best] < rule.significance:
        return "other reasons", contest
    # As if both words were equally common, wherever they stand.
    even = probability_of_so_few(counts, others, np.full(len(places), 0.5))
    best = int(even.argmin())
    return ("word is rare" if even[best] < rule.significance else "counts too small"), contests[best]


def meets(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def restores(repair: Repair, damaged: str, original: str) -> bool:
    """Whether a text is what it was after a repair, but for case and blanks."""
    return _plain(apply_edits(damaged, repair.edits)) == _plain(original)


def _plain(text: str) -> list[str]:
    return text.casefold().split()


def _hull(repair: Repair) -> tuple[int, int]:
    # Where something is put in, only what stands beside it can be met.
    return repair.start - (repair.start == repair.end), repair.end + (repair.start == repair.end)


def _by_segment(examination: Examination) -> Mapping[int, Sequence[Finding]]:
    found: dict[int, list[Finding]] = {}
    for each in examination.findings:
        found.setdefault(each.segment, []).append(each)
    return found
