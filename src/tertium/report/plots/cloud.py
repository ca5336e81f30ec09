"""Segments by a metric and by human judgment: points if there are few, else cells that count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isfinite, log10, sqrt
from typing import Any

from tertium.errors import InputError
from tertium.report.plots.plot import Plot
from tertium.report.plots.regression import Line, fit_line, write_r_squared
from tertium.report.plots.theme import (
    INK,
    PALETTE,
    PAPER,
    WIDTH,
    check_not_empty,
    clean,
    load_altair,
    make_title,
    pad_domain,
)

_HEIGHT = 380
_MOST_POINTS = 1_000
_CELL = 9.0  # pixels from the middle of a cell to a corner
# A hexagon that stands on a corner, in a square from -1 to 1.
_HEXAGON = "M0,-1L0.866,-0.5L0.866,0.5L0,1L-0.866,0.5L-0.866,-0.5Z"


def draw_cloud(
    xs: Sequence[float], ys: Sequence[float], *, x: str, y: str, title: str = "", subtitle: str = ""
) -> Plot:
    """Draw segments and their regression line; above 1,000 segments, hexagons with counts keep the file small.

    Args:
        xs: A value of each segment, such as a metric's score.
        ys: Another value of each, such as a human judgment; segments that lack one of both are left out.
        x: What goes from left to right.
        y: What goes from bottom to top.
        title: What the plot shows.
        subtitle: More about it; the number of segments and R² stand on a line below.

    Raises:
        InputError: The numbers of values differ, or no segment has both.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    if len(xs) != len(ys):
        raise InputError(f"{len(xs)} values of {x} cannot be drawn against {len(ys)} of {y}", remedy="Pair them")
    pairs = [(float(a), float(b)) for a, b in zip(xs, ys, strict=True) if isfinite(a) and isfinite(b)]
    check_not_empty(pairs, "segment")
    line = fit_line([a for a, _ in pairs], [b for _, b in pairs])
    window = [pad_domain(min(values), max(values), 0.04) for values in zip(*pairs, strict=True)]
    scales = [alt.Scale(domain=list(ends), nice=False, zero=False) for ends in window]
    counted = len(pairs) > _MOST_POINTS
    marks = _draw_cells(alt, pairs, window) if counted else _draw_points(alt, pairs)
    axis = alt.Axis(tickCount=7)
    marks = marks.encode(
        x=alt.X("x:Q", title=clean(x), scale=scales[0], axis=axis),
        y=alt.Y("y:Q", title=clean(y), scale=scales[1], axis=axis),
    )
    facts = f"{len(pairs):,} segments" + (f", R² = {write_r_squared(line.r_squared)}" if line else "")
    missing = len(xs) - len(pairs)
    facts += f"; {missing:,} without both values left out" if missing else ""
    chart = alt.layer(marks, *_draw_line(alt, line, window, halo=counted)).properties(
        width=WIDTH,
        height=_HEIGHT,
        **make_title(title, subtitle, facts),
        description=f"{clean(x)} from left to right, {clean(y)} from bottom to top. {facts}",
    )
    return Plot("segments", title or f"{y} by {x}", chart)


def _draw_points(alt: Any, pairs: Sequence[tuple[float, float]]) -> Any:
    opacity = max(0.25, min(0.8, 12 / sqrt(len(pairs))))
    rows = [{"x": x, "y": y} for x, y in pairs]
    return alt.Chart(alt.Data(values=rows)).mark_circle(size=26, opacity=opacity, color=PALETTE[0])


def _draw_cells(alt: Any, pairs: Sequence[tuple[float, float]], window: Sequence[tuple[float, float]]) -> Any:
    counts = Counter(_find_cell(*_to_pixels(pair, window)) for pair in pairs)
    rows = []
    for (column, row), count in sorted(counts.items()):
        across = (column + 0.5 * (row % 2)) * sqrt(3) * _CELL / WIDTH
        down = row * 1.5 * _CELL / _HEIGHT
        (left, right), (bottom, top) = window
        rows.append({"x": left + across * (right - left), "y": top - down * (top - bottom), "count": count})
    most = max(counts.values())
    # Few segments are everywhere and many in the middle: by the logarithm both can be seen.
    scale = alt.Scale(type="log", domain=[1, max(2, most)], range=["#cfe1f2", "#5a9bd0", "#08306b"])
    ticks = [value for power in range(int(log10(max(2, most))) + 1) for value in (10**power, 3 * 10**power)]
    legend = alt.Legend(
        title="segments in a cell",
        values=[value for value in ticks if value <= most],
        gradientLength=160,
        gradientThickness=10,
        titleOrient="left",
        format="d",
    )
    return (
        alt.Chart(alt.Data(values=rows))
        # Vega's size is the area of the square around a shape that reaches from -1 to 1.
        .mark_point(shape=_HEXAGON, filled=True, size=(2 * _CELL) ** 2, opacity=1, strokeWidth=0)
        .encode(color=alt.Color("count:Q", scale=scale, legend=legend), tooltip=["count:Q"])
    )


def _to_pixels(pair: tuple[float, float], window: Sequence[tuple[float, float]]) -> tuple[float, float]:
    (left, right), (bottom, top) = window
    return (pair[0] - left) / (right - left) * WIDTH, (top - pair[1]) / (top - bottom) * _HEIGHT


def _find_cell(x: float, y: float) -> tuple[int, int]:
    """Return column and row of the hexagon with the nearest centre, in one of the two rows around."""
    wide, high = sqrt(3) * _CELL, 1.5 * _CELL
    rows = (int(y // high), int(y // high) + 1)
    cells = [(round(x / wide - 0.5 * (row % 2)), row) for row in rows]

    def distance(cell: tuple[int, int]) -> float:
        column, row = cell
        return float((x - (column + 0.5 * (row % 2)) * wide) ** 2 + (y - row * high) ** 2)

    return min(cells, key=distance)


def _draw_line(alt: Any, line: Line | None, window: Sequence[tuple[float, float]], *, halo: bool) -> list[Any]:
    if line is None:
        return []
    low, high = line.low, line.high
    if line.slope:
        ends = sorted((edge - line.intercept) / line.slope for edge in window[1])
        low, high = max(low, ends[0]), min(high, ends[1])
    rows = [{"x": x, "y": line.at(x)} for x in (low, high)]
    base = alt.Chart(alt.Data(values=rows)).encode(x="x:Q", y="y:Q")
    # On dark cells a dark line needs an edge of paper.
    edge = [base.mark_line(color=PAPER, strokeWidth=4.5, opacity=0.8)] if halo else []
    return [*edge, base.mark_line(color=INK, strokeWidth=2)]
