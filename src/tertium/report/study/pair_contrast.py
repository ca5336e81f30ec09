"""Where the best system and another one differ: tested n-grams, and the segments with the largest differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tertium.contrast.ngrams import NgramTests, contrast_ngrams
from tertium.contrast.segments import SegmentDifference, find_segments
from tertium.json_result import JsonResult
from tertium.report.study.words import TestSetWords
from tertium.results import Comparison
from tertium.types import TestSet


@dataclass(frozen=True, kw_only=True)
class PairContrast(JsonResult):
    """Where two systems differ. Differences are the second system's score less the first's.

    Attributes:
        names: The other system, and the best one.
        right: The n-grams that each gets right, tested.
        unmatched: The n-grams that each produces and no reference has, tested.
        segments: The segments with the largest differences, those in which the best system is better first.
        decimals: How many decimals to print.
    """

    json_fields = "systems=names ngrams=ngram_data segments"

    names: tuple[str, str]
    right: NgramTests
    unmatched: NgramTests
    segments: Sequence[SegmentDifference]
    decimals: int = 2

    @property
    def ngram_data(self) -> dict[str, dict[str, Any]]:
        """The n-grams that differ significantly, by kind."""
        return {
            tests.kind: {"rate": tests.rate, "tested": tests.tested, "ngrams": tests.significant}
            for tests in (self.right, self.unmatched)
        }


def contrast_pair(
    test_set: TestSet,
    words: TestSetWords,
    comparison: Comparison,
    spec: str,
    names: tuple[str, str],
    top: int,
) -> PairContrast:
    """Find out where two systems differ.

    Args:
        test_set: The texts.
        words: Their words.
        comparison: The scores of all systems.
        spec: The metric of the segments.
        names: Both systems.
        top: How many segments to return in each direction.
    """
    pair = words.pair(*names)
    scores = [comparison.systems[name][spec] for name in names]
    first, second = (score.segments for score in scores)
    right, unmatched = contrast_ngrams(pair.systems, pair.references, pair.offsets, names=names)
    segments: list[SegmentDifference] = []
    if first is not None and second is not None:
        segments = find_segments(test_set, pair, (first, second), top, higher_is_better=scores[0].higher_is_better)
    return PairContrast(names=names, right=right, unmatched=unmatched, segments=segments, decimals=scores[0].decimals)
