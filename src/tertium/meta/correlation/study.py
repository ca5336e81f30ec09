"""A study: the correlation of metrics with the human judgments of one judged set, and what the figures rest on.

System-level figures come with and without outliers (Callison-Burch, Osborne and Koehn 2006, figures 2 and 3), of which
there are two sorts. *Extreme* systems are those that people found far better or worse than the rest: the correlation
may be of little else. *Stray* systems are those far from the line that the others are on: the metric misjudges them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium.json_result import JsonResult
from tertium.meta.correlation.asking import ask
from tertium.meta.correlation.caveats import list_caveats
from tertium.meta.correlation.figure import Figure
from tertium.meta.correlation.lengths import LengthBand, correlate_by_length
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.statistic import Statistic
from tertium.meta.correlation.system_kinds import KindFigure, correlate_by_kind
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.progress import Progress
from tertium.stats.clusters import cluster, letter
from tertium.stats.correction import adjust_holm
from tertium.stats.outliers import find_outliers, find_regression_outliers
from tertium.types import Array, Matrix

# With fewer systems a line always fits, and nobody is far from it.
_FEWEST_FOR_OUTLIERS = 5


@dataclass(frozen=True, kw_only=True)
class Study(JsonResult):
    """The figures of all metrics on one judged set.

    Attributes:
        name: The judged set.
        question: What was asked.
        points: What figures are from: ``system``, ``translation`` or ``comparison``.
        drawn: What resampling draws or exchanges: systems, segments or both. The method of an interval says whether
            it is drawn.
        judgment: The kind of judgment that it was asked of.
        annotators: How many annotators gave such judgments; 0 if they are not known.
        figures: One a metric.
        p_values: How likely differences as large would be between equally good metrics; metrics by metrics.
        test_resamples: How many permutations or draws each of them is from, at most; 0 without a test.
        adjusted: The same, with Holm's correction for all pairs.
        between: The correlation of each metric with each other, and with people, who come last.
        extreme: The systems that people found extreme, at system level.
        kinds: Correlation within and across kinds of systems, where kinds are known.
        lengths: Correlation by length of segment, where the points are segments.
        systems: The systems that were judged.
        kind_of: The kind of each system, where it is known.
        human: What people said, as it was correlated: systems, or judged translations.
        scores: What each metric said of the same, in its own direction.
        notes: What a reader of the figures should know of the data.
    """

    json_fields = (
        "name question=question_data points drawn judgment annotators figures test_resamples p_values adjusted between "
        "extreme kinds lengths notes"
    )

    name: str
    question: Question
    points: str
    drawn: str
    judgment: str
    figures: Sequence[Figure]
    p_values: Matrix | None
    adjusted: Matrix | None
    between: Matrix
    extreme: Sequence[str]
    kinds: Sequence[KindFigure]
    lengths: Sequence[LengthBand]
    systems: Sequence[str]
    kind_of: Mapping[str, str]
    human: Array = field(repr=False)
    scores: Mapping[str, Array] = field(repr=False)
    notes: Sequence[str] = ()
    annotators: int = 0
    test_resamples: int = 0

    def figure(self, metric: str) -> Figure:
        """Return the figure of one metric."""
        return next(figure for figure in self.figures if figure.metric == metric)

    @property
    def question_data(self) -> dict[str, Any]:
        """The settings of the study."""
        return self.question.to_dict()


def run_study(
    judged: JudgedSet,
    metrics: Sequence[MetricScores],
    question: Question,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Study:
    """Correlate metrics with the human judgments of one judged set.

    Args:
        judged: The set.
        metrics: The scores of each metric.
        question: What is asked.
        threads: How many threads to use.
        progress: Called with the number of comparisons made.
    """
    statistic = ask(question, judged, threads)
    p_values = statistic.compare(metrics, progress) if question.tested != "none" and len(metrics) > 1 else None
    adjusted = None if p_values is None else _adjust(p_values)
    values = [statistic.measure(scores) for scores in metrics]
    ranks, letters = _group(values, adjusted, 1 - question.confidence)
    systems = list(judged.test_set.systems)
    extreme = np.zeros(len(systems), dtype=bool)
    if question.is_of_systems:
        extreme = _find_extreme(statistic.human[:, 0], question.cutoff)
    figures = []
    for place, scores in enumerate(metrics):
        points = _points(scores, statistic)
        about = (
            _describe_systems(points, statistic, systems, extreme)
            if question.is_of_systems
            else _describe_segments(points, statistic, systems)
        )
        figures.append(
            Figure(
                metric=scores.metric,
                value=values[place],
                interval=statistic.interval(scores) if question.tested != "none" else None,
                count=statistic.count(scores),
                rank=ranks[place],
                letters=letters[place],
                signature=scores.signature,
                **about,
            )
        )
    known = ~np.isnan(statistic.human)
    judgment = judged.judgments.find_kind(_kind_asked(question), whole_systems=question.is_of_systems)
    return Study(
        name=judged.name,
        question=question,
        points=statistic.points,
        drawn=statistic.drawn,
        judgment=judgment,
        annotators=len(judged.judgments.of_kind(judgment).known_annotators),
        figures=figures,
        p_values=p_values,
        adjusted=adjusted,
        between=_correlate_between(metrics, statistic),
        extreme=[name for name, far in zip(systems, extreme, strict=True) if far],
        kinds=correlate_by_kind(judged, metrics, statistic) if question.is_of_systems else (),
        lengths=() if question.level == "system" else correlate_by_length(judged, metrics, statistic),
        systems=[name for name, some in zip(systems, np.any(known, axis=1).tolist(), strict=True) if some],
        kind_of=judged.test_set.kinds,
        human=statistic.human[known],
        scores={scores.metric: _own_direction(scores, statistic)[known] for scores in metrics},
        notes=[
            *judged.notes,
            *list_caveats(figures, statistic),
            *([] if p_values is None else question.find_limits(len(metrics))),
        ],
        test_resamples=0 if p_values is None else question.count_resamples(len(metrics)),
    )


def _group(
    values: Sequence[float], adjusted: Matrix | None, level: float
) -> tuple[Sequence[int | None], Sequence[str]]:
    """Return clusters and letters of metrics; those without a value have neither."""
    if adjusted is None:
        return [None] * len(values), [""] * len(values)
    known = np.flatnonzero(~np.isnan(values))
    chosen, tests = np.asarray(values)[known], adjusted[np.ix_(known, known)]
    ranks = dict(zip(known.tolist(), cluster(chosen, tests, level), strict=True))
    letters = dict(zip(known.tolist(), letter(chosen, tests, level), strict=True))
    return [ranks.get(place) for place in range(len(values))], [letters.get(place, "") for place in range(len(values))]


def _kind_asked(question: Question) -> str:
    return "rank" if question.statistic == "kendall-wmt" else question.judgment


def _points(scores: MetricScores, statistic: Statistic) -> Matrix:
    """Return the scores in the shape of the judgments."""
    return scores.at("system" if statistic.question.is_of_systems else "pooled")


def _own_direction(scores: MetricScores, statistic: Statistic) -> Matrix:
    return _points(scores, statistic) * (1.0 if scores.higher_is_better else -1.0)


def _adjust(p_values: Matrix) -> Matrix:
    """Return Holm's correction over all pairs of metrics; undefined tests do not count."""
    below = np.tril_indices(len(p_values), -1)
    found = p_values[below]
    known = ~np.isnan(found)
    adjusted = np.full(len(found), np.nan)
    adjusted[known] = adjust_holm(found[known].tolist())
    full = np.ones_like(p_values)
    full[below] = adjusted
    full.T[below] = adjusted
    return full


def _find_extreme(human: Array, cutoff: float) -> np.ndarray:
    known = ~np.isnan(human)
    far = np.zeros(len(human), dtype=bool)
    if known.sum() >= _FEWEST_FOR_OUTLIERS:
        far[known] = find_outliers(human[known], cutoff)
    return far


def _describe_systems(
    points: Matrix, statistic: Statistic, systems: Sequence[str], extreme: np.ndarray
) -> dict[str, Any]:
    """Return what a system-level figure rests on."""
    asked = statistic.question
    metric, human = points[:, 0], statistic.human[:, 0]
    known = ~np.isnan(metric + human)
    stray = np.zeros(len(human), dtype=bool)
    if known.sum() >= _FEWEST_FOR_OUTLIERS:
        stray[known] = find_regression_outliers(metric[known], human[known], asked.cutoff)
    names = [name for name, kept in zip(systems, known, strict=True) if kept]
    return {
        "without_extreme": statistic.of_systems(metric, ~extreme) if extreme.any() else None,
        "without_stray": statistic.of_systems(metric, ~stray) if stray.any() else None,
        "stray": [name for name, far in zip(systems, stray, strict=True) if far],
        "influence": dict(zip(names, statistic.influence(metric, known).tolist(), strict=True)),
    }


def _describe_segments(points: Matrix, statistic: Statistic, systems: Sequence[str]) -> dict[str, Any]:
    """Return the correlation within each system, where that is the level."""
    if statistic.question.level != "by-system":
        return {}
    within = zip(systems, points, statistic.human, statistic.by_system(points).tolist(), strict=True)
    return {"by_system": {name: value for name, metric, human, value in within if (~np.isnan(metric + human)).any()}}


def _correlate_between(metrics: Sequence[MetricScores], statistic: Statistic) -> Matrix:
    """Return how metrics agree with each other, by the same coefficient, or by Pearson's where that takes judgments."""
    columns = [_points(scores, statistic) for scores in metrics]
    if not np.isnan(statistic.human).all():
        # Only what people judged, so that all figures are of the same points.
        columns = [np.where(np.isnan(statistic.human), np.nan, column) for column in columns]
    columns.append(statistic.human)
    found = np.full((len(columns), len(columns)), np.nan)
    for first, one in enumerate(columns):
        for second in range(first + 1):
            found[first, second] = found[second, first] = statistic.between(one, columns[second])
    return found
