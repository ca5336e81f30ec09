"""From the outcome of an experiment to plots."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.study import Study
from tertium.report.plots.by_length import LengthBin, draw_by_length
from tertium.report.plots.by_size import SizePoint, draw_by_size
from tertium.report.plots.cloud import draw_cloud
from tertium.report.plots.heat_map import draw_heat_map, draw_significance
from tertium.report.plots.plot import Plot
from tertium.report.plots.ranking import draw_ranking
from tertium.report.plots.scatter import Point, draw_scatter
from tertium.report.tables.asked import name_statistic, write_statistic, write_statistic_of_lengths

# More lines in one plot than this are hard to distinguish.
_MOST_LINES = 8

_KINDS = {
    "da": "direct assessment",
    "da-z": "direct assessment (z)",
    "rank": "share of rankings won",
    "wins": "share of rankings won",
    "mqm": "MQM",
    "combined": "fluency and adequacy",
    "combined-z": "fluency and adequacy (z)",
}


def draw_outcome(outcome: Outcome) -> Iterator[tuple[str, Plot]]:
    """Draw all plots that an outcome has data for, each with a name for its file.

    These are a scatter of systems or a cloud of segments per metric, a ranking of metrics, a heat map of their
    correlations, their significance, and plots by length of segments and by size.
    """
    if (by_size := _draw_by_size(outcome)) is not None:
        yield "by-size", by_size
    for study in outcome.studies:
        where = _slug(study.name) + (f"-{_slug(study.judgment)}" if study.question.judgment else "")
        for name, plot in _draw_study(study, outcome.rows_of(study)):
            yield f"{name}-{where}", plot


def _draw_study(study: Study, names: dict[str, str]) -> Iterator[tuple[str, Plot]]:
    shown = [names.get(figure.metric, figure.metric) for figure in study.figures]
    values = [figure.value for figure in study.figures]
    about = f"{study.name}: {write_statistic(study.question)}"
    if len(study.figures) > 1 and not np.isnan(values).all():
        ends = [
            (each.interval.low, each.interval.high) if each.interval else (np.nan, np.nan) for each in study.figures
        ]
        ranks = [figure.rank for figure in study.figures]
        yield (
            "ranking",
            draw_ranking(
                shown,
                values,
                [low for low, _ in ends],
                [high for _, high in ends],
                None if None in ranks else [rank for rank in ranks if rank is not None],
                x=name_statistic(study.question),
                title="Correlation with human judgments",
                subtitle=about,
            ),
        )
        if not np.isnan(study.between).all():
            yield (
                "heat-map",
                draw_heat_map([*shown, "human"], study.between, "Correlation of metrics with each other", about),
            )
        if study.adjusted is not None:
            title = "Significance of differences between metrics"
            yield "significance", draw_significance(shown, study.adjusted, title, about)
    if any(not np.isnan(band.value) for band in study.lengths):
        yield "by-length", _draw_by_length(study, names)
    if len(study.human):
        for figure in study.figures[:_MOST_LINES]:
            draw = _draw_systems if study.question.is_of_systems else _draw_segments
            yield f"scatter-{_slug(names.get(figure.metric, figure.metric))}", draw(study, figure.metric, names)


def _draw_systems(study: Study, metric: str, names: dict[str, str]) -> Plot:
    figure = study.figure(metric)
    outliers = {*figure.stray, *study.extreme}
    points = [
        Point(name=name, x=float(x), y=float(y), kind=study.kind_of.get(name, ""), outlier=name in outliers)
        for name, x, y in zip(study.systems, study.scores[metric], study.human, strict=True)
        if not np.isnan(x)
    ]
    return draw_scatter(
        points,
        x=names.get(metric, metric),
        y=_KINDS.get(study.judgment, study.judgment),
        title=study.name,
    )


def _draw_segments(study: Study, metric: str, names: dict[str, str]) -> Plot:
    scores = study.scores[metric]
    known = ~np.isnan(scores)
    human = _KINDS.get(study.judgment, study.judgment)
    return draw_cloud(
        scores[known].tolist(), study.human[known].tolist(), x=names.get(metric, metric), y=human, title=study.name
    )


def _draw_by_length(study: Study, names: dict[str, str]) -> Plot:
    chosen = {figure.metric for figure in study.figures[:_MOST_LINES]}
    bins = [
        LengthBin(
            metric=names.get(band.metric, band.metric),
            low=band.low,
            high=band.high,
            count=band.count,
            value=band.value,
            interval_low=band.interval.low if band.interval else np.nan,
            interval_high=band.interval.high if band.interval else np.nan,
        )
        for band in study.lengths
        if band.metric in chosen
    ]
    about = f"{study.name}: {write_statistic_of_lengths(study)}"
    return draw_by_length(bins, title="Correlation with human judgments by length", subtitle=about)


def _draw_by_size(outcome: Outcome) -> Plot | None:
    """Draw rows that are numbers as sizes, as in the tables of Liu and Gildea; others, such as kernels, have none."""
    experiment = outcome.experiment
    if len(experiment.columns) < 2 or not any(row.isdigit() for row in experiment.rows):
        return None
    points = [
        SizePoint(cell.column, int(cell.row) if cell.row.isdigit() else None, outcome.mean(cell))
        for cell in experiment.cells
    ]
    over = f"mean over {', '.join(outcome.sets)}" if len(outcome.sets) > 1 else outcome.sets[0]
    return draw_by_size(points, title="Correlation with human judgments by size", subtitle=over)


def _slug(text: str) -> str:
    return re.sub(r"[^\w+.-]+", "-", text).strip("-.") or "all"
