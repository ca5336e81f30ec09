"""N-grams of words and characters, as in ``sacrebleu.metrics.helpers``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def extract_all_word_ngrams(line: str, min_order: int, max_order: int) -> tuple[Counter[tuple[str, ...]], int]:
    """Return the n-grams of a line as tuples with their counts, and how many words it has.

    Args:
        line: A line, which is split at white space.
        min_order: The shortest n-grams.
        max_order: The longest n-grams.
    """
    words = line.split()
    orders = range(min_order, max_order + 1)
    ngrams = (tuple(words[at : at + order]) for order in orders for at in range(len(words) - order + 1))
    return Counter(ngrams), len(words)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """Return the n-grams of one order, as words with spaces between them, with their counts.

    Args:
        tokens: The words.
        n: The order.
    """
    return Counter(" ".join(tokens[at : at + n]) for at in range(len(tokens) - n + 1))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Return the character n-grams of one order with their counts.

    Args:
        line: A line.
        n: The order.
        include_whitespace: Whether white space counts as characters.
    """
    text = line if include_whitespace else "".join(line.split())
    return Counter(text[at : at + n] for at in range(len(text) - n + 1))


def extract_all_char_ngrams(line: str, max_order: int, include_whitespace: bool = False) -> list[Counter[str]]:
    """Return the character n-grams of each order with their counts.

    Args:
        line: A line.
        max_order: The longest n-grams.
        include_whitespace: Whether white space counts as characters.
    """
    return [extract_char_ngrams(line, order, include_whitespace) for order in range(1, max_order + 1)]
