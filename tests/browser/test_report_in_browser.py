"""The report of a test set in Chromium: at two widths, light and dark, by keyboard, and printed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from tertium.report import StudyOptions, describe_study, render, study_test_set
from tertium.stats import Resampling
from tertium.types import References, TestSet
from tests.browser.checks import check_looks, check_page
from tests.browser.conftest import Open
from tests.report.hostile_study import NAMES, make_hostile

STATUS = "#segment-browser [role=status]"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_report(make_hostile(), tmp_path_factory.mktemp("report"))


def write_report(test_set: TestSet, folder: Path) -> str:
    """Write a report, and return its address."""
    study = study_test_set(test_set, ["chrf", "bleu"], StudyOptions(resampling=Resampling(0.95, 200)))
    path = folder / "report.html"
    path.write_text(render(describe_study(study, title="Hostile texts"), "html"), encoding="utf-8")
    return path.as_uri()


def open_ready(open_page: Open, address: str, **settings: Any) -> Any:
    page = open_page(None, **settings)
    page.goto(address)
    page.wait_for_selector("#segment-browser[data-ready]")
    return page


def list_numbers(page: Any) -> list[str]:
    return [each.inner_text() for each in page.query_selector_all("#segment-browser article .link")]


def test_the_page_is_sound(open_page: Open, address: str) -> None:
    page = open_ready(open_page, address)
    page.on("dialog", lambda dialog: pytest.fail("a text was run as a script"))
    for button in page.query_selector_all("#segment-browser article:first-child .actions button"):
        button.click()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    check_looks(page)


def test_search_sort_and_pages(open_page: Open, address: str) -> None:
    page = open_ready(open_page, address)
    assert page.inner_text(STATUS) == "1–20 of 120 segments"
    page.select_option("label:has-text('Sort') select", "number")
    assert list_numbers(page)[:3] == ["1", "2", "3"]
    page.click("#segment-browser button:has-text('Next')")
    assert list_numbers(page)[0] == "21"
    assert "page=2" in page.url
    page.fill("#segment-browser input[type=search]", "OLD HOUSE")
    page.wait_for_selector(f"{STATUS}:has-text('of 40')")
    page.fill("#segment-browser input[type=search]", "didn ' t")
    page.check("#segment-browser input[type=checkbox]")
    page.wait_for_selector(f"{STATUS}:has-text('of 40')")
    page.fill("#segment-browser input[type=search]", "<script>alert")
    page.uncheck("#segment-browser input[type=checkbox]")
    page.wait_for_selector(f"{STATUS}:has-text('of 20 ')")
    assert page.query_selector_all("#segment-browser article")
    page.fill("#segment-browser input[type=search]", "no such words")
    page.wait_for_selector("text=No segment has this text.")
    check_page(page)


def test_a_link_to_a_segment_shows_it_again(open_page: Open, address: str) -> None:
    page = open_ready(open_page, f"{address}#s87&sort=short")
    assert page.evaluate("document.activeElement.id") == "s87"
    assert page.input_value("label:has-text('Sort') select") == "short"
    page.goto(f"{address}#s3")
    page.wait_for_selector("#s3.chosen")
    assert page.evaluate("document.activeElement.id") == "s3"
    link = page.get_attribute("#s3 .link", "href")
    assert link.startswith("#s3")
    check_page(page)


def test_an_ngram_leads_to_its_segments(open_page: Open, address: str) -> None:
    page = open_ready(open_page, address)
    first = page.query_selector("#ngrams td a")
    assert first is not None
    first.click()
    page.wait_for_selector("#segment-browser input[type=checkbox]:checked")
    assert page.query_selector_all("#segment-browser article")
    assert page.is_checked("#segment-browser input[type=checkbox]")


def test_whole_words_may_have_marks(open_page: Open, tmp_path: Path) -> None:
    texts = ["the dog, and the cat's well-known $5 bill and/or it", "the dogs and cats know", "an endless story"]
    test_set = TestSet(systems={"x": texts, "y": texts}, references=References.from_columns([texts]))
    page = open_ready(open_page, write_report(test_set, tmp_path))
    page.check("#segment-browser input[type=checkbox]")
    for query in ("well - known", "well-known", ", and", "'s", "$ 5", "and/or", "dog ,", "dog"):
        page.fill("#segment-browser input[type=search]", "endless")
        page.wait_for_selector("#segment-browser:not(:has(#s1))")
        page.fill("#segment-browser input[type=search]", query)
        page.wait_for_selector("#segment-browser:not(:has(#s3))")
        assert list_numbers(page) == ["1"], query
    page.fill("#segment-browser input[type=search]", "- know")
    page.wait_for_selector("text=No segment has this text.")


def test_alignment_opens_by_keyboard(open_page: Open, address: str) -> None:
    page = open_ready(open_page, f"{address}#s2&sort=number")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.get_attribute("#s2 .actions button", "aria-expanded") == "true"
    said = page.inner_text("#s2 .words .summary")
    assert "words are in the reference" in said
    assert page.query_selector_all("#s2 .words .chunk")
    page.keyboard.press("Enter")
    assert page.query_selector("#s2 .words") is None


def test_another_pair_can_be_chosen(open_page: Open, address: str) -> None:
    page = open_ready(open_page, address)
    page.select_option("label:has-text('System A') select", label=NAMES[2])
    page.select_option("label:has-text('Metric') select", label="BLEU")
    first = page.inner_text("#segment-browser article dl")
    assert NAMES[2] in first
    page.reload()
    page.wait_for_selector("#segment-browser[data-ready]")
    assert page.inner_text("#segment-browser article dl") == first  # the address has it all


def test_without_a_script_the_differences_are_there(open_page: Open, address: str) -> None:
    page = open_page(address, java_script_enabled=False)
    assert "needs JavaScript" in page.inner_text("#segment-browser")
    assert "she didn't see the ancient house again" in page.inner_text("#differences")
    before = page.inner_text("#differences")
    page.click("#differences summary >> nth=1")
    assert len(page.inner_text("#differences")) > len(before)
    assert "leads by chrF" in page.inner_text(".verdict")


def test_print_loses_no_word(open_page: Open, tmp_path: Path) -> None:
    from pypdf import PdfReader

    page = open_ready(open_page, f"{write_report(make_hostile()[:12], tmp_path)}#s9&sort=number")
    shown = page.evaluate(
        """() => [...document.querySelectorAll("td, th, dd, .verdict, .reservation, summary, .notes, h2, h3")]
            .filter((each) => !each.closest(".actions, .controls, .repeat")).map((each) => each.textContent)"""
    )
    pages = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    # Letters such as ff are one sign in print.
    printed = normalize("NFKC", "".join("".join(each.extract_text().split()) for each in pages))
    words = {word for text in shown for word in text.split() if word.isascii() and word.isalnum() and len(word) < 30}
    assert len(words) > 100
    assert sorted(word for word in words if word not in printed) == []
    assert printed.count("x" * 50) >= 1  # the long word is broken, not cut off
