"""Buckets: which group of segments each segment is in, by a number, by its rank or by a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tertium.errors import InputError
from tertium.types import Array, Counts

LENGTHS = (10, 20, 30, 40, 50, 60)
"""Where buckets of lengths in words begin, after the first; those of compare-mt."""

LENGTH_DIFFERENCES = (-10, -5, -2, -1, 0, 1, 2, 3, 6, 11)
"""The same for differences of lengths."""

FREQUENCIES = (1, 2, 3, 4, 5, 10, 100, 1000)
"""The same for frequencies of words."""

_OTHER_QUARTERS = ("25–50%", "50–75%", "75–100%")


@dataclass(frozen=True)
class Buckets:
    """Groups that divide segments, or words.

    Attributes:
        by: What they are divided by, such as ``length``.
        names: The names of the buckets.
        places: The bucket of each segment or word, counted from 0.
    """

    by: str
    names: Sequence[str]
    places: Counts

    def __post_init__(self) -> None:
        if len(self.places) and not 0 <= int(self.places.min()) <= int(self.places.max()) < len(self.names):
            raise InputError(f"a bucket by {self.by} has no name", remedy="Give one name per bucket, from 0 on")


def bucket_numbers(by: str, values: Array | Counts, edges: Sequence[float]) -> Buckets:
    """Return buckets of numbers: below the first edge, from each edge to below the next, and from the last edge on.

    Names are of whole numbers if the numbers are an array of integers.

    >>> buckets = bucket_numbers("length", np.array([3, 10, 19, 80]), [10, 11, 20])
    >>> buckets.names, buckets.places.tolist()
    (['<10', '10', '11–19', '≥20'], [0, 1, 2, 3])
    >>> bucket_numbers("score", np.array([3.5]), [10, 20]).names
    ['<10', '10 to <20', '≥20']

    Args:
        by: What the numbers are.
        values: One number per segment or word.
        edges: Where buckets begin, after the first, in ascending order.
    """
    places = np.searchsorted(np.asarray(edges, dtype=np.float64), values, side="right")
    names = [f"<{_write(edges[0])}"]
    is_whole = np.issubdtype(np.asarray(values).dtype, np.integer)
    names += [_name(low, high, is_whole) for low, high in pairwise(edges)]
    return Buckets(by, [*names, f"≥{_write(edges[-1])}"], places.astype(np.int64))


def bucket_quarters(by: str, values: Array, lowest: str = "lowest") -> Buckets:
    """Return quarters by rank. Equal values are in the same bucket, so buckets may differ in size.

    >>> buckets = bucket_quarters("score", np.array([5.0, 1.0, 7.0, 3.0, 3.0]), "hardest")
    >>> buckets.names[0], buckets.places.tolist()
    ('hardest 25%', [2, 0, 3, 0, 0])

    Args:
        by: What the numbers are.
        values: One number per segment.
        lowest: What the quarter with the lowest numbers is called.
    """
    below = np.searchsorted(np.sort(values), values, side="left")
    return Buckets(by, (f"{lowest} 25%", *_OTHER_QUARTERS), (4 * below // max(1, len(values))).astype(np.int64))


def bucket_labels(by: str, labels: Sequence[str]) -> Buckets:
    """Return one bucket per label, in the order in which they are first seen.

    >>> buckets = bucket_labels("domain", ["news", "chat", "news"])
    >>> buckets.names, buckets.places.tolist()
    (['news', 'chat'], [0, 1, 0])
    """
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return Buckets(by, list(numbers), np.array([numbers[label] for label in labels], dtype=np.int64))


def choose_edges(values: Array, most: int = 10) -> list[float]:
    """Return round edges that divide nearly all values into at most some buckets of equal width.

    >>> choose_edges(np.array([3.0, 55.0, 98.0]))
    [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]
    """
    low, high = np.percentile(values, [1, 99])
    spread = max(float(high - low), 1e-9)
    scale = 10.0 ** np.floor(np.log10(spread / most))
    step = next(scale * factor for factor in (1, 2, 5, 10) if spread / (scale * factor) <= most)
    first, last = int(np.floor(low / step)) + 1, int(np.ceil(high / step))
    return [float(round(number * step, 12)) for number in range(first, max(last, first + 1))]


def _name(low: float, high: float, is_whole: bool) -> str:
    if not is_whole:
        return f"{_write(low)} to <{_write(high)}"
    if high - low == 1:
        return _write(low)
    # With a dash, numbers below zero would look as if they were subtracted.
    return f"{_write(low)}{' to ' if low < 0 else '–'}{_write(high - 1)}"


def _write(number: float) -> str:
    return f"{number:g}".replace("-", "−")
