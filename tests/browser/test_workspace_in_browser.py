"""The workspace in Chromium: files are dropped, scored, browsed and opened; light and dark, narrow and wide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import samples
from tests.browser.checks import LOOKS, OTHER_DIAGONAL, check_looks, check_page
from tests.browser.conftest import Open
from tests.web.serving import serve
from tests.web.test_set_pages import fill

NAMES = ["system.careful.txt", "system.neural.txt", "system.literal.txt", "reference.A.txt", "source.es.txt"]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("empty")) as client:
        yield f"http://127.0.0.1:{client.port}"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("filled")
    fill(folder)
    with serve(folder) as client:
        yield f"http://127.0.0.1:{client.port}"


def test_a_newcomer_drops_files_and_opens_an_alignment(empty: str, open_page: Open) -> None:
    """On a phone; the same walk in a wide window is made by keys, in ``test_newcomer``."""
    page = open_page(f"{empty}/upload", LOOKS["phone-light"])
    check_page(page)
    page.set_input_files("input[type=file]", [samples.path(name) for name in NAMES])
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url(re.compile(r"/upload/\d+"))
    check_page(page)
    page.get_by_label("Name", exact=True).fill("walk")
    page.get_by_role("button", name="Score").click()
    page.wait_for_url(re.compile(r"/sets/\d+$"))
    assert "careful scores best by chrF" in page.locator(".verdict").inner_text()
    check_page(page)
    page.get_by_role("link", name="Largest differences").click()
    page.wait_for_url(re.compile(r"/segments\?"))
    assert page.locator("mark").count() > 0
    check_page(page)
    page.locator("#segments a").first.click()
    page.wait_for_url(re.compile(r"/segments/\d+\?"))
    page.locator(".view svg:visible").first.wait_for()  # the picture for phones, or that for wide windows
    check_page(page)
    page.goto(f"{empty}/")
    check_page(page)


@pytest.mark.parametrize(
    "path",
    [
        "/sets/2",
        "/sets/3",
        "/sets/3/segments",
        "/sets/3/segments/1",
        "/sets/1/segments/3?view=why",
        "/sets/4",
        "/upload",
    ],
)
def test_every_page_is_sound(filled: str, open_page: Open, path: str) -> None:
    check_looks(open_page(f"{filled}{path}"), OTHER_DIAGONAL)


def test_the_keyboard_is_enough(filled: str, open_page: Open) -> None:
    page = open_page(f"{filled}/sets/2", LOOKS["wide-light"])
    page.keyboard.press("d")
    page.wait_for_url(re.compile(r"/segments\?"))
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("cat 11")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"find=cat"))
    assert "11 segments" in page.locator("h1").inner_text()
    page.keyboard.press("j")
    page.keyboard.press("j")
    second = page.locator("#segments > li.here a").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/segments/{second}\?"))
    assert "2 of 11" in page.locator(".pager").inner_text()
    page.keyboard.press("j")
    page.locator(".pager", has_text="3 of 11").first.wait_for()
    page.wait_for_load_state()  # keys are listened to from then on
    page.keyboard.press("3")
    page.wait_for_url(re.compile("view=why"))
    page.keyboard.press("]")
    page.wait_for_url(re.compile("system=b"))
    page.keyboard.press("u")
    page.wait_for_url(re.compile(r"/segments\?"))
    page.keyboard.press("Tab")
    check_page(page)


def test_files_are_dropped_anywhere(empty: str, open_page: Open) -> None:
    page = open_page(f"{empty}/", LOOKS["phone-dark"])
    page.evaluate(
        """() => {
            const files = new DataTransfer();
            files.items.add(new File(["a cat\\n"], "nmt.txt"));
            files.items.add(new File(["the cat\\n"], "ref.txt"));
            const settings = { dataTransfer: files, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", settings));
        }"""
    )
    page.wait_for_url(re.compile(r"/upload/\d+"))
    assert page.locator("select[name=role1]").input_value() == "reference"


def test_pages_are_read_and_sent_without_script(empty: str, open_page: Open) -> None:
    page = open_page(f"{empty}/upload", LOOKS["wide-light"], java_script_enabled=False)
    page.set_input_files("input[type=file]", [samples.path(name) for name in NAMES])
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url(re.compile(r"/upload/\d+"))
    page.get_by_role("button", name="Score").click()
    page.wait_for_url(re.compile(r"/(jobs|sets)/\d+"))
    while "/jobs/" in page.url:
        page.reload()
    page.get_by_role("link", name="Segments").click()
    page.locator("select[name=sort]").select_option("-bleu")
    page.get_by_role("button", name="Show").click()
    assert "sort=-bleu" in page.url
    assert page.locator("#segments > li").count() == 14
