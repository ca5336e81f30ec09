"""From the agreement of judges to tables."""

from __future__ import annotations

import math

from tertium.meta.judgments.agreement import Agreement
from tertium.results import Table


def agreement_table(name: str, agreement: Agreement) -> Table:
    """Every figure of agreement between judges, and of judges with themselves, that there is."""
    rows = [
        ["Krippendorff's alpha", agreement.level, _figure(agreement.alpha), _figure(agreement.intra_alpha)],
        ["Cohen's kappa", "quadratic weights", _figure(agreement.weighted), _figure(agreement.intra_kappa)],
        ["Cohen's kappa", "mean of pairs of judges", _figure(agreement.cohen), ""],
        ["Fleiss' kappa", "nominal", _figure(agreement.fleiss), ""],
    ]
    if agreement.preferences is not None and agreement.intra_preferences is not None:
        between, within = agreement.preferences, agreement.intra_preferences
        rows.append(["WMT's kappa", "preferences", _figure(between.kappa), _figure(within.kappa)])
    what = "pairs of outputs" if agreement.kind == "rank" else "outputs"
    notes = [
        f"{agreement.kind}: {agreement.judges} judges, {agreement.items:,} {what}, {agreement.shared:,} of them seen "
        f"by more than one; {agreement.repeats:,} looked at again by the same judge"
    ]
    columns = ("figure", "of", "between judges", "within judges")
    return Table(columns, rows, title=f"Agreement of judges: {name}", notes=notes, text_columns=2)


def judge_table(name: str, agreement: Agreement) -> Table:
    """The judges that stand out, or a line that says that none does."""
    rows = [
        [
            report.judge or "(nameless)",
            ", ".join(report.flags),
            str(report.count),
            _figure(report.mean),
            _figure(report.deviation),
            _figure(report.correlation),
            _figure(report.kappa),
        ]
        for report in agreement.odd_judges
    ]
    first = "share of ties" if agreement.kind == "rank" else "mean"
    columns = ("judge", "odd by", "judgments", first, "deviation", "correlation", "kappa")
    notes = ["correlation and kappa: with the other judges"] if rows else ["no judge stands out from the others"]
    return Table(columns, rows, title=f"Odd judges: {name}", notes=notes, text_columns=2)


def _figure(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"
