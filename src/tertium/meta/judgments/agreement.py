r"""How far annotators agree with each other and with themselves.

Between annotators, the first look of each annotator at an output counts. Within an annotator, looks at the same output
on different sheets are compared. Errors of one look (``mqm``) are summed.

Ranks are relative to what else was on the sheet, so they are compared as preferences: worse, tied or better, for each
two outputs of a segment. WMT's kappa (Callison-Burch and others 2011, 2012) is $(P(A) - P(E)) / (1 - P(E))$, where P(A)
is the share of pairs of judgments of the same two outputs that agree, and P(E) the chance that two agree by accident:
$P(E) = t^2 + 2 ((1 - t) / 2)^2$ with the share t of ties, since which output stands first means nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.json_result import JsonResult
from tertium.meta.judgments.annotators import AnnotatorReport, describe_annotators
from tertium.meta.judgments.coding import Groups
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.looks import Looks, find_looks, find_preferences
from tertium.notebook import ShownInNotebooks
from tertium.results import Interval
from tertium.stats.agreement import PairAgreement, alpha_interval, cohen_kappa, fleiss_kappa, krippendorff_alpha
from tertium.stats.resampling import SEED

MOST_CATEGORIES = 20
"""With more different values than this, exact agreement is not measured, and kappas without weights are NaN."""

FEWEST_SHARED = 5
"""Two annotators are compared by Cohen's kappa if they share at least this many items."""


@dataclass(frozen=True, kw_only=True)
class Agreement(JsonResult, ShownInNotebooks):
    """How far annotators agree.

    Attributes:
        kind: The kind of judgment.
        level: The level of measurement of alpha: ``interval``, or ``ordinal`` for preferences.
        annotators: How many annotators there are.
        items: How many outputs (for ranks: pairs of outputs) were judged.
        shared: How many of them by two annotators or more.
        alpha: Krippendorff's alpha between annotators.
        interval: The bootstrap interval of alpha over items; ``None`` if it was not asked for, if
            nothing is shared, and for ranks.
        fleiss: Fleiss' kappa of values as categories;
            NaN with more than ``MOST_CATEGORIES`` values.
        cohen: The mean of Cohen's kappa of pairs of annotators, weighted by how many items they share;
            NaN with more than ``MOST_CATEGORIES`` values, and where no two share ``FEWEST_SHARED`` items.
        weighted: The same with quadratic weights.
        repeats: How many looks of an annotator at something that the same annotator had looked at before there are.
        intra_alpha: Krippendorff's alpha of looks of the same annotator.
        intra_kappa: Cohen's kappa, with quadratic weights, of first and later looks, all annotators together.
        preferences: For ranks, WMT's kappa between annotators.
        intra_preferences: For ranks, WMT's kappa within annotators.
        reports: One report per annotator, with the outliers flagged.
    """

    kind: str
    level: str
    annotators: int
    items: int
    shared: int
    alpha: float
    interval: Interval | None
    fleiss: float
    cohen: float
    weighted: float
    repeats: int
    intra_alpha: float
    intra_kappa: float
    preferences: PairAgreement | None
    intra_preferences: PairAgreement | None
    reports: Sequence[AnnotatorReport]

    @property
    def outlier_annotators(self) -> list[AnnotatorReport]:
        """The reports of annotators that are flagged."""
        return [report for report in self.reports if report.flags]


def measure_agreement(
    judgments: Judgments, kind: str = "", *, cutoff: float = 2.5, resamples: int = 0, seed: int = SEED
) -> Agreement:
    """Measure how far annotators agree with each other and with themselves.

    >>> from tertium import read_judgments, samples
    >>> agreement = measure_agreement(read_judgments(samples.path("judgments.tsv")))
    >>> agreement.kind, round(agreement.alpha, 3)
    ('combined', 0.902)

    Args:
        judgments: The judgments, or a judged set.
        kind: The kind of judgment; the usual one if empty.
        cutoff: An annotator is an outlier from this number of deviations, by the median absolute deviation.
        resamples: How many samples to draw for the interval of alpha; no interval by default.
        seed: The seed of the samples.
    """
    judgments = getattr(judgments, "judgments", judgments)  # of a judged set
    kind = judgments.find_kind(kind, whole_systems=True)
    is_rank = kind == "rank"
    looks = find_preferences(judgments.comparisons()) if is_rank else find_looks(judgments, kind)
    level = "ordinal" if is_rank else "interval"
    first = looks.first()
    both = first.mirrored() if is_rank else first
    is_graded = len(np.unique(looks.value)) <= MOST_CATEGORIES
    again = (looks.mirrored() if is_rank else looks).repeated()
    repeats = again.pairs()
    counts = np.bincount(first.item) if len(first) else np.zeros(0, dtype=np.int64)
    interval = None
    if resamples and not is_rank:  # the two sides of a preference are not two items to draw
        interval = alpha_interval(both.value, both.item, level, resamples=resamples, seed=seed)
    return Agreement(
        kind=kind,
        level=level,
        annotators=len(np.unique(looks.annotator)),
        items=int((counts > 0).sum()),
        shared=int((counts > 1).sum()),
        alpha=krippendorff_alpha(both.value, both.item, level),
        interval=interval,
        fleiss=fleiss_kappa(both.value, both.item) if is_graded else float("nan"),
        cohen=_mean_cohen(both, "nominal") if is_graded else float("nan"),
        weighted=_mean_cohen(both, "quadratic"),
        repeats=len(looks) - len(first),
        intra_alpha=krippendorff_alpha(again.value, again.item, level),
        intra_kappa=cohen_kappa(repeats.one.value, repeats.other.value, "quadratic"),
        preferences=measure_preferences(looks) if is_rank else None,
        intra_preferences=measure_preferences(looks, same_annotator=True) if is_rank else None,
        reports=describe_annotators(both, is_ties=is_rank, cutoff=cutoff),
    )


def measure_preferences(looks: Looks, *, same_annotator: bool = False) -> PairAgreement:
    """Return WMT's kappa of preferences.

    Args:
        looks: The preferences.
        same_annotator: Whether to compare annotators with themselves rather than with each other.
    """
    found = looks.pairs()
    chosen = (found.one.annotator == found.other.annotator) == same_annotator
    same = found.one.value[chosen] == found.other.value[chosen]
    ties = float((looks.value == 0).mean()) if len(looks) else float("nan")
    return PairAgreement.of(len(same), int(same.sum()), ties**2 + 2 * ((1 - ties) / 2) ** 2)


def _mean_cohen(looks: Looks, weights: str) -> float:
    """Return the mean over pairs of annotators that share enough, weighted by how much they share."""
    found = looks.pairs()
    swapped = found.one.annotator > found.other.annotator
    first = np.where(swapped, found.other.value, found.one.value)
    second = np.where(swapped, found.one.value, found.other.value)
    low, high = (
        np.minimum(found.one.annotator, found.other.annotator),
        np.maximum(found.one.annotator, found.other.annotator),
    )
    groups = Groups.by(low, high)
    order = np.argsort(groups.of_row, kind="stable")
    ends = np.cumsum(groups.counts())
    kappas, sizes = [], []
    for start, end in zip(ends - groups.counts(), ends, strict=True):
        if end - start >= FEWEST_SHARED:
            at = order[start:end]
            kappas.append(cohen_kappa(first[at], second[at], weights))
            sizes.append(end - start)
    kappa, size = np.array(kappas, dtype=float), np.array(sizes, dtype=float)
    known = ~np.isnan(kappa)
    return float((kappa[known] * size[known]).sum() / size[known].sum()) if known.any() else float("nan")
