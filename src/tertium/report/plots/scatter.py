"""Systems by a metric and by human judgment, with the regression line with and without outliers.

After figures 2 and 3 of Callison-Burch, Osborne and Koehn (2006): one system of another kind can hide or
feign the correlation of a metric with human judgments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from tertium.report.plots.labels import FONT_SIZE, Label, place_labels
from tertium.report.plots.plot import Plot
from tertium.report.plots.regression import Line, fit_line, write_r_squared
from tertium.report.plots.theme import (
    INK,
    OUTLIER,
    PALETTE,
    PAPER,
    SOFT,
    WIDTH,
    check_not_empty,
    clean,
    clean_name,
    count_columns,
    cycle,
    load_altair,
    make_title,
    pad_domain,
)

_HEIGHT = 380
_MOST_NAMED = 40  # among more points than these only the outliers are named
_SPOTS = 60  # of a line, from which labels keep away
# A stroke in a legend that is as high as its points, so that both stand on one line; Vega's own is as high as wide.
_STROKE = "M-1,0L3.5,0"


@dataclass(frozen=True, kw_only=True)
class Point:
    """A system.

    Attributes:
        name: Its name.
        x: Its place from left to right, such as a metric's score.
        y: Its place from bottom to top, such as a human judgment.
        kind: Its kind, such as rule-based, if kinds have colours.
        outlier: Whether it is an outlier.
    """

    name: str
    x: float
    y: float
    kind: str = ""
    outlier: bool = False


@dataclass(frozen=True)
class _Window:
    """The part of the plane that the plot shows."""

    x: tuple[float, float]
    y: tuple[float, float]

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return across * WIDTH, (1 - up) * _HEIGHT


def draw_scatter(points: Sequence[Point], *, x: str, y: str, title: str = "", subtitle: str = "") -> Plot:
    """Draw systems as named points, with regression lines.

    Args:
        points: The systems; those without a value on both axes are left out, and counted below the title.
        x: What goes from left to right.
        y: What goes from bottom to top.
        title: What the plot shows.
        subtitle: More about it; R² stands on a line below.

    Raises:
        InputError: No system has both values.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    shown = [point for point in points if isfinite(point.x) and isfinite(point.y)]
    check_not_empty(shown, "system")
    window = _Window(
        pad_domain(min(point.x for point in shown), max(point.x for point in shown)),
        pad_domain(min(point.y for point in shown), max(point.y for point in shown)),
    )
    lines = _fit_lines(shown)
    facts = [_write_fit(shown, lines), _write_missing(len(points) - len(shown))]
    layers = [
        *_draw_lines(alt, lines, window),
        *_draw_points(alt, shown, (clean(x), clean(y))),
        *_draw_labels(alt, shown, lines, window),
    ]
    scales = [alt.Scale(domain=list(ends), nice=False, zero=False) for ends in (window.x, window.y)]
    axis = alt.Axis(tickCount=7)
    layers[-1] = layers[-1].encode(
        x=alt.X("label_x:Q", title=clean(x), scale=scales[0], axis=axis),
        y=alt.Y("label_y:Q", title=clean(y), scale=scales[1], axis=axis),
    )
    chart = (
        alt.layer(*layers)
        .properties(
            width=WIDTH,
            height=_HEIGHT,
            **make_title(title, subtitle, *facts),
            description=_describe(shown, x, y, facts),
        )
        .resolve_scale(color="independent", shape="independent", strokeDash="independent")
    )
    return Plot("scatter", title or f"{y} by {x}", chart)


def _fit_lines(points: Sequence[Point]) -> dict[str, Line | None]:
    inliers = [point for point in points if not point.outlier]
    lines = {"all": fit_line([point.x for point in points], [point.y for point in points])}
    if len(inliers) < len(points):
        lines["inliers"] = fit_line([point.x for point in inliers], [point.y for point in inliers])
    return lines


def _write_fit(points: Sequence[Point], lines: dict[str, Line | None]) -> str:
    """Return R² in words, with and without outliers if there are any."""
    values = {name: line and write_r_squared(line.r_squared) for name, line in lines.items()}
    if "inliers" not in values:
        return f"R² = {values['all']}" if values["all"] else ""
    one = sum(point.outlier for point in points) == 1
    outliers = "the outlier" if one else "the outliers"
    if values["all"] and values["inliers"]:
        return f"R² = {values['all']} with {outliers}, {values['inliers']} without"
    if values["all"]:
        return f"R² = {values['all']} with {outliers}; too few systems without"
    return ""


def _write_missing(count: int) -> str:
    return f"{count} {'system' if count == 1 else 'systems'} without both values left out" if count else ""


def _describe(points: Sequence[Point], x: str, y: str, facts: Sequence[str]) -> str:
    named = ", ".join(clean_name(point.name) for point in points if point.outlier)
    parts = [f"{len(points)} systems, {clean(x)} from left to right, {clean(y)} from bottom to top", *facts]
    parts += [f"outliers: {named}"] if named else []
    return ". ".join(part for part in parts if part)


def _draw_lines(alt: Any, lines: dict[str, Line | None], window: _Window) -> list[Any]:
    """Draw the regression lines: with outliers, the line through all systems is dashed."""
    has_two = "inliers" in lines
    names = {"all": "all systems", "inliers": "without outliers"}
    names = {key: f"{names[key]}, R² = {write_r_squared(line.r_squared)}" for key, line in lines.items() if line}
    rows = []
    for name, line in lines.items():
        for x, y in _trace(line, window):
            rows.append({"x": x, "y": y, "line": names[name]})
    if not rows:
        return []
    dashes = {"all": [6, 4] if has_two else [1, 0], "inliers": [1, 0]}
    scale = alt.Scale(domain=list(names.values()), range=[dashes[key] for key in names])
    legend = alt.Legend(title=None, symbolType=_STROKE, symbolStrokeWidth=2, labelOffset=16) if has_two else None
    return [
        alt.Chart(alt.Data(values=rows))
        .mark_line(color=SOFT, strokeWidth=1.75)
        .encode(
            x="x:Q",
            y="y:Q",
            strokeDash=alt.StrokeDash("line:N", scale=scale, sort=None, legend=legend),
        )
    ]


def _trace(line: Line | None, window: _Window) -> list[tuple[float, float]]:
    """Return both ends of a line, a little beyond its points, cut where it leaves the plot."""
    if line is None:
        return []
    low, high = pad_domain(line.low, line.high, 0.04)
    if line.slope:
        ends = sorted((edge - line.intercept) / line.slope for edge in window.y)
        low, high = max(low, ends[0]), min(high, ends[1])
    return [(low, line.at(low)), (high, line.at(high))]


def _draw_points(alt: Any, points: Sequence[Point], axes: tuple[str, str]) -> list[Any]:
    kinds = list(dict.fromkeys(clean(point.kind) or "other" for point in points)) if any(p.kind for p in points) else []
    rows = [
        {
            "name": clean_name(point.name),
            "x": point.x,
            "y": point.y,
            "kind": clean(point.kind) or "other",
            "mark": "outlier" if point.outlier else "system",
        }
        for point in points
    ]
    tooltip = [alt.Tooltip("name:N", title="system"), alt.Tooltip("x:Q", title=axes[0], format=".4~g")]
    tooltip += [alt.Tooltip("y:Q", title=axes[1], format=".4~g")]
    if kinds:
        tooltip.append(alt.Tooltip("kind:N", title="kind"))
        legend = alt.Legend(title=None, orient="top", symbolType="circle", columns=count_columns(kinds))
        scale = alt.Scale(domain=kinds, range=cycle(PALETTE, len(kinds)))
        fill = alt.Fill("kind:N", scale=scale, legend=legend)
    else:
        scale = alt.Scale(domain=["system", "outlier"], range=[PALETTE[0], OUTLIER])
        fill = alt.Fill("mark:N", scale=scale, legend=None)
    has_outlier = any(point.outlier for point in points)
    marks = alt.Scale(domain=["system", "outlier"], range=["circle", "diamond"])
    legend = alt.Legend(
        title=None, values=["outlier"], symbolFillColor=PAPER if kinds else OUTLIER, symbolStrokeColor=OUTLIER
    )
    base = alt.Chart(alt.Data(values=rows)).encode(
        x="x:Q",
        y="y:Q",
        fill=fill,
        shape=alt.Shape("mark:N", scale=marks, legend=legend if has_outlier else None),
        size=alt.Size("mark:N", scale=alt.Scale(domain=["system", "outlier"], range=[75, 130]), legend=None),
        stroke=alt.Stroke("mark:N", scale=alt.Scale(domain=["system", "outlier"], range=[PAPER, OUTLIER]), legend=None),
        tooltip=tooltip,
    )
    return [base.mark_point(opacity=1, strokeWidth=1.5)]


def _draw_labels(alt: Any, points: Sequence[Point], lines: dict[str, Line | None], window: _Window) -> list[Any]:
    """Draw the names, each over a halo of paper, with a thin line to those further away."""
    named = [point for point in points if point.outlier or len(points) <= _MOST_NAMED]
    places = [window.to_pixels(point.x, point.y) for point in points]
    spots = []
    for line in lines.values():
        ends = _trace(line, window)
        if ends:
            (x0, y0), (x1, y1) = ends
            shares = [step / _SPOTS for step in range(_SPOTS + 1)]
            spots += [window.to_pixels(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in shares]
    labels = place_labels(
        [clean_name(point.name) for point in named],
        [window.to_pixels(point.x, point.y) for point in named],
        places,
        spots,
        (WIDTH, _HEIGHT),
    )
    rows = [_make_label_row(point, label, window) for point, label in zip(named, labels, strict=True)]
    return _draw_names(alt, rows)


def _make_label_row(point: Point, label: Label, window: _Window) -> dict[str, Any]:
    return {
        "text": label.text,
        "x": point.x,
        "y": point.y,
        "label_x": window.x[0] + label.x / WIDTH * (window.x[1] - window.x[0]),
        "label_y": window.y[1] - label.y / _HEIGHT * (window.y[1] - window.y[0]),
        "align": label.align,
        "far": label.is_far,
        "mark": "outlier" if point.outlier else "system",
    }


def _draw_names(alt: Any, rows: list[dict[str, Any]]) -> list[Any]:
    base = alt.Chart(alt.Data(values=rows)).encode(x="label_x:Q", y="label_y:Q", text="text:N")
    leaders = (
        alt.Chart(alt.Data(values=[row for row in rows if row["far"]]))
        .mark_rule(color=SOFT, strokeWidth=0.75, opacity=0.7)
        .encode(x="x:Q", y="y:Q", x2="label_x", y2="label_y")
    )
    settings = {"align": alt.expr("datum.align"), "baseline": "middle", "fontSize": FONT_SIZE}
    halo = base.mark_text(stroke=PAPER, strokeWidth=3.5, strokeJoin="round", opacity=0.9, **settings)
    colours = alt.Scale(domain=["system", "outlier"], range=[INK, "#a84a00"])
    names = base.mark_text(**settings).encode(color=alt.Color("mark:N", scale=colours, legend=None))
    return [leaders, halo, names]
