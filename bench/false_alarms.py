"""How often two equally good systems are called different, and how often an interval holds the true value.

Simulated: segments of 5 to 39 words, each word right with a chance of 0.4, so that the true score is known.
"""

from __future__ import annotations

import numpy as np

from tertium.registry import SYSTEM_TESTS, load
from tertium.stats.bootstrap import bootstrap_interval
from tertium.types import Array, Matrix

TRIALS = 2000
CHANCE = 0.4
DRAWS = {"level": 0.95, "resamples": 400}


def score(rows: Matrix) -> Array:
    return rows[..., 0] / rows[..., 1]


def draw_system(generator: np.random.Generator, segments: int) -> Matrix:
    words = generator.integers(5, 40, segments)
    return np.column_stack([generator.binomial(words, CHANCE), words]).astype(np.float64)


def main() -> None:
    generator = np.random.default_rng(1)
    print(f"\np < 0.05 for two equally good systems, of {TRIALS} trials")
    print(f"  {'segments':>8}" + "".join(f"{name:>16}" for name in SYSTEM_TESTS))
    for segments in (5, 10, 30, 100, 300):
        shares = []
        for test in (load(SYSTEM_TESTS, name, "test") for name in SYSTEM_TESTS):
            pairs = ((draw_system(generator, segments), draw_system(generator, segments)) for _ in range(TRIALS))
            found = [test(*pair, score, seed=trial, **DRAWS).p_value < 0.05 for trial, pair in enumerate(pairs)]
            shares.append(f"{np.mean(found):16.1%}")
        print(f"  {segments:8}" + "".join(shares))
    print("\n95 % intervals that hold the true score")
    for segments in (20, 50, 200):
        systems = (draw_system(generator, segments) for _ in range(TRIALS))
        ends = [bootstrap_interval(system, score, seed=trial, **DRAWS) for trial, system in enumerate(systems)]
        print(f"  {segments:8}{np.mean([end.low <= CHANCE <= end.high for end in ends]):16.1%}")


if __name__ == "__main__":
    main()
