"""Scores and counts of data frames of Spark, equal to those on one machine. Needs the extra ``spark``.

``python -m tertium.scale.spark score|count|index`` does the same for files, by ``spark-submit`` too.
"""

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports
from tertium.scale.spark.program import miss_spark

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

# What is missing is said where the package is imported; `python -m`, which Python says so here, prints it by itself.
if sys.argv[:1] != ["-m"] and not all(map(find_spec, ("pyspark", "pyarrow"))):
    raise miss_spark()

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
