"""How intervals and tests are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.threads import require_whole

SEED = 12345
_MOST_RESAMPLES = 10_000_000


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are drawn.

    Attributes:
        level: The confidence of intervals.
        resamples: How many corpora to draw.
        seed: The same seed draws the same corpora on every machine.
    """

    level: float = 0.95
    resamples: int = 1000
    seed: int = SEED

    def __post_init__(self) -> None:
        if not isinstance(self.level, (int, float)) or not 0 < self.level < 1:
            raise SpecError(f"a confidence of {self.level} is not between 0 and 1", remedy="Give 0.95, for example")
        require_whole(self.resamples, "the number of resamples")
        require_whole(self.seed, "the seed")
        least = math.ceil(2 / (1 - self.level) - 1e-9)
        if not least <= self.resamples <= _MOST_RESAMPLES:
            raise SpecError(
                f"{self.resamples} resamples do not allow an interval of confidence {self.level:g}",
                remedy=f"Give {least:,} to {_MOST_RESAMPLES:,}",
            )
        if not 0 <= self.seed < 2**64:
            raise SpecError(f"the seed {self.seed} is not a whole number from 0 to 2^64 - 1")
