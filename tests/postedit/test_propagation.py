"""Propagation within a document, and application to new ones."""

from dataclasses import replace

from tertium.postedit import DecidedPair, Record, SuggestedEdit, TranslatedSegment
from tertium.postedit.application import apply_pairs
from tertium.postedit.propagation import propagate
from tertium.postedit.suggested_edits import PairKey
from tests.postedit.notation import TEXTS, make_edits

SEGMENTS = [TranslatedSegment(text, source) for text, source in TEXTS]
SALIDA = SuggestedEdit(
    span="Salida quiere",
    suggestion="Salida vuelo",
    language_pair="ca-es",
    segment=0,
    start=0,
    end=13,
    text=TEXTS[0][0],
    source=TEXTS[0][1],
    source_word="vol",
)
PAIR = DecidedPair(
    key=SALIDA.key,
    span=SALIDA.span,
    suggestion=SALIDA.suggestion,
    source_words=frozenset(["vol"]),
    record=Record(3, 0, 2, 0.0),
)


def test_an_edit_is_propagated_where_the_source_fits() -> None:
    changed = propagate(SEGMENTS, SALIDA)
    assert [(each.segment, each.span, each.suggestion) for each in changed] == [
        (2, "salida quiere", "salida vuelo"),
        (2, "SALIDA QUIERE", "SALIDA VUELO"),
    ]
    assert make_edits(SEGMENTS, [SALIDA, *changed])[0][2] == "La salida vuelo y la SALIDA VUELO."
    assert len(propagate(SEGMENTS, SALIDA, everywhere=True)) == 3
    # Without a source, or without the word, nothing speaks against it.
    assert len(propagate([replace(each, source=None) for each in SEGMENTS], SALIDA)) == 3
    assert len(propagate(SEGMENTS, replace(SALIDA, source_word=""))) == 3


def test_an_edit_stays_in_its_document() -> None:
    segments = [replace(each, document=str(number)) for number, each in enumerate(SEGMENTS)]
    assert propagate(segments, SALIDA) == []


def test_a_new_document_is_edited_and_the_edits_are_listed() -> None:
    applied = apply_pairs(SEGMENTS, [PAIR])
    assert applied.texts == ["Salida vuelo a las 8.", TEXTS[1][0], "La salida vuelo y la SALIDA VUELO.", TEXTS[3][0]]
    assert [(each.segment, each.start) for each in applied.edits] == [(0, 0), (2, 3), (2, 22)]
    assert len(apply_pairs(SEGMENTS, [PAIR], everywhere=True).edits) == 4


def test_the_longer_span_comes_first_and_nothing_is_changed_twice() -> None:
    def make(span: str, suggestion: str, times: int = 3) -> DecidedPair:
        key = PairKey.of("", span, suggestion)
        return DecidedPair(key=key, span=span, suggestion=suggestion, record=Record(times, 0, 2, 0.0))

    pairs = [make("a", "b"), make("b", "c"), make("a b", "x"), make("b", "d", 9)]
    assert apply_pairs([TranslatedSegment("a a b b")], pairs).texts == ["b x d"]
