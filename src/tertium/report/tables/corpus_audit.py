"""The document of the audit of a test set, with plots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tertium.audit.blindness.contrasts import Contrasts
from tertium.audit.blindness.penalties import BlindnessTable
from tertium.audit.corpus_audit import CorpusAudit
from tertium.audit.freedom.corpus_freedom import Freedom
from tertium.audit.freedom.doubt import Doubt
from tertium.audit.freedom.large_numbers import write_power
from tertium.frame import Frame
from tertium.metrics.spec import name_spec
from tertium.report.blocks import Plots, Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document

if TYPE_CHECKING:
    from tertium.report.plots.plot import Plot


def describe_corpus_audit(audit: CorpusAudit) -> Document:
    """Describe the freedom that BLEU leaves, and what it means for differences."""

    def make_tables() -> Iterator[Table]:
        yield replace(freedom_table(audit.freedom), signatures=audit.signatures)
        yield by_score_table(audit.freedom)
        if audit.doubts:
            yield doubt_table(audit.doubts)
        if audit.blindness is not None:
            yield blindness_table(audit.blindness)
        if audit.contrasts is not None and audit.contrasts.pairs:
            yield contrast_table(audit.contrasts)
        yield Table(columns=(), cells=[], title="Conclusion", notes=[audit.conclusion], role="conclusion")

    return Document(
        title="BLEU audit of a test set",
        blocks=[Tables(make_tables), Plots(cache(lambda: list(draw_corpus_audit(audit))))],
        make_frame=lambda: freedom_frame(audit.freedom),
        make_data=audit.to_dict,
    )


def freedom_table(freedom: Freedom) -> Table:
    """Tabulate the number of orders with the same score, one row per system."""
    rows: list[Sequence[Cell]] = [
        [
            name or "hypotheses",
            Number(each.score),
            write_power(each.median_bound),
            write_power(each.largest_bound),
            write_power(each.median),
            write_power(each.largest),
            Number(each.bits_per_segment, ".1f"),
            Number(each.bits_per_word),
            Number(each.fixed, ".1%"),
        ]
        for name, each in freedom.systems.items()
    ]
    columns = (
        "system",
        "BLEU",
        "median (k−b)!",
        "largest (k−b)!",
        "median orders",
        "largest orders",
        "bits per segment",
        "bits per word",
        "fixed",
    )
    notes = [
        f"{freedom.spec}; (k−b)!: the paper's bound for k words and b matching bigrams",
        "orders: distinct orders of the blocks between bigrams that no reference has; bits: their logarithm to base 2",
        "fixed: share of segments with a single order",
    ]
    return Table(columns=columns, cells=rows, title="Orders of the words with at least the same score", notes=notes)


def by_score_table(freedom: Freedom) -> Table:
    """Tabulate the freedom of all systems by the BLEU of the segment."""
    bins = [each for each in freedom.by_score() if not each.system and each.count]
    rows: list[Sequence[Cell]] = [
        [
            f"{each.low:g} to {each.high:g}",
            Number(each.count, ","),
            write_power(each.median),
            Number(each.bits_per_word),
        ]
        for each in bins
    ]
    return Table(
        columns=("BLEU of the segment", "segments", "median orders", "bits per word"),
        cells=rows,
        title="Freedom by score",
    )


def doubt_table(doubts: Sequence[Doubt]) -> Table:
    """Tabulate how reliable the differences between neighbouring systems are."""
    rows: list[Sequence[Cell]] = [
        [
            f"{each.better.system} − {each.worse.system}",
            Number(each.difference),
            f"{len(each.rests_on):,} of {each.count:,}",
            f"{each.worse.low:.2f} to {each.worse.high:.2f}",
            Number(each.overtakes, ".0%"),
            Number(each.free / max(1, each.count), ".0%"),
        ]
        for each in doubts
    ]
    columns = ("better − worse", "difference", "decisive segments", "worse system, shuffled", "overtakes", "free")
    first = doubts[0]
    notes = [
        "decisive segments: without them, the worse system would score at least as high",
        f"shuffled: BLEU of the worse system with all blocks in random order, {first.samples} draws, seed {first.seed}",
        "overtakes: share of draws that score higher than the better system",
        f"free: share of segments with more than {first.many:,} orders in both systems",
    ]
    return Table(columns=columns, cells=rows, title="Reliability of differences", notes=notes)


def blindness_table(blindness: BlindnessTable) -> Table:
    """Tabulate the share of edits that do not lower the score, and the mean loss, by metric and kind of edit."""
    rows = [
        [name_spec(metric), *(_cell(blindness, metric, kind) for kind in blindness.kinds)]
        for metric in blindness.metrics
    ]
    notes = [
        "share of edits that do not lower the score, and the mean relative loss in parentheses",
        f"{blindness.segments} outputs, at most {blindness.samples} edits of each kind, seed {blindness.seed}",
    ]
    return Table(
        columns=("metric", *blindness.kinds), cells=rows, title="Edits that each metric fails to penalise", notes=notes
    )


def contrast_table(contrasts: Contrasts) -> Table:
    """List pairs of outputs with nearly the same BLEU."""
    rows: list[list[Cell]] = []
    for pair in contrasts.pairs:
        for output in (pair.better, pair.worse):
            matches = ", ".join(map(str, output.matches))
            figures = (Number(output.score), Number(output.other, ".4g"), matches)
            rows.append([str(pair.segment), output.system, output.text, *figures])
        rows.append([str(pair.segment), "reference", pair.references[0], "", "", ""])
    by = "human score" if contrasts.by == "human" else contrasts.by
    columns = ("segment", "system", "text", "BLEU", by, "matches by order")
    notes = [
        f"{contrasts.segments:,} segments have outputs within {contrasts.tolerance:g} BLEU that differ by {by}; "
        "the largest differences are shown"
    ]
    title = "Outputs with nearly the same BLEU"
    return Table(columns=columns, cells=rows, title=title, notes=notes, text_columns=3, keys=2)


def freedom_frame(freedom: Freedom) -> Frame:
    """Return one row per system and segment."""
    systems = list(freedom.systems.values())
    names = [name for name, each in freedom.systems.items() for _ in range(len(each))]
    columns = ("words", "matched_bigrams", "blocks", "log10_bound", "log10_orders", "bits", "scores")
    return Frame(
        {
            "system": names,
            "segment": np.concatenate([np.arange(1, len(each) + 1) for each in systems]),
            **{name: np.concatenate([getattr(each, name) for each in systems]) for name in columns},
        }
    )


def draw_corpus_audit(audit: CorpusAudit) -> Iterator[tuple[str, Plot]]:
    """Draw figure 1 of the paper for each system, and freedom by BLEU."""
    from tertium.report.plots.freedom import draw_freedom, draw_freedom_by_score

    for name, each in audit.freedom.systems.items():
        title = f"(k−b)! permutations: {name or 'hypotheses'}"
        subtitle = f"BLEU {each.score:.1f}"
        yield (
            f"freedom-{name or 'hypotheses'}",
            draw_freedom(each.words.tolist(), each.log10_bound.tolist(), title=title, subtitle=subtitle),
        )
    yield "freedom-by-score", draw_freedom_by_score(audit.freedom.by_score(), title="Freedom by BLEU of the segment")


def _cell(blindness: BlindnessTable, metric: str, kind: str) -> str:
    found = blindness.cells[metric, kind]
    if math.isnan(found.unnoticed):
        return "–"
    fall = "" if math.isnan(found.fall) else f" ({100 * found.fall:.0f}%)"
    return f"{100 * found.unnoticed:.0f}%{fall}"
