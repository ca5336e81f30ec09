"""Wrong words, for developers of a system: the same in all formats, the most frequent first."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tertium.mtness.detection.findings import Verdict
from tertium.registry import FORMATS
from tertium.report import render
from tertium.report.tables.findings import describe_examinations
from tests.report.test_mtness_tables import FINDINGS, examine

SYSTEMS = (
    examine(findings=(*FINDINGS, replace(FINDINGS[1], segment=0, start=0), replace(FINDINGS[1], segment=4))),
    examine("better", FINDINGS[:2]),
)


def test_words_are_counted_the_most_frequent_first() -> None:
    first, *others = SYSTEMS[0].wrong_words()
    assert first.to_dict() == {
        "source": "set",
        "wrong": "siete",
        "suggested": "sed",
        "count": 3,
        "errors": {"wrong sense": 3},
        "segments": [2, 1, 5],
    }
    assert first.edit == "siete → sed (set)"
    assert {each.count for each in others} == {1}
    assert ("", "préssec", "") in [(each.source, each.wrong, each.suggested) for each in others]
    assert len(others) == 6


def test_case_does_not_matter_and_candidates_do_not_count() -> None:
    best = FINDINGS[1].suggestions[0]
    upper = replace(best, repair=replace(best.repair, replaced="SIETE", replacement="SED", source="SET"))
    findings = [FINDINGS[1], FINDINGS[1], replace(FINDINGS[1], suggestions=(upper,))]
    (word,) = examine(findings=tuple(findings)).wrong_words()
    assert (word.wrong, word.count) == ("siete", 3)
    assert examine(findings=(replace(FINDINGS[1], verdict=Verdict.CANDIDATE),)).wrong_words() == []


@pytest.mark.parametrize("systems", [1, 2])
@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_has_the_table_if_it_is_asked_for(name: str, systems: int) -> None:
    printed = render(describe_examinations(SYSTEMS[:systems], by_word=True), name)
    for word in ("set", "siete", "sed", "wrong sense"):
        assert word in printed


def test_text_has_it_only_if_it_is_asked_for_and_pages_and_json_always() -> None:
    document = describe_examinations(SYSTEMS)
    assert "By word" not in render(document, "text")
    assert "By word" in render(document, "html")
    assert json.loads(render(document, "json"))["systems"][1]["wrong_words"][0]["count"] == 1
    assert render(document, "tsv").startswith("system\tdocument\t")


def test_tsv_has_one_row_per_word_and_system() -> None:
    lines = render(describe_examinations(SYSTEMS, by_word=True), "tsv").splitlines()
    assert lines[0] == "system\tsource\twrong\tsuggested\tcount\terrors\tsegments"
    assert lines[1] == "apertium\tset\tsiete\tsed\t3\twrong sense\t2 1 5"
    assert len(lines) == 1 + 7 + 2


def test_tables_say_what_they_leave_out() -> None:
    (table,) = (
        each for each in describe_examinations(SYSTEMS[:1], limit=2, by_word=True).tables if each.title == "By word"
    )
    assert len(table.rows) == 2
    assert table.rows[0] == ["set", "siete", "sed", "wrong sense", "2, 1, 5", "3"]
    assert table.notes[-1] == "the 2 most frequent of 7; json and tsv have all"
