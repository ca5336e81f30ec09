"""Tables of machine-translationness: rates per system, types of errors, differences, and the findings themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from tertium.frame import Frame
from tertium.mtness.comparison import SystemDifference
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.repairs.error_types import ErrorType
from tertium.registry import MTNESS_FORMATS
from tertium.report.blocks import PageSections, Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document, offer
from tertium.report.pages.mtness import MOST_SEGMENTS, show_findings
from tertium.report.tables.context import show_context
from tertium.report.tables.wrong_words import wrong_word_frame, wrong_word_table
from tertium.report.texts import keep_on_line, make_plain, write_count, write_expected, write_p, write_probability
from tertium.report.wrapping import measure_width
from tertium.stats.resampling import ENOUGH_SEGMENTS

# Terminals that are narrower than this are rare.
_COLUMNS = 100
_LEAST_CONTEXT = 26

# More systems than this, side by side, are wider than a terminal.
_MOST_COLUMNS = 4

_MOST_DOCUMENTS = 50
_MOST_WORDS = 50
_MOST_OF_DOCUMENT = 16

_ORDER = {verdict: place for place, verdict in enumerate(Verdict)}
_TITLES = {
    Verdict.INSTANCE: "instances",
    Verdict.CANDIDATE: "candidates",
    Verdict.UNDECIDED: "undecided spans",
    Verdict.FINE: "fine spans",
}
_LEGEND = "; ".join(f"{each}: {each.meaning}" for each in Verdict if each is not Verdict.FINE)


def describe_examinations(
    examinations: Sequence[Examination],
    differences: Sequence[SystemDifference] = (),
    *,
    limit: int = 50,
    most_segments: int = MOST_SEGMENTS,
    by_word: bool = False,
) -> Document:
    """Describe what was found in the output of systems, and how they compare.

    Args:
        examinations: What was found, one per system; at least one.
        differences: The systems compared, in pairs.
        limit: Maximum number of findings per system in tables, the surest first; 0 for a page, which shows them in
            their segments.
        most_segments: Maximum number of segments of a page.
        by_word: Whether there is a table of wrong words, of which TSV then is. Pages have it in any case.
    """

    def make_tables() -> Iterator[Table]:
        if any(each.instances for each in examinations):
            yield error_table(examinations)
        if any(len({segment.document for segment in each.segments}) > 1 for each in examinations):
            yield document_table(examinations)
        if differences:
            yield difference_table(differences, few=len(examinations[0].segments) < ENOUGH_SEGMENTS)

    def make_word_table() -> Iterator[Table]:
        if by_word or any(each.wrong_words() for each in examinations):
            yield wrong_word_table(examinations, limit or _MOST_WORDS)

    def make_data() -> dict[str, Any]:
        if len(examinations) == 1:
            return examinations[0].to_dict()
        comparisons = [each.to_dict() for each in differences]
        return {"systems": [each.to_dict() for each in examinations], "comparisons": comparisons}

    return Document(
        title="Machine-translationness",
        blocks=[
            Tables(lambda: [summary_table(examinations, limit)], in_pages=False),
            Tables(lambda: [summary_table(examinations, 0)], in_text=False),
            Tables(make_tables),
            Tables(make_word_table, in_text=by_word),
            # A page shows findings in their segments, and needs no tables of them.
            Tables(lambda: [table for each in examinations for table in finding_tables(each, limit)], in_pages=False),
            PageSections(lambda: show_findings(examinations, most_segments)),
        ],
        make_frame=lambda: wrong_word_frame(examinations) if by_word else finding_frame(examinations),
        make_data=make_data,
        alone=offer(MTNESS_FORMATS, examinations) if len(examinations) == 1 else {},
    )


def summary_table(examinations: Sequence[Examination], limit: int) -> Table:
    """Return one row per system: what was found, in all and per 1,000 words; signatures and warnings below."""
    rows = [
        (
            _name(each),
            Number(sum(each.words), ","),
            Number(len(each.instances), ","),
            Number(each.rate),
            Number(len(each.candidates), ","),
            Number(each.candidate_rate),
            Number(each.looked_up, ","),
            Number(each.verdicts[Verdict.UNDECIDED], ","),
        )
        for each in examinations
    ]
    columns = ("system", "words", "instances", "per 1,000", "candidates", "per 1,000", "looked up", "undecided")
    notes = [_LEGEND, "per 1,000: words, lower is better; looked up: number of spans checked"]
    if limit and any(len(each.findings) > limit for each in examinations):
        notes.append(f"tables show the {limit:,} surest findings per system; json, tsv and html show all")
    notes += [f"{_name(each)}: {warning}" for each in examinations for warning in each.warnings]
    fits = {each.fit.describe(): each for each in examinations if each.fit is not None}
    notes += [text if len(examinations) == 1 else f"{_name(each)}: {text}" for text, each in fits.items()]
    return Table(columns=columns, cells=rows, title="By system", notes=notes, signatures=_sign(examinations))


def error_table(examinations: Sequence[Examination]) -> Table:
    """Return the number of instances of each type, one column per system."""
    counts = [each.count_errors() for each in examinations]
    types = [error for error in ErrorType if any(count[error] for count in counts)]
    columns = ["type", *map(_name, examinations)]
    rows: list[Sequence[Cell]] = [[str(error), *(Number(count[error], ",") for count in counts)] for error in types]
    if len(examinations) > max(_MOST_COLUMNS, len(types)):
        columns = ["system", *map(str, types)]
        rows = [
            [_name(each), *(Number(count[error], ",") for error in types)]
            for each, count in zip(examinations, counts, strict=True)
        ]
    return Table(columns=columns, cells=rows, title="Instances by type")


def document_table(examinations: Sequence[Examination]) -> Table:
    """Return one row per document and system, in the order of the text; of too many, those with most instances."""
    rows: list[Sequence[Cell]] = []
    left_out = 0
    for each in examinations:
        documents = each.by_document()
        worst = sorted(documents, key=lambda row: -row["instances"])[:_MOST_DOCUMENTS]
        left_out = max(left_out, len(documents) - len(worst))
        rows += [
            (
                _name(each),
                make_plain(row["document"]),
                *(Number(row[name], ",") for name in ("words", "instances", "candidates")),
                Number(row["rate"]),
            )
            for row in (documents if len(documents) == len(worst) else worst)
        ]
    notes = [f"the {_MOST_DOCUMENTS} documents with the most instances per system; json has all"] if left_out else []
    columns = ("system", "document", "words", "instances", "candidates", "instances per 1,000")
    return Table(columns=columns, cells=rows, title="By document", notes=notes, text_columns=2, keys=2)


def difference_table(differences: Sequence[SystemDifference], *, few: bool) -> Table:
    """Return pairs of systems: which is better, and how certain that is."""
    rows = [
        (
            f"{each.system or 'hypotheses'} − {each.baseline or 'hypotheses'}",
            "undecided" if each.better is None else each.better or "hypotheses",
            Number(each.difference.value, "+.2f"),
            Range(each.difference.low, each.difference.high, "+.2f"),
            write_p(each.difference.p_value),
            write_p(each.adjusted),
            f"{len(each.promoted):,}, {len(each.baseline_promoted):,}",
        )
        for each in differences
    ]
    drawn = differences[0].resampling
    interval = f"{100 * drawn.level:g}% interval"
    columns = ("system − baseline", "better", "difference", interval, "p", "p (Holm)", "own candidates")
    notes = [
        "difference: in instances per 1,000 words, fewer are better; better: if p (Holm) < 0.05; own candidates: those "
        "that only the system or only the baseline has, which count as instances here",
        f"paired bootstrap over segments, {drawn.resamples} resamples, seed {drawn.seed}"
        + ("; too few segments for a reliable interval" if few else ""),
    ]
    return Table(columns=columns, cells=rows, title="Differences", notes=notes, text_columns=2)


def finding_tables(examination: Examination, limit: int) -> list[Table]:
    """Return one table per verdict: the surest findings, each with its context."""
    shown = sorted(examination.findings, key=_sureness)[:limit]
    totals = {verdict: sum(each.verdict is verdict for each in examination.findings) for verdict in Verdict}
    tables = []
    for verdict, group in groupby(shown, lambda each: each.verdict):
        findings = list(group)
        total = totals[verdict]
        of = f"{len(findings):,} of {total:,}" if len(findings) < total else f"{total:,}"
        title = f"{make_plain(_name(examination))}: {_TITLES[verdict]} ({of})"
        tables.append(_finding_table(examination, findings, title))
    return tables


def finding_frame(examinations: Sequence[Examination]) -> Frame:
    """Return one row per finding, of all systems: source and target side by side, for translation tools."""
    frames = [each.by_finding().columns for each in examinations]
    columns: dict[str, Any] = {}
    for name, column in frames[0].items():
        if name in ("count", "suggestion_count"):
            # They are floats only because one may be missing.
            columns[name] = ["" if cell != cell else str(int(cell)) for frame in frames for cell in frame[name]]
        elif isinstance(column, np.ndarray):
            columns[name] = np.concatenate([np.asarray(frame[name]) for frame in frames])
        else:
            columns[name] = [keep_on_line(str(cell)) for frame in frames for cell in frame[name]]
    return Frame(columns)


def _finding_table(examination: Examination, findings: Sequence[Finding], title: str) -> Table:
    """Empty columns are left out; the context has the room that the others leave."""
    columns: list[tuple[str, Callable[[Finding], Cell]]] = [
        ("suggestion", lambda each: make_plain(each.best.text) if each.best else ""),
        ("type", _write_type),
        ("source", lambda each: make_plain(each.best.repair.source) if each.best else ""),
        ("count", lambda each: write_count(each.count)),
        ("suggestion's count", lambda each: write_count(each.best.count if each.best else None)),
        ("expected", lambda each: write_expected(each.expected)),
        ("p", lambda each: write_p(each.p_value) if each.probability is None else ""),
        ("probability", lambda each: "" if each.probability is None else write_probability(each.probability)),
    ]
    documents = len({segment.document for segment in examination.segments}) > 1
    cells: dict[str, list[Cell]] = {"place": [_place(examination, each, documents) for each in findings]}
    cells |= {name: [write(each) for each in findings] for name, write in columns}
    cells = {name: column for name, column in cells.items() if any(map(str, column))}
    taken = sum(2 + max(measure_width(str(cell)) for cell in (name, *column)) for name, column in cells.items())
    width = max(_LEAST_CONTEXT, _COLUMNS - taken)
    texts = [examination.segments[each.segment].text for each in findings]
    context = [show_context(text, each.start, each.end, width) for text, each in zip(texts, findings, strict=True)]
    place = cells.pop("place")
    texts_before = sum(name in cells for name, _ in columns[:3])
    rows = list(zip(place, context, *cells.values(), strict=True))
    return Table(columns=("place", "in context", *cells), cells=rows, title=title, text_columns=2 + texts_before)


def _place(examination: Examination, finding: Finding, documents: bool) -> str:
    number = str(finding.segment + 1)
    document = make_plain(examination.segments[finding.segment].document)
    if len(document) > _MOST_OF_DOCUMENT:
        document = f"…{document[1 - _MOST_OF_DOCUMENT :]}"
    place = f"{document}:{number}" if documents and document else number
    name = make_plain(examination.segments[finding.segment].id)
    if len(name) > _MOST_OF_DOCUMENT:
        name = f"{name[: _MOST_OF_DOCUMENT - 1]}…"
    return f"{place} {name}" if name else place


def _write_type(finding: Finding) -> str:
    """The type of error, and a remark."""
    error = "" if finding.error is ErrorType.UNKNOWN else str(finding.error)
    return ": ".join(filter(None, (error, make_plain(finding.note))))


def _sureness(finding: Finding) -> tuple[int, float, float, int, int]:
    """The order of findings: instances, then by probability or p, then by the count of suggestion or expectation."""
    p_value = math.inf if finding.p_value is None else finding.p_value
    if finding.probability is not None:
        p_value = 1 - finding.probability
    suggested = finding.best.count or 0 if finding.best else 0
    evidence = max(suggested, finding.expected or 0.0)
    return _ORDER[finding.verdict], p_value, -evidence, finding.segment, finding.start


def _sign(examinations: Sequence[Examination]) -> list[str]:
    """The signatures: once if all are the same."""
    signatures = [each.signature for each in examinations]
    if len(set(signatures)) == 1:
        return [signatures[0]] if signatures[0] else []
    return [f"{_name(each)}: {each.signature}" for each in examinations if each.signature]


def _name(examination: Examination) -> str:
    return examination.system or "hypotheses"
