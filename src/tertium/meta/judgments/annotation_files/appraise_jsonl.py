"""Appraise's JSONL export, which has the texts: ``ExportSystemScoresToJSONL``.

A line is a result, or where outputs were compared, a source with several ``targets``. What its types mean is the same
as in the CSV export.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.opening import shown
from tertium.meta.judgments.annotation_files.appraise_csv import (
    TYPES,
    AppraiseResult,
    make_annotations,
    parse_item,
    parse_score,
)
from tertium.meta.judgments.annotation_files.exported_errors import parse_errors
from tertium.meta.judgments.annotations import Annotations
from tertium.meta.judgments.mqm_weights import MqmWeights

SUFFIXES = (".jsonl", ".ndjson")
_REMEDY = "Give what ExportSystemScoresToJSONL writes: annotator, target_id, target_text, score, item_type and so on"


def fits(head: str) -> bool:
    """Return whether a file that begins like this is such a file."""
    try:
        first = json.loads(head.partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and {"annotator", "source_text", "item_type"} <= set(first)


def read(path: str, weights: MqmWeights) -> list[Annotations]:
    """Read such a file."""
    results = [
        result
        for number, line in enumerate(iterate_lines(path), start=1)
        if line.strip()
        for result in _parse_line(line, path, number)
    ]
    return make_annotations(results, path, weights)


def _parse_line(line: str, path: str, number: int) -> Iterator[AppraiseResult]:
    try:
        record = json.loads(line)
        targets = record.get("targets", [record])
        for target in targets:
            yield _parse(record, target, path, number)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        problem = f"there is no {error}" if isinstance(error, KeyError) else "this is not a result of Appraise"
        raise InputError(problem, file=shown(path), line=number, remedy=_REMEDY) from None


def _parse(record: Mapping[str, Any], target: Mapping[str, Any], path: str, number: int) -> AppraiseResult:
    kind = record["item_type"]
    if kind not in TYPES:
        raise InputError(
            f"the type of the item is {kind!r}",
            file=shown(path),
            line=number,
            remedy=f"It is one of {', '.join(TYPES)}",
        )
    texts = record["source_text"], target["target_text"]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("texts")
    item = target.get("item_id", target.get("segment_id", record.get("item_id", 0)))
    return AppraiseResult(
        line=number,
        user=str(record["annotator"]),
        system=str(target["target_id"]),
        item=parse_item(item, path, number),
        type=kind,
        pair=f"{record.get('source_language', '')}-{record.get('target_language', '')}",
        score=parse_score(target["score"], path, number),
        document=str(record.get("document_id") or ""),
        errors=parse_errors(target["mqm_annotations"]) if "mqm_annotations" in target else None,
        source=texts[0],
        target=texts[1],
    )
