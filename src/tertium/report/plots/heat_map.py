"""Heat maps of metrics: their correlations with each other, and the significance of differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tertium.errors import InputError
from tertium.report.plots.plot import Plot
from tertium.report.plots.theme import (
    INK,
    PAPER,
    check_not_empty,
    clean_distinct,
    load_altair,
    make_title,
)

_WIDTH = 500
_MOST_PRINTED = 20  # names; with more, cells are too small for numbers
_LEAST_CELL = 11.0
_SEQUENTIAL = ("#f4f8fb", "#c6dbef", "#6baed6", "#2171b5", "#08306b")
_DIVERGING = ("#7f3b08", "#e08214", "#fdd9a8", "#f7f7f7", "#b3cfe6", "#3f87bd", "#08306b")
# By significance: the darker, the surer.
_STEPS = (("p < .001", 0.001, "#08306b"), ("p < .01", 0.01, "#3f87bd"), ("p < .05", 0.05, "#b3cfe6"))
_NOT_SIGNIFICANT = ("not significant", "#e3e7ed")
_NO_VALUE = "#d9d9d9"  # without a tinge of blue


def draw_heat_map(names: Sequence[str], matrix: ArrayLike, title: str = "", subtitle: str = "") -> Plot:
    """Draw the correlation of each pair in colours, and in numbers for at most 20 names.

    Args:
        names: The metrics, and human judgments if they are among them.
        matrix: A correlation for each pair; what has none stays grey.
        title: What the plot shows.
        subtitle: More about it.

    Raises:
        InputError: There are no names, two are the same, or the matrix does not have one row per name.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    labels, values = _check(names, matrix)
    finite = values[np.isfinite(values)]
    check_not_empty(finite, "pair of metrics")
    low = float(finite.min())
    # Of metrics that all agree somewhat, the whole range from -1 to 1 would show nothing but that.
    domain = [floor(low * 10) / 10, 1.0] if low >= 0 else [-1.0, 0.0, 1.0]
    domain = [0.9, 1.0] if domain[0] >= 1.0 else domain
    colours = _SEQUENTIAL if low >= 0 else _DIVERGING
    ends = [domain[0] + (domain[-1] - domain[0]) * step / (len(colours) - 1) for step in range(len(colours))]
    rows = [
        {
            "row": labels[i],
            "column": labels[j],
            "value": float(value) if isfinite(value) else None,
            "text": _write(value),
            "dark": bool(isfinite(value) and _is_dark(float(value), domain)),
        }
        for (i, j), value in np.ndenumerate(values)
    ]
    legend = alt.Legend(
        title="correlation",
        gradientLength=180,
        gradientThickness=10,
        titleOrient="left",
        values=[domain[0], (domain[0] + domain[-1]) / 2, domain[-1]],
        format=".2~f",
    )
    color = alt.Color("value:Q", scale=alt.Scale(domain=ends, range=list(colours), clamp=True), legend=legend)
    what = title or "Correlations between metrics"
    return Plot("heat-map", what, _draw(alt, (labels, labels), rows, color, (title, subtitle)))


def draw_significance(names: Sequence[str], p_values: ArrayLike, title: str = "", subtitle: str = "") -> Plot:
    """Draw the p-value of each pair below the diagonal, in steps, and in numbers for at most 20 names.

    Args:
        names: The metrics.
        p_values: One for each pair; only those below the diagonal are read, so both tails should be in them.
        title: What the plot shows.
        subtitle: More about it.

    Raises:
        InputError: There are fewer than two names, two are the same, or the matrix does not have one row per name.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    labels, values = _check(names, p_values)
    below = [(i, j, float(values[i, j])) for i in range(len(labels)) for j in range(i)]
    check_not_empty([p for _, _, p in below if isfinite(p)], "pair of metrics")
    rows = [
        {
            "row": labels[i],
            "column": labels[j],
            "value": p if isfinite(p) else None,
            "step": _find_step(p),
            "text": _write_p(p),
            "dark": p < _STEPS[1][1],
        }
        for i, j, p in below
    ]
    steps = [name for name, _, _ in _STEPS] + [_NOT_SIGNIFICANT[0]]
    shades = [colour for _, _, colour in _STEPS] + [_NOT_SIGNIFICANT[1]]
    legend = alt.Legend(title=None, symbolType="square", symbolSize=140, columns=len(steps))
    color = alt.Color("step:N", scale=alt.Scale(domain=steps, range=shades), sort=None, legend=legend)
    what = title or "Differences between metrics"
    return Plot("significance", what, _draw(alt, (labels[1:], labels[:-1]), rows, color, (title, subtitle)))


def _check(names: Sequence[str], matrix: ArrayLike) -> tuple[list[str], np.ndarray[Any, np.dtype[np.float64]]]:
    check_not_empty(names, "metric")
    values = np.asarray(matrix, np.float64)
    if values.shape != (len(names), len(names)):
        shape = " x ".join(map(str, values.shape))
        raise InputError(
            f"a matrix of {shape} does not fit {len(names)} names", remedy="Give a row and a column a name"
        )
    return clean_distinct(names), values


def _draw(
    alt: Any,
    labels: tuple[Sequence[str], Sequence[str]],
    rows: list[dict[str, Any]],
    color: Any,
    titles: tuple[str, str],
) -> Any:
    """Draw cells, with numbers if there is room, and the labels of rows and columns."""
    count = len(labels[0])
    cell = max(_LEAST_CELL, min(56.0, _WIDTH / count))
    size = max(8.0, min(12.0, cell * 0.75))
    side = cell * count
    axis = {"ticks": False, "domain": False, "title": None, "labelFontSize": size, "labelLimit": 150}
    scales = [alt.Scale(domain=names, paddingInner=min(0.06, 0.6 / cell)) for names in labels]
    # Names on a slant can be read, and need less room than upright ones.
    axes = alt.Axis(orient="bottom", labelAngle=-45 if cell > 14 else -90, **axis), alt.Axis(**axis)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("column:O", sort=None, scale=scales[1], axis=axes[0]),
        y=alt.Y("row:O", sort=None, scale=scales[0], axis=axes[1]),
        tooltip=["row:N", "column:N", alt.Tooltip("value:Q", format=".4~f")],
    )
    layers = [
        base.transform_filter("!isValid(datum.value)").mark_rect(color=_NO_VALUE),
        base.transform_filter("isValid(datum.value)").mark_rect().encode(color=color),
    ]
    if count <= _MOST_PRINTED:
        shade = alt.condition("datum.dark", alt.value(PAPER), alt.value(INK))
        layers.append(base.mark_text(fontSize=min(12.0, cell * 0.4)).encode(text="text:N", color=shade))
    return alt.layer(*layers).properties(
        width=side,
        height=side,
        **make_title(*titles, width=max(side, 360)),
        description=f"{count} rows: {', '.join(labels[0])}; columns: {', '.join(labels[1])}",
    )


def _is_dark(value: float, domain: Sequence[float]) -> bool:
    """Return whether white can be read on the colour of a value."""
    if len(domain) == 3:
        return abs(value) > 0.6
    return (value - domain[0]) / (domain[-1] - domain[0]) > 0.55


def _write(value: float) -> str:
    """Return a correlation as papers print it, without the zero before the point."""
    if not isfinite(value):
        return "–"
    text = f"{abs(value):.2f}"
    text = text.removeprefix("0") if text != "1.00" else "1"
    return f"−{text}" if value < 0 and text != ".00" else text


def _write_p(p: float) -> str:
    if not isfinite(p):
        return "–"
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0") if p < 0.995 else "1"


def _find_step(p: float) -> str:
    return next((name for name, limit, _ in _STEPS if p < limit), _NOT_SIGNIFICANT[0])
