"""An alignment as a picture: the hypothesis above, the reference below, a line for each link, a band for each chunk.

Pooled references have one such panel each.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
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


@dataclass(frozen=True, kw_only=True)
class _Row:
    """One of the two rows.

    Attributes:
        words: Its words.
        places: Where they stand, from the left edge of the picture.
        top: Where its bands begin.
        name: What it is called.
        side: The field of ``Link`` that counts its words.
    """

    words: Sequence[str]
    places: Sequence[WordPlace]
    top: float
    name: str
    side: str

    def word(self, position: int, *, grey: bool = False) -> str:
        return write_word(self.words[position], self.places[position].middle, self.top + _BASELINE, MOST, grey=grey)

    def span(self, links: Sequence[Link]) -> WordPlace:
        """Return the extent of a chunk, from its first to its last word."""
        places = [self.places[getattr(link, self.side)] for link in links]
        return WordPlace(min(place.left for place in places), max(place.right for place in places))


def draw_alignment(alignment: Alignment) -> str:
    """Return the picture as a self-contained SVG, for a page or a file.

    Words in the same order on both sides stand below each other, so only lines of moved words lean. Text that is read
    from right to left runs from right to left. The picture grows with the words: let it scroll in a page.
    """
    mirrored = _is_mirrored(alignment)
    width = max(
        least_width(alignment), *(_gutter(part) + lay_out(part).width + _OVERHANG + MARGIN for part in alignment.parts)
    )
    linked = {link.hypothesis for link in alignment.links}
    panel = stack([_draw_panel(part, linked, width, mirrored=mirrored) for part in alignment.parts])
    legend = write_legend(alignment, _sample, panel.end + 26, width)
    name = f"How hypothesis and {name_references(alignment)} are aligned"
    parts = [*panel.parts, *legend.parts]
    return frame(name, describe(alignment), width, legend.end + MARGIN, parts, "tertium-alignment")


def _gutter(alignment: Alignment) -> float:
    """Return the room for the names of the rows."""
    return MARGIN + max(guess_width(name, LABEL) for name in row_names(alignment)) + 20


def _draw_panel(alignment: Alignment, linked: Set[int], width: float, *, mirrored: bool) -> Panel:
    """Draw the rows of one reference; words of the hypothesis that are linked with another one are not grey."""
    names = row_names(alignment)
    gutter = _gutter(alignment)
    layout = lay_out(alignment)
    if mirrored:
        layout = layout.mirrored()
    # From right to left the names stand on the right, where the rows begin.
    start = width - gutter - layout.width if mirrored else gutter
    layout = _moved(layout, start)
    top = MARGIN + _NUMBERS
    bottom = top + _BAND + _distance(alignment.links, layout)
    rows = (
        _Row(words=alignment.hypothesis, places=layout.hypothesis, top=top, name=names[0], side="hypothesis"),
        _Row(words=alignment.reference, places=layout.reference, top=bottom, name=names[1], side="reference"),
    )
    parts = [
        *(_name(row, width, mirrored=mirrored) for row in rows),
        *_bands(alignment, *rows),
        *_unlinked(alignment, linked, *rows),
        *(_link(alignment, link, *rows) for link in alignment.links),
    ]
    return Panel(parts, width, bottom + _BAND + _NUMBERS)


def _is_mirrored(alignment: Alignment) -> bool:
    words = [*alignment.hypothesis, *alignment.reference]
    return 2 * sum(map(is_right_to_left, words)) > len(words)


def _moved(layout: AlignmentLayout, by: float) -> AlignmentLayout:
    rows = [
        [WordPlace(place.left + by, place.right + by) for place in row] for row in (layout.hypothesis, layout.reference)
    ]
    return AlignmentLayout(rows[0], rows[1], layout.width)


def _distance(links: Sequence[Link], layout: AlignmentLayout) -> float:
    """Return the distance between the rows: long sloping lines need more room."""
    leaning = [
        abs(layout.hypothesis[link.hypothesis].middle - layout.reference[link.reference].middle) for link in links
    ]
    return min(72 + 0.14 * max(leaning, default=0.0), 260.0)


def _name(row: _Row, width: float, *, mirrored: bool) -> str:
    y = row.top + _BASELINE - 1
    anchor = ' text-anchor="end"' if mirrored else ""
    x = width - MARGIN if mirrored else MARGIN
    label = f'<text class="tertium-label" x="{x:.1f}" y="{y:.1f}"{anchor}>{escaped(row.name)}</text>'
    if row.words:
        return label
    aside = x - 110 if mirrored else x + 110
    return f'{label}\n<text class="tertium-label" x="{aside:.1f}" y="{y:.1f}"{anchor}>(no words)</text>'


def _bands(alignment: Alignment, above: _Row, below: _Row) -> list[str]:
    parts = []
    for links in chunks_of(alignment):
        for row, number_at in ((above, above.top - 6), (below, below.top + _BAND + 14)):
            span, number = row.span(links), links[0].chunk + 1
            parts.append(
                f'<g class="tertium-chunk"><rect class="tertium-band" x="{span.left - _OVERHANG:.1f}" '
                f'y="{row.top:.1f}" width="{span.right - span.left + 2 * _OVERHANG:.1f}" height="{_BAND:.0f}" rx="9"/>'
                f'<text class="tertium-number" x="{span.middle:.1f}" y="{number_at:.1f}">{number}</text></g>'
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
    start, end = above.places[link.hypothesis].middle, below.places[link.reference].middle
    top, bottom = above.top + _BAND, below.top
    bend = (bottom - top) / 2
    path = (
        f"M{start:.1f} {top:.1f}V{bottom:.1f}"
        if abs(start - end) < 0.05
        else f"M{start:.1f} {top:.1f}C{start:.1f} {top + bend:.1f} {end:.1f} {bottom - bend:.1f} {end:.1f} {bottom:.1f}"
    )
    faint = f' stroke-opacity="{0.4 + 0.6 * link.weight:.2f}"' if link.weight < 1 else ""
    return (
        f'<g class="tertium-link {stage_classes(link.stage)}"><title>{escaped(link_title(alignment, link))}</title>'
        f'<path class="tertium-hit" d="{path}"/><path class="tertium-line" d="{path}"{faint}/>'
        f'<circle class="tertium-mark" cx="{start:.1f}" cy="{top:.1f}" r="3"/>'
        f'<circle class="tertium-mark" cx="{end:.1f}" cy="{bottom:.1f}" r="3"/>'
        f"{above.word(link.hypothesis)}{below.word(link.reference)}</g>"
    )


def _sample(stage: int) -> Sample:
    return lambda x, y: (
        f'<g class="{stage_classes(stage)}"><path class="tertium-line" d="M{x:.1f} {y - 4.5:.1f}h{SAMPLE:.0f}"/></g>'
    )
