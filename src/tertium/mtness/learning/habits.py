"""How often each repair is right in the output of a system, before any evidence about the place.

Text that went to the source language and back says how often a repair is right there. Text that people wrote in the
source language is another matter: Catalan has *a la llista* where the way back from Spanish has *en la llista*. So the
share is estimated again from translations of such text, where nobody says what is wrong, by expectation and
maximisation (see ``detection.pooling``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import expit

from tertium.mtness.detection.combiner import Combiner, list_features
from tertium.mtness.detection.judge import WeighedText, choose_caution, find_pair
from tertium.mtness.detection.pooling import estimate_share
from tertium.mtness.resources.confusions import Habit, WordPair

_FEWEST = 5
# How many repairs of an action a class of its own has to stand against.
_DOUBT = 3.0
_LEAST, _MOST = 1e-4, 0.99


def learn_habits(
    combiner: Combiner, labelled: Sequence[WeighedText], translated: Sequence[WeighedText]
) -> dict[WordPair, Habit]:
    """Return how often repairs are right.

    Args:
        combiner: The weights of all evidence.
        labelled: The text that the weights were learned from, or text like it.
        translated: Translations of texts that people wrote, each of another kind.
    """
    known: dict[WordPair, list[float]] = {}
    for text in labelled:
        for pair, odds in _weigh(combiner, text).items():
            known.setdefault(pair, []).extend(expit(np.array([each for each, _ in odds])).tolist())
    found = [_weigh(combiner, text) for text in translated]
    habits: dict[WordPair, Habit] = {}
    for pair in sorted({pair for text in found for pair in text}):
        own = [text.get(pair, []) for text in found]
        before = known.get(pair, [])
        if sum(map(len, own)) < _FEWEST or len(before) < _FEWEST:
            continue
        action = next(each for some in own for _, each in some)
        expected = (sum(before) + _DOUBT * combiner.shares.get(action, 0.0)) / (len(before) + _DOUBT)
        expected = min(max(expected, _LEAST), _MOST)
        # What holds for one kind of text need not hold for another: the least counts, and a text tells its own share.
        share = min(
            estimate_share(np.array([odds for odds, _ in some]), expected, choose_caution(pair)) if some else expected
            for some in own
        )
        habits[pair] = Habit(round(expected, 4), round(share, 4))
    return habits


def _weigh(combiner: Combiner, text: WeighedText) -> dict[WordPair, list[tuple[float, str]]]:
    """The logarithm of the odds of each repair, and its action, by what it replaces."""
    found: dict[WordPair, list[tuple[float, str]]] = {}
    for number, repair, evidence in text.likely_repairs():
        odds = combiner.weigh(list_features(repair, evidence))
        found.setdefault(find_pair(text.words[number], repair), []).append((odds, str(repair.action)))
    return found
