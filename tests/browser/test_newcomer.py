"""A newcomer's walk without a mouse: files, scores, an alignment, ten judgments, two corrections, and the download."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tertium import samples
from tertium.samples import mtness
from tests.browser.checks import LOOKS, check_page
from tests.browser.conftest import Open
from tests.web.serving import serve

FILES = ["system.careful.txt", "system.literal.txt", "reference.A.txt", "source.es.txt"]


def reach(page: Any, selector: str, key: str = "Tab") -> None:
    """Goes to an element with the Tab key alone."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{page.url}: the Tab key does not reach {selector}")


def choose_files(page: Any, selector: str, paths: list[Path]) -> None:
    reach(page, selector)
    with page.expect_file_chooser() as waiting:
        page.keyboard.press("Enter")
    waiting.value.set_files(paths)


def press(page: Any, key: str, address: str) -> None:
    """Presses a key that leads to another page, and waits until that page listens."""
    page.keyboard.press(key)
    page.wait_for_url(re.compile(address))
    page.wait_for_load_state()


def test_the_whole_walk_by_keyboard_alone(tmp_path: Path, open_page: Open) -> None:
    with serve(tmp_path) as client:
        address = f"http://127.0.0.1:{client.port}"
        page = open_page(None, LOOKS["wide-dark"])
        # From now on: where it is listened for only when a key is pressed, the browser may be faster.
        page.on("filechooser", lambda _: None)
        page.goto(f"{address}/")
        score_and_browse(page)
        judge(page, address)
        postedit(page, address)
        page.goto(f"{address}/")
        check_page(page)


def score_and_browse(page: Any) -> None:
    check_page(page)
    choose_files(page, "input[type=file]", [samples.path(name) for name in FILES])
    reach(page, "#upload .button")
    press(page, "Enter", r"/upload/\d+$")
    check_page(page)
    press(page, "Enter", r"/sets/\d+$")  # "Score" has the focus
    assert "careful scores best by chrF" in page.inner_text(".verdict")
    check_page(page)
    press(page, "d", r"/segments\?")
    check_page(page)
    page.keyboard.press("j")
    press(page, "Enter", r"/segments/\d+\?")
    assert page.locator(".view svg:visible .tertium-word").count() > 5
    check_page(page)


def judge(page: Any, address: str) -> None:
    reach(page, "a[href='/sets/1']")
    press(page, "Enter", r"/sets/1$")
    press(page, "j", r"/sets/1/judge$")
    reach(page, "textarea[name=annotators]")
    page.keyboard.press("Control+a")
    page.keyboard.type("Ada")
    reach(page, ".asking .button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    link = page.inner_text(".links code")
    campaign = page.get_by_role("link", name="To the campaign").get_attribute("href")
    check_page(page)
    page.goto(link)  # as from a letter
    while not page.title().startswith("Item 11"):
        if page.locator("#answer").count():
            page.keyboard.press("4")
        else:
            page.locator("a.button:focus").wait_for()  # the way on has the focus, once the page is drawn
        with page.expect_navigation():
            page.keyboard.press("Enter")
    page.goto(f"{address}{campaign}")
    assert "10 of 14 items are judged" in page.inner_text("main")
    check_page(page)


def postedit(page: Any, address: str) -> None:
    reach(page, "a[href='/postedit']")
    press(page, "Enter", "/postedit$")
    choose_files(page, "input[name=document]", [mtness.path("system.literal.es.txt")])
    choose_files(page, "input[name=source]", [mtness.path("source.ca.txt")])
    for field, typed in (("language", "es"), ("source_language", "ca"), ("corpus", "sample"), ("tagger", "wordlist")):
        reach(page, f"[name={field}]")
        page.keyboard.type(typed)
    reach(page, "[name=dictionary]")
    page.keyboard.type("pairs")
    reach(page, "form .button")
    press(page, "Enter", "/mtness/")
    for decided in (1, 2):
        page.keyboard.press("j" if decided == 1 else "Shift")
        page.locator(".mtness li:focus").wait_for()
        page.keyboard.press("a")
        page.locator(".status", has_text=re.compile(rf"\b{decided} of \d+")).wait_for()
        page.wait_for_load_state()
    check_page(page)
    reach(page, "a.button[download]", "Shift+Tab")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    lines = Path(waiting.value.path()).read_text().splitlines()
    assert lines[0].startswith("El vuelo")
    assert lines[1].startswith("Salida vuelo")
    assert address in page.url
