"""Columns of names as whole numbers, so that numpy can group by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.types import Array, Counts

_SMALL = 1 << 22
_MOST = 1 << 62


@dataclass(frozen=True)
class Coding:
    """A column of names.

    Attributes:
        names: Each name once, in the order of appearance.
        codes: Which of the names each row has.
    """

    names: Sequence[str]
    codes: Counts

    @classmethod
    def of(cls, column: Sequence[str]) -> Coding:
        """Number the names of a column.

        >>> Coding.of(["b", "a", "b"]).codes.tolist()
        [0, 1, 0]
        """
        index = {name: at for at, name in enumerate(dict.fromkeys(column))}
        return cls(list(index), np.fromiter(map(index.__getitem__, column), np.int64, len(column)))

    def positions(self, among: Sequence[str]) -> Counts:
        """Return where each row's name stands among other names; -1 where it does not."""
        index = {name: at for at, name in enumerate(among)}
        if not self.names:
            return self.codes
        return np.array([index.get(name, -1) for name in self.names], dtype=np.int64)[self.codes]


@dataclass(frozen=True)
class Groups:
    """Rows that have the same in every one of some columns.

    Attributes:
        first: The first row of each group.
        of_row: Which group each row is in.
    """

    first: Counts
    of_row: Counts

    @classmethod
    def by(cls, *columns: Counts) -> Groups:
        """Group rows by columns of whole numbers that are not negative."""
        key = np.zeros(len(columns[0]), dtype=np.int64)
        highest = 0
        for column in columns:
            width = int(column.max(initial=0)) + 1
            if highest > _MOST // width - 1:
                key = np.unique(key, return_inverse=True)[1].astype(np.int64)  # as small as it can be
                highest = len(key)
            key = key * width + column
            highest = highest * width + width - 1
        return cls._sorted(key) if highest > _SMALL else cls._tabled(key, highest)

    @classmethod
    def _tabled(cls, key: Counts, highest: int) -> Groups:
        """Without sorting, where a table of all keys is small."""
        present = np.zeros(highest + 1, dtype=bool)
        present[key] = True
        of_row = (np.cumsum(present) - 1)[key]
        first = np.empty(int(present.sum()), dtype=np.int64)
        first[of_row[::-1]] = np.arange(len(key))[::-1]  # what is written last is what stands first
        return cls(first, of_row)

    @classmethod
    def _sorted(cls, key: Counts) -> Groups:
        _, first, of_row = np.unique(key, return_index=True, return_inverse=True)
        return cls(first.astype(np.int64), of_row.astype(np.int64).reshape(-1))

    def __len__(self) -> int:
        return len(self.first)

    def sums(self, values: Array) -> Array:
        """Return the sum of each group's values."""
        return np.bincount(self.of_row, weights=values, minlength=len(self)).astype(np.float64)

    def counts(self) -> Counts:
        """Return how many rows each group has."""
        return np.bincount(self.of_row, minlength=len(self))

    def means(self, values: Array) -> Array:
        """Return the mean of each group's values."""
        return self.sums(values) / self.counts()
