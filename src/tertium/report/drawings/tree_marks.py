"""What marks on the nodes of a tree mean, and how they are drawn: colours, and dashes for those who do not see them."""

from __future__ import annotations

from tertium.report.drawings.canvas import escaped

MARKS = {"matched": "matched", "partly": "partly matched", "missing": "not matched"}


def mark_name(mark: str | None) -> str:
    """A mark in words."""
    return MARKS.get(mark or "", "")


def write_pill(x: float, y: float, width: float, height: float) -> str:
    """What is drawn around a node, given its middle."""
    return (
        f'<rect class="tertium-pill" x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="8"/>'
    )


def write_key(mark: str, x: float, y: float) -> str:
    """An entry of the legend, given the left of its baseline."""
    return (
        f'<g class="tertium-key tertium-{mark}">{write_pill(x + 15, y - 4.5, 30, 15)}'
        f'<text class="tertium-label" x="{x + 38:.1f}" y="{y:.1f}">{escaped(mark_name(mark))}</text></g>'
    )
