"""Appraise's CSV export, without a header: ``ExportSystemScoresToCSV``.

The cells are user, system, item, type, source language, target language, score; then, where the campaign has them,
document and whether it is complete, and the errors of ESA and MQM campaigns as JSON; then start and end, and with
``--batch-info`` batch and item.

The type says what an item is: TGT is an output; CHK is the same again; BAD was made worse on purpose, and REF is a
reference. BAD and REF are quality control and left out, and so are tutorials. The score of an MQM campaign is always 0:
its errors are weighed instead.

Items are numbered as the campaign was made: often by segment, in which case the numbers count; sometimes anew in each
batch, which shows where a number is of two documents, and then the batches, or an export with texts, are needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.errors import InputError
from tertium.files.delimited import read_csv_cells
from tertium.files.opening import shown
from tertium.languages import to_two_letters
from tertium.meta.judgments.annotation_files.exported_errors import WEIGH, note_controls, parse_errors, penalise
from tertium.meta.judgments.annotations import Annotation, Annotations, Item
from tertium.meta.judgments.error_spans import MarkedError
from tertium.meta.judgments.mqm_weights import MqmWeights

SUFFIXES = (".csv",)
JUDGED = ("TGT", "CHK")
TYPES = (*JUDGED, "BAD", "REF", "SRC")
_FEWEST = 7
_DOCUMENT_ONLY = re.compile(r"#(?:bad|dup).*", re.IGNORECASE)
_LARGEST = 1 << 31
_UNPLACED = (
    "Its items are numbered anew in each batch: export as JSONL (ExportSystemScoresToJSONL), which has the texts, or "
    "put the JSON of the batches beside the file, and give the folder"
)


@dataclass(frozen=True, kw_only=True)
class AppraiseResult:
    """A row of Appraise's, in whichever form it was exported.

    Attributes:
        line: Where it stands.
        user: Who judged.
        system: Whose output.
        item: The number of the item.
        type: One of ``TYPES``.
        pair: The language pair.
        score: The score.
        document: The document, empty if there is none.
        errors: The errors; None where the campaign has none.
        source: The source, where the export has it.
        target: The output, where the export has it.
    """

    line: int
    user: str
    system: str
    item: int
    type: str
    pair: str
    score: float
    document: str = ""
    errors: Sequence[MarkedError] | None = None
    source: str | None = None
    target: str | None = None

    @property
    def control(self) -> str:
        """What sort of quality control it is; empty for an output that was judged."""
        if self.type not in JUDGED:
            return f"of the type {self.type}"
        is_tutorial = "tutorial" in self.document.lower() or "tutorial" in self.system.lower()
        return "of a tutorial" if is_tutorial else ""

    @property
    def own_document(self) -> str:
        """The document without what Appraise's batches add to its name."""
        return _DOCUMENT_ONLY.sub("", self.document)


def fits(head: str) -> bool:
    """Return whether a file that begins like this is such a file."""
    cells = head.partition("\n")[0].split(",")
    return len(cells) >= _FEWEST and cells[3].strip() in TYPES


def read(path: str, weights: MqmWeights) -> list[Annotations]:
    """Read such a file."""
    results = [_parse(cells, path, line) for line, cells in read_csv_cells(path) if any(cells)]
    return make_annotations(results, path, weights)


def make_annotations(results: Sequence[AppraiseResult], path: str, weights: MqmWeights) -> list[Annotations]:
    """Make annotations of results, one for each language pair."""
    pairs = dict.fromkeys(result.pair for result in results)
    return [_of_pair([result for result in results if result.pair == pair], pair, path, weights) for pair in pairs]


def _of_pair(results: Sequence[AppraiseResult], pair: str, path: str, weights: MqmWeights) -> Annotations:
    judged = [result for result in results if not result.control]
    if not judged:
        raise InputError(f"no output of {pair} was judged", file=shown(path), remedy="Give results of the type TGT")
    has_categories = any(error.category not in ("", "missing") for each in judged for error in each.errors or ())
    is_scored = len({result.score for result in judged}) > 1 or not has_categories
    kind = "esa" if any(result.errors is not None for result in judged) else "da"
    is_numbered = _is_numbered(judged)
    items: dict[str, Item] = {}
    rows = []
    for result in judged:
        key = _key(result, is_numbered)
        item = items.setdefault(key, Item(line=result.line, number=result.item if is_numbered else None))
        if result.target is not None:
            item.source = result.source
            item.targets.setdefault(result.system, result.target)
        values: list[tuple[str, float]] = [(kind, result.score)] if is_scored else []
        if has_categories:
            try:
                values += penalise(result.errors or (), weights)
            except ValueError as error:
                raise InputError(str(error), file=shown(path), line=result.line, remedy=WEIGH) from None
        rows.append(
            Annotation(
                line=result.line,
                item=key,
                system=result.system,
                annotator=result.user,
                values=values,
                errors=result.errors or (),
                document=result.document,
                number=result.item,
            )
        )
    return Annotations(
        path=path,
        name=pair,
        rows=rows,
        items=items,
        language=to_two_letters(pair.rpartition("-")[2]),
        notes=note_controls(Counter(result.control for result in results if result.control)),
        unplaced=_UNPLACED,
    )


def _key(result: AppraiseResult, is_numbered: bool) -> str:
    if is_numbered:
        return str(result.item)
    if result.source is not None:
        return f"{result.own_document.partition('#')[0]}\t{result.source}"
    return f"{result.own_document}\t{result.item}"


def _is_numbered(judged: Sequence[AppraiseResult]) -> bool:
    """Whether numbers of items are those of segments: no output has the number of another one."""
    if any(result.target is not None for result in judged):
        return False  # texts say more
    documents: dict[tuple[str, int], set[str]] = {}
    for result in judged:
        documents.setdefault((result.system, result.item), set()).add(result.own_document)
    return all(len(names) == 1 for names in documents.values()) and all(result.item > 0 for result in judged)


def _parse(cells: Sequence[str], path: str, line: int) -> AppraiseResult:
    if len(cells) < _FEWEST or cells[3].strip() not in TYPES:
        raise InputError(
            f"the row has {len(cells)} cells" if len(cells) < _FEWEST else f"the type of the item is {cells[3]!r}",
            file=shown(path),
            line=line,
            remedy=f"Write user, system, item, type ({', '.join(TYPES)}), source and target language, and score",
        )
    rest = list(cells[_FEWEST:])
    document, errors = "", None
    if len(rest) > 1 and rest[1] in ("True", "False"):
        document, rest = rest[0], rest[2:]
        if rest and (rest[0].startswith("[") or rest[0] in ("", "None")):
            try:
                errors = parse_errors(rest[0])
            except ValueError as error:
                raise InputError(
                    f"the errors cannot be read: {error}",
                    file=shown(path),
                    line=line,
                    remedy='They are JSON: [{"start_i": 0, "end_i": 4, "severity": "minor", "error_type": null}]',
                ) from None
    return AppraiseResult(
        line=line,
        user=cells[0],
        system=cells[1],
        item=parse_item(cells[2], path, line),
        type=cells[3].strip(),
        pair=f"{cells[4]}-{cells[5]}",
        score=parse_score(cells[6], path, line),
        document=document,
        errors=errors,
    )


def parse_item(value: object, path: str, line: int) -> int:
    """Return the number of an item."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(
            f"the number of the item is {value!r}", file=shown(path), line=line, remedy="Write a whole number"
        )
    return int(text)


def parse_score(value: object, path: str, line: int) -> float:
    """Return a score."""
    try:
        score = float(value) if isinstance(value, (str, int, float)) and "_" not in str(value) else float("nan")
    except (ValueError, OverflowError):
        score = float("nan")
    if not -_LARGEST < score < _LARGEST:  # not for NaN either
        raise InputError(
            f"the score is {value!r}, not a finite number",
            file=shown(path),
            line=line,
            remedy="Write a number such as 71, or remove the row",
        )
    return score
