"""Score systems in files, as a stream where that is possible; one that was stopped can go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.errors import InputError, SpecError
from tertium.files.read_ahead import read_ahead
from tertium.frame import Frame
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import refuse_to_fit, score_batches, score_systems
from tertium.metrics.spec import parse_all
from tertium.metrics.tallying import Collection, no_segments, smallest_batch
from tertium.progress import Progress
from tertium.results import Scores
from tertium.stats.resampling import Resampling
from tertium.threads import resolve_threads
from tertium.types import TestSet

if TYPE_CHECKING:
    from tertium.metrics.checkpoint import Checkpoint
    from tertium.text.readers import Passage, Place, TestSetReader


def score_reader(
    reader: TestSetReader,
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    by_segment: bool = False,
    by_document: bool = False,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    checkpoint: Checkpoint | str | Path | None = None,
) -> dict[str, Scores]:
    """Score all systems of some files, as a stream where that is possible.

    The files are read whole if segment scores or intervals are wanted, or if a metric has to see all references first.
    With more than one thread, one of them reads ahead.

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
        progress: Called with the number of segments after each batch; first with those that were counted before.
        checkpoint: A file in which the sums so far are saved every few seconds. If it is there, the run that wrote it
            goes on, and gives the same result as one that was not stopped. It is removed in the end, unless it is given
            as a ``Checkpoint``: then its ``remove`` is for the caller to call, when the result is safe.

    Returns:
        The scores of each system, by its name.

    Raises:
        InputError: If the files are mis-shaped, or the documents are wanted and not known; or if the checkpoint is
            damaged or that of another run.
        SpecError: If a metric or a setting does not exist, or a checkpoint is wanted of what is not streamed.
    """
    _check_reader(reader)
    parsed = parse_all(metrics)
    if by_segment or resampling is not None or any(metric.needs_fit for metric in parsed.values()):
        _refuse_checkpoint(checkpoint, parsed, by_segment, resampling)
        test_set = _check_documents(reader.read(), by_document)
        return score_systems(test_set, parsed, resampling=resampling, threads=threads, progress=progress)
    threads = resolve_threads(threads)
    if checkpoint is None:
        batches = (passage.segments for passage in _read(reader, threads))
        scores = _score(batches, parsed, threads, progress, by_document)
    else:
        scores = _score_on(checkpoint, reader, parsed, threads, progress, by_document)
    reader.warn_of_text()
    return scores


def score_segments(
    reader: TestSetReader,
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
    *,
    components: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[dict[str, Frame]]:
    """Score the segments of some files as a stream: memory does not grow with their number.

    >>> from tertium import open_test_set, samples
    >>> reader = open_test_set([samples.path("system.neural.txt")], [samples.path("reference.A.txt")], names=["neural"])
    >>> for run in score_segments(reader, ["chrf"]):
    ...     print([round(score, 1) for score in run["neural"].to_dict()["chrf"][:3]])
    [67.1, 73.9, 65.5]

    Args:
        reader: The files, from ``open_test_set``.
        metrics: Metric specs or metrics; or metrics by name, as from ``parse_all``.
        components: Whether the figures that each score is made of are wanted.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Yields:
        The scores of consecutive segments by system, with the columns of ``Scores.by_segment``.

    Raises:
        InputError: If the files are mis-shaped.
        SpecError: If a metric or a setting does not exist, or a metric has to see all references first.
    """
    parsed = parse_all(metrics)
    refuse_to_fit(parsed)
    threads = resolve_threads(threads)
    found = Collection()
    for passage in _read(reader, threads):
        batch = replace(passage.segments, documents=None)  # their sums are not wanted
        before = found.count
        scored = score_batches([batch], parsed, None, threads, progress, keep_rows=True, into=found)
        runs = {name: replace(scores, count=len(batch), ids=batch.ids) for name, scores in scored.items()}
        yield {name: run.by_segment(components=components, first=before + 1) for name, run in runs.items()}
    if not found.count:
        raise no_segments()
    reader.warn_of_text()


def _check_reader(reader: object) -> None:
    if not hasattr(reader, "passages"):
        raise InputError(
            f"the reader is of type {type(reader).__name__}",
            remedy="Give tertium.open_test_set(files, references); for texts in memory use tertium.score",
        )


def _read(reader: TestSetReader, threads: int, start: Place | None = None) -> Iterator[Passage]:
    passages = reader.passages(start=start)
    return passages if threads == 1 else read_ahead(passages)


def _score(
    batches: Iterable[TestSet],
    metrics: Mapping[str, Metric],
    threads: int,
    progress: Progress | None,
    by_document: bool,
    into: Collection | None = None,
) -> dict[str, Scores]:
    checked = (_check_documents(batch, by_document) for batch in batches)
    return score_batches(checked, metrics, None, threads, progress, keep_rows=False, into=into)


def _score_on(
    given: Checkpoint | str | Path,
    reader: TestSetReader,
    metrics: Mapping[str, Metric],
    threads: int,
    progress: Progress | None,
    by_document: bool,
) -> dict[str, Scores]:
    """Score what a checkpoint does not have yet."""
    from tertium.metrics.checkpoint import Checkpoint

    checkpoint = given if isinstance(given, Checkpoint) else Checkpoint(given)
    found = checkpoint.open(reader, metrics, by_document=by_document)
    if progress is not None and found.count:
        progress(found.count)

    def note(segments: int) -> None:
        checkpoint.offer(found)
        if progress is not None:
            progress(segments)

    batches = checkpoint.pass_through(_read(reader, threads, checkpoint.place), smallest_batch(metrics))
    scores = _score(batches, metrics, threads, note, by_document, found)
    if checkpoint is given:
        checkpoint.save(found)  # the caller has not written the result yet
    else:
        checkpoint.remove()
    return scores


def _refuse_checkpoint(
    checkpoint: object, metrics: Mapping[str, Metric], by_segment: bool, resampling: Resampling | None
) -> None:
    """Refuse a checkpoint of a run that keeps more than sums."""
    if checkpoint is None:
        return
    fitted = [spec for spec, metric in metrics.items() if metric.needs_fit]
    what = "segment scores" if by_segment else "intervals" if resampling is not None else f"the metric {fitted[0]}"
    raise SpecError(
        f"{what} and a checkpoint cannot be had together: all segments are needed at once",
        remedy=f"Leave out {what}, or the checkpoint",
        command_remedy=f"Leave out {what}, or --resume",
    )


def _check_documents(test_set: TestSet, wanted: bool) -> TestSet:
    """Return the same segments; raise an error if their documents are wanted and not known, before any work is done."""
    if wanted and test_set.documents is None:
        raise InputError(
            "the documents of the segments are not known",
            remedy="Give them with documents=",
            command_remedy="Give them with --document-ids",
        )
    return test_set
