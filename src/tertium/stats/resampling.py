"""How intervals and tests are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.threads import require_whole

SEED = 12345

ENOUGH_SEGMENTS = 100
"""Below about this many segments, resampled corpora are too similar: intervals are too narrow, and p too small."""

SIGNIFICANT = 0.05
"""Systems differ significantly if p, corrected for the number of tests, is below this."""

_USUAL_RESAMPLES = 1000
# The smallest p there can be is about one by this many times the number of tests. So Holm's correction of it is 20
# times below the level of significance.
_RESAMPLES_PER_TEST = round(20 / SIGNIFICANT)
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


def choose_resamples(tests: int, level: float = 0.95) -> int:
    """Return how many resamples are enough for some tests: 400 per test, 1,000 at least.

    Corrected for the number of tests, p can then be as small as 0.0025, and is not significant only if the data say so.

    >>> choose_resamples(2), choose_resamples(45)
    (1000, 18000)

    Args:
        tests: How many tests p-values are corrected for.
        level: The confidence of intervals, which need some resamples too.
    """
    least = math.ceil(2 / (1 - level) - 1e-9) if 0 < level < 1 else 0
    return min(_MOST_RESAMPLES, max(_USUAL_RESAMPLES, least, _RESAMPLES_PER_TEST * tests))
