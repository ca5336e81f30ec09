"""Documents are evaluated lazily: each format makes what it shows, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tertium.alignment import Alignment
from tertium.errors import SpecError
from tertium.frame import Frame
from tertium.registry import ALIGNMENT_FORMATS, FORMATS
from tertium.report import Document, Number, PageSections, Pictures, Plots, Range, Table, Tables, render
from tertium.report.tables.alignment import describe_alignment
from tests.report.alignments import SPEECH


def make_table(name: str) -> Table:
    return Table(columns=("", "value"), cells=[(name, Number(1, "d"))])


def make_document(made: list[str]) -> Document:
    """A document that notes what of it was made."""

    def note(name: str, value: Any) -> Any:
        made.append(name)
        return value

    return Document(
        title="Everything",
        blocks=[
            Pictures(lambda: note("picture", ["<svg></svg>"])),
            Tables(lambda: note("table", [make_table("both")])),
            Tables(lambda: note("table of text", [make_table("plain")]), in_pages=False),
            Tables(lambda: note("table of pages", [make_table("rich")]), in_text=False),
            PageSections(lambda: note("section", ["<section>words</section>"])),
            Plots(lambda: note("plot", [])),
        ],
        make_frame=lambda: note("frame", Frame({"value": ["1"]})),
        make_data=lambda: note("data", {"value": 1}),
    )


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("text", ["table", "table of text"]),
        ("md", ["table", "table of text"]),
        ("latex", ["table", "table of text"]),
        ("tsv", ["frame"]),
        ("csv", ["frame"]),
        ("spreadsheet", ["frame"]),
        ("json", ["data"]),
        ("html", ["picture", "table", "table of pages", "section", "plot"]),
    ],
)
def test_a_format_makes_only_what_it_shows(name: str, wanted: list[str]) -> None:
    made: list[str] = []
    assert render(make_document(made), name)
    assert made == wanted


def test_every_format_is_held_to_it() -> None:
    (mark,) = test_a_format_makes_only_what_it_shows.pytestmark  # type: ignore[attr-defined]
    assert {name for name, _ in mark.args[1]} == set(FORMATS)


def test_blocks_stand_in_their_order() -> None:
    page = render(make_document([]), "html")
    places = [page.index(text) for text in ("<figure", "both", "rich", "<section>words")]
    assert places == sorted(places)
    assert "plain" not in page


def test_what_is_made_is_kept() -> None:
    made: list[str] = []
    document = make_document(made)
    assert document.tables is document.tables
    assert document.frame is document.frame
    assert document.data is document.data
    assert made == ["table", "table of text", "frame", "data"]


def test_a_document_may_have_formats_of_its_own() -> None:
    document = replace(make_document([]), alone={"shout": lambda: "HEY"})
    assert render(document, "shout") == "HEY"
    with pytest.raises(SpecError, match="html, shout"):
        render(document, "whisper")


@pytest.mark.parametrize("name", ALIGNMENT_FORMATS)
def test_an_alignment_is_offered_as_the_registry_says(name: str) -> None:
    found: Alignment = SPEECH
    assert render(describe_alignment(found), name).startswith("<svg")


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        (Number(None), ""),
        (Number(float("nan")), "–"),
        (Number(1234, ","), "1,234"),
        (Number(0.5, ".0%", Range(40, 60.25, ".1f")), "50% [40.0, 60.2]"),
        (Range(-1, 1, "+.1f"), "[-1.0, +1.0]"),
        ("a\x1bb", "a�b"),
    ],
)
def test_cells_are_printed(cell: Any, printed: str) -> None:
    table = Table(columns=("value",), cells=[[cell]])
    assert table.rows == [[printed]]
    assert render(Document(title="", blocks=[Tables(lambda: [table])]), "text").splitlines()[1:] == [printed]


def test_text_that_looks_like_an_interval_stays_text() -> None:
    table = Table(columns=("", "orders"), cells=[["a", "one [two, three]"]])
    assert 'interval">' not in render(Document(title="", blocks=[Tables(lambda: [table])]), "html")


def test_a_document_without_data_is_empty_data() -> None:
    assert json.loads(render(Document(title="", blocks=[]), "json")) == {"schema": 1}
