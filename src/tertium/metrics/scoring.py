"""Score systems.

Data flows one way: test set, prepared batches, tallies, scores. A test set is scored in batches, so that a stream of
any length needs constant memory. Each batch of references is prepared once for all systems, and for all metrics that
take it in the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.metrics.metric import Metric
from tertium.metrics.signature import write_signature
from tertium.metrics.spec import parse_all
from tertium.metrics.tallying import Collection, Tallies, collect, fit
from tertium.progress import Progress
from tertium.results import Score, Scores
from tertium.stats.bootstrap import bootstrap_interval
from tertium.stats.resampling import SEED, Resampling
from tertium.text.signs import warn_of_text
from tertium.threads import resolve_threads
from tertium.types import References, TestSet, check_segments

if TYPE_CHECKING:
    from tertium.text.readers import TestSetReader

ReferenceList = Sequence[str | Sequence[str | None] | None]


def score(
    hypotheses: Sequence[str],
    references: ReferenceList,
    metrics: Sequence[str | Metric] = ("bleu", "chrf", "ter"),
    *,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = SEED,
    documents: Sequence[str] | None = None,
    language: str = "",
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
        hypotheses: One string per segment.
        references: One entry per segment: a string, or a list of strings. (sacrebleu's nesting, one list per
            reference translation, is refused, unless there are as many translations as segments.)
        metrics: Metric specs, such as ``"bleu:lowercase=yes"``; or metrics, such as ``Bleu(lowercase=True)`` or one of
            your own, whose scores are found by their ``settings()``.
        confidence: The confidence level of bootstrap intervals, such as 0.95; no intervals by default.
        resamples: How many resamples are drawn for an interval.
        seed: The seed of the resamples; the same seed gives the same interval on every machine.
        documents: The document of each segment, for scores by document.
        language: The code of the language of hypotheses and references, such as ``ru``. If it is given, metrics that
            are for other languages are refused.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Returns:
        The scores, by the specs as given: ``result["bleu"].value``, ``.segments``, ``.signature``, ``.interval``.

    Raises:
        InputError: If the input is mis-shaped. There is never a score for mis-shaped input.
        SpecError: If a metric or a setting does not exist, or a metric is not for the language.
    """
    test_set = make_test_set({"": hypotheses}, references, documents, language)
    resampling = None if confidence is None else Resampling(confidence, resamples, seed)
    return score_systems(test_set, metrics, resampling=resampling, threads=threads, progress=progress)[""]


def make_test_set(
    systems: Mapping[str, Sequence[str]],
    references: ReferenceList,
    documents: Sequence[str] | None = None,
    language: str = "",
) -> TestSet:
    """Make a test set from lists of strings.

    >>> test_set = make_test_set({"one": ["a dog"], "two": ["the dog"]}, [["a dog", "one dog"]])
    >>> len(test_set), list(test_set.systems), test_set.references.of(0)
    (1, ['one', 'two'], ['a dog', 'one dog'])

    Args:
        systems: The hypotheses of each system, by its name.
        references: One entry per segment, as for ``score``.
        documents: The document of each segment.
        language: The code of the language of hypotheses and references, if known.

    Raises:
        InputError: If the lists differ in length, or something is not a text.

    Warns:
        TextWarning: If a text looks tokenised or escaped.
    """
    if not isinstance(systems, Mapping):
        raise InputError(
            f"the systems are of type {type(systems).__name__}",
            remedy="Give a dictionary from names to lists of hypotheses",
        )
    checked = {
        name: check_segments(hypotheses, f"the hypotheses of {name!r}" if name else "the hypotheses")
        for name, hypotheses in systems.items()
    }
    names = None if documents is None else check_segments(documents, "the documents")
    _check_nesting(len(next(iter(checked.values()), ())), references)
    nested = References.from_nested(references)
    test_set = TestSet(systems=checked, references=nested, documents=names, language=language)
    warn_of_text({"": test_set})
    return test_set


def _check_nesting(count: int, references: object) -> None:
    """Refuse references that are nested the other way round, as sacrebleu takes them."""
    if not isinstance(references, Sequence) or len(references) in (0, count):
        return
    if all(isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == count for entry in references):
        raise InputError(
            f"the references are nested as {len(references)} list{'' if len(references) == 1 else 's'} of {count}, "
            "one list per translation",
            remedy="Give one entry per segment, such as list(zip(*references))",
        )


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
    threads = resolve_threads(threads)
    fitted = fit(parse_all(metrics), test_set.references if fit_to is None else fit_to, threads)
    return _score([test_set], fitted, resampling, threads, progress, keep_rows=True)


def score_stream(
    batches: Iterable[TestSet],
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Scores]:
    """Score a stream of consecutive runs of segments in constant memory, without segment scores and intervals.

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
    for spec, metric in parsed.items():
        if metric.needs_fit:
            raise SpecError(f"{spec!r} has to see all references before it scores", remedy="Read the whole test set")
    return _score(batches, parsed, None, resolve_threads(threads), progress, keep_rows=False)


def score_reader(
    reader: TestSetReader,
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    by_segment: bool = False,
    by_document: bool = False,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Scores]:
    """Score all systems of some files, as a stream where that is possible.

    The files are read whole if segment scores or intervals are wanted, or if a metric has to see all references first.

    >>> from tertium import open_test_set, samples
    >>> reader = open_test_set([samples.path("system.neural.txt")], [samples.path("reference.A.txt")], names=["neural"])
    >>> print(score_reader(reader, ["bleu", "chrf"])["neural"])
    bleu = 49.98
    chrf = 68.15

    Args:
        reader: The files, from ``open_test_set``.
        metrics: Metric specs or metrics; or metrics by name, as from ``parse_all``.
        by_segment: Whether the scores of segments are wanted.
        by_document: Whether the scores of documents are wanted; they are there wherever documents are known.
        resampling: How bootstrap intervals are drawn; no intervals by default.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Returns:
        The scores of each system, by its name.

    Raises:
        InputError: If the files are mis-shaped, or the documents are wanted and not known.
        SpecError: If a metric or a setting does not exist.
    """
    parsed = parse_all(metrics)
    if by_segment or resampling is not None or any(metric.needs_fit for metric in parsed.values()):
        test_set = _check_documents(reader.read(), by_document)
        return score_systems(test_set, parsed, resampling=resampling, threads=threads, progress=progress)
    batches = (_check_documents(batch, by_document) for batch in reader.batches())
    return score_stream(batches, parsed, threads=threads, progress=progress)


def _check_documents(test_set: TestSet, wanted: bool) -> TestSet:
    """Return the same segments; raise an error if their documents are wanted and not known, before any work is done."""
    if wanted and test_set.documents is None:
        raise InputError(
            "the documents of the segments are not known",
            remedy="Give them with documents=",
            command_remedy="Give them with --document-ids",
        )
    return test_set


def _score(
    batches: Iterable[TestSet],
    metrics: Mapping[str, Metric],
    resampling: Resampling | None,
    threads: int,
    progress: Progress | None,
    *,
    keep_rows: bool,
) -> dict[str, Scores]:
    found = collect(batches, metrics, keep_rows=keep_rows, threads=threads, progress=progress)
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
    interval = None
    if resampling is not None and rows is not None:
        interval = bootstrap_interval(rows, metric.score, **vars(resampling), threads=threads)
    by_document = {name: float(metric.score(tallies.documents[name])) for name in found.documents}
    components = metric.components(tallies.total)
    return Score(
        spec=spec,
        value=float(metric.score(tallies.total)),
        signature=write_signature(metric, found.references, resampling, list(found.changes)),
        components={name: float(value) for name, value in components.items()},
        documents=by_document or None,
        interval=interval,
        higher_is_better=metric.higher_is_better,
        decimals=metric.shown_decimals,
        component_decimals=metric.find_decimals(components),
        tallies=rows,
        scorer=metric.for_segments().score,
        breakdown=metric.for_segments().components,
    )
