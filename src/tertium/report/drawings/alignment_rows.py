"""An alignment as a picture: the hypothesis above, the reference below, a line for each link, a band for each chunk.

Long sentences go on in further pairs of rows. Pooled references have one such panel each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from tertium.alignment import Alignment, Link
from tertium.report.drawings.alignment_layout import MOST, AlignmentLayout, WordPlace, lay_out
from tertium.report.drawings.alignment_legend import (
    LABEL,
    MARGIN,
    SAMPLE,
    Panel,
    Sample,
    least_width,
    stack,
    write_legend,
)
from tertium.report.drawings.alignment_words import chunks_of, describe, link_title, name_references, row_names
from tertium.report.drawings.canvas import escaped, frame, guess_width, is_right_to_left, stage_classes, write_word

_BAND = 32.0  # the height of a band
_OVERHANG = 7.0  # how far a band reaches beyond its words
_NUMBERS = 18.0  # the height of a row of chunk numbers
_BASELINE = 21.5  # of a word, below the top of its band
_LINE_GAP = 16.0  # between pairs of rows, beside their numbers
_NARROW = 600.0  # a narrower picture has short names of rows


@dataclass(frozen=True, kw_only=True)
class _Row:
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
        place = self.places[position]
        return write_word(self.words[position], place.middle, self.tops[place.line] + _BASELINE, self.most, grey=grey)

    def spans(self, links: Sequence[Link]) -> list[WordPlace]:
        """Return the extent of a chunk on each of its lines, from its first to its last word there."""
        by_line: dict[int, list[WordPlace]] = {}
        for link in links:
            place = self.places[getattr(link, self.side)]
            by_line.setdefault(place.line, []).append(place)
        return [
            WordPlace(min(place.left for place in places), max(place.right for place in places), line)
            for line, places in by_line.items()
        ]


def draw_alignment(alignment: Alignment, width: float | None = None) -> str:
    """Return the picture as a self-contained SVG, for a page or a file.

    Words in the same order on both sides stand below each other, so only lines of moved words lean. Text that is read
    from right to left runs from right to left.

    Args:
        alignment: The alignment.
        width: The pixels that the picture may take: more words stand in further pairs of rows. Without it there is one
            pair of rows, and the picture grows with the words.
    """
    most = math.inf if width is None else width
    narrow = most < _NARROW
    frames = [_FramedPart(part, most, narrow) for part in alignment.parts]
    needed = max(min(least_width(alignment), most), *(each.width for each in frames))
    linked = {link.hypothesis for link in alignment.links}
    mirrored = _is_mirrored(alignment)
    panel = stack([_draw_panel(each, linked, needed, mirrored=mirrored) for each in frames])
    legend = write_legend(alignment, _sample, panel.end + 26, needed)
    name = f"How hypothesis and {name_references(alignment)} are aligned"
    parts = [*panel.parts, *legend.parts]
    kind = "tertium-alignment" if width is None else f"tertium-alignment tertium-{'narrow' if narrow else 'wide'}"
    return frame(name, describe(alignment), needed, legend.end + MARGIN, parts, kind)


class _FramedPart:
    """The alignment with one reference, its layout, and the room that it takes.

    Args:
        alignment: The alignment.
        most: The width of the picture.
        narrow: Whether the names of rows are shortened.
    """

    def __init__(self, alignment: Alignment, most: float, narrow: bool) -> None:
        self.alignment = alignment
        names = row_names(alignment)
        self.names = [name[:3] + "." + name.partition(" ")[2] for name in names] if narrow else list(names)
        self.gutter = MARGIN + max(guess_width(name, LABEL) for name in self.names) + (10 if narrow else 20)
        self.room = most - self.gutter - _OVERHANG - MARGIN
        self.layout = lay_out(alignment, self.room)

    @property
    def width(self) -> float:
        return self.gutter + self.layout.width + _OVERHANG + MARGIN


def _draw_panel(framed: _FramedPart, linked: Set[int], width: float, *, mirrored: bool) -> Panel:
    """Draw the rows of one reference; words of the hypothesis that are linked with another one are not grey."""
    alignment = framed.alignment
    layout = framed.layout.mirrored() if mirrored else framed.layout
    # From right to left the names stand on the right, where the rows begin.
    layout = layout.moved(width - framed.gutter - layout.width if mirrored else framed.gutter)
    tops, bottoms = _place_lines(alignment.links, layout)
    most = min(MOST, framed.room)
    sides = ((alignment.hypothesis, layout.hypothesis, tops), (alignment.reference, layout.reference, bottoms))
    above, below = (
        _Row(words=words, places=places, tops=heights, name=name, side=side, most=most)
        for (words, places, heights), name, side in zip(sides, framed.names, ("hypothesis", "reference"), strict=True)
    )
    far = [link for link in alignment.links if not _is_near(link, above, below)]
    near = [link for link in alignment.links if _is_near(link, above, below)]
    parts = [
        *(part for row in (above, below) for part in _names(row, width, mirrored=mirrored)),
        *_bands(alignment, above, below),
        # Lines from one pair of rows to another cross the words between, which therefore come later.
        *(_link(alignment, link, above, below) for link in far),
        *_unlinked(alignment, linked, above, below),
        *(_link(alignment, link, above, below) for link in near),
    ]
    return Panel(parts, width, bottoms[-1] + _BAND + _NUMBERS)


def _is_mirrored(alignment: Alignment) -> bool:
    words = [*alignment.hypothesis, *alignment.reference]
    return 2 * sum(map(is_right_to_left, words)) > len(words)


def _is_near(link: Link, above: _Row, below: _Row) -> bool:
    return above.places[link.hypothesis].line == below.places[link.reference].line


def _place_lines(links: Sequence[Link], layout: AlignmentLayout) -> tuple[list[float], list[float]]:
    """Return where the bands of the hypothesis and of the reference begin on each line."""
    tops, bottoms = [], []
    top = MARGIN + _NUMBERS
    for line in range(layout.lines):
        tops.append(top)
        bottoms.append(top + _BAND + _distance(links, layout, line))
        top = bottoms[-1] + _BAND + 2 * _NUMBERS + _LINE_GAP
    return tops, bottoms


def _distance(links: Sequence[Link], layout: AlignmentLayout, line: int) -> float:
    """Return the distance between the rows of a line: long sloping lines need more room."""
    pairs = [(layout.hypothesis[link.hypothesis], layout.reference[link.reference]) for link in links]
    leaning = [abs(one.middle - other.middle) for one, other in pairs if one.line == other.line == line]
    least = 72 if layout.lines == 1 else 56
    return min(least + 0.14 * max(leaning, default=0.0), 260.0)


def _names(row: _Row, width: float, *, mirrored: bool) -> Iterator[str]:
    anchor = ' text-anchor="end"' if mirrored else ""
    x = width - MARGIN if mirrored else MARGIN
    for top in row.tops:
        y = top + _BASELINE - 1
        yield f'<text class="tertium-label" x="{x:.1f}" y="{y:.1f}"{anchor}>{escaped(row.name)}</text>'
        if not row.words:
            aside = x - 110 if mirrored else x + 110
            yield f'<text class="tertium-label" x="{aside:.1f}" y="{y:.1f}"{anchor}>(no words)</text>'


def _bands(alignment: Alignment, above: _Row, below: _Row) -> list[str]:
    parts = []
    for links in chunks_of(alignment):
        number = links[0].chunk + 1
        for row, number_at in ((above, -6.0), (below, _BAND + 14)):
            for span in row.spans(links):
                top, wide = row.tops[span.line], span.right - span.left + 2 * _OVERHANG
                parts.append(
                    f'<g class="tertium-chunk"><rect class="tertium-band" x="{span.left - _OVERHANG:.1f}" '
                    f'y="{top:.1f}" width="{wide:.1f}" height="{_BAND:.0f}" rx="9"/>'
                    f'<text class="tertium-number" x="{span.middle:.1f}" y="{top + number_at:.1f}">{number}</text></g>'
                )
    return parts


def _unlinked(alignment: Alignment, linked: Set[int], above: _Row, below: _Row) -> list[str]:
    """Draw the words without a line here: grey, unless they are linked with another reference."""
    parts: list[str] = []
    for row in (above, below):
        here = {getattr(link, row.side) for link in alignment.links}
        for at, word in enumerate(row.words):
            if at not in here:
                elsewhere = row is above and at in linked
                title = "matched in another reference" if elsewhere else "not matched"
                parts.append(f"<g><title>{escaped(word)}, {title}</title>{row.word(at, grey=not elsewhere)}</g>")
    return parts


def _link(alignment: Alignment, link: Link, above: _Row, below: _Row) -> str:
    """Draw a line with its two words as one group, so that pointing at one highlights all three."""
    one, other = above.places[link.hypothesis], below.places[link.reference]
    start, end = one.middle, other.middle
    # A word of a line further up is reached from above, and its line ends at its lower edge.
    upwards = other.line < one.line
    top = above.tops[one.line] + (0 if upwards else _BAND)
    bottom = below.tops[other.line] + (_BAND if upwards else 0)
    bend = (bottom - top) / 2
    path = (
        f"M{start:.1f} {top:.1f}V{bottom:.1f}"
        if abs(start - end) < 0.05
        else f"M{start:.1f} {top:.1f}C{start:.1f} {top + bend:.1f} {end:.1f} {bottom - bend:.1f} {end:.1f} {bottom:.1f}"
    )
    faint = f' stroke-opacity="{0.4 + 0.6 * link.weight:.2f}"' if link.weight < 1 else ""
    classes = stage_classes(link.stage) + ("" if one.line == other.line else " tertium-far")
    return (
        f'<g class="tertium-link {classes}"><title>{escaped(link_title(alignment, link))}</title>'
        f'<path class="tertium-hit" d="{path}"/><path class="tertium-line" d="{path}"{faint}/>'
        f'<circle class="tertium-mark" cx="{start:.1f}" cy="{top:.1f}" r="3"/>'
        f'<circle class="tertium-mark" cx="{end:.1f}" cy="{bottom:.1f}" r="3"/>'
        f"{above.word(link.hypothesis)}{below.word(link.reference)}</g>"
    )


def _sample(stage: int) -> Sample:
    return lambda x, y: (
        f'<g class="{stage_classes(stage)}"><path class="tertium-line" d="M{x:.1f} {y - 4.5:.1f}h{SAMPLE:.0f}"/></g>'
    )
