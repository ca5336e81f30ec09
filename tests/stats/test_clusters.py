"""Clusters and letters of metrics."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError
from tertium.stats.clusters import cluster, letter, tell_apart


@st.composite
def compared_metrics(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    count = draw(st.integers(1, 9))
    values = np.array(draw(st.lists(st.integers(0, 12), min_size=count, max_size=count))) / 12
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    p_values = np.where(generator.random((count, count)) < draw(st.sampled_from([0.1, 0.5, 0.9])), 0.01, 0.5)
    p_values[generator.random((count, count)) < 0.05] = np.nan
    p_values = np.triu(p_values, 1) + np.triu(p_values, 1).T
    np.fill_diagonal(p_values, 1)
    return values, p_values


@given(tested=compared_metrics())
def test_a_line_is_drawn_exactly_where_all_above_differ_from_all_below(tested: tuple[np.ndarray, np.ndarray]) -> None:
    values, p_values = tested
    ranks = np.array(cluster(values, p_values))
    order = np.argsort(-values, kind="stable")
    assert ranks[order[0]] == 1
    for place in range(1, len(order)):
        above, below = order[:place], order[place:]
        line = all(p_values[one, other] < 0.05 for one in above for other in below)
        assert ranks[order[place]] - ranks[order[place - 1]] == int(line)


@given(tested=compared_metrics())
def test_metrics_share_a_letter_exactly_if_they_cannot_be_told_apart(tested: tuple[np.ndarray, np.ndarray]) -> None:
    values, p_values = tested
    letters = letter(values, p_values)
    pairs = {frozenset(pair) for pair in tell_apart(values, p_values)}
    for one, other in combinations(range(len(values)), 2):
        together = not p_values[one, other] < 0.05
        assert bool(set(letters[one]) & set(letters[other])) == together
        assert (frozenset((one, other)) in pairs) == together
    assert all(letters)
    assert "a" in letters[int(np.argsort(-values, kind="stable")[0])]


def test_pairs_name_the_better_one_first() -> None:
    p_values = np.array([[1, 0.5, 0.01], [0.5, 1, 0.6], [0.01, 0.6, 1]])
    assert tell_apart([0.1, 0.2, 0.3], p_values) == [(2, 1), (1, 0)]
    assert letter([0.1, 0.2, 0.3], p_values) == ["b", "ab", "a"]
    # A chain of metrics that neighbours cannot be told from is one cluster, though its ends differ.
    assert cluster([0.1, 0.2, 0.3], p_values) == [1, 1, 1]


def test_many_groups_have_names() -> None:
    different = np.full((60, 60), 0.001)
    letters = letter(np.arange(60.0), different)
    assert letters[-1] == "a"
    assert letters[0] == "h1"
    assert len(set(letters)) == 60
    assert cluster(np.arange(60.0), different)[0] == 60


def test_a_metric_without_a_value_has_no_cluster_and_joins_no_others() -> None:
    p_values = np.array([[1, np.nan], [np.nan, 1]])
    assert cluster([np.nan, 0.5], p_values) == [None, 1]
    apart = np.array([[1, np.nan, 0.01], [np.nan, 1, np.nan], [0.01, np.nan, 1]])
    assert cluster([0.2, np.nan, 0.7], apart) == [2, None, 1]
    assert cluster([np.nan], np.ones((1, 1))) == [None]
    assert tell_apart([np.nan, 0.5], p_values) == [(1, 0)]
    assert cluster([], np.empty((0, 0))) == []


def test_p_values_must_fit() -> None:
    with pytest.raises(InputError, match="3 values do not go with"):
        cluster([1, 2, 3], np.ones((2, 2)))
