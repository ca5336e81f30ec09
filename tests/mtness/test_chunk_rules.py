from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.mtness.chunking.automaton import Automaton, may_be_empty
from tertium.mtness.chunking.chunk_rules import ChunkRules
from tertium.mtness.chunking.chunker import Chunker
from tertium.mtness.chunking.patterns import Choice, Condition, Pattern, PatternSeries, Repeat, Test, parse_pattern
from tertium.mtness.resources.languages import KNOWN, find_language, shorten_code
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token
from tests.oracle import spans as oracle

NOUN = Test((Condition("tag", ("noun",)),))
VERB = Test((Condition("tag", ("verb",)),))
ADVERB = Test((Condition("tag", ("adverb",)),))
PATTERNS: dict[str, Pattern] = {
    "noun": NOUN,
    "noun verb": PatternSeries((NOUN, VERB)),
    "noun|verb adverb": PatternSeries((Choice((NOUN, VERB)), ADVERB)),
    "noun|verb+": Repeat(Choice((NOUN, VERB)), optional=False, again=True),
    "noun (verb adverb)?": PatternSeries((NOUN, Repeat(PatternSeries((VERB, ADVERB)), optional=True, again=False))),
    "(noun verb)|adverb": Choice((PatternSeries((NOUN, VERB)), ADVERB)),
    " ( noun )* ": Repeat(NOUN, optional=True, again=True),
    "$thing verb": PatternSeries((NOUN, VERB)),
    "verb&lemma=Ser,estar": Test((Condition("tag", ("verb",)), Condition("lemma", ("ser", "estar")))),
    "!noun&word=a_pesar_de": Test((Condition("word", ("a pesar de",)),), (Condition("tag", ("noun",)),)),
    "noun&!noun.f": Test((Condition("tag", ("noun",)),), (Condition("tag", ("noun.f",)),)),
    "word='s": Test((Condition("word", ("'s", "\u2019s")),)),
}


@pytest.mark.parametrize(("text", "pattern"), PATTERNS.items(), ids=range(len(PATTERNS)))
def test_a_pattern_is_read(text: str, pattern: Pattern) -> None:
    assert parse_pattern(text, {"thing": NOUN}) == pattern


WRONG_PATTERNS = {
    "nuon": "no part of speech 'nuon'",
    "noun.x": "'x' cannot be part of the tag 'noun.x'",
    "punctuation": "no span goes across",
    "": "is empty",
    "noun ()": "is empty",
    "(noun": "'(' without its ')'",
    "noun)": "')' without its '('",
    "noun |": "a test is missing",
    "noun | | verb": "'|' stands where a test should",
    "* noun": "'*' stands where a test should",
    "noun&": "a test is missing",
    "noun+*": "there is a '*' after '+'",
    "noun+|verb": "there is a '|' after '+'",
    "$other": "no pattern named 'other'",
    "$": "no pattern named ''",
    "!$thing": "'$thing' stands where a test should",
    "form=x": "nothing is known of 'form'",
    "word=a,,b": "is empty",
    "lemma=": "is empty",
}


@pytest.mark.parametrize(("text", "problem"), WRONG_PATTERNS.items(), ids=range(len(WRONG_PATTERNS)))
def test_a_wrong_pattern_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_pattern(text, {"thing": NOUN})
    assert problem in caught.value.message
    assert caught.value.remedy


@given(st.integers(0, 2**32))
def test_matches_like_the_slow_matcher(seed: int) -> None:
    oracle.compare(seed)


def test_the_first_of_equally_long_patterns_wins() -> None:
    tokens = [
        Token(text=word, start=0, end=0, lemma=word, tag=Tag.parse(tag))
        for word, tag in [("casa", "noun"), ("roja", "adjective")]
    ]
    patterns = [parse_pattern(text, {}) for text in ("noun", "noun adjective", "noun|adjective+")]
    assert Automaton(patterns, 8).split(tokens) == [(1, 0, 2)]
    assert Automaton(patterns[::-1], 8).split(tokens) == [(0, 0, 2)]
    assert Automaton(patterns, 1).split(tokens) == [(0, 0, 1), (2, 1, 2)]


def test_what_may_be_empty() -> None:
    expected = {"noun": False, "noun?": True, "noun+": False, "noun* verb?": True, "noun|(verb*)": True}
    assert {text: may_be_empty(parse_pattern(text, {})) for text in expected} == expected


GOOD = """
longest = 5
[parts]
thing = "noun|proper"
[[phrases]]
name = "NP"
kind = "NP"
pattern = "determiner? $thing+"
[[phrases]]
name = "V"
pattern = "verb"
[[relations]]
kind = "NP+V"
of = ["NP", "V"]
"""


def rules_of(folder: Path, text: str) -> ChunkRules:
    (folder / "spans.toml").write_text(text, encoding="utf-8")
    return ChunkRules.of(folder)


def test_anybody_can_bring_rules(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, GOOD)
    assert rules.longest == 5
    words = [
        Token(text="salida", start=0, end=6, lemma="salida", tag=Tag.parse("noun")),
        Token(text="quiere", start=7, end=13, lemma="querer", tag=Tag.parse("verb")),
    ]
    segment = Segment(text="salida quiere").with_tokens(tuple(words))
    assert [span.text for span in Chunker.of(tmp_path).chunk([segment])[0].spans] == ["salida quiere"]


WRONG_RULES: Mapping[str, tuple[str, str, str]] = {
    "unknown key": ("longest = 5", "shortest = 5", "the file: there is no 'shortest'"),
    "too short": ("longest = 5", "longest = 1", "longest: 1 is too few"),
    "no number": ("longest = 5", "longest = '5'", "'longest' is of type str"),
    "truth": ("longest = 5", "longest = true", "'longest' is of type bool"),
    "part": ('"noun|proper"', '"nuon"', "part 'thing': there is no part of speech 'nuon'"),
    "part of wrong type": ('"noun|proper"', "7", "part 'thing': the pattern is of type int"),
    "pattern": ("$thing+", "$thin+", "phrase 'NP': there is no pattern named 'thin'"),
    "empty pattern": ("$thing+", "$thing*", "phrase 'NP': the pattern also matches no words at all"),
    "no pattern": ('pattern = "verb"', "", "phrase 2: has no 'pattern'"),
    "twice": ('name = "V"', 'name = "NP"', "phrase 'NP': is there twice"),
    "name": ('name = "V"', 'name = "V|W"', "phrase 'V|W': the name has"),
    "kind": ('kind = "NP"', 'kind = "XP"', "phrase 'NP': there is no kind 'XP'"),
    "relation kind": ('kind = "NP+V"', 'kind = "XP"', "relation 1: there is no kind 'XP'"),
    "relation": ('["NP", "V"]', '["NP", "W"]', "relation 1, NP+V: there is no phrase 'W' above"),
    "relation of one": ('["NP", "V"]', '["NP"]', "relation 1, NP+V: is of one phrase only"),
    "relation of numbers": ('["NP", "V"]', '["NP", 7]', "relation 1, NP+V: 'of' has an entry"),
    "not after": ('of = ["NP"', 'not_after = ["W"]\nof = ["NP"', "relation 1, NP+V: there is no phrase 'W' above"),
    "after": ('pattern = "verb"', 'pattern = "verb"\nafter = "X"', "phrase 'V': there is no phrase 'X' above"),
    "no TOML": ("[parts]", "[parts", "not valid TOML"),
}


@pytest.mark.parametrize(("old", "new", "problem"), WRONG_RULES.values(), ids=WRONG_RULES)
def test_a_wrong_rule_is_named_with_its_file(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InputError) as caught:
        rules_of(tmp_path, GOOD.replace(old, new))
    assert problem in caught.value.message
    assert caught.value.file == str(tmp_path / "spans.toml")
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[phrases]]\nname = "A"\npattern = "' + "(" * 5000 + "noun" + ")" * 5000 + '"\n', "nested more than 50 deep"),
        (
            '[parts]\np0 = "noun"\n'
            + "".join(f'p{n} = "$p{n - 1} $p{n - 1}"\n' for n in range(1, 25))
            + '[[phrases]]\nname = "A"\npattern = "$p24"\n',
            "more than 10,000 tests",
        ),
        (
            "".join(f'[[phrases]]\nname = "A{n}"\npattern = "noun"\n' for n in range(10))
            + f'[[relations]]\nkind = "NP"\nof = {["|".join(f"A{n}" for n in range(10))] * 8}\n',
            "more than 10,000 sequences",
        ),
        ("a = " + "[" * 50_000, "nested too deeply"),
        ("longest = " + "9" * 5000, "not valid TOML"),
    ],
    ids=["brackets", "parts", "relations", "nested", "digits"],
)
def test_rules_that_explode_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "spans.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        ChunkRules.of(tmp_path)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"spans\.toml: the folder of rules has no such file.*mtness-languages\.md"):
        ChunkRules.of(tmp_path)
    (tmp_path / "spans.toml").touch()
    with pytest.raises(InputError, match=r"the file: has no 'phrases'.*docs/how-to/mtness-languages\.md"):
        ChunkRules.of(tmp_path)
    with pytest.raises(SpecError, match="no rules for the language 'xx'"):
        ChunkRules.of("xx")


@pytest.mark.parametrize("language", KNOWN)
def test_our_own_rules_have_all_kinds_of_phrases(language: str) -> None:
    names = {phrase.name for phrase in ChunkRules.of(language).phrases}
    assert names >= {"NP", "V", "AdjP", "AdvP", "preposition", "of"}


@pytest.mark.parametrize(
    ("name", "folder"), [("es", "es"), ("ES", "es"), ("spa", "es"), ("Cat", "ca"), ("eng", "en"), ("FRA", "fr")]
)
def test_a_language_by_two_or_three_letters_in_any_case(name: str, folder: str) -> None:
    assert find_language(name).name == folder == shorten_code(name)


def test_other_languages_are_called_as_they_are() -> None:
    assert [shorten_code(name) for name in ("gl", "GLG", "")] == ["gl", "GLG", ""]
