"""Tags by Apertium, and where the words are."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import SpecError
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger, make
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tagsets.apertium_tags import convert
from tertium.mtness.text.tokens import Token

from .apertium_installed import needs_apertium


@pytest.fixture(scope="module")
def spanish() -> Iterator[ApertiumTagger]:
    with make("", "es") as tagger:
        yield tagger


def require_places(text: str, tokens: tuple[Token, ...]) -> None:
    position = 0
    for token in tokens:
        assert text[token.start : token.end] == token.text != ""
        assert token.start >= position
        assert not text[position : token.start].strip()
        position = token.end
    assert not text[position:].strip()


@needs_apertium
@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("mueran de siete", ["verb.finite.subjunctive-present.3.p", "preposition", "numeral"]),
        ("salida quiere", ["noun.f.s", "verb.finite.present.3.s"]),
        ("disco llevar", ["noun.m.s", "verb.infinitive"]),
        ("el disco es lleno", ["determiner.definite.m.s", "noun.m.s", "verb.finite.present.3.s", "adjective.m.s"]),
        (
            "es previsto de llegar",
            ["verb.finite.present.3.s", "verb.participle.m.s", "preposition", "verb.infinitive"],
        ),
    ],
    ids=["siete", "quiere", "llevar", "lleno", "previsto"],
)
def test_the_papers_phrases(spanish: ApertiumTagger, text: str, tags: list[str]) -> None:
    (tokens,) = spanish.tag([text])
    assert [str(token.tag) for token in tokens] == tags
    assert [token.text for token in tokens] == text.split()


@needs_apertium
def test_words_marks_and_names(spanish: ApertiumTagger) -> None:
    text = "¿Dámelo del PERRO, Juan? 50 € <b>xyzzyx</b>"
    (tokens,) = spanish.tag([text])
    require_places(text, tokens)
    by_text = {token.text: token for token in tokens}
    assert str(by_text["del"].tag) == "preposition.contracted.m.s"
    assert by_text["del"].native == "de<pr>+el<det><def><m><sg>"
    assert by_text["Dámelo"].tag.part is Part.VERB
    assert by_text["Dámelo"].lemma == "dar"
    assert by_text["PERRO"].lemma == "perro"
    assert by_text["Juan"].lemma == "Juan"
    assert by_text["Juan"].tag.part is Part.PROPER
    assert by_text["50"].tag.part is Part.NUMERAL
    assert by_text["xyzzyx"].tag.part is Part.UNKNOWN
    for mark in "¿,?€<>/":
        assert by_text[mark].tag.part is Part.PUNCTUATION
    assert by_text["?"].tag.form == "final"
    assert spanish.language == "es"
    assert spanish.version.startswith("spa-cat, apertium")


@needs_apertium
def test_long_and_malformed_texts(spanish: ApertiumTagger) -> None:
    texts = ["", " ", "\n\r\t", "palabra " * 5000, "a\0b", "\ud800 casa", "\uffff", "cafe\u0301 n\u0303andu\u0301"]
    texts += [
        "pa\u00adlabra \u00ad",
        "😀👨‍👩‍👧",
        "[x] {y} ^z$ <i>\\",
        "a\u2028b\x85c\x1cd",
        "\ufeffhola",
        "al\nlado de",
    ]
    answers = spanish.tag(texts)
    assert spanish.failures == []
    for text, tokens in zip(texts, answers, strict=True):
        require_places(text, tokens)
    assert len(answers[3]) == 5000
    assert answers[0] == answers[1] == answers[2] == ()
    assert [token.lemma for token in answers[7]] == ["café", "ñandú"]
    assert answers[8][0].lemma == "palabra"


@needs_apertium
@settings(max_examples=60, deadline=None)
@given(st.text(st.one_of(st.sampled_from("\\[]^$/<>{}@~#*+ '.aeslñ\n\u0301\u00ad\0"), st.characters(codec=None))))
def test_any_text_is_covered(spanish: ApertiumTagger, text: str) -> None:
    (tokens,) = spanish.tag([text])
    require_places(text, tokens)
    assert spanish.failures == []


@needs_apertium
def test_two_threads_at_once(spanish: ApertiumTagger) -> None:
    answers: dict[int, list[tuple[Token, ...]]] = {}

    def work(number: int) -> None:
        answers[number] = spanish.tag([f"La casa {number} es de {place} hombres." for place in range(90)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, given_answers in answers.items():
        for place, tokens in enumerate(given_answers):
            assert (tokens[2].text, tokens[5].text) == (str(number), str(place))


@needs_apertium
def test_a_text_that_fails_is_split_plainly(spanish: ApertiumTagger, tmp_path: Path) -> None:
    # A real program in front of the others, which ends when it meets a certain word.
    program = tmp_path / "fragile.py"
    program.write_text(
        "import os\nwhile (got := os.read(0, 1 << 20)) and b'fragile' not in got:\n    os.write(1, got)\n"
    )
    with ApertiumTagger("es") as tagger:
        tagger._pipe.programs = ((sys.executable, "-S", str(program)), *spanish.pair.make_tagging())
        texts = ["La casa.", "Un fragile, 3.", "El perro."]
        answers = tagger.tag(texts)
        assert tagger.failures == [1]
    for text, tokens in zip(texts, answers, strict=True):
        require_places(text, tokens)
    assert [str(token.tag) for token in answers[1]] == [
        "unknown",
        "unknown",
        "punctuation",
        "numeral",
        "punctuation.final",
    ]
    assert answers[2][1].lemma == "perro"


def test_a_language_that_is_not_installed() -> None:
    with pytest.raises(SpecError, match="'xx'"):
        make("", "xx")


@pytest.mark.parametrize(
    ("native", "tag"),
    [
        ("casa<n><f><sg>", "noun.f.s"),
        ("comentarista<n><mf><pl>", "noun.p"),
        ("Anna<np><ant><f><sg>", "proper.person.f.s"),
        ("Puig<np><cog><mf><sp>", "proper.person"),
        ("Angola<np><top><f><sg>", "proper.place.f.s"),
        ("Madrid<np><loc><m><sg>", "proper.place.m.s"),
        ("ONU<np><org><f><sg>", "proper.organisation.f.s"),
        ("Nadal<np><al><m><sg>", "proper.m.s"),
        ("haver<vbhaver><pri><p3><sg>", "auxiliary.finite.present.3.s"),
        ("anar<vaux><pri><p3><sg>", "auxiliary.finite.present.3.s"),
        ("ser<vbser><pii><p1><pl>", "verb.finite.imperfect.1.p"),
        ("poder<vbmod><cni><p2><sg>", "verb.finite.conditional.2.s"),
        ("cantar<vblex><ifi><p3><sg>", "verb.finite.past.3.s"),
        ("cantar<vblex><fti><p3><sg>", "verb.finite.future.3.s"),
        ("cantar<vblex><pis><p3><sg>", "verb.finite.subjunctive-imperfect.3.s"),
        ("cantar<vblex><fts><p3><sg>", "verb.finite.subjunctive-future.3.s"),
        ("cantar<vblex><imp><p2><sg>", "verb.finite.imperative.2.s"),
        ("cantar<vblex><ger>", "verb.gerund"),
        ("cantar<vblex><pp><f><pl>", "verb.participle.f.p"),
        ("dar<vblex><inf>+me<prn><enc><p1><mf><sg>", "verb.infinitive"),
        ("sing<vblex><past>", "verb.finite.past"),
        ("do<vbdo><pres><p3><sg>", "verb.finite.present.3.s"),
        ("primer<adj><ord><m><sg>", "adjective.ordinal.m.s"),
        ("gran<adj><mf><sg>", "adjective.s"),
        ("no<adv>", "adverb.negative"),
        ("quan<adv><itg>", "adverb.interrogative"),
        ("molt<preadv>", "adverb"),
        ("el<det><def><GD><ND>", "determiner.definite"),
        ("aquest<det><dem><m><sg>", "determiner.demonstrative.m.s"),
        ("el seu<det><pos><m><sg>", "determiner.possessive.m.s"),
        ("lo<detnt>", "determiner.definite.n"),
        ("tot<predet><m><sg>", "determiner.m.s"),
        ("es<prn><pro><ref><p3><mf><sp>", "pronoun.reflexive.3"),
        ("ho<prn><pro><p3><nt>", "pronoun.personal.3.n"),
        ("què<prn><itg><mf><sg>", "pronoun.interrogative.s"),
        ("que<rel><an><mf><sp>", "pronoun.relative"),
        ("algú<prn><tn><m><sg>", "pronoun.m.s"),
        ("set<num><mf><sp>", "numeral"),
        ("de<pr>", "preposition"),
        ("de<pr>+el<det><def><m><pl>", "preposition.contracted.m.p"),
        ("i<cnjcoo>", "conjunction.coordinating"),
        ("que<cnjsub>", "conjunction.subordinating"),
        ("si<cnjadv>", "conjunction.subordinating"),
        ("ai<ij>", "interjection"),
        (".<sent>", "punctuation.final"),
        (":<sent>", "punctuation"),
        (",<cm>", "punctuation"),
        ("¿<lquest>", "punctuation"),
        ("*kungfu", "unknown"),
        ("x<neverheard>", "unknown"),
        ("x", "unknown"),
        ("", "unknown"),
    ],
)
def test_tag_set(native: str, tag: str) -> None:
    assert str(convert(native)) == tag
