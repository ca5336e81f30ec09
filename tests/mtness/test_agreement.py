"""Agreement around a noun, and the words that are joined to it."""

from __future__ import annotations

import pytest

from tertium.edits import apply_edits
from tertium.mtness.repairs.agreement import agree, find_noun
from tertium.mtness.repairs.junctions import join_words
from tertium.mtness.repairs.kinds import SECTIONS
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Tag
from tests.mtness.test_suggestions_notation import read_segment

RULES = {language: Rules.read(language, SECTIONS) for language in ("ca", "en", "es", "fr")}


def change(notation: str, index: int, new: str, tag: str, language: str) -> str:
    """A text with another noun, with what agrees with it by the tables of determiners."""
    tagged = read_segment(notation)
    changes = agree(tagged.tokens, index, Tag.parse(tag), RULES[language])
    assert changes is not None
    made = [(each.first, each.stop, each.text) for each in changes if isinstance(each.text, str)]
    assert len(made) == len(changes)
    return apply_edits(
        tagged.text, join_words(tagged.text, tagged.tokens, [*made, (index, index + 1, new)], RULES[language])
    )


@pytest.mark.parametrize(
    ("language", "text", "index", "new", "tag", "after"),
    [
        ("es", "el/determiner.definite.m.s vuelo/noun.m.s", 1, "casa", "noun.f.s", "la casa"),
        ("es", "El/determiner.definite.m.s vuelo/noun.m.s", 1, "casa", "noun.f.s", "La casa"),
        ("es", "del/preposition.contracted.m.s vuelo/noun.m.s", 1, "casa", "noun.f.s", "de la casa"),
        ("es", "de/preposition la/determiner.definite.f.s casa/noun.f.s", 2, "vuelo", "noun.m.s", "del vuelo"),
        ("es", "A/preposition la/determiner.definite.f.s casa/noun.f.s", 2, "vuelo", "noun.m.s", "Al vuelo"),
        ("es", "la/determiner.definite.f.s casa/noun.f.s", 1, "agua", "noun.f.s", "el agua"),
        ("es", "el/determiner.definite.f.s agua/noun.f.s", 1, "casa", "noun.f.s", "la casa"),
        ("es", "del/preposition.contracted.f.s agua/noun.f.s", 1, "casa", "noun.f.s", "de la casa"),
        ("es", "de/preposition la/determiner.definite.f.s casa/noun.f.s", 2, "agua", "noun.f.s", "del agua"),
        ("es", "padre/noun.m.s y/conjunction tía/noun.f.s", 2, "hijo", "noun.m.s", "padre e hijo"),
        ("es", "padre/noun.m.s e/conjunction hijo/noun.m.s", 2, "hielo", "noun.m.s", "padre y hielo"),
        ("es", "su/determiner.possessive.s gran/adjective.s vuelo/noun.m.s", 2, "casa", "noun.f.s", "su gran casa"),
        ("es", "estos/determiner.m.p dos/numeral vuelos/noun.m.p", 2, "casas", "noun.f.p", "estas dos casas"),
        ("es", "toda/determiner.f.s la/determiner.f.s casa/noun.f.s", 2, "vuelo", "noun.m.s", "todo el vuelo"),
        ("es", "bella/adjective.f.s la/determiner.f.s casa/noun.f.s", 2, "vuelo", "noun.m.s", "bella el vuelo"),
        ("ca", "la/determiner.definite.f.s casa/noun.f.s", 1, "home", "noun.m.s", "l'home"),
        ("ca", "l'/determiner.definite.m.s home/noun.m.s", 1, "senyor", "noun.m.s", "el senyor"),
        ("ca", "l'/determiner.definite.m.s home/noun.m.s", 1, "casa", "noun.f.s", "la casa"),
        ("ca", "de/preposition l'/determiner.definite.m.s home/noun.m.s", 2, "senyor", "noun.m.s", "del senyor"),
        ("ca", "del/preposition.contracted.m.s senyor/noun.m.s", 1, "home", "noun.m.s", "de l'home"),
        ("ca", "d'/de/preposition aigua/noun.f.s", 1, "vi", "noun.m.s", "de vi"),
        ("ca", "pels/preposition.contracted.m.p camins/noun.m.p", 1, "cases", "noun.f.p", "per les cases"),
        ("fr", "du/preposition.contracted.m.s chat/noun.m.s", 1, "homme", "noun.m.s", "de l'homme"),
        ("fr", "l'/determiner.definite.m.s homme/noun.m.s", 1, "femme", "noun.f.s", "la femme"),
        ("fr", "cet/determiner.m.s homme/noun.m.s", 1, "chat", "noun.m.s", "ce chat"),
        ("fr", "à/preposition la/determiner.definite.f.s femme/noun.f.s", 2, "chat", "noun.m.s", "au chat"),
        ("en", "a/determiner pear/noun.s", 1, "apple", "noun.s", "an apple"),
        ("en", "an/determiner apple/noun.s", 1, "university", "noun.s", "a university"),
    ],
)
def test_determiners_follow(language: str, text: str, index: int, new: str, tag: str, after: str) -> None:
    assert change(text, index, new, tag, language) == after


def test_adjectives_and_participles_are_wished_for() -> None:
    tokens = read_segment(
        "un/determiner.m.s nuevo/adjective.m.s vuelo/noun.m.s largo/adjective.m.s visto/ver/verb.participle.m.s"
    ).tokens
    changes = agree(tokens, 2, Tag.parse("noun.f.s"), RULES["es"])
    assert changes is not None
    assert [each.first for each in changes] == [0, 1, 3, 4]
    assert [each.text for each in changes[1:]] == [Wish(tokens[place], "f") for place in (1, 3, 4)]


def test_what_is_not_known_asks_for_nothing() -> None:
    tokens = read_segment("el/determiner.m.s vuelo/noun.m.s").tokens
    assert agree(tokens, 1, Tag.parse("noun"), RULES["es"]) == ()


def test_a_determiner_without_such_a_form() -> None:
    tokens = read_segment("aucun/determiner.m.s chat/noun.m.s").tokens
    # The table says that there is none, so it is left to the inflector.
    (change_of_it,) = agree(tokens, 1, Tag.parse("noun.m.p"), RULES["fr"]) or ()
    assert isinstance(change_of_it.text, Wish)


def test_the_noun_of_an_adjective() -> None:
    tokens = read_segment("la/determiner casa/noun.f.s grande/adjective.s nuevo/adjective.m.s coche/noun.m.s").tokens
    assert find_noun(tokens, 3) == Tag.parse("noun.f.s")
    assert find_noun(tokens[2:], 0) == Tag.parse("noun.m.s")
    assert find_noun(tokens[:1], 0) is None
