"""Alignment: METEOR's links between words by base form, synonym and relatedness, and how far out of order they are.

``alignment.precision`` and ``recall`` are METEOR 1.5's, in which content words weigh three times as much as function
words and links by base form, synonym and relatedness .9, .9 and .7. ``alignment.crossings`` is the fraction of all
pairs of links that cross, and ``alignment.stems``, ``synonyms`` and ``related`` are the links of each kind over the
words of the hypothesis.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from tertium import _core
from tertium.metrics.features.text import Pairs
from tertium.metrics.meteor_presets import Meteor15
from tertium.metrics.metric import Batch, ratio
from tertium.types import Array

NAMES = (
    "alignment.precision",
    "alignment.recall",
    "alignment.crossings",
    "alignment.stems",
    "alignment.synonyms",
    "alignment.related",
)

_MODULES = ("wn_stem", "wn_synonym", "relatedness(0.34)")


def align_words(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the features of each pair."""
    ours, theirs = (_core.tokenize([" ".join(pair[side]) for pair in pairs.words], "none", threads) for side in (0, 1))
    metric = _metric()
    rows = metric.tally(Batch(ours, theirs, np.arange(len(pairs) + 1)), threads)
    figures = {"score": metric.score(rows), **metric.components(rows)}
    links = figures["matches"]
    words = np.array([len(own) for own, _ in pairs.words], dtype=np.float64)
    found = {
        "alignment.precision": figures["precision"],
        "alignment.recall": figures["recall"],
        "alignment.crossings": ratio(figures["crossings"], links * (links - 1) / 2),
    }
    kinds = zip(NAMES[-len(_MODULES) :], _MODULES, strict=True)
    return {**found, **{name: ratio(figures[f"matches_{module}"], words) for name, module in kinds}}


def describe_resources() -> dict[str, str]:
    """Return the versions of WordNet and of the list of function words."""
    return dict(_metric().resources())


@cache
def _metric() -> Meteor15:
    return Meteor15(tokenize="none", stages="+".join(("exact", *_MODULES)), weights="1+0.9+0.9+0.7")
