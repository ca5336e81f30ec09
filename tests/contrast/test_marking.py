"""Marked words: what is right, what is not, and where it stands in the text."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tertium.contrast.marking import find_matched, mark_words
from tertium.report.tables.marked_words import cut_pieces, write_marked
from tertium.text.tokenizers import get_tokenizer
from tests.strategies import segments, sentences


@given(text=segments, reference=sentences, other=sentences)
def test_pieces_are_the_text(text: str, reference: str, other: str) -> None:
    tokens, *others = get_tokenizer("13a").tokenize([text, reference, other]).to_lists()
    marked = mark_words(text, tokens, others[:1], others[1])
    assert "".join(piece for piece, _ in cut_pieces(marked)) == marked.text
    shown = [marked.text[word.start : word.end] for word in marked.words]
    assert shown == tokens or "&" in text
    assert marked.text in (text, " ".join(tokens))


@given(tokens=st.lists(st.sampled_from("abc")), references=st.lists(st.lists(st.sampled_from("abcd")), max_size=3))
def test_as_many_words_match_as_one_reference_has(tokens: list[str], references: list[list[str]]) -> None:
    most: Counter[str] = Counter()
    for reference in references:
        most |= Counter(reference)
    found = Counter(tokens[place] for place in find_matched(tokens, references))
    assert found == Counter(tokens) & most


def test_the_word_within_the_longest_ngram_is_the_one_that_matches() -> None:
    assert find_matched(list("xyzxbc"), [list("wxbc")]) == {3, 4, 5}


def test_text_that_the_tokenizer_changes_is_shown_as_tokens() -> None:
    tokens = get_tokenizer("13a").tokenize(["a <skipped>b."]).to_lists()[0]
    marked = mark_words("a <skipped>b.", tokens, [["a", "b"]], ["a"])
    assert marked.text == "a b ."
    assert write_marked(marked) == "a {+b+} [-.-]"


def test_lower_case_words_are_found_in_the_text_as_tokens() -> None:
    marked = mark_words("The cat", ["the", "cat"], [["the", "cat"]], ["cat"])
    assert write_marked(marked) == "{+the+} cat"


def test_neighbours_of_one_kind_share_their_signs() -> None:
    marked = mark_words("a b c d", list("abcd"), [list("ab")], ["d"])
    assert write_marked(marked) == "{+a b+} [-c-] d"


def test_entities_stay_as_they_are_in_the_text() -> None:
    text = "it &apos;s &quot;good&quot; , R&amp;D"
    tokens = get_tokenizer("13a").tokenize([text], 1).to_lists()[0]
    assert tokens[:5] == ["it", "&", "apos", ";", "s"]
    marked = mark_words(text, tokens, [tokens], tokens)
    assert marked.text == text
    shown = [text[word.start : word.end] for word in marked.words]
    assert shown == ["it", "&", "apos", ";", "s", "&quot;", "good", "&quot;", ",", "R", "&amp;", "D"]
