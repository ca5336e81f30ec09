"""Spoilt translations, which are certainly bad: people judge too few of them for a model to learn what they cost.

Of every third translation three are made: the output for another segment, the source in place of an output, and the
first half of the output. The first two are ``DEVIATIONS`` below the mean of the judgments, the last half of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.meta.judgments.judged_set import FlatSegments
from tertium.types import Array

DEVIATIONS = 3.0
_EVERY = 3


@dataclass(frozen=True, kw_only=True)
class SpoiltTranslations:
    """Translations that are certainly bad.

    Attributes:
        hypotheses: The translations.
        places: Whose references and source each has, among the judged ones.
        judgments: What people would say of each.
    """

    hypotheses: Sequence[str]
    places: Sequence[int]
    judgments: Array


NOTHING_SPOILT = SpoiltTranslations(hypotheses=(), places=(), judgments=np.zeros(0))


def spoil(flat: FlatSegments) -> SpoiltTranslations:
    """Return spoilt translations of a judged set; without sources, two of every third. Each needs a reference.

    >>> from tertium import read_judged, samples
    >>> flat = read_judged(samples.path("judgments.tsv"))[0].flat()
    >>> made = spoil(flat)
    >>> len(flat), len(made.hypotheses)
    (42, 42)
    """
    count = len(flat)
    places = [at for at in range(0, count, _EVERY) if flat.references.counts[at]]
    if not places:
        return NOTHING_SPOILT
    low = DEVIATIONS * float(np.std(flat.scores))
    made = [(flat.hypotheses[(at + count // 2) % count], at, low) for at in places]
    made += [(_halve(flat.hypotheses[at]), at, low / 2) for at in places]
    if flat.sources is not None:
        made += [(flat.sources[at], at, low) for at in places]
    return SpoiltTranslations(
        hypotheses=[text for text, _, _ in made],
        places=[at for _, at, _ in made],
        judgments=float(np.mean(flat.scores)) - np.array([depth for _, _, depth in made]),
    )


def _halve(text: str) -> str:
    words = text.split()
    return " ".join(words[: max(1, len(words) // 2)])
