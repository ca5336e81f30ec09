"""The systems in ranked groups, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number, Range
from tertium.report.metric_names import name_metric
from tertium.report.verdict import ComparisonVerdict, RankedSystem, Ranking

_EXPLANATION = (
    "group: each system of a group is significantly better than each one below it, p (Holm) < 0.05",
    "letters: systems that share one do not differ significantly by that metric",
)

_BEST = "significantly better than every other system"


def ranking_table(verdict: ComparisonVerdict) -> Table:
    """Return one row per system, the best by the verdict's metric first, with its scores and letters by every metric.

    A score is brought out only if its system is significantly better than every other one.

    Args:
        verdict: What a comparison comes to.
    """
    tested = verdict.ranking.systems[0].group is not None
    by_name = [{each.name: each for each in ranking.systems} for ranking in verdict.rankings]
    rows: list[Sequence[Cell]] = []
    for each in verdict.ranking.systems:
        cells: list[Cell] = [each.name or "hypotheses"]
        if tested:
            cells.append(Number(each.group, ".0f"))
        for ranking, systems in zip(verdict.rankings, by_name, strict=True):
            cells.append(_write_score(systems[each.name], ranking))
            if tested:
                cells.append(systems[each.name].letters)
        rows.append(cells)
    columns = ["system"]
    if tested:
        columns.append("group")
    for ranking in verdict.rankings:
        columns.append(f"{name_metric(ranking.metric)}{'' if ranking.higher_is_better else ' ↓'}")
        if tested:
            columns.append("letters")
    if len(rows) == 1:
        notes = []
    elif tested:
        notes = list(_EXPLANATION)
    else:
        notes = [verdict.obstacle]
    return Table(columns=columns, cells=rows, title="Systems", notes=notes, best_means=_BEST)


def _write_score(each: RankedSystem, ranking: Ranking) -> Number:
    form = f".{ranking.decimals}f"
    interval = Range(each.low, each.high, form) if each.low == each.low else None
    return Number(each.value, form, interval, each.is_best)
