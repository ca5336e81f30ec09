"""Paired tests: what they must say of equal, better and worse systems, and what sacrebleu says."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.metrics.spec import parse
from tertium.registry import SYSTEM_TESTS, load
from tertium.stats.paired import Difference, paired_bootstrap, paired_randomization
from tests.golden.make_sacrebleu import read, read_references
from tests.metrics.tallying import make_corpus, tally
from tests.strategies import Corpus, corpora

TESTS = {name: load(SYSTEM_TESTS, name, "test") for name in SYSTEM_TESTS}
METHODS = list(TESTS)
SPECS = ["bleu", "chrf", "chrf++", "nist", "ter", "unigram", "wer"]


def rate(sums: np.ndarray) -> np.ndarray:
    """A score that needs no metric: the first column's sum over the second's."""
    return sums[..., 0] / sums[..., 1]


def run(method: str, system: np.ndarray, baseline: np.ndarray, resamples: int = 500, seed: int = 1) -> Difference:
    return TESTS[method](system, baseline, rate, level=0.95, resamples=resamples, seed=seed)


def random_rows(generator: np.random.Generator, rows: int, chance: float = 0.5) -> np.ndarray:
    return np.column_stack([generator.random(rows) < chance, np.ones(rows)]).astype(float)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25)
@given(corpus=corpora(), seed=st.integers(0, 2**64 - 1))
def test_a_system_compared_with_itself_is_not_different(method: str, corpus: Corpus, seed: int) -> None:
    systems = {"one": corpus.hypotheses, "same": corpus.hypotheses}
    comparison = tertium.compare(systems, corpus.references, SPECS, method=method, resamples=40, seed=seed)  # type: ignore[arg-type]
    for test in comparison.tests:
        assert (test.difference, test.low, test.high, test.p_value, test.adjusted) == (0, 0, 0, 1, 1)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("spec", SPECS)
def test_swapping_the_systems_changes_the_sign_and_nothing_else(method: str, spec: str) -> None:
    corpus = make_corpus(120)
    systems = {"one": corpus.hypotheses, "two": [reference[0] for reference in make_corpus(120).references]}
    forth = tertium.compare(systems, corpus.references, [spec], method=method, resamples=300)  # type: ignore[arg-type]
    back = tertium.compare(systems, corpus.references, [spec], baseline="two", method=method, resamples=300)  # type: ignore[arg-type]
    (one,), (other,) = forth.tests, back.tests
    assert (one.system, one.baseline) == ("two", "one")
    assert (other.system, other.baseline) == ("one", "two")
    assert one.difference == pytest.approx(-other.difference, abs=1e-12)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert one.p_value == other.p_value


@pytest.mark.parametrize("method", METHODS)
def test_threads_do_not_change_a_test_and_seeds_do(method: str) -> None:
    generator = np.random.default_rng(1)
    system, baseline = random_rows(generator, 333), random_rows(generator, 333)
    results = [
        TESTS[method](system, baseline, rate, level=0.95, resamples=300, seed=seed, threads=threads)
        for seed, threads in ((1, 1), (1, 2), (1, 3), (2, 1))
    ]
    assert results[0] == results[1] == results[2]
    assert results[0] != results[3]


@pytest.mark.parametrize("method", METHODS)
def test_a_system_that_is_always_better_has_the_smallest_p_there_is(method: str) -> None:
    baseline = random_rows(np.random.default_rng(2), 200)
    system = np.column_stack([baseline[:, 0] + 1, baseline[:, 1]])
    difference = run(method, system, baseline, resamples=999)
    assert difference.value == pytest.approx(1)
    assert difference.p_value == 1 / 1000
    assert difference.low == pytest.approx(1)


@pytest.mark.parametrize("method", METHODS)
def test_equal_systems_are_called_different_about_as_often_as_the_level_says(method: str) -> None:
    generator = np.random.default_rng(3)
    found = [
        run(method, random_rows(generator, 100), random_rows(generator, 100), resamples=199, seed=trial).p_value
        for trial in range(400)
    ]
    # 5 per cent are due; five standard errors are 5.4 per cent. Half must be below one half, within the same.
    assert 0.005 <= np.mean(np.array(found) <= 0.05) <= 0.104
    assert np.mean(np.array(found) <= 0.5) == pytest.approx(0.5, abs=0.125)


def test_randomization_equals_the_enumeration_of_all_swaps() -> None:
    generator = np.random.default_rng(4)
    for _ in range(5):
        system = np.column_stack([generator.integers(0, 9, 9), generator.integers(3, 9, 9)]).astype(float)
        baseline = np.column_stack([generator.integers(0, 6, 9), generator.integers(3, 9, 9)]).astype(float)
        seen = abs(rate(system.sum(0)) - rate(baseline.sum(0)))
        extreme = 0
        for swaps in product([False, True], repeat=9):
            mask = np.array(swaps)[:, None]
            one, other = np.where(mask, baseline, system), np.where(mask, system, baseline)
            extreme += abs(rate(one.sum(0)) - rate(other.sum(0))) >= seen - 1e-12
        exact = extreme / 2**9
        found = run("randomization", system, baseline, resamples=20_000).p_value
        assert found == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4)


def test_bootstrap_equals_its_definition_in_numpy() -> None:
    generator = np.random.default_rng(5)
    system, baseline = random_rows(generator, 150, 0.55), random_rows(generator, 150, 0.45)
    both = np.hstack([system, baseline])
    draws = []
    for _ in range(4000):
        sums = both[generator.integers(150, size=150)].sum(axis=0)
        draws.append(rate(sums[:2]) - rate(sums[2:]))
    seen = rate(system.sum(0)) - rate(baseline.sum(0))
    expected = np.mean(np.abs(draws - np.mean(draws)) >= abs(seen) - 1e-9)
    found = run("bootstrap", system, baseline, resamples=4000)
    assert found.value == seen
    assert found.p_value == pytest.approx(expected, abs=5 * np.sqrt(expected * (1 - expected) * 2 / 4000))
    assert (found.low, found.high) == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.02)


@pytest.mark.parametrize("method", METHODS)
def test_the_interval_of_a_difference_is_the_bootstraps(method: str) -> None:
    generator = np.random.default_rng(6)
    system, baseline = random_rows(generator, 80), random_rows(generator, 80)
    one, other = run(method, system, baseline), run("bootstrap", system, baseline)
    assert (one.low, one.high) == (other.low, other.high)
    assert one.low <= one.value <= one.high


def tally_systems(data: Path, spec: str, systems: tuple[str, str]) -> list[np.ndarray]:
    references = read_references("wmt17-toen", "de-en", data)["1"][0]
    hypotheses = [read(data / "wmt17-toen" / "de-en" / f"hyp.{system}.txt") for system in systems]
    return [tally(parse(spec), Corpus(each, [[reference] for reference in references])) for each in hypotheses]


def within_chance(p: float, draws: int) -> float:
    """Four standard errors of the difference of two p-values from so many draws each, and one draw."""
    return 4 * np.sqrt(2 * p * (1 - p) / draws) + 2 / draws


@pytest.mark.parametrize("spec", ["bleu", "chrf"])
def test_p_values_are_near_those_of_sacrebleu(made_data: Path, spec: str) -> None:
    from sacrebleu.metrics import BLEU, CHRF
    from sacrebleu.significance import PairedTest

    systems = ("bert.1", "cleo-B")  # their p-values are neither 0 nor 1
    baseline, system = tally_systems(made_data, spec, systems)
    score = parse(spec).score
    folder = made_data / "wmt17-toen" / "de-en"
    named = [(name, read(folder / f"hyp.{name}.txt")) for name in systems]
    references = read_references("wmt17-toen", "de-en", made_data)["1"]
    theirs = {}
    for kind in ("ar", "bs"):
        peer = {"bleu": BLEU, "chrf": CHRF}[spec](references=references)
        _, results = PairedTest(named, {spec: peer}, None, test_type=kind, n_samples=1000)()
        (name,) = set(results) - {"System"}
        theirs[kind] = results[name][1].p_value

    ours = paired_randomization(system, baseline, score, level=0.95, resamples=1000, seed=1)
    assert 0.01 < theirs["ar"] < 0.9
    assert ours.p_value == pytest.approx(theirs["ar"], abs=within_chance(theirs["ar"], 1000))

    # sacrebleu's bootstrap centres absolute differences and counts one side; applied to our draws it gives its p.
    from tertium.stats.paired import _bootstrap_differences

    value, draws = _bootstrap_differences(system, baseline, score, 1000, 1, 1)
    absolute = np.abs(draws)
    as_theirs = ((absolute - absolute.mean() > abs(value)).sum() + 1) / 1001
    assert as_theirs == pytest.approx(theirs["bs"], abs=within_chance(theirs["bs"], 1000))
    # Ours is two-sided, so it is never the smaller one by more than chance.
    both_sides = paired_bootstrap(system, baseline, score, level=0.95, resamples=1000, seed=1).p_value
    assert both_sides > theirs["bs"] - within_chance(theirs["bs"], 1000)
