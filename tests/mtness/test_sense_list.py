"""Senses that a dictionary does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.mtness.resources.sense_list import PARTS, SenseList
from tests.mtness.apertium_installed import needs_apertium


def test_senses_are_found_by_word_and_part_of_speech(tmp_path: Path) -> None:
    path = tmp_path / "senses.tsv"
    path.write_text("# a remark\n\ncargol\tnoun\ttornillo|caracol\n", encoding="utf-8")
    found = SenseList.read(path)
    assert found.find("cargol", "noun") == ["tornillo", "caracol"]
    assert found.find("cargol", "verb") == ()
    assert found.version.startswith("senses sha256:")


@pytest.mark.parametrize(
    "row", ["cargol", "cargol\tnoun", "cargol\tword\tx", "\tnoun\tx", "a\tnoun\tx||y", "a\tnoun\t"]
)
def test_another_row_is_refused(tmp_path: Path, row: str) -> None:
    path = tmp_path / "senses.tsv"
    path.write_text(f"trucar\tverb\tllamar\n{row}\n", encoding="utf-8")
    with pytest.raises(InputError, match="not a word with its senses") as caught:
        SenseList.read(path)
    assert caught.value.line == 2


def test_our_list_is_sorted_and_has_no_word_twice() -> None:
    senses = SenseList.of("ca", "es").senses
    words = [word for word, _ in senses]
    assert len(senses) > 60
    assert words == sorted(words, key=_plain)
    assert {part for _, part in senses} <= set(PARTS)
    assert all(len(set(some)) == len(some) for some in senses.values())


def _plain(word: str) -> str:
    return word.translate(str.maketrans("àèéíòóúç", "aeeioouc"))


def test_other_pairs_have_no_list() -> None:
    assert SenseList.of("xx", "es") == SenseList({})
    assert SenseList({}).version == ""


@needs_apertium
def test_senses_have_the_form_of_the_source_word() -> None:
    from tertium.mtness.resources.apertium.apertium_dictionary import ApertiumDictionary

    with ApertiumDictionary("ca", "es") as dictionary:
        (words,) = dictionary.look_up(["Truca'm quan vegis les escales."])
        found = {word.text: [each.text for each in word.translations] for word in words}
        assert "llámame" in found["Truca'm"]
        assert "escaleras" in found["escales"]
        assert "senses sha256:" in dictionary.version
