"""Metrics of others: their tallies are checked here, since all statistics rely on them."""

from __future__ import annotations

import numpy as np

from tertium.errors import PluginError, TertiumError
from tertium.metrics.metric import Metric
from tertium.plugins import get_package
from tertium.registry import METRICS, is_known


def check_tallies(metric: Metric, rows: object, count: int) -> None:
    """Check what a metric that is not ours returns as tallies.

    Args:
        metric: The metric.
        rows: Its tallies.
        count: The number of segments.

    Raises:
        TertiumError: They are not one row of numbers per segment; a ``PluginError`` if a package has the metric.
    """
    if type(metric).__module__.partition(".")[0] == __name__.partition(".")[0]:
        return
    if not isinstance(rows, np.ndarray):
        problem = f"returns tallies of type {type(rows).__name__}, not a numpy array"
    elif rows.ndim != 2 or len(rows) != count:
        problem = f"returns tallies of shape {rows.shape}, not one row for each of {count} segments"
    elif rows.dtype.kind not in "fiub":
        problem = f"returns tallies of type {rows.dtype}, not numbers"
    else:
        return
    name = metric.name
    if name not in METRICS and is_known(METRICS, name, "metric"):
        raise PluginError("metric", name, get_package("metric", name), problem)
    raise TertiumError(f"the metric {name!r} {problem}", remedy="See docs/how-to/metric-plugin.md")
