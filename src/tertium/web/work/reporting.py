"""A job: writes the static report of a test set, the same one as ``tertium report``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.report import describe_study, render, study_test_set
from tertium.web.workspace import JobProgress, Workspace
from tertium.web.workspace.digests import write_named


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Write the report of a test set into ``reports``.

    Args:
        workspace: The workspace.
        request: ``test_set``, its number, and ``file``, the name of the file.
        progress: How progress is reported.

    Returns:
        ``file``, the name of the file, and ``page``, where it can be had.
    """
    identity = int(request["test_set"])
    record = workspace.test_set(identity)
    if not record.specs:
        raise InputError("the test set has no scores yet", remedy="Score it first")
    name = Path(request["file"]).name
    test_set = workspace.read_test_set(identity)
    progress.begin("scoring", len(test_set))
    study = study_test_set(test_set, record.specs, progress=progress)
    progress.begin("writing the report")
    content = render(describe_study(study, title=record.name), "html")
    write_named(content.encode(), workspace.folder / "reports" / name)
    return {"file": name, "page": f"/sets/{identity}/report"}
