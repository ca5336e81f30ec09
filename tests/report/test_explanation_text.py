"""Explanations as tables: raw counts, and what is smoothed says so."""

from __future__ import annotations

import pytest

from tertium import registry
from tertium.audit.explanation.explaining import explain
from tertium.report import render
from tertium.report.tables.explanation import describe_explanation, score_table

HYPOTHESIS, REFERENCE = "a b c d e", "a x c d f"


def list_sizes(spec: str, hypothesis: str = HYPOTHESIS) -> list[list[str]]:
    table = score_table(explain(hypothesis, [REFERENCE], spec))
    return [list(row) for row in table.rows if row[0].startswith("length ") and row[0] != "length ratio"]


def test_fractions_of_bleu_are_those_of_the_counts_and_smoothed_ones_stand_apart() -> None:
    table = score_table(explain(HYPOTHESIS, [REFERENCE], "bleu"))
    assert list(table.columns) == ["", "n-grams", "matched", "fraction", "smoothed (exp)"]
    assert list_sizes("bleu") == [
        ["length 1", "5", "3", "0.6000", "0.6000"],
        ["length 2", "4", "1", "0.2500", "0.2500"],
        ["length 3", "3", "0", "0.0000", "0.1667"],
        ["length 4", "2", "0", "0.0000", "0.1250"],
    ]
    assert list(table.rows[-1]) == ["bleu", "", "", "23.64", ""]


@pytest.mark.parametrize(
    ("smooth", "last"),
    [
        ("floor", ["2", "0", "0.0000", "0.0500"]),
        ("add-k", ["2", "0", "0.0000", "0.3333"]),
        ("epsilon", ["2", "0", "0.0000", "0.0010"]),
        ("add-one-all", ["2", "0", "0.0000", "0.3333"]),
        ("none", ["2", "0", "0.0000"]),
    ],
)
def test_each_smoothing_is_named(smooth: str, last: list[str]) -> None:
    explanation = explain(HYPOTHESIS, [REFERENCE], f"bleu:smooth={smooth}")
    assert explanation.smoothing == explanation.to_dict()["smoothing"] == ("" if smooth == "none" else smooth)
    assert list_sizes(f"bleu:smooth={smooth}")[-1] == ["length 4", *last]
    columns = score_table(explanation).columns
    assert [name for name in columns if "smoothed" in name] == ([f"smoothed ({smooth})"] if smooth != "none" else [])


def test_orders_that_the_hypothesis_is_too_short_for_have_what_the_smoothing_gives() -> None:
    assert list_sizes("bleu", "a b")[2] == ["length 3", "0", "0", "-", "-"]
    assert list_sizes("bleu:smooth=add-one-all", "a b")[2] == ["length 3", "0", "0", "-", "1.0000"]


@pytest.mark.parametrize("name", list(registry.FORMATS))
def test_every_format_has_the_smoothing(name: str) -> None:
    printed = render(describe_explanation(explain(HYPOTHESIS, [REFERENCE], "bleu")), name)
    # Rows of TSV and CSV are fragments, without fractions.
    assert ("smoothed" in printed or '"smoothing": "exp"' in printed) == (name not in ("tsv", "csv", "spreadsheet"))
