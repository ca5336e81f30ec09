"""The tree kernel of Collins and Duffy with exact numbers, for one pair of segments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tertium.audit.explanation.fragments import Nodes, Occurrence, iterate_pairs, list_productions
from tertium.errors import InputError

# Each pair is a fraction of whole numbers of any size: a million take some ten seconds.
MOST_PAIRS = 1_000_000


@dataclass(frozen=True)
class Kernel:
    """The kernel of a hypothesis and a reference. Numbers of fragments grow exponentially, so they are logarithms.

    Attributes:
        log_common: The natural logarithm of the kernel of both; None if they have nothing in common.
        log_hypothesis: That of the hypothesis with itself; None if it has no fragment.
        log_reference: That of the reference with itself; None if it has no fragment.
        cosine: How alike both are, from 0 to 1.
    """

    log_common: float | None
    log_hypothesis: float | None
    log_reference: float | None
    cosine: float


def compare_trees(hypothesis: Nodes, reference: Nodes, decay: float) -> Kernel:
    """The kernel of two segments, and their cosine.

    Raises:
        InputError: If they have too many pairs of equal productions, as thousands of equal words have.
    """
    logs = [
        _log(count_common(one, other, decay))
        for one, other in ((hypothesis, reference), (hypothesis, hypothesis), (reference, reference))
    ]
    common, ours, theirs = logs
    if ours is None and theirs is None:
        alike = bool(hypothesis.labels) and list(hypothesis.labels) == list(reference.labels)
        cosine = float(alike)
    elif common is None or ours is None or theirs is None:
        cosine = 0.0
    else:
        cosine = min(math.exp(common - (ours + theirs) / 2), 1.0)
    return Kernel(common, ours, theirs, cosine)


def count_common(one: Nodes, other: Nodes, decay: float) -> Fraction:
    """The sum over all fragments of how often one has it, times how often the other has it, with decay.

    Raises:
        InputError: If there are too many pairs of equal productions.
    """
    ours, theirs = list_productions(one), list_productions(other)
    count = count_pairs(ours, theirs)
    if count > MOST_PAIRS:
        raise InputError(
            f"the text repeats itself too much to be explained: {count:,} pairs of equal productions, where "
            f"{MOST_PAIRS:,} are the most",
            remedy="Score it with tkm or dtkm instead, which take some 16 times as many, or explain a shorter text",
        )
    factor = Fraction(decay)
    places = {node: place for place, node in enumerate(one.downwards)}
    pairs = sorted(iterate_pairs(ours, theirs), key=lambda pair: places[pair[0]], reverse=True)
    counts: dict[tuple[int, int], Fraction] = {}
    for node, partner in pairs:
        ways = factor
        for both in zip(one.children[node], other.children[partner], strict=True):
            ways *= 1 + counts.get(both, Fraction(0))
        counts[node, partner] = ways
    return sum(counts.values(), Fraction(0))


def count_pairs(one: Sequence[Occurrence], other: Sequence[Occurrence]) -> int:
    """How many pairs have the same fragment, without listing them."""
    counts = Counter(each.key for each in other)
    return sum(number * counts[key] for key, number in Counter(each.key for each in one).items())


def _log(number: Fraction) -> float | None:
    return math.log(number.numerator) - math.log(number.denominator) if number else None
