"""The permutation test of all pairs of 50 metrics on 100 systems and 3,000 segments, and one pair against nlpstats."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

from bench import timing

METRICS, SYSTEMS, SEGMENTS, RESAMPLES = 50, 100, 3000, 1000

CASES = [
    ("system", "pearson", "both"),
    ("system", "spearman", "both"),
    ("system", "kendall-b", "both"),
    ("system", "accuracy", "both"),
    ("pooled", "pearson", "both"),
    ("by-system", "pearson", "both"),
    ("by-system", "kendall-b", "systems"),
    ("by-segment", "kendall-b", "segments"),
    ("by-segment", "pearson", "segments"),
    ("by-segment", "pearson", "both"),
]

# One pair, of a size that nlpstats can bear.
SMALL = (15, 200, 200)


def make_scores(metrics: int, systems: int, segments: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Metrics that agree with people more or less: systems differ, segments differ, and the rest is noise."""
    generator = np.random.default_rng(1)
    human = (
        generator.normal(size=(systems, 1)) / 3
        + generator.normal(size=segments)
        + generator.normal(size=(systems, segments))
    )
    noise = np.linspace(0.5, 3, metrics)
    return [human + share * generator.normal(size=human.shape) for share in noise], human


def measure(level: str, coefficient: str, exchange: str) -> None:
    """Prints seconds and megabytes of one case, in a process of its own."""
    from tertium.stats.difference import compare_all

    scores, human = make_scores(METRICS, SYSTEMS, SEGMENTS)
    start = time.perf_counter()
    p_values = compare_all(
        scores, human, level=level, coefficient=coefficient, exchange=exchange, resamples=RESAMPLES, threads=2
    )
    seconds = time.perf_counter() - start
    assert p_values.shape == (METRICS, METRICS)
    print(seconds, timing.peak_megabytes())


def compare_with_nlpstats() -> None:
    """One pair of metrics by both, at the levels that nlpstats has."""
    from nlpstats.correlations import permutation_test

    from tertium.stats.exchange import draw_exchanges
    from tertium.stats.samplers import make_sampler

    systems, segments, resamples = SMALL
    (first, second), human = make_scores(2, systems, segments)
    names = [("system", "system"), ("by-segment", "input"), ("pooled", "global")]
    for level, theirs in names:
        for coefficient in ("pearson", "kendall-b"):
            start = time.perf_counter()
            permutation_test(
                first, second, human, theirs, coefficient.removesuffix("-b"), "both", n_resamples=resamples
            )
            peer = time.perf_counter() - start
            start = time.perf_counter()
            sampler = make_sampler([first, second], human, level, coefficient, "both")
            sampler.load(draw_exchanges(systems, segments, "both", resamples, 1))
            sampler.sample(0, 1, 2)
            ours = time.perf_counter() - start
            print(f"{level:12}{coefficient:12}{ours:9.3f} s  nlpstats {peer:8.2f} s  {peer / ours:8.0f} x")


def main() -> None:
    print(f"All pairs of {METRICS} metrics, {SYSTEMS} systems, {SEGMENTS} segments, {RESAMPLES} resamples, 2 threads")
    for case in CASES:
        command = [sys.executable, "-m", "bench.permutation", *case]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds, megabytes = map(float, done.stdout.split())
        print(f"{case[0]:12}{case[1]:12}exchange {case[2]:10}{seconds:8.1f} s{megabytes:8.0f} MB")
    systems, segments, resamples = SMALL
    print(f"One pair, {systems} systems, {segments} segments, {resamples} resamples, exchange both")
    compare_with_nlpstats()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(*sys.argv[1:])
    else:
        main()
