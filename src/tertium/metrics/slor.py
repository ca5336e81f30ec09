"""SLOR, a score of the hypothesis alone: Pauls and Klein 2012; Kann, Rothe and Filippova 2018.

The *syntactic log-odds ratio* says by how much the words before each word make it more probable than its frequency
alone does, by a language model of running text:

    SLOR = sum over words (ln p(word | words before it) - ln p(word)) / number of words

So a rare word by itself costs nothing, and neither does length: both confound the probability of a sentence. ``exp`` of
the score is how many times as probable as by its frequency a word is on average. Text whose word order tells nothing
is near 0, and there is no upper bound; most text is between 0 and 3. The corpus score is that of the summed logarithms
and words. Text without words has 0. References are not looked at.

It is a weak measure of quality: it cannot see what the source says. ``docs/metrics/slor.md`` has measured correlations
with human judgments, and those of the other formulas that were tried.

*Our deviations*: the language model is ``tertium.corpus.LanguageModel``, up to five words of a phrase index; the papers
have a neural network or smoothed n-grams. Probabilities start at the first word, without a mark for the start of a
sentence, so the first word always adds 0. Words are those of the index, punctuation marks among them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from tertium.corpus.index import PhraseIndex, open_index
from tertium.corpus.language_model import LanguageModel
from tertium.corpus.manifest import Manifest, read_manifest
from tertium.languages import Languages, to_two_letters
from tertium.metrics.metric import Batch, Metric, ratio
from tertium.metrics.spec import require
from tertium.types import Array, Matrix

Words = Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Slor(Metric):
    """By how much the words before each word make it more probable.

    Attributes:
        index: The folder of a phrase index, from ``tertium index build``.
    """

    name: ClassVar[str] = "slor"
    display_name: ClassVar[str] = "SLOR"
    summary: ClassVar[str] = "fluency by a phrase index of your own; weak"
    needs_index: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"perplexity": 1, "unknown": 2, "words": 0}
    for_language: ClassVar[str] = "slor:index=FOLDER with an index of text in that language"

    index: str = ""

    @property
    def caution(self) -> str:
        """It is weak."""
        return (
            "a weak measure: it does not see whether the meaning is right. Its correlation with human judgments of "
            "segments was 0.10 to 0.20 on average, and that of BLEU with references 0.42 to 0.47"
        )

    @property
    def needs_references(self) -> bool:
        """It looks at the hypothesis alone."""
        return False

    @property
    def languages(self) -> Languages | None:
        """The language of the index, if it is known."""
        language = _open(self.index).normalisation.language if self.index else ""
        return frozenset({to_two_letters(language)}) if language else None

    @property
    def blind_to(self) -> Sequence[str]:
        """It sees neither the source nor a reference."""
        return ["source"]

    @property
    def preparation(self) -> Hashable:
        """Words are split as the index has them."""
        return self.name, self.index

    def resources(self) -> Mapping[str, str]:
        """Return the digest of the index, which stands for its text and for how that was split into words."""
        found = _open(self.index)
        return {"corpus": found.content, "tokens": str(found.tokens)}

    def prepare(self, segments: Sequence[str], threads: int = 1) -> Words:
        """Return the words of each segment."""
        return _open(self.index).normalisation.split_many(segments)

    def prepare_references(self, segments: Sequence[str], threads: int = 1) -> None:
        """Return nothing: references are not looked at."""

    def tally(self, batch: Batch[Words], threads: int = 1) -> Matrix:
        """Return the logarithm of the probability with and without context, words, and words not in the index."""
        index = _open(self.index)
        model = LanguageModel(index, threads=threads)
        # An unknown word counts as half an occurrence, so it is less probable than a word that occurs once.
        once = -np.log(max(index.size, 1))
        rows = np.zeros((len(batch.hypotheses), 4))
        scores = zip(model.score(batch.hypotheses), model.score_alone(batch.hypotheses), strict=True)
        for row, (in_context, alone) in zip(rows, scores, strict=True):
            row[:] = in_context.sum(), alone.sum(), len(alone), np.count_nonzero(alone < once - 0.1)
        return rows

    def score(self, tallies: Matrix) -> Array:
        """Return the mean gain of a word by its context, in natural logarithms."""
        return ratio(tallies[..., 0] - tallies[..., 1], tallies[..., 2])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return perplexity, the share of words that the index does not have in percent, and words."""
        words = tallies[..., 2]
        return {
            "perplexity": np.exp(-ratio(tallies[..., 0], words)),
            "unknown": 100 * ratio(tallies[..., 3], words),
            "words": words,
        }


def _open(folder: str) -> PhraseIndex:
    """Open an index; each is opened once a process unless it changes."""
    require(bool(folder), "slor needs an index", "Build one with tertium index build, and write slor:index=FOLDER")
    path = Path(folder).resolve()
    return _open_once(path, read_manifest(path))


@lru_cache(maxsize=4)
def _open_once(path: Path, manifest: Manifest) -> PhraseIndex:
    return open_index(path)
