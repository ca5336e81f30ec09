"""A job: correlates the metrics of a test set with human judgments, from a file or from a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tertium.annotation import CampaignStore, export_judgments
from tertium.errors import InputError
from tertium.meta import JudgedSet, Judgments, correlate, measure_agreement, read_judgments
from tertium.registry import DEFAULT_METRICS
from tertium.report import conclude_outcome, describe_outcome
from tertium.types import TestSet
from tertium.web.study_files import find_study, write_study
from tertium.web.work.reading import place_files
from tertium.web.work.study_parts import write_parts
from tertium.web.workspace import JobProgress, Workspace


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Correlate metrics with judgments.

    Args:
        workspace: The workspace.
        request: ``test_set``, its number; ``file``, ``name`` and ``digest`` of judgments, or ``campaign``, a name, and
            ``campaigns``, the file that has it; ``judgment``, ``level`` and ``statistic``.
        progress: How progress is reported.

    Returns:
        ``test_set``, its number, and ``page``, where the figures are.
    """
    identity = int(request["test_set"])
    record = workspace.test_set(identity)
    test_set = workspace.read_test_set(identity)
    progress.begin("reading the judgments")
    judgments, origin = _read(workspace, request, test_set)
    level, statistic = request.get("level") or "pooled", request.get("statistic") or "pearson"
    asked = request.get("judgment", "")
    # The name of a column may be in capitals; that of its kind is not.
    kind = judgments.find_kind(
        asked.lower() if asked.lower() in judgments.kinds else asked, whole_systems=level == "system"
    )
    judged = JudgedSet(name=record.name, test_set=test_set, judgments=judgments)
    progress.begin("correlating", len(test_set) * len(test_set.systems) * max(1, len(record.specs)))
    outcome = correlate(
        judged,
        list(record.specs or DEFAULT_METRICS[:2]),
        level=level,
        statistic=statistic,
        judgment=kind,
        progress=progress,
    )
    progress.begin("measuring the agreement of annotators")
    agreement = measure_agreement(judgments, kind)
    write_study(
        {
            "sentences": conclude_outcome(outcome),
            "notes": list(outcome.notes),
            "origin": origin,
            "judgments": len(judgments),
            "annotators": len(judgments.known_annotators),
            "kinds": judgments.kinds,
            "asked": {"judgment": kind, "level": level, "statistic": statistic},
            "request": {name: request[name] for name in ("file", "campaign", "campaigns") if name in request},
            **write_parts(describe_outcome(outcome, {record.name: agreement})),
        },
        find_study(workspace, identity, "agreement"),
    )
    return {"test_set": identity, "page": f"/sets/{identity}/agreement"}


def _read(workspace: Workspace, request: Mapping[str, Any], test_set: TestSet) -> tuple[Judgments, str]:
    """Return judgments, and what they are called."""
    if "campaign" in request:
        store = CampaignStore(request["campaigns"])
        try:
            columns: Mapping[str, Any] = export_judgments(store, request["campaign"]).columns
        finally:
            store.close()
        if not len(columns["system"]):
            raise InputError("the campaign has no judgments yet", remedy="Wait until annotators have judged something")
        return Judgments(**columns), f"campaign {request['campaign']}"
    file = request["file"]
    with TemporaryDirectory(prefix=".reading-", dir=workspace.folder) as folder:
        ((_, path),) = place_files(workspace, [file], Path(folder))
        try:
            judgments = read_judgments(path, test_set=test_set, judgment=request.get("judgment", ""))
            return judgments, str(file["name"])
        except InputError as error:
            raise InputError(error.message, file=file["name"], line=error.line, remedy=error.remedy) from error
