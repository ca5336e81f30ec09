"""Scores of METEOR, for the tests of it."""

from __future__ import annotations

from collections.abc import Sequence

from tertium import api
from tertium.results import Score

OBJECTIVES = ["min-crossing", "min-chunk"]


def score(hypotheses: Sequence[str], references: api.ReferenceList, spec: str = "meteor") -> Score:
    return api.score(hypotheses, references, [spec], threads=1)[spec]


def segments(result: Score) -> list[float]:
    assert result.segments is not None
    return [float(value) for value in result.segments]
