"""The page and the tables of ``tertium diff``: marked words, and hostile text that stays text."""

from __future__ import annotations

import re
from html import unescape

import pytest

import tertium
from tertium.contrast import mark_words
from tertium.report import describe_diff, render
from tertium.report.pages.diff_segments import mark_text
from tests.report.shown import content_of
from tests.report.test_escaping import ACTIVE, HOSTILE

EVIL = '<script>alert(1)</script> "><img onerror=x> {{7*7}} ]]> \x1b[31m \u202e'


@pytest.fixture(scope="module")
def hostile() -> tertium.Diff:
    systems = {f"{HOSTILE}1": [EVIL] * 120, f"{HOSTILE}2": ["a " + EVIL] * 119 + ["b"]}
    return tertium.diff(
        systems,
        [EVIL + " b"] * 120,
        documents=[f"{number % 30} {EVIL}" for number in range(120)],
        sources=[EVIL] * 120,
        labels={EVIL: [EVIL, "x"] * 60},
        tokenize="none",
    )


@pytest.mark.parametrize("name", ["text", "md", "latex", "html"])
def test_hostile_text_is_shown_and_does_not_act(hostile: tertium.Diff, name: str) -> None:
    shown = render(describe_diff(hostile), name)
    assert not ACTIVE.search(shown)
    if name == "html":
        shown = content_of(shown)
        assert "<script" not in shown
        assert "<img" not in shown
        assert "&lt;script&gt;" in shown
    assert "{{7*7}}" in shown.replace("\\", "")


@pytest.mark.parametrize("name", ["json", "tsv", "spreadsheet"])
def test_data_have_hostile_text_on_one_line(hostile: tertium.Diff, name: str) -> None:
    shown = render(describe_diff(hostile, ["segments"]), name)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    if name != "json":
        assert shown.count("\n") == 1 + len(hostile.segments)


def test_a_marked_text_without_its_tags_is_the_text() -> None:
    text = 'a < b & "c" d'
    marked = mark_words(text, text.split(), [["a", "b"]], ["a", "c"])
    shown = mark_text(marked)
    assert unescape(re.sub("<[^>]+>", "", shown)) == text
    assert '<mark class="right">b</mark>' in shown
    assert '<mark class="wrong">&lt;</mark>' in shown


def test_many_documents_are_cut_and_the_table_says_so(hostile: tertium.Diff) -> None:
    shown = render(describe_diff(hostile, ["buckets"]), "text")
    assert "the 20 largest differences of 30; json and tsv have all" in shown


@pytest.mark.parametrize("width", [40, 80, 120])
def test_tables_fit_the_terminal(width: int) -> None:
    from dataclasses import replace

    systems = {"online-B": ["the cat sat on a mat"] * 150, "uedin-nmt": ["the dog sat on the mat"] * 150}
    found = tertium.diff(systems, ["the cat sat on the mat"] * 150)
    shown = render(replace(describe_diff(found), width=width), "text")
    assert max(map(len, shown.splitlines())) <= width


def test_a_verdict_is_in_words() -> None:
    systems = {"one": ["the cat sat here"] * 150, "two": ["the dog sat here"] * 150}
    shown = render(describe_diff(tertium.diff(systems, ["the cat sat here"] * 150)), "text")
    assert "two − one = -50.59" in shown
    assert ": one is better" in shown
    assert "none at a false discovery rate of 5%" in shown
    assert "the cat sat here" in shown
