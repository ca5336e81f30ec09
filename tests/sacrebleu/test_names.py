"""Every public name of sacrebleu is on the page of names, and is what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sacrebleu.public_names import find, list_members, list_names, list_parameters

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "sacrebleu-names.md"
ROWS = re.findall(r"^\| `([\w.]+)` \| (\w+) \| (.*?) ?\|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
EQUAL = [name for name, kind, _ in ROWS if kind == "equal"]
DIFFERENT = [name for name, kind, _ in ROWS if kind == "differs"]
ABSENT = [name for name, kind, _ in ROWS if kind == "no"]


def test_the_page_has_every_public_name() -> None:
    assert sorted(name for name, _, _ in ROWS) == sorted(list_names())
    assert len(list_names()) > 100


def test_each_name_has_one_of_three_kinds_and_others_than_equal_a_reason() -> None:
    assert len(EQUAL) + len(DIFFERENT) + len(ABSENT) == len(ROWS)
    assert [name for name, kind, why in ROWS if (kind == "equal") != (why == "")] == []


@pytest.mark.parametrize("name", EQUAL)
def test_an_equal_name_has_the_same_parameters_and_members(name: str) -> None:
    theirs, ours = find(name, "sacrebleu"), find(name, "tertium.sacrebleu")
    assert list_parameters(ours) == list_parameters(theirs)
    assert type(ours).__name__ == type(theirs).__name__
    for member in list_members(theirs):
        assert list_parameters(getattr(ours, member)) == list_parameters(getattr(theirs, member)), member


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_different_name_is_there(name: str) -> None:
    assert find(name, "tertium.sacrebleu") is not None


@pytest.mark.parametrize("name", ABSENT)
def test_an_absent_name_is_not_there(name: str) -> None:
    with pytest.raises(LookupError):
        find(name, "tertium.sacrebleu")


def test_constants_are_equal() -> None:
    for name in ("metrics.bleu.MAX_NGRAM_ORDER", "significance.IS_WINDOWS", "utils.USERHOME", "version.commit_id"):
        assert find(f"sacrebleu.{name}", "tertium.sacrebleu") == find(f"sacrebleu.{name}", "sacrebleu")
    for owner, name in [
        ("BLEU", "SMOOTH_DEFAULTS"),
        ("BLEU", "TOKENIZERS"),
        ("BLEU", "TOKENIZER_DEFAULT"),
        ("CHRF", "CHAR_ORDER"),
        ("CHRF", "WORD_ORDER"),
        ("CHRF", "BETA"),
    ]:
        ours, theirs = (find(f"sacrebleu.{owner}", package) for package in ("tertium.sacrebleu", "sacrebleu"))
        assert getattr(ours, name) == getattr(theirs, name)
