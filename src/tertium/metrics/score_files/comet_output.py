"""What ``comet-score`` writes: the JSON of ``--to_json``, or the text that it prints.

The JSON has the file of each system, and for each of its segments the texts and the score. The text has the same scores
to four decimals, without the texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from tertium.errors import InputError
from tertium.files.lines import decode_text, iterate_lines
from tertium.files.opening import read_bytes, shown
from tertium.files.table import find_suffix
from tertium.metrics.metric import FINITE, LARGEST_SCORE
from tertium.metrics.score_files.placed_scores import ForeignScores, PlacedScores
from tertium.types import TestSet

_METRIC = "COMET"
_TEXTS = ("src", "mt", "ref")
_NOT_SCORES = ("variance",)
_SEGMENT = re.compile(r"(?P<file>.+)\tSegment (?P<segment>\d+)\tscore: (?P<score>\S+)(?:\tvariance: \S+)?")
_SYSTEM = re.compile(r"(?P<file>.+)\tscore: (?P<score>\S+)")
_BEGINNINGS = ("hyp.", "system.", "hypothesis.")
_AS_COMET = 'Give what comet-score --to_json writes: {"system.txt": [{"src": ..., "mt": ..., "COMET": 0.8}, ...]}'


def read_comet(path: str, test_set: TestSet) -> ForeignScores | None:
    """Read the output of ``comet-score``; None for text in which no line is a score of COMET's.

    Args:
        path: The file: JSON if its name ends so, else text.
        test_set: What was scored.

    Raises:
        InputError: It is no such file, or of other systems or segments.
    """
    return _read_json(path, test_set) if find_suffix(path) == ".json" else _read_text(path, test_set)


def _read_json(path: str, test_set: TestSet) -> ForeignScores:
    try:
        data = json.loads(decode_text(read_bytes(path), path))
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError("this is not JSON", file=shown(path), line=line, remedy=_AS_COMET) from None
    if isinstance(data, list):  # what model.predict was given, with scores, for the only system
        data = {"": data}
    if not isinstance(data, dict) or not data:
        raise InputError("this is not COMET's output", file=shown(path), remedy=_AS_COMET)
    systems = list(test_set.systems)
    placed: dict[str, PlacedScores] = {}
    notes: list[str] = []
    for file, segments in data.items():
        at = _find_system(file, systems, path)
        if not isinstance(segments, list) or not all(isinstance(each, dict) for each in segments):
            raise InputError(f"{file!r} is not a list of segments", file=shown(path), remedy=_AS_COMET)
        _check_texts(segments, test_set, systems[at], path)
        for metric in _find_metrics(segments, file, path):
            scores = np.array([float(each[metric]) for each in segments])
            placed.setdefault(metric, PlacedScores.empty(len(systems), len(test_set))).put(at, "seg", scores)
        if any("errors" in each for each in segments) and not notes:
            notes = [f"{path} also has spans of errors, which are not read"]
    return ForeignScores(placed, notes)


def _find_system(file: str, systems: Sequence[str], path: str, line: int | None = None) -> int:
    """Return which system a file of COMET's input is of: by its name, with or without folder, suffix and beginning."""
    if not file and len(systems) == 1:
        return 0
    name = PurePath(file).name
    stem = PurePath(name).stem
    for candidate in (file, name, stem, *(stem.removeprefix(start) for start in _BEGINNINGS)):
        if candidate in systems:
            return systems.index(candidate)
    raise InputError(
        f"there is no system for the file {file!r}" if file else "the systems of the scores have no names",
        file=shown(path),
        line=line,
        remedy=f"Name the key, or the file that COMET scores, like a system: {', '.join(systems)}",
    )


def _find_metrics(segments: Sequence[Mapping[str, Any]], file: str, path: str) -> list[str]:
    names = [name for name in segments[0] if name not in (*_TEXTS, *_NOT_SCORES)] if segments else []
    metrics = [name for name in names if isinstance(segments[0][name], (int, float))]
    if not metrics:
        raise InputError(f"the segments of {file!r} have no score", file=shown(path), remedy=_AS_COMET)
    for metric in metrics:
        for number, each in enumerate(segments, start=1):
            value = each.get(metric)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST_SCORE:
                raise InputError(
                    f"{metric} of segment {number} of {file!r} is {value!r}, not {FINITE}",
                    file=shown(path),
                    remedy="Score the segment again, or remove the file's scores",
                )
    return metrics


def _check_texts(segments: Sequence[Mapping[str, Any]], test_set: TestSet, system: str, path: str) -> None:
    """Refuse scores of other texts than those of the test set; COMET strips lines."""
    if len(segments) != len(test_set):
        raise InputError(
            f"there are {len(segments)} scores of {system!r}, but {len(test_set)} segments",
            file=shown(path),
            remedy="Score the same files with COMET as are compared here",
        )
    for number, (each, output) in enumerate(zip(segments, test_set.systems[system], strict=True), start=1):
        if isinstance(each.get("mt"), str) and each["mt"].strip() != output.strip():
            raise InputError(
                f"segment {number} of {system!r} is another text than the one that was scored",
                file=shown(path),
                remedy="Score the same files with COMET as are compared here, in the same order",
            )


def _read_text(path: str, test_set: TestSet) -> ForeignScores | None:
    systems = list(test_set.systems)
    placed = PlacedScores.empty(len(systems), len(test_set))
    found = 0
    for number, line in enumerate(iterate_lines(path), start=1):
        segment = _SEGMENT.fullmatch(line)
        match = segment or _SYSTEM.fullmatch(line)
        if match is None:
            continue  # progress, warnings and other messages stand between the scores
        found += 1
        at = _find_system(match["file"], systems, path, number)
        score = _parse(match["score"], path, number)
        if segment is None:
            placed.systems[at] = score
            continue
        place = int(segment["segment"]) if len(segment["segment"]) < 10 else len(test_set)
        if place >= len(test_set) or not np.isnan(placed.segments[at, place]):
            problem = "is given twice" if place < len(test_set) else f"is beyond the {len(test_set)} of the test set"
            raise InputError(
                f"segment {segment['segment']} of {systems[at]!r}, counted from 0, {problem}",
                file=shown(path),
                line=number,
                remedy="Score the same files with COMET as are compared here, once",
            )
        placed.segments[at, place] = score
    if not found:
        return None
    return ForeignScores({_METRIC: placed}, [f"the scores of {path} have four decimals; those of --to_json have all"])


def _parse(cell: str, path: str, number: int) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = np.nan
    if not abs(value) <= LARGEST_SCORE:
        raise InputError(f"the score is {cell!r}, not {FINITE}", file=shown(path), line=number, remedy="Score it again")
    return value
