"""Comparisons: which systems, which baseline, how it was drawn."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.errors import InputError, SpecError
from tertium.metrics import choose_resampling, compare_systems, make_test_set
from tertium.stats import Resampling
from tests.metrics.tallying import make_corpus

ALL = ["bleu", "chrf", "chrf++", "nist", "ter", "unigram", "wer"]


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, float("nan")])
def test_a_confidence_is_between_0_and_1(level: float) -> None:
    with pytest.raises(SpecError, match="is not between 0 and 1"):
        tertium.score(["a"], ["a"], ["wer"], confidence=level)
    with pytest.raises(SpecError, match="is not between 0 and 1"):
        tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer"], confidence=level)


@pytest.mark.parametrize(
    ("resamples", "level", "least"), [(0, 0.95, "40"), (-1, 0.95, "40"), (39, 0.95, "40"), (1000, 0.999, "2,000")]
)
def test_there_are_as_many_resamples_as_an_interval_needs(resamples: int, level: float, least: str) -> None:
    with pytest.raises(SpecError, match=f"{resamples} resamples do not allow .* Give {least} to 10,000,000"):
        Resampling(level, resamples)
    Resampling(level, int(least.replace(",", "")))


def test_more_resamples_than_memory_holds_are_refused() -> None:
    with pytest.raises(SpecError, match="do not allow"):
        Resampling(resamples=10**12)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(SpecError, match=f"the seed {seed} is not a whole number"):
        tertium.score(["a"], ["a"], ["wer"], confidence=0.9, seed=seed)


@pytest.mark.parametrize("field", ["seed", "resamples"])
def test_a_fraction_is_no_number_of_draws(field: str) -> None:
    with pytest.raises((SpecError, TypeError)):
        tertium.score(["a"], ["a"], ["wer"], confidence=0.9, **{field: 10.5})  # type: ignore[arg-type]


def test_the_largest_seed_works() -> None:
    assert tertium.score(["a"], ["a"], ["wer"], confidence=0.9, seed=2**64 - 1)["wer"].interval is not None


def test_each_system_is_compared_with_the_first() -> None:
    systems = {name: [name, "x"] for name in "abc"}
    comparison = tertium.compare(systems, ["a", "x"], ["wer", "ter"], resamples=40)
    assert [(test.metric, test.system, test.baseline) for test in comparison.tests] == [
        ("wer", "b", "a"),
        ("wer", "c", "a"),
        ("ter", "b", "a"),
        ("ter", "c", "a"),
    ]
    assert list(comparison.systems) == ["a", "b", "c"]
    assert comparison.test("ter", "c").difference == 50


def test_a_named_baseline_is_used() -> None:
    comparison = tertium.compare({name: [name] for name in "abc"}, ["a"], ["wer"], baseline="b", resamples=40)
    assert [(test.system, test.baseline) for test in comparison.tests] == [("a", "b"), ("c", "b")]


def test_all_pairs_are_each_compared_once() -> None:
    comparison = tertium.compare({name: [name] for name in "abcd"}, ["a"], ["wer"], pairs="all", resamples=40)
    assert {frozenset((test.system, test.baseline)) for test in comparison.tests} == {
        frozenset(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")
    }
    assert len(comparison.tests) == 6
    assert comparison.test("wer", "c", "b").baseline == "b"


def test_a_test_that_was_not_made_lists_those_that_were() -> None:
    comparison = tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer"], resamples=40)
    with pytest.raises(KeyError, match=r"no test of 'a' by 'wer'.*wer: b − a"):
        comparison.test("wer", "a")


def test_p_values_are_corrected_metric_by_metric() -> None:
    corpus = make_corpus(60)
    systems = {"base": corpus.hypotheses, "x": corpus.hypotheses[::-1], "y": [text[:9] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ["chrf", "wer"], resamples=99)
    for spec in ("chrf", "wer"):
        tests = [test for test in comparison.tests if test.metric == spec]
        smallest = min(tests, key=lambda test: test.p_value)
        assert smallest.adjusted == pytest.approx(min(1, 2 * smallest.p_value))


def test_the_difference_is_that_of_the_scores() -> None:
    corpus = make_corpus(50)
    systems = {"one": corpus.hypotheses, "two": [text[:-3] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ALL, resamples=50)
    for test in comparison.tests:
        one, two = (comparison.systems[name][test.metric].value for name in ("one", "two"))
        assert test.difference == pytest.approx(two - one, abs=1e-12)
        assert test.low <= test.difference <= test.high


def test_a_comparison_scores_as_each_system_alone() -> None:
    corpus = make_corpus(40)
    systems = {"one": corpus.hypotheses, "two": [text[:-3] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ALL, resamples=40)
    for name, hypotheses in systems.items():
        alone = tertium.score(hypotheses, corpus.references, ALL)
        assert [score.value for score in comparison.systems[name].values()] == [score.value for score in alone.values()]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"systems": {"a": ["a"]}}, InputError, "there is only one system"),
        ({"systems": {}}, InputError, "the test set has no system"),
        ({"baseline": "c"}, SpecError, "the baseline 'c' is not one of the systems. There are: a, b"),
        (
            {"method": "t-test"},
            SpecError,
            "there is no significance test 't-test'. There are: bootstrap, randomization",
        ),
        ({"pairs": "every"}, SpecError, "every"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    given_arguments: dict[str, Any] = {
        "systems": {"a": ["a"], "b": ["b"]},
        "references": ["a"],
        "metrics": ["wer"],
        **arguments,
    }
    with pytest.raises(error, match=message):
        tertium.compare(**given_arguments)


def test_a_system_whose_name_is_empty_may_be_the_baseline() -> None:
    comparison = tertium.compare({"a": ["a"], "": ["b"]}, ["a"], ["wer"], baseline="", resamples=40)
    assert [(test.system, test.baseline) for test in comparison.tests] == [("a", "")]


def test_a_metric_asked_for_twice_is_tested_once() -> None:
    comparison = tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer", "wer"], resamples=40)
    assert len(comparison.tests) == 1


def test_a_comparison_records_how_it_was_made() -> None:
    comparison = compare_systems(
        make_test_set({"a": ["a"], "b": ["b"]}, ["a"]), ["wer"], Resampling(0.8, 30, 5), method="randomization"
    )
    assert (comparison.method, comparison.resamples, comparison.seed, comparison.level) == ("randomization", 30, 5, 0.8)


def make_ladder(systems: int, segments: int = 120) -> tuple[dict[str, list[str]], list[str]]:
    """Return systems of which each has more wrong words than the one before, in steps that cannot be missed."""
    rng = np.random.default_rng(3)
    references = [" ".join(f"w{number}" for number in rng.integers(0, 50, 12)) for _ in range(segments)]
    made = {
        f"s{place}": [
            " ".join("x" if rng.random() < 0.05 + 0.09 * place else word for word in text.split())
            for text in references
        ]
        for place in range(systems)
    }
    return made, references


def test_resamples_are_the_same_for_up_to_a_hundred_tests() -> None:
    systems, references = make_ladder(6, 100)
    all_pairs = tertium.compare(systems, references, ["wer"], pairs="all")
    assert all_pairs.resamples == 10_000
    assert min(test.adjusted for test in all_pairs.tests) == pytest.approx(15 / 10_001)
    assert choose_resampling(14, "all").resamples == 10_000
    assert choose_resampling(20, "all").resamples == 100 * 190
    two = {name: systems[name] for name in ("s0", "s1")}
    assert tertium.compare(two, references, ["wer"]).resamples == 10_000
    assert tertium.compare(two, references, ["wer"], confidence=0.9999).resamples == 20_001
    assert tertium.compare(systems, references, ["wer"], pairs="all", resamples=50).resamples == 50


def test_eleven_systems_can_differ_significantly_after_correction() -> None:
    """With 1,000 resamples and 55 tests, no p (Holm) could be below 0.0549."""
    systems, references = make_ladder(11)
    comparison = tertium.compare(systems, references, ["wer"], pairs="all")
    assert len(comparison.tests) == 55
    assert comparison.test("wer", "s10", "s0").better == "s0"
    assert comparison.test("wer", "s10", "s0").adjusted < 0.01


def test_the_better_system_is_named_in_the_direction_of_the_metric() -> None:
    systems, references = make_ladder(3)
    systems["copy"] = list(systems["s0"])
    comparison = tertium.compare(systems, references, ["chrf", "ter"], pairs="all")
    for spec in ("chrf", "ter"):
        assert comparison.test(spec, "s2", "s0").better == "s0"
        assert comparison.test(spec, "copy", "s2").better == "copy"
        assert comparison.test(spec, "copy", "s0").better is None
    frame = comparison.by_test()
    assert list(frame.columns["better"])[:2] == ["s0", "s0"]
    assert comparison.to_dict()["tests"][0]["better"] == "s0"


def test_systems_that_cannot_be_told_apart_share_a_letter() -> None:
    systems, references = make_ladder(3)
    systems["copy"] = list(systems["s0"])
    comparison = tertium.compare(systems, references, ["chrf", "ter"], pairs="all")
    expected = {"s0": "a", "s1": "b", "s2": "c", "copy": "a"}
    assert comparison.groups == {"chrf": expected, "ter": expected}
    assert comparison.to_dict()["groups"]["ter"] == expected
    assert tertium.compare(systems, references, ["ter"]).groups == {}, "not all pairs were tested"


def test_few_segments_name_no_better_system() -> None:
    systems, references = make_ladder(3, 99)
    comparison = tertium.compare(systems, references, ["ter"], pairs="all")
    assert min(test.adjusted for test in comparison.tests) < 0.01
    assert all(test.better is None for test in comparison.tests)
    assert comparison.groups == {}


@pytest.mark.parametrize("method", ["bootstrap", "randomization"])
def test_tests_of_several_systems_are_those_of_two(method: Any) -> None:
    """Systems are drawn once for all tests, which changes nothing."""
    systems, references = make_ladder(3, 60)
    together = tertium.compare(systems, references, ["chrf"], pairs="all", resamples=200, method=method)
    for test in together.tests:
        two = {name: systems[name] for name in (test.baseline, test.system)}
        (alone,) = tertium.compare(two, references, ["chrf"], resamples=200, method=method).tests
        assert (alone.difference, alone.p_value) == (test.difference, test.p_value)
        assert (alone.low, alone.high) == pytest.approx((test.low, test.high), abs=1e-12)


def test_a_printed_difference_has_the_decimals_of_its_metric() -> None:
    systems = {"one": ["a b c d", "a b"], "two": ["a b c e", "a c"]}
    printed = str(tertium.compare(systems, ["a b c d", "a b"], ["wer", "ter"], resamples=40))
    assert re.search(r"wer: two − one = \+0\.\d{4} \[\+0\.\d{4}, \+0\.\d{4}\]", printed)
    assert re.search(r"ter: two − one = \+\d+\.\d\d \[\+\d+\.\d\d, \+\d+\.\d\d\]", printed)
