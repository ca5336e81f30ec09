"""What a reader of figures should know: gaps in the data, few systems, and what a statistic could not do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.meta.correlation.figure import Figure
from tertium.meta.correlation.statistic import Statistic
from tertium.stats.few_points import FEW_POINTS, FEWEST_POINTS

# Two points always lie on a line.
_FEWEST_POINTS = 3


def list_caveats(figures: Sequence[Figure], statistic: Statistic) -> list[str]:
    """Return notes on the figures of one judged set."""
    return [*_list_gaps(figures, statistic), *statistic.notes, *_warn_of_few(figures, statistic)]


def _list_gaps(figures: Sequence[Figure], statistic: Statistic) -> list[str]:
    """Return what a reader has to know of figures that are not defined, or not of the same points."""
    most = max((figure.count for figure in figures), default=0)
    points = statistic.points if most == 1 else f"{statistic.points}s"
    notes = []
    if most < _FEWEST_POINTS:
        notes.append(f"{most} {points} with judgments and scores: too few to correlate")
    elif np.isnan([figure.value for figure in figures]).all():
        notes.append("nothing to correlate: in every group judgments or scores are all the same, or there is only one")
    fewer = [f"{figure.metric} {figure.count:,}" for figure in figures if figure.count < most]
    if fewer:
        notes.append(
            f"not all metrics have scores of all {most:,} {points}, so figures differ in that: {', '.join(fewer)}"
        )
    return notes


def _warn_of_few(figures: Sequence[Figure], statistic: Statistic) -> list[str]:
    """Return that systems or translations are few, where that is so."""
    asked = statistic.question
    counts = [figure.count for figure in figures if not np.isnan(figure.value)]
    fewest = min(counts, default=FEW_POINTS)
    if asked.tested == "none" or fewest >= FEW_POINTS:
        return []
    if statistic.points != "system":
        return [f"few {statistic.points}s ({fewest}): too few to rely on the interval"]
    if not asked.is_of_systems:
        return [f"few systems ({fewest}): the interval is about other segments; other systems may give another figure"]
    if asked.draws_interval:
        return [f"few systems ({fewest}): bootstrap intervals are too narrow; leave the exchange out for wider ones"]
    if fewest < FEWEST_POINTS + statistic.held:
        return [f"few systems ({fewest}): there is no interval with fewer than {FEWEST_POINTS + statistic.held}"]
    return [f"few systems ({fewest}): figures are uncertain, and intervals are wide"]
