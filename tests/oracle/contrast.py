"""The slow, obvious versions of what ``tertium.contrast`` counts, tests and corrects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from tests.oracle.ngrams import clipped_matches, ngrams

Words = Sequence[str]


def contrast(
    first: Sequence[Words], second: Sequence[Words], references: Sequence[Sequence[Words]], order: int, least: int
) -> dict[str, list[int]]:
    """Order, counts, matches and segments ahead of each n-gram, as the core's rows have them but for the last two."""
    rows: dict[tuple[str, ...], list[int]] = {}
    for segment, texts in enumerate(references):
        for length in range(1, order + 1):
            most: Counter[tuple[str, ...]] = Counter()
            for text in texts:
                most |= ngrams(text, length)
            outputs = [ngrams(system[segment], length) for system in (first, second)]
            matches = [clipped_matches(system[segment], texts, length) for system in (first, second)]
            for ngram in {*most, *outputs[0], *outputs[1]}:
                row = rows.setdefault(ngram, [length, *[0] * 9])
                counts = [outputs[0][ngram], outputs[1][ngram], most[ngram]]
                right = [matches[0][ngram], matches[1][ngram]]
                surplus = [counts[0] - right[0], counts[1] - right[1]]
                wins = [right[0] > right[1], right[1] > right[0], surplus[0] > surplus[1], surplus[1] > surplus[0]]
                for place, number in enumerate([*counts, *right, *wins], start=1):
                    row[place] += number
    return {" ".join(ngram): row for ngram, row in rows.items() if max(sum(row[6:8]), sum(row[8:10])) >= least}


def sign_test(first: int, second: int) -> Fraction:
    """The two-sided exact p: all divisions of the segments that are as uneven, or more."""
    total = first + second
    uneven = abs(first - second)
    outcomes = sum(comb(total, one) for one in range(total + 1) if abs(total - 2 * one) >= uneven)
    return Fraction(outcomes, 2**total)


def group_words(hypothesis: Words, references: Sequence[Words], group: dict[str, int], groups: int) -> list[list[int]]:
    """Matches, words of the hypothesis and of the reference by group, for the first reference with the largest F1."""

    def share(reference: Words) -> Fraction:
        words = len(hypothesis) + len(reference)
        return Fraction((Counter(hypothesis) & Counter(reference)).total(), words) if words else Fraction(0)

    best = max(references, key=share)
    rows = [[0, 0, 0] for _ in range(groups)]
    for column, counts in enumerate([Counter(hypothesis) & Counter(best), Counter(hypothesis), Counter(best)]):
        for word, count in counts.items():
            rows[group[word]][column] += count
    return rows


def find_testable(least: Sequence[float], level: float) -> list[bool]:
    """Gilbert's rule word by word: the smallest k for which at most k tests can reach the level divided by k."""
    for divisor in range(1, len(least) + 1):
        reachable = [p <= level / divisor for p in least]
        if sum(reachable) <= divisor:
            return reachable
    return []
