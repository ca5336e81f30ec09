"""Annotators judge through pages: nothing is seen too early, lost, or believed that another site sends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.annotation import CampaignStore, export_judgments
from tertium.errors import InputError
from tertium.meta import measure_agreement, read_judgments
from tertium.types import References, TestSet
from tertium.web import make_app, run_server
from tertium.web.open_links import SECONDS_OPEN, OpenLinks
from tests.annotation.campaigns import make_texts, prepare
from tests.web.serving import Client, serve

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "]]>",
    "abc\u202edef",
    "\x1b[31mred",
    "w" * 100_000,
)


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[tuple[Client, dict[str, str]]]:
    store, keys = prepare(tmp_path)
    store.close()
    with serve(tmp_path) as client:
        yield client, keys


def answer(client: Client, page: str, value: object, attempt: str | None = None, **headers: str) -> int:
    action = re.search(r'action="([^"]+)"', page)
    name = re.search(r'name="attempt" value="([^"]+)"', page)
    assert action is not None
    assert name is not None
    fields = {"value": value, "attempt": attempt or name[1], "active_ms": 1200}
    return client.post(action[1], fields, **headers).status


def test_the_reference_is_in_no_response_before_fluency_is_stored(judged: tuple[Client, dict[str, str]]) -> None:
    client, keys = judged
    seen = [client.get(f"/judge/{keys['Ada']}").text, client.get("/judge").text]
    seen += [client.get(path).text for path in ("/judge?place=0", "/judge?place=1", "/judge?place=9")]
    assert answer(client, seen[1], 9) == 422
    assert client.post("/judge/0/adequacy", {"value": 3, "attempt": "early"}).status == 422
    seen.append(client.get("/judge").text)
    assert not any("secret" in text or "fuente" in text for text in seen)
    assert "How fluent" in seen[1]
    assert answer(client, seen[1], 4) == 303
    after = client.get("/judge").text
    assert "secret reference" in after
    assert "How much of the meaning" in after
    assert answer(client, after, 2) == 303
    following = client.get("/judge").text
    assert "Item 2 of" in following
    assert "secret" not in following


def test_scripts_get_a_receipt_and_the_same_attempt_is_stored_once(
    judged: tuple[Client, dict[str, str]], tmp_path: Path
) -> None:
    client, keys = judged
    client.get(f"/judge/{keys['Ada']}")
    fields = {"value": 5, "attempt": "outbox", "active_ms": 10}
    replies = [client.post("/judge/0/fluency", fields, Accept="application/json") for _ in range(3)]
    assert {reply.status for reply in replies} == {200}
    assert {reply.text for reply in replies} == {replies[0].text}
    assert json.loads(replies[0].text) == {
        "place": 0,
        "step": "fluency",
        "revision": 0,
        "finished": False,
        "next": "/judge",
    }
    client.post("/judge/0/adequacy", {**fields, "attempt": "second"})
    store = CampaignStore(tmp_path / "campaigns.sqlite")
    assert export_judgments(store, "test").columns["value"].tolist() == [5.0, 5.0]


TOLD = "This link is open in another browser, which used it less than a minute ago"


def test_two_browsers_with_one_link_are_told_and_both_answers_are_kept(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "da")
    with serve(tmp_path) as first:
        second = Client(first.port)
        assert TOLD not in first.get(f"/judge/{keys['Ada']}").text
        pages = [first.get("/judge").text]
        assert TOLD not in pages[0]
        assert TOLD in second.get(f"/judge/{keys['Ada']}").text
        pages.append(second.get("/judge").text)
        assert TOLD in pages[1]
        assert TOLD in first.get("/judge").text
        assert (answer(first, pages[0], 20), answer(second, pages[1], 40)) == (303, 303)
        assert TOLD not in Client(first.port, {"tertium_annotator": keys["Ben"]}).get("/judge").text
    query = "SELECT revision, answer FROM judgment ORDER BY id"
    stored = store.database.read(lambda connection: connection.execute(query).fetchall())
    assert [(revision, json.loads(text)["value"]) for revision, text in stored] == [(0, 20.0), (1, 40.0)]
    assert export_judgments(store, "test").columns["value"].tolist() == [40.0]
    store.close()


def test_an_answer_that_comes_after_that_of_another_browser_is_refused_with_the_reason(
    judged: tuple[Client, dict[str, str]],
) -> None:
    first, keys = judged
    second = Client(first.port)
    for client in (first, second):
        client.get(f"/judge/{keys['Ada']}")
    page = first.get("/judge").text
    assert answer(first, page, 2) == 303
    late = second.post("/judge/0/fluency", {"value": 5, "attempt": "late"})
    assert late.status == 422
    assert "can no longer be changed" in late.text
    assert "This link is open in another browser: judge in one of them only" in late.text


def test_a_browser_that_was_closed_long_ago_does_not_count() -> None:
    moment = [0.0]
    links = OpenLinks(now=lambda: moment[0])
    assert links.notice("Ada", "one") is None
    moment[0] = SECONDS_OPEN - 1
    assert (links.notice("Ada", "two"), links.notice("Ben", "two")) == (SECONDS_OPEN - 1, None)
    moment[0] = 3 * SECONDS_OPEN
    assert links.notice("Ada", "two") is None


def test_requests_of_other_sites_and_for_other_hosts_are_refused(judged: tuple[Client, dict[str, str]]) -> None:
    client, keys = judged
    client.get(f"/judge/{keys['Ada']}")
    fields = {"value": 5, "attempt": "forged"}
    for headers in (
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "http://evil.example"},
    ):
        assert client.post("/judge/0/fluency", fields, **headers).status == 403
    for host in ("127.0.0.1.evil.example", "evil.example:8017", ""):
        assert client.get("/judge", Host=host).status == 421
    own = {"Origin": f"http://127.0.0.1:{client.port}"}
    assert client.post("/judge/0/fluency", fields, **own).status == 303


def test_limits_and_nonsense(judged: tuple[Client, dict[str, str]]) -> None:
    client, keys = judged
    assert client.get("/judge").status == 403
    assert client.get("/judge/nonsense").status == 403
    client.get(f"/judge/{keys['Ada']}")
    assert client.ask("POST", "/judge/0/fluency", b"x" * (1 << 20) + b"x").status == 413
    assert client.ask("POST", "/judge/0/fluency", b"\xff=%").status == 422
    assert client.post("/judge/0/fluency", {"value": "nan", "attempt": "a"}).status == 422
    assert client.post("/judge/0/fluency", {"spans": "[" * 100_000, "attempt": "a"}).status == 422
    assert client.post("/judge/0/taste", {"value": 1, "attempt": "a"}).status == 422
    assert client.post("/judge/zero/fluency", {"value": 1, "attempt": "a"}).status == 422
    assert client.get("/nothing").status == 404
    assert client.get("/static/../judging.py").status == 404
    assert client.get("/campaigns/none").status == 422


def test_every_page_has_the_headers(judged: tuple[Client, dict[str, str]]) -> None:
    client, keys = judged
    for path in (f"/judge/{keys['Ada']}", "/judge", "/", "/static/judge.js", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
    cookie = client.get(f"/judge/{keys['Ada']}").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_the_organisers_figures_are_those_of_the_export(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, annotators=["Ada", "Ben", "Cid", "Dan"], redundancy=2, test_set=make_texts(8, 2))
    store.close()
    with serve(tmp_path) as client:
        for number, key in enumerate(keys.values()):
            client.get(f"/judge/{key}")
            for turn in range(100):
                page = client.get("/judge").text
                if "Finished" in page:
                    break
                assert answer(client, page, 1 + (turn // 2 + turn // 3 + number // 2) % 5) == 303
        page = client.get("/campaigns/test")
        assert page.status == 200
        assert client.get("/").text.count("/campaigns/test") == 2
        (tmp_path / "judgments.tsv").write_text(client.get("/campaigns/test/judgments.tsv").text, encoding="utf-8")
    judgments = read_judgments(tmp_path / "judgments.tsv")
    alpha = measure_agreement(judgments).alpha
    assert f"{alpha:.3f}" in page.text
    assert "Agreement of metrics with the annotators" in page.text


def test_elsewhere_the_organiser_needs_the_token(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path)
    store.close()
    with serve(tmp_path, token="T0ken") as client:
        assert client.get("/").status == 403
        assert client.get("/campaigns/test").status == 403
        assert client.get("/organise/wrong").status == 403
        assert client.get(f"/judge/{keys['Ada']}").status == 200
        assert client.get("/organise/T0ken").status == 303
        assert client.get("/").status == 200


@pytest.mark.parametrize("protocol", ["fluency-adequacy", "esa", "ranking"])
def test_hostile_text_is_shown_literally(tmp_path: Path, protocol: str) -> None:
    texts = list(HOSTILE)
    test_set = TestSet(
        systems={f"<b>{number}": texts for number in range(2)}, references=References.from_nested(texts), sources=texts
    )
    changes = {"ranked": 2} if protocol == "ranking" else {}
    store, keys = prepare(tmp_path, protocol, annotators=["<i>Ada"], test_set=test_set, changes=changes)
    store.close()
    with serve(tmp_path) as client:
        (key,) = keys.values()
        pages = [client.get(f"/judge/{key}").text]
        for _ in range(30):
            page = client.get("/judge").text
            pages.append(page)
            if "Finished" in page:
                break
            action = re.search(r'action="([^"]+)"', page)
            assert action is not None
            step = action[1].rpartition("/")[2]
            fields = {"errors": {"spans": "[]"}, "rank": {"rank0": 1, "rank1": 2}}.get(step, {"value": 3})
            assert client.post(action[1], {**fields, "attempt": f"a{len(pages)}"}).status == 303
        assert "Finished" in pages[-1]
        pages += [client.get(path).text for path in ("/", "/campaigns/test")]
    shown = "".join(pages)
    for banned in ("<script>", "<img", "<b>", "<i>", "\u202e", "\x1b", ">49<"):
        assert banned not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "{{7*7}}" in shown
    assert "w" * 100_000 in shown


def test_templates_escape_everything() -> None:
    import tertium.web

    for path in (Path(tertium.web.__file__).parent / "templates").iterdir():
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe|Markup|autoescape|<script(?! type=\"module\" src=)|style=|\son\w+=", text), (
            path
        )


def test_what_cannot_be_served_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        make_app(tmp_path / "typo")
    assert not (tmp_path / "typo").exists()
    store, _ = prepare(tmp_path)
    store.close()
    with serve(tmp_path / "campaigns.sqlite") as client:
        assert "/campaigns/test" in client.get("/").text
        said: list[str] = []
        with pytest.raises(InputError, match=f"port {client.port}.*Give another --port"):
            run_server(tmp_path, port=client.port, say=said.append)
        assert said == []
    with pytest.raises(InputError, match="is not an address"):
        run_server(tmp_path, host="nowhere", say=said.append)
