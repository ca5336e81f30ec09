"""Correlation by depth of subtrees or length of chains, after the tables of Liu and Gildea (2005)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from tertium.report.drawings.canvas import SIZE, guess_width, shorten
from tertium.report.plots.plot import Plot
from tertium.report.plots.series import encode_series
from tertium.report.plots.theme import (
    INK,
    WIDTH,
    check_not_empty,
    clean,
    clean_name,
    load_altair,
    make_title,
    pad_domain,
)

_HEIGHT = 340
_FONT_SIZE = 12
_MOST_OF_NAME = 150.0  # pixels


@dataclass(frozen=True)
class SizePoint:
    """The correlation of a metric at one size.

    Attributes:
        metric: The family of metrics, such as ``STM``: one line per family.
        size: The depth or length; None for a metric of all sizes, such as a kernel, which is a dashed rule.
        value: The correlation.
    """

    metric: str
    size: int | None
    value: float


def draw_by_size(
    rows: Sequence[SizePoint],
    *,
    x: str = "depth of subtrees, length of chains",
    y: str = "correlation",
    title: str = "",
    subtitle: str = "",
) -> Plot:
    """Draw one line per family of metrics over sizes, and a dashed rule for each metric of all sizes.

    Args:
        rows: A value for each family and size; those without a value leave a gap.
        x: What goes from left to right.
        y: What goes from bottom to top.
        title: What the plot shows.
        subtitle: More about it.

    Raises:
        InputError: Nothing has a value.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    check_not_empty([row for row in rows if isfinite(row.value)], "metric")
    lined = [row for row in rows if row.size is not None]
    ruled = [row for row in rows if row.size is None and isfinite(row.value)]
    families = list(dict.fromkeys(clean_name(row.metric) for row in lined))
    metrics = list(dict.fromkeys([*families, *(clean_name(row.metric) for row in ruled)]))
    sizes = sorted({row.size for row in rows if row.size is not None}) or [1]
    names = [shorten(clean_name(row.metric), _MOST_OF_NAME * SIZE / _FONT_SIZE) for row in ruled]
    width = WIDTH - max((guess_width(name, _FONT_SIZE) for name in names), default=0.0)
    values = [row.value for row in rows if isfinite(row.value)]
    window = pad_domain(min(values), max(values))
    across = alt.X(
        "size:Q",
        title=clean(x),
        scale=alt.Scale(domain=[sizes[0] - 0.3, sizes[-1] + 0.3], nice=False, zero=False),
        axis=alt.Axis(values=sizes, format="d", grid=False),
    )
    up = alt.Y("value:Q", title=clean(y), scale=alt.Scale(domain=list(window), nice=False, zero=False))
    series = encode_series(alt, metrics, families)
    base = alt.Chart(alt.Data(values=[_make_row(row) for row in lined])).encode(
        x=across, y=up, color=series.color, tooltip=["metric:N", "size:Q", "value:Q"]
    )
    layers = [
        base.mark_line(strokeWidth=2),
        base.mark_point(filled=True, opacity=1, size=70).encode(shape=series.shape),
        *_draw_rules(alt, ruled, up, series.color),
        *_draw_names(alt, names, [row.value for row in ruled], window, width),
    ]
    chart = alt.layer(*layers).properties(
        width=width,
        height=_HEIGHT,
        **make_title(title, subtitle),
        description=f"{clean(y)} of {', '.join(metrics)} by {clean(x)}",
    )
    return Plot("by-size", title or f"{y} by {x}", chart)


def _make_row(row: SizePoint) -> dict[str, Any]:
    return {
        "metric": clean_name(row.metric),
        "size": row.size,
        "value": row.value if isfinite(row.value) else None,
    }


def _draw_rules(alt: Any, rows: Sequence[SizePoint], up: Any, color: Any) -> list[Any]:
    """Draw a rule across the plot for each metric of all sizes."""
    if not rows:
        return []
    base = alt.Chart(alt.Data(values=[_make_row(row) for row in rows])).encode(y=up)
    return [base.mark_rule(strokeDash=[6, 4], strokeWidth=1.75).encode(color=color, tooltip=["metric:N", "value:Q"])]


def _draw_names(
    alt: Any, names: Sequence[str], values: Sequence[float], window: tuple[float, float], width: float
) -> list[Any]:
    """Draw the names of the rules at their right ends, moved apart where rules are close."""
    if not names:
        return []
    low, high = window
    rows = []
    free = 0.0
    for value, name in sorted(zip(values, names, strict=True), key=lambda pair: -pair[0]):
        place = max(free, (high - value) / (high - low) * _HEIGHT)
        free = place + _FONT_SIZE * 1.2
        rows.append({"text": name, "value": high - place / _HEIGHT * (high - low)})
    text = alt.Chart(alt.Data(values=rows)).mark_text(align="left", dx=6, fontSize=_FONT_SIZE, color=INK)
    return [text.encode(x=alt.value(width), y="value:Q", text="text:N")]
