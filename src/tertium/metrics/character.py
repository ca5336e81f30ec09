"""CharacTER: Wang, Peter, Rosendahl and Ney 2016.

Phrases of the hypothesis are shifted as in TER, to where they leave the fewest edits of words. Then ``CharacTER =
(edits of characters + cost of shifts) / characters of the hypothesis``, at most 1; a shift costs the mean length of the
words that it moves. Fewer is better. Of several references the one with the lowest rate counts; the corpus score is the
mean of the segments. Equal to version 1.2.0 of the package ``cer``, which has the authors' program as a library.

*Our deviations*: against an empty reference, which ``cer`` cannot divide by, the rate is 0 for an empty hypothesis and
1 for any other. When phrases are shifted, the paper lets words match that are spelled nearly alike; the program takes
equal words only, and so do we. Like the program, we read the cost of shifts off the words before and after all shifts,
so that words that repeat may add to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium import _core
from tertium.metrics.metric import Batch, ratio
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class Character(TokenizedMetric):
    """Edits of characters after shifts of phrases.

    Attributes:
        tokenize: The name of the tokenizer; white space only, by default.
        lowercase: Whether case is ignored.
    """

    name: ClassVar[str] = "character"
    display_name: ClassVar[str] = "CharacTER"
    summary: ClassVar[str] = "edits of characters, after shifts of phrases"
    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"character_edits": 0, "shift_cost": 2, "characters": 0}

    tokenize: str = "none"
    lowercase: bool = False

    @property
    def higher_is_better(self) -> bool:
        """Fewer edits are better."""
        return False

    @property
    def blind_to(self) -> Sequence[str]:
        """Order is seen, by shifts; a word that carries content counts by its length, as others do."""
        return ["synonyms", "content"]

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return rate, edits of characters, cost of shifts and characters of each segment, and 1."""
        return _core.tally_character(*batch.texts, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return the mean rate over segments of each row, from 0 to 1."""
        return ratio(tallies[..., 0], tallies[..., 4])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return edits of characters, cost of shifts, and characters of the hypothesis, in all."""
        names = ("character_edits", "shift_cost", "characters")
        return {name: tallies[..., place] for place, name in enumerate(names, start=1)}
