"""Stems against NLTK's Porter, and every language that PyStemmer has."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from tertium.errors import SpecError
from tertium.languages import LANGUAGES
from tertium.lexicon.modules import check_keys, get_module, stem
from tests.lexicon import matches

ROOTS = [
    "abandon",
    "caress",
    "conflat",
    "feed",
    "fli",
    "gener",
    "happi",
    "hop",
    "motor",
    "oper",
    "pony",
    "relat",
    "sky",
]
ROOTS += ["star", "tan", "tri", "vietnam", "walk", "y", "bl", "ee"]
ENDINGS = re.findall(
    r"\w+",
    """s es sses ies ss eed ed ing ational tional enci anci izer abli alli entli eli ousli ization ation ator alism
    iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant
    ement ment ent ion ou ism ate iti ous ive ize e ll""",
)
# Where Snowball's porter leaves two consonants and the article has one.
DOUBLED = re.compile(r"([chjkqvwxy])\1(?:ed|ing)")
WORDS = sorted({root + one + two for root in ROOTS for one in ["", *ENDINGS] for two in ["", *ENDINGS]})


def groups(name: str, words: list[str]) -> list[set[str]]:
    """The words in groups that match each other."""
    keys = get_module(name).keys(words)
    check_keys(name, keys, len(words))
    found: dict[int, set[str]] = {}
    for word, value in zip(words, keys.values.tolist(), strict=True):
        found.setdefault(value, set()).add(word)
    return list(found.values())


def grouped(words: list[str], stems: list[str]) -> list[set[str]]:
    found: dict[str, set[str]] = {}
    for word, stem_of_word in zip(words, stems, strict=True):
        found.setdefault(stem_of_word, set()).add(word)
    return list(found.values())


def test_porter_is_the_original_algorithm() -> None:
    peer = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)
    expected = grouped(WORDS, [peer.stem(word, to_lowercase=False) for word in WORDS])
    found = groups("porter", WORDS)
    assert len(WORDS) > 10_000
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


letters = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
made_up = st.builds(
    lambda root, endings: root + "".join(endings), letters, st.lists(st.sampled_from(ENDINGS), max_size=3)
)


@given(st.lists(made_up.filter(lambda word: not DOUBLED.search(word)), unique=True))
def test_porter_on_any_letters(words: list[str]) -> None:
    peer = PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)
    assert [set(group) for group in groups("porter", words)] == grouped(words, [peer.stem(word) for word in words])


def test_our_deviation_from_porter() -> None:
    assert PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM).stem("trekking") == "trek"
    assert len(groups("porter", ["trekking", "trek"])) == 2


@pytest.mark.parametrize("algorithm", Stemmer.algorithms())
def test_every_algorithm_is_there_by_its_name(algorithm: str) -> None:
    module = get_module(f"snowball({algorithm})")
    assert module.name == f"snowball({algorithm})"
    assert module.resources == {"stemmer": f"{algorithm} (PyStemmer {version('PyStemmer')})"}


@pytest.mark.parametrize("code", [code for code, known in LANGUAGES.items() if known.name in Stemmer.algorithms()])
def test_codes_are_those_of_pystemmer(code: str) -> None:
    algorithm = LANGUAGES[code].name
    words = [*WORDS[::50], "häuser", "casas", "дома", "évidemment", "σπιτιού", "házakban"]
    expected = Stemmer.Stemmer(code).stemWords(words)
    assert Stemmer.Stemmer(algorithm).stemWords(words) == expected
    assert get_module(f"snowball({code})").name == f"snowball({algorithm})"


@pytest.mark.parametrize(
    ("stages", "one", "other"),
    [
        ("snowball", "generously", "generous"),
        ("snowball(german)", "häuser", "häusern"),
        ("snowball(ES)", "casas", "casa"),
        ("snowball(ca)", "taules", "taula"),
        ("snowball(Russian)", "домами", "домах"),
    ],
)
def test_languages(stages: str, one: str, other: str) -> None:
    assert matches(get_module(stages).keys([one, other, "x"])) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)}


def test_english_is_the_default_and_not_porter() -> None:
    assert get_module("snowball").name == "snowball(english)"
    words = ["generate", "generic", "general"]
    assert len(groups("porter", words)) == 1
    assert len(groups("snowball", words)) == 3


def test_an_unknown_language_lists_those_there_are() -> None:
    with pytest.raises(SpecError) as caught:
        get_module("snowball(germn)")
    assert str(caught.value).startswith("there is no language of snowball 'germn'. Did you mean 'german'? There are: ")
    assert "yiddish" in str(caught.value)


def test_porter_takes_no_argument() -> None:
    with pytest.raises(SpecError) as caught:
        get_module("porter(german)")
    assert str(caught.value) == (
        "the module 'porter' has no argument, but 'german' was given. "
        "Write porter for English as in the paper, or snowball(german)."
    )


def test_memory_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stem, "_MEMORY", 4)
    module = stem.make_porter("")
    for words in (["walk", "walks", "talk"], ["talks", "talk", "walked"], list("abcdef"), ["walk", "walking"]):
        keys = module.keys(words)
        check_keys("porter", keys, len(words))
        expected = stem.make_porter("").keys(words)
        assert matches(keys) == matches(expected)
        assert len(module._memory) <= max(4, len(words))


def test_several_threads_may_use_one_module() -> None:
    module = stem.make_snowball("english")
    batches = [WORDS[start : start + 2000] for start in range(0, 20_000, 500)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(module.keys, batches))
    again = [module.keys(batch).values.tolist() for batch in batches]
    assert [keys.values.tolist() for keys in results] == again
