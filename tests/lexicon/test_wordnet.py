"""The packed WordNet against WordNet's own library, against its dictionary files, and when it is damaged."""

from __future__ import annotations

import importlib.util
import random
import shutil
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tertium import _core, metrics
from tertium.errors import InputError
from tertium.lexicon.packed_wordnet import load_wordnet
from tests.oracle import wordnet as oracle

ROOT = Path(__file__).parents[2]
PACKED = ROOT / "src" / "tertium" / "lexicon" / "wordnet-3.0.bin"
GOLDEN = ROOT / "tests" / "golden" / "wordnet.tsv"

# The C library finds no base form of these, which its own exception list has.
DIFFERENT = {"aurar", "involucra"}
LONGEST_PATH = 40


def read_golden(kind: str) -> list[list[str]]:
    rows = [line.split("\t") for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    return [cells for first, *cells in rows if first == kind]


def split(offsets: Any, values: Any) -> list[list[int]]:
    """What belongs to each word."""
    return [values[start:end].tolist() for start, end in pairwise(offsets.tolist())]


def list_base_forms(words: Sequence[str]) -> list[set[str]]:
    wordnet = load_wordnet()
    return [{str(wordnet.word(number)) for number in numbers} for numbers in split(*wordnet.base_forms(words))]


@pytest.fixture(scope="module")
def words(dictionary: oracle.WordNet) -> list[str]:
    """Some thousands: lemmas, exceptions, inflections of both, and what is no word."""
    draw = random.Random(7)
    lemmas = draw.sample(sorted({lemma for lemma, _ in dictionary.senses}), 1500)
    forms = draw.sample(sorted({form for form, _ in dictionary.exceptions}), 700)
    endings = ["s", "es", "ies", "ed", "ing", "er", "est", "men", "ful", "'s", "-s", "x"]
    inflected = [draw.choice([word, word[:-1]]) + draw.choice(endings) for word in draw.sample(lemmas + forms, 1200)]
    golden = [cells[0] for cells in read_golden("wordnet")]
    return sorted({*lemmas, *forms, *inflected, *golden, "", "-", "_", "''", "a" * 300})


@pytest.fixture(scope="module")
def numbers(dictionary: oracle.WordNet) -> dict[tuple[str, object], int]:
    """Synsets are numbered by part of speech, then by place in the data file; the root of verbs comes last."""
    ordered = sorted(dictionary.members, key=lambda synset: ("nvar".index(synset[0]), synset[1]))
    return {synset: number for number, synset in enumerate([*ordered, oracle.ROOT])}


def test_the_file_is_as_it_was_packed() -> None:
    wordnet = load_wordnet()
    assert wordnet.version == "3.0"
    assert wordnet.word_count == 153_226


def test_words_are_numbered_in_their_order() -> None:
    wordnet = load_wordnet()
    found = [str(wordnet.word(number)) for number in range(0, wordnet.word_count, 7)]
    assert found == sorted(found)
    assert wordnet.word(wordnet.word_count) is None


def test_base_forms_equal_those_of_wordnets_own_library() -> None:
    rows = read_golden("wordnet")
    assert len(rows) > 500
    found = list_base_forms([word for word, *_ in rows])
    different = {word for (word, *parts), ours in zip(rows, found, strict=True) if ours != set(" ".join(parts).split())}
    assert different == DIFFERENT
    assert list_base_forms(sorted(DIFFERENT)) == [{"eyrir"}, {"involucre"}]


def count_steps(one: str, other: str) -> int:
    """The fewest steps by way of something above both."""
    offsets, values, distances = load_wordnet().ancestors([one, other], LONGEST_PATH)
    ours, theirs = (
        dict(zip(values[start:end].tolist(), distances[start:end].tolist(), strict=True))
        for start, end in pairwise(offsets.tolist())
    )
    return min(ours[synset] + theirs[synset] for synset in ours.keys() & theirs.keys())


def test_path_similarities_equal_those_of_nltk() -> None:
    rows = read_golden("path")
    assert len(rows) == 40
    for one, other, similarity in rows:
        assert 1 / (1 + count_steps(one, other)) == pytest.approx(float(similarity), abs=1e-12), (one, other)


def test_base_forms_equal_the_oracle(dictionary: oracle.WordNet, words: list[str]) -> None:
    assert len(words) > 3000
    expected = [{base for part in oracle.FILES for base in dictionary.base_forms(word, part)} for word in words]
    found = list_base_forms(words)
    assert list(differing(words, found, expected)) == []


def test_synsets_equal_the_oracle(
    dictionary: oracle.WordNet, words: list[str], numbers: dict[tuple[str, object], int]
) -> None:
    expected = [sorted(numbers[synset] for synset in dictionary.synsets(word)) for word in words]
    found = split(*load_wordnet().synsets(words))
    assert list(differing(words, found, expected)) == []


@pytest.mark.parametrize("limit", [0, 1, 3, 30])
def test_ancestors_equal_the_oracle(
    dictionary: oracle.WordNet, words: list[str], numbers: dict[tuple[str, object], int], limit: int
) -> None:
    some = words[::4]
    offsets, values, distances = load_wordnet().ancestors(some, limit)
    found = [
        dict(zip(synsets, steps, strict=True))
        for synsets, steps in zip(split(offsets, values), split(offsets, distances), strict=True)
    ]
    expected = [
        {numbers[synset]: steps for synset, steps in dictionary.ancestors(word, limit).items()} for word in some
    ]
    assert list(differing(some, found, expected)) == []
    assert all(list(synsets) == sorted(synsets) for synsets in found)


def differing(words: Sequence[str], found: Sequence[object], expected: Sequence[object]) -> Iterator[object]:
    """The first few words of which something else was found."""
    pairs = zip(words, found, expected, strict=True)
    return islice(((word, ours, theirs) for word, ours, theirs in pairs if ours != theirs), 5)


def test_case_does_not_matter() -> None:
    assert list_base_forms(["GEESE", "Geese", "geese"]) == [{"goose"}] * 3


def test_odd_words_are_unknown() -> None:
    odd = ["", " ", "_", "naïve", "日本", "a" * 5000, "\x00", "geese\x00"]
    assert list_base_forms(odd) == [set()] * len(odd)


def load_script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("pack_wordnet", ROOT / "scripts" / "pack_wordnet.py")
    assert specification is not None
    assert specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    return script


@pytest.mark.usefixtures("dictionary")
def test_the_script_packs_the_same_bytes_again() -> None:
    script = load_script()
    assert script.pack(script.read_dictionary(oracle.FOLDER)) == PACKED.read_bytes()


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda data: b"", "not a WordNet file packed for Tertium"),
        (lambda data: b"not a WordNet", "not a WordNet file packed for Tertium"),
        (lambda data: data[:100], "not a WordNet file packed for Tertium"),
        (lambda data: data[: len(data) // 2], "bytes where its header says"),
        (lambda data: data + b"\0", "bytes where its header says"),
        (lambda data: data[:8] + b"\2" + data[9:], "packed in format 2; this version reads format 1"),
        (lambda data: data[:60] + b"\xff" * 4 + data[64:], "has sections that do not fit its length"),
    ],
    ids=["empty", "foreign", "head only", "truncated", "longer", "newer", "sections"],
)
def test_a_damaged_file_is_refused(damage: Any, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(damage(PACKED.read_bytes()))
    with pytest.raises(InputError) as caught:
        load_wordnet(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert problem in str(caught.value)
    assert "Make the file with scripts/pack_wordnet.py, or install Tertium again" in str(caught.value)


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_is_found(seed: int, tmp_path: Path) -> None:
    """Wherever it is: 172 of 500 damaged files once gave other answers without a word, and 35 a panic."""
    data = bytearray(PACKED.read_bytes())
    dice = random.Random(seed)
    path = tmp_path / "flipped.bin"
    for _ in range(10):
        place, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        data[place] ^= bit
        path.write_bytes(data)
        data[place] ^= bit
        with pytest.raises(InputError):
            _core.WordNet(path)


def test_what_happens_to_the_file_later_changes_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "copy.bin"
    shutil.copy(PACKED, path)
    wordnet = _core.WordNet(path)
    before = wordnet.synsets(["bank", "river"])[1].tolist()
    path.write_bytes(b"")
    assert wordnet.synsets(["bank", "river"])[1].tolist() == before


def test_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path / "no.bin", tmp_path):
        with pytest.raises(InputError) as caught:
            load_wordnet(str(path))
        assert caught.value.file == str(path)
        assert caught.value.remedy == "Give a packed WordNet, or nothing for the one in Tertium"
    with pytest.raises(InputError) as caught:
        _core.WordNet(tmp_path / "no.bin")
    assert str(caught.value).startswith(f"{tmp_path / 'no.bin'}: ")
    monkeypatch.setattr("tertium.lexicon.packed_wordnet._PACKED", tmp_path / "wordnet-3.0.bin")
    with pytest.raises(InputError, match=r"wordnet-3\.0\.bin: there is no such file\. Install Tertium again"):
        load_wordnet.__wrapped__()


def test_the_version_is_in_the_signature(tmp_path: Path) -> None:
    path = tmp_path / "copy.bin"
    path.write_bytes(PACKED.read_bytes())
    digest = sha256(PACKED.read_bytes()).hexdigest()[:8]
    for stages, version in (("exact+wn_stem", "3.0"), (f"exact+wn_synonym({path})", f"3.0 sha256:{digest}")):
        spec = f"meteor:stages={stages}"
        assert f"|wordnet:{version}|" in metrics.score(["car"], ["automobile"], [spec])[spec].signature


def test_a_damaged_file_of_ones_own_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.bin"
    data = bytearray(PACKED.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        load_wordnet(str(path))
