"""Paired tests of systems, as in ``sacrebleu.significance``: the same draws, and so the same intervals and p-values."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from tertium.sacrebleu.metrics.base import Metric, Score, Signature
from tertium.sacrebleu.refusals import NothingToScoreError
from tertium.sacrebleu.resampling import (
    BootstrapDraws,
    ExchangeDraws,
    check_test,
    read_seed,
    resample_scores,
    score_sums,
)

IS_WINDOWS = os.name == "nt"

sacrelogger = logging.getLogger("sacrebleu")


class Result:
    """The result of one system.

    Args:
        score: Its score.
        p_value: The p-value of its difference from the baseline.
        mean: The mean of its bootstrap resamples.
        ci: Half the width of the 95% interval of its bootstrap resamples.
    """

    def __init__(
        self, score: float, p_value: float | None = None, mean: float | None = None, ci: float | None = None
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value!s}" for name, value in vars(self).items())


def estimate_ci(scores: Any) -> tuple[Any, Any]:
    """Return the mean of resampled scores, and half the width of their 95% interval."""
    ordered = np.sort(scores)
    cut = len(ordered) // 40
    return ordered.mean(), 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])


class PairedTest:
    """A test of each system against the first one, the baseline.

    Args:
        named_systems: Names and hypotheses of the systems.
        metrics: The metrics by name.
        references: One list per reference translation; ``None`` for those that the metrics were made with.
        test_type: ``ar`` for approximate randomization, ``bs`` for paired bootstrap.
        n_samples: How many trials or resamples; 0 for the usual number, 10,000 or 1,000.
        n_ar_confidence: How many resamples the intervals of ``ar`` have; 0 for 1,000, -1 for no intervals.
        n_jobs: Accepted and kept. The work is shared among threads (``TERTIUM_THREADS``), not processes.
    """

    _DEFAULT_SAMPLES: ClassVar[Mapping[str, int]] = {"ar": 10000, "bs": 1000}

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric],
        references: Sequence[Sequence[str]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        check_test(test_type)
        if not named_systems:
            raise NothingToScoreError("there are no systems", remedy="Give the baseline first, then the others")
        self.test_type = test_type
        self.references = references
        self.named_systems = named_systems
        self.n_systems = len(named_systems) - 1
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_jobs = n_jobs or max(1, min((os.cpu_count() or 1) // 2, self.n_systems))
        self._seed = read_seed()
        self.metrics: dict[str, Metric] = {}
        self._baseline: dict[str, tuple[Any, Result]] = {}
        self._resampled: dict[str, Any] = {}
        self._signatures: dict[str, Signature] = {}
        for name, metric in metrics.items():
            self._examine_baseline(name, metric)

    def _examine_baseline(self, name: str, metric: Metric) -> None:
        """Score the baseline, and keep its rows, interval and signature."""
        system, hypotheses = self.named_systems[0]
        sacrelogger.info(f"Pre-computing {name} statistics for {system!r}")
        stats = metric._extract_corpus_statistics(hypotheses, self.references)
        score: Score = metric._aggregate_and_compute(stats)
        result = Result(score.score)
        resamples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        if resamples > 0:
            self._resampled[score.name] = resample_scores(stats, metric, resamples)[1]
            result.mean, result.ci = estimate_ci(self._resampled[score.name])
        self._baseline[score.name] = (stats, result)
        self.metrics[score.name] = metric
        signature = metric.get_signature()
        signature.update("seed", str(self._seed).lower())
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        self._signatures[score.name] = signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Return the signature of each metric; and names under ``System``, and results by metric, of all systems."""
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        scores |= {name: [result] for name, (_, result) in self._baseline.items()}
        test = self._randomize if self.test_type == "ar" else self._resample
        for system, hypotheses in self.named_systems[1:]:
            draws = self._draw(len(hypotheses))
            for name, metric in self.metrics.items():
                sacrelogger.info(f"Computing {name} for {system!r} and extracting sufficient statistics")
                stats = metric._extract_corpus_statistics(hypotheses, self.references)
                scores[name].append(test(name, metric, stats, draws))
        return self._signatures, scores

    def _draw(self, length: int) -> tuple[ExchangeDraws | None, BootstrapDraws | None]:
        """Return the draws for one system, the same for all metrics."""
        rng = np.random.default_rng(self._seed)
        if self.test_type == "bs":
            return None, BootstrapDraws(rng, length, self.n_samples)
        exchanges = ExchangeDraws(rng, length, self.n_samples)
        return exchanges, BootstrapDraws(rng, length, self.n_ar_confidence) if self.n_ar_confidence > 0 else None

    def _randomize(self, name: str, metric: Metric, stats: Any, draws: tuple[Any, Any]) -> Result:
        """Return the result of approximate randomization."""
        exchanges, resamples = draws
        baseline, of_baseline = self._baseline[name]
        score = metric._aggregate_and_compute(stats).score
        sacrelogger.info(f" > Performing approximate randomization test (# trials: {self.n_samples})")
        ours, theirs = exchanges.exchange(baseline, stats)
        differences = np.abs(score_sums(ours, metric) - score_sums(theirs, metric))
        result = Result(score, _find_p_value(differences, abs(of_baseline.score - score)))
        if resamples is not None:
            sacrelogger.info(
                f" > Performing bootstrap resampling for confidence interval (# resamples: {self.n_ar_confidence})"
            )
            result.mean, result.ci = estimate_ci(resamples.score(stats, metric))
        return result

    def _resample(self, name: str, metric: Metric, stats: Any, draws: tuple[Any, Any]) -> Result:
        """Return the result of the paired bootstrap."""
        _, resamples = draws
        baseline, of_baseline = self._baseline[name]
        score = metric._aggregate_and_compute(stats).score
        sacrelogger.info(f" > Performing paired bootstrap resampling test (# resamples: {self.n_samples})")
        of_system = resamples.score(stats, metric)
        # With a seed, the draws of each system are those of the baseline's interval.
        of_base = resamples.score(baseline, metric) if self._seed is None else self._resampled[name]
        differences = np.abs(of_system - of_base)
        p_value = _find_p_value(differences - differences.mean(), abs(of_baseline.score - score))
        return Result(score, p_value, *estimate_ci(of_system))


def _find_p_value(differences: Any, observed: float) -> float:
    """Return how often a difference is larger than the observed one; the observed one counts as one of them."""
    return (int(np.sum(differences > observed)) + 1) / (len(differences) + 1)


def _bootstrap_resample(stats: Any, metric: Metric, n_samples: int = 1000) -> tuple[str, list[Score]]:
    """Return the seed, and the scores of bootstrap resamples of the rows of one system."""
    seed = read_seed()
    sums = BootstrapDraws(np.random.default_rng(seed), len(stats), n_samples).sum(stats)
    return str(seed).lower(), [metric._compute_score_from_stats(row) for row in sums]
