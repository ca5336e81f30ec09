from __future__ import annotations

from collections.abc import Sequence

import pytest

from tertium.mtness.counting.counter import Generalisation, count_segments
from tertium.mtness.counting.forms import MOST, Forms
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.segment import Segment
from tertium.mtness.text.tagger import Analyser
from tertium.mtness.text.taggers.wordlist_tagger import make
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token
from tests.mtness.notation import GivenCounts, chunked, repairable, replacing, tagged

SUBIR = [(form, Analysis("subir", Tag.parse("verb.finite"))) for form in ("sube", "subió", "subían")]
COUNTS = {"sube": 5, "subió": 9, "subían": 5, "otras": 100_000}


def test_forms_are_found_by_base_form_and_part_of_speech_the_most_common_first() -> None:
    forms = Forms([*SUBIR, ("sube", Analysis("sube", Tag.parse("noun")))], COUNTS)
    assert forms.find("Subir", Tag.parse("verb.infinitive")) == ("subió", "sube", "subían")
    assert forms.find("subir", Tag.parse("auxiliary")) == ("subió", "sube", "subían")
    assert forms.find("subir", Tag.parse("noun")) == ()
    assert forms.find("sube", Tag.parse("noun")) == (), "one form is no other form"
    assert forms.find("subir", Tag.parse("adverb")) == ()


def test_words_that_are_everywhere_tell_nothing() -> None:
    assert Forms(SUBIR, {**COUNTS, "subió": 100}).find("subir", Tag.parse("verb")) == ()


def test_there_are_never_too_many() -> None:
    many = [(f"forma{number}", Analysis("forma", Tag.parse("noun"))) for number in range(100)]
    found = Forms(many, {"forma7": 3, "otras": 10**6}).find("forma", Tag.parse("noun"))
    assert len(found) == MOST
    assert found[0] == "forma7"


def test_a_corpus_is_read_by_whoever_knows_its_words() -> None:
    tagger = make("", "es")
    assert isinstance(tagger, Analyser)
    forms = Forms.of(tagger, {"llega": 9, "llegan": 4, "llegado": 1, "xyz": 50, "80": 50, "otras": 10**6})
    assert forms.find("llegar", Tag.parse("verb.infinitive")) == ("llega", "llegan")


def with_lemmas(segment: Segment, lemmas: Sequence[str]) -> Segment:
    tokens = [
        Token(text=token.text, start=token.start, end=token.end, lemma=lemma, tag=token.tag)
        for token, lemma in zip(segment.tokens, lemmas, strict=True)
    ]
    return segment.with_tokens(tuple(tokens))


@pytest.mark.parametrize("enough", [False, True], ids=["rare", "enough"])
def test_where_words_are_rare_all_forms_of_the_one_beside_them_are_counted(enough: bool) -> None:
    segment = chunked(with_lemmas(tagged("subían/verb las/determiner escalas/noun"), ["subir", "el", "escala"]))
    counts = {"sube las escaleras": 2, "subió las escaleras": 6, "subió las escalas": 1}
    if enough:
        counts["subían las escaleras"] = 30
    general = Generalisation(forms=Forms(SUBIR, COUNTS))
    repair = replacing(segment, "escalas", "escaleras")
    (counted,) = count_segments([repairable(segment, repair)], Ledger(provider=GivenCounts(counts)), general)
    found = [(each.count, each.suggestion_count, each.asked) for each in counted.counts.contests if each.supports]
    if enough:
        assert found == [(0, 30, None)]
    else:
        assert found == [(0, 0, None), (1, 8, ("{subir} las escalas", "{subir} las escaleras"))]
