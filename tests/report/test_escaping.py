"""Names of systems and files, titles, notes and messages are anybody's text: no format lets them act."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.frame import Frame
from tertium.registry import FORMATS
from tertium.report import Document, render
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Number, Range
from tertium.report.drawings.canvas import escaped
from tertium.report.plots.theme import clean

ESCAPE, OVERRIDE, C1 = "\x1b[2Jx", "abc\u202edef", "\x9b31m"
HOSTILE = f"{ESCAPE}{OVERRIDE}{C1}\n\\input{{/etc/passwd}}\r\u2028<script>alert(1)</script>"
ACTIVE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def make_document(text: str) -> Document:
    table = Table(columns=[text, "score"], cells=[[text, Number(1.5)]], title=text, notes=[text], signatures=[text])
    return Document(
        title=text,
        blocks=[Tables(lambda: [table])],
        make_frame=lambda: Frame({"system": [text], "score": [1.5]}),
        make_data=lambda: {"system": text},
    )


@pytest.mark.parametrize("name", ["text", "md", "latex", "html"])
def test_no_control_reaches_a_reader(name: str) -> None:
    shown = render(make_document(HOSTILE), name)
    assert not ACTIVE.search(shown)
    assert "�" in shown


@pytest.mark.parametrize("name", ["text", "md", "latex"])
def test_a_name_never_begins_a_line_of_its_own(name: str) -> None:
    assert not re.search(r"^\s*\\(input|text)", render(make_document("corpus\n\\input{x}"), name), re.MULTILINE)


def test_json_keeps_every_character_and_shows_none_that_acts() -> None:
    text = HOSTILE + "\U000e0041"
    shown = render(make_document(text), "json")
    assert not re.search("[\x7f-\x9f\u2028-\u202e\U000e0041]", shown)
    assert json.loads(shown)["system"] == text


@pytest.mark.parametrize("name", FORMATS)
def test_a_name_that_is_not_utf_8_can_be_written(name: str) -> None:
    """Python reads the byte FF of a file name as half of a pair, which no encoder takes."""
    assert render(make_document("x\udcff"), name).encode()


def test_tsv_has_no_controls_and_stays_one_row_per_line() -> None:
    shown = render(make_document(f"{ESCAPE}{C1}\na\tb"), "tsv")
    assert shown == "system\tscore\n�[2Jx�31m a b\t1.5\n"


@pytest.mark.parametrize("formula", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "  =1+1"])
def test_a_spreadsheet_sees_text_and_no_formula(formula: str) -> None:
    assert render(make_document(formula), "spreadsheet") == f"system\tscore\n'{formula}\t1.5\n"
    assert render(make_document(formula), "tsv") == f"system\tscore\n{formula}\t1.5\n"


def test_negative_numbers_stay_numbers_in_spreadsheets() -> None:
    document = Document(title="", blocks=[], make_frame=lambda: Frame({"name": ["a"], "difference": [-1.5]}))
    assert render(document, "spreadsheet") == "name\tdifference\na\t-1.5\n"


def test_latex_takes_no_cell_for_the_option_of_the_row_before() -> None:
    table = Table(columns=["text"], cells=[["first"], ["[second]"], ["*"]])
    lines = render(Document(title="", blocks=[Tables(lambda: [table])]), "latex").splitlines()
    assert "{}[second] \\\\" in lines
    assert "{}* \\\\" in lines


def test_markdown_fetches_no_picture_and_keeps_notes_as_code() -> None:
    shown = render(make_document("![x](http://example.org/a.png) `code`"), "md")
    row = next(line for line in shown.splitlines() if line.endswith("1.50 |"))
    assert r"!\[x\](http" in row
    assert "``" in shown.split("1.50 |")[1]


def test_markdown_leaves_intervals_as_they_are() -> None:
    table = Table(columns=["system", "bleu"], cells=[["a", Number(12.5, interval=Range(11, 14))]])
    assert "| a | 12.50 [11.00, 14.00] |" in render(Document(title="", blocks=[Tables(lambda: [table])]), "md")


def test_errors_quote_names_without_controls() -> None:
    error = InputError(f"the column {ESCAPE} is missing", file=Path(f"a{OVERRIDE}\nb.tsv"), line=3, remedy=f"Use {C1}")
    for shown in (str(error), error.for_command_line()):
        assert not ACTIVE.search(shown)
        assert "\n" not in shown
        assert shown.startswith("aabc�def�b.tsv:3: ")
    assert "\x1b" not in str(SpecError(f"there is no metric {ESCAPE}"))


def test_spaces_of_other_widths_are_blanks() -> None:
    assert "10 000 km" in render(make_document("10\u202f000\u00a0km"), "text")


def test_pictures_and_plots_do_not_turn_the_direction_of_writing() -> None:
    assert escaped(OVERRIDE) == "abc�def"
    assert clean(f"{OVERRIDE}\x1b") == "abc�def�"
