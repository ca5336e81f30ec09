"""An alignment as a matrix: reference words across, hypothesis words down, a mark where two of them are linked.

Long sentences fit better here than on two rows. A chunk is a run down a diagonal. Pooled references have a matrix each.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from tertium.alignment import Alignment, Link
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
from tertium.report.drawings.canvas import escaped, frame, guess_width, stage_classes, write_word

_CELL = 24.0
_MOST = 200.0  # pixels for one word
_TURN = -60  # degrees by which the words of the reference are turned
_RISE, _RUN = 0.87, 0.5  # how much of the length of such a word is height, and how much width

# One shape a stage, since colour alone does not tell everybody; around (0, 0).
_SHAPES = (
    "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
    "M-5 -5h10v10h-10z",
    "M0 -7L7 0L0 7L-7 0z",
    "M0 -6.5L6.5 5.5H-6.5z",
    "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "M0 6.5L6.5 -5.5H-6.5z",
)


def draw_matrix(alignment: Alignment) -> str:
    """Return the matrix as a self-contained SVG, for a page or a file."""
    linked = {link.hypothesis for link in alignment.links}
    panel = stack([_draw_panel(part, linked) for part in alignment.parts])
    width = max(panel.width, least_width(alignment))
    legend = write_legend(alignment, _sample, panel.end + 34, width)
    name = f"Matrix of hypothesis and {name_references(alignment)}"
    parts = [*panel.parts, *legend.parts]
    return frame(name, describe(alignment), width, legend.end + MARGIN, parts, "tertium-matrix")


def _draw_panel(alignment: Alignment, linked: Set[int]) -> Panel:
    """Draw the matrix of one reference; words of the hypothesis that are linked with another one are not grey."""
    names = row_names(alignment)
    longest = _longest(alignment.reference)
    left = MARGIN + max(_longest(alignment.hypothesis), *(guess_width(f"{name} →", LABEL) for name in names)) + 14
    top = MARGIN + max(longest * _RISE, 2 * LABEL) + 20
    right, bottom = left + _CELL * len(alignment.reference), top + _CELL * len(alignment.hypothesis)
    parts = [
        _label(f"{names[1]} →", left - 10, top - 10 - 1.5 * LABEL),
        _label(f"{names[0]} ↓", left - 10, top - 10),
        _grid(left, top, right, bottom),
        *_words(alignment, linked, left, top),
        *(_chunk(links, left, top) for links in chunks_of(alignment)),
        *(_mark(alignment, link, left, top) for link in alignment.links),
    ]
    # The last words lean out over the right edge.
    return Panel(parts, right + longest * _RUN + MARGIN, bottom)


def _longest(words: Sequence[str]) -> float:
    return min(max(map(guess_width, words), default=0.0), _MOST)


def _label(text: str, x: float, y: float) -> str:
    return f'<text class="tertium-label" text-anchor="end" x="{x:.1f}" y="{y:.1f}">{escaped(text)}</text>'


def _grid(left: float, top: float, right: float, bottom: float) -> str:
    across = round((right - left) / _CELL)
    down = round((bottom - top) / _CELL)
    lines = [f"M{left + _CELL * at:.1f} {top:.1f}V{bottom:.1f}" for at in range(across + 1)]
    lines += [f"M{left:.1f} {top + _CELL * at:.1f}H{right:.1f}" for at in range(down + 1)]
    return f'<path class="tertium-grid" d="{"".join(lines)}"/>'


def _words(alignment: Alignment, linked_down: Set[int], left: float, top: float) -> list[str]:
    """Draw all words; unmatched ones are grey."""
    linked_across = {link.reference for link in alignment.links}
    parts = []
    for at, word in enumerate(alignment.hypothesis):
        y = top + _CELL * (at + 0.5) + 5.5
        parts.append(_titled(word, write_word(word, left - 10, y, _MOST, hold="right", grey=at not in linked_down)))
    for at, word in enumerate(alignment.reference):
        x = left + _CELL * (at + 0.5) + 5
        parts.append(
            _titled(word, write_word(word, x, top - 9, _MOST, hold="left", turn=_TURN, grey=at not in linked_across))
        )
    return parts


def _titled(word: str, element: str) -> str:
    return f"<g><title>{escaped(word)}</title>{element}</g>"


def _chunk(links: Sequence[Link], left: float, top: float) -> str:
    first, last = links[0], links[-1]
    x, y = left + _CELL * (first.reference + 0.5), top + _CELL * (first.hypothesis + 0.5)
    # A line of no length is drawn as a dot only if it has some.
    length = max(_CELL * (last.hypothesis - first.hypothesis), 0.01)
    return f'<path class="tertium-diagonal" d="M{x:.1f} {y:.1f}l{length:g} {length:g}"/>'


def _mark(alignment: Alignment, link: Link, left: float, top: float) -> str:
    x, y = left + _CELL * (link.reference + 0.5), top + _CELL * (link.hypothesis + 0.5)
    return (
        f'<g class="tertium-link {stage_classes(link.stage)}"><title>{escaped(link_title(alignment, link))}</title>'
        f'{_shape(link.stage, x, y)}<rect class="tertium-cell" x="{x - _CELL / 2:.1f}" y="{y - _CELL / 2:.1f}" '
        f'width="{_CELL:.0f}" height="{_CELL:.0f}"/></g>'
    )


def _shape(stage: int, x: float, y: float) -> str:
    shape = _SHAPES[stage % len(_SHAPES)]
    return f'<path class="tertium-mark" d="{shape}" transform="translate({x:.1f} {y:.1f})"/>'


def _sample(stage: int) -> Sample:
    return lambda x, y: f'<g class="{stage_classes(stage)}">{_shape(stage, x + SAMPLE - 8, y - 4.5)}</g>'
