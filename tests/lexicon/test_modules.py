"""Modules by their names: ours, and those of other packages; and the module exact."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import registry
from tertium.errors import InputError, SpecError, TertiumError
from tertium.lexicon.modules import check_keys, get_module, parse_stages
from tests.lexicon import matches


@pytest.mark.parametrize("name", registry.MODULES)
def test_every_module_has_a_maker(name: str) -> None:
    assert callable(registry.load(registry.MODULES, name, "module"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("exact", ["exact"]),
        ("exact()", ["exact"]),
        (" exact + porter ", ["exact", "porter"]),
        ("exact( english )+snowball( de )", ["exact(english)", "snowball(german)"]),
        ("porter+exact+porter", ["porter", "exact", "porter"]),
    ],
)
def test_stages_are_split_at_plus(text: str, names: list[str]) -> None:
    assert [module.name for module in parse_stages(text)] == names


def test_a_file_may_have_plus_and_parentheses_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a+b (2).txt"
    path.write_text("the\n")
    assert [module.name for module in parse_stages(f"exact({path})+porter")] == ["exact(a+b (2).txt)", "porter"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no stages are given."),
        ("  ", "no stages are given."),
        ("exact++porter", "stage 2 of 'exact++porter' is empty."),
        ("exact+", "stage 2 of 'exact+' is empty."),
        ("snowball(german", "'snowball(german' does not close a parenthesis."),
        ("exact)+(porter", "'exact)+(porter' closes a parenthesis that was not opened."),
        ("snowball(german)x", "'snowball(german)x' is not a module."),
        ("(german)", "'(german)' is not a module."),
    ],
)
def test_malformed_stages_say_how_to_write_them(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_stages(text)
    assert str(caught.value).startswith(f"{message} Write stages with + between them, such as exact+porter+wn_synonym")


def test_an_unknown_module_lists_ours() -> None:
    with pytest.raises(SpecError) as caught:
        get_module("portr")
    assert str(caught.value).startswith("there is no module 'portr'. Did you mean 'porter'? There are: exact, porter, ")


def test_a_module_is_made_once() -> None:
    assert get_module("porter") is get_module("porter")


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = (
        "import sys, tertium.lexicon.modules as m\n"
        "m.get_module('exact')\n"
        "print('Stemmer' in sys.modules, 'tertium.lexicon.mythes' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False False\n"
    )


@given(st.lists(st.text(), unique=True))
def test_exact_matches_a_word_with_itself_only(words: list[str]) -> None:
    keys = get_module("exact").keys(words)
    check_keys("exact", keys, len(words))
    assert matches(keys) == {(place, place) for place in range(len(words))}


def test_stop_words_do_not_match(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("\ufeff# my list\nthe\n\n  Of  \r\n#of\n", encoding="utf-8")
    module = get_module(f"exact({path})")
    words = ["The", "the", "house", "of", "#of"]
    keys = module.keys(words)
    check_keys(module.name, keys, len(words))
    assert matches(keys) == {(2, 2), (4, 4)}
    assert module.name == "exact(stop.txt)"
    assert module.resources["stopwords"].startswith("stop sha256:")


def test_the_built_in_stop_words() -> None:
    assert matches(get_module("exact(english)").keys(["the", "house"])) == {(1, 1)}


def test_stop_words_that_are_not_there() -> None:
    with pytest.raises(InputError) as caught:
        get_module("exact(nowhere.txt)")
    assert str(caught.value) == (
        "nowhere.txt: there is no such word list. Give a file with one word per line, or a built-in list: english."
    )


PACKAGE = """
import numpy as np
from tertium.errors import SpecError
from tertium.lexicon.keys import Keys

class Prefix:
    resources = {"prefix": "1.0"}
    def __init__(self, length):
        self.name, self.length = f"prefix({length})", length
    def keys(self, words):
        return Keys.from_strings([word[: self.length] for word in words])

def make(argument):
    if argument == "0":
        raise SpecError("a prefix has letters")
    return Prefix(int(argument or 3))

class Lists:
    name, resources = "lists", {}
    def __init__(self, argument): ...
    def keys(self, words):
        return [word[0] for word in words]

class Nameless:
    resources = {}
    def __init__(self, argument): ...
    def keys(self, words): ...

class Bare:
    name, resources = "bare", {}
    def __init__(self, argument): ...

class Versionless(Nameless):
    name, resources = "versionless", None
"""

POINTS = """[tertium.modules]
prefix = tertium_prefix:make
exact = tertium_prefix:make
lists = tertium_prefix:Lists
nameless = tertium_prefix:Nameless
bare = tertium_prefix:Bare
versionless = tertium_prefix:Versionless
gone = tertium_prefix:gone
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package, installed as pip installs it."""
    (tmp_path / "tertium_prefix.py").write_text(PACKAGE)
    information = tmp_path / "tertium_prefix-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: tertium-prefix\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tertium_prefix", raising=False)
    get_module.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_module_of_another_package() -> None:
    exact, prefix = parse_stages("exact+prefix(2)")
    assert exact.keys(["ab", "ac"]).values.tolist() == [0, 1]  # ours, whoever else uses the name
    assert (prefix.name, prefix.resources) == ("prefix(2)", {"prefix": "1.0"})
    assert matches(prefix.keys(["abc", "abd", "xyz"])) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)}
    assert get_module("prefix").name == "prefix(3)"


@pytest.mark.usefixtures("package")
def test_an_unknown_module_lists_the_installed_ones_too() -> None:
    with pytest.raises(
        SpecError, match=r"'prefx'. Did you mean 'prefix'\? There are: exact, .*relatedness, contextual, bare, gone"
    ):
        get_module("prefx")


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "prefix(x)",
            "the module 'prefix' of the package 'tertium-prefix' fails: ValueError: invalid literal",
        ),
        ("gone", "the module 'gone' of the package 'tertium-prefix' cannot be imported: AttributeError: "),
        ("prefix(0)", "a prefix has letters."),
    ],
)
def test_a_module_that_cannot_be_made(text: str, message: str) -> None:
    with pytest.raises(TertiumError) as caught:
        get_module(text)
    assert str(caught.value).startswith(message)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("bare", "returns something that has no keys(words)"),
        ("nameless", "returns something that has no name"),
        ("versionless", "returns something that has an attribute resources that is of type NoneType, not Mapping"),
        ("lists", "returns list instead of tertium.lexicon.Keys"),
    ],
)
def test_a_module_that_breaks_the_contract(name: str, problem: str) -> None:
    with pytest.raises(TertiumError) as caught:
        get_module(name).keys(["a"])
    assert str(caught.value).startswith(f"the module {name!r} of the package 'tertium-prefix' {problem}. ")
