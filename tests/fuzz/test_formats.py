"""Attacks on reports: hostile names and segments through every format."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from hypothesis import strategies as st

from tertium import align, explain, make_test_set, score
from tertium.registry import ALIGNMENT_FORMATS, FORMATS
from tertium.report import Document, describe_alignment, describe_explanation, describe_scores, render
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import TEXTS
from tests.report.test_escaping import ACTIVE, make_document

PIECE = st.one_of(st.sampled_from(TEXTS), st.text(max_size=5))
TEXT = st.lists(PIECE, max_size=6).map("".join)


class Tags(HTMLParser):
    """The elements of a page with the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


EXPECTED = Tags(render(make_document("x"), "html")).found


def check(document: Document) -> None:
    for name in FORMATS:
        shown = render(document, name)
        shown.encode()
        if name == "json":
            json.loads(shown)
            assert shown.isascii() or not re.search("[\x7f-\x9f\u2028-\u202e]", shown)
        elif name not in ("tsv", "spreadsheet"):
            assert not ACTIVE.search(shown), name


@attack(TEXT, brief=25)
def test_documents(text: str) -> None:
    document = make_document(text)
    check(document)
    assert set(Tags(render(document, "html")).found) <= set(EXPECTED)
    assert render(document, "tsv").count("\n") == render(document, "spreadsheet").count("\n") == 2
    latex = render(document, "latex")
    assert not re.search(r"^\s*\\input", latex, re.MULTILINE)


@attack(TEXT, TEXT, TEXT, brief=10)
def test_results(name: str, hypothesis: str, reference: str) -> None:
    test_set = make_test_set({name: [hypothesis]}, [[reference]])
    scores = score(test_set, ["bleu", "chrf"])
    check(describe_scores({name: scores}, segments=True))
    alignment = describe_alignment(align(hypothesis, [reference]), name)
    check(alignment)
    for picture in ALIGNMENT_FORMATS:
        ElementTree.fromstring(render(alignment, picture))
    check(describe_explanation(explain(hypothesis, [reference], "ter"), name))
