"""Lists of texts that stay in the buffers of Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from tertium._core import TextColumn


@dataclass(frozen=True, eq=False)
class TextLists(Sequence[list[str]]):
    """A column of lists of texts, none of which is missing.

    >>> lists = TextLists(TextColumn(["a", "b", "c", "d"]), np.array([0, 2, 4]))
    >>> lists[1], [column.to_list() for column in lists.split()]
    (['c', 'd'], [['a', 'c'], ['b', 'd']])

    Attributes:
        flat: The texts of all lists.
        offsets: Where each list starts; one entry more than there are lists.
    """

    flat: TextColumn
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, place: int) -> list[str]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[str]]: ...
    def __getitem__(self, place: int | slice) -> list[str] | list[list[str]]:
        """Return one list, or some."""
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        if not -len(self) <= place < len(self):
            raise IndexError("there is no such list")
        at = place % len(self)
        return self.flat[int(self.offsets[at]) : int(self.offsets[at + 1])].to_list()

    def split(self) -> list[TextColumn]:
        """Return the first texts of all lists, the second ones, and so on; none if not all lists are of one length."""
        lengths = np.diff(self.offsets)
        if not len(lengths) or (lengths != lengths[0]).any():
            return []
        return [self.flat.pick(self.offsets[:-1] + at) for at in range(lengths[0])]
