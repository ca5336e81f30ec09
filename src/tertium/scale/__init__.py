"""The same scores and counts wherever the rows are: functions from Arrow record batches to Arrow record batches.

An engine (Spark, Ray, Dask, Polars, or a plain loop) runs ``tally`` where the rows are, adds up the small sums with
``merge``, and ``finish`` makes scores of them. ``tertium.scale.spark`` does so on Spark.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from tertium.errors import MissingExtraError
from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.scale.conditions import ScoreCondition, parse_conditions
    from tertium.scale.counting import CountingWork, count, finish_counts
    from tertium.scale.finishing import finish, finish_comparison
    from tertium.scale.rows import BadRowError
    from tertium.scale.tallying import count_references, keep_rows, merge, score_rows, tally
    from tertium.scale.work import BLOCKS, ScoringWork

__all__ = [
    "BLOCKS",
    "BadRowError",
    "CountingWork",
    "ScoreCondition",
    "ScoringWork",
    "count",
    "count_references",
    "finish",
    "finish_comparison",
    "finish_counts",
    "keep_rows",
    "merge",
    "parse_conditions",
    "score_rows",
    "tally",
]

if not TYPE_CHECKING:
    _get, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.scale.conditions": ("ScoreCondition", "parse_conditions"),
            "tertium.scale.counting": ("CountingWork", "count", "finish_counts"),
            "tertium.scale.finishing": ("finish", "finish_comparison"),
            "tertium.scale.rows": ("BadRowError",),
            "tertium.scale.tallying": ("count_references", "keep_rows", "merge", "score_rows", "tally"),
            "tertium.scale.work": ("BLOCKS", "ScoringWork"),
        },
    )

    def __getattr__(name: str) -> object:
        # Not when the package is imported: who imports `tertium.scale.spark` needs another extra.
        if name in __all__ and find_spec("pyarrow") is None:
            raise MissingExtraError("tertium.scale", "parquet")
        return _get(name)
