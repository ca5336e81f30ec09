"""Metrics from the best to the worst, with intervals, coloured by cluster of significance."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from tertium.errors import InputError
from tertium.report.drawings.canvas import guess_width
from tertium.report.plots.plot import Plot
from tertium.report.plots.theme import (
    LINE,
    PALETTE,
    SHAPES,
    SOFT,
    WIDTH,
    check_not_empty,
    clean,
    clean_distinct,
    count_columns,
    cycle,
    load_altair,
    make_title,
)

_WHOLE = WIDTH + 60  # pixels, of which the names take what they need
_MOST_OF_NAME = 200
_FONT_SIZE = 12.0
_STEP = 22.0
_LEAST_STEP = 14.0


def draw_ranking(
    names: Sequence[str],
    values: Sequence[float],
    lows: Sequence[float] | None = None,
    highs: Sequence[float] | None = None,
    clusters: Sequence[int] | None = None,
    *,
    x: str = "correlation",
    title: str = "",
    subtitle: str = "",
) -> Plot:
    """Draw one dot per metric with its interval, sorted; metrics without a value stand last.

    Args:
        names: The metrics.
        values: Their correlations.
        lows: Where the intervals begin, if there are any.
        highs: Where they end.
        clusters: The cluster of each metric, if known: all of one are significantly better than all of the next.
        x: What goes from left to right.
        title: What the plot shows.
        subtitle: More about it.

    Raises:
        InputError: Nothing has a value, two names are the same, or the lists are not equally long.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    check_not_empty([value for value in values if isfinite(value)], "metric")
    count = len(names)
    gaps = [float("nan")] * count
    columns = [values, gaps if lows is None else lows, gaps if highs is None else highs]
    groups: Sequence[int | str] = clusters if clusters is not None else [""] * count
    if any(len(column) != count for column in (*columns, groups)):
        raise InputError("the columns of a ranking are not equally long", remedy="Give each metric one of each")
    labels = clean_distinct(names)
    rows = [
        _make_row(label, value, low, high, group)
        for label, value, low, high, group in zip(labels, *columns, groups, strict=True)
    ]
    # Python keeps the order of equals, so names without a value stay as they came.
    rows.sort(key=lambda row: -row["value"] if row["value"] is not None else float("inf"))
    ordered = [row["name"] for row in rows]
    step = max(_LEAST_STEP, min(_STEP, 700 / count))
    width = _WHOLE - min(_MOST_OF_NAME, max(guess_width(name, _FONT_SIZE) for name in ordered))
    chart = _draw(alt, rows, clean(x), step).properties(
        width=width,
        height=step * count,
        **make_title(title, subtitle),
        description=f"{clean(x)}, from the best: {', '.join(ordered)}",
    )
    return Plot("ranking", title or f"metrics by {x}", chart)


def _make_row(name: str, value: float, low: float, high: float, group: int | str) -> dict[str, Any]:
    has_interval = isfinite(value) and isfinite(low) and isfinite(high)
    return {
        "name": name,
        "value": value if isfinite(value) else None,
        "low": low if has_interval else None,
        "high": high if has_interval else None,
        "cluster": clean(f"cluster {group}") if group != "" else "",
    }


def _draw(alt: Any, rows: list[dict[str, Any]], x: str, step: float) -> Any:
    size = min(_FONT_SIZE, step - 2)
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y(
            "name:N",
            sort=None,
            title=None,
            scale=alt.Scale(domain=[row["name"] for row in rows]),
            axis=alt.Axis(grid=True, gridColor=LINE, gridDash=[1, 3], labelFontSize=size, labelLimit=_MOST_OF_NAME),
        ),
        tooltip=["name:N", "value:Q", "low:Q", "high:Q", "cluster:N"],
    )
    scale = alt.Scale(zero=False, nice=True, padding=12)
    across = alt.X("value:Q", title=x, scale=scale, axis=alt.Axis(format=".2f", labelFlush=False, tickCount=7))
    color, shape = _encode_clusters(alt, rows)
    missing = base.transform_filter("!isValid(datum.value)").mark_text(color=SOFT, align="left", fontSize=11)
    layers = [
        base.transform_filter("isValid(datum.low)")
        .mark_rule(strokeWidth=2, opacity=0.65)
        .encode(x=alt.X("low:Q", title=x, scale=scale), x2="high", color=color),
        base.mark_point(filled=True, opacity=1, size=70).encode(x=across, color=color, shape=shape),
        missing.encode(x=alt.value(4), text=alt.value("no value")),
    ]
    return alt.layer(*layers)


def _encode_clusters(alt: Any, rows: Sequence[dict[str, Any]]) -> tuple[Any, Any]:
    """Return colours and shapes of clusters, in the order of their best metrics."""
    clusters = list(dict.fromkeys(row["cluster"] for row in rows))
    if clusters == [""]:
        return alt.value(PALETTE[0]), alt.value("circle")
    legend = alt.Legend(title=None, columns=count_columns(clusters, _WHOLE - _MOST_OF_NAME))
    colours = alt.Scale(domain=clusters, range=cycle(PALETTE, len(clusters)))
    shapes = alt.Scale(domain=clusters, range=cycle(SHAPES, len(clusters)))
    return (
        alt.Color("cluster:N", sort=None, scale=colours, legend=legend),
        alt.Shape("cluster:N", sort=None, scale=shapes, legend=legend),
    )
