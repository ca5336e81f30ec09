"""The layout of an alignment: pairs of rows, with as many linked words as possible directly below each other."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tertium.alignment import Link
from tertium.report.drawings.canvas import guess_width

MOST = 320.0  # pixels for one word, however long it is
SPACE = 18.0  # between words, where two bands have to fit too
_LEAST = 10.0


class LinkedWords(Protocol):
    """Words of two sides and the links between them, such as an alignment."""

    @property
    def hypothesis(self) -> Sequence[str]:
        """The words of the upper side."""

    @property
    def reference(self) -> Sequence[str]:
        """The words of the lower side."""

    @property
    def links(self) -> Sequence[Link]:
        """The links."""


@dataclass(frozen=True)
class WordPlace:
    """The place of a word.

    Attributes:
        left: Where it begins.
        right: Where it ends.
        line: The pair of rows that it stands in, from 0.
    """

    left: float
    right: float
    line: int = 0

    @property
    def middle(self) -> float:
        """The start of its line."""
        return (self.left + self.right) / 2

    def moved(self, by: float) -> WordPlace:
        """Return the same place further to the right."""
        return replace(self, left=self.left + by, right=self.right + by)

    def mirrored(self, width: float) -> WordPlace:
        """Return the same place counted from the other end of a row."""
        return replace(self, left=width - self.right, right=width - self.left)


@dataclass(frozen=True)
class AlignmentLayout:
    """The places of all words.

    Attributes:
        hypothesis: Those of the hypothesis.
        reference: Those of the reference.
        width: Where the longest row ends.
        lines: How many pairs of rows there are; one, unless the words were too wide for it.
    """

    hypothesis: Sequence[WordPlace]
    reference: Sequence[WordPlace]
    width: float
    lines: int = 1

    def mirrored(self) -> AlignmentLayout:
        """Return the same layout from right to left."""
        rows = [[place.mirrored(self.width) for place in row] for row in (self.hypothesis, self.reference)]
        return replace(self, hypothesis=rows[0], reference=rows[1])

    def moved(self, by: float) -> AlignmentLayout:
        """Return the same layout further to the right."""
        rows = [[place.moved(by) for place in row] for row in (self.hypothesis, self.reference)]
        return replace(self, hypothesis=rows[0], reference=rows[1])


def lay_out(linked: LinkedWords, most: float = math.inf) -> AlignmentLayout:
    """Place the words: links in order are vertical, so that only moved words have sloping lines.

    Args:
        linked: The words and links.
        most: The width of a row. What does not fit stands in another pair of rows below.
    """
    widest = min(MOST, most)
    widths = [
        [min(max(guess_width(word), _LEAST), widest) for word in words]
        for words in (linked.hypothesis, linked.reference)
    ]
    lines = _Lines(widths, most)
    ends = (len(widths[0]), len(widths[1]))
    for link in find_columns(linked.links):
        lines.add_between((link.hypothesis, link.reference))
        lines.add_column()
    lines.add_between(ends)
    return AlignmentLayout(lines.rows[0], lines.rows[1], max(lines.width, 0.0), lines.line + 1)


class _Lines:
    """Pairs of rows that are filled from the left, one after the other.

    Args:
        widths: Those of the words of both sides.
        most: The width of a row.
    """

    def __init__(self, widths: Sequence[Sequence[float]], most: float) -> None:
        self.rows: tuple[list[WordPlace], list[WordPlace]] = ([], [])
        self.line = 0
        self.width = 0.0
        self._widths, self._most, self._cursor = widths, most, 0.0

    def add_between(self, stops: tuple[int, int]) -> None:
        """Place the words before those of a column, which begin where both sides' rows end now."""
        while any(len(row) < stop for row, stop in zip(self.rows, stops, strict=True)):
            runs = [self._fit(side, stops[side]) for side in (0, 1)]
            if not any(runs):
                self._break()
                continue
            lengths = [sum(width + SPACE for width in run) for run in runs]
            for side in (0, 1):
                # The shorter of two runs between columns stands in the middle.
                left = self._cursor + (max(lengths) - lengths[side]) / 2
                for width in runs[side]:
                    self._place(side, left, width)
                    left += width + SPACE
            self._advance(max(lengths))

    def add_column(self) -> None:
        """Place the next words of both sides below each other."""
        both = [self._widths[side][len(self.rows[side])] for side in (0, 1)]
        if self._cursor and self._cursor + max(both) > self._most:
            self._break()
        for side in (0, 1):
            self._place(side, self._cursor + (max(both) - both[side]) / 2, both[side])
        self._advance(max(both) + SPACE)

    def _fit(self, side: int, stop: int) -> list[float]:
        """Return the widths of the next words that fit; a line that is empty takes one word in any case."""
        room = self._most - self._cursor
        found: list[float] = []
        for width in self._widths[side][len(self.rows[side]) : stop]:
            if width > room and (found or self._cursor):
                break
            found.append(width)
            room -= width + SPACE
        return found

    def _place(self, side: int, left: float, width: float) -> None:
        self.rows[side].append(WordPlace(left, left + width, self.line))

    def _advance(self, by: float) -> None:
        self._cursor += by
        self.width = max(self.width, self._cursor - SPACE)

    def _break(self) -> None:
        self.line += 1
        self._cursor = 0.0


def find_columns(links: Sequence[Link]) -> list[Link]:
    """Return the largest set of links without crossings: the longest increasing subsequence.

    It never cuts a chunk: whoever takes one link of a chunk can take the others as well.

    >>> links = [Link(hypothesis=at, reference=to, stage=0, chunk=0) for at, to in enumerate([3, 0, 1, 4, 2])]
    >>> [link.reference for link in find_columns(links)]
    [0, 1, 2]
    """
    links = sorted(links, key=lambda link: link.hypothesis)
    tails: list[int] = []  # the least reference position that ends a sequence of each length
    lengths = []
    for link in links:
        length = bisect_left(tails, link.reference)
        tails[length : length + 1] = [link.reference]
        lengths.append(length)
    found: list[Link] = []
    for link, length in zip(reversed(links), reversed(lengths), strict=True):
        wanted = len(tails) - 1 - len(found)
        if length == wanted and (not found or link.reference < found[-1].reference):
            found.append(link)
    return found[::-1]
