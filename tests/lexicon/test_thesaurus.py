"""Thesauri: files of every kind there is, against a slow reader, and Debian's own where they are installed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.lexicon.module import Module
from tertium.lexicon.modules import check_keys, get_module, thesaurus
from tertium.lexicon.mythes import read_thesaurus
from tests.lexicon import matches

INSTALLED = Path("/usr/share/mythes")
SMALL_FILES = [file for file in sorted(INSTALLED.glob("*.dat")) if not file.is_symlink() and file.stat().st_size < 3e6]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "th_xx_v2.dat"


def write(path: Path, text: str, encoding: str = "UTF-8") -> Module:
    path.write_bytes(text.encode(encoding))
    return thesaurus.make(str(path))


def related(module: Module, words: list[str]) -> set[str]:
    """The pairs of different words that match, as text."""
    keys = module.keys(words)
    check_keys(module.name, keys, len(words))
    return {f"{words[one]} {words[other]}" for one, other in matches(keys) if one < other}


SMALL = """UTF-8
big|2
(adj)|large|great (similar term)|in a big way|small (antonym)
(adj)|Grown (formal) (rare)
house|1
-|home
empty|0
"""


def test_a_word_matches_its_synonyms_and_itself(path: Path) -> None:
    module = write(path, SMALL)
    words = ["large", "big", "great", "grown", "small", "home", "house", "empty", "in", "unknown"]
    assert related(module, words) == {"large big", "big great", "big grown", "home house"}
    own = {words[one] for one, other in matches(module.keys(words)) if one == other}
    assert own == set(words) - {"in", "unknown"}


def test_the_relation_goes_both_ways_but_not_from_synonym_to_synonym(path: Path) -> None:
    module = write(path, SMALL)
    assert related(module, ["big", "large"]) == {"big large"}
    assert related(module, ["large", "big"]) == {"large big"}
    assert related(module, ["large", "great"]) == set()


def test_letters_may_be_large_or_small(path: Path) -> None:
    module = write(path, SMALL)
    assert related(module, ["Big", "GROWN", "big"]) == {"Big GROWN", "GROWN big", "Big big"}


def test_no_words(path: Path) -> None:
    assert related(write(path, SMALL), []) == set()
    assert related(write(path, "UTF-8\n"), ["a"]) == set()


@pytest.mark.parametrize(
    "entry",
    [
        "hot|1\n(adj)|cold (antonym)\n",
        "hot|1\n-|cold (Antònim)\n",
        "hot|1\n-|cold (Antï¿½nimo)\n",
        "hot|1\n-|(antonim) cold\n",
        "hot|1\n[ant]|cold\n",
        "hot|1\n(антоним)|cold\n",
        "hot|1\n|cold (andheiti)\n",
        "hot|1\n|cold (protipomenka)\n",
        "hot|1\n-|cold (antonym)\ncold|1\n-|hot\n",  # a synonym where it is not marked
    ],
)
def test_antonyms_do_not_match(path: Path, entry: str) -> None:
    assert related(write(path, f"UTF-8\n{entry}"), ["hot", "cold"]) == set()


@pytest.mark.parametrize(
    "mark", ["generic term", "Oberbegriff", "underbegreb", "yfirheiti", "pojęcie nadrzędne", "nadpomenka", "kategória"]
)
def test_words_of_a_wider_sense_do_not_match(path: Path, mark: str) -> None:
    module = write(path, f"UTF-8\nrome|1\n(noun)|city ({mark})|urbs (x)\n")
    assert related(module, ["rome", "city", "urbs"]) == {"rome urbs"}


def test_the_word_antonym_is_no_mark(path: Path) -> None:
    assert related(write(path, "UTF-8\nantonym|1\n-|opposite|antonyme\n"), ["opposite", "antonym"]) == {
        "opposite antonym"
    }


def test_a_word_stays_its_own_synonym(path: Path) -> None:
    module = write(path, "UTF-8\nkern|1\n(verb)|kern (antonym)\n")
    assert matches(module.keys(["kern", "Kern"])) == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("ISO8859-1\nniño|1\n-|crío\n", "latin-1"),
        ("\ufeffUTF-8\nniño|1\n-|crío\n", "utf-8"),
        ("utf-8\r\nniño|1\r\n-|crío\r\n\r\n", "utf-8"),
        ("UTF-8\nniño|1\n-|crío", "utf-8"),
        ("microsoft-cp1252\nniño| 1 \n|crío", "cp1252"),
        ("UTF-8\nniño|1\n(Sinônimo)crío\n", "utf-8"),
        ("UTF-8\nniño|1\n   (s.) | crío \n", "utf-8"),
        ("UTF-8\nniño|2\nno bar in this line\n-|crío\n", "utf-8"),
        ("UTF-8\n|1\n-|a\nniño|1\n-|||crío|\n", "utf-8"),
        ("UTF-8\nniño|1\n-|a\nniño|1\n-|crío\n", "utf-8"),
    ],
)
def test_files_as_they_are_in_the_wild(path: Path, text: str, encoding: str) -> None:
    assert related(write(path, text, encoding), ["niño", "crío"]) == {"niño crío"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"UTF-8\na|1\n-|b\nc|2\n-|d\n",
            ":4: the file ends before the last meaning of 'c' on line 4. The file is damaged",
        ),
        (b"UTF-8\na|2\n-|b\n", ":2: the file ends before the last meaning of 'a' on line 2."),
        (b"UTF-8\na|9\n-|b\n", ":2: the file ends before the last meaning of 'a' on line 2."),
        (
            b"UTF-8\na|1\n-|b\n-|c\n",
            ":4: '-|c' is not 'word|number of meanings'. Check the number of meanings of 'a' on line 2.",
        ),
        (
            b"UTF-8\na|2\n-|b\nc|1\n-|d\n",
            ":5: '-|d' is not 'word|number of meanings'. Check the number of meanings of 'a'",
        ),
        (b"UTF-8\n21846\na|12\n", ":2: '21846' is not"),
        (b"KLINGON-1\na|1\n-|b\n", ":1: the first line is not an encoding: 'KLINGON-1'. Give a MyThes thesaurus"),
        (b"rot13\na|1\n-|b\n", ":1: the first line is not an encoding: 'rot13'."),
        (b"\na|1\n-|b\n", ":1: the first line is not an encoding: ''."),
        (b"", ":1: the first line is not an encoding: ''."),
        (b"\x00\xff\xfe", ":1: the first line is not an encoding: "),
        (b"UTF-8\na|1\n-|b\xe9\n", ":3: byte 0xe9 is not UTF-8. The file is damaged"),
    ],
)
def test_a_malformed_file_names_file_and_line(path: Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        thesaurus.make(str(path))
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_missing_file_or_argument_names_the_packages() -> None:
    with pytest.raises(
        InputError, match=r"nowhere.dat: there is no such thesaurus\. Give .* packages such as mythes-de"
    ):
        get_module("thesaurus(nowhere.dat)")
    with pytest.raises(SpecError, match=r"'thesaurus' has no file\. Give .* packages such as mythes-de, mythes-es"):
        get_module("thesaurus")


def test_a_file_is_read_again_only_when_it_has_changed(path: Path) -> None:
    one = write(path, SMALL)
    assert thesaurus.make(str(path))._thesaurus is one._thesaurus  # type: ignore[attr-defined]
    path.write_text("UTF-8\nother|1\n-|word\n")
    os.utime(path, ns=(1, 1))
    other = thesaurus.make(str(path))
    assert related(other, ["other", "word"]) == {"other word"}
    assert one.name == other.name == "thesaurus(th_xx_v2.dat)"
    assert one.resources != other.resources
    assert re.fullmatch(r"th_xx_v2 sha256:[0-9a-f]{8}", one.resources["thesaurus"])


LETTERS = st.sampled_from("abcde")
MARKS = st.sampled_from(["", " (antonym)", " (x)", " (x) (antonym)", " y"])


@given(
    entries=st.lists(
        st.tuples(LETTERS, st.lists(st.lists(st.tuples(LETTERS, MARKS), max_size=4), max_size=3)), max_size=6
    ),
    words=st.lists(st.sampled_from("abcdefABC"), unique=True),
)
def test_the_relation_is_what_the_definition_says(
    tmp_path_factory: pytest.TempPathFactory,
    entries: list[tuple[str, list[list[tuple[str, str]]]]],
    words: list[str],
) -> None:
    together, apart, known = set(), set(), set()
    text = "UTF-8\n"
    for word, meanings in entries:
        known.add(word)
        text += f"{word}|{len(meanings)}\n"
        for meaning in meanings:
            text += "|".join(["-", *(synonym + mark for synonym, mark in meaning)]) + "\n"
            for synonym, mark in meaning:
                if mark != " y":
                    known.add(synonym)
                    (apart if "antonym" in mark else together).add(frozenset((word, synonym)))
    path = tmp_path_factory.mktemp("thesaurus") / "th.dat"
    module = write(path, text)
    lowered = [word.lower() for word in words]
    assert matches(module.keys(words)) == {
        (i, j)
        for i, one in enumerate(lowered)
        for j, other in enumerate(lowered)
        if (one == other and one in known) or (one != other and frozenset((one, other)) in together - apart)
    }


@pytest.mark.parametrize(
    ("name", "words", "pairs"),
    [
        ("th_es_ES_v2.dat", ["niño", "crío", "coche"], {"niño crío"}),
        ("th_ca_ES_v3.dat", ["àgil", "lleuger", "ràpid"], {"àgil lleuger", "àgil ràpid", "lleuger ràpid"}),
        ("th_de_DE_v2.dat", ["Auto", "Wagen", "Haus"], {"Auto Wagen"}),
        ("th_en_US_v2.dat", ["big", "large", "hot", "cold"], {"big large"}),
        ("th_ru_RU_v2.dat", ["абориген", "туземец", "дом"], {"абориген туземец"}),
        ("thes_fr.dat", ["division", "domaine", "chat"], {"division domaine"}),
    ],
)
def test_the_thesauri_of_debian(name: str, words: list[str], pairs: set[str]) -> None:
    if not (INSTALLED / name).is_file():
        pytest.skip(f"NO THESAURUS: {INSTALLED / name} is absent (Debian's packages mythes-*)")
    assert related(get_module(f"thesaurus({name})"), words) == pairs


@pytest.mark.parametrize("file", SMALL_FILES, ids=lambda file: file.name)
def test_the_small_ones_of_all_languages_can_be_read(file: Path) -> None:
    assert read_thesaurus(file).numbers
