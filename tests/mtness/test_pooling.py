"""Evidence pooled over a text: the share that is found is the most probable one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.mtness.detection.pooling import compare_shares, estimate_share, pool
from tertium.types import Array

ODDS = st.lists(st.floats(-8, 8), min_size=1, max_size=30).map(np.array)
SHARES = st.floats(0.01, 0.9)
GRID = np.linspace(1e-4, 0.99, 2000)


def likelihood(share: Array, odds: Array, given_share: float, caution: float) -> Array:
    """The logarithm of the probability of the evidence, if so large a share is right.

    Each is right with the evidence for it, or wrong without; and as many more as the caution says agree with the given
    share.
    """
    evidence = np.exp(odds - math.log(given_share / (1 - given_share)))
    share = np.atleast_1d(share)
    found: Array = np.log(share[:, None] * evidence + (1 - share[:, None])).sum(axis=1)
    return found + caution * (given_share * np.log(share) + (1 - given_share) * np.log(1 - share))


@given(odds=ODDS, share=SHARES, caution=st.sampled_from([0.0, 0.0, 1.0, 4.0, 20.0]))
def test_the_share_is_the_most_probable_one(odds: Array, share: float, caution: float) -> None:
    found = estimate_share(odds, share, caution)
    assert 1e-4 <= found <= 0.99
    best = likelihood(GRID, odds, share, caution).max()
    # Where it is flat, the last steps are small, and so is what they would gain.
    assert float(likelihood(np.array(found), odds, share, caution)[0]) >= best - 0.02


@given(odds=ODDS, share=SHARES, caution=st.floats(2, 30))
def test_the_share_explains_itself(odds: Array, share: float, caution: float) -> None:
    """It is the mean of what is expected of each by it, and of those more that agree with the given one."""
    found = estimate_share(odds, share, caution)
    expected = 1 / (1 + np.exp(-(odds + compare_shares(found, share))))
    mean = (expected.sum() + caution * share) / (len(odds) + caution)
    assert min(max(mean, 1e-4), 0.99) == pytest.approx(found, abs=1e-4)


def test_a_mixture_of_known_shares_is_found() -> None:
    dice = np.random.default_rng(8)
    for right in (30, 300, 700):
        # Evidence of two groups, each normal with the same spread: the logarithm of their ratio is linear.
        values = np.concatenate([dice.normal(1.5, 1, right), dice.normal(-1.5, 1, 1000 - right)])
        odds = 3 * values + math.log(0.5 / 0.5)
        assert estimate_share(odds, 0.5, 0.0) == pytest.approx(right / 1000, abs=0.04)


def test_odds_without_evidence_leave_the_share_as_it_is() -> None:
    for share in (0.05, 0.4, 0.9):
        odds = np.full(12, math.log(share / (1 - share)))
        assert estimate_share(odds, share, 3.0) == pytest.approx(share, abs=1e-6)


@given(odds=ODDS, share=SHARES, more=st.floats(0.1, 4))
def test_more_evidence_is_a_larger_share(odds: Array, share: float, more: float) -> None:
    assert estimate_share(odds + more, share, 4.0) >= estimate_share(odds, share, 4.0) - 1e-4


@given(
    odds=ODDS,
    data=st.data(),
    share=SHARES,
    caution=st.sampled_from([1.0, 4.0]),
)
def test_classes_are_pooled_each_by_itself(odds: Array, data: st.DataObject, share: float, caution: float) -> None:
    names = data.draw(st.lists(st.sampled_from([None, "a", ("b",)]), min_size=len(odds), max_size=len(odds)))
    before = odds.copy()
    found = pool(odds, names, [share] * len(odds), [caution] * len(odds))
    assert (odds == before).all()
    for name in ("a", ("b",)):
        places = [place for place, each in enumerate(names) if each == name]
        if places:
            shift = compare_shares(estimate_share(odds[places], share, caution), share)
            assert found[places] == pytest.approx(odds[places] + shift)
    alone = [place for place, each in enumerate(names) if each is None]
    assert found[alone].tolist() == odds[alone].tolist()


def test_each_class_has_its_own_share_and_caution() -> None:
    odds = np.array([2.0, 2.0, 2.0, 2.0])
    one, _, other, _ = pool(odds, ["a", "a", "b", "b"], [0.1, 0.1, 0.5, 0.5], [0.0, 0.0, 50.0, 50.0]).tolist()
    assert one > other > 2.0
    assert pool(np.zeros(0), [], [], []).tolist() == []


def test_extreme_shares_and_odds_are_no_problem() -> None:
    odds = np.array([-900.0, 900.0, 0.0])
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        for share in (0.0, 1.0, 0.5):
            assert 0 < estimate_share(odds, share, 4.0) < 1
        assert np.isfinite(pool(odds, ["a"] * 3, [0.0] * 3, [4.0] * 3)).all()
    assert compare_shares(0.0, 0.0) == 0.0
    assert compare_shares(1.0, 0.0) == pytest.approx(math.log(0.99 / 0.01) - math.log(1e-4 / (1 - 1e-4)))
