"""The freedom that BLEU leaves: figure 1 of Callison-Burch, Osborne and Koehn (2006), and freedom by BLEU.

Numbers of permutations come as their logarithms: the numbers themselves are too large for any axis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, isfinite, lgamma, log
from statistics import median
from typing import Any

from tertium.audit.freedom.corpus_freedom import FreedomBin
from tertium.errors import InputError
from tertium.report.plots.plot import Plot
from tertium.report.plots.series import encode_series
from tertium.report.plots.theme import (
    INK,
    PALETTE,
    PAPER,
    SOFT,
    WIDTH,
    check_not_empty,
    clean,
    clean_name,
    load_altair,
    make_title,
)

_HEIGHT = 380
_COLUMNS = 90  # cells from left to right, at most
_ROWS = 60  # and from bottom to top
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000)
_FONT_SIZE = 12
_MOST_NAMED = 8  # systems; more are thin lines without names
_ALL = "all systems"


def draw_freedom(
    lengths: Sequence[float],
    log10s: Sequence[float],
    *,
    title: str = "",
    subtitle: str = "",
    what: str = "permutations",
) -> Plot:
    """Draw the length of each translation and the number of its permutations, as in figure 1 of the paper.

    Segments that fall together are one dot, darker the more there are. The dashed line is where nothing matches: all
    orders of all words.

    Args:
        lengths: The words of each segment.
        log10s: The log10 of the number of its permutations; segments that lack one of both are left out.
        title: What the plot shows.
        subtitle: More about it; the number of segments, the median and the largest stand on a line below.
        what: What is counted, on the axis.

    Raises:
        InputError: The numbers of values differ, or no segment has both.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    if len(lengths) != len(log10s):
        raise InputError(f"{len(lengths)} lengths cannot be drawn against {len(log10s)} numbers", remedy="Pair them")
    pairs = [(float(x), float(y)) for x, y in zip(lengths, log10s, strict=True) if isfinite(x) and isfinite(y)]
    check_not_empty(pairs, "segment")
    longest, most = (max(values) for values in zip(*pairs, strict=True))
    right, top = max(5.0, longest * 1.02), max(2.0, most * 1.06)
    across = alt.X(
        "x:Q",
        title="length of the translation in words",
        scale=alt.Scale(domain=[0, right], nice=False),
        axis=alt.Axis(tickCount=8, grid=False),
    )
    up = _encode_powers(alt, "y:Q", f"number of {clean(what)}", top)
    middle = median(y for _, y in pairs)
    facts = f"{len(pairs):,} segments; the logarithm (base 10) is {middle:.1f} in the median, {most:.1f} at most"
    layers = [
        *_draw_bound(alt, right, top),
        _draw_dots(alt, pairs, right, top).encode(x=across, y=up),
        *_draw_powers(alt, top),
    ]
    chart = alt.layer(*layers).properties(
        width=WIDTH,
        height=_HEIGHT,
        **make_title(title, subtitle, facts),
        description=f"Length of the translation from left to right, {clean(what)} from bottom to top. {facts}",
    )
    return Plot("freedom", title or f"number of {what} by length", chart)


def _draw_dots(alt: Any, pairs: Sequence[tuple[float, float]], right: float, top: float) -> Any:
    """Draw one dot per cell, at the mean of its segments; cells are whole words wide where the width allows it."""
    wide, high = max(1, ceil(right / _COLUMNS)), top / _ROWS
    counts: Counter[tuple[int, int]] = Counter()
    sums: dict[tuple[int, int], tuple[float, float]] = {}
    for x, y in pairs:
        cell = int(x // wide), int(y // high)
        counts[cell] += 1
        before = sums.get(cell, (0.0, 0.0))
        sums[cell] = before[0] + x, before[1] + y
    rows = [
        {"x": round(sums[cell][0] / count, 3), "y": round(sums[cell][1] / count, 3), "count": count}
        for cell, count in sorted(counts.items())
    ]
    densest = max(counts.values())
    legend = alt.Legend(
        title="segments per dot",
        values=[value for value in (1, 3, 10, 30, 100, 300, 1_000, 3_000) if value <= densest],
        gradientLength=160,
        gradientThickness=10,
        titleOrient="left",
        format="d",
    )
    scale = alt.Scale(type="log", domain=[1, max(2, densest)], range=["#a9cbe8", "#3f87c4", "#08306b"])
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_circle(size=19, opacity=0.9)
        .encode(color=alt.Color("count:Q", scale=scale, legend=legend), tooltip=["x:Q", "y:Q", "count:Q"])
    )


def _draw_bound(alt: Any, right: float, top: float) -> list[Any]:
    """Draw the curve of all orders of all words, k!, inside the plot, with its name at its end."""
    rows = []
    for length in range(int(right) + 1):
        height = lgamma(length + 1) / log(10)
        if height > top:
            break
        rows.append({"x": length, "y": height})
    base = alt.Chart(alt.Data(values=rows)).encode(x="x:Q", y="y:Q")
    name = alt.Chart(alt.Data(values=rows[-1:])).encode(x="x:Q", y="y:Q", text=alt.value("k!: no bigram matches"))
    # Beside the line, to the left, is nothing: no segment has more orders than its words.
    return [
        base.mark_line(color=SOFT, strokeDash=[5, 4], strokeWidth=1.25),
        name.mark_text(color=SOFT, fontSize=_FONT_SIZE, align="right", baseline="top", dx=-16, dy=2),
    ]


def draw_freedom_by_score(
    bins: Sequence[FreedomBin], *, title: str = "", subtitle: str = "", what: str = "orders of the blocks"
) -> Plot:
    """Draw the median freedom by BLEU: one line per system, thin and without names if there are many.

    Args:
        bins: What ``Freedom.by_score`` gives; those without a system are of all of them together, a thick line.
        title: What the plot shows.
        subtitle: More about it.
        what: What is counted, on the axis.

    Raises:
        InputError: No bin has a segment.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    filled = [each for each in bins if each.count and isfinite(each.median)]
    check_not_empty(filled, "bin")
    systems = list(dict.fromkeys(clean_name(each.system) for each in filled if each.system))
    edges = sorted({edge for each in bins for edge in (each.low, each.high)})
    top = max(2.0, max(each.median for each in filled) * 1.06)
    rows = [_make_row(each) for each in filled]
    base = alt.Chart(alt.Data(values=[row for row in rows if row["metric"]])).encode(
        x=alt.X(
            "middle:Q",
            title="BLEU of the segment",
            scale=alt.Scale(domain=[edges[0], edges[-1]], nice=False),
            axis=alt.Axis(tickCount=10, grid=False),
        ),
        y=_encode_powers(alt, "median:Q", f"median number of {clean(what)}", top),
        tooltip=["metric:N", "bleu:N", "median:Q", "segments:Q"],
    )
    are_named = len(systems) <= _MOST_NAMED
    layers = _draw_named(alt, base, systems) if are_named else [_draw_thin(base)]
    if unnamed := [{**row, "metric": _ALL} for row in rows if not row["metric"]]:
        layers += _draw_pooled(alt, base.properties(data=alt.Data(values=unnamed)), len(unnamed))
    count = sum(each.count for each in filled if each.system) or sum(each.count for each in filled)
    facts = f"{len(systems)} systems, {count:,} segments" if len(systems) > 1 else f"{count:,} segments"
    layers += _draw_powers(alt, top)
    chart = alt.layer(*layers).properties(
        width=WIDTH,
        height=_HEIGHT,
        **make_title(title, subtitle, facts),
        description=f"Median number of {clean(what)} by BLEU of the segment. {facts}: {', '.join(systems)}",
    )
    return Plot("freedom-by-score", title or f"number of {what} by BLEU", chart)


def _make_row(each: FreedomBin) -> dict[str, Any]:
    return {
        "metric": clean_name(each.system) if each.system else "",
        "middle": (each.low + each.high) / 2,
        "median": each.median,
        "segments": each.count,
        "bleu": f"{each.low:g}–{each.high:g}",
    }


def _draw_named(alt: Any, base: Any, systems: Sequence[str]) -> list[Any]:
    if not systems:
        return []
    series = encode_series(alt, systems)
    return [
        base.mark_line(strokeWidth=1.75).encode(color=series.color),
        base.mark_point(filled=True, opacity=1, size=50).encode(color=series.color, shape=series.shape),
    ]


def _draw_thin(base: Any) -> Any:
    return base.mark_line(color=PALETTE[0], strokeWidth=1, opacity=0.35).encode(detail="metric:N")


def _draw_pooled(alt: Any, base: Any, count: int) -> list[Any]:
    """Draw the thick line of all systems, with its name to the right of its second half, where there is room."""
    name = base.transform_window(place="row_number()").transform_filter(f"datum.place === {ceil(count * 0.65)}")
    text = {"fontSize": _FONT_SIZE, "fontWeight": 600, "align": "left", "dx": 12, "dy": -10}
    return [
        base.mark_line(color=INK, strokeWidth=2.5),
        base.mark_point(color=INK, filled=True, opacity=1, size=45),
        name.mark_text(**text, color=PAPER, stroke=PAPER, strokeWidth=4).encode(text=alt.value(_ALL)),
        name.mark_text(**text, color=INK).encode(text=alt.value(_ALL)),
    ]


def _list_ticks(top: float) -> list[int]:
    step = next((step for step in _STEPS if top / step <= 8), ceil(top / 8))
    return list(range(0, int(top) + 1, step))


def _encode_powers(alt: Any, field: str, title: str, top: float) -> Any:
    """Return a vertical axis of logarithms, without labels but with room for them."""
    return alt.Y(
        field,
        title=title,
        scale=alt.Scale(domain=[-top * 0.015, top], nice=False, zero=False),
        axis=alt.Axis(values=_list_ticks(top), labels=False, titlePadding=44),
    )


def _draw_powers(alt: Any, top: float) -> list[Any]:
    """Draw the labels of that axis: powers of ten, whose exponents are small and raised.

    Characters for exponents would not do: Arial and its kin have three of them, and others come from other fonts.
    """
    layers = []
    by_width: dict[int, list[dict[str, Any]]] = {}
    for tick in _list_ticks(top):
        by_width.setdefault(len(str(tick)) if tick else 0, []).append({"y": tick, "text": str(tick)})
    for digits, rows in by_width.items():
        base = alt.Chart(alt.Data(values=rows)).encode(y="y:Q")
        mark = {"color": SOFT, "align": "right"}
        width = digits * _FONT_SIZE * 0.75 * 0.56  # digits are all of one width
        label = base.mark_text(**mark, fontSize=_FONT_SIZE).encode(x=alt.value(-6 - width))
        layers.append(label.encode(text=alt.value("10" if digits else "1")))
        if digits:
            exponent = base.mark_text(**mark, fontSize=_FONT_SIZE * 0.75, dy=-5)
            layers.append(exponent.encode(x=alt.value(-6), text="text:N"))
    return layers
