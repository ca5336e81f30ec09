"""Compare systems on the same segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from tertium.errors import InputError, SpecError
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import ReferenceList, make_test_set, score_systems
from tertium.metrics.spec import parse_all
from tertium.progress import Progress
from tertium.registry import PAIRS, SYSTEM_TESTS, load, unknown
from tertium.results import Comparison, PairedTest
from tertium.stats.correction import adjust_holm
from tertium.stats.paired import SystemTest
from tertium.stats.resampling import SEED, Resampling
from tertium.threads import resolve_threads
from tertium.types import TestSet


def compare(
    systems: Mapping[str, Sequence[str]],
    references: ReferenceList,
    metrics: Sequence[str] = ("bleu", "chrf", "ter"),
    *,
    baseline: str | None = None,
    pairs: Literal["baseline", "all"] = "baseline",
    method: Literal["bootstrap", "randomization"] = "bootstrap",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = SEED,
    documents: Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Scores several systems on the same segments and tests whether they differ.

    Args:
        systems: The hypotheses of each system, by its name.
        references: One entry a segment, as for ``score``.
        metrics: Metric specs.
        baseline: The system that the others are compared with; the first by default.
        pairs: Whether each system is compared with the baseline, or with every other.
        method: Paired bootstrap or approximate randomisation.
        confidence: The level of the intervals.
        resamples: How many resamples or shuffles each test is from.
        seed: The same seed gives the same p-values on every machine.
        documents: The document of each segment.
        threads: How many threads to use.
        progress: Called with the number of segments after each batch.
    """
    test_set = make_test_set(systems, references, documents)
    resampling = Resampling(confidence, resamples, seed)
    return compare_systems(
        test_set, metrics, resampling, baseline=baseline, pairs=pairs, method=method, threads=threads, progress=progress
    )


def compare_systems(
    test_set: TestSet,
    metrics: Iterable[str] | Mapping[str, Metric],
    resampling: Resampling | None = None,
    *,
    baseline: str | None = None,
    pairs: str = "baseline",
    method: str = "bootstrap",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compares all systems of a test set; arguments as for ``compare``."""
    resampling = resampling or Resampling()
    names = list(test_set.systems)
    chosen = _choose_pairs(names, baseline, pairs)
    parsed = parse_all(metrics)
    test: SystemTest = load(SYSTEM_TESTS, str(method), "test")
    threads = resolve_threads(threads)
    scores = score_systems(test_set, parsed, resampling=resampling, threads=threads, progress=progress)
    tests: list[PairedTest] = []
    for spec, metric in parsed.items():
        found = [
            test(scores[system][spec].rows, scores[other][spec].rows, metric.score, **vars(resampling), threads=threads)
            for system, other in chosen
        ]
        adjusted = adjust_holm([difference.p_value for difference in found])
        for (system, other), difference, corrected in zip(chosen, found, adjusted, strict=True):
            low, high = difference.low, difference.high
            tests.append(PairedTest(spec, system, other, difference.value, low, high, difference.p_value, corrected))
    return Comparison(scores, tests, method, resampling.resamples, resampling.seed, resampling.level)


def _choose_pairs(names: Sequence[str], baseline: str | None, pairs: str) -> list[tuple[str, str]]:
    if len(names) < 2:
        raise InputError("there is only one system", remedy="Give two or more to compare")
    if baseline is not None and baseline not in names:
        raise SpecError(f"there is no system {baseline!r} to be the baseline", remedy=f"There are: {', '.join(names)}")
    if pairs not in PAIRS:
        raise unknown("choice of pairs", pairs, PAIRS)
    if pairs == "all":
        if baseline is not None:
            raise SpecError("where all pairs are compared there is no baseline", remedy="Leave one of the two out")
        return [(system, other) for other, system in combinations(names, 2)]
    first = names[0] if baseline is None else baseline
    return [(name, first) for name in names if name != first]
