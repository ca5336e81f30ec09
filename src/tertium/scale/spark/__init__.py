"""Scores and counts of data frames of Spark, equal to those on one machine. Needs the extra ``spark``.

``python -m tertium.scale.spark score|count|index`` does the same for files, by ``spark-submit`` too.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.scale.spark.indexing import build_spark_index
    from tertium.scale.spark.program import run_program
    from tertium.scale.spark.scoring import compare, keep, score, score_segments, sum_up
    from tertium.scale.spark.spark_counts import SparkCounts, count

__all__ = [
    "SparkCounts",
    "build_spark_index",
    "compare",
    "count",
    "keep",
    "run_program",
    "score",
    "score_segments",
    "sum_up",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.scale.spark.spark_counts": ("SparkCounts", "count"),
            "tertium.scale.spark.indexing": ("build_spark_index",),
            "tertium.scale.spark.program": ("run_program",),
            "tertium.scale.spark.scoring": ("compare", "keep", "score", "score_segments", "sum_up"),
        },
    )
