"""Colours and shapes that distinguish series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tertium.report.plots.theme import PALETTE, SHAPES, count_columns, cycle


@dataclass(frozen=True)
class PlotSeries:
    """The encoding of the field ``metric``.

    Attributes:
        color: The channel of lines and points.
        shape: The channel of points; its legend is one with that of the colours.
    """

    color: Any
    shape: Any


def encode_series(alt: Any, names: Sequence[str], listed: Sequence[str] | None = None) -> PlotSeries:
    """Return colour and shape of each series, with one legend below the plot for all, or for those listed."""
    listed = names if listed is None else listed
    legend = alt.Legend(title=None, values=list(listed), columns=count_columns(listed)) if listed else None
    return PlotSeries(
        alt.Color(
            "metric:N", sort=None, scale=alt.Scale(domain=names, range=cycle(PALETTE, len(names))), legend=legend
        ),
        alt.Shape("metric:N", sort=None, scale=alt.Scale(domain=names, range=cycle(SHAPES, len(names))), legend=legend),
    )
