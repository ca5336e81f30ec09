"""Names that are markup, on the pages of jobs, studies and campaigns; those with texts have tests of their own."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import samples
from tertium.text import open_test_set
from tertium.web.work import agreeing, auditing
from tertium.web.workspace import JobProgress, Workspace
from tests.web.serving import Client, serve

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
ODD = "{{77777*77777}} ]]> abc\u202edef \x1b[31m"
NAMES = {"careful": SCRIPT, "neural": IMAGE, "literal": ODD}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    workspace = Workspace.open(folder)
    paths = [samples.path(f"system.{name}.txt") for name in NAMES]
    test_set = open_test_set(paths, [samples.path("reference.A.txt")], names=list(NAMES.values())).read()
    identity = workspace.add_test_set(f"<u>{ODD}", test_set, languages=("es", "en"))
    judged = samples.path("judgments.tsv").read_text()
    for name, hostile in NAMES.items():
        judged = judged.replace(name, hostile)
    incoming = workspace.files.begin("<script>alert(2).tsv")
    incoming.write(judged.encode())
    file = incoming.finish()
    progress = JobProgress(lambda _: None, lambda: False)
    agreeing.run(workspace, {"test_set": identity, "file": {"name": file.name, "digest": file.digest}}, progress)
    auditing.run(workspace, {"test_set": identity}, progress)
    workspace.jobs.submit("score", {"test_set": 99, "metrics": ["bleu"], "name": f"{SCRIPT}{ODD}"})
    workspace.close()
    with serve(folder) as found:
        yield found


def check(text: str) -> None:
    for bad in ("<script>", "<img", "<u>", "<b>x", "6049261729", "\u202e", "\x1b"):
        assert bad not in text, bad
    assert not re.search(r"<script(?! type=\"module\" src=)|\son\w+=\"", text)
    assert "&lt;script&gt;alert(" in text


@pytest.mark.parametrize("path", ["/sets/1/agreement", "/sets/1/audit", "/sets/1/mtness"])
def test_studies(client: Client, path: str) -> None:
    check(client.get(path).text)


def test_a_job_that_failed(client: Client) -> None:
    while json.loads(client.get("/jobs/1", accept="application/json").text)["state"] != "failed":
        time.sleep(0.05)
    page = client.get("/jobs/1").text
    check(page)
    assert "Try again" in page


def test_campaigns(client: Client) -> None:
    fields = {"annotators": f"{SCRIPT}\n{IMAGE}", "protocol": "mqm", "monolingual": "1", "tutorial": "1"}
    refused = client.post("/sets/1/judge", {**fields, "items": SCRIPT})
    assert refused.status == 422
    check(refused.text)
    links = client.post("/sets/1/judge", {**fields, "name": "<b>x {{77777*77777}}", "categories": f"<b>x{SCRIPT}"})
    assert links.status == 200, links.text
    check(links.text)
    (key, *_) = re.findall(r"/judge/([\w-]{22})<", links.text)
    start = client.get(f"/judge/{key}").text
    check(start)
    assert "<b>x" not in client.get("/judge").text
    campaign = re.search(r'class="button" href="(/campaigns/[^"]+)"', links.text)
    assert campaign is not None
    check(client.get(campaign[1]).text)
