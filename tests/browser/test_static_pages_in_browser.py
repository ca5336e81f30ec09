"""Static pages in Chromium, from files: policy, sizes, colours, sorting, copying, keyboard and paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.report import Document, Number, Range, Table, Tables, describe_alignment, describe_comparison, render
from tertium.report.blocks import Plots
from tertium.report.plots import draw_ranking
from tests.browser.checks import LOOKS, Look, check_looks, check_page, wait_until
from tests.browser.conftest import Open

HOSTILE = "<script>document.title='taken'</script>\"><img src=x onerror=\"document.title='taken'\">{{7*7}}]]>\u202e"
WORDS = [f"word{number}" for number in range(42)]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    references = [f"the {number} cat sat on the mat" for number in range(120)]
    systems = {"good": references, HOSTILE: [text.replace("cat", "dog") for text in references]}
    comparison = tertium.compare(systems, references, ["bleu", "ter", "chrf"], confidence=0.95, resamples=100)
    alignment = tertium.align(" ".join(WORDS), [" ".join([*WORDS[7:], *WORDS[:7]])], "meteor:stages=exact")
    numbers = [["b", Number(9.5)], [HOSTILE, Number(-10.0)], ["a", Number(None)], ["c", Number(1234, ",")]]
    table = Table(columns=["name", "value"], cells=numbers, title=HOSTILE, notes=[HOSTILE], signatures=["s|1"])
    wide = Table(
        columns=["name", *(f"column {at}" for at in range(14))],
        cells=[["w" * 2000, *(Number(at / 7, ".4f", Range(0.5, 1.5, ".4f")) for at in range(14))]] * 3,
        title="Wide",
    )
    plot = draw_ranking(["a", HOSTILE], [0.5, 0.25], [0.25, 0.125], [0.75, 0.5], title="Metrics")
    document = Document(title=HOSTILE, blocks=[Plots(lambda: [("ranking", plot)]), Tables(lambda: [table, wide])])
    made = {
        "comparison": describe_comparison(comparison),
        "alignment": describe_alignment(alignment),
        "hostile": document,
    }
    for name, each in made.items():
        (folder / f"{name}.html").write_text(render(each, "html"), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in made}


@pytest.mark.parametrize("name", ["comparison", "alignment", "hostile"])
def test_a_page_is_sound(open_page: Open, pages: dict[str, Path], name: str) -> None:
    page = open_page(pages[name].as_uri())
    page.locator("summary").first.click()
    check_looks(page)
    assert page.title() != "taken"
    assert page.locator("img, iframe").count() == 0


def test_on_a_phone_no_row_hides_the_shadow_of_a_table_that_goes_on(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["hostile"].as_uri(), LOOKS["phone-light"])
    found = page.locator("tr, thead, td.number").evaluate_all(
        "all => all.map(e => getComputedStyle(e).backgroundColor)"
    )
    assert set(found) == {"rgba(0, 0, 0, 0)"}
    assert "gradient" in page.locator(".scroll").last.evaluate("e => getComputedStyle(e).backgroundImage")


def _column(page: Any, place: int) -> list[str]:
    return [text.strip() for text in page.locator(f"table >> nth=0 >> tbody td:nth-child({place})").all_inner_texts()]


def test_a_table_is_sorted_by_keyboard(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["hostile"].as_uri())
    before = _column(page, 2)
    heading = page.locator("table >> nth=0 >> th", has_text="value")
    heading.get_by_role("button").focus()
    for order, values in (
        ("descending", ["1,234", "9.50", "-10.00", ""]),
        ("ascending", ["-10.00", "9.50", "1,234", ""]),
        ("none", before),
    ):
        page.keyboard.press("Enter")
        assert heading.get_attribute("aria-sort") == order
        assert _column(page, 2) == values
    names = page.locator("table >> nth=0 >> th", has_text="name")
    names.get_by_role("button").click()
    assert names.get_attribute("aria-sort") == "ascending"
    assert _column(page, 1)[1:] == ["a", "b", "c"]


def test_tables_and_signatures_are_copied(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["hostile"].as_uri(), permissions=["clipboard-read", "clipboard-write"])
    tools = page.locator("section", has_text="value").locator(".tools").first
    for name in ("Markdown", "LaTeX", "CSV"):
        button = tools.get_by_role("button", name=name)
        wanted = button.get_attribute("data-copy")
        button.click()
        wait_until(page, "document.querySelector('.tools').textContent.includes('Copied')")
        assert page.evaluate("navigator.clipboard.readText()") == wanted
    page.locator("summary").click()
    page.locator("details").get_by_role("button").click()
    wait_until(page, "navigator.clipboard.readText().then((text) => text === 's|1\\n')")
    check_page(page)


def test_without_scripts_a_page_says_everything_and_shows_no_buttons(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["comparison"].as_uri(), java_script_enabled=False)
    assert page.get_by_role("button").count() == 0
    assert page.get_by_role("table").count() >= 2


def test_only_what_scrolls_is_a_stop_of_the_tab_key(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["hostile"].as_uri(), LOOKS["wide-light"])
    regions = page.get_by_role("region")
    assert [each.get_attribute("aria-label") for each in regions.all()] == ["Wide, scrolls sideways"]
    regions.first.focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.activeElement.scrollLeft > 0")


def test_a_dark_page_has_no_white_cards(open_page: Open, pages: dict[str, Path]) -> None:
    page = open_page(pages["hostile"].as_uri(), LOOKS["wide-dark"])
    plot = page.locator("svg.tertium-plot")
    assert plot.evaluate("each => getComputedStyle(each.querySelector('rect')).fill") == "none"
    assert "invert" in plot.evaluate("each => getComputedStyle(each).filter")
    page.emulate_media(media="print")
    assert plot.evaluate("each => getComputedStyle(each).filter") == "none"


@pytest.mark.parametrize(("look", "shown"), [("phone-light", "narrow"), ("wide-light", "wide")])
def test_a_long_alignment_fits_the_window(open_page: Open, pages: dict[str, Path], look: str, shown: str) -> None:
    page = open_page(pages["alignment"].as_uri(), LOOKS[look])
    pictures = page.locator("svg.tertium-alignment:visible")
    assert pictures.count() == 1
    assert f"tertium-{shown}" in (pictures.get_attribute("class") or "")
    figure = page.locator("figure").first
    assert figure.evaluate("each => each.scrollWidth <= each.clientWidth + 1")


@pytest.mark.parametrize("name", ["alignment", "hostile", "comparison"])
def test_nothing_is_cut_off_on_paper(open_page: Open, pages: dict[str, Path], name: str) -> None:
    """A4 with margins of 15 mm is 680 pixels wide."""
    page = open_page(pages[name].as_uri(), Look(680, 1000, "light"))
    page.emulate_media(media="print")
    wide = page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && !each.closest(".unseen, .widest") && (box.right > innerWidth + 1 || box.left < -1);
        }).map((each) => `${each.tagName} ${each.getBoundingClientRect().right} ${each.textContent.slice(0, 40)}`)"""
    )
    assert wide == []
    assert page.locator(".tools:visible").count() == 0
    if name == "alignment":
        printed = page.locator("svg.tertium-alignment:visible .tertium-word").all_text_contents()
        assert {*WORDS} <= {*printed}
        assert page.locator("details pre").is_visible(), "signatures are printed"


def test_a_page_can_be_printed(open_page: Open, pages: dict[str, Path]) -> None:
    content = open_page(pages["alignment"].as_uri()).pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", content)) <= 6
