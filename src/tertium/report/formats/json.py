"""JSON: the whole result."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from tertium.report.document import Document


def render(document: Document) -> str:
    """Return the result as one JSON object, in full precision. Numbers that are not defined are ``null``."""
    return json.dumps(_without_nan(document.data), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _without_nan(value: Any) -> Any:
    """Return the same, with None for NaN and infinity, which JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _without_nan(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(part) for part in value]
    return value
