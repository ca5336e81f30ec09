"""The legend below a picture of an alignment: what its colours, shapes, bands and grey words mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tertium.alignment import Alignment
from tertium.report.drawings.alignment_words import caption, used_stages
from tertium.report.drawings.canvas import escaped, guess_width

MARGIN = 16.0
LABEL = 13.0  # the size of labels
SAMPLE = 34.0  # the width of a sample
_LINE = 24.0

Sample = Callable[[float, float], str]


@dataclass(frozen=True)
class Panel:
    """A drawing of the alignment with one reference, of which a picture has one or several.

    Attributes:
        parts: Its elements.
        width: In pixels.
        end: Where it ends, from its top.
    """

    parts: list[str]
    width: float
    end: float


def stack(panels: Sequence[Panel]) -> Panel:
    """Put panels below each other; a single one stays as it is."""
    if len(panels) == 1:
        return panels[0]
    parts, top = [], 0.0
    for panel in panels:
        parts += [f'<g transform="translate(0 {top:.1f})">', *panel.parts, "</g>"]
        top += panel.end + MARGIN
    return Panel(parts, max(panel.width for panel in panels), top - MARGIN)


@dataclass(frozen=True)
class Legend:
    """A legend that has been drawn.

    Attributes:
        parts: Its elements.
        end: Where it ends, from the top of the picture.
    """

    parts: list[str]
    end: float


def least_width(alignment: Alignment) -> float:
    """Return the width that the figures below a picture need."""
    return max(guess_width(caption(alignment), LABEL) + 2 * MARGIN, 420.0)


def write_legend(alignment: Alignment, stage_sample: Callable[[int], Sample], top: float, width: float) -> Legend:
    """Draw the legend: modules, chunks and unmatched words that occur, and the figures below.

    Args:
        alignment: What the picture shows.
        stage_sample: What draws a sample of a stage, given a point on its baseline.
        top: The first baseline.
        width: That of the picture; what does not fit goes on another line.
    """
    entries = [(alignment.modules[stage], stage_sample(stage)) for stage in used_stages(alignment)]
    if alignment.links:
        entries.append(("chunk", _band))
    if any(len(words) > linked for words, linked in _count_linked(alignment)):
        entries.append(("not matched", _grey))
    return write_keys(entries, [caption(alignment)], top, width)


def write_keys(entries: Sequence[tuple[str, Sample]], captions: Sequence[str], top: float, width: float) -> Legend:
    """Draw samples with what they mean, and lines of text below.

    Args:
        entries: What each sample means, and what draws it, given a point on its baseline.
        captions: The lines.
        top: The first baseline.
        width: That of the picture; what does not fit goes on another line.
    """
    parts: list[str] = []
    x, y = MARGIN, top
    for text, sample in entries:
        needed = SAMPLE + 8 + guess_width(text, LABEL)
        if x > MARGIN and x + needed > width - MARGIN:
            x, y = MARGIN, y + _LINE
        label = f'<text class="tertium-label" x="{x + SAMPLE + 8:.1f}" y="{y:.1f}">{escaped(text)}</text>'
        parts.append(f'<g class="tertium-key">{sample(x, y)}{label}</g>')
        x += needed + 22
    if entries:
        y += _LINE
    for line in captions:
        parts.append(f'<text class="tertium-label" x="{MARGIN:.1f}" y="{y:.1f}">{escaped(line)}</text>')
        y += _LINE
    return Legend(parts, y - _LINE + 4)


def _count_linked(alignment: Alignment) -> Iterator[tuple[Sequence[str], int]]:
    """Yield the words of each row, and how many of them are linked."""
    yield alignment.hypothesis, len(alignment.links)
    for part in alignment.parts:
        yield part.reference, len(part.links)


def _band(x: float, y: float) -> str:
    return f'<rect class="tertium-band" x="{x:.1f}" y="{y - 12:.1f}" width="{SAMPLE:.0f}" height="15" rx="6"/>'


def _grey(x: float, y: float) -> str:
    return f'<text class="tertium-word tertium-unmatched" x="{x:.1f}" y="{y:.1f}">abc</text>'
