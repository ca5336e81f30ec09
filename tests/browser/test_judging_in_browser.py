"""Judging in Chromium: by keyboard alone, at two widths, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tertium.annotation import CampaignStore, PlanSettings, export_judgments, export_spans, find_lessons, find_protocol
from tertium.types import References, TestSet
from tests.annotation.campaigns import make_texts
from tests.browser.checks import LOOKS, check_looks, check_page
from tests.browser.conftest import Open
from tests.web.serving import serve

TEN = make_texts(10, 3, per_document=None)
CHANGES: dict[str, dict[str, Any]] = {
    "ranking": {"ranked": 3},
    "mqm": {"categories": ["Accuracy", "Fluency", "<b>Style"], "severities": {"minor": 1, "major": 5, "critical": 25}},
}


def prepare(folder: Path, protocol: str, test_set: TestSet = TEN, names: tuple[str, ...] = ("Ada",)) -> dict[str, str]:
    store = CampaignStore(folder / "campaigns.sqlite")
    changes = CHANGES.get(protocol, {})
    asked = find_protocol(protocol, **changes)
    plan = PlanSettings(annotators=len(names), items=10, ranked=asked.ranked, repeats=0, controls=0)
    keys = store.prepare(
        "test", test_set, protocol, names, plan=plan, settings=changes, lessons=find_lessons(asked)[1:2]
    )
    store.close()
    return keys


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def go_on(page: Any) -> None:
    if not page.locator("#answer").count():
        page.locator("a.button:focus").wait_for()  # the way on has the focus, once the page is drawn
    with page.expect_navigation():
        page.keyboard.press("Enter")


def answer(page: Any, number: int) -> None:
    """Answers a step by keys alone; what is answered follows from the number."""
    shape = page.locator("#answer").get_attribute("data-shape")
    if shape == "scale":
        press(page, str(1 + number % 5))
    elif shape == "slider":
        page.keyboard.type(str(10 * number + 3))
    elif shape == "ranking":
        press(page, *["1", "2", "2"][: page.locator(".ranked").count()])
    elif number % 2:
        press(page, "0")
    else:
        press(page, "ArrowRight", "ArrowRight", "Shift+ArrowRight", "2")
        if page.locator("#kinds").count():
            press(page, "c")
    go_on(page)


@pytest.mark.parametrize(
    ("protocol", "look"),
    [
        ("fluency-adequacy", "wide-light"),
        ("da", "phone-dark"),
        ("esa", "phone-light"),
        ("mqm", "wide-dark"),
        ("ranking", "wide-light"),
    ],
)
def test_ten_items_are_judged_by_keyboard_alone(protocol: str, look: str, tmp_path: Path, open_page: Open) -> None:
    """Each kind of page is looked at in all sizes and on both papers; keys do not depend on them."""
    keys = prepare(tmp_path, protocol)
    with serve(tmp_path) as client:
        page = open_page(f"http://127.0.0.1:{client.port}/judge/{keys['Ada']}", LOOKS[look])
        check_looks(page)
        go_on(page)
        seen = set()
        for _ in range(100):
            kind = page.title().split()[0] + page.evaluate("document.getElementById('answer')?.dataset.shape ?? ''")
            if kind not in seen:
                check_looks(page)
                seen.add(kind)
            if page.title() == "Finished":
                break
            if page.locator("#answer").count():
                item = page.title()
                while page.title() == item and page.locator("#answer").count():
                    answer(page, int(item.split()[1]) - 1)
            if page.locator(".feedback").count():
                check_looks(page)
                go_on(page)
        assert page.title() == "Finished"
    check_stored(protocol, CampaignStore(tmp_path / "campaigns.sqlite"))


def check_stored(protocol: str, store: CampaignStore) -> None:
    frame = export_judgments(store, "test").columns
    values = frame["value"].tolist()
    if protocol == "fluency-adequacy":
        assert values == [float(1 + number % 5) for number in range(10) for _ in ("fluency", "adequacy")]
    elif protocol in ("da", "esa"):
        assert values == [10.0 * number + 3 for number in range(10)]
    elif protocol == "mqm":
        assert values == [5.0, 0.0] * 5
    else:
        assert values == [1.0, 2.0, 2.0] * 10
    if protocol in ("esa", "mqm"):
        spans = export_spans(store, "test").columns
        assert [len(each.split()) for each in spans["text"]] == [2] * 5
        assert set(spans["category"]) == ({"<b>Style"} if protocol == "mqm" else {""})
    assert all(each.active > 0 for each in store.annotators("test"))


@pytest.fixture
def marked(tmp_path: Path, open_page: Open) -> Iterator[tuple[Any, CampaignStore]]:
    """A page of ESA on a phone that is touched, of a text from right to left."""
    texts = ["هذا كتاب جديد"] * 3
    test_set = TestSet(systems={"a": texts}, references=References.from_nested([["r"]] * 3), sources=["source"] * 3)
    store = CampaignStore(tmp_path / "campaigns.sqlite")
    (key,) = store.prepare("test", test_set, "esa", ["Ada"]).values()
    with serve(tmp_path) as client:
        page = open_page(f"http://127.0.0.1:{client.port}/judge/{key}", LOOKS["phone-light"], has_touch=True)
        page.goto(f"http://127.0.0.1:{client.port}/judge")
        yield page, store


def test_errors_are_marked_by_tapping_and_undone(marked: tuple[Any, CampaignStore]) -> None:
    page, store = marked
    page.get_by_role("button", name="Store and continue").tap()
    assert "nothing is wrong" in page.locator("#state").inner_text(), "an empty answer is not an answer"
    words = page.locator(".word")
    words.nth(0).tap()
    words.nth(1).tap()
    page.get_by_role("button", name="major").tap()
    words.nth(2).tap()
    page.get_by_role("button", name="missing before it").tap()
    page.get_by_role("button", name="minor").tap()
    assert page.locator("#spans li").count() == 2
    page.get_by_role("button", name="undo").tap()
    assert page.locator("#spans li").count() == 1
    check_page(page)
    # Keys point where the eye goes: to the left is on, in Arabic.
    page.locator("#translation").focus()
    press(page, "Escape", "Home", "ArrowLeft", "ArrowLeft", "1", "ArrowRight", "Delete", "Control+z", "End", "2")
    assert page.locator("#spans li").count() == 3
    with page.expect_navigation():
        page.get_by_role("button", name="Store and continue").tap()
    page.keyboard.type("50")
    go_on(page)
    found = export_spans(store, "test").columns
    places = list(zip(found["start"].tolist(), found["end"].tolist(), found["severity"], strict=True))
    assert places == [(0, 8, "major"), (9, 13, "minor"), (13, 13, "major")]


def test_a_score_is_chosen_and_never_assumed(tmp_path: Path, open_page: Open) -> None:
    keys = prepare(tmp_path, "da")
    store = CampaignStore(tmp_path / "campaigns.sqlite")
    with serve(tmp_path) as client:
        page = open_page(f"http://127.0.0.1:{client.port}/judge/{keys['Ada']}", LOOKS["wide-light"])
        go_on(page)
        page.keyboard.press("Enter")
        assert page.locator("#state").inner_text() == "Choose an answer first."
        assert page.locator(".slider.unset").count() == 1
        press(page, "ArrowRight")
        assert page.locator("input[name=value]").input_value() == "50"
        page.locator("h1").click()
        press(page, "ArrowRight", "Shift+ArrowLeft")
        assert page.locator("input[name=value]").input_value() == "41"
        page.locator("#slider").focus()
        press(page, "ArrowRight")
        go_on(page)
        assert page.get_by_text("Others would").count() + page.get_by_text("As expected").count() == 1
        go_on(page)
        page.keyboard.type("7")
        go_on(page)
        # The last answer is changed: back, another number, and on.
        with page.expect_navigation():
            page.keyboard.press("Alt+b")
        assert page.locator("input[name=value]").input_value() == "7"
        page.keyboard.type("88")
        go_on(page)
        assert page.title() == "Item 2 of 10"
    assert export_judgments(store, "test").columns["value"].tolist() == [88.0]


HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}} ]]>", "abc\u202edef", "w" * 100_000)


@pytest.mark.parametrize("protocol", ["esa", "ranking"])
def test_hostile_and_long_texts_are_shown_as_they_are(protocol: str, tmp_path: Path, open_page: Open) -> None:
    texts = list(HOSTILE)
    test_set = TestSet(
        systems={f"<b>{number}": texts for number in range(3)},
        references=References.from_nested([[each] for each in texts]),
        sources=texts,
    )
    keys = prepare(tmp_path, protocol, test_set, ('"><u>Ada',))
    (key,) = keys.values()
    with serve(tmp_path) as client:
        page = open_page(f"http://127.0.0.1:{client.port}/judge/{key}", LOOKS["phone-dark"])
        shown = ""
        go_on(page)
        while page.title() != "Finished":
            if page.locator("#answer").count():
                shown += (text := page.inner_text("main"))
                check_page(page, barriers="w" * 100 not in text)
                answer(page, 1)
            else:
                go_on(page)
        page.goto(f"http://127.0.0.1:{client.port}/")
        check_page(page)
    for text in texts:
        assert text.replace("\u202e", "�") in shown
