"""Phrases counted in a data frame of Spark, in one pass over its texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from tertium.corpus.counts import Count, CountsError
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, TertiumError
from tertium.scale.counting import COUNTED, CountingWork, finish_counts
from tertium.scale.counting import count as count_batches
from tertium.scale.spark.running import Batches, collect, map_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def count(
    data: DataFrame,
    phrases: Sequence[str],
    *,
    text: str = "text",
    normalisation: Normalisation | None = None,
    wildcards: bool = True,
) -> list[Count]:
    """Return how often each phrase occurs in the texts of a data frame, and in how many lines.

    Args:
        data: One text per row: a line, or several.
        phrases: The phrases; ``*`` stands for any word.
        text: The column of texts; nulls are passed over.
        normalisation: How text becomes words, as for an index.
        wildcards: Whether ``*`` stands for any word; otherwise it is an asterisk.

    Raises:
        InputError: There is no such column, or it is not of texts.
    """
    return SparkCounts(data, text=text, normalisation=normalisation).count_many(phrases, wildcards=wildcards)


class SparkCounts:
    """The texts of a data frame as a count provider, for ``tertium.find_mtness`` and others.

    Each call of ``count_many`` is one pass over the texts, so ask for many phrases at once, as the stages of
    machine-translationness do. The phrases are sent to the workers; of their counts only those above 0 come back.

    Args:
        data: One text per row.
        text: The column of texts.
        normalisation: How text becomes words, as for an index.
    """

    name = "spark"
    cached_at_once = None
    """One pass answers all phrases: batches would read everything again for each."""

    def __init__(self, data: DataFrame, *, text: str = "text", normalisation: Normalisation | None = None) -> None:
        if text not in data.columns:
            raise InputError(f"there is no column {text!r}", remedy=f"Choose from: {', '.join(data.columns)}")
        self._data = data
        self._text = text
        self._normalisation = normalisation or Normalisation()
        self._size: int | None = None

    def __repr__(self) -> str:
        return f"SparkCounts({self._data!r}, text={self._text!r})"

    @property
    def size(self) -> int | None:
        """The number of tokens in the texts, once they have been read."""
        return self._size

    def describe(self) -> Mapping[str, str]:
        """Return what the counts depend on: the plan of the data frame by its hash, and the normalisation."""
        rules = self._normalisation
        return {
            "provider": self.name,
            "text": self._text,
            "state": f"{self._data.semanticHash():08x}",
            "language": rules.language,
            "casefold": str(rules.casefold).lower(),
            "apostrophes": rules.apostrophes,
            "hyphens": rules.hyphens,
        }

    def count_many(self, phrases: Sequence[str], *, wildcards: bool = True) -> list[Count]:
        """Return the occurrences and lines of each phrase.

        Args:
            phrases: The phrases.
            wildcards: Whether ``*`` stands for any word; otherwise it is an asterisk.

        Raises:
            CountsError: The texts cannot be read to their end. Then all counts are unknown.
        """
        work = CountingWork(phrases=phrases, text=self._text, normalisation=self._normalisation, wildcards=wildcards)
        try:
            found, self._size = finish_counts(collect(count_partitions(self._data, work)), work)
        except TertiumError as error:
            partial_counts = [Count(phrase=each, count=None, error="not counted") for each in phrases]
            raise CountsError(str(error).rstrip("."), partial=partial_counts) from error
        return found


def count_partitions(data: DataFrame, work: CountingWork) -> DataFrame:
    """Return what was counted as a data frame, with one row for each phrase that occurs; see ``finish_counts``.

    Args:
        data: One text per row.
        work: What is counted.
    """
    counted = map_batches(data, [work.text], partial(_count, work=work), COUNTED)
    summed = counted.groupBy("phrase").sum("count", "lines")
    return summed.withColumnRenamed("sum(count)", "count").withColumnRenamed("sum(lines)", "lines")


def _count(batches: Batches, place: str, *, work: CountingWork) -> Iterator[pa.RecordBatch]:
    return count_batches(batches, work)
