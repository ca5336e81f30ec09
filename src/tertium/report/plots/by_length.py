"""Correlation with human judgments by the length of segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

from tertium.report.plots.plot import Plot
from tertium.report.plots.series import encode_series
from tertium.report.plots.theme import SOFT, WIDTH, check_not_empty, clean, clean_name, load_altair, make_title

_HEIGHT = 340
_MOST_INTERVALS = 8  # metrics; more intervals beside each other hide the points


@dataclass(frozen=True, kw_only=True)
class LengthBin:
    """The correlation of a metric on segments of some lengths.

    Attributes:
        metric: Its name.
        low: The least length.
        high: The greatest length, included; ``inf`` where there is none.
        count: The number of segments.
        value: The correlation.
        interval_low: Where its interval begins, if it has one.
        interval_high: Where its interval ends, if it has one.
    """

    metric: str
    low: float
    high: float
    count: int
    value: float
    interval_low: float = nan
    interval_high: float = nan

    @property
    def label(self) -> str:
        """The lengths in words, such as ``11–20``."""
        if not isfinite(self.high):
            return f"{self.low:g}+"
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}–{self.high:g}"


def draw_by_length(
    bins: Sequence[LengthBin],
    *,
    x: str = "length of the segment in words",
    y: str = "correlation",
    title: str = "",
    subtitle: str = "",
) -> Plot:
    """Draw one line per metric over buckets of lengths, with intervals if there is room.

    Args:
        bins: A value for each metric and bucket; those without a value leave a gap.
        x: What goes from left to right.
        y: What goes from bottom to top.
        title: What the plot shows.
        subtitle: More about it.

    Raises:
        InputError: No bucket has a value.
        MissingExtraError: Altair is not installed.
    """
    alt = load_altair()
    check_not_empty([each for each in bins if isfinite(each.value)], "bucket of lengths")
    metrics = list(dict.fromkeys(clean_name(each.metric) for each in bins))
    ordered = sorted(bins, key=lambda each: (each.low, each.high))
    labels = list(dict.fromkeys(each.label for each in ordered))
    counts = {label: max(each.count for each in ordered if each.label == label) for label in labels}
    rows = [_make_row(each) for each in ordered]
    places = alt.Scale(domain=labels, paddingInner=0.4, paddingOuter=0.2)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("bucket:O", title=clean(x), sort=None, scale=places, axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("metric:N", scale=alt.Scale(domain=metrics)),
        y=alt.Y("value:Q", title=clean(y), scale=alt.Scale(zero=False, nice=True, padding=12)),
        tooltip=["metric:N", "bucket:O", "value:Q", "low:Q", "high:Q", "segments:Q"],
    )
    series = encode_series(alt, metrics)
    layers = [base.mark_line(strokeWidth=1.75, opacity=0.75).encode(color=series.color, detail="metric:N")]
    if len(metrics) <= _MOST_INTERVALS:
        layers.append(
            base.transform_filter("isValid(datum.low)")
            .mark_rule(strokeWidth=1.5, opacity=0.75)
            .encode(y="low:Q", y2="high", color=series.color)
        )
    layers.append(base.mark_point(filled=True, opacity=1, size=60).encode(color=series.color, shape=series.shape))
    layers.append(_draw_counts(alt, labels, counts))
    chart = alt.layer(*layers).properties(
        width=WIDTH,
        height=_HEIGHT,
        **make_title(title, subtitle),
        description=f"{clean(y)} of {', '.join(metrics)} by {clean(x)}: {', '.join(labels)}",
    )
    return Plot("by-length", title or f"{y} by {x}", chart)


def _make_row(each: LengthBin) -> dict[str, Any]:
    has_interval = isfinite(each.interval_low) and isfinite(each.interval_high) and isfinite(each.value)
    return {
        "metric": clean_name(each.metric),
        "bucket": each.label,
        "segments": each.count,
        "value": each.value if isfinite(each.value) else None,
        "low": each.interval_low if has_interval else None,
        "high": each.interval_high if has_interval else None,
    }


def _draw_counts(alt: Any, labels: Sequence[str], counts: dict[str, int]) -> Any:
    """Draw the number of segments above each bucket: the last one is often nearly empty."""
    rows = [{"bucket": label, "text": f"n = {counts[label]:,}"} for label in labels]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_text(color=SOFT, fontSize=11, baseline="bottom")
        .encode(x=alt.X("bucket:O", sort=None), y=alt.value(-4), text="text:N")
    )
