"""The figure of one metric: how far it agrees with people, and what that rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tertium.json_result import JsonResult
from tertium.results import Interval


@dataclass(frozen=True, kw_only=True)
class Figure(JsonResult):
    """How far one metric agrees with people.

    Attributes:
        metric: The metric.
        value: The statistic; not a number where it is not defined.
        interval: Its confidence interval, if one was asked for; its ends are not a number with fewer than 4 systems.
        count: How many points it is from: systems, or translations.
        rank: Its cluster: every metric of a cluster is better than every one of the next, beyond chance; none without
            a test, or a value.
        letters: Two metrics share a letter exactly if they do not differ significantly; empty without a test.
        without_extreme: The statistic without systems that people found extreme; none if there are none.
        without_stray: The statistic without the systems that are off this metric's line; none if there are none.
        stray: Those systems.
        influence: System by system, how much of the statistic is owed to it: with it, less without it.
        by_system: The correlation within each system, at that level.
        signature: The metric's.
    """

    metric: str
    value: float
    interval: Interval | None
    count: int
    rank: int | None = None
    letters: str = ""
    without_extreme: float | None = None
    without_stray: float | None = None
    stray: Sequence[str] = ()
    influence: Mapping[str, float] = field(default_factory=dict)
    by_system: Mapping[str, float] = field(default_factory=dict)
    signature: str = ""
