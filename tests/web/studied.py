"""A workspace with a test set that is examined, and what it takes to decide about findings without a browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from tertium.mtness import Combiner
from tertium.samples import mtness as samples
from tertium.text import open_test_set
from tertium.types import TestSet
from tertium.web.work import finding
from tertium.web.workspace import JobProgress, Workspace
from tests.web.serving import Client, Reply

EXAMINED = {
    "language": "es",
    "source_language": "ca",
    "counts": f"scan({samples.path('corpus.es.txt')})",
    "tagger": "wordlist",
    "dictionary": "pairs",
}
FORM = {"language": "es", "source_language": "ca", "corpus": "sample", "tagger": "wordlist", "dictionary": "pairs"}


def read_sample(names: tuple[str, ...] = ("literal", "better")) -> TestSet:
    paths = [samples.path(f"system.{name}.es.txt") for name in names]
    return open_test_set(paths, names=names, sources=samples.path("source.ca.txt")).read()


@contextmanager
def by_counts_alone() -> Iterator[None]:
    """Findings that do not change with weights that are learned anew: what pages do with them is tested here."""
    with mock.patch.object(Combiner, "read", return_value=None):
        yield


def examine(folder: Path, test_set: TestSet | None = None) -> int:
    """Puts a test set into a workspace, and examines it as a job would; returns its number."""
    workspace = Workspace.open(folder)
    identity = workspace.add_test_set("airport", test_set or read_sample(), languages=("ca", "es"))
    progress = JobProgress(lambda _: None, lambda: False)
    with by_counts_alone():
        finding.run(workspace, {"test_set": identity, **EXAMINED}, progress)
    workspace.close()
    return identity


def examine_document(folder: Path, document: tuple[str, bytes], source: bytes | None = None) -> str:
    """Examines a document as the job of an upload does; returns the address of its findings."""
    workspace = Workspace.open(folder)
    given = [(*document, "system"), *([("source.txt", source, "source")] if source is not None else [])]
    files = []
    for name, content, role in given:
        incoming = workspace.files.begin(name)
        incoming.write(content)
        files.append({**vars(incoming.finish()), "role": role})
    progress = JobProgress(lambda _: None, lambda: False)
    with by_counts_alone():
        result = finding.run(workspace, {"name": document[0], "files": files, **EXAMINED}, progress)
    workspace.close()
    return str(result["page"])


def wait_for_job(client: Client, reply: Reply) -> str:
    """Waits for the job that a form started, and returns the page that has its result."""
    assert reply.status == 303, reply.text
    address = reply.headers["location"]
    while True:
        state = json.loads(client.get(address, accept="application/json").text)
        if state["state"] in ("done", "failed", "cancelled"):
            assert state["state"] == "done", client.get(address).text
            return str(state["target"])
        time.sleep(0.05)


def list_places(page: str) -> list[str]:
    """Returns the places of all findings of a page."""
    return re.findall(r'<li id="f-([\d-]+)"', page)


def find_seen(page: str) -> str:
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found
    return found[1]


def make_upload(files: dict[str, tuple[str, bytes]], fields: dict[str, str] | None = None) -> tuple[bytes, str]:
    """Returns the body of a form with files, and its type."""
    mark = "----tertium-test"
    parts = []
    for name, value in (fields or {}).items():
        parts.append(f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
    for field, (name, content) in files.items():
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        parts.append(head.encode() + content + b"\r\n")
    return b"".join([*parts, f"--{mark}--\r\n".encode()]), f"multipart/form-data; boundary={mark}"
