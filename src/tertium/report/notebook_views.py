"""What notebooks show of results that have no document of their own, or too large a one: see ``registry.VIEWS``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from tertium.alignment import Alignments
from tertium.corpus.counts import Count
from tertium.frame import Frame
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.judgments.agreement import Agreement
from tertium.mtness.detection.findings import Finding
from tertium.mtness.examination import Examination
from tertium.report.blocks import Plots, Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.pages.mtness import describe_evidence
from tertium.report.plots.plot import Plot
from tertium.report.tables.agreement import agreement_table, annotator_table
from tertium.report.tables.correlation import describe_outcome
from tertium.report.tables.findings import describe_examinations
from tertium.report.tables.scores import describe_scores, score_table, write_heading
from tertium.report.tables.trees import describe_parse
from tertium.report.texts import write_better, write_count, write_p
from tertium.results import GroupedScores, PairedTest, Score, Scores
from tertium.syntax.parsing import ParsedText
from tertium.syntax.trees import Constituents, Dependencies

# Who wants more rows asks for a frame, or writes a page.
_MOST_ROWS = 10
_MOST_SEGMENTS = 20
_MOST_PLOTS = 2
_MOST_TREES = 5


def view_score(score: Score) -> Document:
    """Return one score with its interval."""
    table = score_table({"": Scores("", 0, {score.spec: score})})
    row = [write_heading(score), table.cells[0][1]]
    return _show(replace(table, columns=("metric", "score"), cells=[row], notes=()))


def view_scores(scores: Scores) -> Document:
    """Return the scores of one system with their intervals."""
    return describe_scores({scores.system: scores})


def view_groups(groups: GroupedScores) -> Document:
    """Return the scores of the first groups with their intervals."""
    shown = {", ".join(map(str, key)): groups[key] for key in islice(groups, _MOST_ROWS)}
    table = score_table(shown)
    names = (", ".join(groups.by) or table.columns[0], *table.columns[1:])
    return _show(replace(table, columns=names, notes=_say_rows(len(shown), len(groups), "groups")))


def view_test(test: PairedTest) -> Document:
    """Return the test of two systems by one metric."""
    row: list[Cell] = [
        test.metric,
        f"{test.system} − {test.baseline}",
        Number(test.difference, "+.4f"),
        Range(test.low, test.high, "+.4f"),
        write_p(test.p_value),
        write_p(test.adjusted),
        write_better(test.better, test.reason),
    ]
    columns = ("metric", "system − baseline", "difference", "interval", "p", "p (Holm)", "better")
    return _show(Table(columns=columns, cells=[row], text_columns=2))


def view_alignments(alignments: Alignments) -> Document:
    """Return the figures of the first segments; a single alignment is shown with its picture."""
    rows: list[list[Cell]] = [
        [
            str(number),
            " ".join(each.hypothesis),
            Number(each.figures.get("score", float("nan")), ".4f"),
            Number(len(each.links), ","),
            Number(each.chunks, ","),
            Number(each.crossings, ","),
        ]
        for number, each in enumerate(alignments[:_MOST_ROWS], 1)
    ]
    columns = ("segment", "hypothesis", "score", "links", "chunks", "crossings")
    notes = [*_say_rows(len(rows), len(alignments), "segments"), "alignments[0] shows how its words are aligned"]
    signatures = [alignments.signature] if alignments.signature else []
    return _show(Table(columns=columns, cells=rows, notes=notes, signatures=signatures, text_columns=2))


def view_constituents(tree: Constituents) -> Document:
    """Return one tree."""
    return describe_parse([tree], [])


def view_dependencies(tree: Dependencies) -> Document:
    """Return one tree."""
    return describe_parse([], [tree])


def view_parsed(parsed: ParsedText) -> Document:
    """Return the trees of the first sentences."""
    count = max(len(parsed.constituents), len(parsed.dependencies))
    notes = [parsed.origin, *_say_rows(min(count, _MOST_TREES), count, "sentences")]
    return describe_parse(parsed.constituents[:_MOST_TREES], parsed.dependencies[:_MOST_TREES], notes=notes)


def view_outcome(outcome: Outcome) -> Document:
    """Return the figures of all metrics, and the first plots: a page has all of them."""
    document = describe_outcome(outcome)

    def draw() -> Iterator[tuple[str, Plot]]:
        from tertium.report.plots.outcome import draw_outcome

        return islice(draw_outcome(outcome), _MOST_PLOTS)

    tables = [block for block in document.blocks if isinstance(block, Tables) and block.in_text and block.in_pages]
    return replace(document, blocks=[*tables[:1], Plots(draw)])


def view_agreement(agreement: Agreement) -> Document:
    """Return how far annotators agree, and who stands out."""
    return _show(agreement_table(agreement.kind, agreement), annotator_table(agreement.kind, agreement))


def view_examination(examination: Examination) -> Document:
    """Return what was found, and the first segments with findings."""
    return describe_examinations([examination], limit=0, most_segments=_MOST_SEGMENTS)


def view_finding(finding: Finding) -> Document:
    """Return a span with its verdict, its counts and the suggestions for it."""
    rows: list[list[Cell]] = [[finding.text, str(finding.verdict), write_count(finding.count)]]
    rows += [[f"→ {each.text}", "suggestion", write_count(each.count)] for each in finding.suggestions]
    evidence = " · ".join(describe_evidence(finding))
    notes = [f"segment {finding.segment + 1}", *([evidence] if evidence else [])]
    return _show(Table(columns=("span", "", "count"), cells=rows, notes=notes, text_columns=2))


def view_count(count: Count) -> Document:
    """Return how often a phrase occurs."""
    row: list[Cell] = [count.phrase, Number(count.count, ","), Number(count.lines, ",")]
    notes = [count.error] if count.error else ["an estimate"] if count.approximate else []
    return _show(Table(columns=("phrase", "count", "lines"), cells=[row], notes=notes))


def view_frame(frame: Frame) -> Document:
    """Return the first rows of a frame; numbers with four digits after the point at most."""
    total = len(next(iter(frame.columns.values()), ()))
    # Text comes first, since tables have it on the left.
    names = sorted(frame.columns, key=lambda name: _is_number(frame.columns[name]))
    texts = sum(not _is_number(frame.columns[name]) for name in names)
    shown = [[_write(value) for value in np.asarray(frame.columns[name])[:_MOST_ROWS].tolist()] for name in names]
    rows = [list(row) for row in zip(*shown, strict=True)]
    notes = _say_rows(len(rows), total, "rows")
    return _show(Table(columns=names, cells=rows, notes=notes, text_columns=texts))


def view_plot(plot: Plot) -> Document:
    """Return a plot."""
    return Document(title=plot.title, blocks=[Plots(lambda: [(plot.name, plot)])])


def view_table(table: Table) -> Document:
    """Return a table."""
    return _show(table)


def view_document(document: Document) -> Document:
    """Return a document as it is."""
    return document


def _show(*tables: Table) -> Document:
    return Document(title="", blocks=[Tables(lambda: tables)])


def _say_rows(shown: int, total: int, what: str) -> list[str]:
    return [f"the first {shown:,} of {total:,} {what}" if shown < total else f"{total:,} {what}"]


def _is_number(column: Sequence[str] | Any) -> bool:
    return np.asarray(column).dtype.kind in "iuf"


def _write(value: Any) -> Cell:
    if isinstance(value, float):
        return Number(value, ".4f")
    return Number(value, "d") if isinstance(value, int) and not isinstance(value, bool) else str(value)
