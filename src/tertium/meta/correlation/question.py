"""What is asked of metrics: at which level, by which statistic, of which judgments."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypedDict

from tertium.errors import SpecError
from tertium.meta.correlation.controls import USUAL_CONTROL, split_controls
from tertium.registry import (
    COEFFICIENTS,
    LEVELS,
    METRIC_TESTS,
    NORMALISATIONS,
    PARTIAL_STATISTICS,
    SPECIAL_STATISTICS,
    unknown,
)
from tertium.stats.resampling import CONFIDENCE, SEED, SIGNIFICANT, Resampling
from tertium.stats.samplers import is_fast

STATISTICS = (*COEFFICIENTS, *PARTIAL_STATISTICS, *SPECIAL_STATISTICS)
TESTS = ("auto", *METRIC_TESTS, "none")
EXCHANGES = ("auto", "systems", "segments", "both")

# What is exchanged between two metrics, or drawn anew, if nothing else is asked for: what the figure is a mean or a
# correlation of.
_USUAL_EXCHANGE = {"system": "systems", "pooled": "segments", "by-system": "segments", "by-segment": "segments"}


# A permutation of metrics costs more than a resample of systems, so there are fewer: 1,000, or 400 per test.
_LEAST_RESAMPLES = 1000
_RESAMPLES_PER_TEST = round(20 / SIGNIFICANT)
_MOST_RESAMPLES = 10_000_000


def _choose_resamples(tests: int, level: float) -> int:
    """Return how many permutations or draws are enough for some tests, and for an interval of a level."""
    least = math.ceil(2 / (1 - level) - 1e-9) if 0 < level < 1 else 0
    return min(_MOST_RESAMPLES, max(_LEAST_RESAMPLES, least, _RESAMPLES_PER_TEST * tests))


class QuestionSettings(TypedDict, total=False):
    """The attributes of ``Question`` as keyword arguments."""

    level: str
    statistic: str
    control: str
    judgment: str
    normalise: str
    test: str
    exchange: str
    confidence: float
    resamples: int | None
    seed: int
    cutoff: float


@dataclass(frozen=True, kw_only=True)
class Question:
    """How metrics are correlated with human judgments.

    Attributes:
        level: ``system``: one point per system; ``pooled``: one point per translation; ``by-system``: the mean of the
            correlations within each system; ``by-segment``: that of the correlations within each segment.
        statistic: ``pearson``, ``spearman``, ``kendall-b``, … (``STATISTICS``).
        control: What a partial correlation holds constant: one of ``tertium.registry.CONTROLS``, or several, as in
            ``log-length+length-ratio``; ``log-length`` if empty.
        judgment: The kind of judgment, such as ``fluency``; the natural one if empty.
        normalise: ``z`` or ``common``: annotators are put on one scale first; as they are if empty.
        test: How differences between metrics are tested: permutation, Williams, bootstrap, or not at all. ``auto`` is
            permutation for coefficients of correlation, and bootstrap for the other statistics; Williams for partial
            correlations of whole systems.
        exchange: What a permutation exchanges and a bootstrap draws: systems, segments, both, or what suits the level
            (``auto``). Intervals of whole systems are by the bootstrap only if this is given.
        confidence: The level of intervals; tests call a difference real at one minus it.
        resamples: How many permutations or draws; by default 1,000 for an interval, and as many as the tests need.
        seed: The same seed gives the same figures on every machine.
        cutoff: From how many deviations, by the median absolute deviation, a system is an outlier.
    """

    level: str = "pooled"
    statistic: str = "pearson"
    control: str = ""
    judgment: str = ""
    normalise: str = ""
    test: str = "auto"
    exchange: str = "auto"
    confidence: float = CONFIDENCE
    resamples: int | None = None
    seed: int = SEED
    cutoff: float = 2.5

    def __post_init__(self) -> None:
        choices = (
            ("level", self.level, LEVELS),
            ("statistic", self.statistic, STATISTICS),
            ("normalisation", self.normalise, ("", *NORMALISATIONS)),
            ("test", self.test, TESTS),
            ("exchange", self.exchange, EXCHANGES),
        )
        for what, value, known in choices:
            if value not in known:
                raise unknown(what, str(value), [name for name in known if name])
        levels = SPECIAL_STATISTICS.get(self.statistic, LEVELS)
        if self.level not in levels:
            raise SpecError(
                f"{self.statistic} is not defined at the level {self.level!r}", remedy=f"Use: {', '.join(levels)}"
            )
        if self.statistic in SPECIAL_STATISTICS and self.test in ("permutation", "williams"):
            raise SpecError(f"there is no {self.test} test of {self.statistic}", remedy="Use the test 'bootstrap'")
        self._check_partial()
        if self.statistic == "accuracy" and self.test == "williams":
            raise SpecError(
                "Williams' test is for correlations, and accuracy is not a correlation", remedy="Use another test"
            )
        Resampling(self.confidence, self.interval_resamples, self.seed)  # refuses what cannot be drawn
        if self.statistic == "kendall-wmt" and self.judgment not in ("", "rank"):
            raise SpecError(
                f"kendall-wmt needs rankings, not judgments of {self.judgment}", remedy="Leave the judgment out"
            )
        if not self.cutoff > 0:
            raise SpecError(f"a cutoff of {self.cutoff:g} makes every system an outlier", remedy="2.5 is usual")

    def _check_partial(self) -> None:
        """Refuse a control that would not be held, and tests and draws that partial correlations do not have."""
        if not self.is_partial:
            if self.control:
                raise SpecError(
                    f"{self.statistic} holds nothing constant, and so has no control",
                    remedy=f"Use one of {', '.join(PARTIAL_STATISTICS)}, or leave the control out",
                )
            return
        whole = self.level == "system"
        for name in split_controls(self.controls):
            if "reference" in name and self.level in ("system", "by-segment"):
                raise SpecError(
                    f"{name} is the same for all systems, and so holds nothing constant at the level {self.level!r}",
                    remedy=f"Use another control, such as {USUAL_CONTROL}",
                )
        if self.test in ("permutation", "bootstrap" if whole else "permutation"):
            raise SpecError(
                f"there is no {self.test} test of {self.statistic}{' of whole systems' * whole}",
                remedy=f"Use the test {'williams' if whole else 'bootstrap or williams'}",
            )
        if self.exchange not in (("auto",) if whole else ("auto", "segments")):
            raise SpecError(
                f"partial correlations {'of whole systems ' * whole}are not drawn by {self.exchange}",
                remedy="Leave the exchange out",
            )

    @property
    def is_partial(self) -> bool:
        """Whether something is held constant."""
        return self.statistic in PARTIAL_STATISTICS

    @property
    def controls(self) -> str:
        """What is held constant; empty where nothing is."""
        return (self.control or USUAL_CONTROL) if self.is_partial else ""

    @property
    def coefficient(self) -> str:
        """The coefficient of two lists that it is about; Pearson's for statistics that take more than that."""
        plain = PARTIAL_STATISTICS.get(self.statistic, self.statistic)
        return plain if plain in COEFFICIENTS else "pearson"

    @property
    def is_of_systems(self) -> bool:
        """Whether each point is a whole system; else it is a translation of one segment."""
        return self.level == "system" and self.statistic not in SPECIAL_STATISTICS

    @property
    def exchanged(self) -> str:
        """What is exchanged or drawn: systems, segments or both."""
        return _USUAL_EXCHANGE[self.level] if self.exchange == "auto" else self.exchange

    @property
    def draws_interval(self) -> bool:
        """Whether intervals are by the bootstrap; else they are those of few points (``tertium.stats.few_points``)."""
        return not self.is_of_systems or self.exchange != "auto"

    @property
    def tested(self) -> str:
        """The test: permutation, williams, bootstrap or none."""
        if self.test != "auto":
            return self.test
        if self.is_partial:
            return "williams" if self.level == "system" else "bootstrap"
        return "bootstrap" if self.statistic in SPECIAL_STATISTICS else "permutation"

    @property
    def interval_resamples(self) -> int:
        """How many draws an interval is from."""
        return _choose_resamples(0, self.confidence) if self.resamples is None else self.resamples

    def count_resamples(self, metrics: int) -> int:
        """Return how many permutations or draws each test of some metrics is from.

        By default 400 per test, 1,000 at least, so that a difference can be significant after the correction for their
        number. Where that would take hours (rank coefficients of segments, statistics other than correlations), 1,000.

        >>> Question().count_resamples(10), Question(statistic="spearman").count_resamples(10)
        (18000, 1000)

        Args:
            metrics: How many metrics are compared, each with each.
        """
        is_slow = self.statistic not in COEFFICIENTS or not is_fast(self.level, self.statistic, self.exchanged)
        if self.resamples is not None or is_slow:
            return self.interval_resamples
        return _choose_resamples(metrics * (metrics - 1) // 2, self.confidence)

    def find_limits(self, metrics: int) -> list[str]:
        """Return that no difference can be significant, where there are too few resamples for this many tests."""
        tests = metrics * (metrics - 1) // 2
        if self.tested not in ("permutation", "bootstrap") or tests < (1 - self.confidence) * (
            self.count_resamples(metrics) + 1
        ):
            return []
        needed = _choose_resamples(tests, self.confidence)
        return [
            f"{tests} tests of {self.count_resamples(metrics):,} resamples: after the correction no difference can be "
            f"significant; it could with {needed:,} resamples, or fewer metrics"
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON and TOML, without the number of resamples if that is the usual one."""
        return {name: value for name, value in vars(self).items() if value is not None}
