"""What the exports share: marked errors with their weights, and items for quality control that are left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tertium.meta.judgments.annotations import Item
from tertium.meta.judgments.error_spans import MarkedError
from tertium.meta.judgments.mqm_weights import MqmWeights

_MISSING = "missing"
_LARGEST = 1 << 31


def parse_errors(value: object) -> list[MarkedError]:
    """Return the errors of a list of spans with ``start_i`` and ``end_i``, which is the last character of the span.

    Raises:
        ValueError: It is no such list.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() not in ("", "None") else []
        except RecursionError:
            raise ValueError("the JSON is nested too deeply") from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError("the errors are not a list")
    return [_parse_error(each) for each in value]


def _parse_error(error: object) -> MarkedError:
    if not isinstance(error, Mapping):
        raise ValueError("an error is not an object")
    start, end = error.get("start_i"), error.get("end_i")
    severity = _as_text(error.get("severity"))
    category = _as_text(error.get("category", error.get("error_type")))
    if start == _MISSING or end == _MISSING:
        return MarkedError(severity=severity, category=category or _MISSING)
    if not _is_place(start) or not _is_place(end) or end < start:  # type: ignore[operator]
        raise ValueError(f"an error goes from {start!r} to {end!r}")
    return MarkedError(side="target", start=int(start), stop=int(end) + 1, severity=severity, category=category)  # type: ignore[arg-type]


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _as_text(value: Any) -> str:
    if isinstance(value, list):  # Appraise: ["Accuracy", "Omission"]
        return "/".join(map(str, value))
    return "" if value is None else str(value)


def without_places_beyond(errors: Sequence[MarkedError], target: str | None) -> list[MarkedError]:
    """Return the errors; those on the word [missing], which tools show after the text, have no place."""
    if target is None:
        return list(errors)
    return [
        MarkedError(severity=each.severity, category=each.category or _MISSING)
        if each.side == "target" and each.start >= len(target)
        else each
        for each in errors
    ]


def penalise(errors: Iterable[MarkedError], weights: MqmWeights) -> list[tuple[str, float]]:
    """Return the judgments that errors are: one penalty each, or 0 where there is none.

    Raises:
        ValueError: A severity has no weight.
    """
    penalties = []
    for error in errors:
        weight = weights.find(error.severity, error.category)
        if weight is None:
            raise ValueError(f"the severity {error.severity!r} has no weight")
        penalties.append(("mqm", weight))
    return penalties or [("mqm", 0.0)]


WEIGH = "Give it a weight, such as --mqm-weights 'critical=10' or weights='critical=10'"


def note_controls(controls: Counter[str]) -> list[str]:
    """Return what was left out as quality control, if anything was."""
    if not controls:
        return []
    counts = ", ".join(f"{count} {name}" for name, count in controls.items())
    return [f"left out as quality control: {counts}"]


def add_texts(item: Item, system: str, target: str | None, source: str | None, references: Iterable[str] = ()) -> bool:
    """Add what an annotation knows of an item; return whether it agrees with what is known."""
    if item.source is None:
        item.source = source
    for reference in references:
        if reference not in item.references:
            item.references.append(reference)
    return target is None or item.targets.setdefault(system, target) == target
