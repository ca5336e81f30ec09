"""Rating files of mt-metrics-eval: a system, the errors of a segment as JSON, and who rated it, per line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.meta.judgments.error_spans import ErrorSpans, MarkedError

_NONE = "None"


def read_rating_file(path: Path, systems: Collection[str], segments: int) -> ErrorSpans:
    """Read the spans of a rating file.

    Args:
        path: The file.
        systems: The systems that it may have ratings of.
        segments: How many segments the test set has.

    Raises:
        InputError: A line is not a rating, the system is unknown, or it has too many or too few ratings.
    """
    done: Counter[str] = Counter()
    rows: list[tuple[str, int, str, MarkedError]] = []
    number = 0
    for number, line in enumerate(iterate_lines(path), start=1):
        cells = line.strip().split("\t")
        if len(cells) not in (2, 3) or cells[0] not in systems:
            problem = f"there is no system {cells[0]!r}" if len(cells) in (2, 3) else f"the line has {len(cells)} cells"
            raise InputError(
                problem, file=path, line=number, remedy="Write a system, its rating as JSON or None, and the rater"
            )
        done[cells[0]] += 1
        if done[cells[0]] > segments:
            raise InputError(
                f"this is rating {segments + 1} of {cells[0]!r}, but there are {segments} segments",
                file=path,
                line=number,
                remedy="Give one line per segment, in the order of the outputs",
            )
        if cells[1] == _NONE:
            continue
        rater = cells[2] if len(cells) == 3 else path.name.partition(".")[2].removesuffix(".seg.rating")
        rows += [(cells[0], done[cells[0]], rater, error) for error in _parse(cells[1], path, number)]
    if short := [name for name, count in done.items() if count < segments]:
        raise InputError(
            f"{short[0]!r} has {done[short[0]]} ratings, but there are {segments} segments",
            file=path,
            line=number,
            remedy="Give one line per segment, in the order of the outputs",
        )
    return ErrorSpans.collect(rows)


def _parse(text: str, path: Path, number: int) -> list[MarkedError]:
    try:
        rating = json.loads(text)
        errors = rating["errors"]
        return [_error(each) for each in errors]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(
            "this is not a rating",
            file=path,
            line=number,
            remedy='Write {"errors": [{"start": 0, "end": 3, "severity": "major", "category": "Accuracy"}]}, or None',
        ) from None


def _error(error: Mapping[str, Any]) -> MarkedError:
    start, stop = error["start"], error["end"]
    if not isinstance(start, int) or not isinstance(stop, int) or not 0 <= start <= stop < 1 << 62:
        raise ValueError("not a span")
    return MarkedError(
        side="source" if error.get("is_source_error") else "target",
        start=start,
        stop=stop,
        severity=str(error.get("severity") or ""),
        category=str(error.get("category") or ""),
    )
