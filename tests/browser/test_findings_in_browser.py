"""Post-editing in Chromium: accept, undo and download at two widths, light and dark; by keys alone; in two tabs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import LOOKS, Look, check_page
from tests.browser.conftest import Open
from tests.web.serving import serve
from tests.web.studied import examine

PAGE = "/sets/1/mtness/literal"


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("examined")
    examine(folder)
    return folder


@pytest.fixture
def address(examined: Path, tmp_path: Path) -> Iterator[str]:
    shutil.copytree(examined, tmp_path / "workspace")
    with serve(tmp_path / "workspace") as client:
        yield f"http://127.0.0.1:{client.port}"


def download(page: Any) -> list[str]:
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Corrected document").click()
    lines: list[str] = Path(waiting.value.path()).read_text().splitlines()
    return lines


def test_two_are_accepted_one_is_undone_and_the_text_downloaded(address: str, open_page: Open, look: Look) -> None:
    page = open_page(f"{address}/sets/1/mtness", look)
    check_page(page)
    page.get_by_role("link", name="literal", exact=True).click()
    page.locator("#f-2-0-13").get_by_role("button", name="Accept").click()
    page.locator("#f-3-0-11").get_by_role("button", name="Accept").click()
    assert "2 of 23 decided" in page.locator(".status").inner_text()
    check_page(page)
    page.locator(".told").get_by_role("button", name="Undo").click()
    assert "1 of 23 decided" in page.locator(".status").inner_text()
    lines = download(page)
    assert lines[1].startswith("Salida vuelo")
    assert lines[2].startswith("Es previsto")


def test_keys_alone_suffice(address: str, open_page: Open) -> None:
    page = open_page(f"{address}{PAGE}", LOOKS["wide-light"])

    def press(key: str, decided: int | None = None) -> None:
        page.keyboard.press(key)
        if decided is not None:
            page.locator(".status", has_text=f"{decided} of 23").wait_for()
            page.locator(".mtness li:focus").wait_for()  # the next one, once the script has run

    press("j")
    page.locator("#f-2-0-13:focus").wait_for()
    press("a", 1)
    page.locator("#f-3-0-11:focus").wait_for()
    press("d", 2)
    press("p", 3)
    press("u", 2)
    press("e")
    page.keyboard.type("otras palabras")
    page.keyboard.press("Enter")
    page.locator(".status", has_text="3 of 23").wait_for()
    assert "otras palabras" in page.locator(".told").inner_text()
    check_page(page)


def test_two_tabs_decide_about_the_same_place(address: str, open_page: Open) -> None:
    one, other = open_page(f"{address}{PAGE}"), open_page(f"{address}{PAGE}")
    one.locator("#f-2-0-13").get_by_role("button", name="Accept").click()
    one.wait_for_url("**done=1*")
    other.locator("#f-2-0-13").get_by_role("button", name="Decline").click()
    alert = other.get_by_role("alert")
    assert "was decided already" in alert.inner_text()
    assert other.locator("article").count() == 1
    check_page(other, allowed=["status 409", "status of 409"])
    other.get_by_role("button", name="Undo").click()
    other.locator("#f-2-0-13").get_by_role("button", name="Decline").click()
    other.wait_for_url("**done=*")
    assert "Declined" in other.locator(".told").inner_text()


def test_a_double_click_is_one_decision(address: str, open_page: Open) -> None:
    page = open_page(f"{address}{PAGE}", java_script_enabled=False)
    page.locator("#f-2-0-13").get_by_role("button", name="Accept").dblclick()
    page.wait_for_url("**done=1*")
    assert "1 of 23 decided" in page.locator(".status").inner_text()


def test_a_word_is_accepted_at_chosen_places(address: str, open_page: Open, look: Look) -> None:
    page = open_page(f"{address}{PAGE}", look)
    page.locator("#f-2-0-13").get_by_role("link", name="Places of the word").click()
    boxes = page.locator(".places input[type=checkbox]")
    assert [each.is_checked() for each in boxes.all()] == [True, True]
    check_page(page)
    boxes.first.uncheck()
    page.get_by_role("button", name="Accept at these places").click()
    page.locator(".status", has_text="0 of 23").wait_for()
    lines = download(page)
    assert [line.split()[1] for line in lines[:2]] == ["vuelo", "quiere"]


def test_a_whole_segment_is_written_anew(address: str, open_page: Open, look: Look) -> None:
    page = open_page(f"{address}{PAGE}?segment=2", look)
    page.get_by_text("Edit the whole segment").click()
    page.get_by_label("Text of segment 2").fill("El vuelo sale a París: puerta siete.")
    check_page(page)
    page.get_by_role("button", name="Use this text").click()
    page.locator(".status", has_text="1 of 23").wait_for()
    assert download(page)[1] == "El vuelo sale a París: puerta siete."
