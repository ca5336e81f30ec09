"""The organiser's pages: a campaign from a test set, its figures, new links, and the export that repeats them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tertium import samples
from tertium.annotation import CampaignStore, Sitting
from tertium.cli.app import app
from tertium.meta import read_judgments
from tertium.text import open_test_set
from tertium.web.organising import METRICS
from tertium.web.workspace import Workspace
from tests.annotation.campaigns import ATTEMPTS, give
from tests.web.serving import Client, serve

FILES = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCE = str(samples.path("reference.A.txt"))
SOURCE = samples.path("source.es.txt")


def add_set(folder: Path, **settings: object) -> int:
    workspace = Workspace.open(folder)
    try:
        return workspace.add_test_set(
            "news/<b>", open_test_set(FILES, [REFERENCE], check_text=False, **settings).read()
        )
    finally:
        workspace.close()


def ask(client: Client, identity: int, **fields: object) -> tuple[int, dict[str, str], str]:
    given = {"annotators": "Ada\r\nBen\r\n<i>Cid", "protocol": "fluency-adequacy", "redundancy": 2, **fields}
    reply = client.post(f"/sets/{identity}/judge", given)
    keys = re.findall(r"<dt>([^<]*)</dt><dd><code>http://127.0.0.1:\d+/judge/([\w-]+)<", reply.text)
    return reply.status, dict(keys), reply.text


def judge(folder: Path, keys: dict[str, str]) -> CampaignStore:
    """Has the annotators judge: each has a leaning of their own."""
    store = CampaignStore(folder / "campaigns.sqlite")
    for number, key in enumerate(keys.values()):
        chance = random.Random(number)
        give(Sitting(store, key), [chance.choice([1, 2, 3, 4, 5]) for _ in range(200)])
    return store


def test_a_campaign_is_prepared_from_a_test_set_and_its_links_are_shown_once(tmp_path: Path) -> None:
    identity = add_set(tmp_path)
    with serve(tmp_path) as client:
        form = client.get(f"/sets/{identity}/judge")
        assert form.status == 200
        assert "news &lt;b&gt;" in form.text, "a name that has no slash is offered"
        assert "<b>" not in form.text
        status, keys, page = ask(client, identity, tutorial="1", days="3")
        assert (status, list(keys)) == (200, ["Ada", "Ben", "&lt;i&gt;Cid"])
        assert page.count("data-copy=") == 4
        store = CampaignStore(tmp_path / "campaigns.sqlite")
        (campaign,) = store.campaigns()
        assert (campaign.name, campaign.origin) == ("news <b>", str(identity))
        assert Sitting(store, keys["Ada"]).lessons == 3
        assert all(each.expires is not None for each in store.annotators(campaign.name))
        page = client.get("/campaigns/news%20%3Cb%3E").text
        assert "Nobody has judged yet" in page
        assert not any(key in page for key in keys.values())
        assert f'href="/sets/{identity}"' in page
        status, again, _ = ask(client, identity)
        assert (status, [each.name for each in store.campaigns()][1:]) == (200, ["news <b> 2"])
        assert set(again.values()).isdisjoint(keys.values())


def test_links_say_what_is_not_judged_and_where_they_work_and_the_end_counts_as_the_beginning(tmp_path: Path) -> None:
    identity = add_set(tmp_path)
    with serve(tmp_path) as client:
        _, keys, page = ask(client, identity, items=4, redundancy=3, repeats=0, controls=0, tutorial="1")
        assert "4 of 42 translations are judged by 3 annotators each and 38 have no annotator" in page
        assert "These links work on this machine only" in page
        renewed = client.post("/campaigns/news%20%3Cb%3E/renew", {"annotator": "Ben"})
        assert "work on this machine only" in renewed.text
        assert "You judge 4 items, after 3 examples" in client.get(f"/judge/{keys['Ada']}").text
        give(Sitting(CampaignStore(tmp_path / "campaigns.sqlite"), keys["Ada"]), [3] * 14)
        assert "All 4 items of" in client.get("/judge").text


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"annotators": " \n"}, "no annotators"),
        ({"annotators": "Ada\nAda"}, "two annotators"),
        ({"redundancy": 9}, "cannot be judged by 9 of 3"),
        ({"items": "many"}, "not a whole number"),
        ({"days": "0"}, "stop working after"),
        ({"protocol": "taste"}, "protocol"),
        ({"protocol": "da"}, "shows the source"),
        ({"repeats": "80"}, "share of repeats"),
        ({"name": "a\tb"}, "name of the campaign"),
    ],
)
def test_a_form_that_cannot_be_used_comes_back_with_what_is_wrong(
    tmp_path: Path, fields: dict[str, object], problem: str
) -> None:
    identity = add_set(tmp_path)
    with serve(tmp_path) as client:
        status, keys, page = ask(client, identity, **fields)
        assert (status, keys) == (422, {})
        assert problem in page.replace("&#39;", "'")
        assert client.get("/sets/999/judge").status == 404


def test_every_protocol_can_be_prepared(tmp_path: Path) -> None:
    identity = add_set(tmp_path, sources=str(SOURCE))
    with serve(tmp_path) as client:
        for protocol in ("da", "esa", "mqm", "ranking"):
            status, keys, _ = ask(client, identity, protocol=protocol, redundancy=1, categories="A\nB\nA", ranked="")
            assert (status, len(keys)) == (200, 3)
    steps = {each.protocol: each.asked.steps for each in CampaignStore(tmp_path / "campaigns.sqlite").campaigns()}
    assert steps["mqm"][0].categories == ("A", "B")
    assert len(steps) == 4


def test_the_export_gives_the_figures_of_the_page_exactly(tmp_path: Path) -> None:
    identity = add_set(tmp_path)
    with serve(tmp_path) as client:
        _, keys, _ = ask(client, identity, name="news", repeats=20)
        store = judge(tmp_path, keys)
        page = client.get("/campaigns/news")
        assert page.status == 200
        figures = json.loads(client.get("/campaigns/news/figures.json").text)
        exported = tmp_path / "judgments.tsv"
        exported.write_text(client.get("/campaigns/news/judgments.tsv").text, encoding="utf-8")
    command = ["correlate", *FILES, "-r", REFERENCE, "-j", str(exported), "--agreement", "-f", "json"]
    result = CliRunner().invoke(app, [*command, *(word for metric in METRICS for word in ("-m", metric))])
    assert result.exit_code == 0, result.exception
    repeated = json.loads(result.stdout)
    (shown,), (found,) = figures["correlation"]["studies"], repeated["studies"]
    assert shown["figures"] == found["figures"]
    assert [each["metric"] for each in shown["figures"]] == [each["metric"] for each in found["figures"]]
    (agreement,) = repeated["agreement"].values()
    for name in ("alpha", "fleiss", "cohen", "weighted", "intra_alpha", "intra_kappa", "reports", "shared", "repeats"):
        assert figures["agreement"][name] == agreement[name], name
    assert f"{agreement['alpha']:.3f}" in page.text
    # The texts may be of any language: no stage of METEOR is for one only.
    assert {name for name in (each["metric"] for each in shown["figures"]) if "porter" in name} == set()
    values = read_judgments(exported)
    for each in figures["separations"]:
        means = []
        for system in (each["first"], each["second"]):
            # Several judgments of one translation count as one.
            by_segment: dict[int, list[float]] = {}
            for name, sheet, segment, value in zip(
                values.system, values.sheet or (), values.segment, values.value, strict=True
            ):
                if (name, sheet) == (system, ""):
                    by_segment.setdefault(segment, []).append(value)
            means.append(np.mean([np.mean(found) for found in by_segment.values()]))
        assert each["difference"] == pytest.approx(means[0] - means[1], abs=1e-12)
    store.close()


def test_a_link_is_renewed_and_expired_ones_say_so(tmp_path: Path) -> None:
    identity = add_set(tmp_path)
    with serve(tmp_path) as client:
        _, keys, _ = ask(client, identity, name="news")
        reply = client.post("/campaigns/news/renew", {"annotator": "Ada", "days": "2"})
        (new,) = re.findall(r"/judge/([\w-]+)<", reply.text)
        assert reply.status == 200
        assert client.get(f"/judge/{keys['Ada']}").status == 403
        assert client.get(f"/judge/{new}").status == 200
        assert "until 2" in client.get("/campaigns/news").text
        assert client.post("/campaigns/news/renew", {"annotator": "Eve"}).status == 422
        assert client.post("/campaigns/news/renew", {"annotator": "Ada", "days": "x"}).status == 422
        store = CampaignStore(tmp_path / "campaigns.sqlite")
        store.writer.write(lambda connection: connection.execute("UPDATE main.annotator SET expires = 1"))
        reply = client.get(f"/judge/{new}")
        assert (reply.status, "has expired" in reply.text) == (403, True)
        reply = client.post("/judge/0/fluency", {"value": 3, "attempt": "late"}, Accept="application/json")
        assert (reply.status, json.loads(reply.text)["error"]) == (403, "This link has expired")
        store.close()


def test_a_campaign_without_references_says_why_there_is_no_metric(tmp_path: Path) -> None:
    store = CampaignStore(tmp_path / "campaigns.sqlite")
    found = open_test_set(FILES, [], sources=str(SOURCE), check_text=False).read()
    keys = store.prepare("plain", found, "da", ["Ada"])
    give(Sitting(store, keys["Ada"]), iter(range(100)))
    store.close()
    with serve(tmp_path) as client:
        page = client.get("/campaigns/plain")
        assert page.status == 200
        assert "Metrics cannot be compared with the annotators" in page.text
        assert "no translation was judged by two" in page.text


def test_spans_and_rankings_have_pages_too(tmp_path: Path) -> None:
    identity = add_set(tmp_path, sources=str(SOURCE))
    with serve(tmp_path) as client:
        alone = {"annotators": "Ada", "redundancy": 1}
        _, keys, _ = ask(client, identity, name="spans", protocol="mqm", categories="Ac\nSt", **alone)
        client.get(f"/judge/{keys['Ada']}")
        spans = [{"start": 0, "end": 3, "severity": "major", "category": "Ac"}]
        for place in range(12):
            fields = {"spans": json.dumps(spans[: place % 2]), "attempt": f"{next(ATTEMPTS)}"}
            assert client.post(f"/judge/{place}/errors", fields).status == 303
        assert "Marked errors" in client.get("/campaigns/spans").text
        lines = client.get("/campaigns/spans/spans.tsv").text.splitlines()
        assert len(lines) == 7
        _, keys, _ = ask(client, identity, name="ranks", protocol="ranking", **alone)
        client.get(f"/judge/{keys['Ada']}")
        for place in range(8):
            fields = {f"rank{number}": 1 + (place + number) % 3 for number in range(3)}
            assert client.post(f"/judge/{place}/rank", {**fields, "attempt": f"{next(ATTEMPTS)}"}).status == 303
        assert client.get("/campaigns/ranks").status == 200
