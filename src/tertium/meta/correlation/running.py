"""Correlate metrics with human judgments: one question, or the many of an experiment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from tertium.arrow import ArrowData
from tertium.errors import InputError, SpecError, TertiumError
from tertium.meta.correlation.experiment import Cell, Experiment, make_experiment
from tertium.meta.correlation.judged_scores import score_judged
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.question import Question, QuestionSettings
from tertium.meta.correlation.scale import note_scale, settle_scale
from tertium.meta.correlation.score_store import ScoreStore
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.study import run_study
from tertium.meta.judgments.fitting import choose_fitting
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judged_table import read_judged_table
from tertium.meta.judgments.layouts import read_judged
from tertium.metrics.input_texts import ColumnRoles
from tertium.metrics.metric import Metric
from tertium.metrics.score_files.external_scores import ExternalScores
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import is_local, parse, parse_all, refuse_local
from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS
from tertium.threads import resolve_threads
from tertium.types import Array, Matrix


def correlate(
    judged: JudgedSet | Sequence[JudgedSet] | ArrowData | Mapping[str, Sequence[Any]] | str | Path,
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    columns: ColumnRoles | None = None,
    language: str = "",
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

    A data frame with a column of human scores is a judged set, too:

    >>> table = {"ref": ["a dog", "the cat", "a cow"], "mt": ["a dog", "a cat", "cows"], "adequacy": [5, 4, 2]}
    >>> outcome = correlate(table, ["chrf"], judgment="adequacy", test="none")
    >>> round(outcome.studies[0].figures[0].value, 3)
    0.583

    Args:
        judged: One judged set, or several; or what ``read_judged_table`` takes: a data frame or table of outputs in
            which ``judgment`` is the column of human scores; or a folder, as for ``read_judged``.
        metrics: Metric specs or metrics, scores of your own (``given_scores``) among them.
        columns: With a data frame or table, what its columns contain, as for ``open_test_set``.
        language: With a data frame or table, the code of the language of the outputs.
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
    sets = _find_sets(judged, columns, language, question)
    try:
        asked = Question(**question)
    except TypeError as error:
        raise SpecError(
            f"there is no such setting of a question: {error}", remedy=f"There are: {', '.join(vars(Question()))}"
        ) from error
    external = dict(external or {})
    if external and isinstance(metrics, Sequence) and not metrics:
        names = [name for scores in external.values() for name in scores.names]
    else:
        names = [_add_metric(spec, metric, sets, external) for spec, metric in parse_all(metrics).items()]
    experiment = make_experiment(names, asked)
    if isinstance(metrics, Mapping):  # rows have the names that the caller gave
        rows = zip(experiment.cells, list(parse_all(metrics)), strict=True)
        experiment = replace(experiment, cells=[replace(cell, row=name) for cell, name in rows])
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
        refuse_local(name)  # a column of a file: where its scores are missing, it would be a metric of ours
    own_metrics = [spec for spec in experiment.metrics if spec not in named]
    parsed = parse_all(own_metrics) if own_metrics else {}
    fitting = choose_fitting(judged, parsed)
    studies = []
    for each in fitting.sets:
        elsewhere = (external or {}).get(each.name)
        others = {} if elsewhere is None else _take_external(elsewhere, each)
        others |= {spec: _take_given(spec, metric, each) for spec, metric in parsed.items() if metric.is_given}
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


def _find_sets(judged: Any, columns: ColumnRoles | None, language: str, question: QuestionSettings) -> list[JudgedSet]:
    """Return judged sets, in any form; a table has one, whose kind of judgment is what is asked for."""
    if isinstance(judged, Iterator):
        judged = list(judged)
    is_folder = isinstance(judged, str | Path) and Path(judged).is_dir()
    is_list = isinstance(judged, list | tuple) and all(isinstance(each, JudgedSet) for each in judged)
    if not is_folder and not is_list and not isinstance(judged, JudgedSet):
        found = read_judged_table(judged, question.get("judgment", ""), columns=columns, language=language)
        question["judgment"] = found.judgments.find_kind()
        return [found]
    if columns is not None or language:
        raise SpecError("columns= and language= are for data frames and tables", remedy="Leave them out")
    if is_folder:
        return read_judged(judged)
    return list(judged) if is_list else [judged]


def _add_metric(spec: str, metric: Metric, sets: Sequence[JudgedSet], external: dict[str, ExternalScores]) -> str:
    """Return the spec of a metric in an experiment; scores that are given in Python become scores from elsewhere."""
    if is_local(spec) or _is_spec_of(spec, metric):
        return spec
    if _is_spec_of(metric.settings(), metric):
        return metric.settings()
    if not metric.is_given:
        raise SpecError(
            f"the metric {spec!r} cannot be written as a spec, as experiments need it",
            remedy="Give a spec, such as 'bleu:lowercase=yes', or the metric of an installed plug-in",
        )
    for each in sets:
        own = _take_given(spec, metric, each)
        found = ExternalScores({spec: own.segments}, {}, {spec: own.higher_is_better})
        external[each.name] = external[each.name].join(found) if each.name in external else found
    return spec


def _is_spec_of(spec: str, metric: Metric) -> bool:
    try:
        return parse(spec) == metric
    except TertiumError:
        return False


def _take_given(spec: str, metric: Metric, judged: JudgedSet) -> MetricScores:
    """Return scores that are given for the outputs of a judged set."""
    bound = metric.bind(judged.test_set)
    count = len(judged.test_set)
    return MetricScores(
        metric=spec,
        segments=np.array([bound.score(bound.take(name, 0, count)) for name in judged.systems]),
        systems=np.full(len(judged.systems), np.nan),
        higher_is_better=bound.higher_is_better,
        signature=write_signature(bound, 0, changes=judged.test_set.changes),
    )


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
