"""Tokenizers against the oracle's rewriting rules, and against sacrebleu on every code point."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium import _core, registry
from tertium.errors import InputError, SpecError
from tertium.text.tokenizers import get_tokenizer
from tests.oracle import tokenizers as oracle
from tests.strategies import PIECES, SPACES, texts

CORE = ["none", "13a", "intl", "zh", "char"]
EVERY_CHARACTER = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]


def tokens(name: str, text: str) -> list[str]:
    return get_tokenizer(name).tokenize([text]).to_lists()[0]


def peer(name: str):
    """sacrebleu's tokenizer without its cache, as its metrics call it."""
    from sacrebleu.metrics.bleu import _get_tokenizer

    tokenizer = _get_tokenizer(name)()
    call = type(tokenizer).__call__
    # Without the cache a million strings do not stay in memory.
    uncached = getattr(call, "__wrapped__", call)
    return lambda text: uncached(tokenizer, text.rstrip()).split()


@pytest.mark.parametrize("name", CORE)
@given(text=texts)
@example("1.,5")
@example("a..5 ,,1 1,,")
@example("-\n<ski<skipped>pped>&amp;quot;")
@example("0-0-\u3000-1-")
@example("\x1c.\x85,\u2028")
def test_a_text_is_split_as_the_rules_say(name: str, text: str) -> None:
    assert tokens(name, text) == oracle.BY_NAME[name](text)


@pytest.mark.parametrize("name", CORE)
@given(text=texts)
def test_a_text_is_split_as_sacrebleu_splits_it(name: str, text: str) -> None:
    assert tokens(name, text) == peer(name)(text)


@given(text=texts)
def test_words_of_chrf_are_split_as_the_rules_say(text: str) -> None:
    assert _core.tokenize([text], "chrf", 1).to_lists()[0] == oracle.chrf(text)


@pytest.mark.parametrize(
    ("name", "between"),
    [
        ("none", "a"),
        ("13a", "a"),
        ("13a", "1"),
        ("zh", "a"),
        ("zh", "1"),
        *(("intl", each) for each in ("a", "1", "a1", "1a")),
    ],
)
def test_every_code_point_is_treated_as_sacrebleu_treats_it(name: str, between: str) -> None:
    # A thousand to a string are quick, and letters or digits between them keep neighbours from interfering.
    chunks = [
        between[-1] + between.join(EVERY_CHARACTER[start : start + 1000]) + between[0]
        for start in range(0, len(EVERY_CHARACTER), 1000)
    ]
    theirs = peer(name)
    for chunk, found in zip(chunks, get_tokenizer(name).tokenize(chunks).to_lists(), strict=True):
        assert found == theirs(chunk)


@pytest.mark.parametrize("name", CORE)
@pytest.mark.parametrize("context", ["%s", "a%s", "1%s", "%sa", "%s1", "1%s%s1", "%s.", ".%s1", " %s ", "%s-", "9%s-1"])
def test_marks_numbers_and_spaces_at_the_edges_are_treated_as_sacrebleu_treats_them(name: str, context: str) -> None:
    some = [c for c in EVERY_CHARACTER[:0x3100] if unicodedata.category(c)[0] in "PSNZC"]
    strings = [context.replace("%s", character) for character in some]
    theirs = peer(name)
    assert get_tokenizer(name).tokenize(strings).to_lists() == [theirs(text) for text in strings]


def test_white_space_is_what_python_calls_white_space() -> None:
    some = EVERY_CHARACTER[:0x10000]
    lists = get_tokenizer("none").tokenize([f"a{character}b" for character in some]).to_lists()
    assert [character for character, words in zip(some, lists, strict=True) if words == ["a", "b"]] == SPACES
    assert len(SPACES) == 29


@pytest.mark.parametrize("threads", [1, 2, 3, 17])
@pytest.mark.parametrize("name", CORE)
def test_segments_come_back_in_order_across_blocks_and_threads(name: str, threads: int) -> None:
    segments = [f"{number}. {PIECES[number % len(PIECES)]}x{number}, y" for number in range(1001)]
    found = get_tokenizer(name).tokenize(segments, threads)
    assert len(found) == 1001
    assert found.to_lists() == [oracle.BY_NAME[name](segment) for segment in segments]


def test_no_segments_are_no_tokens() -> None:
    assert get_tokenizer("13a").tokenize([]).to_lists() == []


def test_empty_segments_are_empty_lists() -> None:
    assert get_tokenizer("13a").tokenize(["", " \n\u3000", "a"], 2).to_lists() == [[], [], ["a"]]


def test_an_unknown_tokenizer_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match=r"no tokenizer '13b'.*Did you mean '13a'.*ja-mecab") as caught:
        get_tokenizer("13b")
    for name in registry.TOKENIZERS:
        assert name in str(caught.value)


@pytest.mark.parametrize("name", CORE)
def test_the_version_of_a_core_tokenizer_is_its_name(name: str) -> None:
    assert get_tokenizer(name).version == name


@given(position=st.integers(0, 300), text=texts)
def test_a_lone_surrogate_is_refused_with_its_segment(position: int, text: str) -> None:
    segments = ["a"] * position + [text + "\ud800"]
    with pytest.raises(InputError, match=f"segment {position + 1} holds a lone surrogate"):
        get_tokenizer("none").tokenize(segments)


def test_a_segment_that_is_no_string_is_refused() -> None:
    with pytest.raises(InputError, match="segment 2 is of type int"):
        get_tokenizer("none").tokenize(["a", 1])  # type: ignore[list-item]
