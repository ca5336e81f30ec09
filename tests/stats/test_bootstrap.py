"""Bootstrap intervals: reproducible, independent of threads, and distributed as they should be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.metrics.spec import parse
from tertium.stats.bootstrap import bootstrap_interval, percentile_ends, resample_scores
from tests.metrics.tallying import make_corpus, tally
from tests.oracle import resample as oracle

SPECS = ["bleu", "chrf", "nist", "ter", "unigram", "wer"]


@pytest.mark.parametrize("spec", SPECS)
def test_an_interval_depends_on_the_seed_and_not_on_threads(spec: str) -> None:
    corpus = make_corpus(150)
    found = [
        tertium.score(corpus.hypotheses, corpus.references, [spec], confidence=0.9, seed=seed, threads=threads)[
            spec
        ].interval
        for seed, threads in ((1, 1), (1, 1), (1, 2), (1, 3), (2, 1))
    ]
    assert found[0] == found[1] == found[2] == found[3]
    assert found[0] != found[4]


@pytest.mark.parametrize("spec", SPECS)
def test_an_interval_holds_the_score_and_says_how_it_was_made(spec: str) -> None:
    corpus = make_corpus(200)
    score = tertium.score(corpus.hypotheses, corpus.references, [spec], confidence=0.99, resamples=500, seed=3)[spec]
    interval = score.interval
    assert interval is not None
    assert interval.low < score.value < interval.high
    assert interval.low < interval.mean < interval.high
    assert (interval.level, interval.resamples, interval.seed) == (0.99, 500, 3)
    assert score.signature.endswith("|resamples:500|seed:3")


def test_more_confidence_is_a_wider_interval() -> None:
    corpus = make_corpus(200)
    narrow, usual, wide = (
        tertium.score(corpus.hypotheses, corpus.references, ["chrf"], confidence=level, resamples=2000)["chrf"].interval
        for level in (0.5, 0.95, 0.999)
    )
    assert wide.low < usual.low < narrow.low < narrow.high < usual.high < wide.high  # type: ignore[union-attr]


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter"])
def test_scores_are_distributed_as_those_of_a_bootstrap_in_numpy(spec: str) -> None:
    metric = parse(spec)
    rows = tally(metric, make_corpus(250))
    count = 2000
    ours = resample_scores(rows, metric.score, resamples=count, seed=5)
    theirs = metric.score(oracle.sum_bootstrap(rows, count, seed=6))
    deviation = theirs.std()
    error = deviation * np.sqrt(2 / count)
    assert abs(ours.mean() - theirs.mean()) < 4 * error
    assert ours.std() == pytest.approx(deviation, rel=4 / np.sqrt(count))
    for quantile in (0.025, 0.25, 0.5, 0.75, 0.975):
        # The standard error of a normal sample's quantile: sqrt(q (1 - q) / n) / density.
        z = abs(np.quantile(ours, quantile) - np.quantile(theirs, quantile)) / deviation
        density = {0.025: 0.0584, 0.25: 0.3178, 0.5: 0.3989, 0.75: 0.3178, 0.975: 0.0584}[quantile]
        assert z < 4 * np.sqrt(2 * quantile * (1 - quantile) / count) / density


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    # Segments with a mean of 1/2 exactly, so that the truth is known.
    generator = np.random.default_rng(0)
    hits = 0
    for trial in range(300):
        rows = np.column_stack([generator.integers(0, 2, size=80), np.ones(80)]).astype(float)
        interval = bootstrap_interval(
            rows, lambda sums: sums[..., 0] / sums[..., 1], level=0.9, resamples=200, seed=trial
        )
        hits += interval.low <= 0.5 <= interval.high
    # 270 of 300 are due; five standard errors are 26.
    assert 240 <= hits <= 298


@pytest.mark.parametrize(
    ("count", "level", "left_out"),
    [(1000, 0.95, 25), (100, 0.95, 2), (10, 0.95, 0), (1, 0.95, 0), (1000, 0.9, 50), (40, 0.5, 10), (3, 0.001, 1)],
)
def test_ends_leave_out_equally_many_on_both_sides(count: int, level: float, left_out: int) -> None:
    scores = np.arange(count, dtype=float)[::-1]
    assert percentile_ends(scores, level) == (left_out, count - 1 - left_out)


@given(
    scores=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60),
    level=st.floats(1e-6, 1 - 1e-6),
)
def test_ends_are_scores_in_order(scores: list[float], level: float) -> None:
    low, high = percentile_ends(np.array(scores), level)
    assert low in scores
    assert high in scores
    assert low <= high


def test_one_segment_has_an_interval_of_one_point() -> None:
    score = tertium.score(["a b c"], ["a b d"], ["chrf"], confidence=0.95)["chrf"]
    assert score.interval is not None
    assert score.interval.low == score.interval.high == score.value
