"""Attacks on reports: hostile names and segments through every format."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from hypothesis import strategies as st

from tertium import align, explain, score
from tertium.registry import FORMATS
from tertium.report import (
    Document,
    describe_alignment,
    describe_explanation,
    describe_scores,
    draw_alignment,
    draw_matrix,
    render,
)
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import TEXTS
from tests.report.test_escaping import ACTIVE, make_document

PIECE = st.one_of(st.sampled_from(TEXTS), st.text(max_size=5))
TEXT = st.lists(PIECE, max_size=6).map("".join)
SEGMENT = TEXT.map(lambda text: text.encode("utf-8", "ignore").decode() or "x")


class Tags(HTMLParser):
    """The elements of a page with the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


# A table without a title has a frame without a label.
EXPECTED = [tag for text in ("x", "") for tag in Tags(render(make_document(text), "html")).found]


def check(document: Document) -> None:
    for name in FORMATS:
        shown = render(document, name)
        shown.encode()
        if name == "json":
            json.loads(shown)
            assert shown.isascii() or not re.search("[\x7f-\x9f\u2028-\u202e]", shown)
        elif name not in ("tsv", "csv", "spreadsheet"):
            # Isolates are ours, around words that are written from right to left; each is closed.
            assert shown.count("\u2068") == shown.count("\u2069")
            assert not ACTIVE.search(re.sub("[\u2068\u2069]", "", shown)), name


@attack(TEXT, brief=25)
def test_documents(text: str) -> None:
    document = make_document(text)
    check(document)
    assert set(Tags(render(document, "html")).found) <= set(EXPECTED)
    assert render(document, "tsv").count("\n") == render(document, "spreadsheet").count("\n") == 2
    latex = render(document, "latex")
    assert not re.search(r"^\s*\\input", latex, re.MULTILINE)


def test_results() -> None:
    """Names as they are; segments of valid text, since others are refused."""
    count = 0

    @attack(TEXT, SEGMENT, SEGMENT, brief=10)
    def show(name: str, hypothesis: str, reference: str) -> None:
        nonlocal count
        check(describe_scores({name: score([hypothesis], [reference], ["bleu", "chrf"])}, segments=True))
        alignment = align(hypothesis, [reference])
        check(describe_alignment(alignment, name))
        for draw in (draw_alignment, draw_matrix):
            ElementTree.fromstring(draw(alignment))
        check(describe_explanation(explain(hypothesis, [reference], "ter"), name))
        count += 1

    show()
    assert count >= 5, "most were refused"
