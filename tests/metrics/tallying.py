"""Runs a metric's verbs on a corpus, as the API does, and asks sacrebleu the same question."""

from __future__ import annotations

import logging
import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tertium
from tertium.metrics.metric import Metric
from tertium.types import References
from tests.strategies import WORDS, Corpus

# sacrebleu warns of text that looks tokenised, and of single segments.
logging.getLogger("sacrebleu").setLevel(logging.CRITICAL)

TOLERANCE = 1e-9


def tally(metric: Metric, corpus: Corpus, threads: int = 1) -> NDArray[np.float64]:
    """The rows of a corpus."""
    batch = metric.prepare_batch(corpus.hypotheses, References(corpus.flat, corpus.offsets), threads)
    return metric.fit(batch.references).tally(batch, threads)


def make_corpus(size: int, seed: int = 1) -> Corpus:
    """A corpus of many segments, with one to three references each."""
    draw = random.Random(seed)
    hypotheses, references = [], []
    for number in range(size):
        words = [draw.choice(WORDS) for _ in range(draw.randrange(12))] + [f"word{number % 97}"]
        hypotheses.append(" ".join(words))
        edited = [
            [word for word in words if draw.random() < 0.8] + draw.choices(WORDS, k=2)
            for _ in range(draw.randint(1, 3))
        ]
        references.append([" ".join(each) for each in edited])
    return Corpus(hypotheses, references)


def assert_rows_do_not_depend_on_threads_or_neighbours(metric: Metric) -> None:
    """Checks rows across the blocks that the kernels work in, and against segments taken alone."""
    corpus = make_corpus(700)
    whole = tally(metric, corpus, 1)
    for threads in (2, 3):
        np.testing.assert_array_equal(tally(metric, corpus, threads), whole)
    if not metric.needs_fit:
        for index in (0, 1, 127, 128, 129, 255, 256, 257, 511, 512, 699):
            alone = Corpus([corpus.hypotheses[index]], [corpus.references[index]])
            np.testing.assert_array_equal(tally(metric, alone)[0], whole[index])


def assert_equal_to_peer(spec: str, corpus: Corpus, peer: Any, single: Any = None) -> None:
    """Checks the corpus score and every segment's score against a metric of sacrebleu."""
    ours = tertium.score(corpus.hypotheses, corpus.references, [spec], threads=1)[spec]
    expected = peer.corpus_score(corpus.hypotheses, corpus.columns).score
    assert ours.value == pytest.approx(expected, abs=TOLERANCE)
    each = [
        (single or peer).sentence_score(hypothesis, references).score
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert ours.segments is not None
    assert ours.segments.tolist() == pytest.approx(each, abs=TOLERANCE)
