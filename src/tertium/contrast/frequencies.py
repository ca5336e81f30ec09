"""How frequent words are: in the references, in another text, or by a count provider such as an index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from unicodedata import category

import numpy as np

from tertium.corpus.counts import Counts as CountProvider
from tertium.corpus.providers import open_counts
from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.text.tokenizers import Tokenizer
from tertium.types import Array, Counts

Frequencies = Mapping[str, int] | CountProvider
"""Counts of words, or a provider of counts."""

# Lines of a text that are tokenised at a time.
_LINES = 10_000


def count_words(segments: Iterable[Sequence[str]]) -> Counter[str]:
    """Return how often each word occurs.

    >>> count_words([["a", "b", "a"], ["a"]])["a"]
    3

    Args:
        segments: The words of each segment.
    """
    return Counter(word for segment in segments for word in segment)


def open_frequencies(source: str | Path, tokenizer: Tokenizer, *, lowercase: bool = False) -> Frequencies:
    """Return how frequent words are in a text, or by a count provider.

    Args:
        source: A file of text, whose words are counted; or a count provider such as ``index(FOLDER)``.
        tokenizer: What splits the text into words.
        lowercase: Whether to put words in lower case.

    Raises:
        InputError: There is no such file.
        SpecError: There is no such provider.
    """
    if str(source).rstrip().endswith(")") and not Path(source).exists():
        return open_counts(str(source))
    counts: Counter[str] = Counter()
    lines = iterate_lines(source)
    while part := list(islice(lines, _LINES)):
        counts.update(count_words(tokenizer.tokenize(part, lowercase=lowercase).to_lists()))
    return counts


def look_up(words: Sequence[str], frequencies: Frequencies) -> Counts:
    """Return how frequent each word is; 0 for those that are not known.

    Raises:
        InputError: A provider cannot count a word.
    """
    if isinstance(frequencies, Mapping):
        return np.array([frequencies.get(word, 0) for word in words], dtype=np.int64)
    # No provider counts words that nobody can see, such as a soft hyphen by itself.
    visible = [word for word in words if any(category(letter)[0] != "C" for letter in word)]
    counted = dict(zip(visible, frequencies.count_many(visible), strict=True))
    for count in counted.values():
        if count.count is None:
            raise InputError(
                f"the frequency of {count.phrase!r} is not known: {count.error}",
                remedy="Give a file of text, or leave frequencies out to count words in the references",
            )
    return np.array([counted[word].count if word in counted else 0 for word in words], dtype=np.int64)


def average_frequency(segments: Sequence[Sequence[str]], frequencies: Frequencies) -> Array:
    """Return the mean logarithm of the frequencies of each segment's words; 0 for a segment without words.

    One is added to each frequency, so that unknown words count as rarer than all others.

    Args:
        segments: The words of each segment.
        frequencies: How frequent they are.
    """
    words = list(count_words(segments))
    logs = dict(zip(words, np.log1p(look_up(words, frequencies)).tolist(), strict=True))
    return np.array([sum(logs[word] for word in segment) / max(1, len(segment)) for segment in segments])
