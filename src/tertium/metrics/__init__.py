"""Metrics: one file per metric, and scoring, comparison and alignment with any of them."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.metrics.checkpoint import Checkpoint
    from tertium.metrics.comparison import choose_resampling, compare, compare_systems
    from tertium.metrics.features.feature_cache import FEATURE_CACHE
    from tertium.metrics.file_scoring import score_reader, score_segments
    from tertium.metrics.given_metric import given_scores
    from tertium.metrics.input_texts import make_test_set
    from tertium.metrics.metric import Batch, FitsByCounts, Metric
    from tertium.metrics.score_cache import SCORE_CACHE
    from tertium.metrics.score_files.external_scores import ExternalScores, read_scores
    from tertium.metrics.scoring import score, score_stream, score_systems
    from tertium.metrics.scoring_programs import close_programs
    from tertium.metrics.signature import write_signature
    from tertium.metrics.spec import find_class, list_explainable, parse, parse_all, refuse_local
    from tertium.metrics.word_alignment import align, align_many

__all__ = [
    "FEATURE_CACHE",
    "SCORE_CACHE",
    "Batch",
    "Checkpoint",
    "ExternalScores",
    "FitsByCounts",
    "Metric",
    "align",
    "align_many",
    "choose_resampling",
    "close_programs",
    "compare",
    "compare_systems",
    "find_class",
    "given_scores",
    "list_explainable",
    "make_test_set",
    "parse",
    "parse_all",
    "read_scores",
    "refuse_local",
    "score",
    "score_reader",
    "score_segments",
    "score_stream",
    "score_systems",
    "write_signature",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.metrics.checkpoint": ("Checkpoint",),
            "tertium.metrics.file_scoring": ("score_reader", "score_segments"),
            "tertium.metrics.comparison": ("choose_resampling", "compare", "compare_systems"),
            "tertium.metrics.metric": ("Batch", "FitsByCounts", "Metric"),
            "tertium.metrics.given_metric": ("given_scores",),
            "tertium.metrics.input_texts": ("make_test_set",),
            "tertium.metrics.features.feature_cache": ("FEATURE_CACHE",),
            "tertium.metrics.score_cache": ("SCORE_CACHE",),
            "tertium.metrics.score_files.external_scores": ("ExternalScores", "read_scores"),
            "tertium.metrics.scoring_programs": ("close_programs",),
            "tertium.metrics.scoring": ("score", "score_stream", "score_systems"),
            "tertium.metrics.signature": ("write_signature",),
            "tertium.metrics.spec": ("find_class", "list_explainable", "parse", "parse_all", "refuse_local"),
            "tertium.metrics.word_alignment": ("align", "align_many"),
        },
    )
