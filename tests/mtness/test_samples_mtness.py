"""The samples: clean, parallel, and with what the demo needs to find in them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.corpus import open_index
from tertium.corpus.building import build_index
from tertium.errors import InputError
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.resources.pair_dictionary import make as make_dictionary
from tertium.mtness.resources.wordlist import read_wordlist
from tertium.mtness.text.taggers.wordlist_tagger import make, read_tagged
from tertium.mtness.text.tags import Part
from tertium.samples import mtness as samples

PARALLEL = ["source.ca.txt", "system.better.es.txt", "system.literal.es.txt"]
TABLES = ["pairs.ca-es.tsv", "planted.tsv", "tagged.es.tsv", "wordlist.ca.tsv", "wordlist.es.tsv"]
SCRIPT = Path(__file__).parents[2] / "scripts" / "write_sample_corpus.py"


def planted() -> list[list[str]]:
    return [line.split("\t") for line in samples.read_lines("planted.tsv")[1:]]


def test_names() -> None:
    assert samples.names() == sorted(["corpus.es.txt", *PARALLEL, *TABLES])


@pytest.mark.parametrize("name", ["nothing.txt", "", "README.md", "../README.md"])
def test_unknown_name(name: str) -> None:
    with pytest.raises(InputError):
        samples.path(name)


@pytest.mark.parametrize("name", ["corpus.es.txt", *PARALLEL])
def test_lines_are_clean(name: str) -> None:
    raw = samples.path(name).read_bytes()
    assert raw.endswith(b"\n")
    assert b"\r" not in raw
    lines = samples.read_lines(name)
    assert all(line and line == line.strip() and "  " not in line for line in lines)
    assert len(set(lines)) == len(lines)


def test_files_are_parallel_and_small() -> None:
    assert {len(samples.read_lines(name)) for name in PARALLEL} == {36}
    assert samples.path("corpus.es.txt").stat().st_size < 60_000


def test_corpus_is_what_the_script_writes() -> None:
    written = subprocess.run([sys.executable, SCRIPT], capture_output=True, check=True)
    assert written.stdout == samples.path("corpus.es.txt").read_bytes()


@pytest.mark.parametrize(("system", "errors"), [("literal", 26), ("better", 8)])
def test_planted_errors_are_where_they_should_be(system: str, errors: int) -> None:
    lines = samples.read_lines(f"system.{system}.es.txt")
    found = 0
    for segment, wrong, right, kind, systems in planted():
        assert kind in set(ErrorType)
        has_it = system in systems.split(",")
        line = lines[int(segment) - 1]
        assert bool(re.search(rf"\b{wrong}\b", line)) == has_it
        assert has_it or right in line
        found += has_it
    assert found == errors


def test_all_kinds_of_errors_are_planted_in_both_systems() -> None:
    kinds = {kind for *_, kind, systems in planted() if "better" in systems}
    assert kinds >= {"wrong sense", "word-for-word", "apocopation", "ser/estar"}
    assert {kind for *_, kind, _ in planted()} == {*kinds, "word-form confusion"}


def test_right_phrases_are_in_the_corpus_and_wrong_ones_are_not(tmp_path: Path) -> None:
    build_index([samples.path("corpus.es.txt")], tmp_path / "index")
    index = open_index(str(tmp_path / "index"))
    wrong = {count.phrase: count.count for count in index.count_many([row[1] for row in planted()])}
    right = {count.phrase: count.count for count in index.count_many([row[2] for row in planted()])}
    # Good Spanish by themselves, and wrong by what is next to them.
    accepted = {"ha estado", "La cabeza", "La medida"}
    assert {phrase for phrase, count in wrong.items() if count} == accepted
    assert not {phrase: count for phrase, count in right.items() if count is None or count < 6}


@pytest.mark.parametrize("language", ["ca", "es"])
def test_the_list_has_the_words_of_the_texts(language: str) -> None:
    words = read_wordlist(samples.path(f"wordlist.{language}.tsv"))
    names = [name for name in PARALLEL if name.endswith(f"{language}.txt")]
    texts = [line for name in names for line in samples.read_lines(name)]
    missing = {
        token.text
        for tokens in make("", language).tag(texts)
        for token in tokens
        if token.tag.part != Part.PUNCTUATION and not words.look_up(token.text)
    }
    assert not missing


def test_every_source_word_has_a_translation() -> None:
    dictionary, _ = make_dictionary("", "ca", "es")
    found = dictionary.look_up(samples.read_lines("source.ca.txt"))
    assert not {word.text for words in found for word in words if not word.translations}


def test_tagged_text() -> None:
    gold = read_tagged(samples.path("tagged.es.tsv"))
    assert len(gold) == 116
    assert all(sentence[-1][1].tag.part == Part.PUNCTUATION for sentence in gold)
