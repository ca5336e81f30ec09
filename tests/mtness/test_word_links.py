"""Word links: against the oracle, and on cases where the answer is plain."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.mtness.repairs.word_links import find_links, split_source
from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token
from tests.oracle.word_links import find_greatest, weigh_all

NOUN = Tag(part=Part.NOUN)


def word(text: str, *translations: str) -> SourceWord:
    """``word("set", "siete", "sed")``; a translation may be ``form:lemma``."""
    made = []
    for each in translations:
        form, _, lemma = each.partition(":")
        made.append(Translation(form, Analysis(lemma or form, NOUN), Analysis(text, NOUN)))
    return SourceWord(text, 0, len(text), tuple(made))


def token(text: str, lemma: str = "") -> Token:
    part = Part.NOUN if text[:1].isalnum() else Part.PUNCTUATION
    return Token(text=text, start=0, end=len(text), lemma=lemma or text.casefold(), tag=Tag(part=part))


def tokens(text: str) -> list[Token]:
    return [token(each) for each in text.split()]


LETTERS = st.sampled_from("abcd")
WORDS = st.lists(st.builds(lambda text, some: word(text, *some), LETTERS, st.lists(LETTERS, max_size=2)), max_size=4)
TOKENS = st.lists(st.builds(token, LETTERS, LETTERS), max_size=4)


@given(WORDS, TOKENS)
@settings(deadline=None)
def test_links_are_of_the_greatest_weight(words: list[SourceWord], given_tokens: list[Token]) -> None:
    links = find_links(words, given_tokens)
    used = [link for link in links if link >= 0]
    assert len(set(used)) == len(used)
    weights = weigh_all(words, given_tokens)
    assert sum(weights[link, place] for place, link in enumerate(links) if link >= 0) == find_greatest(weights)


def test_by_form_and_by_lemma() -> None:
    words = [word("morin", "mueran:morir"), word("de", "de"), word("set", "siete", "sed")]
    assert find_links(words, [token("muere", "morir"), token("de"), token("siete")]) == (0, 1, 2)
    assert find_links(words, tokens("Mueran de sed")) == (0, 1, 2)


def test_the_form_is_better_than_the_lemma() -> None:
    words = [word("cases", "casas:casa")]
    assert find_links(words, [token("casa"), token("casas", "casa")]) == (-1, 0)


def test_marks_are_not_linked_and_do_not_count() -> None:
    words = [word("a", "a"), word("a", "a")]
    assert find_links(words, tokens("« a , a »")) == (-1, 0, -1, 1, -1)


def test_repeated_words_stay_in_order() -> None:
    words = [word(each, each) for each in ["la", "casa", "de", "la", "noia", "de", "la", "vila"]]
    assert find_links(words, tokens("la casa de la noia de la vila")) == tuple(range(8))


def test_neighbours_draw_a_word_along() -> None:
    # "blanca" has moved in front, and "la" goes with its noun.
    words = [word("la", "la"), word("x"), word("y"), word("la", "la"), word("casa", "casa")]
    assert find_links(words, tokens("la casa z")) == (3, 4, -1)


def test_names_and_numbers_without_a_dictionary() -> None:
    words = split_source("L'any 2012 a Barcelona")
    assert [each.text for each in words] == ["L", "any", "2012", "a", "Barcelona"]
    assert find_links(words, tokens("En 2012 en Barcelona")) == (-1, 2, -1, 4)


def test_nothing_to_link() -> None:
    assert find_links([], tokens("a b")) == (-1, -1)
    assert find_links([word("a", "b")], []) == ()
    assert find_links([word("a")], tokens("b")) == (-1,)


def test_a_very_long_line() -> None:
    texts = [("de", "la", f"w{number}", "que", f"v{number % 50}")[number % 5] for number in range(5000)]
    words = [word(each, each) for each in texts]
    assert find_links(words, [token(each) for each in texts]) == tuple(range(5000))


def test_a_line_that_stutters() -> None:
    assert find_links([word("a", "b")] * 3000, [token("b")] * 3000) == tuple(range(3000))
