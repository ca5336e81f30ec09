"""What metrics declare that they cannot see, tried out on sentences in which nothing else differs."""

from __future__ import annotations

import pytest

import tertium
from tertium.metrics.blind_spots import BLIND_SPOTS
from tertium.metrics.spec import parse
from tertium.registry import METRICS

PLAIN = ("bleu", "chrf:char_order=2", "chrf++:char_order=2", "meteor", "meteor:stages=exact", "meteor-1.5", "nist")
PLAIN += ("ter", "unigram", "wer", "ribes", "per", "cder", "gleu", "character")
# Two translations and their reference: only what the name says makes one better than the other.
TRIALS = {
    "synonyms": ("the talks begin now", "the talks qxzjv now", "the talks start now"),
    "order": ("he was led away j to the plane", "to the plane j he was led away", "he was led away to the plane"),
    "content": ("we saw dog barking today", "we saw the barking today", "we saw the dog barking today"),
}
# It gives n-grams the counts that NIST's information is made of.
OTHER = "the the the the dog saw we today talks we dog saw"


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_declares_known_blind_spots(name: str) -> None:
    spots = parse(name).blind_to
    assert spots
    assert set(spots) <= set(BLIND_SPOTS)


@pytest.mark.parametrize("spec", PLAIN)
@pytest.mark.parametrize("spot", TRIALS)
def test_what_is_declared_is_so(spec: str, spot: str) -> None:
    better, worse, reference = TRIALS[spot]
    scores = []
    for text in (better, worse):
        segments = tertium.score([text, OTHER], [reference, OTHER], [spec])[spec].segments
        assert segments is not None
        scores.append(segments[0])
    is_seen = abs(scores[0] - scores[1]) > 1e-9
    assert is_seen != (spot in (parse(spec).blind_to or ())), scores


def test_recall_is_seen_by_the_length_only() -> None:
    """A word that is left out costs no more than one that is replaced costs a metric without recall."""
    reference, short = "a b c d e f g h", "a b c d e f g"
    assert tertium.score([short], [reference], ["unigram:report=precision"])["unigram:report=precision"].value == 1
    assert tertium.score([short], [reference], ["unigram"])["unigram"].value < 1
    assert tertium.score([short], [reference], ["bleu"])["bleu"].components["precision1"] == 100
