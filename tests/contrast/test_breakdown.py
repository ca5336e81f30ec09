"""Scores by bucket: those of the segments alone, tested where there are enough of them."""

from __future__ import annotations

import numpy as np
import pytest

import tertium
from tertium.contrast import (
    Buckets,
    ContrastSetting,
    break_down,
    bucket_labels,
    bucket_numbers,
    bucket_quarters,
    distribute,
    score_buckets,
)
from tertium.contrast.buckets import choose_edges
from tertium.errors import InputError
from tertium.metrics import parse
from tertium.stats import Resampling

WORDS = np.array(["the", "cat", "sat", "on", "a", "mat", "dog", "and"])


def make_texts(count: int, seed: int) -> list[str]:
    generator = np.random.default_rng(seed)
    return [" ".join(generator.choice(WORDS, generator.integers(3, 9))) for _ in range(count)]


SYSTEMS = {"one": make_texts(260, 1), "two": make_texts(260, 2)}
REFERENCES = [
    one if number % 3 else two for number, (one, two) in enumerate(zip(SYSTEMS["one"], SYSTEMS["two"], strict=True))
]


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter"])
def test_a_bucket_has_the_score_of_its_segments_alone(spec: str) -> None:
    scored = tertium.score_systems(tertium.make_test_set(SYSTEMS, REFERENCES), [spec])
    places = np.arange(260) % 4
    found = score_buckets(
        [scored[name][spec].rows for name in SYSTEMS], parse(spec).score, Buckets("any", list("abcde"), places)
    )
    assert found.shape == (5, 2)
    assert np.isnan(found[4]).all()
    for place in range(4):
        for column, name in enumerate(SYSTEMS):
            alone = tertium.score(SYSTEMS[name][place::4], REFERENCES[place::4], [spec])[spec].value
            assert found[place, column] == pytest.approx(alone, abs=1e-9)


@pytest.mark.parametrize("method", ["bootstrap", "randomization"])
def test_a_large_bucket_is_tested_as_compare_tests_it(method: str) -> None:
    labels = ["large"] * 160 + ["small"] * 60 + ["larger"] * 40
    labels[220:] = ["large"] * 40
    found = tertium.diff(SYSTEMS, REFERENCES, labels={"size": labels}, method=method, resamples=500)  # type: ignore[arg-type]
    large, small = found.breakdown("size").buckets
    inside = [number for number, label in enumerate(labels) if label == "large"]
    part = {name: [texts[number] for number in inside] for name, texts in SYSTEMS.items()}
    references = [REFERENCES[number] for number in inside]
    (test,) = tertium.compare(part, references, ["chrf"], method=method, resamples=500).tests  # type: ignore[arg-type]
    assert (large.count, large.name) == (200, "large")
    assert (large.difference, large.p_value) == pytest.approx((test.difference, test.p_value))
    # The draws of compare are of each system by itself, which rounds otherwise.
    assert (large.low, large.high) == pytest.approx((test.low, test.high), abs=1e-9)
    assert large.better == test.better == "one"
    assert (small.count, small.is_small, small.better) == (60, True, None)
    assert np.isnan([small.low, small.high, small.p_value, small.adjusted]).all()


def test_holm_corrects_for_the_buckets_that_are_tested() -> None:
    labels = ["a"] * 125 + ["b"] * 125 + ["c"] * 10
    first, second, third = tertium.diff(SYSTEMS, REFERENCES, labels={"x": labels}).breakdown("x").buckets
    low, high = sorted([first, second], key=lambda bucket: bucket.p_value)
    assert low.adjusted == pytest.approx(min(1, 2 * low.p_value))
    assert high.adjusted == pytest.approx(max(low.adjusted, high.p_value))
    assert np.isnan(third.adjusted)


def test_a_lower_score_is_better_where_the_metric_says_so() -> None:
    found = tertium.diff(SYSTEMS, REFERENCES, "ter")
    assert found.total.scores[0] < found.total.scores[1]
    assert found.total.better == "one"
    assert found.total.ahead[0] > found.total.ahead[1]
    assert {each.better for each in found.segments} == {"one", "two"}
    assert all((each.difference < 0) == (each.better == "two") for each in found.segments)
    hardest, *_, easiest = found.breakdown("difficulty").buckets
    assert hardest.name == "hardest 25%"
    assert sum(hardest.scores) > sum(easiest.scores)


def test_a_constant_difference_is_not_significant() -> None:
    rows = np.ones((150, 2))
    setting = ContrastSetting(names=("a", "b"), resampling=Resampling(resamples=100))
    equal = np.zeros(150)
    buckets = Buckets("all", ["all"], np.zeros(150, dtype=np.int64))
    (bucket,) = break_down((rows, rows), (equal, equal), lambda sums: sums[..., 0], buckets, setting).buckets
    assert (bucket.p_value, bucket.better, bucket.ahead) == (1.0, None, (0, 0))


def test_edges_belong_to_the_bucket_that_they_begin() -> None:
    buckets = bucket_numbers("x", np.array([-6, -5, -1, 0, 9, 10]), [-5, 0, 1, 10])
    assert buckets.names == ["<−5", "−5 to −1", "0", "1–9", "≥10"]
    assert buckets.places.tolist() == [0, 1, 1, 2, 3, 4]


def test_quarters_keep_ties_together() -> None:
    assert set(bucket_quarters("x", np.zeros(9)).places.tolist()) == {0}
    assert np.bincount(bucket_quarters("x", np.arange(100.0)).places).tolist() == [25, 25, 25, 25]


def test_labels_keep_their_order() -> None:
    assert bucket_labels("x", ["b", "a", "b"]).names == ["b", "a"]
    with pytest.raises(InputError, match="has no name"):
        Buckets("x", ["a"], np.array([0, 1]))


def test_distributions_count_every_segment() -> None:
    values = np.random.default_rng(1).normal(50, 20, (2, 400))
    found = distribute("score", values[0], values[1], choose_edges(values.ravel()))
    assert [sum(counts) for counts in found.counts] == [400, 400]
    assert len(found.names) <= 12


@pytest.mark.parametrize("values", [[5.0], [0.0, 0.0], [0.31, 0.62, 0.9], [-3.0, 900.0]])
def test_there_are_always_round_edges(values: list[float]) -> None:
    edges = choose_edges(np.array(values))
    assert edges == sorted(set(edges))
    assert 1 <= len(edges) <= 11
