"""What a job wrote of a study, for templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tertium.report import Html


def show_result(data: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the parts of a page that a job made, which escaped all texts in them; None if there is no result yet."""
    if data is None:
        return None
    return {
        "sentences": data["sentences"],
        "parts": [Html(part) for part in data["parts"]],
        "signatures": Html(data["signatures"]),
        "missing": data["missing"],
    }
