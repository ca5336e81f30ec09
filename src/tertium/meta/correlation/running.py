"""Correlate metrics with human judgments: one question, or the many of an experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.meta.correlation.experiment import Cell, Experiment, make_experiment
from tertium.meta.correlation.external import ExternalScores
from tertium.meta.correlation.judged_scores import score_judged
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.question import Question, QuestionSettings
from tertium.meta.correlation.scale import note_scale, settle_scale
from tertium.meta.correlation.score_store import ScoreStore
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.study import run_study
from tertium.meta.judgments.fitting import choose_fitting
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.spec import parse_all, refuse_program
from tertium.progress import Progress
from tertium.threads import resolve_threads
from tertium.types import Array, Matrix


def correlate(
    judged: JudgedSet | Sequence[JudgedSet],
    metrics: Sequence[str],
    *,
    external: Mapping[str, ExternalScores] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    comparing: Progress | None = None,
    **question: Unpack[QuestionSettings],
) -> Outcome:
    """Correlate metrics with human judgments, and test which metrics agree better.

    >>> from tertium import read_judged, samples
    >>> judged = read_judged(samples.path("judgments.tsv"))
    >>> outcome = correlate(judged, ["bleu", "chrf"], statistic="kendall-b", resamples=100)
    >>> {figure.metric: round(figure.value, 3) for figure in outcome.studies[0].figures}
    {'bleu': 0.493, 'chrf': 0.41}

    Args:
        judged: One judged set, or several.
        metrics: Metric specs.
        external: Scores of other metrics, by the name of the judged set that they are of.
        store: A folder to keep scores in, so that a stopped run continues where it was.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments scored.
        comparing: Called with the number of comparisons of metrics made.
        question: ``level``, ``statistic``, ``judgment``, ``test`` and the other attributes of ``Question``.

    Returns:
        One study per judged set, each with a figure, interval and group per metric.

    Raises:
        InputError: If there is no judged set, or it has not the judgments that the question needs.
        SpecError: If a metric or a setting does not exist, settings do not fit together, or the metrics are for other
            languages than all of the sets.
    """
    if isinstance(metrics, str):
        raise SpecError(f"the metrics are one string, {metrics!r}", remedy="Give a list of specs, such as ['bleu']")
    sets = [judged] if isinstance(judged, JudgedSet) else list(judged)
    try:
        asked = Question(**question)
    except TypeError as error:
        raise SpecError(f"there is no such setting of a question: {error}") from error
    if not metrics:
        metrics = [name for scores in (external or {}).values() for name in scores.names]
    experiment = make_experiment(metrics, asked)
    return run_experiment(
        experiment,
        sets,
        external=external,
        store=store,
        threads=threads,
        progress=progress,
        comparing=comparing,
    )


def run_experiment(
    experiment: Experiment,
    judged: Sequence[JudgedSet],
    *,
    external: Mapping[str, ExternalScores] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    comparing: Progress | None = None,
) -> Outcome:
    """Run an experiment on judged sets. Those whose language a metric is not for are left out, with a note.

    >>> from tertium import read_judged, samples
    >>> experiment = make_experiment(["chrf"], Question(level="system", test="none"))
    >>> outcome = run_experiment(experiment, read_judged(samples.path("judgments.tsv")))
    >>> round(outcome.studies[0].figures[0].value, 3)
    0.988

    Args:
        experiment: From ``load_experiment`` or ``make_experiment``.
        judged: The judged sets.
        external: As for ``correlate``, like all that follows.
        store: See there.
        threads: See there.
        progress: See there.
        comparing: See there.
    """
    if not judged:
        raise InputError("there is no judged set", remedy="Give judged data, and check the names of language pairs")
    names = [each.name for each in judged]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two judged sets are called {twice[0]!r}", remedy="Give each folder its own name, once")
    threads = resolve_threads(threads)
    kept = None if store is None else ScoreStore(Path(store))
    experiment = _add_external(experiment, external or {})
    questions: dict[Question, list[str]] = {}
    for cell in experiment.cells:
        specs = questions.setdefault(experiment.question_of(cell), [])
        if cell.metric not in specs:
            specs.append(cell.metric)
    named = {name for scores in (external or {}).values() for name in scores.names}
    for name in named:
        refuse_program(name)  # a column of a file: where its scores are missing, it would be a metric of ours
    own_metrics = [spec for spec in experiment.metrics if spec not in named]
    fitting = choose_fitting(judged, parse_all(own_metrics) if own_metrics else {})
    studies = []
    for each in fitting.sets:
        elsewhere = (external or {}).get(each.name)
        others = {} if elsewhere is None else _take_external(elsewhere, each)
        own = [spec for spec in experiment.metrics if spec not in others]
        settled = {question: settle_scale(question, each) for question in questions}
        scores = others | score_judged(
            each, own, list(settled.values()), store=kept, threads=threads, progress=progress
        )
        for question, specs in questions.items():
            chosen = [scores[spec] for spec in specs]
            study = run_study(each, chosen, settled[question], threads=threads, progress=comparing)
            # Cells look their study up by what they asked.
            notes = [*study.notes, *note_scale(settled[question], each)]
            studies.append(replace(study, question=question, notes=notes))
    return Outcome(experiment, studies, fitting.notes)


def _add_external(experiment: Experiment, external: Mapping[str, ExternalScores]) -> Experiment:
    """Score from elsewhere take part like any metric, where the experiment does not name them itself."""
    names = dict.fromkeys(name for scores in external.values() for name in scores.names)
    column = experiment.columns[0]
    new = [Cell(metric=name, column=column) for name in names if name not in experiment.metrics]
    return replace(experiment, cells=[*experiment.cells, *new])


def _take_external(scores: ExternalScores, judged: JudgedSet) -> dict[str, MetricScores]:
    shape = (len(judged.test_set.systems), len(judged.test_set))
    no_segments: Matrix = np.full(shape, np.nan)
    no_systems: Array = np.full(shape[0], np.nan)
    return {
        name: MetricScores(
            metric=name,
            segments=scores.segments.get(name, no_segments),
            systems=scores.systems.get(name, no_systems),
            higher_is_better=scores.higher_is_better.get(name, True),
        )
        for name in scores.names
    }
