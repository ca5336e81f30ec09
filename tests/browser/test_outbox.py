"""Answers in a real browser while the server is away, in two tabs, by two annotators, and with an expired link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.judging import ServerProcess
from tertium.annotation import CampaignStore, PlanSettings, export_judgments
from tests.annotation.campaigns import make_texts
from tests.browser.checks import LOOKS, check_page
from tests.browser.conftest import Open
from tests.web.serving import serve

PHONE = LOOKS["phone-light"]
KEPT = "Object.keys(localStorage).filter((name) => name.startsWith('tertium-outbox')).length"


def prepare(folder: Path) -> tuple[CampaignStore, dict[str, str]]:
    store = CampaignStore(folder / "campaigns.sqlite")
    plan = PlanSettings(annotators=2, repeats=0, controls=0)
    return store, store.prepare("test", make_texts(6, 2, per_document=None), "da", ["Ada", "Ben"], plan=plan)


def values(store: CampaignStore) -> list[tuple[str, float]]:
    columns = export_judgments(store, "test").columns
    return list(zip(columns["annotator"], columns["value"].tolist(), strict=True))


def score(page: Any, value: int) -> None:
    page.keyboard.type(str(value))
    page.keyboard.press("Enter")


def wait_for(page: Any, title: str) -> None:
    # A server that was killed takes its time to start, and the next try may be ten seconds away.
    page.get_by_role("heading", name=title, exact=True).wait_for(timeout=60_000)
    # Keys are heard once the script runs, which is later than the heading is there.
    page.wait_for_load_state()


@pytest.mark.posix
def test_an_answer_outlives_a_killed_server_and_is_stored_once(tmp_path: Path, open_page: Open) -> None:
    store, keys = prepare(tmp_path)
    server = ServerProcess(tmp_path)
    address = f"http://127.0.0.1:{server.port}"
    server.start()
    try:
        page = open_page(f"{address}/judge/{keys['Ada']}", PHONE)
        page.goto(f"{address}/judge")
        server.kill()
        score(page, 61)
        page.get_by_text("Your answer is kept here").wait_for()
        assert values(store) == []
        server.start()
        wait_for(page, "Item 2 of 6")
        assert values(store) == [("Ada", 61.0)]
        assert page.evaluate(KEPT) == 0
        # A tab that is closed while the server is away: the next one sends what it left behind.
        server.kill()
        score(page, 62)
        page.get_by_text("Your answer is kept here").wait_for()
        context = page.context
        page.close()
        server.start()
        other = context.new_page()
        other.goto(f"{address}/judge")
        wait_for(other, "Item 3 of 6")
        assert values(store) == [("Ada", 61.0), ("Ada", 62.0)]
        assert other.evaluate(KEPT) == 0
    finally:
        server.kill()
    store.close()


def test_two_tabs_two_annotators_and_an_expired_link(tmp_path: Path, open_page: Open) -> None:
    store, keys = prepare(tmp_path)
    with serve(tmp_path) as client:
        address = f"http://127.0.0.1:{client.port}"
        first = open_page(f"{address}/judge/{keys['Ada']}", PHONE)
        first.goto(f"{address}/judge")
        second = first.context.new_page()
        second.goto(f"{address}/judge")
        score(first, 10)
        wait_for(first, "Item 2 of 6")
        score(second, 20)
        wait_for(second, "Item 2 of 6")
        assert values(store) == [("Ada", 20.0)], "the second tab changed the answer of the first"
        # Ben's link is opened in the same browser. What Ada's tab sends is not stored as Ben's.
        second.goto(f"{address}/judge/{keys['Ben']}")
        score(first, 30)
        first.get_by_text("belongs to another annotator").wait_for()
        assert values(store) == [("Ada", 20.0)]
        assert first.evaluate(KEPT) == 1
        second.goto(f"{address}/judge")
        score(second, 40)
        wait_for(second, "Item 2 of 6")
        assert values(store) == [("Ada", 20.0), ("Ben", 40.0)]
        # Ada's link is opened again: now it is sent.
        first.goto(f"{address}/judge/{keys['Ada']}")
        first.goto(f"{address}/judge")
        wait_for(first, "Item 3 of 6")
        assert values(store) == [("Ada", 20.0), ("Ada", 30.0), ("Ben", 40.0)]
        # The link expires before the answer is sent; it is kept, and stored under the new link.
        store.writer.write(lambda connection: connection.execute("UPDATE main.annotator SET expires = 1"))
        score(first, 50)
        first.get_by_text("This link has expired").wait_for()
        check_page(first, allowed=["status 403", "status of 403", "ERR_ABORTED"])
        first.goto(f"{address}/judge/{store.renew_key('test', 'Ada')}")
        first.goto(f"{address}/judge")
        wait_for(first, "Item 4 of 6")
        assert values(store) == [("Ada", 20.0), ("Ada", 30.0), ("Ada", 50.0), ("Ben", 40.0)]
    store.close()


def test_a_refusal_in_plain_text_is_final_and_shown(tmp_path: Path, open_page: Open) -> None:
    store, keys = prepare(tmp_path)
    with serve(tmp_path) as client:
        address = f"http://127.0.0.1:{client.port}"
        page = open_page(f"{address}/judge/{keys['Ada']}", PHONE)
        page.goto(f"{address}/judge")
        # A proxy that has no time now is asked again.
        page.route("**/judge/*/*", lambda route: route.fulfill(status=429, body="Too many requests"), times=1)
        score(page, 30)
        wait_for(page, "Item 2 of 6")
        # More than the server takes, as a proxy with a lower limit would refuse any answer.
        page.evaluate("document.querySelector('#answer [name=attempt]').value = 'a'.repeat(2_000_000)")
        score(page, 10)
        page.get_by_text("The request is longer than 1,048,576 bytes. Go on").wait_for()
        assert page.evaluate(KEPT) == 0
    assert values(store) == [("Ada", 30.0)]
    store.close()


def test_an_answer_that_the_browser_cannot_keep_is_sent(tmp_path: Path, open_page: Open) -> None:
    store, keys = prepare(tmp_path)
    with serve(tmp_path) as client:
        address = f"http://127.0.0.1:{client.port}"
        page = open_page(f"{address}/judge/{keys['Ada']}", PHONE)
        page.goto(f"{address}/judge")
        page.evaluate("localStorage.setItem('full', 'a'.repeat(5 * 1024 * 1024 - 4))")
        score(page, 10)
        wait_for(page, "Item 2 of 6")
        page.context.set_offline(True)
        score(page, 20)
        page.get_by_text("this browser cannot keep it").wait_for()
        page.context.set_offline(False)
        wait_for(page, "Item 3 of 6")
    assert values(store) == [("Ada", 10.0), ("Ada", 20.0)]
    store.close()
