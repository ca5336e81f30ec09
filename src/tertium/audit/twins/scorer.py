"""Score many variants of one segment by another metric; its references are prepared only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tertium.audit.segment import AuditedSegment, Words
from tertium.errors import InputError
from tertium.metrics.metric import Batch, Metric
from tertium.types import Array

# Returns the scores of texts; worse texts have lower scores.
Scorer = Callable[[Sequence[str]], Array]

BATCH = 32

# Nearly all alignments of real sentences are proven optimal in fewer steps; those of repetitive ones never are.
STEPS = 20_000


@dataclass(frozen=True)
class MetricScorer:
    """Scores variants as single segments.

    Attributes:
        segment: The segment; the metric sees its words, joined by spaces.
        metric: The metric.
    """

    segment: AuditedSegment
    metric: Metric

    @cached_property
    def _texts(self) -> list[str]:
        return [" ".join(words) for words in self.segment.references]

    @cached_property
    def _fitted(self) -> Metric:
        metric = self.metric.limit_search(STEPS).for_segments()
        return metric.fit(metric.prepare_references(self._texts)) if metric.needs_fit else metric

    @cached_property
    def _references(self) -> Any:
        """The references, repeated so that each variant of a batch has its own."""
        return self._fitted.prepare_references(self._texts * BATCH)

    def __call__(self, texts: Sequence[str]) -> Array:
        """Return the scores of some texts, negated where a lower score is better."""
        metric = self._fitted
        offsets = np.arange(BATCH + 1, dtype=np.int64) * len(self._texts)
        found = []
        for start in range(0, len(texts), BATCH):
            part = list(texts[start : start + BATCH])
            padded = part + part[-1:] * (BATCH - len(part))
            rows = metric.tally(Batch(metric.prepare(padded), self._references, offsets))
            found.append(metric.score(rows)[: len(part)])
        scores = np.concatenate(found) if found else np.zeros(0)
        return scores if metric.higher_is_better else -scores


def score_variants(scorer: Scorer, variants: Sequence[Words]) -> Array:
    """Return the scores of some variants.

    Raises:
        InputError: If the scorer does not return one number per text.
    """
    scores = np.asarray(scorer([" ".join(words) for words in variants]), dtype=np.float64)
    if scores.shape != (len(variants),):
        raise InputError(
            f"the scorer returned an array of shape {scores.shape} for {len(variants)} texts",
            remedy="Return one number per text",
        )
    return scores
