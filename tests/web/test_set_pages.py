"""Pages of test sets: verdict, segment browser and segment page, over a real server."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from tertium import compare_systems, make_test_set
from tertium.types import References, TestSet
from tertium.web.server import _listen
from tertium.web.workspace import Workspace
from tests.web.serving import Client, serve
from tests.web.test_workspace import read_sample

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{77777*77777}}",
    "]]>",
    "a\u202eb",
    "\x1b[31mred",
    "&quot;don&apos;t&quot;",
]


def fill(folder: Path) -> None:
    workspace = Workspace.open(folder)
    test_set = read_sample()
    number = workspace.add_test_set("sample", test_set, languages=("es", "en"))
    comparison = compare_systems(test_set, ["bleu", "chrf"], pairs="all")
    workspace.add_scores(number, comparison.systems, comparison)
    many = make_test_set(
        {"a": [f"the cat {n}" for n in range(120)], "b": [f"a dog {n}" for n in range(120)]},
        [f"the cat {n}" for n in range(120)],
    )
    number = workspace.add_test_set("many", many)
    comparison = compare_systems(many, ["chrf", "ter"], pairs="all")
    workspace.add_scores(number, comparison.systems, comparison)
    hostile = TestSet(
        systems={"<b>one</b>": HOSTILE, "two": ["x" * 100_000, *HOSTILE[1:]]},
        references=References.from_nested([[text, "y"] for text in HOSTILE]),
        sources=HOSTILE,
        documents=["<i>doc</i>"] * len(HOSTILE),
    )
    number = workspace.add_test_set("<u>hostile</u>", hostile)
    comparison = compare_systems(hostile, ["bleu"], pairs="all")
    workspace.add_scores(number, comparison.systems, comparison)
    workspace.add_test_set("unscored", make_test_set({"a": ["x"]}, ["x"]))
    workspace.close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("workspace")
    fill(folder)
    with serve(folder) as opened:
        yield opened


def numbers_of(text: str) -> list[int]:
    return [int(each) for each in re.findall(r'<div class="segment-head"><a href="[^"]*">(\d+)</a>', text)]


def test_the_first_page_lists_test_sets_with_their_verdicts(client: Client) -> None:
    page = client.get("/").text
    assert 'href="/sets/1"' in page
    assert "14 segments are too few to tell systems apart" in page
    assert "a leads by chrF" in page


def test_the_verdict_comes_first(client: Client) -> None:
    page = client.get("/sets/2").text
    assert re.search(r'class="verdict">a leads by chrF \(100.00\); b is next', page)
    assert page.index("verdict") < page.index("<table") < page.index("<svg")
    assert "Differences" in page
    assert "sort=-chrf&amp;a=a&amp;b=b" in page
    assert "no scores yet" in client.get("/sets/4").text


def test_the_largest_differences_are_those_in_which_the_better_system_is_ahead(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    test_set = make_test_set({"worse": ["a b c", "x y z"], "better": ["a b d", "a b c"]}, ["a b c", "a b c"])
    comparison = compare_systems(test_set, ["ter"], pairs="all")
    workspace.add_scores(workspace.add_test_set("errors", test_set), comparison.systems, comparison)
    workspace.close()
    with serve(tmp_path) as opened:
        page = opened.get("/sets/1").text
        link = unescape(re.findall(r'data-key="d" href="([^"]+)"', page)[0])
        assert "sort=ter&a=better&b=worse" in link
        assert numbers_of(opened.get(link).text) == [2, 1]


def test_segments_are_paged_sorted_and_searched(client: Client) -> None:
    first = client.get("/sets/2/segments").text
    assert numbers_of(first) == list(range(1, 51))
    assert "120 segments" in first
    assert numbers_of(client.get("/sets/2/segments?page=3").text) == list(range(101, 121))
    # A page that is not there is the last one, and nonsense is left out.
    assert numbers_of(client.get("/sets/2/segments?page=99").text) == list(range(101, 121))
    assert numbers_of(client.get("/sets/2/segments?page=x&sort=blue&a=zzz&doc=q").text) == list(range(1, 51))
    assert numbers_of(client.get("/sets/2/segments?sort=-").text)[0] == 120
    found = client.get("/sets/2/segments?find=CAT+11").text
    assert numbers_of(found) == [12, *range(111, 121)]
    assert numbers_of(client.get("/sets/2/segments?find=nothing+such").text) == []
    assert "No segment has this" in client.get("/sets/2/segments?find=nothing+such").text


def test_differences_of_two_systems_are_marked(client: Client) -> None:
    page = client.get("/sets/2/segments?sort=-chrf&a=a&b=b").text
    assert "<mark>the cat</mark> 0" in page
    assert "<mark>a dog</mark> 0" in page
    differences = [float(each) for each in re.findall(r"<strong>\+([\d.]+)</strong>", page)]
    assert differences == sorted(differences, reverse=True) != []
    assert '<option value="-chrf" selected>chrF difference, largest first (a \N{MINUS SIGN} b)</option>' in page
    assert "difference, largest" not in client.get("/sets/2/segments?sort=-chrf&a=a").text


def test_outputs_are_shown_as_they_were_submitted(client: Client) -> None:
    page = client.get("/sets/3/segments/7").text
    assert '<td dir="auto">&amp;quot;don&amp;apos;t&amp;quot;</td>' in page


def test_documents_filter(client: Client) -> None:
    page = client.get("/sets/1/segments").text
    name = re.findall(r'<select name="doc">.*?<option value="([^"]+)"', page)[0]
    some = numbers_of(client.get(f"/sets/1/segments?doc={quote(name)}").text)
    assert 0 < len(some) < 14


def test_a_segment_is_walked_in_the_order_of_the_list(client: Client) -> None:
    query = urlencode({"sort": "-chrf", "a": "neural", "b": "literal"})
    listed = numbers_of(client.get(f"/sets/1/segments?{query}").text)
    page = client.get(f"/sets/1/segments/{listed[1]}?{query}").text
    assert "2 of 14" in page
    links = {kind: unescape(link) for kind, link in re.findall(r'<a rel="(\w+)" href="([^"]+)"', page)}
    assert links["prev"].startswith(f"/sets/1/segments/{listed[0]}?")
    assert links["next"].startswith(f"/sets/1/segments/{listed[2]}?")
    following = client.get(links["next"]).text
    assert "3 of 14" in following
    away = client.get(f"/sets/1/segments/{listed[1]}?find=zzzz").text
    assert "not in this list" in away


@pytest.mark.parametrize(
    ("view", "shown"), [("", "<svg"), ("why", "n-grams"), ("audit", "Conclusion"), ("nonsense", "<svg")]
)
def test_views_of_a_segment(client: Client, view: str, shown: str) -> None:
    page = client.get(f"/sets/1/segments/3?view={view}&system=neural").text
    assert shown in page.partition('class="view"')[2]
    assert "<style" not in page
    assert "style=" not in page


def test_trees_are_shown_or_what_is_missing(client: Client) -> None:
    page = client.get("/sets/1/segments/3?view=trees")
    assert page.status == 200
    assert "Constituents" in page.text or "pip install" in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/sets/3",
        "/sets/3/segments",
        "/sets/3/segments?sort=bleu&a=two",
        "/sets/3/segments?b=two",
        "/sets/3/agreement",
        "/sets/3/audit",
        "/sets/3/mtness",
        "/sets/3/judge",
    ],
)
def test_hostile_text_is_shown_literally(client: Client, path: str) -> None:
    reply = client.get(path)
    check_literal(reply.text)
    assert "&lt;u&gt;hostile&lt;/u&gt;" in reply.text


@pytest.mark.parametrize(
    ("view", "number"),
    [*((view, number) for view in ("words", "why") for number in range(1, len(HOSTILE) + 1)), ("audit", 1)],
)
def test_hostile_segments_are_shown_literally(client: Client, view: str, number: int) -> None:
    for system in ("<b>one</b>", "two"):
        query = urlencode({"view": view, "system": system, "find": "</title><script>"})
        reply = client.get(f"/sets/3/segments/{number}?{query}")
        assert reply.status == 200
        check_literal(reply.text)


def check_literal(text: str) -> None:
    for bad in ("<script>", "<img", "6049261729", "\u202e", "\x1b", "<b>one", "<u>", "<i>doc"):
        assert bad not in text, bad
    assert not re.search(r"<script(?! type=\"module\" src=)|<img|\son\w+=\"", text)


def test_what_is_not_there(client: Client) -> None:
    assert client.get("/sets/99").status == 404
    assert client.get("/sets/99/segments").status == 404
    assert client.get("/sets/1/segments/99").status == 404
    assert client.get("/jobs/99").status == 404
    assert client.get("/sets/x").status == 422
    large = 99999999999999999999
    for path in ("/sets/{}", "/sets/{}/segments", "/sets/1/segments/{}", "/sets/{}/audit", "/sets/{}/report"):
        assert "There is no such page" in client.get(path.format(large)).text
    for path in (f"/jobs/{large}", f"/upload/{large}", f"/judge?place={large}", f"/judge/lesson/{large}"):
        assert client.get(path).status == 422
    assert "Give 1 to 14" in client.get("/sets/1/segments/99").text


def test_more_metrics_are_scored_and_a_report_is_made(client: Client) -> None:
    refused = client.post("/sets/4/score", {"metrics": "blue"})
    assert (refused.status, "bleu" in refused.text) == (422, True)
    going = client.post("/sets/4/score", {"metrics": "chrf, ter"})
    assert going.status == 303
    wait_for_job(client, going.headers["location"])
    assert "a scores 100.00 by chrF" in client.get("/sets/4").text
    # Looking at a page starts nothing.
    early = client.get("/sets/4/report")
    assert (early.status, early.headers["location"]) == (303, "/sets/4")
    assert 'method="post" action="/sets/4/report"' in client.get("/sets/4").text
    asked = client.post("/sets/4/report", {})
    assert asked.status == 303
    assert client.post("/sets/4/report", {}).headers["location"] in ("/sets/4/report", asked.headers["location"])
    wait_for_job(client, asked.headers["location"])
    report = client.get("/sets/4/report")
    assert report.status == 200
    assert "unscored.html" in report.headers["content-disposition"]
    assert "<title>" in report.text
    assert client.post("/sets/4/remove", {}).status == 303
    assert client.get("/sets/4").status == 404


def wait_for_job(client: Client, path: str) -> str:
    """Waits until a job has ended, and returns its page."""
    import time

    until = time.monotonic() + 60
    while time.monotonic() < until:
        state = client.get(path, accept="application/json").text
        if '"state":"done"' in state or '"state":"failed"' in state or '"state":"cancelled"' in state:
            return client.get(path).text
        time.sleep(0.05)
    raise AssertionError(state)


def test_small_pages_do_not_wait_for_acknowledgements() -> None:
    with _listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()) as client:
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert client.getpeername() == listener.getsockname()
