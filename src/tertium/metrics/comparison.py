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
    """Score several systems on the same segments, and test whether they differ.

    >>> systems = {"one": ["a small dog", "the cat sat"], "two": ["a dog", "a cat sits"]}
    >>> comparison = compare(systems, ["a small dog", "the cat sat"], ["chrf"], resamples=100)
    >>> test = comparison.test("chrf", "two")
    >>> test.baseline, round(test.difference, 2)
    ('one', -78.98)

    Args:
        systems: The hypotheses of each system, by its name.
        references: One entry per segment, as for ``score``.
        metrics: Metric specs.
        baseline: The system that the others are compared with; the first by default.
        pairs: ``baseline``: each system is compared with the baseline; ``all``: all pairs of systems.
        method: The paired test: ``bootstrap`` or ``randomization``.
        confidence: The confidence level of the intervals.
        resamples: How many resamples or shuffles are drawn for each test.
        seed: The seed of the resamples; the same seed gives the same p-values on every machine.
        documents: The document of each segment.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Raises:
        InputError: If there are fewer than two systems, or the input is mis-shaped.
        SpecError: If a metric, a test or the baseline does not exist.
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
    """Compare all systems of a test set.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog"], "two": ["a dog"]}, ["a small dog"])
    >>> print(compare_systems(test_set, ["chrf"]))
    chrf: two − one = -76.14 [-76.14, -76.14], p = 1.0000, p (Holm) = 1.0000

    Args:
        test_set: The systems and their references.
        metrics: Metric specs; or metrics by spec, from ``parse_all``.
        resampling: How intervals and tests are drawn.
        baseline: As for ``compare``, like all that follows.
        pairs: See there.
        method: See there.
        threads: See there.
        progress: See there.
    """
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
            tests.append(
                PairedTest(
                    metric=spec,
                    system=system,
                    baseline=other,
                    difference=difference.value,
                    low=low,
                    high=high,
                    p_value=difference.p_value,
                    adjusted=corrected,
                )
            )
    return Comparison(
        systems=scores,
        tests=tests,
        method=method,
        resamples=resampling.resamples,
        seed=resampling.seed,
        level=resampling.level,
    )


def _choose_pairs(names: Sequence[str], baseline: str | None, pairs: str) -> list[tuple[str, str]]:
    if len(names) < 2:
        raise InputError("there is only one system", remedy="Give two or more systems to compare")
    if baseline is not None and baseline not in names:
        raise SpecError(f"the baseline {baseline!r} is not one of the systems", remedy=f"There are: {', '.join(names)}")
    if pairs not in PAIRS:
        raise unknown("choice of pairs", pairs, PAIRS)
    if pairs == "all":
        if baseline is not None:
            raise SpecError(
                "a baseline cannot be given where all pairs are compared", remedy="Leave one of the two out"
            )
        return [(system, other) for other, system in combinations(names, 2)]
    first = names[0] if baseline is None else baseline
    return [(name, first) for name in names if name != first]
