"""How often ten equally good systems, all pairs, have even one significant difference after Holm's correction.

Simulated: segments of 5 to 39 words, each word right with a chance of about 0.4. Each segment has a difficulty that all
systems share, as real ones do. The share of runs with any p (Holm) below .05 should be at most 5 %.
"""

from __future__ import annotations

import time
from itertools import combinations

import numpy as np

from bench.false_alarms import score
from tertium.registry import SYSTEM_TESTS, load
from tertium.stats.correction import adjust_holm
from tertium.stats.resampling import choose_resamples
from tertium.types import Array, Matrix

SYSTEMS = 10
RUNS = 200
SEGMENTS = (100, 300)


def main() -> None:
    """Print the family-wise error rate, and the smallest p (Holm) that can be reached."""
    tests = SYSTEMS * (SYSTEMS - 1) // 2
    resamples = choose_resamples(tests)
    print(f"\n{SYSTEMS} equal systems, {tests} tests, {resamples:,} resamples; {RUNS} runs, with any p (Holm) < .05")
    print(f"  smallest p (Holm) with {resamples:,} resamples: {tests / (resamples + 1):.4f}; 1,000: {tests / 1001:.4f}")
    generator = np.random.default_rng(1)
    for name in SYSTEM_TESTS:
        for segments in SEGMENTS:
            start = time.perf_counter()
            smallest = np.array([_find_smallest(generator, name, segments, resamples, run) for run in range(RUNS)])
            share, single = (smallest[:, 0] < 0.05).mean(), smallest[:, 1].mean()
            taken = time.perf_counter() - start
            print(f"  {name:14}{segments:5} segments{share:8.1%}  (single p < 0.05: {single:.1%}; {taken:.0f} s)")


def _find_smallest(
    generator: np.random.Generator, name: str, segments: int, resamples: int, seed: int
) -> tuple[float, float]:
    """Return the smallest p (Holm) of all pairs, and the share of single tests below .05."""
    test = load(SYSTEM_TESTS, name, "test")
    words = generator.integers(5, 40, segments)
    chances = generator.beta(4, 6, segments)
    systems: list[Matrix] = [
        np.column_stack([generator.binomial(words, chances), words]).astype(np.float64) for _ in range(SYSTEMS)
    ]
    drawn: dict[int, Array] = {}
    found = [
        test(one, other, score, level=0.95, resamples=resamples, seed=seed, threads=2, drawn=drawn).p_value
        for one, other in combinations(systems, 2)
    ]
    return min(adjust_holm(found)), float(np.mean(np.array(found) < 0.05))


if __name__ == "__main__":
    main()
