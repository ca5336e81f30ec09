"""The audit of a test set: the freedom that BLEU leaves, what differences are worth, and what metrics cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tertium.audit.blindness.contrasts import Contrasts, find_contrasts
from tertium.audit.blindness.penalties import BlindnessTable, tabulate_blindness
from tertium.audit.freedom.corpus_freedom import Freedom, measure_freedom
from tertium.audit.freedom.doubt import Doubt, measure_doubt
from tertium.progress import Progress
from tertium.stats.resampling import SEED
from tertium.types import Matrix, TestSet


@dataclass(frozen=True)
class CorpusAudit:
    """What an audit of a test set found.

    Attributes:
        freedom: In how many orders the blocks of each output may stand.
        doubts: For each two systems that are neighbours by BLEU and differ by it, how sure that is.
        contrasts: Outputs that BLEU takes for equals, and another metric or people do not; none with one system.
        blindness: Which changes each metric does not see; none if no metric was asked for.
    """

    freedom: Freedom
    doubts: Sequence[Doubt]
    contrasts: Contrasts | None
    blindness: BlindnessTable | None

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON; single segments are left out."""
        return {
            "freedom": self.freedom.to_dict(segments=False),
            "doubts": [doubt.to_dict() for doubt in self.doubts],
            "contrasts": None if self.contrasts is None else self.contrasts.to_dict(),
            "blindness": None if self.blindness is None else self.blindness.to_dict(),
        }


def audit_corpus(
    test_set: TestSet,
    spec: str = "bleu",
    *,
    against: str | Matrix = "meteor",
    metrics: Sequence[str] = (),
    pairs: int = 5,
    segments: int = 100,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CorpusAudit:
    """Audits a test set.

    Args:
        test_set: The systems and their references.
        spec: BLEU, with any settings.
        against: Another metric, or judgments of people, systems x segments, that pairs of outputs are contrasted by.
        metrics: The metrics that are asked what they do not see.
        pairs: How many pairs of outputs to show.
        segments: How many outputs are changed to ask that.
        seed: The same seed draws the same.
        threads: How many threads to use.
        progress: Called with the number of outputs after each batch.
    """
    freedom = measure_freedom(test_set, spec, threads=threads, progress=progress)
    ranked = sorted(freedom.systems.values(), key=lambda each: -each.score)
    doubts = [
        measure_doubt(test_set, better.system, worse.system, spec, seed=seed, threads=threads)
        for better, worse in pairwise(ranked)
        if better.score > worse.score
    ]
    contrasts = None
    if len(test_set.systems) > 1 and pairs:
        contrasts = find_contrasts(test_set, spec, against, count=pairs, threads=threads, progress=progress)
    blindness = None
    if metrics:
        blindness = tabulate_blindness(
            test_set, metrics, segments=segments, seed=seed, threads=threads, progress=progress
        )
    return CorpusAudit(freedom, doubts, contrasts, blindness)
