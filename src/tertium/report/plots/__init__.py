"""Plots of correlations and of freedom: one kind of plot per file, with a function ``draw_…`` that returns a ``Plot``.

They are the extra ``plots``: Altair describes a plot, vl-convert renders it without browser or network.
"""

from __future__ import annotations

from tertium.audit.freedom.corpus_freedom import FreedomBin
from tertium.report.plots.by_length import LengthBin, draw_by_length
from tertium.report.plots.by_size import SizePoint, draw_by_size
from tertium.report.plots.cloud import draw_cloud
from tertium.report.plots.freedom import draw_freedom, draw_freedom_by_score
from tertium.report.plots.heat_map import draw_heat_map, draw_significance
from tertium.report.plots.plot import Plot
from tertium.report.plots.ranking import draw_ranking
from tertium.report.plots.scatter import Point, draw_scatter

__all__ = [
    "FreedomBin",
    "LengthBin",
    "Plot",
    "Point",
    "SizePoint",
    "draw_by_length",
    "draw_by_size",
    "draw_cloud",
    "draw_freedom",
    "draw_freedom_by_score",
    "draw_heat_map",
    "draw_ranking",
    "draw_scatter",
    "draw_significance",
]
