"""Spans of hand-tagged words; ``word/tag`` or ``word/lemma/tag``, with ``~`` for a space inside a word."""

from __future__ import annotations

import pickle
import random
import shutil
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.mtness.chunking.chunker import Chunker
from tertium.mtness.segment import Segment
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token
from tests.oracle import spans as oracle


def tagged(notation: str) -> Segment:
    tokens: list[Token] = []
    text = ""
    for piece in notation.split():
        word, *lemma, tag = piece.replace("~", " ").split("/")
        joined = text.endswith(("'", "\u2019")) or (tag.startswith("punctuation") and word in ".,;:)")
        text += "" if joined or not text else " "
        tokens.append(
            Token(
                text=word,
                start=len(text),
                end=len(text) + len(word),
                lemma=lemma[0] if lemma else word,
                tag=Tag.parse(tag),
            )
        )
        text += word
    return Segment(text=text).with_tokens(tuple(tokens))


@cache
def chunker_of(language: str) -> Chunker:
    return Chunker.of(language)


def chunked(notation: str, language: str = "es") -> Segment:
    return chunker_of(language).chunk([tagged(notation)])[0]


def kinds(notation: str, language: str = "es") -> dict[str, str]:
    return {span.text: str(span.kind) for span in chunked(notation, language).spans}


PAPER = {
    "mueran/morir/verb.finite.3.p de/preposition siete/numeral": "V+PP",
    "jornada/noun.f.s sangrante/adjective.s": "NP",
    "jornada/noun.f.s sangrante/noun.m.s": "NP",
    "salida/noun.f.s quiere/querer/verb.finite.present.3.s": "NP+V",
    "salida/noun.f.s quiere/querer/auxiliary.finite.present.3.s": "NP+V",
    "salida/noun.f.s quiere/noun.m.s": "NP",
    "salida/noun.f.s quiere/unknown": "NP",
    "disco/noun.m.s llevar/verb.infinitive": "NP+V",
    "vuelan/volar/verb.finite esconder/verb.infinitive": "V",
    "salir/verb.infinitive a/preposition cena/noun.f.s": "V+PP",
    "salir/verb.infinitive a/preposition cena/cenar/verb.finite.3.s": "V+PP",
    "salir/verb.infinitive a/preposition cenar/verb.infinitive": "V+PP",
    "endeudamiento/noun.m.s limpio/adjective.m.s": "NP",
    "endeudamiento/noun.m.s limpio/limpiar/verb.finite.1.s": "NP+V",
    "una/determiner.indefinite.f.s grande/adjective.s fiesta/noun.f.s": "NP",
    "una/determiner.indefinite.f.s gran/adjective.s fiesta/noun.f.s": "NP",
    "primero/adjective.ordinal.m.s contacto/noun.m.s": "NP",
    "primero/adverb contacto/noun.m.s": "NP",
    "primero/numeral contacto/noun.m.s": "NP",
    "hacer/verb.infinitive el/determiner.definite.m.s melocotón/noun.m.s": "V+NP",
    "memoria/noun.f.s RAMO/noun.m.s": "NP",
    "memoria/noun.f.s RAM/unknown": "NP",
    "el/determiner.definite.m.s disco/noun.m.s es/ser/auxiliary.finite.3.s lleno/adjective.m.s": "NP+V+AdjP",
    "el/determiner.definite.m.s disco/noun.m.s está/estar/verb.finite.3.s lleno/adjective.m.s": "NP+V+AdjP",
    "es/ser/auxiliary.finite.3.s previsto/prever/verb.participle.m.s llegar/verb.infinitive": "V+AdjP",
    "es/ser/verb.finite.3.s previsto/adjective.m.s de/preposition llegar/verb.infinitive": "V+PP",
    "lo/determiner.definite.n nueve/numeral gobierno/noun.m.s": "NP",
    "lo/pronoun.personal.m.s nueve/numeral gobierno/noun.m.s": "NP",
    "mataron/matar/verb.finite.past.3.p a/preposition Rigobert/unknown Mallafré/unknown": "V+PP",
    "mataron/matar/verb.finite.past.3.p a/preposition Rigobert/proper.person Mallafré/proper": "V+PP",
    "Ucrania/proper.place primer/adjective.ordinal.m.s ministro/noun.m.s": "NP+NP",
    "plano/noun.m.s de/preposition estudio/noun.m.s": "NP",
    "pensó/pensar/verb.finite.past.3.s en/preposition dimitir/verb.infinitive": "V+PP",
    "un/determiner.indefinite.m.s grande/adjective.s momento/noun.m.s": "NP",
    "el/determiner.definite.m.s primero/adjective.ordinal.m.s ministro/noun.m.s": "NP",
    "el/determiner.definite.m.s Irán/proper.place": "NP",
}


@pytest.mark.parametrize(("notation", "kind"), PAPER.items(), ids=range(len(PAPER)))
def test_spans_of_the_paper(notation: str, kind: str) -> None:
    segment = tagged(notation)
    assert kinds(notation)[segment.text] == kind


SPANISH_VERBS = [
    "ha/haber/auxiliary.finite.3.s llegado/llegar/verb.participle.m.s",
    "va/ir/verb.finite.3.s a/preposition llegar/verb.infinitive",
    "tiene/tener/verb.finite.3.s que/conjunction.subordinating ir/verb.infinitive",
    "está/estar/verb.finite.3.s llegando/llegar/verb.gerund",
    "no/adverb se/pronoun.reflexive lo/pronoun.personal.m ha/haber/auxiliary.finite dicho/decir/verb.participle",
    "no/adverb.negative se~lo/lo/pronoun.personal.3.m.s ha/haber/auxiliary.finite.3.s dicho/decir/verb.participle",
    "ya/adverb no/adverb.negative puede/poder/auxiliary.finite.3.s ir/verb.infinitive",
    "ha/haber/auxiliary.finite tenido/tener/verb.participle que/conjunction.subordinating salir/verb.infinitive",
    "acaba/acabar/verb.finite.3.s de/preposition volver/verb.infinitive a/preposition caer/verb.infinitive",
]
CATALAN_VERBS = [
    "va/anar/auxiliary.finite.3.s preocupar/verb.infinitive",
    "no/adverb.negative s'/es/pronoun.reflexive ha/haver/auxiliary.finite.3.s vist/veure/verb.participle",
    "hi/pronoun ha/haver/auxiliary.finite.3.s d'/de/preposition anar/verb.infinitive",
    "vol/voler/verb.finite.3.s marxar/verb.infinitive",
]
ENGLISH_VERBS = [
    "has/have/auxiliary.finite.3.s not/adverb.negative been/be/auxiliary.participle seen/see/verb.participle",
    "will/auxiliary.finite go/verb.infinitive",
    "is/be/auxiliary.finite going/go/verb.gerund to/preposition rain/verb.infinitive",
    "wants/want/verb.finite to/unknown leave/verb.infinitive",
]
FRENCH_VERBS = [
    "n'/ne/adverb.negative est/être/auxiliary.finite.3.s pas/adverb.negative arrivé/arriver/verb.participle.m.s",
    "va/aller/verb.finite.3.s partir/verb.infinitive",
    "vient/venir/verb.finite.3.s de/preposition se/pronoun.reflexive lever/verb.infinitive",
    "l'/le/pronoun.personal.3.s a/avoir/auxiliary.finite.3.s déjà/adverb vu/voir/verb.participle.m.s",
]
VERBS = {"es": SPANISH_VERBS, "ca": CATALAN_VERBS, "en": ENGLISH_VERBS, "fr": FRENCH_VERBS}


@pytest.mark.parametrize(
    ("language", "notation"),
    [pytest.param(code, each, id=f"{code}-{n}") for code, many in VERBS.items() for n, each in enumerate(many)],
)
def test_a_complex_verb_is_one_chunk(language: str, notation: str) -> None:
    assert kinds(notation, language)[tagged(notation).text] == "V"


OTHERS = [
    ("ca", "sortida/noun.f.s vol/voler/verb.finite.3.s", "NP+V"),
    ("ca", "el/determiner.definite.m.s disc/noun.m.s és/ser/verb.finite.3.s ple/adjective.m.s", "NP+V+AdjP"),
    ("ca", "pla/noun.m.s d'/de/preposition estudis/noun.m.p", "NP"),
    ("ca", "és/ser/verb.finite previst/preveure/verb.participle d'/de/preposition arribar/verb.infinitive", "V+PP"),
    ("en", "study/noun.s plan/noun.s", "NP"),
    ("en", "the/determiner.definite very/adverb old/adjective man/noun.s 's/unknown house/noun.s", "NP"),
    ("en", "makes/make/verb.finite a/determiner.indefinite mistake/noun.s", "V+NP"),
    ("en", "the/determiner.definite disk/noun.s is/be/auxiliary.finite full/adjective", "NP+V+AdjP"),
    ("en", "die/verb.finite of/preposition thirst/noun.s", "V+PP"),
    ("en", "very/adverb quickly/adverb", "AdvP"),
    ("fr", "une/determiner.indefinite.f.s grande/adjective.f.s fête/noun.f.s", "NP"),
    ("fr", "le/determiner.definite.m.s disque/noun.m.s est/être/verb.finite plein/adjective.m.s", "NP+V+AdjP"),
    ("fr", "plan/noun.m.s d\u2019/de/preposition études/noun.f.p", "NP"),
    ("fr", "mourir/verb.infinitive de/preposition soif/noun.f.s", "V+PP"),
    ("es", "muy/adverb rápidamente/adverb", "AdvP"),
    ("es", "con/preposition el/determiner.definite.m.s gobierno/noun.m.s", "PP"),
    (
        "es",
        "el/determiner perro/noun.m.s y/conjunction el/determiner gato/noun.m.s comen/comer/verb.finite.3.p",
        "NP+V",
    ),
]


@pytest.mark.parametrize(("language", "notation", "kind"), OTHERS, ids=range(len(OTHERS)))
def test_other_chunks(language: str, notation: str, kind: str) -> None:
    assert kinds(notation, language)[tagged(notation).text] == kind


def test_all_spans_of_a_sentence_in_order() -> None:
    notation = (
        "El/el/determiner.definite.m.s disco/noun.m.s es/ser/auxiliary.finite.3.s muy/adverb lleno/adjective.m.s "
        "y/conjunction.coordinating quiere/querer/verb.finite.3.s hacer/verb.infinitive el/determiner.definite.m.s "
        "melocotón/noun.m.s ./punctuation.final"
    )
    found = chunked(notation)
    assert [(span.text, str(span.kind)) for span in found.spans] == [
        ("El disco", "NP"),
        ("El disco es", "NP+V"),
        ("El disco es muy lleno", "NP+V+AdjP"),
        ("es muy lleno", "V+AdjP"),
        ("muy lleno", "AdjP"),
        ("quiere hacer", "V"),
        ("quiere hacer el melocotón", "V+NP"),
        ("el melocotón", "NP"),
    ]
    for span in found.spans:
        assert found.text[span.start : span.end] == span.text
        assert found.tokens[span.first].start == span.start


def test_an_adjective_is_a_span_only_as_complement_of_a_verb() -> None:
    assert kinds("muy/adverb lleno/adjective.m.s") == {}


def test_single_words_are_no_spans_unless_nobody_knows_them() -> None:
    assert kinds("disco/noun.m.s ,/punctuation es/ser/verb.finite ,/punctuation RAMX/unknown") == {"RAMX": "NP"}


def test_a_span_has_a_word_that_means_something() -> None:
    assert kinds("de/preposition los/determiner siete/numeral") == {}


@pytest.mark.parametrize("mark", [",", '"', "(", ")", "—", "«", ":"])
def test_no_span_goes_across_a_mark(mark: str) -> None:
    assert kinds(f"salida/noun.f.s {mark}/punctuation quiere/querer/verb.finite") == {}


def test_a_number_is_not_what_a_verb_is_about() -> None:
    notation = "el/determiner punto/noun nueve/numeral tiene/tener/verb.finite sentido/noun"
    assert kinds(notation) == {"el punto": "NP", "el punto nueve": "NP+NP", "tiene sentido": "V+NP"}


def test_a_noun_behind_a_preposition_is_not_what_the_verb_is_about() -> None:
    notation = "en/preposition la/determiner casa/noun.f.s viven/vivir/verb.finite.3.p"
    assert kinds(notation) == {"en la casa": "PP", "la casa": "NP"}


def test_the_last_of_two_nouns_is_not_alone_what_the_verb_is_about() -> None:
    notation = "Juan/proper.person y/conjunction.coordinating María/proper.person comen/comer/verb.finite.3.p"
    assert kinds(notation) == {"Juan y María comen": "NP+V"}


def test_no_span_is_longer_than_the_longest() -> None:
    found = chunked(" ".join(["una/determiner.f.s casa/noun.f.s de/preposition"] * 6))
    assert {span.stop - span.first for span in found.spans} == {2, 5}
    assert max(span.stop - span.first for span in chunked(" ".join(["casa/noun.f.s"] * 30)).spans) == 8


@pytest.mark.parametrize("language", VERBS)
def test_nothing_and_much(language: str) -> None:
    assert chunked("", language).spans == ()
    words = "casa/noun.f.s a/preposition ir/verb.infinitive xx/unknown muy/adverb lleno/adjective"
    for piece in words.split():
        found = chunked(" ".join([piece] * 5000), language)
        assert all(span.stop - span.first <= 8 for span in found.spans)


def test_a_chunker_is_a_value() -> None:
    chunker = chunker_of("es")
    segment = tagged("salida/noun.f.s quiere/querer/verb.finite")
    assert chunker == Chunker.of("es")
    assert chunker.language == "es"
    copy = pickle.loads(pickle.dumps(chunker))
    assert copy.chunk([segment, segment]) == chunker.chunk([segment, segment])


_LEXICON = """
la/determiner.f.s lo/pronoun.personal casa/noun.f.s Ana/proper.person siete/numeral grande/adjective zzz/unknown
no/adverb.negative muy/adverb bien/adverb se/pronoun.reflexive de/preposition a/preposition to/preposition
y/conjunction que/conjunction ,/punctuation come/verb.finite ir/verb.infinitive visto/verb.participle
haber/auxiliary.finite primero/adjective.ordinal yendo/verb.gerund avoir/auxiliary.finite pas/adverb
"""
LEXICON = [f"{piece.partition('/')[0]}/{piece}" for piece in _LEXICON.split()]


@pytest.mark.parametrize("language", VERBS)
@given(seed=st.integers(0, 2**32))
def test_spans_like_the_slow_chunker(language: str, seed: int) -> None:
    tokens = oracle.random_tokens(random.Random(seed), LEXICON, 20)
    chunker = chunker_of(language)
    found = chunker.chunk([Segment(text="").with_tokens(tuple(tokens))])[0].spans
    assert [(each.first, each.stop, str(each.kind)) for each in found] == oracle.chunk(chunker.rules, tokens)


@pytest.mark.skipif(shutil.which("lt-proc") is None, reason="NO APERTIUM: install apertium-spa-cat to tag Spanish")
def test_spans_of_the_paper_as_apertium_tags_them() -> None:
    texts = list(dict.fromkeys(tagged(notation).text for notation in PAPER))
    with ApertiumTagger("es") as tagger:
        segments = [Segment(text=text).with_tokens(words) for text, words in zip(texts, tagger.tag(texts), strict=True)]
    found = chunker_of("es").chunk(segments)
    assert [text for text, each in zip(texts, found, strict=True) if text not in {c.text for c in each.spans}] == []
