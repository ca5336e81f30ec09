"""A workspace whose files were damaged: it is said what is damaged and what to do, and the rest can be used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import compare_systems, make_test_set
from tertium.errors import InputError
from tertium.types import TestSet
from tertium.web.study_files import find_study, read_study, write_study
from tertium.web.work import scoring
from tertium.web.workspace import JobProgress, Workspace
from tertium.web.workspace.digests import drop_digest, find_named, write_named
from tests.older_stores import remove_sums
from tests.web.serving import Client, serve

METRICS = ["chrf", "ter"]


def make_texts(word: str) -> TestSet:
    return make_test_set({"a": [f"see the {word}"] * 3, "b": [f"see a {word}"] * 3}, [f"see the {word}"] * 3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    workspace = Workspace.open(tmp_path)
    for word in ("cat", "elephant that walks"):
        test_set = make_texts(word)
        comparison = compare_systems(test_set, METRICS, pairs="all")
        workspace.add_scores(workspace.add_test_set(word, test_set), comparison.systems, comparison)
    write_study({"findings": [], "rate": 3.5}, find_study(workspace, 1, "mtness", "a"))
    record = workspace.test_set(1)
    write_named(b"<p>a report</p>", tmp_path / "reports" / f"{record.texts[:16]}-1-{record.revision}.html")
    workspace.close()
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with serve(folder) as opened:
        yield opened


def spoil(folder: Path, old: bytes, new: bytes) -> list[Path]:
    """Changes all files of a folder that have some bytes, in their places, and returns them."""
    found = [path for path in folder.rglob("*") if path.is_file() and old in path.read_bytes()]
    for path in found:
        path.write_bytes(path.read_bytes().replace(old, new))
    assert found
    return found


def say(client: Client, path: str) -> tuple[int, bool]:
    reply = client.get(path)
    return reply.status, "missing or damaged" in reply.text


@pytest.mark.parametrize("is_open", [False, True], ids=["before", "while it is open"])
def test_texts_that_were_changed_are_not_shown(client: Client, folder: Path, is_open: bool) -> None:
    if is_open:
        assert client.get("/sets/1/segments").status == 200
    spoil(folder / "texts", b"the cat", b"TEH cat")
    for path in ("/sets/1", "/sets/1/segments", "/sets/1/segments/1"):
        assert say(client, path) == (422, True), path
    page = client.get("/sets/1").text
    assert "(texts/" in page
    assert "Upload its files again" in page
    assert say(client, "/") == (200, True)
    assert "Damaged: the texts of the test set are missing or damaged (texts/" in client.get("/").text
    assert (say(client, "/sets/2"), say(client, "/sets/2/segments")) == ((200, False), (200, False))
    workspace = Workspace.open(folder)
    assert workspace.add_test_set("cat", make_texts("cat")) == 1, "the remedy"
    workspace.close()
    assert (say(client, "/sets/1/segments"), say(client, "/")) == ((200, False), (200, False))


def test_a_damaged_file_of_scores_closes_only_its_test_set(folder: Path) -> None:
    path = min((folder / "scores").iterdir(), key=lambda each: each.stat().st_mtime_ns)
    path.write_bytes(path.read_bytes()[:-8])
    with serve(folder) as client:
        assert (say(client, "/"), say(client, "/sets/1"), say(client, "/sets/2")) == (
            (200, True),
            (422, True),
            (200, False),
        )
        page = client.get("/").text
        assert 'action="/sets/1/score" class="line"><input type="hidden" name="metrics" value="chrf ter">' in page
        workspace = Workspace.open(folder)
        assert len(workspace.whole_specs(1)) == 1
        progress = JobProgress(lambda state: None, lambda: False)
        scoring.run(workspace, {"test_set": 1, "metrics": METRICS}, progress)
        assert workspace.whole_specs(1) == ["ter", "chrf"], "the remedy"
        workspace.close()
        assert (say(client, "/"), say(client, "/sets/1")) == ((200, False), (200, False))


def test_damaged_reports_and_studies_are_named(client: Client, folder: Path) -> None:
    assert client.get("/sets/1/report").text == "<p>a report</p>"
    spoil(folder / "reports", b"a report", b"b report")
    assert say(client, "/sets/1/report") == (422, True)
    assert client.post("/sets/1/report", {}).headers["location"].startswith("/jobs/"), "it is written again"
    spoil(folder / "studies", b"3.5", b"8.5")
    assert say(client, "/sets/1/mtness?system=a") == (422, True)


def test_a_damaged_upload_is_not_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    workspace = Workspace.open(folder)
    file = tmp_path_factory.mktemp("given") / "output.txt"
    file.write_text("see the cat")
    stored = workspace.files.copy(file)
    assert workspace.files.path(stored.digest).read_text() == "see the cat"
    spoil(folder / "files", b"the cat", b"TEH cat")
    with pytest.raises(InputError, match=r"an uploaded file is missing or damaged \(files/.*Upload it again"):
        workspace.files.path(stored.digest)
    workspace.close()


@pytest.mark.parametrize("old", [b"cat", b'"value"'], ids=["test set", "score"])
def test_a_damaged_row_is_named(folder: Path, old: bytes) -> None:
    spoil(folder, old, old[:-2] + b"?" + old[-1:])
    with pytest.raises(InputError, match=r"the workspace is damaged \(wrong checksum: (test_set|score) 1.*Restore"):
        Workspace.open(folder)


def test_an_old_workspace_whose_scores_cannot_be_read_is_refused(folder: Path) -> None:
    """Without checksums, a changed name in a score was an error of Python on its page (found by fuzzing)."""
    remove_sums(
        folder / "tertium.sqlite", 2, """UPDATE score SET outcome = replace(outcome, '"baseline"', '"baselile"')"""
    )
    with pytest.raises(InputError, match=r"the workspace is damaged \(score 1 cannot be read.*Restore"):
        Workspace.open(folder)


def test_a_workspace_without_digests_gets_them(folder: Path) -> None:
    remove_sums(folder / "tertium.sqlite", 2)
    named = [*(folder / "reports").iterdir(), *folder.glob("studies/*/*")]
    for path in named:
        path.replace(drop_digest(path))
    with serve(folder) as client:
        for path in ("/", "/sets/1", "/sets/1/segments", "/sets/2"):
            assert say(client, path) == (200, False), path
        assert client.get("/sets/1/report").text == "<p>a report</p>"
    workspace = Workspace.open(folder)
    assert read_study(find_study(workspace, 1, "mtness", "a")) == {"findings": [], "rate": 3.5}
    workspace.close()
    assert all(find_named(drop_digest(path)) == path for path in named)
    spoil(folder, b"cat", b"c?t")
    with pytest.raises(InputError, match="wrong checksum"):
        Workspace.open(folder)
