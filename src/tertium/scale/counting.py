"""Phrases counted in one pass over texts that may be anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import pyarrow as pa

from tertium import _core
from tertium.arrow import read_texts
from tertium.corpus.counts import Count, check_phrases
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError
from tertium.types import Counts

# The row that has the number of tokens and of rows in place of the counts of a phrase.
TOTAL = -1
COUNTED = pa.schema([("phrase", pa.int64()), ("count", pa.int64()), ("lines", pa.int64())])


@dataclass(frozen=True, kw_only=True)
class CountingWork:
    """Which phrases are counted, and how.

    Attributes:
        phrases: The phrases; in each, ``*`` stands for one word, unless wildcards are switched off.
        text: The column of texts.
        normalisation: How text becomes words, as for an index.
        wildcards: Whether ``*`` stands for any word; otherwise it is an asterisk.
    """

    phrases: Sequence[str]
    text: str = "text"
    normalisation: Normalisation = field(default_factory=Normalisation)
    wildcards: bool = True

    def __post_init__(self) -> None:
        check_phrases(self.phrases)
        object.__setattr__(self, "phrases", tuple(self.phrases))

    def make_scanner(self) -> _core.PhraseScanner:
        """Return an automaton that has counted nothing."""
        return _core.PhraseScanner(_column(self.phrases), self.normalisation.settings, self.wildcards, 1)


@lru_cache(maxsize=2)
def _column(phrases: tuple[str, ...]) -> _core.TextColumn:
    return _core.TextColumn(phrases)


def count(batches: Iterable[pa.RecordBatch], work: CountingWork) -> Iterator[pa.RecordBatch]:
    """Count phrases in rows of text. Rows are lines of their own, or several; nulls are passed over.

    Args:
        batches: Rows with a column of texts, such as those of a partition.
        work: What is counted.

    Yields:
        One batch with the number of each phrase that occurs, its occurrences and lines; and one row with the number -1,
        the tokens and the rows.

    Raises:
        InputError: The column is missing, or not of texts.
    """
    scanner = work.make_scanner()
    rows = 0
    for batch in batches:
        if work.text not in batch.schema.names:
            raise InputError(
                f"there is no column {work.text!r}", remedy=f"Choose from: {', '.join(batch.schema.names)}"
            )
        column = batch.column(work.text)
        column = column.drop_null() if column.null_count else column
        scanner.feed_column(read_texts(_core.ArrowTable(column), 0, f"the column {work.text!r}"))
        rows += len(column)
    counts, lines = scanner.results()
    there = np.flatnonzero(counts > 0)
    columns = [np.append(there, TOTAL), np.append(counts[there], scanner.tokens), np.append(lines[there], rows)]
    yield pa.RecordBatch.from_arrays([pa.array(each, pa.int64()) for each in columns], schema=COUNTED)


def finish_counts(counted: pa.Table, work: CountingWork) -> tuple[list[Count], int]:
    """Return one count per phrase, in their order, and the number of tokens of all texts.

    Args:
        counted: What ``count`` yielded for all parts; or sums of it by phrase.
        work: What was counted.
    """
    numbers = counted.column("phrase").to_numpy()
    sums: list[Counts] = []
    for name in ("count", "lines"):
        total = np.zeros(len(work.phrases) + 1, dtype=np.int64)
        # The last place is that of the number -1.
        np.add.at(total, numbers, counted.column(name).to_numpy())
        sums.append(total)
    has_words = work.make_scanner().results()[0] >= 0
    found = [
        Count(phrase=phrase, count=int(sums[0][number]), lines=int(sums[1][number]))
        if has_words[number]
        else Count(phrase=phrase, count=None, error="the phrase has no words")
        for number, phrase in enumerate(work.phrases)
    ]
    return found, int(sums[0][TOTAL])
