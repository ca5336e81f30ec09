"""Phrases counted the slow way: every phrase tried at every word of every line."""

from __future__ import annotations

from collections.abc import Sequence

# Any one word, in a phrase.
ANY = None


def count_phrase(lines: Sequence[Sequence[str]], phrase: Sequence[str | None]) -> tuple[int, int]:
    """Occurrences, which may overlap, and the number of lines that have one."""
    count = on = 0
    for line in lines:
        places = range(len(line) - len(phrase) + 1)
        found = sum(
            all(wanted is ANY or wanted == word for wanted, word in zip(phrase, line[place:], strict=False))
            for place in places
        )
        count += found
        on += found > 0
    return count, on
