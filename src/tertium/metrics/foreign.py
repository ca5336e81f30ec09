"""Metrics of others: their methods and tallies are checked here, since all statistics rely on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tertium.contracts import find_breach_of_methods
from tertium.errors import PluginError, TertiumError
from tertium.metrics.metric import Batch, Metric
from tertium.plugins import get_package
from tertium.registry import METRICS, is_known
from tertium.types import Matrix


def tally_checked(metric: Metric, batch: Batch[Any], threads: int) -> Matrix:
    """Tally a batch, and check a metric that is not ours.

    Args:
        metric: The metric.
        batch: Prepared segments.
        threads: How many threads to use.

    Raises:
        TertiumError: ``tally`` has other arguments, or does not return one row of numbers per segment; a
            ``PluginError`` if a package has the metric.
    """
    if type(metric).__module__.partition(".")[0] == __name__.partition(".")[0]:
        return metric.tally(batch, threads)
    if problem := find_breach_of_methods(type(metric), Metric):
        raise _refuse(metric, problem)
    rows: object = metric.tally(batch, threads)
    count = len(batch.offsets) - 1
    if not isinstance(rows, np.ndarray):
        raise _refuse(metric, f"returns tallies of type {type(rows).__name__}, not a numpy array")
    if rows.ndim != 2 or len(rows) != count:
        raise _refuse(metric, f"returns tallies of shape {rows.shape}, not one row for each of {count} segments")
    if rows.dtype.kind not in "fiub":
        raise _refuse(metric, f"returns tallies of type {rows.dtype}, not numbers")
    return rows


def _refuse(metric: Metric, problem: str) -> TertiumError:
    name = metric.name
    if name not in METRICS and is_known(METRICS, name, "metric"):
        return PluginError("metric", name, get_package("metric", name), problem)
    return TertiumError(f"the metric {name!r} {problem}", remedy="See docs/how-to/metric-plugin.md")
