"""Numbers: ``numbers.swapped`` is 1 if each side has a number that the other has in no form, else 0.

Words for numbers from two to ninety are numbers too. ``7 500``, ``7,500`` and ``7.5 thousand`` have the same number:
parts, beginnings, and digits without the zeros at both ends count as the number itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from tertium.metrics.features.text import Pairs
from tertium.types import Array

NAMES = ("numbers.swapped",)

_OTHER = re.compile(r"\D")
_SMALL = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: str(number) for number, word in enumerate(_SMALL, 2)} | {
    word: str(10 * number) for number, word in enumerate(_TENS, 2)
}


def compare_numbers(pairs: Pairs, threads: int = 1) -> Mapping[str, Array]:
    """Return the feature of each pair."""
    rows = []
    for ours, theirs in zip(pairs.hypotheses, pairs.references, strict=True):
        mine, others = _list_digits(ours), _list_digits(theirs)
        rows.append(_lack(mine, others) and _lack(others, mine))
    return {NAMES[0]: np.array(rows, dtype=np.float64)}


def _list_digits(tokens: Sequence[str]) -> list[str]:
    found = (_OTHER.sub("", token) or _WORDS.get(token, "") for token in tokens)
    return [digits for digits in found if digits]


def _lack(mine: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a number of one side is in no form on the other."""
    joined = "".join(others)
    significant = {other.strip("0") for other in others} | {""}

    def is_there(own: str) -> bool:
        part = len(own) > 1 and own in joined
        return part or any(other.startswith(own) for other in others) or own.strip("0") in significant

    return not all(map(is_there, mine))
