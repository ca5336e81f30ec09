"""Differences of correlations: each resample equals nlpstats' with the same draws, and the p-values are honest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.registry import COEFFICIENTS, LEVELS
from tertium.registry import METRIC_TESTS as METHODS
from tertium.stats.bootstrap import percentile_ends
from tertium.stats.difference import compare_all, compare_correlations, correlation_interval
from tertium.stats.exchange import (
    EXCHANGES,
    count_exchanges,
    draw_exchanges,
    list_exchanges,
)
from tertium.stats.levels import correlate
from tertium.stats.redraw import Redraws, draw_again, redraw_correlations
from tertium.stats.samplers import PlainSampler, align_scores, is_fast, make_sampler
from tests.oracle import correlation
from tests.stats.scores import Scores, score_matrices

RESAMPLES = 25

levels = pytest.mark.parametrize("level", LEVELS)
coefficients = pytest.mark.parametrize("coefficient", COEFFICIENTS)
exchanges_of_all_kinds = pytest.mark.parametrize("exchange", EXCHANGES)


@levels
@coefficients
@exchanges_of_all_kinds
@settings(max_examples=12)
@given(scores=score_matrices(), seed=st.integers(0, 2**64))
def test_fast_and_plain_permutations_are_the_same_whatever_is_missing(
    level: str, coefficient: str, exchange: str, scores: Scores, seed: int
) -> None:
    matrices = [align_scores(scores.first), align_scores(scores.second)]
    samplers = [
        make_sampler([scores.first, scores.second], scores.human, level, coefficient, exchange),
        PlainSampler(matrices, align_scores(scores.human), level, coefficient),
    ]
    assert is_fast(level, coefficient, exchange) == (type(samplers[0]) is not PlainSampler)
    drawn = draw_exchanges(*scores.first.shape, exchange, RESAMPLES, seed)
    results = []
    for sampler in samplers:
        sampler.load(drawn)
        results.append(np.array([*sampler.sample(0, 1, 1), *sampler.sample(1, 0, 1)]))
    np.testing.assert_allclose(samplers[0].observed, samplers[1].observed, atol=1e-10)
    np.testing.assert_allclose(results[0], results[1], atol=1e-10)
    np.testing.assert_allclose(results[0][:2], results[0][:1:-1], atol=1e-12)


@levels
@coefficients
@exchanges_of_all_kinds
@settings(max_examples=10)
@given(scores=score_matrices(), seed=st.integers(0, 2**64))
def test_bootstrap_draws_equal_their_definition_whatever_is_missing(
    level: str, coefficient: str, exchange: str, scores: Scores, seed: int
) -> None:
    redraws = draw_again(*scores.first.shape, exchange, 15, seed)
    expected = [
        correlation.redraw(
            scores.first, scores.human, redraws.systems[index], redraws.segments[index], level, coefficient
        )
        for index in range(15)
    ]
    ours = redraw_correlations(scores.first, scores.human, redraws, level, coefficient)
    np.testing.assert_allclose(ours, expected, atol=1e-10)


@pytest.mark.parametrize("method", METHODS)
@levels
@pytest.mark.parametrize("coefficient", ["pearson", "kendall-b"])
@exchanges_of_all_kinds
def test_all_pairs_have_the_p_values_that_each_pair_has(
    method: str, level: str, coefficient: str, exchange: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(4)
    human = generator.normal(size=(6, 8))
    metrics = [human + share * generator.normal(size=human.shape) for share in (0.3, 1, 1.5, 3)]
    metrics[1][2, 3] = human[4, 4] = np.nan
    options = {"level": level, "coefficient": coefficient, "method": method, "exchange": exchange, "resamples": 60}
    found = compare_all(metrics, human, **options, threads=2)
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_array_equal(np.diag(found), 1)
    for one, other in combinations(range(4), 2):
        assert found[one, other] == compare_correlations(metrics[one], metrics[other], human, **options).p_value
    done = []
    monkeypatch.setattr("tertium.stats.pair_tests._AT_A_TIME", 200)
    np.testing.assert_array_equal(compare_all(metrics, human, **options, threads=1, progress=done.append), found)
    assert sum(done) == (4 if method == "bootstrap" else 6)


@pytest.mark.parametrize("method", METHODS)
@levels
def test_a_metric_does_not_differ_from_itself(method: str, level: str) -> None:
    human, metric = np.random.default_rng(5).normal(size=(2, 7, 9))
    found = compare_correlations(metric, metric, human, level=level, coefficient="pearson", method=method)
    assert (found.value, found.p_value, found.low, found.high) == (0, 1, 0, 0)


@pytest.mark.parametrize("method", METHODS)
def test_exchanging_the_metrics_turns_the_sides(method: str) -> None:
    generator = np.random.default_rng(6)
    human = generator.normal(size=(9, 30))
    first, second = human + generator.normal(size=human.shape) / 2, human + 3 * generator.normal(size=human.shape)

    def compare(one: np.ndarray, other: np.ndarray, alternative: str) -> tuple[float, float]:
        found = compare_correlations(
            one, other, human, level="pooled", coefficient="pearson", method=method, alternative=alternative
        )
        return found.value, found.p_value

    for alternative, turned in (("two-sided", "two-sided"), ("greater", "less"), ("less", "greater")):
        value, p_value = compare(first, second, alternative)
        assert compare(second, first, turned) == pytest.approx((-value, p_value))
        assert value > 0.3
        assert p_value > 0.9 if alternative == "less" else p_value < 0.05


def p_of_all_exchanges(scores: Sequence[np.ndarray], options: dict[str, str], movable: Sequence[np.ndarray]) -> float:
    """By brute force: every set of systems, segments or both changes places, also those that come to the same."""
    first, second, human = map(align_scores, scores)
    level, coefficient = options["level"], options["coefficient"]

    def gap(one: np.ndarray, other: np.ndarray) -> float:
        return correlate(one, human, level, coefficient) - correlate(other, human, level, coefficient)

    def subsets(units: np.ndarray, kind: str) -> list[np.ndarray]:
        free = np.flatnonzero(units) if options["exchange"] in (kind, "both") else []
        return [
            np.isin(np.arange(len(units)), chosen)
            for size in range(len(free) + 1)
            for chosen in combinations(free, size)
        ]

    seen = gap(first, second)
    extreme, defined = 0, 0
    masks = product(subsets(movable[0], "systems"), subsets(movable[1], "segments"))
    for systems, segments in masks:
        mask = systems[:, None] ^ segments
        found = gap(np.where(mask, second, first), np.where(mask, first, second))
        defined += not np.isnan(found)
        extreme += abs(found) >= abs(seen) - 1e-12
    return extreme / defined


@pytest.mark.parametrize(("systems", "segments"), [(5, 1), (3, 4), (4, 2)])
@levels
@pytest.mark.parametrize("coefficient", ["pearson", "kendall-b", "accuracy"])
@exchanges_of_all_kinds
def test_few_exchanges_are_all_made_and_no_seed_changes_p(
    systems: int, segments: int, level: str, coefficient: str, exchange: str
) -> None:
    generator = np.random.default_rng(7)
    human, noise, other = generator.normal(size=(3, systems + 1, segments))
    # Nobody judged the last system, so that its exchange changes nothing.
    human[-1] = np.nan
    metrics = [human + 0.5 * noise, 0.3 * noise + other]
    metrics[0][-1] = 0.2
    options = {"level": level, "coefficient": coefficient, "exchange": exchange}
    found = [compare_correlations(*metrics, human, **options, seed=seed).p_value for seed in (1, 2)]
    if np.isnan(correlate(metrics[0], human, level, coefficient)):
        assert np.isnan(found).all()
        return
    movable = np.arange(systems + 1) < systems, np.ones(segments, dtype=bool)
    expected = p_of_all_exchanges([*metrics, human], options, movable)
    assert found == [expected, expected]
    assert compare_all(metrics, human, **options)[0, 1] == expected
    assert found[0] >= 2 / count_exchanges(*movable, exchange)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_five_systems_give_multiples_of_their_exchanges(alternative: str) -> None:
    generator = np.random.default_rng(8)
    for _ in range(20):
        human, first, second = generator.normal(size=(3, 5, 1))
        found = compare_correlations(
            first, second, human, level="system", coefficient="pearson", exchange="systems", alternative=alternative
        ).p_value
        assert (found * (16 if alternative == "two-sided" else 32)).is_integer()
        assert found > 0


def test_exchanges_are_listed_once_each() -> None:
    systems, segments = np.array([True, False, True, True]), np.array([False, True, True])
    for exchange, count in (("systems", 8), ("segments", 4), ("both", 16)):
        listed = list_exchanges(systems, segments, exchange)
        assert len(listed) == count_exchanges(systems, segments, exchange) == count
        cells = {listed.cells(index)[systems][:, segments].tobytes() for index in range(count)}
        assert len(cells) == count
        assert not listed.cells(0).any()
        assert not listed.systems[:, ~systems].any()
        assert not listed.segments[:, ~segments].any()
    with pytest.raises(SpecError, match="There are: systems, segments, both"):
        list_exchanges(systems, segments, "cells")


def test_more_exchanges_than_resamples_are_drawn() -> None:
    human, first, second = np.random.default_rng(9).normal(size=(3, 8, 1))
    options = {"level": "system", "coefficient": "pearson", "exchange": "systems"}
    drawn, exact, larger = (
        compare_correlations(first, second, human, **options, resamples=resamples).p_value
        for resamples in (255, 256, 20_000)
    )
    assert (drawn * 256).is_integer()
    assert exact == larger
    assert drawn == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 255))


@pytest.mark.parametrize("method", ["permutation", "bootstrap"])
def test_equal_metrics_are_called_different_about_as_often_as_the_level_says(method: str) -> None:
    generator = np.random.default_rng(8)
    found = []
    for trial in range(300):
        human = generator.normal(size=(30, 1))
        first, second = (human + generator.normal(size=human.shape) for _ in range(2))
        options = {"level": "system", "coefficient": "pearson", "method": method, "exchange": "systems"}
        found.append(compare_correlations(first, second, human, **options, resamples=99, seed=trial).p_value)
    # 5 per cent are due; five standard errors are 6.3 per cent.
    assert 0.003 <= np.mean(np.array(found) <= 0.05) <= 0.115


@levels
def test_threads_do_not_change_a_result_and_seeds_do(level: str) -> None:
    generator = np.random.default_rng(9)
    human = generator.normal(size=(6, 20))
    first, second = (human + share * generator.normal(size=human.shape) for share in (1, 1.3))
    for coefficient in ("pearson", "kendall-b"):
        results = [
            compare_correlations(
                first, second, human, level=level, coefficient=coefficient, resamples=99, seed=seed, threads=threads
            )
            for seed, threads in ((1, 1), (1, 2), (1, 3), (2, 1))
        ]
        assert results[0] == results[1] == results[2]
        assert results[0].low != results[3].low
        assert results[0].to_dict()["seed"] == 1


@levels
@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
@pytest.mark.parametrize("draw", EXCHANGES)
def test_intervals_are_percentiles_of_the_draws(level: str, coefficient: str, draw: str) -> None:
    generator = np.random.default_rng(10)
    human = generator.normal(size=(9, 12))
    metric = human + generator.normal(size=human.shape)
    options = {"level": level, "coefficient": coefficient}
    found = correlation_interval(metric, human, **options, draw=draw, confidence=0.9, resamples=200, seed=3)
    redraws = draw_again(9, 12, draw, 200, 3)
    draws = redraw_correlations(metric, human, redraws, level, coefficient)
    defined = draws[~np.isnan(draws)]
    assert (found.low, found.high) == percentile_ends(defined, 0.9)
    assert (found.mean, found.level, found.resamples, found.seed) == (defined.mean(), 0.9, 200, 3)
    assert found.low < correlate(metric, human, level, coefficient) < found.high


def test_an_interval_needs_half_of_its_draws() -> None:
    # Of two systems, half of all draws have one twice.
    metric, human = np.array([[1.0], [2.0]]), np.array([[1.0], [3.0]])
    options = {"level": "system", "coefficient": "pearson", "draw": "systems", "resamples": 100}
    found = [correlation_interval(metric, human, **options, seed=seed) for seed in range(10)]
    for seed, interval in enumerate(found):
        draws = draw_again(2, 1, "systems", 100, seed).systems
        defined = (draws[:, 0] != draws[:, 1]).sum()
        assert np.isnan(interval.low) == (defined < 50)
        assert np.isnan(interval.low) or (interval.low, interval.high) == pytest.approx((1, 1))
    assert {bool(np.isnan(interval.low)) for interval in found} == {True, False}


@levels
@exchanges_of_all_kinds
def test_copies_of_an_item_are_no_agreement(level: str, exchange: str) -> None:
    human = np.random.default_rng(12).normal(size=(6, 7))
    options = {"level": level, "coefficient": "accuracy", "draw": exchange}
    for metric, accuracy in ((-human, 0.0), (human, 1.0)):
        found = correlation_interval(metric, human, **options)
        assert (found.low, found.high, found.mean) == pytest.approx((accuracy,) * 3)


@pytest.mark.parametrize("level", ["system", "by-system", "by-segment"])
@exchanges_of_all_kinds
def test_the_mean_of_redrawn_accuracy_is_near_the_figure(level: str, exchange: str) -> None:
    generator = np.random.default_rng(13)
    # One number a system and no noise below it, so that only the order of systems can change.
    human = (
        generator.normal(size=(8, 12)) if level != "system" else np.repeat(generator.normal(size=(8, 1)), 12, axis=1)
    )
    metric = human + (generator.normal(size=human.shape) if level != "system" else generator.normal(size=(8, 1)))
    found = correlation_interval(metric, human, level=level, coefficient="accuracy", draw=exchange, resamples=2000)
    figure = correlate(metric, human, level, "accuracy")
    # A quarter of what copies added at least, which was (1 - accuracy) / items.
    assert found.mean == pytest.approx(figure, abs=(1 - figure) / 12 / 4)
    assert found.low <= figure <= found.high


def test_nothing_can_be_drawn_from_one_system_or_segment() -> None:
    metric, other, human = np.random.default_rng(14).normal(size=(3, 5, 6))
    one_segment, one_system, one_group = (np.full(human.shape, np.nan) for _ in range(3))
    one_segment[:, 2], one_system[3] = human[:, 2], human[3]
    # Two segments were judged, but only one has a correlation.
    one_group[:, 2], one_group[1, 3] = human[:, 2], human[1, 3]
    for judged, level, draw in (
        (one_segment, "pooled", "segments"),
        (one_segment, "by-segment", "segments"),
        (one_group, "by-segment", "segments"),
        (one_system, "pooled", "systems"),
        (one_system, "by-system", "systems"),
    ):
        options = {"level": level, "coefficient": "pearson"}
        assert not np.isnan(correlate(metric, judged, level, "pearson"))
        found = correlation_interval(metric, judged, **options, draw=draw)
        assert np.isnan([found.low, found.high, found.mean]).all()
        compared = compare_correlations(metric, other, judged, **options, exchange=draw, method="bootstrap")
        assert np.isnan([compared.low, compared.high, compared.p_value]).all()
        assert not np.isnan(correlation_interval(metric, human, **options, draw=draw).low)
    whole = metric[:, :1], human[:, :1]
    assert np.isnan(correlation_interval(*whole, level="system", coefficient="pearson", draw="segments").low)
    found = correlation_interval(metric, human[:, :1], level="system", coefficient="pearson", draw="segments")
    assert found.low < found.high
    # Of both, segments can be drawn where systems cannot.
    assert correlation_interval(metric, one_system, level="pooled", coefficient="pearson").low < 1


@levels
@coefficients
@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e200, 1e300, 3e307])
def test_neither_huge_nor_tiny_scores_change_a_result(level: str, coefficient: str, scale: float) -> None:
    generator = np.random.default_rng(15)
    human = generator.normal(size=(6, 8)).clip(-3, 3)
    first, second = (human + generator.normal(size=human.shape).clip(-2, 2) for _ in range(2))
    second[2, 3] = np.nan
    options = {"level": level, "coefficient": coefficient, "resamples": 60}
    usual, scaled = (compare_correlations(first * by, second * by, human * by, **options) for by in (1.0, scale))
    assert list(scaled.to_dict().values())[:4] == pytest.approx(list(usual.to_dict().values())[:4], abs=1e-9)
    intervals = [correlation_interval(second * by, human, **options) for by in (1.0, scale)]
    assert list(intervals[1].to_dict().values()) == pytest.approx(list(intervals[0].to_dict().values()), abs=1e-9)


@pytest.mark.parametrize("coefficient", ["spearman", "kendall-b", "accuracy"])
def test_a_huge_score_hides_no_order_of_the_others(coefficient: str) -> None:
    human = np.arange(7.0)[:, None]
    metric = np.array([[1.0], [2], [4], [3], [5], [6], [1e300]])
    expected = correlation_interval(np.minimum(metric, 9), human, level="system", coefficient=coefficient)
    assert correlation_interval(metric, human, level="system", coefficient=coefficient) == expected


@pytest.mark.parametrize("exchange", ["systems", "both"])
def test_a_huge_segment_leaves_the_others_their_correlations(exchange: str) -> None:
    human, metric = np.random.default_rng(16).normal(size=(2, 6, 5))
    options = {"level": "by-segment", "coefficient": "pearson", "draw": exchange}
    usual = correlation_interval(metric, human, **options)
    found = correlation_interval(metric * [1, 1, 1e300, 1, 1e-200], human, **options)
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high))
    # Nor does a score that people have no counterpart of.
    human[0] = np.nan
    usual = correlation_interval(metric, human, **options)
    metric[0] = 1e300
    found = correlation_interval(metric, human, **options)
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high))


def test_what_is_undefined_is_nan_without_a_warning() -> None:
    human = np.arange(6.0).reshape(3, 2)
    constant, empty = np.ones((3, 2)), np.full((3, 2), np.nan)
    for level in LEVELS:
        for method in METHODS:
            for metric in (constant, empty):
                found = compare_correlations(metric, human, human, level=level, coefficient="pearson", method=method)
                assert np.isnan([found.value, found.p_value]).all()


def test_people_who_judge_other_columns_are_drawn_by_themselves() -> None:
    generator = np.random.default_rng(11)
    human, metric = generator.normal(size=(5, 4)), generator.normal(size=(5, 7))
    redraws: Redraws = draw_again(5, 7, "both", 10, 1, human_segments=4)
    ours = redraw_correlations(metric, human, redraws, "system", "pearson")
    for index in range(10):
        drawn = metric[np.ix_(redraws.systems[index], redraws.segments[index])]
        judged = human[np.ix_(redraws.systems[index], redraws.human_segments[index])]
        assert ours[index] == pytest.approx(correlate(drawn, judged, "system", "pearson"))
    found = compare_correlations(metric, -metric, human, level="system", coefficient="spearman", resamples=50)
    assert 0 < found.p_value <= 1


def test_draws_are_the_same_on_all_machines() -> None:
    drawn = draw_exchanges(5, 70, "both", 3, 42)
    assert drawn.systems.astype(int).tolist() == SYSTEMS_OF_SEED_42
    assert np.packbits(drawn.segments, axis=1).tobytes().hex() == SEGMENTS_OF_SEED_42
    assert not draw_exchanges(5, 70, "segments", 3, 42).systems.any()
    assert not draw_exchanges(5, 70, "systems", 3, 42).segments.any()
    many = draw_exchanges(100, 130, "both", 4000, 1)
    for mask in (many.systems, many.segments):
        assert np.abs(mask.mean(axis=0) - 0.5).max() < 5 * 0.5 / np.sqrt(4000)
    assert draw_again(4, 3, "both", 2, 42).systems.tolist() == REDRAWN_SYSTEMS_OF_SEED_42


# From NumPy 2.4.6 on x86-64.
SYSTEMS_OF_SEED_42 = [[0, 0, 0, 1, 0], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0]]
SEGMENTS_OF_SEED_42 = "b1110068706d614dd431cae361b746439f8c02e935edc541dc93c8"
REDRAWN_SYSTEMS_OF_SEED_42 = [[0, 3, 2, 1], [1, 3, 0, 2]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "permutations"}, "Did you mean 'permutation'"),
        ({"exchange": "inputs"}, "There are: systems, segments, both"),
        ({"alternative": "more"}, "There are: two-sided, greater, less"),
        ({"level": "segment"}, "there is no level 'segment'"),
        ({"coefficient": "tau"}, "there is no coefficient 'tau'"),
        ({"resamples": 0}, "are not enough"),
        ({"resamples": 1.5}, "not a whole number"),
        ({"confidence": 95}, "not between 0 and 1"),
        ({"seed": -1}, "below zero"),
        ({"method": "williams", "coefficient": "accuracy"}, "not a correlation"),
    ],
)
def test_odd_settings_are_refused(options: dict[str, object], message: str) -> None:
    matrix = np.arange(6.0).reshape(3, 2)
    with pytest.raises(SpecError, match=message):
        compare_correlations(matrix, matrix, matrix, **{"level": "system", "coefficient": "pearson"} | options)  # type: ignore[arg-type]


def test_sums_that_do_not_fit_are_refused() -> None:
    three, rows = np.ones(3), np.ones((2, 3))
    assert _core.exchange_pearson(three, (three, three), (rows, rows), 1).shape == (2, 2)
    for fixed, totals, given_away in (
        (np.ones(4), (np.ones(4), np.ones(4)), (np.ones((2, 4)), np.ones((2, 4)))),
        (three, (three, np.ones(6)), (rows, rows)),
        (three, (three, three), (rows, np.ones((3, 3)))),
        (three, (three, three), (rows, np.ones((2, 6)))),
    ):
        with pytest.raises(InputError, match="three sums for each group"):
            _core.exchange_pearson(fixed, totals, given_away, 1)


def test_odd_scores_are_refused() -> None:
    matrix = np.arange(6.0).reshape(3, 2)
    with pytest.raises(InputError, match="different systems or segments"):
        compare_all([matrix, matrix[:, :1]], matrix, level="system", coefficient="pearson")
    with pytest.raises(InputError, match="no metric"):
        compare_all([], matrix, level="system", coefficient="pearson")
    np.testing.assert_array_equal(compare_all([matrix], matrix, level="system", coefficient="pearson"), [[1]])
