"""The page of machine-translationness in Chromium: choosing findings by type and by word, and grouping them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tertium.report import render
from tertium.report.tables.findings import describe_examinations
from tests.browser.checks import check_looks
from tests.browser.conftest import Open
from tests.report.test_mtness_tables import FINDINGS, SEGMENTS, examine

HOSTILE = "<img src=x onerror=\"document.title='taken'\">\"'"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with a word that is wrong twice, and one that is hostile."""
    segments = (*SEGMENTS, replace(SEGMENTS[1], document=HOSTILE))
    best = FINDINGS[1].suggestions[0]
    hostile = replace(best, repair=replace(best.repair, replaced=HOSTILE, source=HOSTILE))
    findings = (
        *FINDINGS,
        replace(FINDINGS[1], segment=8),
        replace(FINDINGS[0], segment=6, start=0, end=6, text="Compró", suggestions=(hostile,)),
    )
    found = replace(examine(), segments=segments, findings=findings, words=[10] * 9)
    path = tmp_path_factory.mktemp("page") / "mtness.html"
    path.write_text(render(describe_examinations([found], limit=0), "html"), encoding="utf-8")
    return Path(path).as_uri()


def list_shown(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".mtness article:visible .place b").all_inner_texts()]


def test_findings_are_chosen_by_type_and_by_word(open_page: Open, address: str) -> None:
    page = open_page(address)
    everything = ["1", "2", "3", "5", "6", "7", "9"]
    assert list_shown(page) == everything
    page.get_by_label("Type", exact=True).select_option("apocopation")
    assert list_shown(page) == ["3"]
    assert page.locator(".mtness [role=status]").inner_text() == "1 of 7 segments with findings are shown."
    page.get_by_label("Type", exact=True).select_option("")
    page.get_by_label("Word", exact=True).select_option("siete → sed (set)")
    assert list_shown(page) == ["2", "9"]
    page.get_by_label("Word", exact=True).select_option("")
    assert list_shown(page) == everything
    assert page.title() != "taken"


def test_findings_are_grouped_by_word(open_page: Open, address: str) -> None:
    page = open_page(address)
    page.get_by_label("Order", exact=True).select_option("word")
    assert list_shown(page)[:2] == ["2", "9"]
    headings = page.locator(".mtness h3.group").all_inner_texts()
    assert headings[0] == "siete → sed (set): 2"
    assert headings[-1] == "other findings"
    page.get_by_label("Word", exact=True).select_option("siete → sed (set)")
    assert page.locator(".mtness h3.group").count() == 1
    page.get_by_label("Word", exact=True).select_option("")
    page.get_by_label("Order", exact=True).select_option("text")
    assert list_shown(page) == ["1", "2", "3", "5", "6", "7", "9"]
    assert page.locator(".mtness h3.group").count() == 0


def test_the_page_is_sound(open_page: Open, address: str) -> None:
    page = open_page(address)
    page.get_by_label("Order", exact=True).select_option("word")
    check_looks(page)
    assert page.title() != "taken"


def test_without_scripts_everything_is_shown(open_page: Open, address: str) -> None:
    page = open_page(address, java_script_enabled=False)
    assert page.locator(".mtness select").count() == 0
    assert len(list_shown(page)) == 7
    assert page.locator(".mtness mark.source-word").all_inner_texts()[0] == "vol"
