"""Blocks as a picture: the hypothesis, and below it other orders of the same blocks, each block with its number.

A block keeps its colour and number wherever it stands, so that a reader sees at a glance what BLEU does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.report.drawings.canvas import SIZE, escaped, frame, guess_width, shorten, stage_classes

_WIDTH = 960.0
_MARGIN = 16.0
_GUTTER = 110.0
_HEIGHT = 34.0
_GAP = 8.0
_ROW_GAP = 18.0
_PADDING = 9.0
_NUMBER = 11
_MOST_WIDTH = 420.0


@dataclass(frozen=True)
class BlockRow:
    """One order of blocks.

    Attributes:
        label: What the row is called.
        blocks: The numbers of its blocks, from 0, in order.
    """

    label: str
    blocks: Sequence[int]


def draw_blocks(blocks: Sequence[Sequence[str]], matched: Sequence[Sequence[bool]], rows: Sequence[BlockRow]) -> str:
    """Return the picture as SVG.

    Args:
        blocks: The words of each block.
        matched: Whether each of them is in a reference.
        rows: The orders to show, the hypothesis' own first.
    """
    parts: list[str] = []
    top = _MARGIN
    for row in rows:
        label = escaped(shorten(row.label, _GUTTER - 12))
        parts.append(f'<text class="tertium-label" x="{_MARGIN:.1f}" y="{top + 22:.1f}">{label}</text>')
        left = _MARGIN + _GUTTER
        for number in row.blocks:
            width = _measure(blocks[number], number)
            if left + width > _WIDTH - _MARGIN and left > _MARGIN + _GUTTER:
                left, top = _MARGIN + _GUTTER, top + _HEIGHT + _GAP
            parts.append(_draw_block(blocks[number], matched[number], number, left, top, width))
            left += width + _GAP
        top += _HEIGHT + _ROW_GAP
    described = "; ".join(
        f"{row.label}: {' | '.join(' '.join(blocks[number]) for number in row.blocks)}" for row in rows
    )
    name = "Blocks that can change places without a change of BLEU"
    return frame(name, described, _WIDTH, top - _ROW_GAP + _MARGIN, parts, "tertium-blocks")


def _measure(words: Sequence[str], number: int) -> float:
    text = min(guess_width(" ".join(words)), _MOST_WIDTH)
    return text + guess_width(str(number + 1), _NUMBER) + 3 * _PADDING


def _draw_block(
    words: Sequence[str], matched: Sequence[bool], number: int, left: float, top: float, width: float
) -> str:
    """Draw a box with a coloured edge, the block's number, and its words; unmatched words are grey."""
    number_width = guess_width(str(number + 1), _NUMBER)
    middle, start = left + _PADDING + number_width / 2, left + 2 * _PADDING + number_width
    text = shorten(" ".join(words), _MOST_WIDTH)
    if text == " ".join(words):
        spans = " ".join(
            escaped(word) if known else f'<tspan class="tertium-unmatched">{escaped(word)}</tspan>'
            for word, known in zip(words, matched, strict=True)
        )
    else:
        spans = escaped(text)
    return (
        f'<g class="{stage_classes(number)}"><title>{escaped(" ".join(words))}</title>'
        f'<rect class="tertium-band" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{_HEIGHT:.1f}" rx="6"/>'
        f'<rect class="tertium-mark" x="{left:.1f}" y="{top:.1f}" width="4" height="{_HEIGHT:.1f}" rx="2"/>'
        f'<text class="tertium-number" x="{middle:.1f}" y="{top + 21:.1f}">{number + 1}</text>'
        f'<text class="tertium-word" x="{start:.1f}" y="{top + 22:.1f}" font-size="{SIZE}">{spans}</text></g>'
    )
