"""JSON: the whole result."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from tertium.codec import SCHEMA
from tertium.report.document import Document

# Controls that JSON allows in strings, and what changes the direction of writing: a terminal would obey them. Halves of
# pairs, which stand for bytes of a file name that are not UTF-8, cannot be written in any other way.
_INVISIBLE = re.compile(
    "[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def render(document: Document) -> str:
    """Return the result as one JSON object, in full precision. Numbers that are not defined are ``null``."""
    return write_json({"schema": SCHEMA, **document.data}, indent=2)


def write_json(data: Any, *, indent: int | None = None) -> str:
    r"""Return data as JSON and a line break. Numbers that are not defined are ``null``.

    >>> write_json({"rate": float("nan"), "name": "a\u202eb"})
    '{"rate": null, "name": "a\\u202eb"}\n'

    Args:
        data: What the ``to_dict`` of a result returns.
        indent: By how many blanks a level is indented; all is on one line if None.
    """
    text = json.dumps(_without_nan(data), ensure_ascii=False, indent=indent, allow_nan=False)
    return _INVISIBLE.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n"


def _without_nan(value: Any) -> Any:
    """Return the same, with None for NaN and infinity, which JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _without_nan(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(part) for part in value]
    return value
