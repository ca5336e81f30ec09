"""The tree kernel of Collins and Duffy with exact numbers, for one pair of segments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tertium.audit.explanation.fragments import iterate_pairs, list_productions
from tertium.errors import InputError
from tertium.syntax.fragments import FragmentOccurrence, Nodes

# Each pair is a fraction of whole numbers of any size: a million take about ten seconds.
MOST_PAIRS = 1_000_000


@dataclass(frozen=True)
class TreeKernel:
    """The kernel of a hypothesis and a reference. Numbers of fragments grow exponentially, so these are logarithms.

    Attributes:
        log_common: The natural logarithm of the kernel of both; None if they have nothing in common.
        log_hypothesis: That of the hypothesis with itself; None if it has no fragment.
        log_reference: That of the reference with itself; None if it has no fragment.
        cosine: The similarity of both, from 0 to 1.
    """

    log_common: float | None
    log_hypothesis: float | None
    log_reference: float | None
    cosine: float


def compare_trees(hypothesis: Nodes, reference: Nodes, decay: float) -> TreeKernel:
    """Return the kernel of two segments, and their cosine.

    Raises:
        InputError: If they have too many pairs of equal productions, as a text of thousands of equal words has.
    """
    logs = [
        _log(count_common(one, other, decay))
        for one, other in ((hypothesis, reference), (hypothesis, hypothesis), (reference, reference))
    ]
    common, ours, theirs = logs
    if ours is None and theirs is None:
        is_same = bool(hypothesis.labels) and list(hypothesis.labels) == list(reference.labels)
        cosine = float(is_same)
    elif common is None or ours is None or theirs is None:
        cosine = 0.0
    else:
        cosine = min(math.exp(common - (ours + theirs) / 2), 1.0)
    return TreeKernel(common, ours, theirs, cosine)


def count_common(one: Nodes, other: Nodes, decay: float) -> Fraction:
    """Return the sum over all fragments of the product of both counts, with decay.

    Raises:
        InputError: If there are too many pairs of equal productions.
    """
    ours, theirs = list_productions(one), list_productions(other)
    count = count_pairs(ours, theirs)
    if count > MOST_PAIRS:
        raise InputError(
            f"the text is too repetitive to be explained: it has {count:,} pairs of equal productions, and "
            f"{MOST_PAIRS:,} is the limit",
            remedy="Explain a shorter text, or only score it: tkm and dtkm accept about 16 times as many",
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


def count_pairs(one: Sequence[FragmentOccurrence], other: Sequence[FragmentOccurrence]) -> int:
    """Count the pairs that have the same fragment, without listing them."""
    counts = Counter(each.key for each in other)
    return sum(number * counts[key] for key, number in Counter(each.key for each in one).items())


def _log(number: Fraction) -> float | None:
    return math.log(number.numerator) - math.log(number.denominator) if number else None
