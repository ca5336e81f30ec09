"""Compare systems on the same segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Literal

import numpy as np

from tertium.arrow import ArrowData
from tertium.errors import InputError, SpecError
from tertium.metrics.input_texts import (
    ColumnRoles,
    HypothesisColumns,
    ReferenceList,
    TextList,
    make_test_set,
    take_test_set,
)
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import score_systems
from tertium.metrics.spec import parse_all
from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS, PAIRS, SYSTEM_TESTS, load, make, unknown
from tertium.results import NOT_SIGNIFICANT, TOO_FEW_SEGMENTS, Comparison, PairedTest, Score, Scores
from tertium.stats.clusters import letter
from tertium.stats.correction import adjust_holm
from tertium.stats.paired import SystemTest
from tertium.stats.resampling import CONFIDENCE, ENOUGH_SEGMENTS, SEED, SIGNIFICANT, Resampling, choose_resamples
from tertium.threads import resolve_threads
from tertium.types import Array, Matrix, TestSet


def compare(
    systems: Mapping[str, TextList] | ArrowData,
    references: ReferenceList | str | None = None,
    metrics: Sequence[str | Metric] = DEFAULT_METRICS,
    *,
    hypothesis: HypothesisColumns | None = None,
    columns: ColumnRoles | None = None,
    baseline: str | None = None,
    pairs: Literal["baseline", "all"] = "baseline",
    method: Literal["bootstrap", "randomization"] = "bootstrap",
    confidence: float = CONFIDENCE,
    resamples: int | None = None,
    seed: int = SEED,
    documents: TextList | str | None = None,
    sources: TextList | str | None = None,
    language: str = "",
    normalise: str = "",
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
        systems: The hypotheses of each system, by its name; or a data frame with all of them, as for ``score``.
        references: One entry per segment, as for ``score``; with a data frame the names of its columns of references.
        metrics: Metric specs or metrics, as for ``score``.
        hypothesis: With a data frame, its columns of hypotheses; or the column of each system, by the system's name.
        columns: With a data frame, what else its columns contain, as for ``open_test_set``; a string, or a dictionary
            from roles to names.
        baseline: The system that the others are compared with; the first by default.
        pairs: ``baseline``: each system is compared with the baseline; ``all``: all pairs of systems.
        method: The paired test: ``bootstrap`` or ``randomization``.
        confidence: The confidence level of the intervals.
        resamples: How many resamples or shuffles are drawn for each test: 10,000 by default, or 100 per test where one
            metric has more than 100 tests, so that a difference can be significant after the correction.
        seed: The seed of the resamples; the same seed gives the same p-values on every machine.
        documents: The document of each segment; with a data frame the name of that column.
        sources: The source of each segment, as for ``score``.
        language: The code of the language, as for ``score``.
        normalise: The Unicode normal form that texts are given, as for ``score``.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Raises:
        InputError: If there are fewer than two systems, or the input is mis-shaped.
        SpecError: If a metric, a test or the baseline does not exist.
    """
    test_set = make_test_set(
        systems,
        references,
        documents,
        language,
        sources=sources,
        hypothesis=hypothesis,
        columns=columns,
        normalise=normalise,
    )
    resampling = choose_resampling(len(test_set.systems), pairs, confidence, resamples, seed)
    return compare_systems(
        test_set, metrics, resampling, baseline=baseline, pairs=pairs, method=method, threads=threads, progress=progress
    )


def choose_resampling(
    systems: int,
    pairs: str = "baseline",
    confidence: float = CONFIDENCE,
    resamples: int | None = None,
    seed: int = SEED,
) -> Resampling:
    """Return how the tests of some systems are drawn: as is asked for, or with as many resamples as the tests need.

    >>> choose_resampling(10, "all").resamples, choose_resampling(20, "all").resamples
    (10000, 19000)

    Args:
        systems: How many systems there are.
        pairs: As for ``compare``, like all that follows.
        confidence: See there.
        resamples: See there.
        seed: See there.
    """
    if resamples is None:
        tests = systems * (systems - 1) // 2 if pairs == "all" else systems - 1
        resamples = choose_resamples(tests, confidence)
    return Resampling(confidence, resamples, seed)


def compare_systems(
    test_set: TestSet,
    metrics: Iterable[str | Metric] | Mapping[str, Metric],
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
        metrics: Metric specs or metrics; or metrics by name, as from ``parse_all``.
        resampling: How intervals and tests are drawn; with as many resamples as the tests need by default.
        baseline: As for ``compare``, like all that follows.
        pairs: See there.
        method: See there.
        threads: See there.
        progress: See there.
    """
    test_set = take_test_set(test_set)
    names = list(test_set.systems)
    resampling = resampling or choose_resampling(len(names), pairs)
    choose_pairs(names, baseline, pairs)
    parsed = parse_all(metrics)
    load(SYSTEM_TESTS, str(method), "significance test")  # refused before the work, if there is no such test
    threads = resolve_threads(threads)
    scores = score_systems(test_set, parsed, resampling=resampling, threads=threads, progress=progress)
    rows = {name: {spec: scores[name][spec].rows for spec in parsed} for name in names}
    return compare_rows(
        scores, rows, parsed, resampling, baseline=baseline, pairs=pairs, method=method, threads=threads
    )


def compare_rows(
    scores: Mapping[str, Scores],
    rows: Mapping[str, Mapping[str, Matrix]],
    metrics: Mapping[str, Metric],
    resampling: Resampling,
    *,
    baseline: str | None = None,
    pairs: str = "baseline",
    method: str = "bootstrap",
    threads: int = 1,
) -> Comparison:
    """Compare systems whose tallies are known.

    Args:
        scores: The scores of each system, by its name.
        rows: The tallies of each system by each metric. Rows with the same number are of the same segments.
        metrics: The metrics, by the specs that they were asked for.
        resampling: How tests are drawn.
        baseline: As for ``compare``, like all that follows.
        pairs: See there.
        method: See there.
        threads: See there.
    """
    names = list(scores)
    chosen = choose_pairs(names, baseline, pairs)
    test: SystemTest = partial(make, SYSTEM_TESTS, str(method), "significance test")
    tests: list[PairedTest] = []
    groups: dict[str, dict[str, str]] = {}
    enough = min(len(matrix) for by_spec in rows.values() for matrix in by_spec.values()) >= ENOUGH_SEGMENTS
    for spec, metric in metrics.items():
        drawn: dict[int, Array] = {}
        settings = {**vars(resampling), "threads": threads, "drawn": drawn}
        found = [test(rows[system][spec], rows[other][spec], metric.score, **settings) for system, other in chosen]
        adjusted = adjust_holm([difference.p_value for difference in found])
        for (system, other), difference, corrected in zip(chosen, found, adjusted, strict=True):
            is_higher = (difference.value > 0) == scores[system][spec].higher_is_better
            is_known = enough and corrected < SIGNIFICANT and difference.value != 0
            reason = "" if is_known else NOT_SIGNIFICANT if enough else TOO_FEW_SEGMENTS
            tests.append(
                PairedTest(
                    metric=spec,
                    system=system,
                    baseline=other,
                    difference=difference.value,
                    low=difference.low,
                    high=difference.high,
                    p_value=difference.p_value,
                    adjusted=corrected,
                    better=(system if is_higher else other) if is_known else None,
                    reason=reason,
                )
            )
        if pairs == "all" and enough:
            groups[spec] = _group([scores[name][spec] for name in names], names, chosen, adjusted)
    return Comparison(
        systems=scores,
        tests=tests,
        method=method,
        resamples=resampling.resamples,
        seed=resampling.seed,
        level=resampling.level,
        groups=groups,
    )


def _group(
    scores: Sequence[Score], names: Sequence[str], pairs: Sequence[tuple[str, str]], adjusted: Sequence[float]
) -> dict[str, str]:
    """Return the letters of each system by one metric, the best system's first."""
    place = {name: index for index, name in enumerate(names)}
    p_values = np.ones((len(names), len(names)))
    for (system, other), p_value in zip(pairs, adjusted, strict=True):
        p_values[place[system], place[other]] = p_values[place[other], place[system]] = p_value
    values = [score.value if score.higher_is_better else -score.value for score in scores]
    return dict(zip(names, letter(values, p_values, SIGNIFICANT), strict=True))


def choose_pairs(names: Sequence[str], baseline: str | None, pairs: str) -> list[tuple[str, str]]:
    """Return the pairs of systems that are compared: system and baseline.

    Raises:
        InputError: There is only one system.
        SpecError: The baseline or the choice of pairs does not exist.
    """
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
