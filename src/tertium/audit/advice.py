"""Advice: whether a comparison by these metrics is one they are made for (Callison-Burch, Osborne and Koehn 2006, 6).

Appropriate, says the paper, are comparisons of systems of one sort and broad changes to one system; inappropriate are
comparisons of systems that work in different ways, and changes that touch few segments. Each reason is given once, in a
line, and only where it applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tertium.metrics.spec import parse
from tertium.results import Comparison, PairedTest
from tertium.types import TestSet

# Metrics that count words or letters in common with the references, and so favour systems that copy their choices.
_SURFACE = ("bleu", "nist", "chrf", "chrf++", "ter", "wer", "unigram")

# A difference that fewer segments than this share could make is better looked at than counted.
_FEW = 0.1
_SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Advice:
    """A line of advice.

    Attributes:
        reason: ``kinds``, ``rare``, ``disagreement`` or ``alike``.
        text: The line.
        appropriate: Whether it speaks for the comparison, or against it.
    """

    reason: str
    text: str
    appropriate: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return dict(vars(self))


def advise(comparison: Comparison, test_set: TestSet) -> list[Advice]:
    """What is to be said of a comparison; nothing, where there is no reason to say anything."""
    metrics = list(dict.fromkeys(test.metric for test in comparison.tests))
    surface = [metric for metric in metrics if parse(metric).name in _SURFACE]
    pairs = list(dict.fromkeys((test.system, test.baseline) for test in comparison.tests))
    found = [
        *_judge_kinds(pairs, test_set, surface),
        *_judge_rarity(pairs, test_set),
        *_judge_disagreement(comparison.tests),
    ]
    return list({each.reason: each for each in reversed(found)}.values())[::-1]


def _judge_kinds(pairs: Sequence[tuple[str, str]], test_set: TestSet, surface: Sequence[str]) -> list[Advice]:
    """Systems of different kinds, by metrics of surface forms."""
    kinds = {name: test_set.kinds[name] for pair in pairs for name in pair if name in test_set.kinds}
    mixed = [pair for pair in pairs if len({kinds[name] for name in pair if name in kinds}) == 2]
    if not surface:
        return []
    if mixed:
        first, second = mixed[0]
        named = f"{first} ({kinds[first]}) and {second} ({kinds[second]})"
        others = f", and {len(mixed) - 1} more pairs" if len(mixed) > 1 else ""
        text = (
            f"{named}{others} work in different ways, and {', '.join(surface)} may underrate one of them whatever its "
            "quality: compare systems of one kind, or ask people"
        )
        return [Advice("kinds", text)]
    if pairs and all(name in kinds for pair in pairs for name in pair):
        kind = next(iter(kinds.values()))
        verb = "is" if len(surface) == 1 else "are"
        return [Advice("alike", f"all systems are of the kind {kind}: {', '.join(surface)} {verb} made for that", True)]
    return []


def _judge_rarity(pairs: Sequence[tuple[str, str]], test_set: TestSet) -> list[Advice]:
    """Systems that differ in few segments."""
    found = []
    for first, second in pairs:
        both = zip(test_set.systems[first], test_set.systems[second], strict=True)
        changed = sum(one != other for one, other in both)
        if 0 < changed < _FEW * len(test_set):
            segments = "1 segment" if changed == 1 else f"{changed:,} segments"
            text = (
                f"{first} and {second} differ in {segments} of {len(test_set):,} only: a corpus score hardly shows so "
                "rare a change, so look at those segments"
            )
            found.append(Advice("rare", text))
    return found


def _judge_disagreement(tests: Sequence[PairedTest]) -> list[Advice]:
    """Metrics that are sure of opposite things."""
    by_pair: dict[tuple[str, str], list[PairedTest]] = {}
    for test in tests:
        if test.adjusted < _SIGNIFICANT:
            by_pair.setdefault((test.system, test.baseline), []).append(test)
    found = []
    for (system, baseline), sure in by_pair.items():
        for one, other in combinations(sure, 2):
            if _prefers_system(one) != _prefers_system(other):
                better, worse = (one, other) if _prefers_system(one) else (other, one)
                text = (
                    f"{better.metric} prefers {system}, {worse.metric} prefers {baseline}, both beyond chance: one of "
                    "the systems is an outlier to one of the metrics, so read some segments of both"
                )
                found.append(Advice("disagreement", text))
    return found


def _prefers_system(test: PairedTest) -> bool:
    return (test.difference > 0) == parse(test.metric).higher_is_better
