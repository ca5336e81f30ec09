"""A job: answers a request of the JSON API that is too large to be answered at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tertium.web.api.answering_process import forbid_network
from tertium.web.api.computing import compute_answer
from tertium.web.api.reach import ClientReach
from tertium.web.workspace import JobProgress, Workspace


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Answer a request.

    Args:
        workspace: The workspace.
        request: ``operation``, its name; ``body``, the digest of the file with the request; and ``files``, the folder
            whose files it may name, or None.
        progress: How progress is reported.

    Returns:
        ``answer``, the digest of the file with the answer.
    """
    forbid_network()
    progress.begin("computing")
    folder = request["files"]
    reach = ClientReach(None if folder is None else Path(folder))
    data = json.loads(workspace.files.path(request["body"]).read_bytes())
    answer = compute_answer(request["operation"], data, reach, progress)
    progress.begin("writing the answer")
    incoming = workspace.files.begin("answer.json")
    try:
        incoming.write(answer)
        return {"answer": incoming.finish().digest}
    finally:
        incoming.abandon()
