"""Does one metric agree with people better than another, and how sure is either agreement?

``permutation`` (Deutsch, Dror and Roth 2021): scores of the two metrics change places, by systems, segments or both
(``tertium.stats.exchange``). How often do their correlations then differ as much? All scores are standardised first.
Where there are no more different exchanges than resamples are asked for (2^n of n judged systems), each is made once:
p is the share that is as extreme, what was seen included, and no seed changes it. So 5 systems give multiples of 1/32,
and two-sided of 1/16, since to exchange all of them only turns the sign: that cannot be below 0.05.

``williams``: Williams' test (``tertium.stats.williams``), for all coefficients but ``accuracy``. The number of items
is, as in nlpstats, that of systems at the level ``system``, of cells for ``pooled``, and of the largest group for the
others.

``bootstrap``: systems, segments or both are drawn with replacement, the same for both metrics. Shifted so that its mean
is zero, how often is the difference as far from zero as the one that was seen? What is drawn twice is the same item
twice, which each coefficient bears in its own way: see ``tertium.stats.redraw``.

For bootstrap, and permutation by drawn exchanges, p = (as extreme + 1) / (resamples + 1), where a difference that is
equal up to rounding counts as extreme. Resamples in which a correlation is undefined are left out; p and intervals are
NaN if fewer than half are left, and intervals and bootstrap also where there are not two systems or segments to draw
from: one can only be drawn as it is, which says nothing about others.

*Our deviations from nlpstats.* It gives p = as extreme / resamples, which can be zero, counts undefined resamples as
not extreme, and always draws exchanges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.json_result import JsonResult
from tertium.progress import Progress
from tertium.registry import COEFFICIENTS, METRIC_TESTS, load, unknown
from tertium.results import Interval
from tertium.stats.bootstrap import percentile_ends
from tertium.stats.exchange import EXCHANGES, draw_exchanges
from tertium.stats.levels import check_matrices
from tertium.stats.pair_tests import PairTest, Setting, redraw_p
from tertium.stats.resampling import CONFIDENCE, SEED
from tertium.stats.samplers import is_fast
from tertium.stats.williams import ALTERNATIVES
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array, Matrix

__all__ = [
    "CorrelationDifference",
    "compare_all",
    "compare_correlations",
    "correlation_interval",
    "draw_exchanges",
    "is_fast",
]


@dataclass(frozen=True, kw_only=True)
class CorrelationDifference(JsonResult):
    """The difference of two metrics' correlations with people.

    Attributes:
        value: The first's correlation less the second's.
        p_value: How likely a difference as large would be if both agreed with people equally well.
        low: The lower end of the bootstrap interval of the difference; NaN where there is none.
        high: Its upper end.
        method: ``permutation``, ``williams`` or ``bootstrap``.
        resamples: How many resamples p and the interval are each from, at most: all exchanges there are may be fewer.
        seed: The seed they were drawn with.
    """

    value: float
    p_value: float
    low: float
    high: float
    method: str
    resamples: int
    seed: int


def compare_correlations(
    first: Matrix,
    second: Matrix,
    human: Matrix,
    *,
    level: str,
    coefficient: str,
    method: str = "permutation",
    exchange: str = "both",
    alternative: str = "two-sided",
    confidence: float = CONFIDENCE,
    resamples: int = 1000,
    seed: int = SEED,
    threads: int | None = None,
) -> CorrelationDifference:
    """Test whether two metrics agree with people equally well.

    Args:
        first: A metric's scores, systems by segments, NaN where there is none.
        second: The other's.
        human: People's.
        level: One of ``tertium.registry.LEVELS``.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        method: One of ``tertium.registry.METRIC_TESTS``.
        exchange: What is exchanged, or drawn for bootstrap and interval: ``systems``, ``segments`` or ``both``.
        alternative: ``two-sided``; ``greater``: the first agrees better; ``less``: the second does.
        confidence: That of the interval.
        resamples: How many resamples to draw; a permutation makes all exchanges there are instead, if not more.
        seed: The same seed draws the same on every machine.
        threads: How many threads to use; they do not change the result.

    Raises:
        InputError: If the scores do not go together.
        SpecError: If there is no such setting, or Williams' test is asked for ``accuracy``.
    """
    setting = Setting(
        level=level,
        coefficient=coefficient,
        exchange=exchange,
        alternative=alternative,
        resamples=resamples,
        seed=seed,
        threads=resolve_threads(threads),
    )
    _check_setting(setting, method, confidence)
    first, second, human = _check_scores([first, second], human, level)
    value = setting.correlate(first, human) - setting.correlate(second, human)
    one, other = setting.redraw([first, second], human)
    low, high, _ = _find_ends(one - other, confidence)
    if method == "bootstrap":
        p_value = redraw_p(one - other, value, alternative)
    else:
        (p_value,) = _load_test(method)([first, second], human, setting, None)
    return CorrelationDifference(
        value=value, p_value=p_value, low=low, high=high, method=method, resamples=resamples, seed=seed
    )


def compare_all(
    metrics: Sequence[Matrix],
    human: Matrix,
    *,
    level: str,
    coefficient: str,
    method: str = "permutation",
    exchange: str = "both",
    resamples: int = 1000,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Matrix:
    """Test every two metrics against each other.

    Every pair sees the same resamples, and has the p that ``compare_correlations`` gives it. Where ``is_fast`` says no,
    a pair takes as long as it does there.

    Args:
        metrics: The scores of each metric.
        human: People's.
        level: As for ``compare_correlations``, like all that is not said here.
        coefficient: See there.
        method: See there.
        exchange: See there.
        resamples: See there.
        seed: See there.
        threads: See there.
        progress: Called with the number of comparisons made (for ``bootstrap``, of metrics drawn anew).

    Returns:
        The two-sided p-values, not corrected for their number: a symmetric matrix with ones on its diagonal.
    """
    setting = Setting(
        level=level,
        coefficient=coefficient,
        exchange=exchange,
        alternative="two-sided",
        resamples=resamples,
        seed=seed,
        threads=resolve_threads(threads),
    )
    _check_setting(setting, method)
    *checked, human = _check_scores(metrics, human, level)
    p_values = np.ones((len(checked), len(checked)))
    pairs = combinations(range(len(checked)), 2)
    for (one, other), p_value in zip(pairs, _load_test(method)(checked, human, setting, progress), strict=True):
        p_values[one, other] = p_values[other, one] = p_value
    return p_values


def correlation_interval(
    metric: Matrix,
    human: Matrix,
    *,
    level: str,
    coefficient: str,
    draw: str = "both",
    confidence: float = CONFIDENCE,
    resamples: int = 1000,
    seed: int = SEED,
    threads: int | None = None,
) -> Interval:
    """Return the bootstrap interval of a metric's correlation with people.

    Its ends and mean are NaN where fewer than half of the draws have a correlation, and where there are not two systems
    or segments to draw from.

    Args:
        metric: The metric's scores, systems by segments, NaN where there is none.
        human: People's.
        level: One of ``tertium.registry.LEVELS``.
        coefficient: One of ``tertium.registry.COEFFICIENTS``.
        draw: What is drawn with replacement: ``systems``, ``segments`` or ``both``.
        confidence: Such as 0.95.
        resamples: How many resamples to draw.
        seed: The same seed draws the same on every machine.
        threads: How many threads to use; they do not change the result.
    """
    setting = Setting(
        level=level,
        coefficient=coefficient,
        exchange=draw,
        alternative="two-sided",
        resamples=resamples,
        seed=seed,
        threads=resolve_threads(threads),
    )
    _check_setting(setting, "bootstrap", confidence)
    metric, human = _check_scores([metric], human, level)
    low, high, mean = _find_ends(setting.redraw([metric], human)[0], confidence)
    return Interval(low=low, high=high, mean=mean, level=confidence, resamples=resamples, seed=seed)


def _load_test(method: str) -> PairTest:
    found: PairTest = load(METRIC_TESTS, method, "method")
    return found


def _check_setting(setting: Setting, method: str, confidence: float = CONFIDENCE) -> None:
    for what, name, known in (
        ("coefficient", setting.coefficient, COEFFICIENTS),
        ("method", method, METRIC_TESTS),
        ("exchange", setting.exchange, EXCHANGES),
        ("alternative", setting.alternative, ALTERNATIVES),
    ):
        if name not in known:
            raise unknown(what, name, known)
    if method == "williams" and setting.coefficient == "accuracy":
        raise SpecError(
            "Williams' test is for correlations, and accuracy is not a correlation",
            remedy="Take the permutation test or the bootstrap, or another coefficient",
        )
    require_whole(setting.resamples, "the number of resamples")
    if setting.resamples < 1:
        raise SpecError(f"{setting.resamples} resamples are not enough", remedy="Give 1 or more; 1000 is usual")
    require_whole(setting.seed, "the seed")
    if setting.seed < 0:
        raise SpecError(f"the seed {setting.seed} is below zero")
    if not 0 < confidence < 1:
        raise SpecError(f"a confidence of {confidence} is not between 0 and 1", remedy="Give 0.95, for example")


def _check_scores(metrics: Sequence[Matrix], human: Matrix, level: str) -> list[Matrix]:
    checked = check_matrices(*metrics, human, level=level)
    if not len(metrics):
        raise InputError("there is no metric to compare", remedy="Give the scores of at least one")
    if any(metric.shape != checked[0].shape for metric in checked[:-1]):
        raise InputError(
            "the metrics have scores of different systems or segments",
            remedy="Give matrices of one shape, NaN where a metric has no score",
        )
    return checked


def _find_ends(draws: Array, confidence: float) -> tuple[float, float, float]:
    """Return the ends and the mean of what is defined, if that is at least half."""
    defined = draws[~np.isnan(draws)]
    if not len(defined) or 2 * len(defined) < len(draws):
        return float("nan"), float("nan"), float("nan")
    return (*percentile_ends(defined, confidence), float(defined.mean()))
