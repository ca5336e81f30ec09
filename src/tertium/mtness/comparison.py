"""Which of two systems, or versions of one, sounds more like a machine: the fewer instances in 1,000 words, the better.

As in the paper, a candidate of one system that the other does not have counts as an instance: it could have been
avoided. The difference is the second system's rate less the first's, as in ``tertium.metrics.comparison``. It has a
bootstrap interval over segments, both systems drawn together, and p is corrected for the number of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from tertium.errors import InputError
from tertium.json_result import JsonResult
from tertium.metrics.comparison import choose_resampling
from tertium.mtness.detection.findings import Finding
from tertium.mtness.examination import Examination
from tertium.stats.correction import adjust_holm
from tertium.stats.paired import Difference, paired_bootstrap
from tertium.stats.resampling import SIGNIFICANT, Resampling
from tertium.threads import resolve_threads
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class SystemDifference(JsonResult):
    """Two systems on the same segments.

    Attributes:
        system: The system that is compared; of two that were given, the second.
        baseline: The system that it is compared with, the first.
        rate: The system's instances in 1,000 words, its own candidates among them.
        baseline_rate: The baseline's.
        promoted: The candidates of the system that the baseline does not have.
        baseline_promoted: Those of the baseline that the system does not have.
        difference: The system's rate less the baseline's, with its interval and p; below 0 if the system is better.
        adjusted: p, with Holm's correction for the number of pairs.
        resampling: How the interval was drawn.
    """

    json_fields = (
        "system baseline rate baseline_rate promoted baseline_promoted difference=difference.value low=difference.low "
        "high=difference.high p_value=difference.p_value adjusted better level=resampling.level "
        "resamples=resampling.resamples seed=resampling.seed"
    )

    system: str
    baseline: str
    rate: float
    baseline_rate: float
    promoted: Sequence[Finding]
    baseline_promoted: Sequence[Finding]
    difference: Difference
    adjusted: float
    resampling: Resampling

    @property
    def better(self) -> str | None:
        """The better of the two; None if the difference is not significant after the correction."""
        if self.adjusted >= SIGNIFICANT or self.difference.value == 0:
            return None
        return self.system if self.difference.value < 0 else self.baseline


def compare_mtness(
    examinations: Sequence[Examination], resampling: Resampling | None = None, threads: int | None = None
) -> list[SystemDifference]:
    """Compare all pairs of systems by their instances in 1,000 words: each with those before it.

    Args:
        examinations: What was found in the output of each system, for the same segments.
        resampling: The confidence of intervals, the number of resamples, and the seed. By default there are 400
            resamples for each pair, and 1,000 at least: so a difference can be significant after the correction.
        threads: The number of threads that resample.

    Raises:
        InputError: The systems do not have the same number of segments, or one has no words.

    >>> from tertium.mtness import compare_mtness, find_mtness, open_mtness
    >>> from tertium.samples import mtness as samples
    >>> pipeline = open_mtness("es", f"scan({samples.path('corpus.es.txt')})", tagger="wordlist")
    >>> texts = {"old": ["El disco es lleno."] * 3, "new": ["El disco está lleno."] * 3}
    >>> found = [find_mtness(text, pipeline, system=name) for name, text in texts.items()]
    >>> (found,) = compare_mtness(found)
    >>> found.system, found.baseline, found.better
    ('new', 'old', 'new')
    """
    number = resolve_threads(threads)
    pairs = list(combinations(examinations, 2))
    resampling = resampling or choose_resampling(len(examinations), "all")
    found = [compare_two(other, one, resampling, number) for one, other in pairs]
    adjusted = adjust_holm([each.difference.p_value for each in found])
    return [replace(each, adjusted=corrected) for each, corrected in zip(found, adjusted, strict=True)]


def compare_two(
    system: Examination, baseline: Examination, resampling: Resampling | None = None, threads: int = 1
) -> SystemDifference:
    """Return two systems on the same segments; where there are more pairs, p has still to be corrected.

    Raises:
        InputError: They do not have the same number of segments, or no words.
    """
    if len(system.segments) != len(baseline.segments):
        raise InputError(
            f"{system.system!r} has {len(system.segments):,} segments and {baseline.system!r} "
            f"{len(baseline.segments):,}",
            remedy="Compare translations of the same text, segment by segment",
        )
    for each in (system, baseline):
        if not sum(each.words):
            raise InputError(f"{each.system!r} has no words", remedy="Leave it out")
    resampling = resampling or Resampling()
    promoted, others = _find_own(system, baseline), _find_own(baseline, system)
    rows, baseline_rows = _tally(system, promoted), _tally(baseline, others)
    difference = paired_bootstrap(
        rows, baseline_rows, rate_of, level=resampling.level, resamples=resampling.resamples, seed=resampling.seed,
        threads=threads,
    )  # fmt: skip
    return SystemDifference(
        system=system.system,
        baseline=baseline.system,
        rate=float(rate_of(rows.sum(axis=0))),
        baseline_rate=float(rate_of(baseline_rows.sum(axis=0))),
        promoted=promoted,
        baseline_promoted=others,
        difference=difference,
        adjusted=difference.p_value,
        resampling=resampling,
    )


def rate_of(rows: Matrix) -> Array:
    """Return instances per 1,000 words, from sums of both; 0 where only empty segments were drawn."""
    instances, words = rows[..., 0], rows[..., 1]
    return np.where(words > 0, 1000 * instances / np.maximum(words, 1), 0.0)


def _find_own(system: Examination, other: Examination) -> list[Finding]:
    known = {_key(each) for each in other.candidates}
    return [each for each in system.candidates if _key(each) not in known]


def _key(finding: Finding) -> str:
    return " ".join(finding.text.casefold().split())


def _tally(examination: Examination, promoted: Sequence[Finding]) -> Matrix:
    rows = examination.tallies[:, [0, 2]].copy()
    for finding in promoted:
        rows[finding.segment, 0] += 1
    return rows
