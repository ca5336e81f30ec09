"""The layout of an alignment: two rows, with as many linked words as possible directly below each other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.alignment import Alignment, Link
from tertium.report.drawings.canvas import guess_width

MOST = 320.0  # pixels for one word, however long it is
SPACE = 18.0  # between words, where two bands have to fit too
_LEAST = 10.0


@dataclass(frozen=True)
class WordPlace:
    """The place of a word.

    Attributes:
        left: Where it begins.
        right: Where it ends.
    """

    left: float
    right: float

    @property
    def middle(self) -> float:
        """The start of its line."""
        return (self.left + self.right) / 2

    def mirrored(self, width: float) -> WordPlace:
        """Return the same place counted from the other end of a row."""
        return WordPlace(width - self.right, width - self.left)


@dataclass(frozen=True)
class AlignmentLayout:
    """The places of all words.

    Attributes:
        hypothesis: Those of the hypothesis.
        reference: Those of the reference.
        width: Where the longer row ends.
    """

    hypothesis: Sequence[WordPlace]
    reference: Sequence[WordPlace]
    width: float

    def mirrored(self) -> AlignmentLayout:
        """Return the same layout from right to left."""
        rows = [[place.mirrored(self.width) for place in row] for row in (self.hypothesis, self.reference)]
        return AlignmentLayout(rows[0], rows[1], self.width)


def lay_out(alignment: Alignment) -> AlignmentLayout:
    """WordPlace the words: links in order are vertical, so that only moved words have sloping lines."""
    widths = [
        [min(max(guess_width(word), _LEAST), MOST) for word in words]
        for words in (alignment.hypothesis, alignment.reference)
    ]
    rows: list[list[WordPlace]] = [[], []]
    cursor = 0.0
    ends = (len(widths[0]), len(widths[1]))
    columns = [(link.hypothesis, link.reference) for link in find_columns(alignment.links)]
    for column in [*columns, ends]:
        between = [range(len(row), stop) for row, stop in zip(rows, column, strict=True)]
        runs = [sum(widths[side][at] + SPACE for at in between[side]) for side in (0, 1)]
        for side in (0, 1):
            # The shorter of two runs between columns stands in the middle.
            left = cursor + (max(runs) - runs[side]) / 2
            for at in between[side]:
                rows[side].append(WordPlace(left, left + widths[side][at]))
                left = rows[side][-1].right + SPACE
        cursor += max(runs)
        if column != ends:
            both = [widths[side][column[side]] for side in (0, 1)]
            middle = cursor + max(both) / 2
            for side in (0, 1):
                rows[side].append(WordPlace(middle - both[side] / 2, middle + both[side] / 2))
            cursor += max(both) + SPACE
    return AlignmentLayout(rows[0], rows[1], max(cursor - SPACE, 0.0))


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
