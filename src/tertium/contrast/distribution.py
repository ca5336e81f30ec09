"""How segments are distributed over buckets that differ between systems: scores, and lengths of outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.contrast.buckets import bucket_numbers
from tertium.json_result import JsonResult
from tertium.types import Array, Counts


@dataclass(frozen=True, kw_only=True)
class Distribution(JsonResult):
    """How many segments of each system are in each bucket.

    Attributes:
        by: ``score``, or ``length difference``: words of the output less words of the reference.
        names: The names of the buckets, without empty ones at both ends.
        counts: The numbers of the first system, and of the second.
    """

    by: str
    names: Sequence[str]
    counts: tuple[Sequence[int], Sequence[int]]


def distribute(by: str, first: Array | Counts, second: Array | Counts, edges: Sequence[float]) -> Distribution:
    """Count the segments of two systems by bucket.

    >>> distribute("score", np.array([1.0, 12.0]), np.array([15.0, 25.0]), [10, 20, 30])
    Distribution(by='score', names=['<10', '10 to <20', '20 to <30'], counts=([1, 1, 0], [0, 1, 1]))

    Args:
        by: What is counted.
        first: One number per segment of the first system.
        second: The same of the second.
        edges: Where buckets begin, after the first.
    """
    buckets = [bucket_numbers(by, values, edges) for values in (first, second)]
    counts = [np.bincount(each.places, minlength=len(each.names)) for each in buckets]
    filled = np.flatnonzero(counts[0] + counts[1])
    shown = slice(int(filled[0]), int(filled[-1]) + 1) if len(filled) else slice(0, 0)
    return Distribution(
        by=by, names=buckets[0].names[shown], counts=(counts[0][shown].tolist(), counts[1][shown].tolist())
    )
