r"""Judgments of severe and of lenient annotators, made comparable.

``z``: $z = (v - m_j) / s_j$ with the mean and the deviation of the annotator's own judgments of that kind.

``common``: $v' = m + s\,(v - m_j) / s_j$ with the mean and the deviation of all judgments of that kind, so that the
scale stays that of the judgments. It stands for the normalisation of Banerjee and Lavie (2005, section 3.7): their
judgments had been normalised by a group at MITRE, and the paper does not say how. Mapping each annotator to the common
mean and deviation is our choice, the simplest that keeps the scale.

Deviations are those of the population (divided by n). Judgments of segments and of whole systems are normalised apart.
An annotator with one judgment of a kind, or with the same value throughout, has no deviation: such a judgment becomes
the mean (0 for ``z``), since the annotator may be severe or the outputs bad.
"""

from __future__ import annotations

import numpy as np

from tertium.errors import SpecError
from tertium.meta.judgments.coding import Coding, Groups
from tertium.meta.judgments.judgments import Judgments
from tertium.registry import NORMALISATIONS, unknown
from tertium.types import Array

RAW = ("da", "esa", "fluency", "adequacy")
"""The kinds that are normalised, together with those of other people's files that do not end in ``-z``."""

_WHY_NOT = {
    "mqm": "Its rows are single errors: sum them by segment first, and give the sums as kind 'da', negated",
    "rank": "Ranks are compared within one annotator, so that severity does not matter: use them as they are",
}


def normalise(judgments: Judgments, method: str) -> Judgments:
    """Take out how severe, and how bold, each annotator is.

    Args:
        judgments: Judgments of ``da``, ``esa``, ``fluency`` or ``adequacy``; what is normalised already stays as it is.
        method: ``z`` for mean 0 and deviation 1; ``common`` for the common mean and deviation.

    Returns:
        The same judgments with other values. Kinds keep their names, so that what asks for them asks the same; those in
        ``-z`` are for values that came normalised.

    Raises:
        SpecError: There is no such method, or the judgments are of a kind that cannot be normalised.
    """
    if method not in NORMALISATIONS:
        raise unknown("normalisation", method, NORMALISATIONS)
    for kind, remedy in _WHY_NOT.items():
        if kind in judgments.kinds:
            raise SpecError(f"judgments of the kind {kind!r} cannot be normalised by annotator", remedy=remedy)
    kinds = Coding.of(judgments.kind)
    annotator = Coding.of(judgments.annotator).codes
    is_whole = (judgments.segment == 0).astype(np.int64)
    value = _standardised(judgments.value, Groups.by(kinds.codes, is_whole, annotator))
    if method == "common":
        everyone = Groups.by(kinds.codes, is_whole)
        centre, spread = _moments(judgments.value, everyone)
        value = centre[everyone.of_row] + spread[everyone.of_row] * value
    is_raw = kinds.positions([*RAW, *(kind for kind in judgments.other_kinds if not kind.endswith("-z"))]) >= 0
    return judgments.replace_values(np.where(is_raw, value, judgments.value))


def _standardised(value: Array, groups: Groups) -> Array:
    centre, spread = _moments(value, groups)
    distance = value - centre[groups.of_row]
    spread = spread[groups.of_row]
    standard: Array = np.divide(distance, spread, out=np.zeros_like(value), where=spread > 0)
    return standard


def _moments(value: Array, groups: Groups) -> tuple[Array, Array]:
    centre = groups.means(value)
    spread = np.sqrt(groups.means((value - centre[groups.of_row]) ** 2))
    # A mean of equal values may miss them by a rounding error, which would be blown up into a deviation of one.
    scale = np.maximum(np.abs(centre), 1.0) * 1e-12
    return centre, np.where(spread > scale, spread, 0.0)
