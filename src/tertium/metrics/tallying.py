"""From a stream of batches to sums of tallies: each batch is prepared once for all who want it in the same form."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium.errors import InputError, TextError
from tertium.metrics.foreign import tally_checked
from tertium.metrics.language_check import check_language, check_parts, warn_of_language
from tertium.metrics.metric import Batch, Metric
from tertium.metrics.signature import ReferenceCounts
from tertium.progress import Progress
from tertium.types import Array, Matrix, References, TestSet


@dataclass
class Tallies:
    """What is kept of one system by one metric while batches go by.

    Attributes:
        total: The sum of all rows.
        rows: The rows of each batch, if they are kept.
        documents: The sum of the rows of each document, where documents are known.
    """

    total: Array
    rows: list[Matrix] = field(default_factory=list)
    documents: dict[str, Array] = field(default_factory=dict)

    def add(self, rows: Matrix, documents: Sequence[str] | None, keep_rows: bool) -> None:
        """Add the rows of a batch."""
        self.total = self.total + rows.sum(axis=0)
        if keep_rows:
            self.rows.append(rows)
        if documents is not None:
            names, inverse = np.unique(np.asarray(documents, dtype=object), return_inverse=True)
            sums = np.zeros((len(names), rows.shape[1]))
            np.add.at(sums, inverse, rows)
            for name, row in zip(names, sums, strict=True):
                self.documents[name] = self.documents.get(name, 0.0) + row


@dataclass(kw_only=True)
class Collection:
    """The tallies of all systems by all metrics, and the facts of the run.

    Attributes:
        tallies: By system, then by metric as it was asked for.
        count: How many segments there were.
        references: How many references they have.
        documents: The documents in the order of their first segments; the values mean nothing.
        changes: What was done to the texts of any batch; the values mean nothing.
    """

    tallies: dict[str, dict[str, Tallies]] = field(default_factory=dict)
    count: int = 0
    references: ReferenceCounts = field(default_factory=lambda: ReferenceCounts(0, 0))
    documents: dict[str, None] = field(default_factory=dict)
    changes: dict[str, None] = field(default_factory=dict)


def collect(
    batches: Iterable[TestSet],
    metrics: Mapping[str, Metric],
    *,
    keep_rows: bool,
    threads: int,
    progress: Progress | None = None,
    into: Collection | None = None,
) -> Collection:
    """Tally all batches.

    Args:
        batches: A test set, or consecutive runs of its segments; they are cut to what the metrics can work on.
        metrics: The metrics, fitted where they need to be, by the specs that they were asked for.
        keep_rows: Whether the row of each segment is kept; else memory does not grow with the number of segments.
        threads: How many threads to use.
        progress: Called with the number of segments after each batch.
        into: What was collected of the segments before these, which is added to.
    """
    found = Collection() if into is None else into
    size = smallest_batch(metrics)
    for batch in (part for run in batches for part in run.batches(size)):
        if not found.count:
            _require_sources(batch, metrics)
            check_language(metrics, batch.language)
            check_parts(metrics)
            warn_of_language(metrics, batch)
        _check_references(batch, metrics, found)
        _check_continues(batch, found)
        _tally(batch, metrics, found, keep_rows, threads)
        found.documents.update(dict.fromkeys(batch.documents or ()))
        found.changes.update(dict.fromkeys(batch.changes))
        counts = ReferenceCounts.of(batch.references)
        found.references = counts if found.count == 0 else found.references.merge(counts)
        found.count += len(batch)
        if progress is not None:
            progress(len(batch))
    if found.count == 0:
        raise no_segments()
    return found


def no_segments() -> InputError:
    """Return the error of a test set that has none."""
    return InputError("there is not a single segment", remedy="Give at least one hypothesis and its reference")


def _check_references(batch: TestSet, metrics: Mapping[str, Metric], found: Collection) -> None:
    """Refuse segments without a reference, unless no metric needs one."""
    needy = [spec for spec, metric in metrics.items() if metric.needs_references]
    if needy:
        # Where the others do without, it has to be said who does not.
        batch.references.require_one_each(found.count, needed_by="" if len(needy) == len(metrics) else needy[0])


def _check_continues(batch: TestSet, found: Collection) -> None:
    """Refuse a batch that is not of the test set that the others are of."""
    if found.count and set(batch.systems) != set(found.tallies):
        other = sorted(set(batch.systems) ^ set(found.tallies))[0]
        raise InputError(
            f"the system {other!r} is missing from some of the segments around number {found.count + 1}",
            remedy="Give every system an output for each segment",
        )
    if found.count and (batch.documents is None) != (not found.documents):
        raise InputError(
            f"the documents are known only of some of the segments around number {found.count + 1}",
            remedy="Give the document of each segment, or of none",
        )


def fit(metrics: Mapping[str, Metric], references: References, threads: int) -> dict[str, Metric]:
    """Return the metrics, those fitted to all references that need it."""
    fitted = dict(metrics)
    for group in group_by_preparation({spec: metric for spec, metric in metrics.items() if metric.needs_fit}):
        try:
            prepared = _prepare_references(next(iter(group.values())), references, threads)
        except SegmentError as error:
            raise error.locate(0) from error
        fitted |= {spec: metric.fit(prepared) for spec, metric in group.items()}
    return fitted


def group_by_preparation(metrics: Mapping[str, Metric]) -> list[dict[str, Metric]]:
    """Group metrics that want segments in the same form, since making that form is most of the work."""
    groups: dict[Hashable, dict[str, Metric]] = {}
    for spec, metric in metrics.items():
        groups.setdefault(metric.preparation, {})[spec] = metric
    return list(groups.values())


def smallest_batch(metrics: Mapping[str, Metric]) -> int:
    """Return how many segments all of these metrics can work on at a time."""
    return min(metric.batch_size for metric in metrics.values())


def tally_batch(
    batch: TestSet, metrics: Mapping[str, Metric], threads: int, first: int = 0
) -> Iterator[tuple[str, str, Matrix]]:
    """Yield the rows of each system by each metric. What is prepared is dropped as soon as no metric needs it.

    Args:
        batch: Segments, each with a reference if a metric needs one.
        metrics: The metrics, fitted where they need to be, by the specs that they were asked for.
        threads: How many threads to use.
        first: How many segments of the test set come before the batch.

    Yields:
        The name of the system, the spec of the metric, and one row per segment.

    Raises:
        InputError: A metric needs the sources, and they are not known.
        SegmentError: A segment cannot be scored.
    """
    _require_sources(batch, metrics)
    for spec, metric in metrics.items():
        if metric.is_given:
            yield from ((system, spec, metric.take(system, first, len(batch))) for system in batch.systems)
    for group in group_by_preparation({spec: metric for spec, metric in metrics.items() if not metric.is_given}):
        leading = next(iter(group.values()))
        references = _prepare_references(leading, batch.references, threads)
        sources = _prepare_sources(group, batch, threads)
        for system, hypotheses in batch.systems.items():
            try:
                prepared = leading.prepare(hypotheses, threads)
                for spec, metric in group.items():
                    known = sources if metric.needs_sources else None
                    rows = tally_checked(metric, Batch(prepared, references, batch.references.offsets, known), threads)
                    yield system, spec, rows
            except TextError as error:
                raise SegmentError(error, error.index, system) from error


def _require_sources(batch: TestSet, metrics: Mapping[str, Metric]) -> None:
    needing = [spec for spec, metric in metrics.items() if metric.needs_sources]
    if needing and batch.sources is None:
        raise InputError(
            f"{needing[0]} needs the source segments, and they are not known",
            remedy="Give them with sources=, or a test set that has them",
            command_remedy="Give them with --source, or in a column source",
        )


class SegmentError(TextError):
    """A segment of a batch that cannot be scored.

    Args:
        error: What is wrong with it.
        segment: Its number in the batch, counted from 0.
        system: The name of the system; None if a reference is wrong.
    """

    def __init__(self, error: TextError, segment: int, system: str | None) -> None:
        super().__init__(error.problem, index=segment, remedy=error.remedy or "")
        self.system = system

    def locate(self, before: int) -> InputError:
        """Return it as the error of a test set with some segments before those of the batch."""
        number = before + self.index + 1
        if self.system is None:
            return InputError(f"a reference of segment {number} {self.problem}", remedy=self.remedy)
        whose = f"the system {self.system!r}" if self.system else "the hypotheses"
        return InputError(f"segment {number} of {whose} {self.problem}", remedy=self.remedy)


def _tally(batch: TestSet, metrics: Mapping[str, Metric], found: Collection, keep_rows: bool, threads: int) -> None:
    """Add the rows of a batch."""
    try:
        for system, spec, rows in tally_batch(batch, metrics, threads, found.count):
            of_system = found.tallies.setdefault(system, {})
            if spec not in of_system:
                of_system[spec] = Tallies(np.zeros(rows.shape[1]))
            of_system[spec].add(rows, batch.documents, keep_rows)
    except SegmentError as error:
        raise error.locate(found.count) from error


def _prepare_references(metric: Metric, references: References, threads: int) -> Any:
    try:
        return metric.prepare_references(references.flat, threads)
    except TextError as error:
        segment = int(np.searchsorted(references.offsets, error.index, side="right")) - 1
        raise SegmentError(error, segment, None) from error


def _prepare_sources(metrics: Mapping[str, Metric], batch: TestSet, threads: int) -> Any:
    """Prepare the sources of a batch for metrics with the same preparation; None if none of them needs sources."""
    needing = [metric for metric in metrics.values() if metric.needs_sources]
    if not needing or batch.sources is None:
        return None
    try:
        return needing[0].prepare_sources(batch.sources, threads)
    except TextError as error:
        raise SegmentError(error, error.index, next(iter(batch.systems))) from error
