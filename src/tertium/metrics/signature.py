"""Signatures: all that is needed to get the same score again, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium._core import __version__
from tertium.metrics.metric import Metric
from tertium.stats.resampling import Resampling
from tertium.types import References


@dataclass(frozen=True)
class ReferenceCounts:
    """How many references the segments have.

    >>> str(ReferenceCounts.of(References.from_nested(["a", ["b", "c"]])))
    '1-2'

    Attributes:
        fewest: The smallest number of references of a segment.
        most: The largest number.
    """

    fewest: int
    most: int

    @classmethod
    def of(cls, references: References) -> ReferenceCounts:
        """Count the references of each segment; there is at least one segment."""
        return cls(int(references.counts.min()), int(references.counts.max()))

    def merge(self, other: ReferenceCounts) -> ReferenceCounts:
        """Return the counts of the segments of both."""
        return ReferenceCounts(min(self.fewest, other.fewest), max(self.most, other.most))

    def __str__(self) -> str:
        return str(self.most) if self.fewest == self.most else f"{self.fewest}-{self.most}"


def write_signature(
    metric: Metric,
    references: ReferenceCounts | int,
    resampling: Resampling | None = None,
    changes: Sequence[str] = (),
) -> str:
    """Return the settings of a metric and the facts of a run, in one line.

    Args:
        metric: The metric.
        references: How many references the segments have; a metric that needs none has used none.
        resampling: How the interval was drawn, if there is one.
        changes: What was done to the texts before they were scored, as in ``TestSet.changes``.
    """
    text = {"text": "+".join(changes)} if changes else {}
    used = references if metric.needs_references else 0
    facts = {"refs": str(used), **text, **metric.resources(), "tertium": __version__}
    if resampling is not None:
        facts |= {
            "level": f"{resampling.level:.10g}",
            "resamples": str(resampling.resamples),
            "seed": str(resampling.seed),
        }
    return "|".join([metric.settings(), *(f"{key}:{value}" for key, value in facts.items())])
