"""Metrics whose formula can be tuned: their parameters, and how to set them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.errors import SpecError
from tertium.metrics.meteor import Meteor
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tertium.metrics.syntactic import FragmentMetric
from tertium.types import Array


@dataclass(frozen=True)
class Parameter:
    """A number of a metric that may be tuned.

    Attributes:
        name: What it is called, such as ``alpha`` or ``weight of porter``.
        low: The lowest value.
        high: The highest value.
        usual: The value that the metric has.
    """

    name: str
    low: float
    high: float
    usual: float


@dataclass(frozen=True)
class Tunable:
    """A metric whose formula can be changed without looking at the text again.

    Attributes:
        metric: The metric with its usual values.
        parameters: What may be changed.
        set: From values to the metric that has them.
        by_reference: Whether the best of several references counts, which depends on the values.
    """

    metric: Metric
    parameters: Sequence[Parameter]
    set: Callable[[Sequence[float] | Array], Metric]
    by_reference: bool = False

    @property
    def usual(self) -> Array:
        """The values that the metric has."""
        return np.array([parameter.usual for parameter in self.parameters])


def make_tunable(spec: str) -> Tunable:
    """Return what may be tuned of a metric.

    Raises:
        SpecError: If nothing may.
    """
    metric = parse(spec)
    if isinstance(metric, Meteor):
        return _make_meteor(metric)
    if isinstance(metric, FragmentMetric):
        return _make_fragments(metric)
    raise SpecError(
        f"{spec!r} has nothing to tune",
        remedy="Tune meteor, meteor-1.5, stm, dstm or hwcm, or a combination of metrics",
    )


def _make_meteor(metric: Meteor) -> Tunable:
    stages = metric.stages.split("+")
    weights = [float(weight) for weight in metric.weights.split("+")] if metric.weights else [1.0] * len(stages)
    parameters = [
        Parameter("alpha", 0.0, 1.0, metric.alpha),
        Parameter("beta", 0.05, 6.0, metric.beta),
        Parameter("gamma", 0.0, 1.0, metric.gamma),
    ]
    if metric.function_words:
        parameters.append(Parameter("delta", 0.0, 1.0, metric.delta))
    formula = len(parameters)
    # Only how much modules weigh against each other makes a difference, so the first keeps its weight.
    parameters.extend(
        Parameter(f"weight of {stage}", 0.0, 1.0, weight) for stage, weight in zip(stages[1:], weights[1:], strict=True)
    )

    def set_values(values: Sequence[float] | Array) -> Metric:
        named = {each.name: float(value) for each, value in zip(parameters[:formula], values, strict=False)}
        chosen = [weights[0], *(float(value) for value in values[formula:])]
        return replace(metric, **named, weights="+".join(f"{weight:g}" for weight in chosen))  # type: ignore[arg-type]

    return Tunable(metric, parameters, set_values, by_reference=metric.references == "best")


def _make_fragments(metric: FragmentMetric) -> Tunable:
    count = metric.sizes
    weights = [float(weight) for weight in metric.weights.split("+")] if metric.weights else [1.0] * count
    parameters = [Parameter(f"weight of size {size}", 0.0, 1.0, weight) for size, weight in enumerate(weights, 1)]

    def set_values(values: Sequence[float] | Array) -> Metric:
        chosen = values if any(value > 0 for value in values) else [1.0] * count
        return replace(metric, weights="+".join(f"{float(weight):g}" for weight in chosen))

    return Tunable(metric, parameters, set_values)
