"""The random draws of sacrebleu, made by NumPy as it makes them, and the scores of what is drawn.

The same seed gives the same draws, so that intervals and p-values are equal, not only similar. sacrebleu holds all
draws at once, and a copy of the statistics for each; here they are made in parts that fit the cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from tertium import _core
from tertium.sacrebleu.metrics.base import Metric
from tertium.sacrebleu.metrics.core_metric import CoreMetric
from tertium.sacrebleu.refusals import UnknownChoiceError
from tertium.stats import SEED
from tertium.threads import resolve_threads

SEED_VARIABLE = "SACREBLEU_SEED"

# How many numbers are drawn at a time.
_PART = 1 << 20


def read_seed() -> int | None:
    """Return the seed that ``SACREBLEU_SEED`` sets, 12345 without it, or ``None`` for a random one."""
    text = os.environ.get(SEED_VARIABLE, str(SEED))
    return None if text.lower() == "none" else int(text)


def resample_scores(stats: Any, metric: Metric, n_samples: int) -> tuple[str, Any]:
    """Return the seed, and the scores of bootstrap resamples of the rows of one system."""
    seed = read_seed()
    draws = BootstrapDraws(np.random.default_rng(seed), len(stats), n_samples)
    return str(seed).lower(), draws.score(stats, metric)


class BootstrapDraws:
    """Numbers of rows, drawn with replacement: as many as there are, for each resample.

    Args:
        rng: NumPy's generator.
        length: How many rows there are.
        samples: How many resamples.
    """

    def __init__(self, rng: np.random.Generator, length: int, samples: int) -> None:
        self._rng = rng
        self._start = rng.bit_generator.state
        self._length = length
        self._samples = samples

    def _parts(self) -> Iterator[Any]:
        """Draw again from the same start, some resamples at a time; the stream does not depend on how many."""
        self._rng.bit_generator.state = self._start
        step = max(1, _PART // self._length)
        for first in range(0, self._samples, step):
            count = min(step, self._samples - first)
            yield self._rng.choice(self._length, size=(count, self._length), replace=True)

    def sum(self, stats: Any) -> Any:
        """Return the sums of the drawn rows, one row per resample, in 32 bits as sacrebleu adds them."""
        rows = np.ascontiguousarray(stats, dtype=np.float32)
        if rows.shape[1] == 1:  # NumPy adds a single column in another order
            return np.concatenate([rows[part].sum(axis=1) for part in self._parts()])
        threads = resolve_threads(None)
        return np.concatenate([_core.sum_drawn(rows, part, threads) for part in self._parts()])

    def score(self, stats: Any, metric: Metric) -> Any:
        """Return the score of each resample of the rows of a system."""
        return score_sums(self.sum(stats), metric)


def score_sums(sums: Any, metric: Metric) -> Any:
    """Return the score of each row."""
    if isinstance(metric, CoreMetric):
        return metric._score_rows(sums)
    return np.array([metric._compute_score_from_stats(row).score for row in sums])


class ExchangeDraws:
    """For each trial, which segments two systems exchange.

    Args:
        rng: NumPy's generator.
        length: How many segments there are.
        trials: How many trials.
    """

    def __init__(self, rng: np.random.Generator, length: int, trials: int) -> None:
        # NumPy makes 32 of these draws of one number, and forgets what is left of it after each call.
        step = 32 * max(1, _PART // (32 * length))
        sizes = [min(step, trials - first) for first in range(0, trials, step)]
        drawn = (rng.integers(2, size=(size, length), dtype=bool) for size in sizes)
        self._chosen = np.concatenate([np.packbits(part, axis=1, bitorder="little") for part in drawn])
        self._length = length

    def exchange(self, stats: Any, others: Any) -> tuple[Any, Any]:
        """Return the sums of the rows of both systems after each exchange."""
        ours, theirs = np.asarray(stats, dtype=np.float64), np.asarray(others, dtype=np.float64)
        if len(self._chosen) * self._length <= _PART and not (_is_whole(ours) and _is_whole(theirs)):
            return self._multiply(ours, theirs)
        threads = resolve_threads(None)
        from_ours = _core.sum_chosen(np.ascontiguousarray(ours), self._chosen, threads)
        from_theirs = _core.sum_chosen(np.ascontiguousarray(theirs), self._chosen, threads)
        return (
            from_ours + (theirs.sum(axis=0) - from_theirs),
            (ours.sum(axis=0) - from_ours) + from_theirs,
        )

    def _multiply(self, ours: Any, theirs: Any) -> tuple[Any, Any]:
        """Add fractions in the order of NumPy's product: with few segments the last digit can decide."""
        chosen = np.unpackbits(self._chosen, axis=1, count=self._length, bitorder="little").astype(bool)
        return chosen @ ours + ~chosen @ theirs, ~chosen @ ours + chosen @ theirs


def _is_whole(rows: Any) -> bool:
    return bool((rows == np.floor(rows)).all())


def check_test(name: str) -> None:
    """Refuse a paired test that does not exist."""
    if name not in ("ar", "bs"):
        raise UnknownChoiceError(
            f"there is no test {name!r}", remedy="There are: ar (approximate randomization), bs (paired bootstrap)"
        )
