"""Advice on whether metrics suit a comparison (Callison-Burch, Osborne and Koehn 2006, section 6).

The paper finds it appropriate to compare systems of the same kind, or broad changes to one system. It finds it
inappropriate to compare systems of different kinds, or changes that affect few segments. Each reason is given in one
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

# Metrics that count words or letters in common with the references, and so favour systems with the same choices.
_SURFACE = ("bleu", "nist", "chrf", "chrf++", "ter", "wer", "unigram")

# Systems that differ in a smaller share of segments are better compared by reading these.
_FEW = 0.1
_SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Advice:
    """A line of advice.

    Attributes:
        reason: ``kinds``, ``rare``, ``disagreement`` or ``same kind``.
        text: The line.
        appropriate: Whether the metrics suit the comparison.
    """

    reason: str
    text: str
    appropriate: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        return dict(vars(self))


def advise(comparison: Comparison, test_set: TestSet) -> list[Advice]:
    """Return advice on a comparison; an empty list where no reason applies.

    >>> from tertium import References, TestSet, compare
    >>> systems = {"a": ["the cat sat"] * 20, "b": ["the cat sat"] * 19 + ["the cat sits"]}
    >>> comparison = compare(systems, ["the cat sat"] * 20, metrics=["bleu"], resamples=40)
    >>> test_set = TestSet(systems=systems, references=References.from_nested(["the cat sat"] * 20))
    >>> [each.reason for each in advise(comparison, test_set)]
    ['rare']

    Args:
        comparison: The comparison.
        test_set: The systems that were compared.
    """
    metrics = list(dict.fromkeys(test.metric for test in comparison.tests))
    surface = [metric for metric in metrics if parse(metric).name in _SURFACE]
    pairs = list(dict.fromkeys((test.system, test.baseline) for test in comparison.tests))
    found = [
        *_advise_on_kinds(pairs, test_set, surface),
        *_advise_on_rarity(pairs, test_set),
        *_advise_on_disagreement(comparison.tests),
    ]
    return list({each.reason: each for each in reversed(found)}.values())[::-1]


def _advise_on_kinds(pairs: Sequence[tuple[str, str]], test_set: TestSet, surface: Sequence[str]) -> list[Advice]:
    """Find systems of different kinds that are compared by metrics of surface forms."""
    kinds = {name: test_set.kinds[name] for pair in pairs for name in pair if name in test_set.kinds}
    mixed = [pair for pair in pairs if len({kinds[name] for name in pair if name in kinds}) == 2]
    if not surface:
        return []
    if mixed:
        first, second = mixed[0]
        named = f"{first} ({kinds[first]}) and {second} ({kinds[second]})"
        others = f", and {len(mixed) - 1} more pairs" if len(mixed) > 1 else ""
        text = (
            f"{named}{others} are of different kinds, and {', '.join(surface)} may underrate one of them regardless of "
            "its quality: compare systems of the same kind, or use human judgments"
        )
        return [Advice("kinds", text)]
    if pairs and all(name in kinds for pair in pairs for name in pair):
        kind = next(iter(kinds.values()))
        verb = "is" if len(surface) == 1 else "are"
        text = f"all systems are of the kind {kind}: {', '.join(surface)} {verb} suited to such comparisons"
        return [Advice("same kind", text, True)]
    return []


def _advise_on_rarity(pairs: Sequence[tuple[str, str]], test_set: TestSet) -> list[Advice]:
    """Find systems that differ in few segments."""
    found = []
    for first, second in pairs:
        both = zip(test_set.systems[first], test_set.systems[second], strict=True)
        changed = sum(one != other for one, other in both)
        if 0 < changed < _FEW * len(test_set):
            segments = "1 segment" if changed == 1 else f"{changed:,} segments"
            text = (
                f"{first} and {second} differ in only {segments} of {len(test_set):,}: a corpus score hardly shows "
                "such rare changes, so read those segments"
            )
            found.append(Advice("rare", text))
    return found


def _advise_on_disagreement(tests: Sequence[PairedTest]) -> list[Advice]:
    """Find metrics with significant differences in opposite directions."""
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
                    f"{better.metric} prefers {system}, {worse.metric} prefers {baseline}, both significantly: one of "
                    "the metrics misjudges one of the systems, so read some segments of both"
                )
                found.append(Advice("disagreement", text))
    return found


def _prefers_system(test: PairedTest) -> bool:
    return (test.difference > 0) == parse(test.metric).higher_is_better
