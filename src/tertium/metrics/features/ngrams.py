"""N-grams: precision and recall of runs of tokens (1 to 4) and of characters (1 to 6, without white space and marks).

``token2.precision`` is the fraction of the hypothesis' pairs of tokens that the reference has, each counted at most as
often as there; ``recall`` is the fraction of the reference's. An order that the reference is too short for counts as
the order below, so that a short segment is not taken for a bad one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tertium import _core
from tertium.metrics.features.text import Pairs
from tertium.metrics.metric import ratio
from tertium.types import Array, Matrix

_TOKEN_ORDER = 4
_CHARACTER_ORDER = 6
_RATES = ("precision", "recall")

TOKENS = tuple(f"token{n}.{rate}" for n in range(1, _TOKEN_ORDER + 1) for rate in _RATES)
CHARACTERS = tuple(f"character{n}.{rate}" for n in range(1, _CHARACTER_ORDER + 1) for rate in _RATES)


def compare_tokens(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return precision and recall of runs of words and marks."""
    ours, theirs = (
        _core.tokenize([" ".join(tokens) for tokens in side], "none", threads)
        for side in (pairs.hypotheses, pairs.references)
    )
    rows = _core.tally_bleu(ours, theirs, np.arange(len(pairs) + 1), _TOKEN_ORDER, threads)
    matches, totals = rows[:, 2 : 2 + _TOKEN_ORDER], rows[:, 2 + _TOKEN_ORDER :]
    wanted = np.maximum(rows[:, 1:2] - np.arange(_TOKEN_ORDER), 0)
    return _rates("token", matches, totals, wanted)


def compare_characters(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return precision and recall of runs of letters and digits."""
    ours, theirs = (
        (_core.pack_characters(["".join(pair[side]) for pair in pairs.words], False, threads), None) for side in (0, 1)
    )
    rows = _core.tally_chrf(ours, theirs, np.arange(len(pairs) + 1), _CHARACTER_ORDER, 0, 2.0, False, threads)
    return _rates("character", rows[:, 2::3], rows[:, 0::3], rows[:, 1::3])


def _rates(name: str, matches: Matrix, ours: Matrix, theirs: Matrix) -> dict[str, Array]:
    found: dict[str, Array] = {}
    precision = recall = np.zeros(len(matches))
    for order in range(matches.shape[1]):
        is_long_enough = theirs[:, order] > 0
        precision = np.where(is_long_enough, ratio(matches[:, order], ours[:, order]), precision)
        recall = np.where(is_long_enough, ratio(matches[:, order], theirs[:, order]), recall)
        found[f"{name}{order + 1}.precision"] = precision
        found[f"{name}{order + 1}.recall"] = recall
    return found
