"""Marks on the nodes of a tree: their meaning, and how they are drawn, with dashes as well as colours."""

from __future__ import annotations

from tertium.report.drawings.canvas import escaped

MARKS = {"matched": "matched", "partly": "partly matched", "missing": "not matched"}


def mark_name(mark: str | None) -> str:
    """Describe a mark."""
    return MARKS.get(mark or "", "")


def write_pill(x: float, y: float, width: float, height: float) -> str:
    """Draw a mark around a node, given its middle."""
    return (
        f'<rect class="tertium-pill" x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="8"/>'
    )


def write_key(mark: str, x: float, y: float) -> str:
    """Draw an entry of the legend, given the left end of its baseline."""
    return (
        f'<g class="tertium-key tertium-{mark}">{write_pill(x + 15, y - 4.5, 30, 15)}'
        f'<text class="tertium-label" x="{x + 38:.1f}" y="{y:.1f}">{escaped(mark_name(mark))}</text></g>'
    )
