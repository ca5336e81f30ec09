"""MQM ratings as marot and anthea write them: TSV with one row per marked error.

The columns are system, doc, docSegId (or doc_id), globalSegId (or seg_id), rater, source, target, category, severity
and metadata. A header is optional. Marked text stands between ``<v>`` and ``</v>``, in the target or in the source. A
row without a rater only holds data about the segment.

Segments are numbered by globalSegId. Where it is the same for all, they are found by their texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.opening import shown
from tertium.meta.judgments.annotation_files.exported_errors import WEIGH, add_texts, note_controls
from tertium.meta.judgments.annotations import Annotation, Annotations, Item
from tertium.meta.judgments.error_spans import NOWHERE, MarkedError
from tertium.meta.judgments.mqm_weights import MqmWeights

SUFFIXES = (".tsv",)
_COLUMNS = (
    "system",
    "doc",
    "docsegid",
    "globalsegid",
    "rater",
    "source",
    "target",
    "category",
    "severity",
    "metadata",
)
_OTHER_NAMES = {"doc_id": "docsegid", "seg_id": "globalsegid", "note": "metadata"}
_NEEDED = _COLUMNS[:9]
_NO_ERROR = ("no-error", "no error", "no_error")
_SEVERITIES = ("major", "minor", "neutral", "critical", *_NO_ERROR)
_TEST = "hotw-test"
_MARK = re.compile(r"</?v>")
_LONGEST = 10  # digits of a number


def fits(head: str) -> bool:
    """Return whether a file that begins like this is such a file."""
    line = head.partition("\n")[0]
    header = _read_header(line)
    if header:
        return set(_NEEDED) - {"severity"} <= set(header)  # that it is missing is said when the file is read
    cells = line.split("\t")
    return len(cells) in (9, 10) and cells[8].strip().lower() in _SEVERITIES


def read(path: str, weights: MqmWeights) -> list[Annotations]:
    """Read such a file."""
    ratings = _Ratings(path, weights)
    header: Sequence[str] = ()
    for number, line in enumerate(iterate_lines(path), start=1):
        if number == 1 and (header := _read_header(line)):
            if "severity" not in header:
                raise InputError(
                    "there is no column 'severity', which MQM ratings need",
                    file=shown(path),
                    line=1,
                    remedy="Name it in the header. The columns are: " + ", ".join(line.split("\t")),
                )
            continue
        names = header or _COLUMNS
        cells = line.split("\t")
        if not len(names) - 1 <= len(cells) <= len(names):
            raise InputError(
                f"expected {len(names)} cells, but found {len(cells)}",
                file=shown(path),
                line=number,
                remedy="Separate the columns by tabs, and write none inside texts",
            )
        ratings.add(number, {**dict.fromkeys(_COLUMNS, ""), **dict(zip(names, cells, strict=False))})
    return [ratings.finish()]


def _read_header(line: str) -> list[str]:
    """The names of the columns as we call them; nothing if this is not a header."""
    names = [cell.strip().lower() for cell in line.split("\t")]
    return [_OTHER_NAMES.get(name, name) for name in names] if names[0] == "system" and "rater" in names else []


@dataclass
class _RatedOutput:
    line: int
    values: list[tuple[str, float]] = field(default_factory=list)
    errors: list[MarkedError] = field(default_factory=list)


class _Ratings:
    """What was read so far."""

    def __init__(self, path: str, weights: MqmWeights) -> None:
        self.path = path
        self.weights = weights
        self.items: dict[str, Item] = {}
        self.numbers: dict[str, int] = {}
        self.looks: dict[tuple[str, str, str], _RatedOutput] = {}
        self.tests: Counter[str] = Counter()

    def add(self, line: int, row: Mapping[str, str]) -> None:
        """Add one row."""
        key = f"{row['doc']}\t{row['docsegid']}\t{row['globalsegid']}"
        item = self.items.setdefault(key, Item(line=line))
        self.numbers[key] = self._number(row["globalsegid"], line)
        source, in_source = _take_marks(row["source"])
        target, in_target = _take_marks(row["target"])
        # Raters may have seen texts that differ in white space; outputs are compared when they are placed.
        add_texts(item, row["system"], target, source, _find_references(row["metadata"]))
        if not row["rater"].strip():
            return
        if row["severity"].strip().lower() == _TEST:
            self.tests["attention tests (HOTW)"] += 1
            return
        weight = self.weights.find(row["severity"], row["category"])
        if weight is None:
            raise InputError(
                f"the severity {row['severity']!r} has no weight", file=shown(self.path), line=line, remedy=WEIGH
            )
        look = self.looks.setdefault((key, row["system"], row["rater"]), _RatedOutput(line))
        look.values.append(("mqm", weight))
        if row["severity"].strip().lower() not in _NO_ERROR:
            places = [("source", *place) for place in in_source] + [("target", *place) for place in in_target]
            look.errors += [
                MarkedError(side=side, start=start, stop=stop, severity=row["severity"], category=row["category"])
                for side, start, stop in places or [("", NOWHERE, NOWHERE)]
            ]

    def finish(self) -> Annotations:
        """Return all that was read."""
        if not self.looks:
            raise InputError("there is no rating in the file", file=shown(self.path), remedy="Give at least one")
        is_numbered = len(set(self.numbers.values())) == len(self.numbers) and 0 not in self.numbers.values()
        for key, item in self.items.items():
            item.number = self.numbers[key] if is_numbered else None
        return Annotations(
            path=self.path,
            rows=[
                Annotation(
                    line=look.line, item=key, system=system, annotator=rater, values=look.values, errors=look.errors
                )
                for (key, system, rater), look in self.looks.items()
            ],
            items=self.items,
            notes=note_controls(self.tests),
        )

    def _number(self, cell: str, line: int) -> int:
        text = cell.strip()
        if not (text.isascii() and text.isdigit() and len(text) < _LONGEST):
            raise InputError(
                f"the number of the segment is {cell!r}",
                file=shown(self.path),
                line=line,
                remedy="Count segments from 1; write 0 in all rows where there are no numbers",
            )
        return int(text)


def _take_marks(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without marks, and where the marks were; a mark that is not closed says nothing."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    done = length = 0
    opened: int | None = None
    for mark in _MARK.finditer(text):
        pieces.append(text[done : mark.start()])
        length += len(pieces[-1])
        done = mark.end()
        if mark.group() == "<v>":
            opened = length
        elif opened is not None:
            places.append((opened, length))
            opened = None
    return "".join([*pieces, text[done:]]), places


def _find_references(metadata: str) -> list[str]:
    """Return the references of a segment, which few rows have; legacy files have a note instead of metadata."""
    if not metadata.startswith("{"):
        return []
    try:
        found: Any = json.loads(metadata)
        about = found.get("segment") or {}
        plain, tokens = about.get("references") or {}, about.get("reference_tokens") or {}
        texts = [*plain.values(), *("".join(each) for each in tokens.values())]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return []  # a note that begins with a brace
    return [text for text in texts if isinstance(text, str)]
