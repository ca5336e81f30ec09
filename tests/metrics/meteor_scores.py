"""Scores of METEOR, for the tests of it."""

from __future__ import annotations

from collections.abc import Sequence

from tertium import metrics
from tertium.metrics.input_texts import ReferenceList
from tertium.results import Score

OBJECTIVES = ["min-crossing", "min-chunk"]


def score(hypotheses: Sequence[str], references: ReferenceList, spec: str = "meteor") -> Score:
    return metrics.score(hypotheses, references, [spec], threads=1)[spec]


def segments(result: Score) -> list[float]:
    assert result.segments is not None
    return [float(value) for value in result.segments]
