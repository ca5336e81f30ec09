"""Score systems.

Data flows one way: test set, prepared batches, tallies, scores. A test set is scored in batches, so that a stream of
any length needs constant memory. Each batch of references is prepared once for all systems, and for all metrics that
take it in the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from tertium.errors import SpecError
from tertium.metrics.input_texts import (
    ColumnRoles,
    HypothesisColumns,
    ReferenceList,
    TextList,
    make_single,
    take_test_set,
)
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.metric import Metric
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse_all
from tertium.metrics.tallying import Collection, Tallies, collect, fit
from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS
from tertium.results import Score, Scores
from tertium.stats.bootstrap import bootstrap_interval
from tertium.stats.resampling import RESAMPLES, SEED, Resampling
from tertium.threads import resolve_threads
from tertium.types import Array, References, TestSet


def score(
    hypotheses: TextList | None = None,
    references: ReferenceList | str | None = None,
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    predictions: TextList | None = None,
    hypothesis: HypothesisColumns | None = None,
    columns: ColumnRoles | None = None,
    confidence: float | None = None,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    documents: TextList | str | None = None,
    sources: TextList | str | None = None,
    language: str = "",
    normalise: str = "",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Score one system.

    >>> result = score(["the cat sat on the mat"], [["the cat sat on a mat", "a cat was on the mat"]], ["bleu", "ter"])
    >>> round(result["bleu"].value, 2)
    67.56
    >>> print(result)
    bleu = 67.56
    ter = 16.67

    Args:
        hypotheses: One string per segment: a list, or a column of a data frame; or the data frame, with all columns. It
            can be of pandas, polars, DuckDB, pyarrow, Hugging Face, or any library with Arrow's PyCapsule interface.
        references: One entry per segment: a string, or a list of strings. (sacrebleu's nesting, one list per
            reference translation, is refused, unless there are as many translations as segments.) With a data frame
            the names of its columns of references, where they do not say it themselves. Without references, which
            some metrics do not need, None; with a data frame ``()``.
        metrics: Metric specs, such as ``"bleu:lowercase=yes"``; or metrics, such as ``Bleu(lowercase=True)`` or one of
            your own, whose scores are found by their ``settings()``.
        predictions: The hypotheses, by the name that they have in Hugging Face's ``evaluate``.
        hypothesis: With a data frame, the name of its column of hypotheses.
        columns: With a data frame, what else its columns contain, as for ``open_test_set``; a string, or a dictionary
            from roles to names.
        confidence: The confidence level of bootstrap intervals, such as 0.95; no intervals by default.
        resamples: How many resamples are drawn for an interval; 10,000 by default.
        seed: The seed of the resamples; the same seed gives the same interval on every machine.
        documents: The document of each segment, for scores by document; with a data frame the name of that column.
        sources: The source of each segment, which some metrics compare with; with a data frame the name of that column.
        language: The language of hypotheses and references: a code such as ``ru`` or ``pt-BR``, an English name, or a
            language pair such as ``en-ru``. If it is given, metrics for other languages are refused, and languages
            without spaces between words have their own tokenizers.
        normalise: The Unicode normal form that texts are given before they are scored, ``nfc`` or ``nfkc``; signatures
            say so.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Returns:
        The scores, by the specs as given: ``result["bleu"].value``, ``.segments``, ``.signature``, ``.interval``.

    Raises:
        InputError: If the input is mis-shaped. There is never a score for mis-shaped input.
        SpecError: If a metric, a setting or the language does not exist, or a metric is not for the language.
    """
    test_set = make_single(
        hypotheses, predictions, references, documents, sources, language, hypothesis, columns, normalise
    )
    resampling = None if confidence is None else Resampling(confidence, resamples, seed)
    (scores,) = score_systems(test_set, metrics, resampling=resampling, threads=threads, progress=progress).values()
    return scores


def score_systems(
    test_set: TestSet,
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    resampling: Resampling | None = None,
    fit_to: References | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Scores]:
    """Score all systems of a test set.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog"], "two": ["a dog"]}, ["a small dog"])
    >>> {name: round(scores["chrf"].value, 1) for name, scores in score_systems(test_set, ["chrf"]).items()}
    {'one': 100.0, 'two': 23.9}

    Args:
        test_set: The systems and their references.
        metrics: Metric specs or metrics; or metrics by name, as from ``parse_all``.
        resampling: How bootstrap intervals are drawn; no intervals by default.
        fit_to: The references that metrics such as NIST learn from, if the test set is only a part of them.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Returns:
        The scores of each system, by its name.
    """
    test_set = take_test_set(test_set)
    threads = resolve_threads(threads)
    adapted = adapt_metrics(parse_all(metrics), test_set.language)
    bound = {spec: metric.bind(test_set) for spec, metric in adapted.items()}
    fitted = fit(bound, test_set.references if fit_to is None else fit_to, threads)
    scored = score_batches([test_set], fitted, resampling, threads, progress, keep_rows=True)
    return {name: replace(scores, ids=test_set.ids) for name, scores in scored.items()}


def score_stream(
    batches: Iterable[TestSet],
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Scores]:
    """Score a stream of consecutive runs of segments in constant memory, without segment scores and intervals.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog", "the cat"]}, ["a small dog", "a cat"])
    >>> print(score_stream(test_set.batches(1), ["wer"])["one"])
    wer = 0.2000

    Args:
        batches: The runs, such as ``open_test_set(...).batches()``.
        metrics: Metric specs or metrics; or metrics by name, as from ``parse_all``.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Raises:
        SpecError: If a metric has to see all references first.
    """
    parsed = parse_all(metrics)
    refuse_to_fit(parsed)
    batches = [batches] if isinstance(batches, TestSet) else batches
    return score_batches(batches, parsed, None, resolve_threads(threads), progress, keep_rows=False)


def refuse_to_fit(metrics: Mapping[str, Metric]) -> None:
    """Refuse a metric that has to see all references of what is only a stream."""
    for spec, metric in metrics.items():
        if metric.needs_fit:
            what = "are scores of a whole test set" if metric.is_given else "has to see all references before it scores"
            raise SpecError(f"{spec!r} {what}", remedy="Read the whole test set")


def score_batches(
    batches: Iterable[TestSet],
    metrics: Mapping[str, Metric],
    resampling: Resampling | None,
    threads: int,
    progress: Progress | None,
    *,
    keep_rows: bool,
    into: Collection | None = None,
) -> dict[str, Scores]:
    """Score consecutive runs of segments.

    Args:
        batches: The runs.
        metrics: The metrics, fitted where they need to be, by the specs that they were asked for.
        resampling: How bootstrap intervals are drawn from the rows, if these are kept.
        threads: How many threads to use.
        progress: Called with the number of segments after each batch.
        keep_rows: Whether the row of each segment is kept, for segment scores and intervals.
        into: What was collected of the segments before these, which is added to.
    """
    runs = iter(batches)
    if (first := next(runs, None)) is not None:
        metrics = adapt_metrics(metrics, first.language)
        runs = chain([first], runs)
    found = collect(runs, metrics, keep_rows=keep_rows, threads=threads, progress=progress, into=into)
    scores = {}
    for system, tallies in found.tallies.items():
        by_spec = {
            spec: _finish(spec, metric, tallies[spec], found, resampling, threads) for spec, metric in metrics.items()
        }
        scores[system] = Scores(system, found.count, by_spec)
    return scores


def _finish(
    spec: str,
    metric: Metric,
    tallies: Tallies,
    found: Collection,
    resampling: Resampling | None,
    threads: int,
) -> Score:
    rows = np.concatenate(tallies.rows) if tallies.rows else None
    tallies.rows.clear()  # else they would be in memory twice
    interval = None
    if resampling is not None and rows is not None:
        interval = bootstrap_interval(rows, metric.score, **vars(resampling), threads=threads)
    by_document = {name: float(metric.score(tallies.documents[name])) for name in found.documents}
    score = make_score(
        spec, metric, tallies.total, write_signature(metric, found.references, resampling, [*found.changes])
    )
    return replace(score, documents=by_document or None, interval=interval, tallies=rows)


def make_score(spec: str, metric: Metric, total: Array, signature: str) -> Score:
    """Return the score of a sum of tallies.

    Args:
        spec: The metric as it was asked for.
        metric: The metric.
        total: The sum of the rows of all segments.
        signature: What ``write_signature`` says of the run.
    """
    components = metric.components(total)
    return Score(
        spec=spec,
        value=float(metric.score(total)),
        signature=signature,
        components={name: float(value) for name, value in components.items()},
        higher_is_better=metric.higher_is_better,
        decimals=metric.shown_decimals,
        component_decimals=metric.find_decimals(components),
        scorer=metric.for_segments().score,
        breakdown=metric.for_segments().components,
        caution=metric.caution,
    )
