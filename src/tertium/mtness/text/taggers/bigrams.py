"""A model of which class of words follows which, and the likeliest classes of the words of a sentence.

Classes are the coarse half of tags: part of speech and form. The model is counted from tagged text, or estimated from
plain text by the forward-backward algorithm, where each word brings the classes that it may be of.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from tertium.mtness.text.tags import Tag

BOUNDARY = ""
"""The class of what is before the first word and after the last."""

Candidates = Sequence[tuple[str, float]]
"""The classes that a word may be of, each with the logarithm of how well the word fits it."""

# What a pair that was never seen counts, spread as the second class is by itself.
_STRENGTH = 2.0
_FLOOR = 0.5
_ROUNDS = 10


@cache
def classify(tag: Tag) -> str:
    """Return the class of a tag."""
    return f"{tag.part}.{tag.form}" if tag.form else str(tag.part)


class Bigrams:
    """Probabilities of a class after another.

    Args:
        pairs: How often each pair of classes was seen; counts need not be whole. With none, all are equally likely.
    """

    def __init__(self, pairs: Mapping[tuple[str, str], float] | None = None) -> None:
        self._pairs = dict(pairs or {})
        self._before: dict[str, float] = {}
        self._after: dict[str, float] = {}
        for (first, second), count in self._pairs.items():
            self._before[first] = self._before.get(first, 0.0) + count
            self._after[second] = self._after.get(second, 0.0) + count
        self._total = sum(self._after.values())
        self._known: dict[tuple[str, str], float] = {}

    @classmethod
    def count(cls, sentences: Iterable[Sequence[str]]) -> Bigrams:
        """Return the model of sentences whose classes are known."""
        pairs: dict[tuple[str, str], float] = {}
        for sentence in sentences:
            for pair in zip((BOUNDARY, *sentence), (*sentence, BOUNDARY), strict=True):
                pairs[pair] = pairs.get(pair, 0.0) + 1.0
        return cls(pairs)

    @classmethod
    def estimate(cls, sentences: Sequence[Sequence[Candidates]], rounds: int = _ROUNDS) -> Bigrams:
        """Return the model of sentences of which is known only which classes each word may be of (Baum-Welch)."""
        model = cls()
        for _ in range(rounds):
            pairs: dict[tuple[str, str], float] = {}
            for sentence in sentences:
                model._expect(sentence, pairs)
            model = cls(pairs)
        return model

    def log(self, first: str, second: str) -> float:
        """Return the logarithm of the probability of a class after another."""
        pair = (first, second)
        known = self._known.get(pair)
        if known is None:
            classes = len(self._after) + 1
            alone = (self._after.get(second, 0.0) + _FLOOR) / (self._total + _FLOOR * classes)
            seen = self._pairs.get(pair, 0.0) + _STRENGTH * alone
            # Without anything counted, it is the same for all pairs.
            known = self._known[pair] = math.log(seen / (self._before.get(first, 0.0) + _STRENGTH))
        return known

    def choose(self, sentence: Sequence[Candidates]) -> list[int]:
        """Return the likeliest class of each word, by its place among those it may be of (Viterbi)."""
        log = self.log
        scores: list[tuple[str, float]] = [(BOUNDARY, 0.0)]
        back: list[list[int]] = []
        for candidates in sentence:
            if len(scores) == 1:
                # One way to get here: nothing to compare, and only differences count from here on.
                before = scores[0][0]
                back.append([0] * len(candidates))
                if len(candidates) == 1:
                    scores = [(candidates[0][0], 0.0)]
                else:
                    scores = [(each, log(before, each) + fit) for each, fit in candidates]
                continue
            places, reached = [], []
            for each, fit in candidates:
                best, place = max((score + log(before, each), -at) for at, (before, score) in enumerate(scores))
                places.append(-place)
                reached.append((each, best + fit))
            back.append(places)
            scores = reached
        _, place = max((score + log(before, BOUNDARY), -at) for at, (before, score) in enumerate(scores))
        at = -place
        chosen: list[int] = []
        for places in reversed(back):
            chosen.append(at)
            at = places[at]
        chosen.reverse()
        return chosen

    def _expect(self, sentence: Sequence[Candidates], pairs: dict[tuple[str, str], float]) -> None:
        """Adds to ``pairs`` how often each occurs in a sentence, by what is believed of it so far."""
        edge: Candidates = [(BOUNDARY, 0.0)]
        columns = [edge, *sentence, edge]
        forward: list[list[float]] = [[1.0]]
        for before, after in pairwise(columns):
            column = [
                sum(
                    weight * math.exp(self.log(first, second))
                    for weight, (first, _) in zip(forward[-1], before, strict=True)
                )
                * math.exp(fit)
                for second, fit in after
            ]
            total = sum(column)
            forward.append([value / total for value in column])
        backward = [1.0]
        for at in range(len(columns) - 1, 0, -1):
            before, after = columns[at - 1], columns[at]
            weights = [
                [
                    forward[at - 1][i] * math.exp(self.log(first, second) + fit) * backward[j]
                    for j, (second, fit) in enumerate(after)
                ]
                for i, (first, _) in enumerate(before)
            ]
            total = sum(map(sum, weights))
            for (first, _), row in zip(before, weights, strict=True):
                for (second, _), weight in zip(after, row, strict=True):
                    pairs[first, second] = pairs.get((first, second), 0.0) + weight / total
            column = [
                sum(math.exp(self.log(first, second) + fit) * backward[j] for j, (second, fit) in enumerate(after))
                for first, _ in before
            ]
            largest = max(column)
            backward = [value / largest for value in column]
