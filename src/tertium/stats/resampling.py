"""How intervals and tests of systems are drawn: the one policy of ``score``, ``compare``, ``diff`` and ``report``.

The same seed and number of resamples draw the same corpora, so a score has the same interval, and two systems the same
p-value, in whichever command they are asked for. That holds for up to 100 tests. More tests need more resamples, or
nothing could be significant after Holm's correction; results state how many were drawn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tertium.errors import SpecError
from tertium.threads import require_whole

SEED = 12345

CONFIDENCE = 0.95

RESAMPLES = 10_000
"""How many corpora are drawn where nobody says otherwise."""

ENOUGH_SEGMENTS = 100
"""Below about this many segments, resampled corpora are too similar: intervals are too narrow, and p too small."""

SIGNIFICANT = 0.05
"""Systems differ significantly if p, corrected for the number of tests, is below this."""

# The smallest p there can be is about one by this many times the number of tests. So Holm's correction of it is 5 times
# below the level of significance.
_RESAMPLES_PER_TEST = round(5 / SIGNIFICANT)
_MOST_RESAMPLES = 10_000_000


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are drawn.

    Attributes:
        level: The confidence of intervals.
        resamples: How many corpora to draw.
        seed: The same seed draws the same corpora on every machine.
    """

    level: float = CONFIDENCE
    resamples: int = RESAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        if not isinstance(self.level, (int, float)) or not 0 < self.level < 1:
            raise SpecError(
                f"a confidence of {self.level!r} is not between 0 and 1", remedy=f"Give {CONFIDENCE}, for example"
            )
        require_whole(self.resamples, "the number of resamples")
        require_whole(self.seed, "the seed")
        least = _count_least(self.level)
        if not least <= self.resamples <= _MOST_RESAMPLES:
            raise SpecError(
                f"{self.resamples} resamples do not allow an interval of confidence {self.level:g}",
                remedy=f"Give {least:,} to {_MOST_RESAMPLES:,}",
            )
        if not 0 <= self.seed < 2**64:
            raise SpecError(f"the seed {self.seed} is not a whole number from 0 to 2^64 - 1")


def choose_resamples(tests: int, level: float = CONFIDENCE) -> int:
    """Return how many resamples are enough for some tests: 10,000, and 100 per test where there are more than 100.

    Corrected for the number of tests, p can then be as small as 0.01, and is not significant only if the data say so.

    >>> choose_resamples(2), choose_resamples(45), choose_resamples(190)
    (10000, 10000, 19000)

    Args:
        tests: How many tests p-values are corrected for.
        level: The confidence of intervals, which need some resamples too.
    """
    return min(_MOST_RESAMPLES, max(RESAMPLES, _count_least(level), _RESAMPLES_PER_TEST * tests))


def _count_least(level: float) -> int:
    """Return how many resamples an interval needs at least."""
    return math.ceil(2 / (1 - level) - 1e-9) if 0 < level < 1 else 0
