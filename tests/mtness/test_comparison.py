from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tertium import compare
from tertium.errors import InputError
from tertium.mtness.comparison import compare_mtness, compare_two, rate_of
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.segment import Segment
from tertium.stats.correction import adjust_holm
from tertium.stats.resampling import SIGNIFICANT, Resampling


def make(system: str, found: dict[int, list[tuple[Verdict, str]]], segments: int = 100, words: int = 10) -> Examination:
    findings = [
        Finding(segment=segment, kind="NP", start=0, end=len(text), text=text, verdict=verdict)
        for segment, each in found.items()
        for verdict, text in each
    ]
    return Examination(
        system=system,
        segments=[Segment(text="x")] * segments,
        findings=findings,
        words=[words] * segments,
        verdicts=Counter(),
    )


INSTANCE, CANDIDATE = Verdict.INSTANCE, Verdict.CANDIDATE


def test_the_fewer_the_better() -> None:
    good = make("good", {3: [(INSTANCE, "a b")]})
    bad = make("bad", {number: [(INSTANCE, "a b")] for number in range(0, 100, 2)})
    found = compare_two(good, bad)
    assert (found.rate, found.baseline_rate, found.difference.value) == (1, 50, -49)
    assert found.difference.high < 0
    assert found.better == "good"
    assert compare_two(bad, good).better == "good"


def test_a_candidate_that_only_one_has_counts_as_an_instance() -> None:
    both, one = (CANDIDATE, "De Ambas"), (CANDIDATE, "de una")
    found = compare_two(make("a", {0: [both, one]}), make("b", {5: [(CANDIDATE, "de  ambas")]}))
    assert [each.text for each in found.promoted] == ["de una"]
    assert found.baseline_promoted == []
    assert (found.rate, found.baseline_rate) == (1, 0)


def test_equal_systems_do_not_differ() -> None:
    findings = {number: [(INSTANCE, "a")] for number in range(7)}
    found = compare_two(make("a", findings), make("b", findings))
    assert (found.difference.value, found.difference.low, found.difference.high) == (0, 0, 0)
    assert found.difference.p_value == 1
    assert found.better is None


def test_the_interval_is_that_of_segments_drawn_together() -> None:
    """Held against the obvious bootstrap, with draws of its own: the ends agree as far as chance allows."""
    generator = np.random.default_rng(1)
    one, other = generator.poisson(0.5, 200), generator.poisson(0.3, 200)
    systems = [
        make(name, {number: [(INSTANCE, "x")] * int(count) for number, count in enumerate(counts)}, segments=200)
        for name, counts in (("a", one), ("b", other))
    ]
    found = compare_two(*systems, Resampling(resamples=5000))
    draws = generator.integers(0, 200, (5000, 200))
    expected = np.quantile(100 * (one[draws].mean(axis=1) - other[draws].mean(axis=1)), [0.025, 0.975])
    assert [found.difference.low, found.difference.high] == pytest.approx(expected, abs=1.0)


def test_all_pairs_are_compared_each_system_with_those_before_it() -> None:
    systems = [make(name, {}) for name in "abc"]
    found = [(each.system, each.baseline) for each in compare_mtness(systems)]
    assert found == [("b", "a"), ("c", "a"), ("c", "b")]
    texts = {name: ["a dog"] for name in "abc"}
    tests = compare(texts, ["a dog"], ["wer"], pairs="all", resamples=100).tests
    assert found == [(test.system, test.baseline) for test in tests], "both studies have one direction"


def test_p_is_corrected_for_the_number_of_pairs_and_says_which_is_better() -> None:
    """Of one pair p is 0.02, and so of three it is not significant any more."""
    places = {"a": range(8), "b": range(8), "c": range(8, 28)}
    systems = [make(name, {at: [(INSTANCE, "x")] for at in segments}) for name, segments in places.items()]
    (alone,) = compare_mtness([systems[0], systems[2]])
    found = compare_mtness(systems)
    assert [each.adjusted for each in found] == adjust_holm([each.difference.p_value for each in found])
    assert (alone.adjusted, alone.better) == (alone.difference.p_value, "a")
    assert SIGNIFICANT / 3 < found[1].difference.p_value < SIGNIFICANT < found[1].adjusted
    assert found[1].better is None
    assert found[1].to_dict()["adjusted"] == found[1].adjusted


def test_resamples_follow_the_number_of_pairs() -> None:
    systems = [make(str(number), {}) for number in range(4)]
    assert {each.resampling.resamples for each in compare_mtness(systems)} == {10000}
    assert {each.resampling.resamples for each in compare_mtness(systems, Resampling(resamples=100))} == {100}


def test_empty_segments_are_no_division_by_zero() -> None:
    assert rate_of(np.array([[0.0, 0.0], [1.0, 10.0]])).tolist() == [0, 100]


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(InputError, match="100 segments and 'b' 99"):
        compare_two(make("a", {}), make("b", {}, segments=99))
    with pytest.raises(InputError, match="no words"):
        compare_two(make("a", {}), make("b", {}, words=0))
