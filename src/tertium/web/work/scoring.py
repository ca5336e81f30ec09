"""A job: reads uploaded files if there are any, and scores and compares the systems, one metric after the other.

Each metric is stored when it is done, so that a job that is started again goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tertium.metrics import compare_systems, parse_all, score_systems
from tertium.stats import Resampling
from tertium.web.workspace import JobProgress, Workspace


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Score a test set.

    Args:
        workspace: The workspace.
        request: ``test_set``, the number of a test set; and ``metrics``, a list of specs. Or, in place of the test
            set, what ``tertium.web.work.reading`` takes.
        progress: How progress is reported.

    Returns:
        ``test_set``, its number.
    """
    specs = list(parse_all(request["metrics"]))
    identity = request.get("test_set")
    if identity is None:
        from tertium.web.work.reading import add_files

        identity = add_files(workspace, request, progress)
    known = workspace.whole_specs(identity)
    wanted = [spec for spec in specs if spec not in known]
    test_set = workspace.read_test_set(identity)
    progress.begin("scoring", len(test_set) * len(wanted))
    for spec in wanted:
        progress.begin(f"scoring by {spec}")
        if len(test_set.systems) > 1:
            # All pairs, so that groups are known. Holm's correction is by metric: one at a time changes nothing.
            comparison = compare_systems(test_set, [spec], pairs="all", progress=progress)
            workspace.add_scores(identity, comparison.systems, comparison)
        else:
            scores = score_systems(test_set, [spec], resampling=Resampling(), progress=progress)
            workspace.add_scores(identity, scores)
    return {"test_set": identity}
