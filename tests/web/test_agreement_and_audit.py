"""Agreement with annotators and the audit, as jobs of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tertium import samples
from tertium.annotation import PlanSettings, Sitting
from tertium.metrics import compare_systems
from tertium.text import open_test_set
from tertium.types import TestSet
from tertium.web.workspace import Workspace
from tests.annotation.campaigns import give, make_texts, prepare
from tests.web.serving import Client, serve
from tests.web.studied import make_upload, wait_for_job

NAMES = ("careful", "neural", "literal")


def read_sample() -> TestSet:
    return open_test_set(
        [samples.path(f"system.{name}.txt") for name in NAMES], [samples.path("reference.A.txt")], names=NAMES
    ).read()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("agreement")
    workspace = Workspace.open(folder)
    test_set = read_sample()
    identity = workspace.add_test_set("<b>sample</b>", test_set, languages=("es", "en"))
    comparison = compare_systems(test_set, ["bleu", "chrf"], pairs="all")
    workspace.add_scores(identity, comparison.systems, comparison)
    workspace.close()
    store, keys = prepare(folder, test_set=test_set, items=8)
    for key in keys.values():
        give(Sitting(store, key), cycle([5, 4, 2, 3, 1]))
    # Other texts, which cannot even be read.
    store.prepare("other", make_texts(), "da", ["Ada"], plan=PlanSettings(annotators=1))
    store.writer.write(
        lambda connection: connection.execute("UPDATE main.segment SET outputs = '?' WHERE campaign = 2")
    )
    store.close()
    with serve(folder) as found:
        yield found


def upload(client: Client, name: str, content: bytes) -> str:
    body, kind = make_upload({"judgments": (name, content)})
    return wait_for_job(client, client.ask("POST", "/upload/judgments/1", body, content_type=kind))


def test_the_metric_that_agrees_best_is_named_first(client: Client) -> None:
    assert "Upload and correlate" in client.get("/sets/1/agreement").text
    assert upload(client, "judgments.tsv", samples.path("judgments.tsv").read_bytes()) == "/sets/1/agreement"
    page = client.get("/sets/1/agreement").text
    assert "agrees best with the annotators (Pearson" in page
    assert "is not significant" in page
    assert "168 judgments of 2 annotators, from judgments.tsv" in page
    assert "<svg" in page
    assert " style=" not in page
    assert "<b>sample" not in page


def test_a_table_of_the_outputs_with_a_column_of_scores_is_taken(client: Client) -> None:
    test_set = read_sample()
    rows = [f"{name}\t{text}\t{at % 5}" for name in NAMES for at, text in enumerate(test_set.systems[name])]
    content = "\n".join(["system\tmt\tAdequacy", *rows]).encode()
    body, kind = make_upload({"judgments": ("mine.tsv", content)}, {"judgment": "Adequacy"})
    wait_for_job(client, client.ask("POST", "/upload/judgments/1", body, content_type=kind))
    assert "42 judgments, from mine.tsv. Kind: adequacy." in client.get("/sets/1/agreement").text
    for judgment, text, message in (
        ("quality", content, "Adequacy"),
        ("adequacy", content.replace(b"The", b"A"), "not"),
    ):
        body, kind = make_upload({"judgments": ("mine.tsv", text)}, {"judgment": judgment})
        with pytest.raises(AssertionError, match=message):
            wait_for_job(client, client.ask("POST", "/upload/judgments/1", body, content_type=kind))


def test_texts_of_campaigns_of_another_size_are_not_read(client: Client) -> None:
    page = client.get("/sets/1/agreement")
    assert page.status == 200
    assert '<option value="test">' in page.text
    assert '<option value="other">' not in page.text


def test_judgments_of_a_campaign_are_taken(client: Client) -> None:
    assert '<option value="test">test (16 items done)</option>' in client.get("/sets/1/agreement").text
    form = {"campaign": "test", "judgment": "adequacy", "statistic": "kendall-b"}
    wait_for_job(client, client.post("/sets/1/agreement", form))
    page = client.get("/sets/1/agreement").text
    assert "32 judgments of 2 annotators, from campaign test. Kind: adequacy." in page
    assert "too few to choose a metric by" in page


def test_what_is_not_a_table_of_judgments_is_refused_with_its_name(client: Client) -> None:
    with pytest.raises(AssertionError, match="column"):
        upload(client, "other.tsv", b"a\tb\n1\t2\n")
    body, kind = make_upload({}, {"level": "pooled"})
    assert client.ask("POST", "/upload/judgments/1", body, content_type=kind).status == 422
    assert client.post("/sets/1/agreement", {"level": "nowhere"}).status == 422
    assert client.post("/sets/1/agreement", {"campaign": "none"}).status == 422


def test_the_audit_begins_with_its_conclusion(client: Client) -> None:
    assert "Audit this test set" in client.get("/sets/1/audit").text
    assert wait_for_job(client, client.post("/sets/1/audit", {})) == "/sets/1/audit"
    page = client.get("/sets/1/audit").text
    assert '<p class="sentence">Of the median output, ' in page
    assert "Freedom by score" in page
    assert " style=" not in page
