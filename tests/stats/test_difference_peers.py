"""Each resample of a difference of correlations equals nlpstats' with the same draws."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from nlpstats.correlations import bootstrap, permutation_test, williams_test
from nlpstats.correlations import correlate as peer_correlate

from tertium.registry import COEFFICIENTS
from tertium.stats.difference import compare_correlations
from tertium.stats.exchange import (
    Exchanges,
    count_exchanges,
    draw_exchanges,
    find_movable,
)
from tertium.stats.levels import correlate
from tertium.stats.redraw import draw_again, redraw_correlations
from tertium.stats.samplers import make_sampler
from tests.oracle import correlation
from tests.stats.scores import Scores, score_matrices
from tests.stats.test_difference import RESAMPLES, coefficients, exchanges_of_all_kinds, levels
from tests.stats.test_levels import PEER_LEVELS

PEER_EXCHANGES = {"systems": "systems", "segments": "inputs", "both": "both"}
FLIPPED = {"systems": "segments", "segments": "systems", "both": "both"}


def as_peer_has_it(scores: Scores, level: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For nlpstats, which has no correlation by systems, that is one by segments of what is turned round."""
    matrices = (scores.first, scores.second, scores.human)
    return tuple(matrix.T for matrix in matrices) if level == "by-system" else matrices  # type: ignore[return-value]


def coefficient_for_peer(coefficient: str) -> Callable[[np.ndarray, np.ndarray], float]:
    """Ours by definition, on scores that are equal where they differ by rounding; scipy's are tested elsewhere."""

    def correlate_rounded(x: np.ndarray, y: np.ndarray) -> float:
        if coefficient != "pearson":
            x, y = x.round(9), y.round(9)
        elif any(len(each) == 0 or np.ptp(each) < 1e-9 for each in (x, y)):
            return float("nan")
        return correlation.correlate_vectors(x.tolist(), y.tolist(), coefficient)

    return correlate_rounded


@contextmanager
def peer_draws(exchanges: Exchanges, exchange: str, level: str) -> Iterator[None]:
    """Makes nlpstats exchange what we exchange."""
    drawn = []
    masks = {"systems": exchanges.systems, "segments": exchanges.segments}
    turned = level == "by-system"
    for index in range(len(exchanges)):
        kinds = ("segments", "systems") if turned else ("systems", "segments")
        drawn += [masks[kind][index] * 0.5 + 0.25 for kind in kinds if exchange in (kind, "both")]
    with mock.patch("numpy.random.rand", side_effect=drawn), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def can_be_listed(scores: Scores, level: str, exchange: str) -> bool:
    """Whether there are so few exchanges that none are drawn."""
    movable = find_movable(scores.human, scores.first.shape[1], level)
    return count_exchanges(*movable, exchange) <= RESAMPLES


@levels
@coefficients
@exchanges_of_all_kinds
@settings(max_examples=5)
@given(scores=score_matrices(gaps="same"), seed=st.integers(0, 2**64))
def test_permutations_equal_those_of_nlpstats(
    level: str, coefficient: str, exchange: str, scores: Scores, seed: int
) -> None:
    first, second, human = as_peer_has_it(scores, level)
    assume(all(np.nanstd(matrix) > 0 for matrix in (first, second, human)))
    exchanges = draw_exchanges(*scores.first.shape, exchange, RESAMPLES, seed)
    sampler = make_sampler([scores.first, scores.second], scores.human, level, coefficient, exchange)
    sampler.load(exchanges)
    one, other = sampler.sample(0, 1, 1)
    with peer_draws(exchanges, exchange, level):
        theirs = permutation_test(
            first, second, human, PEER_LEVELS[level], coefficient_for_peer(coefficient),
            PEER_EXCHANGES[FLIPPED[exchange] if level == "by-system" else exchange], n_resamples=RESAMPLES,
        )  # fmt: skip
    np.testing.assert_allclose(one - other, theirs.samples, atol=1e-10)
    if can_be_listed(scores, level, exchange):
        return
    # The count behind p is the number of their samples that are as extreme, and ours adds the seen one to both.
    value = abs(sampler.observed[0] - sampler.observed[1])
    samples = np.array(theirs.samples)
    samples = samples[~np.isnan(samples)]
    found = compare_correlations(
        scores.first, scores.second, scores.human, level=level, coefficient=coefficient, exchange=exchange,
        resamples=RESAMPLES, seed=seed,
    ).p_value  # fmt: skip
    if np.isnan(value) or 2 * len(samples) < RESAMPLES:
        assert np.isnan(found)
    else:
        extreme = (np.abs(samples) >= value - 1e-10).sum()
        assert found == pytest.approx((extreme + 1) / (len(samples) + 1), abs=1e-12)


@pytest.mark.parametrize("level", ["system", "pooled", "by-segment"])
@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall-b"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@given(scores=score_matrices(ties=False, gaps="same"))
@settings(max_examples=4)
def test_p_values_by_permutation_and_by_williams_equal_those_of_nlpstats(
    level: str, coefficient: str, alternative: str, scores: Scores
) -> None:
    def compare(method: str) -> float:
        return compare_correlations(
            scores.first, scores.second, scores.human, level=level, coefficient=coefficient, method=method,
            alternative=alternative, resamples=RESAMPLES,
        ).p_value  # fmt: skip

    exchanges = draw_exchanges(*scores.first.shape, "both", RESAMPLES, 12345)
    names = (PEER_LEVELS[level], coefficient.removesuffix("-b"))
    with peer_draws(exchanges, "both", level):
        theirs = permutation_test(
            scores.first, scores.second, scores.human, *names, "both", alternative=alternative, n_resamples=RESAMPLES
        )
        seen = peer_correlate(scores.first, scores.human, *names) - peer_correlate(scores.second, scores.human, *names)
        assume(len(scores.first) > 3)
        williams = williams_test(scores.first, scores.second, scores.human, *names, alternative=alternative).pvalue
    samples = np.array(theirs.samples)
    near = np.abs(np.abs(samples) - abs(seen)) < 1e-9
    if not np.isnan(samples).any() and not near.any() and not can_be_listed(scores, level, "both"):
        assert compare("permutation") * (RESAMPLES + 1) == pytest.approx(theirs.pvalue * RESAMPLES + 1)
    # Of two metrics that are as one, theirs is what rounding leaves.
    alike = np.isclose(abs(correlate(scores.first, scores.second, level, coefficient)), 1)
    if np.isfinite(williams) and not alike:
        assert compare("williams") == pytest.approx(williams, abs=1e-10)


@levels
@pytest.mark.parametrize("coefficient", [name for name in COEFFICIENTS if name != "accuracy"])
@exchanges_of_all_kinds
@settings(max_examples=5)
@given(scores=score_matrices(gaps="same"), seed=st.integers(0, 2**64))
def test_bootstrap_draws_equal_those_of_nlpstats(
    level: str, coefficient: str, exchange: str, scores: Scores, seed: int
) -> None:
    redraws = draw_again(*scores.first.shape, exchange, RESAMPLES, seed)
    ours = redraw_correlations(scores.first, scores.human, redraws, level, coefficient)
    metric, _, human = as_peer_has_it(scores, level)
    turned = level == "by-system"
    kinds = ("segments", "systems") if turned else ("systems", "segments")
    drawn = [
        getattr(redraws, kind)[index] for index in range(RESAMPLES) for kind in kinds if exchange in (kind, "both")
    ]

    with mock.patch("numpy.random.choice", side_effect=drawn), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assume(not np.isnan(ours).all())
        try:
            theirs = bootstrap(
                metric, human, PEER_LEVELS[level], coefficient_for_peer(coefficient),
                PEER_EXCHANGES[FLIPPED[exchange] if turned else exchange], n_resamples=RESAMPLES,
            )  # fmt: skip
        except ValueError:
            # It refuses a draw that has no score of a system or a segment; ours leaves that one out.
            reject()
    np.testing.assert_allclose(ours[~np.isnan(ours)], theirs.samples, atol=1e-10)
