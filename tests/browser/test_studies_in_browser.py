"""The pages of agreement and audit, and the forms that start studies, in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import samples
from tertium.text import open_test_set
from tertium.web.work import agreeing, auditing
from tertium.web.workspace import JobProgress, Workspace
from tests.browser.checks import DIAGONAL, OTHER_DIAGONAL, check_looks
from tests.browser.conftest import Open
from tests.web.serving import serve

NAMES = ("careful", "neural", "literal")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("studied")
    workspace = Workspace.open(folder)
    paths = [samples.path(f"system.{name}.txt") for name in NAMES]
    test_set = open_test_set(paths, [samples.path("reference.A.txt")], names=NAMES).read()
    identity = workspace.add_test_set("sample", test_set, languages=("es", "en"))
    workspace.add_test_set("other", test_set, languages=("es", "de"))
    file = workspace.files.copy(samples.path("judgments.tsv"))
    progress = JobProgress(lambda _: None, lambda: False)
    agreeing.run(workspace, {"test_set": identity, "file": {**vars(file), "role": "judgments"}}, progress)
    auditing.run(workspace, {"test_set": identity}, progress)
    workspace.close()
    with serve(folder) as client:
        yield f"http://127.0.0.1:{client.port}"


def test_pages_of_studies_are_sound(address: str, open_page: Open) -> None:
    page = open_page()
    for path in ("sets/1/agreement", "sets/1/audit", "sets/2/agreement", "sets/2/audit", "sets/2/mtness", "postedit"):
        page.goto(f"{address}/{path}")
        check_looks(page, OTHER_DIAGONAL if "sets/1" in path else DIAGONAL)
