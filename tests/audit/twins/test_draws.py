"""Other words of equal statistics, drawn from the references."""

from __future__ import annotations

from collections import Counter

import pytest
from sacrebleu.metrics import BLEU

from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.draws import draw_from_references
from tertium.errors import InputError

# Callison-Burch, Osborne and Koehn 2006, table 1.
REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami, Florida.",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami, Florida.",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida.",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida.",
]
HYPOTHESIS = "Appeared calm when he was taken to the American plane, which will to Miami, Florida."


def read(hypothesis: str, *references: str) -> AuditedSegment:
    return AuditedSegment.read(hypothesis, references, "bleu:tokenize=none")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("spec", ["bleu", "bleu:lowercase"])
def test_the_papers_example_has_other_draws(spec: str, seed: int) -> None:
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES, spec)
    draw = draw_from_references(segment, budget=6000, seed=seed)
    assert draw.found
    assert draw.words is not None
    assert draw.distance == 0
    assert draw.matched == segment.row[2]
    # Most of the matching words are other ones.
    assert draw.fresh >= 8
    assert Counter(draw.words) != Counter(segment.hypothesis)
    peer = BLEU(tokenize="none", effective_order=True)
    references = [" ".join(words) for words in segment.references]
    ours, theirs = (peer.sentence_score(" ".join(words), references) for words in (segment.hypothesis, draw.words))
    assert (ours.counts, ours.totals, ours.ref_len, ours.score) == (
        theirs.counts,
        theirs.totals,
        theirs.ref_len,
        theirs.score,
    )


def test_a_draw_is_the_same_for_the_same_seed() -> None:
    segment = AuditedSegment.read(HYPOTHESIS, REFERENCES)
    assert draw_from_references(segment, 2000, 1) == draw_from_references(segment, 2000, 1)


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [("", "a b"), ("", ""), ("x", "a"), ("x y z", "a b"), ("a", "a"), ("a b c d", "a b c d")],
)
def test_what_cannot_be_found_is_said_to_be_not_found(hypothesis: str, reference: str) -> None:
    draw = draw_from_references(read(hypothesis, reference), budget=500)
    assert not draw.found
    assert draw.fresh == 0
    assert draw.to_dict()["text"] is None


def test_the_closest_is_given_if_none_is_found() -> None:
    # A second "a" is the only other word that could match, and with it one word and one bigram too many do.
    draw = draw_from_references(read("a x", "a a"), budget=500)
    assert (draw.found, draw.words, draw.distance, draw.fresh) == (False, ("a", "a"), 2, 1)


def test_a_single_word_is_exchanged_for_another() -> None:
    draw = draw_from_references(read("東京", "東京 タワー"), budget=200)
    assert draw.words == ("タワー",)
    assert (draw.found, draw.fresh, draw.matched) == (True, 1, 1)


def test_a_long_segment_has_a_draw_too() -> None:
    hypothesis = " ".join(f"w{number}" if number % 3 else f"u{number}" for number in range(100))
    segment = read(hypothesis, " ".join(f"w{number}" for number in range(140)))
    draw = draw_from_references(segment, budget=6000)
    assert draw.words is not None
    assert len(draw.words) == 100
    assert draw.found == (draw.distance == 0)


def test_a_search_needs_a_budget() -> None:
    with pytest.raises(InputError, match="no budget"):
        draw_from_references(read("a", "a"), budget=0)
