"""JSON: the whole result."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from tertium.report.document import Document


def render(document: Document) -> str:
    """The result as one JSON object. Numbers keep their full precision; figures that are not defined are ``null``."""
    return json.dumps(_without_nan(document.data), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _without_nan(value: Any) -> Any:
    """The same, with None for what is not a number: JSON has no word for it."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _without_nan(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(part) for part in value]
    return value
