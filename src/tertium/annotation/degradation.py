"""Control items: a translation made worse on purpose, which an attentive annotator rates lower.

A run of its words is replaced by as many words of another segment's reference or translation, so that each part reads
well and the whole does not. How long the run is follows the quality control of direct assessment (Graham et al. 2017):
it grows with the segment, and the first and last word of longer segments stay.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

# Up to how many words a segment has, and how many of them are replaced; of longer ones a quarter.
_REPLACED = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))


def count_replaced(words: int) -> int:
    """Return how many words of a segment are replaced.

    >>> [count_replaced(words) for words in (1, 3, 6, 10, 18, 40)]
    [1, 2, 3, 4, 5, 10]
    """
    return next((count for most, count in _REPLACED if words <= most), words // 4)


def degrade(text: str, donors: Sequence[str], chance: random.Random) -> str | None:
    """Return a worse version of a text; None if no donor can make it another one.

    Args:
        text: A translation.
        donors: Texts of other segments in the same language, which words are taken from.
        chance: What draws.
    """
    words = text.split()
    if not words:
        return None
    count = count_replaced(len(words))
    inner = 1 if len(words) >= count + 2 else 0
    start = chance.randint(inner, len(words) - inner - count)
    for donor in chance.sample(donors, min(len(donors), 50)):
        others = donor.split()
        if len(others) < count:
            continue
        first = chance.randint(0, len(others) - count)
        run = others[first : first + count]
        # Words that stay the same would make it no worse.
        if not set(map(str.casefold, run)) & set(map(str.casefold, words[start : start + count])):
            return " ".join([*words[:start], *run, *words[start + count :]])
    return None
