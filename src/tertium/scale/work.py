"""What is to be done with rows of text: a value that can be pickled and sent to where the rows are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.languages import read_languages
from tertium.metrics.language_check import adapt_metrics, check_language, check_parts
from tertium.metrics.metric import FitsByCounts, Metric
from tertium.metrics.spec import parse_all, refuse_local
from tertium.registry import unknown
from tertium.stats.resampling import SEED

BadRows = Literal["fail", "quarantine"]
_BAD_ROWS = ("fail", "quarantine")
# As many blocks leave the width of an interval uncertain by some 2 %.
BLOCKS = 1024


@dataclass(frozen=True, kw_only=True)
class ScoringWork:
    """How rows are scored: one row per hypothesis, with its references, its source, or both.

    Attributes:
        metrics: Metric specs or metrics.
        hypothesis: The column of hypotheses.
        references: The columns of references, each of texts or of lists of texts; none if no metric needs references.
        source: The column of source segments, which some metrics compare with.
        by: The columns whose values make groups, such as the system and the language pair; one group if empty.
        row_id: The column that names a row in messages.
        unit: The column whose equal values are resampled together, such as the segment or the document. By default
            these are rows with the same references (without references, with the same source), so that the outputs of
            several systems for one segment, and copies of a segment, stay together.
        blocks: How many blocks units are shared out to by chance, for intervals and tests; 0 for none.
        seed: The seed of the blocks and of the resamples.
        bad_rows: ``fail``: a row that cannot be scored ends the work with an error that names it. ``quarantine``: such
            rows are left out and counted.
        language: The language of the texts, as for ``score``, if known: metrics for other languages are refused.
        learned: What metrics that have to be fitted learned, as Arrow tables in bytes; ``fit`` sets it.
    """

    metrics: Sequence[str | Metric]
    hypothesis: str = "hypothesis"
    references: Sequence[str] = ("reference",)
    source: str | None = None
    by: Sequence[str] = ()
    row_id: str | None = None
    unit: str | None = None
    blocks: int = 0
    seed: int = SEED
    bad_rows: BadRows = "fail"
    language: str = ""
    learned: Sequence[tuple[str, bytes]] = ()

    def __post_init__(self) -> None:
        if isinstance(self.metrics, str):
            parse_all(self.metrics)  # raises the usual error
        for name in ("references", "by"):
            value = getattr(self, name)
            object.__setattr__(self, name, (value,) if isinstance(value, str) else tuple(value))
        object.__setattr__(self, "metrics", tuple(self.metrics))
        object.__setattr__(self, "learned", tuple(self.learned))
        if self.bad_rows not in _BAD_ROWS:
            raise unknown("way with bad rows", str(self.bad_rows), _BAD_ROWS)
        if not 0 <= self.blocks < 1 << 32:
            raise SpecError(f"there are {self.blocks} blocks", remedy="Give 0 for none, or 100 or more")
        if not 0 <= self.seed < 1 << 64:
            raise SpecError(f"the seed is {self.seed}", remedy="Give a whole number from 0 to 2^64 - 1")
        for metric in self.metrics:
            refuse_local(metric)
        object.__setattr__(self, "language", read_languages(self.language).target)
        parsed = parse_all(self.metrics)
        self._check_roles(parsed)
        check_language(parsed, self.language)
        check_parts(parsed)

    def _check_roles(self, metrics: Mapping[str, Metric]) -> None:
        """Refuse metrics that need a column that was not named."""
        for spec, metric in metrics.items():
            if metric.needs_references and not self.references:
                raise SpecError(
                    f"there is no column of references, and {spec} needs references",
                    remedy="Give at least one, such as ['reference']",
                )
            if metric.needs_sources and self.source is None:
                raise SpecError(f"{spec} needs the source segments", remedy="Name their column as source")
        if self.blocks and not self.references and self.source is None and self.unit is None:
            raise SpecError(
                "it is not known which rows are the same segment, so nothing can be resampled",
                remedy="Name the column of segments or documents as unit",
            )

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle, (dict(vars(self)),)

    @property
    def specs(self) -> list[str]:
        """The metrics as they were asked for."""
        return list(self.parse_metrics())

    def parse_metrics(self) -> Mapping[str, Metric]:
        """Return the metrics as they are before they are fitted: enough to make scores of tallies."""
        return _load(self.metrics, (), self.language)

    @property
    def columns(self) -> list[str]:
        """The columns that are needed, each once."""
        wanted = [self.hypothesis, *self.references, self.source, *self.by, self.row_id, self.unit]
        return list(dict.fromkeys(name for name in wanted if name is not None))

    def require_columns(self, names: Iterable[str]) -> None:
        """Refuse a table without the columns that are needed.

        Raises:
            InputError: A column is missing.
        """
        there = list(names)
        for name in self.columns:
            if name not in there:
                raise InputError(f"there is no column {name!r}", remedy=f"Choose from: {', '.join(there)}")

    def load_metrics(self) -> Mapping[str, Metric]:
        """Return the metrics, fitted; they are made once in each process, with all their resources.

        Raises:
            SpecError: A metric has to be fitted first.
        """
        metrics = _load(self.metrics, self.learned, self.language)
        for spec, metric in metrics.items():
            if metric.needs_fit and spec not in dict(self.learned):
                raise SpecError(
                    f"{spec!r} has to see all references before it scores",
                    remedy="Count them with count_references, and give the sums to work.fit",
                )
        return metrics

    def list_unfitted(self) -> dict[str, FitsByCounts]:
        """Return the metrics that have to be fitted, by their specs.

        Raises:
            SpecError: A metric has to see all references at once.
        """
        unfitted: dict[str, FitsByCounts] = {}
        for spec, metric in self.parse_metrics().items():
            if isinstance(metric, FitsByCounts) and metric.needs_fit:
                unfitted[spec] = metric
            elif metric.needs_fit:
                raise SpecError(
                    f"{metric.name} has to see all references at once",
                    remedy="Score on one machine, or choose another metric",
                )
        return unfitted

    def fit(self, counts: pa.Table) -> ScoringWork:
        """Return the same work with metrics that learned from the references.

        Args:
            counts: What ``count_references`` found, in any number of parts: columns ``metric``, ``name``, ``count``.
        """
        learned = []
        for spec in self.list_unfitted():
            chosen = counts.filter(pc.equal(counts["metric"], spec)).select(["name", "count"])
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, chosen.schema) as stream:
                stream.write_table(chosen)
            learned.append((spec, sink.getvalue().to_pybytes()))
        return replace(self, learned=tuple(learned))


def _unpickle(fields: Mapping[str, object]) -> ScoringWork:
    """Make the work that was checked where it was made: a worker need not have the models of all metrics at hand."""
    work = object.__new__(ScoringWork)
    vars(work).update(fields)
    return work


@lru_cache(maxsize=8)
def _load(
    metrics: tuple[str | Metric, ...], learned: tuple[tuple[str, bytes], ...], language: str
) -> dict[str, Metric]:
    """Make metrics. A worker that has many batches to score finds them here, with their lexicons and parsers."""
    for metric in metrics:
        refuse_local(metric)  # the work may have come from another machine
    found = adapt_metrics(parse_all(metrics), language)
    for spec, table in learned:
        if spec not in found:
            continue
        metric, counts = found[spec], pa.ipc.open_stream(table).read_all()
        if isinstance(metric, FitsByCounts):
            names = _core.ArrowTable(counts.column("name")).texts(0)
            found[spec] = metric.fit_counts(names, counts.column("count").to_numpy())
    return found
