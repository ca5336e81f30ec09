"""JSON: the whole result."""

from __future__ import annotations

import json

from tertium.report.document import Document


def render(document: Document) -> str:
    """The result as one JSON object. Numbers keep their full precision."""
    return json.dumps(document.data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
