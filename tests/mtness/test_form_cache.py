"""The cache of word forms: learned once per tagger and corpus, and never taken from a damaged file."""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Mapping
from pathlib import Path

import pytest

from tertium.corpus import build_index, open_index
from tertium.errors import TertiumWarning
from tertium.mtness import find_form_cache, open_mtness
from tertium.mtness.counting.forms import Forms
from tertium.mtness.resources.form_cache import FormStore, WordForms
from tertium.mtness.text.tags import Part, Tag

FORMS: WordForms = {("subir", Part.VERB): ("subió", "sube"), ("año", Part.NOUN): ("años", "año")}
CORPUS = {"provider": "index", "corpus": "12ab"}


class Learner:
    def __init__(self) -> None:
        self.times = 0

    def learn(self) -> WordForms:
        self.times += 1
        return FORMS


def ask(path: Path, learner: Learner, tagger: str = "1", corpus: Mapping[str, str] = CORPUS) -> WordForms:
    return FormStore(path).get(tagger, corpus, learner.learn)


def test_forms_are_learned_once_per_tagger_and_corpus(tmp_path: Path) -> None:
    learner = Learner()
    path = tmp_path / "folder" / "forms.sqlite"
    assert ask(path, learner) == ask(path, learner) == FORMS
    assert learner.times == 1
    ask(path, learner, tagger="2")
    ask(path, learner, corpus={**CORPUS, "corpus": "34cd"})
    assert learner.times == 3
    assert FormStore(path).check() == 3
    assert path.stat().st_mode & 0o077 == 0


def test_the_oldest_are_dropped(tmp_path: Path) -> None:
    path, learner = tmp_path / "forms.sqlite", Learner()
    for number in range(40):
        ask(path, learner, tagger=str(number))
    assert FormStore(path).check() == 32
    ask(path, learner, tagger="39")
    assert learner.times == 40
    ask(path, learner, tagger="0")
    assert learner.times == 41


@pytest.mark.parametrize("damage", ["flip", "cut", "text"])
def test_a_damaged_file_is_made_anew(damage: str, tmp_path: Path) -> None:
    path, learner = tmp_path / "forms.sqlite", Learner()
    ask(path, learner)
    content = path.read_bytes()
    place = content.index(b"x\x9c") + 20  # within the forms, which are compressed
    flipped = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
    path.write_bytes({"flip": flipped, "cut": content[:5000], "text": b"no database " * 500}[damage])
    assert ask(path, learner) == FORMS
    assert learner.times == 2
    assert FormStore(path).check() == 1
    ask(path, learner)
    assert learner.times == 2


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path, learner = tmp_path / "forms.sqlite", Learner()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE own (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.warns(TertiumWarning, match="not a cache of word forms.*Word forms are not cached in this run"):
        assert ask(path, learner) == FORMS
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.warns(TertiumWarning, match="cannot be used"):
        assert ask(tmp_path / "file" / "forms.sqlite", Learner()) == FORMS


def test_a_second_pipeline_takes_the_forms_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))
    text = tmp_path / "corpus.txt"
    text.write_text("llega llega llegan llegan\n" + "otras cosas " * 20_000, encoding="utf-8")
    build_index([text], tmp_path / "es.index")

    def find() -> tuple[str, ...]:
        pipeline = open_mtness("es", open_index(tmp_path / "es.index"), tagger="wordlist")
        assert pipeline._forms is not None
        return pipeline._forms.find("llegar", Tag.parse("verb.infinitive"))

    assert find() == ("llega", "llegan")
    assert find_form_cache() == tmp_path / "forms-1.sqlite"
    monkeypatch.setattr(Forms, "of", None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find() == ("llega", "llegan")
