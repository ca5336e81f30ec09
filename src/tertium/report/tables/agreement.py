"""From the agreement of annotators to tables."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.meta.judgments.agreement import Agreement
from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number


def agreement_table(name: str, agreement: Agreement) -> Table:
    """Return every figure of agreement between annotators, and of annotators with themselves."""
    rows: list[list[Cell]] = [
        ["Krippendorff's alpha", agreement.level, _figure(agreement.alpha), _figure(agreement.intra_alpha)],
        ["Cohen's kappa", "quadratic weights", _figure(agreement.weighted), _figure(agreement.intra_kappa)],
        ["Cohen's kappa", "mean over pairs of annotators", _figure(agreement.cohen), ""],
        ["Fleiss' kappa", "nominal", _figure(agreement.fleiss), ""],
    ]
    if agreement.preferences is not None and agreement.intra_preferences is not None:
        between, within = agreement.preferences, agreement.intra_preferences
        rows.append(["WMT's kappa", "preferences", _figure(between.kappa), _figure(within.kappa)])
    what = "pairs of outputs" if agreement.kind == "rank" else "outputs"
    annotators = "1 annotator" if agreement.annotators == 1 else f"{agreement.annotators} annotators"
    notes = [
        f"{agreement.kind}: {annotators}, {agreement.items:,} {what}, {agreement.shared:,} of them "
        f"judged by more than one; {agreement.repeats:,} judged again by the same annotator"
    ]
    columns = ("figure", "of", "between annotators", "within annotators")
    title = f"Agreement of annotators: {name}"
    return Table(columns=columns, cells=rows, title=title, notes=notes, text_columns=2, keys=2)


def annotator_table(name: str, agreement: Agreement) -> Table:
    """Return the annotators that stand out, or a line that says that none does."""
    rows: list[Sequence[Cell]] = [
        [
            report.annotator or "(no name)",
            ", ".join(report.flags),
            str(report.count),
            _figure(report.mean),
            _figure(report.deviation),
            _figure(report.correlation),
            _figure(report.kappa),
        ]
        for report in agreement.outlier_annotators
    ]
    first = "share of ties" if agreement.kind == "rank" else "mean"
    columns = ("annotator", "outlier by", "judgments", first, "deviation", "correlation", "kappa")
    notes = ["correlation and kappa: with the other annotators"] if rows else ["no annotator differs from the others"]
    return Table(columns=columns, cells=rows, title=f"Outlier annotators: {name}", notes=notes, text_columns=2)


def _figure(value: float) -> Number:
    return Number(value, ".3f")
