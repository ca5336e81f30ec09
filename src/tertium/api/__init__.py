"""The door to everything: one file a question."""

from tertium.api.alignment import align
from tertium.api.comparison import compare, compare_systems
from tertium.api.scoring import (
    BATCH,
    make_test_set,
    needs_whole_test_set,
    score,
    score_stream,
    score_systems,
)
from tertium.stats.resampling import SEED, Resampling

__all__ = [
    "BATCH",
    "SEED",
    "Resampling",
    "align",
    "compare",
    "compare_systems",
    "make_test_set",
    "needs_whole_test_set",
    "score",
    "score_stream",
    "score_systems",
]
