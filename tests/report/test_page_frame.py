"""Pages: a strict policy that names what stands in them, and nothing that it would block."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

import tertium
from tertium.report import Html, Number, Pictures, Range, Table, Tables, render, write_copies, write_page, write_table
from tertium.report.assets import read_script, read_style
from tertium.report.document import Document
from tertium.report.page_frame import write_plot_policy
from tertium.report.table_copies import MOST_ROWS, write_csv
from tertium.report.table_html import write_signatures
from tertium.report.tables.alignment import describe_alignment
from tests.report.alignments import SPEECH

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>{{7*7}}]]></style>\u202e\x1b[2J'
TABLE = Table(
    columns=["system", "bleu"],
    cells=[[HOSTILE, Number(12.3456, interval=Range(11, 13.5), best=True)], ["=1+1", Number(1234, ",")]],
    title=HOSTILE,
    notes=[HOSTILE],
    signatures=[HOSTILE],
)
PAGE = render(Document(title=HOSTILE, blocks=[Tables(lambda: [TABLE])]), "html")


class Elements(HTMLParser):
    """Tags with their attributes, and the texts of styles and scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.contents: dict[str, list[str]] = {"style": [], "script": []}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.contents:
            self.contents[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in self.contents and data.strip():
            self.contents[self.tags[-1][0]][-1] += data


def find_policy(page: str) -> dict[str, str]:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    return dict(part.strip().split(" ", 1) for part in policy[1].split(";"))


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def list_pages() -> list[tuple[str, str]]:
    sample = tertium.compare({"a": ["the cat"] * 3, "b": ["a dog"] * 3}, ["the cat"] * 3, ["ter"], resamples=40)
    from tertium.report import describe_comparison, describe_diff

    diff = tertium.diff({"a": ["the cat"] * 3, "b": ["a dog"] * 3}, ["the cat"] * 3)
    return [
        ("hostile", PAGE),
        ("alignment", render(describe_alignment(SPEECH), "html")),
        ("comparison", render(describe_comparison(sample), "html")),
        ("diff", render(describe_diff(diff), "html")),
        ("further", write_page("t", Html("<p>x</p>"), styles=["p { color: red }"], scripts=["1 + 1;"])),
    ]


@pytest.mark.parametrize(("name", "page"), list_pages(), ids=lambda each: each if len(each) < 20 else "")
def test_the_policy_names_what_stands_in_the_page_and_nothing_else(name: str, page: str) -> None:
    policy, found = find_policy(page), Elements(page)
    assert policy["default-src"] == policy["form-action"] == policy["base-uri"] == "'none'"
    assert policy["style-src"].split() == list(map(digest, found.contents["style"]))
    assert policy["script-src"].split() == list(map(digest, found.contents["script"]))
    assert "unsafe" not in str(policy)
    assert page.index("Content-Security-Policy") < page.index("<title>")
    for tag, attributes in found.tags:
        assert "style" not in attributes, tag
        assert not [each for each in attributes if each.startswith("on")], tag
        assert tag not in ("img", "iframe", "link")


def test_only_the_page_of_an_interactive_plot_may_evaluate() -> None:
    # The digest of "alert(1)" by `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`.
    assert "script-src 'unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in write_plot_policy(
        ["alert(1)"]
    )


def test_hostile_text_is_text() -> None:
    found = Elements(PAGE)
    assert found.contents["script"] == [read_script()]
    assert found.contents["style"] == [read_style()]
    assert "\u202e" not in PAGE
    assert "\x1b" not in PAGE


def test_each_button_copies_what_the_format_gives() -> None:
    texts = [attributes["data-copy"] for _, attributes in Elements(PAGE).tags if "data-copy" in attributes]
    copied = dict(zip(("Markdown", "LaTeX", "CSV"), texts, strict=True))
    unsigned = Table(columns=TABLE.columns, cells=TABLE.cells, title=TABLE.title, notes=TABLE.notes)
    document = Document(title="", blocks=[Tables(lambda: [unsigned])])
    assert copied["Markdown"] == render(document, "md")
    assert copied["LaTeX"] == render(document, "latex")
    assert copied["CSV"] == write_csv(TABLE)


def test_csv_has_no_formulas_and_full_precision() -> None:
    lines = write_csv(TABLE).splitlines()
    assert lines[0] == "system,bleu,bleu low,bleu high"
    assert lines[1].endswith(",12.3456,11,13.5")
    assert lines[2] == "'=1+1,1234,,"
    assert "\x1b" not in lines[1]
    ranges = Table(columns=["=a", "interval"], cells=[["x,y", Range(1, 2)], ['"', Range(3, float("nan"))]])
    assert write_csv(ranges) == '\'=a,interval low,interval high\n"x,y",1,2\n"""",3,\n'


def test_long_tables_are_copied_as_csv_alone() -> None:
    long = Table(columns=["a"], cells=[["x"]] * (MOST_ROWS + 1))
    assert list(write_copies(long)) == ["CSV"]
    assert "Markdown" not in write_table(long)


def test_buttons_are_hidden_until_a_script_shows_them() -> None:
    tools = [attributes for _, attributes in Elements(PAGE).tags if attributes.get("class") == "tools"]
    assert len(tools) == 2
    assert all("hidden" in each for each in tools)


def test_signatures_are_closed_and_there_once() -> None:
    assert PAGE.count("<details") == 1
    assert "<details open" not in PAGE
    assert write_signatures([]) == ""


def test_pictures_bring_no_style_into_a_page() -> None:
    page = render(describe_alignment(SPEECH), "html")
    assert page.count("<style>") == 1
    assert "<style>" in render(describe_alignment(SPEECH), "svg")
    bare = Document(title="", blocks=[Pictures(lambda: ["<svg><style>a { b: c }</style></svg>"])])
    assert "<svg></svg>" in render(bare, "html")


def test_colour_is_explained_where_it_is_used() -> None:
    assert "In colour: significantly better than all others." in PAGE
    plain = Table(columns=["system", "bleu"], cells=[["a", Number(1.0)]])
    assert "In colour" not in render(Document(title="", blocks=[Tables(lambda: [plain])]), "html")


def test_nothing_is_best_without_a_test_that_says_so() -> None:
    from tertium.report import describe_comparison, describe_scores

    systems = {"good": ["a b c d"] * 200, "bad": ["x b c d"] * 200}
    comparison = tertium.compare(systems, ["a b c d"] * 200, ["ter", "chrf"], resamples=200)
    assert describe_scores(comparison.systems).tables[0].best == frozenset()
    assert describe_comparison(comparison).tables[0].best == {(0, 1), (0, 2)}
    few = {name: lines[:10] for name, lines in systems.items()}
    small = tertium.compare(few, ["a b c d"] * 10, ["ter"], resamples=200)
    assert describe_comparison(small).tables[0].best == frozenset()
