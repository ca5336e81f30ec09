"""Pearmut's annotations: ``annotations.json`` from its dashboard, or the JSONL file of a campaign.

An entry is a document that a user looked at: its items, and for each item the score and the marked errors of each
model. Of several entries of a user for the same document the last counts, and none before a reset.

Left out as quality control: documents of ``data_welcome`` and ``data_random``, forms, and items with ``validation``.
Scores are of the kind ``esa`` if errors were marked in the campaign, else ``da``. Errors with categories are also
weighed (``mqm``). Sliders are kinds of their own; Fluency and Adequacy are ours.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes, shown
from tertium.files.table import find_suffix
from tertium.meta.judgments.annotation_files.exported_errors import (
    WEIGH,
    add_texts,
    note_controls,
    parse_errors,
    penalise,
    without_places_beyond,
)
from tertium.meta.judgments.annotations import Annotation, Annotations, Item
from tertium.meta.judgments.error_spans import MarkedError
from tertium.meta.judgments.kinds import COMBINED, KINDS
from tertium.meta.judgments.mqm_weights import MqmWeights

SUFFIXES = (".json", ".jsonl", ".ndjson")
_RESET = "__RESET__"
_LARGEST = 1 << 31
_SLIDERS = ("fluency", "adequacy")
_REMEDY = (
    'An entry is {"user_id": ..., "item_i": 0, "item": [{"src": ..., "tgt": {"model": ...}}], '
    '"annotation": [{"model": {"score": 80, "error_spans": []}}]}'
)


def fits(head: str) -> bool:
    """Return whether a file that begins like this is such a file."""
    return head.lstrip().startswith("{") and '"annotation"' in head


def read(path: str, weights: MqmWeights) -> list[Annotations]:
    """Read such a file: one for each campaign."""
    campaigns = _load(path)
    found = [
        _Campaign(name=name, path=path, weights=weights).read(entries) for name, entries in campaigns.items() if entries
    ]
    if not found:
        raise InputError("there is no annotation in the file", file=shown(path), remedy=_REMEDY)
    return found


def _load(path: str) -> dict[str, list[Any]]:
    text = decode_text(read_bytes(path), path)
    number = 1
    try:
        if find_suffix(path) != ".json":
            entries = []
            for number, line in enumerate(text.split("\n"), start=1):  # noqa: B007 - the error names it
                if line.strip():
                    entries.append(json.loads(line))
            return {"": entries}
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line_number = error.lineno if find_suffix(path) == ".json" and hasattr(error, "lineno") else number
        raise InputError("this is not JSON", file=shown(path), line=line_number, remedy=_REMEDY) from None
    if not isinstance(data, dict) or not all(isinstance(entries, list) for entries in data.values()):
        raise InputError("this is not an export of Pearmut", file=shown(path), remedy=_REMEDY)
    return {name if len(data) > 1 else "": entries for name, entries in data.items()}


@dataclass(kw_only=True)
class _Campaign:
    name: str
    path: str
    weights: MqmWeights
    items: dict[str, Item] = field(default_factory=dict)
    controls: Counter[str] = field(default_factory=Counter)

    def read(self, entries: Sequence[Any]) -> Annotations:
        kept, replaced = self._keep_last(entries)
        looks = [look for number, entry in kept for look in self._read_entry(entry, number)]
        if not looks:
            raise InputError("nothing was judged", file=shown(self.path), remedy=_REMEDY)
        errors = [error for look in looks for error in look.errors]
        has_categories = any(error.category not in ("", "missing") for error in errors)
        kind = "esa" if errors else "da"
        rows = [self._finish(look, kind, has_categories) for look in looks]
        kinds = dict.fromkeys(name for row in rows for name, _ in row.values)
        notes = [f"{replaced} entries were replaced by later ones of the same user"] if replaced else []
        return Annotations(
            path=self.path,
            name=self.name,
            rows=[row for row in rows if row.values],
            items={row.item: self.items[row.item] for row in rows},
            other_kinds=[name for name in kinds if name not in KINDS],
            notes=[*note_controls(self.controls), *notes],
            unit="entry",
        )

    def _error(self, number: int, message: str, remedy: str = _REMEDY) -> InputError:
        return InputError(f"entry {number}: {message}", file=shown(self.path), remedy=remedy)

    def _keep_last(self, entries: Sequence[Any]) -> tuple[list[tuple[int, Mapping[str, Any]]], int]:
        last: dict[tuple[str, str], tuple[int, Mapping[str, Any]]] = {}
        replaced = 0
        for number, entry in enumerate(entries, start=1):
            if not isinstance(entry, Mapping) or "annotation" not in entry or "user_id" not in entry:
                raise self._error(number, "there is no annotation, or no user_id")
            key = str(entry["user_id"]), repr(entry.get("item_i"))
            before = last.pop(key, None)
            replaced += before is not None
            if entry["annotation"] != _RESET:
                last[key] = number, entry
        return sorted(last.values(), key=lambda each: each[0]), replaced

    def _read_entry(self, entry: Mapping[str, Any], number: int) -> list[_Said]:
        if isinstance(entry.get("item_i"), str):
            self.controls[f"documents of {entry['item_i'].partition('_')[0]}"] += 1
            return []
        items, annotations = entry.get("item"), entry["annotation"]
        if not isinstance(items, list) or not isinstance(annotations, list) or len(items) != len(annotations):
            raise self._error(number, "it does not have one annotation per item")
        looks = []
        for place, (item, annotation) in enumerate(zip(items, annotations, strict=True)):
            if not isinstance(item, Mapping):
                raise self._error(number, "an item is not an object")
            if "form" in item:
                self.controls["form items"] += 1
            elif item.get("validation"):
                self.controls["items with validation"] += 1
            elif annotation is not None:  # an item may be skipped
                looks += self._read_item(entry, number, place, item, annotation)
        return looks

    def _read_item(
        self, entry: Mapping[str, Any], number: int, place: int, item: Mapping[str, Any], annotation: Any
    ) -> list[_Said]:
        targets = item.get("tgt")
        if not isinstance(targets, Mapping) or not isinstance(annotation, Mapping):
            raise self._error(number, "an item has no tgt, or its annotation is not by model")
        key = str(item.get("item_id", f"{entry.get('item_i')} {place} {item.get('src')}"))
        kept = self.items.setdefault(key, Item(line=number))
        source, reference = item.get("src"), item.get("ref")
        for system, text in targets.items():
            given = [reference] if isinstance(reference, str) else []
            same = add_texts(kept, system, str(text), source if isinstance(source, str) else None, given)
            if not same:
                raise self._error(
                    number,
                    f"the item {key!r} has another text of {system!r} than before",
                    "Give each item its own item_id",
                )
        looks = []
        for system, said in annotation.items():
            if not isinstance(said, Mapping):
                raise self._error(number, f"the annotation of {system!r} is not an object")
            try:
                errors = without_places_beyond(parse_errors(said.get("error_spans")), kept.targets.get(system))
            except ValueError as error:
                raise self._error(number, str(error)) from None
            sliders = said.get("sliders") or {}
            if not isinstance(sliders, Mapping):
                raise self._error(number, f"the sliders of {system!r} are not an object")
            scores = {"": said.get("score"), **sliders}
            looks.append(
                _Said(number=number, item=key, system=system, user=str(entry["user_id"]), errors=errors, scores=scores)
            )
        return looks

    def _finish(self, look: _Said, kind: str, has_categories: bool) -> Annotation:
        values: list[tuple[str, float]] = []
        for name, score in look.scores.items():
            if score is None:
                continue
            if isinstance(score, bool) or not isinstance(score, (int, float)) or not abs(score) < _LARGEST:
                raise self._error(look.number, f"the score of {look.system!r} is {score!r}", "Give a number")
            lower = name.lower() if name.lower() in _SLIDERS else name
            if lower in COMBINED or (lower in KINDS and lower not in _SLIDERS):
                raise self._error(
                    look.number, f"a slider is called {name!r}", "Call it otherwise: it is a kind of ours"
                )
            values.append((lower or kind, float(score)))
        if has_categories:
            try:
                values += penalise(look.errors, self.weights)
            except ValueError as error:
                raise self._error(look.number, str(error), WEIGH) from None
        return Annotation(
            line=look.number,
            item=look.item,
            system=look.system,
            annotator=look.user,
            values=values,
            errors=look.errors,
        )


@dataclass(frozen=True, kw_only=True)
class _Said:
    number: int
    item: str
    system: str
    user: str
    errors: Sequence[MarkedError]
    scores: Mapping[str, Any]
