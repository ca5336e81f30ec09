from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.apertium.apertium_dictionary import ApertiumDictionary
from tertium.mtness.resources.opening import choose_dictionary, choose_tagger, open_dictionary, open_tagger
from tertium.mtness.resources.pair_dictionary import PairsDictionary
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger
from tertium.mtness.text.taggers.wordlist_tagger import WordlistTagger
from tertium.samples import mtness as samples
from tests.mtness.apertium_installed import needs_apertium


@pytest.fixture
def without_apertium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_APERTIUM", str(tmp_path))


@pytest.mark.usefixtures("without_apertium")
@pytest.mark.parametrize("language", ["es", "ca"])
def test_without_apertium_there_is_our_list(language: str) -> None:
    name, hint = choose_tagger(language)
    assert name == "wordlist"
    assert "our own small list" in hint
    assert "apt-get install apertium" in hint
    tagger = open_tagger("auto", language)
    assert isinstance(tagger, WordlistTagger)
    assert tagger.language == language


@pytest.mark.usefixtures("without_apertium")
def test_without_apertium_there_is_our_table() -> None:
    name, hint = choose_dictionary("ca", "es")
    assert name == "pairs"
    assert "our own small table" in hint
    assert "apt-get install apertium" in hint
    dictionary, inflector = open_dictionary("auto", "ca", "es")
    assert isinstance(dictionary, PairsDictionary)
    assert inflector is not None


@pytest.mark.usefixtures("without_apertium")
@pytest.mark.parametrize("language", ["fr", "en", "xx", ""])
def test_without_apertium_there_is_nothing_for_other_languages(language: str) -> None:
    with pytest.raises(SpecError, match="Apertium") as caught:
        open_tagger("auto", language)
    assert repr(language) in caught.value.message
    assert "wordlist(words.tsv)" in str(caught.value.remedy)
    with pytest.raises(SpecError, match="Apertium") as caught:
        open_dictionary("auto", language, "es")
    assert "pairs(pairs.tsv)" in str(caught.value.remedy)
    assert "none" in str(caught.value.remedy)


@pytest.mark.usefixtures("without_apertium")
def test_a_table_is_good_for_one_direction() -> None:
    with pytest.raises(SpecError, match="from 'es' to 'ca'"):
        choose_dictionary("es", "ca")


@needs_apertium
def test_apertium_comes_first_where_it_is() -> None:
    assert choose_tagger("es") == ("apertium", "")
    assert choose_dictionary("ca", "es") == ("apertium", "")
    tagger = open_tagger("auto", "es")
    assert isinstance(tagger, ApertiumTagger)
    tagger.close()
    dictionary, inflector = open_dictionary("auto", "ca", "es")
    assert isinstance(dictionary, ApertiumDictionary)
    assert inflector is not None
    dictionary.close()


@needs_apertium
def test_data_without_programs_is_no_apertium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Packages of data do not always bring all programs; cg-proc is one that is often missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, hint in (choose_tagger("es"), choose_dictionary("ca", "es")):
        assert name in ("wordlist", "pairs")
        assert "-proc is missing" in hint
        assert "apt-get install" in hint


@needs_apertium
def test_a_dictionary_may_be_missing_alone() -> None:
    with pytest.raises(SpecError, match="cat-spa"):
        choose_dictionary("tlh", "es")  # no pair of Apertium translates from Klingon
    assert choose_tagger("es") == ("apertium", "")


def test_names_that_there_are_not() -> None:
    with pytest.raises(SpecError, match="no tagger 'wordlst'") as caught:
        open_tagger("wordlst", "es")
    assert str(caught.value.remedy).endswith("There are: apertium, spacy, wordlist, auto")
    with pytest.raises(SpecError, match="no dictionary 'pears'") as other:
        open_dictionary("pears", "ca", "es")
    assert str(other.value.remedy).endswith("There are: apertium, pairs, auto, none")


@pytest.mark.parametrize("spec", ["wordlist(", "wordlist)", "word list", "", "()"])
def test_what_is_no_spec(spec: str) -> None:
    with pytest.raises(SpecError) as caught:
        open_tagger(spec, "es")
    assert "wordlist" in str(caught.value.remedy)


def test_none_is_none() -> None:
    assert open_dictionary("none", "ca", "es") == (None, None)


def test_files_of_ones_own(tmp_path: Path) -> None:
    words = tmp_path / "my words (1).tsv"
    words.write_text("disque\tdisque\tnoun.m.s\n", encoding="utf-8")
    tagger = open_tagger(f" wordlist( {words} ) ", "fr")
    ((token,),) = tagger.tag(["disque"])
    assert str(token.tag) == "noun.m.s"
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("disc\tdisque\n", encoding="utf-8")
    dictionary, inflector = open_dictionary(f"pairs({pairs})", "ca", "fr")
    assert dictionary is not None
    ((word,),) = dictionary.look_up(["disc"])
    assert [each.text for each in word.translations] == ["disque"]
    assert inflector is None


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    for spec in (f"wordlist({tmp_path / 'x'})", f"wordlist({samples.path('wordlist.es.tsv')},{tmp_path / 'x'})"):
        with pytest.raises(InputError, match="no such file"):
            open_tagger(spec, "es")
