"""Which pairs are found, and what is said if there is none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.languages import to_two_letters
from tertium.mtness.resources.apertium.pair import describe_programs, find_analyser, find_pair, list_pairs

from .apertium_installed import needs_apertium


def write_mode(folder: Path, name: str, text: str) -> None:
    (folder / "modes").mkdir(exist_ok=True)
    (folder / "modes" / f"{name}.mode").write_text(text)


@needs_apertium
def test_pairs_are_found_by_any_code() -> None:
    assert "cat-spa" in [pair.name for pair in list_pairs()]
    assert find_pair("ca", "es") == find_pair("cat", "spa")
    assert find_pair("es", "cat_valencia").name == "spa-cat_valencia"
    assert find_analyser("es").name == "spa-cat"
    assert to_two_letters("spa") == "es"


@needs_apertium
def test_programs_flush_and_marks_are_off() -> None:
    pair = find_pair("ca", "es")
    translation = pair.make_translation()
    assert all(program[1] == "-z" for program in translation)
    assert not any(argument.startswith("$") for program in translation for argument in program)
    assert "-n" in translation[-2]
    assert [Path(program[0]).name for program in pair.make_tagging()] == ["lt-proc", "cg-proc", "apertium-tagger"]
    assert "-p" in pair.make_tagging()[-1]
    assert len(pair.make_bilingual()) == 1
    assert "-g" in pair.make_generation()[0]
    assert describe_programs(translation) == describe_programs(tuple(translation))
    assert describe_programs(translation) != describe_programs(pair.make_tagging())


def test_without_apertium_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_APERTIUM", str(tmp_path))
    assert list_pairs() == []
    for find in (lambda: find_pair("ca", "es"), lambda: find_analyser("es")):
        with pytest.raises(SpecError, match="not installed") as caught:
            find()
        assert "apt-get install apertium apertium-spa-cat apertium-lex-tools cg3" in str(caught.value)
        assert "--tagger wordlist" in str(caught.value)


@needs_apertium
def test_a_missing_pair_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match="cat-spa"):
        find_pair("eu", "es")


def test_a_missing_program_names_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_mode(tmp_path, "cat-spa", "lt-proc -w 'a.bin' | cg-proc 'b.bin' | lt-proc -b 'c.bin'")
    pair = find_pair("ca", "es", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "cg-proc" else f"/usr/bin/{name}")
    with pytest.raises(SpecError, match="cg-proc is missing") as caught:
        pair.make_tagging()
    assert "apt-get install cg3" in str(caught.value)


def test_programs_that_cannot_be_kept_open_are_refused(tmp_path: Path) -> None:
    write_mode(tmp_path, "xxx-yyy", "sed 's/a/b/' | lt-proc 'a b.bin'")
    pair = find_pair("xxx", "yyy", tmp_path)
    assert pair.steps[1] == ("lt-proc", "a b.bin")
    with pytest.raises(SpecError, match="sed"):
        pair.make_translation()
    with pytest.raises(SpecError, match="no dictionary"):
        pair.make_bilingual()


@pytest.mark.parametrize("text", ["lt-proc 'a", "lt-proc a | | b", ""], ids=["quote", "step", "empty"])
def test_a_broken_mode_is_named(tmp_path: Path, text: str) -> None:
    write_mode(tmp_path, "xxx-yyy", text)
    with pytest.raises(InputError, match=r"xxx-yyy\.mode"):
        list_pairs(tmp_path)
