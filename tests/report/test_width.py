"""Text fits the terminal: lines of text, cells, and tables of any shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.report import Document, Number, Range, Table, Tables, render
from tertium.report.cells import Cell
from tertium.report.wrapping import measure_width, wrap_text

TEXTS = st.text("ab-_|,. 中文，（）é\u0301\u0e31", max_size=60)
NUMBERS = st.floats(-9999, 9999)
CELLS = st.one_of(
    TEXTS, NUMBERS.map(Number), NUMBERS.map(lambda value: Number(value, "+.4f", Range(value - 1, value + 1, "+.4f")))
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(TEXTS, min_size=1, max_size=9))
    count = len(columns)
    text_columns = draw(st.integers(1, count))
    row = st.tuples(*(TEXTS if at < text_columns else CELLS for at in range(count)))
    return Table(
        columns=columns,
        cells=draw(st.lists(row, min_size=1, max_size=4)),
        title=draw(TEXTS),
        notes=draw(st.lists(TEXTS, max_size=2)),
        signatures=draw(st.lists(TEXTS, max_size=2)),
        text_columns=text_columns,
        keys=min(text_columns, draw(st.integers(1, 2))),
    )


def show(table: Table, width: int | None) -> str:
    return render(Document(title="", blocks=[Tables(lambda: [table])], width=width), "text")


@given(TEXTS, st.integers(2, 30))
def test_wrapping_keeps_all_but_blanks(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert all(measure_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(tables(), st.sampled_from([40, 60, 80, 120]))
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost(table: Table, width: int) -> None:
    printed = show(table, width)
    assert max(map(measure_width, printed.splitlines())) <= width
    cells = [cell for row in table.rows for cell in row]
    every = "".join([table.title, *table.columns, *table.notes, *set(table.signatures), *cells])
    for character in set(every) - {" "}:
        assert printed.count(character) >= every.count(character)
    unlimited = show(table, None)
    if max(map(measure_width, unlimited.splitlines())) <= width:
        assert printed == unlimited


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("神经机器翻译系统", 6, ["神经机", "器翻译", "系统"]),
        ("机器，翻译", 4, ["机", "器，", "翻译"]),
        ("bleu:tokenize=13a|refs:2|version:0.1.0", 21, ["bleu:tokenize=13a|", "refs:2|version:0.1.0"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]),
    ],
)  # fmt: skip
def test_words_are_broken_where_it_harms_least(text: str, width: int, lines: list[str]) -> None:
    assert wrap_text(text, width) == lines


@pytest.mark.parametrize(
    ("text", "columns"), [("กำ", 2), ("กั", 1), ("한", 2), ("\u1112\u1161\u11ab", 2), ("ab\u200dc", 3), ("é", 1)]
)
def test_columns_of_characters_are_counted(text: str, columns: int) -> None:
    assert measure_width(text) == columns


SYSTEMS = ("Helsinki-NLP.opus-mt-tc-big", "神经机器翻译系统", "b")


def make_scores(columns: int, rows: int) -> Table:
    cell = Number(12.3, interval=Range(11, 13))
    cells: list[list[Cell]] = [[SYSTEMS[row % 3], str(row), *[cell] * columns] for row in range(rows)]
    names = [f"metric{number}" for number in range(columns)]
    return Table(columns=("system", "segment", *names), cells=cells, notes=["a note"], signatures=["s|1"], keys=2)


def test_intervals_go_below_numbers_before_names_are_broken() -> None:
    lines = show(make_scores(2, 3), 70).splitlines()
    assert lines[1].split() == ["Helsinki-NLP.opus-mt-tc-big", "0", "12.30", "12.30"]
    assert lines[2].split("  ")[-2:] == ["[11.00, 13.00]", "[11.00, 13.00]"]
    assert show(make_scores(2, 3), 80).splitlines()[1].endswith("0  12.30 [11.00, 13.00]  12.30 [11.00, 13.00]")


def test_columns_that_do_not_fit_are_continued_below_with_their_keys() -> None:
    printed = show(make_scores(5, 3), 60)
    first, second, *_ = printed.split("(further columns)\n")
    assert ("metric1" in first, "metric1" in second) == (True, False)
    assert second.split()[:3] == ["system", "segment", "metric2"]
    assert "not shown" not in printed


def test_columns_of_long_tables_are_left_out_with_a_word() -> None:
    printed = show(make_scores(5, 41), 60)
    assert "further columns" not in printed
    told = " ".join(printed.split())
    assert "not shown in 60 columns: metric2, metric3, metric4; for these, use a pipe (| less -S), a file (-o)" in told
    assert show(make_scores(5, 41), None).count("metric") == 5


@pytest.mark.parametrize("name", ["text", "md", "latex", "html"])
def test_signatures_stand_once_below_everything(name: str) -> None:
    first, second = make_scores(1, 2), make_scores(2, 2)
    printed = render(Document(title="", blocks=[Tables(lambda: [first, second])]), name)
    assert printed.count("s|1") == 1
    assert printed.index("s|1") > printed.rindex("a note") > printed.rindex("12.30")
    if name == "text":
        assert printed.endswith("a note\n" + "─" * 80 + "\ns|1\n")
