"""Two rows of words with lines between them: what pictures of alignments and of partners have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tertium.alignment import Link
from tertium.report.drawings.alignment_layout import MOST, AlignmentLayout, LinkedWords, WordPlace, lay_out
from tertium.report.drawings.alignment_legend import LABEL, MARGIN
from tertium.report.drawings.canvas import escaped, guess_width, is_right_to_left, write_word

BAND = 32.0  # the height of a band
OVERHANG = 7.0  # how far a band reaches beyond its words
NUMBERS = 18.0  # the height of a row of numbers beside the bands
NARROW = 600.0  # a narrower picture has short names of rows
_BASELINE = 21.5  # of a word, below the top of its band
_LINE_GAP = 16.0  # between pairs of rows, beside their numbers


@dataclass(frozen=True, kw_only=True)
class WordRow:
    """One of the two sides, on one line or on several.

    Attributes:
        words: Its words.
        places: Where they stand, from the left edge of the picture.
        tops: Where its bands begin, of each line.
        name: What it is called.
        side: The field of ``Link`` that counts its words.
        most: The most pixels that a word takes.
    """

    words: Sequence[str]
    places: Sequence[WordPlace]
    tops: Sequence[float]
    name: str
    side: str
    most: float

    def word(self, position: int, *, grey: bool = False) -> str:
        """Draw a word."""
        place = self.places[position]
        return write_word(self.words[position], place.middle, self.tops[place.line] + _BASELINE, self.most, grey=grey)

    def write_name(self, width: float, *, mirrored: bool) -> Iterator[str]:
        """Draw the name of the row beside each of its lines."""
        anchor = ' text-anchor="end"' if mirrored else ""
        x = width - MARGIN if mirrored else MARGIN
        for top in self.tops:
            y = top + _BASELINE - 1
            yield f'<text class="tertium-label" x="{x:.1f}" y="{y:.1f}"{anchor}>{escaped(self.name)}</text>'
            if not self.words:
                aside = x - 110 if mirrored else x + 110
                yield f'<text class="tertium-label" x="{aside:.1f}" y="{y:.1f}"{anchor}>(no words)</text>'


class FramedRows:
    """Two rows, their layout, and the room that they take.

    Args:
        linked: The words and links.
        names: What the rows are called.
        most: The width of the picture.
        narrow: Whether the names of rows are shortened.
    """

    def __init__(self, linked: LinkedWords, names: Sequence[str], most: float, narrow: bool) -> None:
        self._linked = linked
        self._names = [name[:3] + "." + name.partition(" ")[2] for name in names] if narrow else list(names)
        self._gutter = MARGIN + max(guess_width(name, LABEL) for name in self._names) + (10 if narrow else 20)
        self._room = most - self._gutter - OVERHANG - MARGIN
        self._layout = lay_out(linked, self._room)

    @property
    def width(self) -> float:
        """The pixels that the rows take, with margins."""
        return self._gutter + self._layout.width + OVERHANG + MARGIN

    def place(self, width: float, *, mirrored: bool) -> tuple[WordRow, WordRow]:
        """Return the rows in a picture of some width, from right to left if it is mirrored."""
        layout = self._layout.mirrored() if mirrored else self._layout
        # From right to left the names stand on the right, where the rows begin.
        layout = layout.moved(width - self._gutter - layout.width if mirrored else self._gutter)
        tops, bottoms = _place_lines(self._linked.links, layout)
        most = min(MOST, self._room)
        above, below = self._names
        return (
            WordRow(
                words=self._linked.hypothesis,
                places=layout.hypothesis,
                tops=tops,
                name=above,
                side="hypothesis",
                most=most,
            ),
            WordRow(
                words=self._linked.reference,
                places=layout.reference,
                tops=bottoms,
                name=below,
                side="reference",
                most=most,
            ),
        )


@dataclass(frozen=True)
class LinkPath:
    """The line between two words.

    Attributes:
        start: Where it leaves the upper word: x and y.
        end: Where it reaches the lower one.
        is_near: Whether both stand in the same pair of rows.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    is_near: bool

    @property
    def drawn(self) -> str:
        """The commands of an SVG path."""
        (start, top), (end, bottom) = self.start, self.end
        if abs(start - end) < 0.05:
            return f"M{start:.1f} {top:.1f}V{bottom:.1f}"
        bend = (bottom - top) / 2
        return (
            f"M{start:.1f} {top:.1f}C{start:.1f} {top + bend:.1f} {end:.1f} {bottom - bend:.1f} {end:.1f} {bottom:.1f}"
        )


def find_path(link: Link, above: WordRow, below: WordRow) -> LinkPath:
    """Return the line of a link."""
    one, other = above.places[link.hypothesis], below.places[link.reference]
    # A word of a line further up is reached from above, and its line ends at its lower edge.
    upwards = other.line < one.line
    top = above.tops[one.line] + (0 if upwards else BAND)
    bottom = below.tops[other.line] + (BAND if upwards else 0)
    return LinkPath((one.middle, top), (other.middle, bottom), one.line == other.line)


def is_mirrored(linked: LinkedWords) -> bool:
    """Return whether most words are written from right to left."""
    words = [*linked.hypothesis, *linked.reference]
    return 2 * sum(map(is_right_to_left, words)) > len(words)


def _place_lines(links: Sequence[Link], layout: AlignmentLayout) -> tuple[list[float], list[float]]:
    """Return where the bands of the hypothesis and of the reference begin on each line."""
    tops, bottoms = [], []
    top = MARGIN + NUMBERS
    for line in range(layout.lines):
        tops.append(top)
        bottoms.append(top + BAND + _distance(links, layout, line))
        top = bottoms[-1] + BAND + 2 * NUMBERS + _LINE_GAP
    return tops, bottoms


def _distance(links: Sequence[Link], layout: AlignmentLayout, line: int) -> float:
    """Return the distance between the rows of a line: long sloping lines need more room."""
    pairs = [(layout.hypothesis[link.hypothesis], layout.reference[link.reference]) for link in links]
    leaning = [abs(one.middle - other.middle) for one, other in pairs if one.line == other.line == line]
    least = 72 if layout.lines == 1 else 56
    return min(least + 0.14 * max(leaning, default=0.0), 260.0)
