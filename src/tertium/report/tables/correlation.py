"""From the outcome of an experiment to tables: how far metrics agree with people, and what that rests on."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tertium.meta.correlation.experiment import Cell
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.study import Figure, Study
from tertium.report.document import Document
from tertium.results import Table

# Beyond so many metrics a table of all pairs is no table any more; clusters say the same.
_MOST_PAIRED = 12

_STATISTICS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall-b": "Kendall's tau-b",
    "kendall-c": "Kendall's tau-c",
    "accuracy": "pairwise accuracy",
    "accuracy-calibrated": "pairwise accuracy with calibrated ties",
    "soft-accuracy": "soft pairwise accuracy",
    "kendall-wmt": "WMT's Kendall-like tau of rankings",
}
_LEVELS = {
    "system": "of whole systems",
    "pooled": "of translations, all together",
    "by-system": "of translations within each system, averaged over systems",
    "by-segment": "of systems within each segment, averaged over segments",
}


def describe_outcome(outcome: Outcome, pictures: Sequence[str] = (), *, details: bool = False) -> Document:
    """The tables of an experiment, its most detailed frame, and all of it as data.

    Tests, lengths and single systems of each judged set are details, unless there is only one set.
    """
    experiment = outcome.experiment
    tables = [_grid_table(outcome) if len(experiment.columns) > 1 else _list_table(outcome)]
    for study in outcome.studies:
        tables.extend(_study_tables(outcome, study, details or len(outcome.studies) == 1))
    title = experiment.title or "Agreement with people"
    return Document(title, tables, outcome.by_cell(), outcome.to_dict(), below=pictures)


def write_statistic(question: Question) -> str:
    """The statistic and its level, in words."""
    return f"{_STATISTICS[question.statistic]} {_LEVELS[question.level]}"


def _list_table(outcome: Outcome) -> Table:
    """One row a metric, one column a judged set, then the mean, and the paper's figure."""
    experiment, sets = outcome.experiment, outcome.sets
    has_paper = any(cell.paper is not None for cell in experiment.cells)
    has_ranks = len(sets) == 1 and outcome.studies[0].adjusted is not None
    columns = ["metric", *sets]
    columns += ["mean"] * (len(sets) > 1) + ["alike"] * has_ranks + ["paper"] * has_paper
    rows = []
    for cell in experiment.cells:
        figures = [outcome.figure(cell, name) for name in sets]
        row = [cell.row, *(_with_interval(figure) for figure in figures)]
        row += [_number(outcome.mean(cell))] * (len(sets) > 1)
        row += [figures[0].letters or "–"] * has_ranks
        row += [_number(cell.paper)] * has_paper
        rows.append(row)
    best = _best([[outcome.figure(cell, name).value for name in sets] for cell in experiment.cells], first=1)
    if len(sets) > 1:
        best |= _best([[outcome.mean(cell)] for cell in experiment.cells], first=len(sets) + 1)
    return Table(columns, rows, notes=_notes(outcome), best=frozenset(best))


def _grid_table(outcome: Outcome) -> Table:
    """Rows and columns as in the paper, its figures beside ours; means, where there are several judged sets."""
    experiment = outcome.experiment
    places = {(cell.row, cell.column): cell for cell in experiment.cells}
    columns = [name for column in experiment.columns for name in (column, "paper")]
    rows = []
    for row in experiment.rows:
        cells = [places.get((row, column)) for column in experiment.columns]
        rows.append([row, *(text for cell in cells for text in _pair(outcome, cell))])
    values = [
        [
            math.nan if cell is None else outcome.mean(cell)
            for column in experiment.columns
            for cell in [places.get((row, column))]
        ]
        for row in experiment.rows
    ]
    best = {(row, 2 * column - 1) for row, column in _best(values, first=1)}
    over = [f"means over {', '.join(outcome.sets)}"] if len(outcome.sets) > 1 else [outcome.sets[0]]
    return Table(["", *columns], rows, notes=[*over, *_notes(outcome)], best=frozenset(best))


def _pair(outcome: Outcome, cell: Cell | None) -> tuple[str, str]:
    return ("", "") if cell is None else (_number(outcome.mean(cell)), _number(cell.paper))


def _notes(outcome: Outcome) -> list[str]:
    """What was asked, where it is from, how many points there are, and the signatures."""
    asked = outcome.experiment.question
    notes = [write_statistic(asked)]
    if outcome.experiment.source:
        notes.append(f"paper: {outcome.experiment.source}")
    notes.append("; ".join(dict.fromkeys(f"{study.name}: {_count(study)}" for study in outcome.studies)))
    if asked.tested != "none":
        drawn = {"both": "systems and segments"}.get(outcome.studies[0].drawn, outcome.studies[0].drawn)
        notes.append(
            f"{100 * asked.confidence:g}% intervals by drawing {drawn}, {asked.resamples:,} times, seed {asked.seed}"
        )
        if len(outcome.studies) == 1 and len(outcome.studies[0].figures) > 1:
            notes.append(f"alike: metrics that share a letter cannot be told apart, by {asked.tested} tests")
    for study in outcome.studies:
        notes.extend(f"{study.name}: {note}" for note in study.notes)
    signatures = dict.fromkeys(figure.signature for study in outcome.studies for figure in study.figures)
    return [*dict.fromkeys(notes), *filter(None, signatures)]


def _count(study: Study) -> str:
    """How many points a study is from."""
    most = max((figure.count for figure in study.figures), default=0)
    return f"{most:,} {study.points}" if most == 1 else f"{most:,} {study.points}s"


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
    rows = []
    for figure in study.figures:
        values = (figure.value, figure.without_extreme, figure.without_stray)
        squares = [_number(None if value is None else value * value) for value in values] if is_pearson else []
        stray = ", ".join(figure.stray) or "–"
        rows.append([names.get(figure.metric, figure.metric), stray, *(_number(value) for value in values), *squares])
    notes = [
        f"extreme, in the eyes of people: {', '.join(study.extreme) or 'none'}; stray: far from the metric's line; "
        f"both beyond {study.question.cutoff:g} deviations by the median absolute deviation"
    ]
    return Table(columns, rows, title=f"With and without outliers: {study.name}", notes=notes, text_columns=2)


def _kind_table(study: Study, names: dict[str, str]) -> Table:
    rows = [
        [
            names.get(each.metric, each.metric),
            each.kind or "all kinds",
            str(each.systems),
            _number(each.value),
            _number(each.within),
            _number(each.across),
            f"{each.offset:+.2f}" if each.kind else "",
        ]
        for each in study.kinds
    ]
    columns = ("metric", "kind", "systems", "correlation", "pairs within", "pairs across", "underrated by")
    notes = [
        "pairs: the share that the metric orders as people do; underrated by: standard deviations between what people "
        "and the metric think of the kind"
    ]
    return Table(columns, rows, title=f"Within and across kinds: {study.name}", notes=notes, text_columns=2)


def _system_table(study: Study, names: dict[str, str]) -> Table:
    systems = list(dict.fromkeys(name for figure in study.figures for name in figure.by_system))
    rows = [[name, *(_number(figure.by_system.get(name)) for figure in study.figures)] for name in systems]
    rows.append(["average", *(_number(figure.value) for figure in study.figures)])
    columns = ("system", *(names.get(figure.metric, figure.metric) for figure in study.figures))
    return Table(columns, rows, title=f"Within each system: {study.name}")


def _pair_table(study: Study, names: dict[str, str]) -> Table:
    """The p-values of all differences."""
    assert study.adjusted is not None  # noqa: S101 - the caller has looked
    order = sorted(range(len(study.figures)), key=lambda place: -_sortable(study.figures[place].value))
    shown = [names.get(study.figures[place].metric, study.figures[place].metric) for place in order]
    rows = [
        [
            name,
            *(
                "" if column >= row else f"{study.adjusted[order[row], order[column]]:.4f}"
                for column in range(len(order) - 1)
            ),
        ]
        for row, name in enumerate(shown)
        if row
    ]
    title = f"P-values of differences, with Holm's correction: {study.name}"
    return Table(["", *shown[:-1]], rows, title=title)


def _length_table(study: Study, names: dict[str, str]) -> Table:
    bands = list(dict.fromkeys((band.low, band.high, band.count) for band in study.lengths))
    values = {(band.metric, band.low): band.value for band in study.lengths}
    columns = ("metric", *(f"{low}–{high} words" for low, high, _ in bands))
    rows = [
        [names.get(figure.metric, figure.metric), *(_number(values.get((figure.metric, low))) for low, _, _ in bands)]
        for figure in study.figures
    ]
    notes = [f"all translations of a band together: {', '.join(f'{count:,}' for _, _, count in bands)}"]
    return Table(columns, rows, title=f"By length of the reference: {study.name}", notes=notes)


def _with_interval(figure: Figure) -> str:
    if figure.interval is None:
        return _number(figure.value)
    return f"{_number(figure.value)} [{_number(figure.interval.low)}, {_number(figure.interval.high)}]"


def _number(value: float | None) -> str:
    return "–" if value is None or math.isnan(value) else f"{value:.3f}"


def _sortable(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _best(values: Sequence[Sequence[float]], first: int) -> set[tuple[int, int]]:
    """The highest of each column, if there is more than one row."""
    found: set[tuple[int, int]] = set()
    if len(values) < 2:
        return found
    for column in range(len(values[0])):
        entries = [_sortable(row[column]) for row in values]
        if max(entries) > -math.inf:
            found |= {(row, column + first) for row, entry in enumerate(entries) if entry == max(entries)}
    return found
