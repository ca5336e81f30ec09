"""Characteristic n-grams: those that one system gets right, or produces without a match, in more segments than another.

An n-gram of an output is right if a reference has it, at most as often as the one reference that has it most often, as
BLEU counts it. Both systems translate the same segments, and the occurrences of an n-gram within a segment depend on
each other. So segments are compared and not occurrences: the exact sign test of the segments in which the two systems
differ (``tertium.stats.sign_test``). Fisher's test of all occurrences would take them for independent samples.

N-grams are tested by the thousand. Those that differ in too few segments to be significant in any case are not tested
(Tarone 1990); for the others the false discovery rate is controlled (Benjamini and Hochberg 1995).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium import _core
from tertium._core import Tokens
from tertium.errors import SpecError
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.stats.correction import adjust_false_discovery, find_testable
from tertium.stats.sign_test import compare_signs, find_least_p
from tertium.types import Counts, Offsets

# Columns of the core's rows, after the order of the n-gram.
_COUNTS, _REFERENCES, _MATCHES, _MORE_MATCHES, _MORE_SURPLUS, _SAME = slice(1, 3), 3, slice(4, 6), 6, 8, 10


@dataclass(frozen=True, kw_only=True)
class NgramDifference(JsonResult):
    """An n-gram of which two systems have different numbers in some segments.

    Attributes:
        ngram: Its words, with one blank between them.
        order: How many words they are.
        ahead: In how many segments the first system has more of it, and in how many the second does.
        counts: How often both systems have it in all segments.
        reference_count: How often the references have it; of several references of a segment, the one with most.
        p_value: The exact p of the sign test.
        q_value: The same, corrected: at most this share of the n-grams up to here is expected to be there by chance.
        system: The system that is ahead in more segments.
        includes: Shorter n-grams within it that differ in exactly the same segments, and are not listed themselves.
    """

    ngram: str
    order: int
    ahead: tuple[int, int]
    counts: tuple[int, int]
    reference_count: int
    p_value: float
    q_value: float
    system: str
    includes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NgramTests(JsonResult):
    """The n-grams of one kind that were tested, the surest first.

    Attributes:
        kind: ``right``: occurrences that match a reference; ``unmatched``: occurrences that do not.
        rate: The false discovery rate.
        tested: How many n-grams were tested, with those that others include.
        differing: How many n-grams differ in enough segments that one test alone could be significant.
        ngrams: The n-grams that were tested.
    """

    kind: str
    rate: float
    tested: int
    differing: int
    ngrams: Sequence[NgramDifference]

    @property
    def significant(self) -> list[NgramDifference]:
        """Those at the false discovery rate."""
        return [each for each in self.ngrams if each.q_value <= self.rate]

    def of(self, system: str) -> list[NgramDifference]:
        """Return the significant ones of a system."""
        return [each for each in self.significant if each.system == system]

    def to_frame(self) -> Frame:
        """Return one row per n-gram that was tested."""
        return frame_ngrams([self])


def contrast_ngrams(
    systems: tuple[Tokens, Tokens],
    references: Tokens,
    offsets: Offsets,
    *,
    names: tuple[str, str],
    order: int = 4,
    rate: float = 0.05,
) -> tuple[NgramTests, NgramTests]:
    """Test which n-grams one system gets right, or produces without a match, in more segments than the other.

    >>> from tertium.text.tokenizers import get_tokenizer
    >>> tokenize = get_tokenizer("none").tokenize
    >>> one, two = tokenize(["a small dog"] * 10), tokenize(["a little dog"] * 10)
    >>> right, unmatched = contrast_ngrams((one, two), one, np.arange(11), names=("one", "two"))
    >>> [(each.ngram, each.ahead, each.includes) for each in right.significant]
    [('a small dog', (10, 0), ('a small', 'small dog', 'small'))]
    >>> [each.ngram for each in unmatched.of("two")]
    ['a little dog']

    Args:
        systems: The tokens of both systems.
        references: The tokens of all references.
        offsets: Where the references of each segment start.
        names: The names of the systems.
        order: The longest n-grams.
        rate: The false discovery rate.

    Returns:
        The tests of right n-grams, and those of n-grams without a match.
    """
    if not 0 < rate < 1:
        raise SpecError(f"a false discovery rate of {rate:g} is not between 0 and 1", remedy="Give 0.05, for example")
    if not 1 <= order <= 9:
        raise SpecError(f"the order of n-grams is 1 to 9, not {order}")
    # The fewest segments with which p can be as small as the rate.
    least = math.ceil(1 - math.log2(rate) - 1e-9)
    words, rows = _core.contrast_ngrams(*systems, references, offsets, order, least)
    surplus = rows[:, _COUNTS] - rows[:, _MATCHES]
    return (
        _test("right", words, rows, rows[:, _MATCHES], _MORE_MATCHES, rows[:, _SAME], names, rate, least),
        _test("unmatched", words, rows, surplus, _MORE_SURPLUS, rows[:, _SAME + 1], names, rate, least),
    )


def _test(
    kind: str,
    words: Sequence[str],
    rows: Counts,
    counts: Counts,
    ahead_column: int,
    same: Counts,
    names: tuple[str, str],
    rate: float,
    least: int,
) -> NgramTests:
    ahead = rows[:, ahead_column : ahead_column + 2]
    total = ahead.sum(axis=1)
    testable = np.flatnonzero(find_testable(find_least_p(total), rate))
    p_values = compare_signs(ahead[testable, 0], ahead[testable, 1])
    q_values = adjust_false_discovery(p_values)
    order = np.lexsort((-rows[testable, 0], -total[testable], p_values))
    found = [
        NgramDifference(
            ngram=words[place],
            order=int(rows[place, 0]),
            ahead=(int(ahead[place, 0]), int(ahead[place, 1])),
            counts=(int(counts[place, 0]), int(counts[place, 1])),
            reference_count=int(rows[place, _REFERENCES]),
            p_value=float(p_values[index]),
            q_value=float(q_values[index]),
            system=names[int(ahead[place, 1] > ahead[place, 0])],
        )
        for index in order
        for place in [testable[index]]
    ]
    return NgramTests(
        kind=kind,
        rate=rate,
        tested=len(testable),
        differing=int((total >= least).sum()),
        ngrams=list(_fold(found, same[testable[order]])),
    )


def _fold(found: Sequence[NgramDifference], same: Counts) -> Iterator[NgramDifference]:
    """Yield the n-grams without those that are part of a longer one and differ in the same segments."""
    groups: dict[int, list[NgramDifference]] = defaultdict(list)
    for each, number in zip(found, same.tolist(), strict=True):
        groups[number].append(each)
    included: dict[str, list[str]] = {}
    hidden = set()
    for group in groups.values():
        kept: list[NgramDifference] = []
        for each in sorted(group, key=lambda each: -each.order):
            longer = next((other for other in kept if f" {each.ngram} " in f" {other.ngram} "), None)
            if longer is None:
                kept.append(each)
            else:
                hidden.add(each.ngram)
                included.setdefault(longer.ngram, []).append(each.ngram)
    for each in found:
        if each.ngram not in hidden:
            yield replace(each, includes=tuple(included.get(each.ngram, ())))


def frame_ngrams(tests: Sequence[NgramTests]) -> Frame:
    """Return one row per n-gram, of all kinds."""
    rows = [(each.kind, ngram) for each in tests for ngram in each.ngrams]
    ngrams = [ngram for _, ngram in rows]

    def whole(values: list[int]) -> Counts:
        return np.array(values, dtype=np.int64)

    return Frame(
        {
            "kind": [kind for kind, _ in rows],
            "ngram": [each.ngram for each in ngrams],
            "order": whole([each.order for each in ngrams]),
            "system": [each.system for each in ngrams],
            "first_ahead": whole([each.ahead[0] for each in ngrams]),
            "second_ahead": whole([each.ahead[1] for each in ngrams]),
            "first_count": whole([each.counts[0] for each in ngrams]),
            "second_count": whole([each.counts[1] for each in ngrams]),
            "reference_count": whole([each.reference_count for each in ngrams]),
            "p_value": np.array([each.p_value for each in ngrams], dtype=np.float64),
            "q_value": np.array([each.q_value for each in ngrams], dtype=np.float64),
            "includes": [" | ".join(each.includes) for each in ngrams],
        }
    )
