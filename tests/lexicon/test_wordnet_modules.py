"""The modules of WordNet: what they make of what the core gives, and what they match in WordNet 3.0."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.lexicon.keys import Keys
from tertium.lexicon.modules import check_keys, get_module, wordnet
from tests.lexicon import matches

needs_core = pytest.mark.skipif(
    not hasattr(_core, "WordNet"), reason="NO WORDNET: the core is built without its reader"
)


class Small:
    """What the core would give for a WordNet of a few words."""

    version = "0.1"
    forms = {"saw": [2, 5], "see": [5], "seen": [5], "dog": [3], "none": []}  # noqa: RUF012

    def base_forms(self, words: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        keys = [self.forms.get(word, []) for word in words]
        offsets = np.cumsum([0, *map(len, keys)], dtype=np.int64)
        return offsets, np.array([key for row in keys for key in row], dtype=np.uint32)

    synsets = base_forms

    def ancestors(self, words: Sequence[str], limit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        offsets, values = self.base_forms(words)
        return offsets, values, np.full(len(values), limit, dtype=np.uint8)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "load_wordnet", lambda path: Small())


@pytest.mark.usefixtures("small")
class TestSmall:
    def test_unknown_words_match_themselves_by_stem(self) -> None:
        words = ["x", "saw", "y", "see", "seen", "z"]
        keys = wordnet.make_stem("").keys(words)
        check_keys("wn_stem", keys, len(words))
        known = {(i, j) for i in (1, 3, 4) for j in (1, 3, 4)}
        assert matches(keys) == known | {(0, 0), (2, 2), (5, 5)}

    def test_unknown_words_are_no_synonyms_even_of_themselves(self) -> None:
        keys = wordnet.make_synonym("").keys(["x", "saw", "see"])
        assert matches(keys) == {(1, 1), (1, 2), (2, 1), (2, 2)}

    def test_names_and_resources(self, tmp_path: Path) -> None:
        (tmp_path / "other.bin").write_bytes(b"other")
        modules = [
            wordnet.make_stem(""),
            wordnet.make_synonym(str(tmp_path / "other.bin")),
            wordnet.make_relatedness(""),
            wordnet.make_relatedness("0.50"),
        ]
        names = ["wn_stem", "wn_synonym(other.bin)", "relatedness(0.25)", "relatedness(0.5)"]
        assert [module.name for module in modules] == names
        digest = sha256(b"other").hexdigest()[:8]
        versions = [module.resources["wordnet"] for module in modules]
        assert versions == ["0.1", f"0.1 sha256:{digest}", "0.1", "0.1"]

    @pytest.mark.parametrize(
        ("threshold", "limit"),
        [
            ("1", 0),
            ("0.51", 0),
            ("0.5", 1),
            ("0.34", 1),
            ("0.3333333333333333", 2),
            ("0.25", 3),
            ("0.2", 4),
            ("1e-9", 255),
        ],
    )
    def test_the_threshold_sets_the_limit(self, threshold: str, limit: int) -> None:
        keys = wordnet.make_relatedness(threshold).keys(["saw"])
        assert keys.limit == limit
        assert keys.distances is not None
        assert keys.distances.tolist() == [limit, limit]

    @pytest.mark.parametrize("threshold", ["0", "-1", "1.01", "nan", "inf", "0.5x"])
    def test_a_wrong_threshold(self, threshold: str) -> None:
        with pytest.raises(SpecError) as caught:
            wordnet.make_relatedness(threshold)
        assert str(caught.value).startswith(
            f"the threshold of relatedness is {threshold!r}, not a number above 0 and up to 1. Write relatedness(0.5)"
        )


@given(words=st.lists(st.sampled_from([*Small.forms, *"abcdef"]), unique=True))
def test_words_match_by_stem_if_they_share_a_base_form_or_are_the_same(words: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wordnet, "load_wordnet", lambda path: Small())
        keys = wordnet.make_stem("").keys(words)
    check_keys("wn_stem", keys, len(words))
    forms = [set(Small.forms.get(word, [])) for word in words]
    assert matches(keys) == {
        (i, j) for i, one in enumerate(forms) for j, other in enumerate(forms) if i == j or one & other
    }


@pytest.mark.parametrize("name", ["wn_stem", "wn_synonym"])
def test_a_missing_file(name: str) -> None:
    with pytest.raises(InputError, match=r"nowhere.bin: there is no such file\. Give a packed WordNet"):
        get_module(f"{name}(nowhere.bin)")


@needs_core
@pytest.mark.parametrize("name", ["wn_stem", "wn_synonym"])
def test_a_file_that_is_no_wordnet(name: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.bin"
    path.write_bytes(b"not a WordNet")
    with pytest.raises(InputError):
        get_module(f"{name}({path})")


def keys_of(stage: str, words: Sequence[str]) -> Keys:
    keys = get_module(stage).keys(words)
    check_keys(stage, keys, len(words))
    return keys


@needs_core
@pytest.mark.parametrize(
    ("stage", "one", "other", "match"),
    [
        ("wn_stem", "went", "goes", True),
        ("wn_stem", "mice", "mouse", True),
        ("wn_stem", "better", "good", True),
        ("wn_stem", "dog", "cat", False),
        ("wn_stem", "zzyzx", "zzyzy", False),
        ("wn_synonym", "car", "automobile", True),
        ("wn_synonym", "cars", "automobiles", True),
        ("wn_synonym", "dog", "cat", False),
        ("wn_synonym", "zzyzx", "zzyzx", False),
        ("relatedness", "dog", "canine", True),
        ("relatedness", "dog", "democracy", False),
        ("relatedness(1)", "car", "automobile", True),
        ("relatedness(1)", "dog", "canine", False),
    ],
)
def test_wordnet(stage: str, one: str, other: str, match: bool) -> None:
    words = [one] if one == other else [one, other]
    assert ((0, len(words) - 1) in matches(keys_of(stage, words))) is match


@needs_core
@pytest.mark.parametrize("stage", ["wn_stem", "wn_synonym", "relatedness"])
def test_no_words_and_odd_words(stage: str) -> None:
    for words in ([], [""], ["", " ", "_", "'s", "naïve", "日本", "a" * 5000, "\x00"]):
        keys_of(stage, words)


@needs_core
def test_the_version_is_in_the_signature() -> None:
    assert "3.0" in get_module("wn_stem").resources["wordnet"]
