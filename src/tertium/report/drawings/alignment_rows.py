"""An alignment as a picture: the hypothesis above, the reference below, a line for each link, a band for each chunk.

Long sentences go on in further pairs of rows. Pooled references have one such panel each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

from tertium.alignment import Alignment, Link
from tertium.report.drawings.alignment_layout import WordPlace
from tertium.report.drawings.alignment_legend import (
    MARGIN,
    SAMPLE,
    Panel,
    Sample,
    least_width,
    stack,
    write_legend,
)
from tertium.report.drawings.alignment_words import chunks_of, describe, link_title, name_references, row_names
from tertium.report.drawings.canvas import escaped, frame, stage_classes
from tertium.report.drawings.word_rows import (
    BAND,
    NARROW,
    NUMBERS,
    OVERHANG,
    FramedRows,
    LinkPath,
    WordRow,
    find_path,
    is_mirrored,
)


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
    narrow = most < NARROW
    frames = [(part, FramedRows(part, row_names(part), most, narrow)) for part in alignment.parts]
    needed = max(min(least_width(alignment), most), *(rows.width for _, rows in frames))
    linked = {link.hypothesis for link in alignment.links}
    mirrored = is_mirrored(alignment)
    panel = stack([_draw_panel(part, rows, linked, needed, mirrored=mirrored) for part, rows in frames])
    legend = write_legend(alignment, _sample, panel.end + 26, needed)
    name = f"How hypothesis and {name_references(alignment)} are aligned"
    parts = [*panel.parts, *legend.parts]
    kind = "tertium-alignment" if width is None else f"tertium-alignment tertium-{'narrow' if narrow else 'wide'}"
    return frame(name, describe(alignment), needed, legend.end + MARGIN, parts, kind)


def _draw_panel(alignment: Alignment, rows: FramedRows, linked: Set[int], width: float, *, mirrored: bool) -> Panel:
    """Draw the rows of one reference; words of the hypothesis that are linked with another one are not grey."""
    above, below = rows.place(width, mirrored=mirrored)
    paths = [(link, find_path(link, above, below)) for link in alignment.links]
    parts = [
        *(part for row in (above, below) for part in row.write_name(width, mirrored=mirrored)),
        *_bands(alignment, above, below),
        # Lines from one pair of rows to another cross the words between, which therefore come later.
        *(_link(alignment, link, path, above, below) for link, path in paths if not path.is_near),
        *_unlinked(alignment, linked, above, below),
        *(_link(alignment, link, path, above, below) for link, path in paths if path.is_near),
    ]
    return Panel(parts, width, below.tops[-1] + BAND + NUMBERS)


def _find_spans(row: WordRow, links: Sequence[Link]) -> list[WordPlace]:
    """Return the extent of a chunk on each of its lines, from its first to its last word there."""
    by_line: dict[int, list[WordPlace]] = {}
    for link in links:
        place = row.places[getattr(link, row.side)]
        by_line.setdefault(place.line, []).append(place)
    return [
        WordPlace(min(place.left for place in places), max(place.right for place in places), line)
        for line, places in by_line.items()
    ]


def _bands(alignment: Alignment, above: WordRow, below: WordRow) -> list[str]:
    parts = []
    for links in chunks_of(alignment):
        number = links[0].chunk + 1
        for row, number_at in ((above, -6.0), (below, BAND + 14)):
            for span in _find_spans(row, links):
                top, wide = row.tops[span.line], span.right - span.left + 2 * OVERHANG
                parts.append(
                    f'<g class="tertium-chunk"><rect class="tertium-band" x="{span.left - OVERHANG:.1f}" '
                    f'y="{top:.1f}" width="{wide:.1f}" height="{BAND:.0f}" rx="9"/>'
                    f'<text class="tertium-number" x="{span.middle:.1f}" y="{top + number_at:.1f}">{number}</text></g>'
                )
    return parts


def _unlinked(alignment: Alignment, linked: Set[int], above: WordRow, below: WordRow) -> list[str]:
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


def _link(alignment: Alignment, link: Link, path: LinkPath, above: WordRow, below: WordRow) -> str:
    """Draw a line with its two words as one group, so that pointing at one highlights all three."""
    faint = f' stroke-opacity="{0.4 + 0.6 * link.weight:.2f}"' if link.weight < 1 else ""
    classes = stage_classes(link.stage) + ("" if path.is_near else " tertium-far")
    (start, top), (end, bottom) = path.start, path.end
    return (
        f'<g class="tertium-link {classes}"><title>{escaped(link_title(alignment, link))}</title>'
        f'<path class="tertium-hit" d="{path.drawn}"/><path class="tertium-line" d="{path.drawn}"{faint}/>'
        f'<circle class="tertium-mark" cx="{start:.1f}" cy="{top:.1f}" r="3"/>'
        f'<circle class="tertium-mark" cx="{end:.1f}" cy="{bottom:.1f}" r="3"/>'
        f"{above.word(link.hypothesis)}{below.word(link.reference)}</g>"
    )


def _sample(stage: int) -> Sample:
    return lambda x, y: (
        f'<g class="{stage_classes(stage)}"><path class="tertium-line" d="M{x:.1f} {y - 4.5:.1f}h{SAMPLE:.0f}"/></g>'
    )
