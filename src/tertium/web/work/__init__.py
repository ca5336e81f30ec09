"""What jobs do. A new kind is a module with ``run(workspace, request, progress)``, and a line here."""

from __future__ import annotations

from collections.abc import Mapping

JOBS: Mapping[str, str] = {
    "score": "tertium.web.work.scoring:run",
    "agreement": "tertium.web.work.agreeing:run",
    "audit": "tertium.web.work.auditing:run",
    "mtness": "tertium.web.work.finding:run",
    "report": "tertium.web.work.reporting:run",
    "api": "tertium.web.work.api_answer:run",
}
