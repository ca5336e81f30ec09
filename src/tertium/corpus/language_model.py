"""A language model made of phrase counts: how probable each word is after the words before it.

The probability of a word is a mixture of what was counted after its context and of its probability after a shorter
context (Jelinek and Mercer's interpolation). How much a context weighs depends on how often it occurs:

    p(w | h) = m(h) c(h w) / c(h) + (1 - m(h)) p(w | h without its first word)
    m(h) = 1 / (1 + exp(-(base + slope ln c(h))))

with a base and a slope for each length of the context. So the model needs nothing but counts, and every provider of
counts whose size is known gives the same probabilities. An index computes them straight from its suffix array.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tertium.corpus.counts import Counts
from tertium.corpus.index import PhraseIndex
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError
from tertium.threads import resolve_threads
from tertium.types import Array

MIXTURE = ((-0.84, 0.25), (-1.81, 0.29), (-2.02, 0.31), (-0.83, 0.25))
"""Base and slope for contexts of one to four words, fitted to 1,500 lines of Spanish that the index did not have."""

CONTEXT = len(MIXTURE)
"""How many words before a word count."""

_UNSEEN = 0.5


class LanguageModel:
    """How probable words are after those before them, by the counts of a provider.

    Args:
        counts: The provider.
        normalisation: How text is split into words; that of an index is its own.
        threads: The number of threads of an index.

    >>> from tertium.corpus import open_counts
    >>> from tertium.samples import mtness as samples
    >>> model = LanguageModel(open_counts(f"scan({samples.path('corpus.es.txt')})"))
    >>> right, wrong = model.score([["el", "disco", "duro"], ["el", "disco", "llevar"]])
    >>> bool(right[2] > wrong[2])
    True
    """

    def __init__(
        self, counts: Counts, normalisation: Normalisation | None = None, *, threads: int | None = None
    ) -> None:
        self.counts = counts
        self.normalisation = (
            counts.normalisation if isinstance(counts, PhraseIndex) else normalisation or Normalisation()
        )
        self._threads = resolve_threads(threads)

    def with_threads(self, threads: int | None) -> LanguageModel:
        """Return the same model with another number of threads."""
        return LanguageModel(self.counts, self.normalisation, threads=threads)

    def score(self, texts: Sequence[Sequence[str]]) -> list[Array]:
        """Return the natural logarithm of the probability of each word of each text.

        Args:
            texts: The words of each text, as ``normalisation.split`` returns them.

        Raises:
            SpecError: The provider does not say how many words it counts in.
        """
        scores, ends = self._score([" ".join(words) for words in texts])
        return np.split(scores, ends[:-1]) if len(texts) else []

    def score_alone(self, texts: Sequence[Sequence[str]]) -> list[Array]:
        """Return the same for each word by itself: how frequent it is, regardless of the words before it.

        A word that the corpus does not have counts as half an occurrence, as it does in ``score``.

        Args:
            texts: The words of each text.
        """
        scores, ends = self._score([" ".join(words) for words in texts], ())
        return np.split(scores, ends[:-1]) if len(texts) else []

    def total(self, texts: Sequence[tuple[Sequence[str], int]]) -> Array:
        """Return the logarithm of the probability of each text.

        Args:
            texts: The words of each text, and how many at its beginning are only context for the others.
        """
        places: dict[tuple[str, int], int] = {}
        rows = [places.setdefault((" ".join(words), skip), len(places)) for words, skip in texts]
        if not places:
            return np.zeros(0)
        scores, ends = self._score([text for text, _ in places])
        starts = np.minimum(np.concatenate([[0], ends[:-1]]) + np.array([skip for _, skip in places], np.int64), ends)
        # Each text is summed by itself, so that its total does not depend on the others.
        sums = np.add.reduceat(np.append(scores, 0.0), np.stack([starts, ends], axis=1).ravel())[::2]
        totals: Array = np.where(starts < ends, sums, 0.0)
        return totals[rows]

    def find_known(self, words: Sequence[str]) -> frozenset[str]:
        """Return those words that the corpus has."""
        if isinstance(self.counts, PhraseIndex):
            counts = self.counts.unigram_counts(words)
        else:
            counts = [each.count or 0 for each in self.counts.count_many([" ".join(_escape(word)) for word in words])]
        return frozenset(word for word, count in zip(words, counts, strict=True) if count)

    def compare(self, changes: Sequence[tuple[Sequence[str], int, int, Sequence[str]]]) -> Array:
        """Return by how much each change of a text makes it more probable: the difference of the logarithms.

        Args:
            changes: The words of a text, the first one that is replaced, the one after the last, and the new ones.
        """
        texts: list[tuple[Sequence[str], int]] = []
        for words, first, stop, new in changes:
            before, after = words[max(0, first - CONTEXT) : first], words[stop : stop + CONTEXT]
            texts.append(([*before, *words[first:stop], *after], len(before)))
            texts.append(([*before, *new, *after], len(before)))
        totals = self.total(texts)
        return totals[1::2] - totals[::2]

    def _score(
        self, texts: Sequence[str], mixture: Sequence[tuple[float, float]] = MIXTURE
    ) -> tuple[Array, NDArray[np.int64]]:
        """The scores of all words of texts, one after the other, and where those of each text end."""
        if isinstance(self.counts, PhraseIndex):
            return self.counts.score_words(texts, mixture, self._threads)
        words = [text.split(" ") if text else [] for text in texts]
        runs = {
            " ".join(each[start:stop])
            for each in words
            for stop in range(1, len(each) + 1)
            for start in range(max(0, stop - len(mixture) - 1), stop)
        }
        asked = sorted(runs)
        if not asked:
            return np.zeros(0), np.zeros(len(texts), np.int64)
        # An asterisk is a word here, and no wildcard.
        counts = self.counts.count_many([" ".join(_escape(run)) for run in asked])
        numbers = {run: each.count or 0 for run, each in zip(asked, counts, strict=True)}
        size = self.counts.size
        if size is None:
            raise SpecError(
                f"the provider {self.counts.name!r} does not say how many words it has: there is no language model",
                remedy="Use an index (tertium index build), or the paper's rule (--paper)",
            )
        scores = [score for each in words for score in _score_text(each, numbers, max(size, 1), mixture)]
        return np.array(scores, np.float64), np.cumsum([len(each) for each in words], dtype=np.int64)


def _escape(run: str) -> list[str]:
    return ["\\*" if word == "*" else word for word in run.split(" ")]


def _score_text(
    words: Sequence[str], numbers: Mapping[str, int], size: int, mixture: Sequence[tuple[float, float]]
) -> list[float]:
    found = []
    for place in range(len(words)):
        probability = max(numbers[words[place]], _UNSEEN) / size
        for length, (base, slope) in enumerate(mixture[:place], 1):
            context = " ".join(words[place - length : place])
            before = numbers[context]
            if not before:
                break
            weight = 1 / (1 + math.exp(-(base + slope * math.log(before))))
            with_word = numbers[f"{context} {words[place]}"]
            probability = weight * with_word / before + (1 - weight) * probability
        found.append(math.log(probability))
    return found
