"""From the outcome of an experiment to a document: how far metrics correlate with human judgments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.meta.correlation.experiment import Cell
from tertium.meta.correlation.figure import Figure
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.study import Study
from tertium.meta.judgments.agreement import Agreement
from tertium.report.blocks import Plots, Table, Tables
from tertium.report.cells import Cell as TableCell
from tertium.report.cells import Number, Range
from tertium.report.document import Document
from tertium.report.tables.agreement import agreement_table, annotator_table
from tertium.report.tables.asked import (
    list_notes,
    list_signatures,
    name_statistic,
    write_statistic,
    write_statistic_of_lengths,
)
from tertium.report.texts import write_p

if TYPE_CHECKING:
    from tertium.report.plots.plot import Plot

# With more metrics than this a table of all pairs is too large to read; groups say the same.
_MOST_PAIRED = 12


def describe_outcome(
    outcome: Outcome, agreement: Mapping[str, Agreement] | None = None, *, details: bool = False
) -> Document:
    """Return the tables of an experiment, its plots, its most detailed frame, and all of it as data.

    Args:
        outcome: What came out.
        agreement: How far the annotators of each judged set agree, if that is to be shown.
        details: Whether to show tests, lengths and single systems of each judged set. Pages always show them, and so
            does everything else where there is only one set.
    """
    agreement = agreement or {}

    def make_study_tables(detailed: bool) -> Iterator[Table]:
        for study in outcome.studies:
            yield from _study_tables(outcome, study, detailed or len(outcome.studies) == 1)

    def make_agreement_tables() -> Iterator[Table]:
        for name, each in agreement.items():
            yield from (agreement_table(name, each), annotator_table(name, each))

    def make_data() -> dict[str, Any]:
        found = {"agreement": {name: each.to_dict() for name, each in agreement.items()}} if agreement else {}
        return {**outcome.to_dict(), **found}

    return Document(
        title=outcome.experiment.title or "Correlation with human judgments",
        blocks=[
            Tables(lambda: [figure_table(outcome)]),
            Tables(lambda: make_study_tables(details), in_pages=False),
            Tables(lambda: make_study_tables(True), in_text=False),
            Tables(make_agreement_tables),
            Plots(cache(lambda: list(_draw(outcome)))),
        ],
        make_frame=outcome.by_cell,
        make_data=make_data,
    )


def _draw(outcome: Outcome) -> Iterator[tuple[str, Plot]]:
    from tertium.report.plots.outcome import draw_outcome

    return draw_outcome(outcome)


def figure_table(outcome: Outcome, title: str = "") -> Table:
    """Return the figures of all metrics: as a list, or as a grid where the experiment has one."""
    table = _grid_table(outcome) if len(outcome.experiment.columns) > 1 else _list_table(outcome)
    return replace(table, title=title)


def _list_table(outcome: Outcome) -> Table:
    """One row per metric, one column per judged set, then the mean, and the paper's figure."""
    experiment, sets = outcome.experiment, outcome.sets
    has_paper = any(cell.paper is not None for cell in experiment.cells)
    has_ranks = len(sets) == 1 and outcome.studies[0].adjusted is not None
    # The notes name the set, and what its figures are.
    columns = ["metric", *(sets if len(sets) > 1 else [name_statistic(experiment.question)])]
    columns += ["mean"] * (len(sets) > 1) + ["group"] * has_ranks + ["paper"] * has_paper
    by_set = [[outcome.figure(cell, name) for cell in experiment.cells] for name in sets]
    rows: list[list[TableCell]] = []
    for at, cell in enumerate(experiment.cells):
        figures = [of_set[at] for of_set in by_set]
        row: list[TableCell] = [cell.row]
        row += [_with_interval(of_set[at], _is_best(of_set[at], of_set)) for of_set in by_set]
        row += [_number(outcome.mean(cell))] * (len(sets) > 1)
        row += [figures[0].letters or "–"] * has_ranks
        row += [_number(cell.paper)] * has_paper
        rows.append(row)
    return Table(
        columns=columns,
        cells=rows,
        notes=list_notes(outcome),
        signatures=list_signatures(outcome),
        best_means="significantly closer to the judgments than all other metrics of its column",
    )


def _grid_table(outcome: Outcome) -> Table:
    """Rows and columns as in the paper, its figures beside ours; means, where there are several judged sets."""
    experiment = outcome.experiment
    places = {(cell.row, cell.column): cell for cell in experiment.cells}
    printed = {cell.column for cell in experiment.cells if cell.paper is not None}
    columns = [name for column in experiment.columns for name in (column, *["paper"] * (column in printed))]
    grid = [[places.get((row, column)) for column in experiment.columns] for row in experiment.rows]
    columns_of = [2 if column in printed else 1 for column in experiment.columns]
    rows: list[list[TableCell]] = [
        [
            name,
            *(
                text
                for column, cell in enumerate(grid[at])
                for text in _write_pair(outcome, cell)[: columns_of[column]]
            ),
        ]
        for at, name in enumerate(experiment.rows)
    ]
    over = [f"means over {', '.join(outcome.sets)}"] if len(outcome.sets) > 1 else [outcome.sets[0]]
    notes = [*over, *list_notes(outcome)]
    return Table(columns=["", *columns], cells=rows, notes=notes, signatures=list_signatures(outcome))


def _write_pair(outcome: Outcome, cell: Cell | None) -> tuple[TableCell, TableCell]:
    return ("", "") if cell is None else (_number(outcome.mean(cell)), _number(cell.paper))


def _study_tables(outcome: Outcome, study: Study, details: bool) -> list[Table]:
    """What the figures of one judged set rest on."""
    rows = outcome.rows_of(study)
    tables = []
    if study.extreme or any(figure.stray for figure in study.figures):
        tables.append(_outlier_table(study, rows))
    if study.kinds:
        tables.append(_kind_table(study, rows))
    if (details or len(study.figures) == 1) and any(len(figure.by_system) > 1 for figure in study.figures):
        tables.append(_system_table(study, rows))
    if details and study.adjusted is not None and len(study.figures) <= _MOST_PAIRED:
        tables.append(_pair_table(study, rows))
    if details and study.lengths:
        tables.append(_length_table(study, rows))
    return tables


def _outlier_table(study: Study, names: dict[str, str]) -> Table:
    """Every figure with and without outliers; R² too where it is Pearson's."""
    is_pearson = study.question.statistic == "pearson"
    parts = ["all", "without extreme", "without stray"]
    columns = ["metric", "stray systems", *parts, *(f"R² {part}" for part in parts if is_pearson)]
    rows: list[list[TableCell]] = []
    for figure in study.figures:
        values = (figure.value, figure.without_extreme, figure.without_stray)
        squares = [_number(None if value is None else value * value) for value in values] if is_pearson else []
        stray = ", ".join(figure.stray) or "–"
        rows.append([names.get(figure.metric, figure.metric), stray, *(_number(value) for value in values), *squares])
    notes = [
        f"extreme by human judgments: {', '.join(study.extreme) or 'none'}; stray: far from the metric's regression "
        f"line; both beyond {study.question.cutoff:g} deviations by the median absolute deviation"
    ]
    return Table(
        columns=columns, cells=rows, title=f"With and without outliers: {study.name}", notes=notes, text_columns=2
    )


def _kind_table(study: Study, names: dict[str, str]) -> Table:
    rows: list[Sequence[TableCell]] = [
        [
            names.get(each.metric, each.metric),
            each.kind or "all kinds",
            str(each.systems),
            _number(each.value),
            _number(each.within),
            _number(each.across),
            Number(each.offset if each.kind else None, "+.2f"),
        ]
        for each in study.kinds
    ]
    columns = ("metric", "kind", "systems", "correlation", "pairs within", "pairs across", "underrated by")
    notes = [
        "pairs: the share that the metric orders as annotators do; underrated by: difference between the annotators' "
        "and the metric's rating of the kind, in standard deviations"
    ]
    return Table(
        columns=columns, cells=rows, title=f"Within and across kinds: {study.name}", notes=notes, text_columns=2, keys=2
    )


def _system_table(study: Study, names: dict[str, str]) -> Table:
    systems = list(dict.fromkeys(name for figure in study.figures for name in figure.by_system))
    rows: list[list[TableCell]] = [
        [name, *(_number(figure.by_system.get(name)) for figure in study.figures)] for name in systems
    ]
    rows.append(["average", *(_number(figure.value) for figure in study.figures)])
    columns = ("system", *(names.get(figure.metric, figure.metric) for figure in study.figures))
    return Table(columns=columns, cells=rows, title=f"Within each system: {study.name}")


def _pair_table(study: Study, names: dict[str, str]) -> Table:
    """The p-values of all differences."""
    assert study.adjusted is not None  # noqa: S101 - the caller has looked
    order = sorted(range(len(study.figures)), key=lambda place: -_sortable(study.figures[place].value))
    shown = [names.get(study.figures[place].metric, study.figures[place].metric) for place in order]
    p_values = study.adjusted[np.ix_(order, order)].tolist()
    rows: list[Sequence[TableCell]] = [
        [name, *(write_p(p_values[row][column] if column < row else None) for column in range(len(order) - 1))]
        for row, name in enumerate(shown)
        if row
    ]
    title = f"P-values of differences, with Holm's correction: {study.name}"
    return Table(columns=["", *shown[:-1]], cells=rows, title=title)


def _length_table(study: Study, names: dict[str, str]) -> Table:
    bands = list(dict.fromkeys((band.low, band.high, band.count) for band in study.lengths))
    values = {(band.metric, band.low): band.value for band in study.lengths}
    columns = ("metric", *(f"{low}–{high} words" for low, high, _ in bands))
    rows: list[Sequence[TableCell]] = [
        [names.get(figure.metric, figure.metric), *(_number(values.get((figure.metric, low))) for low, _, _ in bands)]
        for figure in study.figures
    ]
    notes = [f"translations per band: {', '.join(f'{count:,}' for _, _, count in bands)}"]
    shown, asked = write_statistic_of_lengths(study), write_statistic(study.question)
    if shown != asked:
        notes.append(f"this is not the statistic asked for, which is {asked}")
    title = f"By length of the reference, {shown}: {study.name}"
    return Table(columns=columns, cells=rows, title=title, notes=notes)


def _with_interval(figure: Figure, best: bool) -> Number:
    known = figure.interval is not None and figure.interval.method != "none"
    interval = Range(figure.interval.low, figure.interval.high, ".3f") if figure.interval and known else None
    return Number(figure.value, ".3f", interval, best)


def _number(value: float | None) -> Number:
    return Number(math.nan if value is None else value, ".3f")


def _sortable(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _is_best(figure: Figure, figures: Sequence[Figure]) -> bool:
    """Return whether tests say that a metric correlates best: no other as good shares a letter with it."""
    others = [each for each in figures if each.metric != figure.metric]
    if not figure.letters or not others or any(_sortable(each.value) > figure.value for each in others):
        return False
    return all(each.letters and not set(each.letters) & set(figure.letters) for each in others)
