"""Correlation within and across kinds of systems: a metric that ranks systems of one kind may misjudge another kind.

Callison-Burch, Osborne and Koehn 2006, section 4: BLEU ranked statistical systems well, and underrated the rule-based
and the post-edited one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.json_result import JsonResult
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.statistic import Statistic
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.types import Array


@dataclass(frozen=True, kw_only=True)
class KindFigure(JsonResult):
    """How far a metric agrees with people on systems of one kind, or on pairs within or across kinds.

    Attributes:
        metric: The metric.
        kind: The kind of systems; empty for all kinds.
        systems: How many systems there are.
        value: The correlation among them; not a number with fewer than three.
        within: The share of pairs of systems of one kind that the metric orders as people do.
        across: The same of pairs of systems of different kinds, one of them of this kind.
        offset: How much better people find this kind than the metric does, in standard deviations.
    """

    metric: str
    kind: str
    systems: int
    value: float
    within: float
    across: float
    offset: float


def correlate_by_kind(judged: JudgedSet, metrics: Sequence[MetricScores], statistic: Statistic) -> list[KindFigure]:
    """For each metric, a figure for each kind of system and one for all; none if there are not two kinds."""
    kinds = np.array([judged.test_set.kinds.get(name, "") for name in judged.test_set.systems])
    human = statistic.human[:, 0]
    if len({kind for kind, known in zip(kinds, ~np.isnan(human), strict=True) if kind and known}) < 2:
        return []
    found = []
    for scores in metrics:
        metric = scores.at("system")[:, 0]
        known = ~np.isnan(metric + human) & (kinds != "")
        for figure in _figures(scores.metric, metric[known], human[known], kinds[known]):
            inside = known & (kinds == figure.kind) if figure.kind else known
            value = statistic.of_systems(metric, inside) if figure.systems > 2 else np.nan
            found.append(replace(figure, value=value))
    return found


def _figures(name: str, metric: Array, human: Array, kinds: np.ndarray) -> list[KindFigure]:
    """Return all but the correlations."""
    first, second = np.triu_indices(len(metric), 1)
    alike = np.sign(metric[first] - metric[second]) == np.sign(human[first] - human[second])
    same = kinds[first] == kinds[second]
    gap = _standardised(human) - _standardised(metric)
    found = []
    for kind in ["", *sorted(set(kinds))]:
        inside = kinds == kind if kind else np.ones(len(kinds), dtype=bool)
        touches = inside[first] | inside[second]
        found.append(
            KindFigure(
                metric=name,
                kind=kind,
                systems=int(inside.sum()),
                value=np.nan,
                within=_mean(alike[same & touches].astype(float)),
                across=_mean(alike[~same & touches].astype(float)),
                offset=float(gap[inside].mean()) if kind else 0.0,
            )
        )
    return found


def _standardised(values: Array) -> Array:
    spread = values.std()
    return (values - values.mean()) / spread if spread > 0 else np.zeros_like(values)


def _mean(values: Array) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else np.nan
