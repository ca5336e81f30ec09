"""A forest plot: the score of each system by one metric with its interval, the best first, in ranked groups.

Each system has two lines, its name and figures above its interval, so that a picture is readable on a phone. Bands
show the groups. Only a system that is significantly better than every other one has a colour.
"""

from __future__ import annotations

import math

import numpy as np

from tertium.report.drawings.canvas import SIZE, escaped, frame, guess_width, shorten
from tertium.report.metric_names import name_metric
from tertium.report.verdict import RankedSystem, Ranking

_WIDTH = 420.0
_MARGIN = 16.0
_ROW = 46.0
_TOP = 34.0
_AXIS = 40.0
_FIGURES = 13.0  # the size of figures
_SMALL = 12.0  # the size of long names


def draw_forest(ranking: Ranking) -> str:
    """Return a forest plot as SVG.

    Args:
        ranking: The systems by one metric.
    """
    shown = [each for each in ranking.systems if math.isfinite(each.value)]
    bottom = _TOP + _ROW * len(shown)
    scale = _Scale.make(shown)
    parts = _draw_groups(shown) + _draw_axis(scale, ranking, bottom)
    parts += [_draw_system(each, ranking, scale, _TOP + _ROW * place) for place, each in enumerate(shown)]
    title = name_metric(ranking.metric)
    heading = f"{title}, {100 * ranking.level:g}% intervals" if scale.has_intervals else title
    parts.append(f'<text class="tertium-label" x="{_MARGIN:.0f}" y="20">{escaped(heading)}</text>')
    return frame(f"Systems by {title}", _describe(ranking), _WIDTH, bottom + _AXIS, parts, "tertium-forest")


class _Scale:
    """From scores to pixels."""

    def __init__(self, low: float, high: float, has_intervals: bool) -> None:
        self.low, self.high, self.has_intervals = low, high, has_intervals

    @classmethod
    def make(cls, systems: list[RankedSystem]) -> _Scale:
        ends = [end for each in systems for end in (each.value, each.low, each.high) if math.isfinite(end)]
        has_intervals = any(math.isfinite(each.low) for each in systems)
        low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
        room = 0.03 * (high - low) or 0.5
        return cls(low - room, high + room, has_intervals)

    def place(self, value: float) -> float:
        return _MARGIN + (_WIDTH - 2 * _MARGIN) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return round numbers, four to eight of them."""
        spread = self.high - self.low
        scale = 10.0 ** math.floor(math.log10(spread / 4))
        step = next(scale * factor for factor in (5, 2, 1) if spread / (scale * factor) >= 3)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [round(number * step, 12) for number in range(first, last + 1)]


def _draw_groups(systems: list[RankedSystem]) -> list[str]:
    """Return a band below the rows of every second group."""
    bands = []
    for place, each in enumerate(systems):
        if each.group is not None and each.group % 2 == 1:
            bands.append(
                f'<rect class="tertium-group" x="0" y="{_TOP + _ROW * place:.1f}" width="{_WIDTH:.0f}" '
                f'height="{_ROW:.1f}"/>'
            )
    return bands


def _draw_axis(scale: _Scale, ranking: Ranking, bottom: float) -> list[str]:
    parts = []
    numbers = scale.ticks()
    decimals = 0 if all(number == round(number) for number in numbers) else min(4, _count_decimals(numbers))
    for number in numbers:
        x = scale.place(number)
        parts.append(f'<path class="tertium-grid" d="M{x:.1f} {_TOP:.1f}V{bottom:.1f}"/>')
        parts.append(f'<text class="tertium-number" x="{x:.1f}" y="{bottom + 15:.1f}">{number:.{decimals}f}</text>')
    said = "higher is better" if ranking.higher_is_better else "lower is better"
    parts.append(f'<text class="tertium-number" x="{_WIDTH / 2:.0f}" y="{bottom + 31:.1f}">{said}</text>')
    return parts


def _draw_system(each: RankedSystem, ranking: Ranking, scale: _Scale, top: float) -> str:
    figures = _write_figures(each, ranking)
    room = _WIDTH - 2 * _MARGIN - guess_width(figures, _FIGURES) - 12
    colour = "tertium-colour-2 tertium-best" if each.is_best else "tertium-usual"
    y = top + 33
    line = ""
    if math.isfinite(each.low) and math.isfinite(each.high):
        low, high = scale.place(each.low), scale.place(each.high)
        ends = "".join(f"M{x:.1f} {y - 4:.1f}v8" for x in (low, high))
        line = f'<path class="tertium-line" d="M{low:.1f} {y:.1f}H{high:.1f}{ends}"/>'
    return (
        f'<g class="tertium-system {colour}">{line}'
        f'<circle class="tertium-mark" cx="{scale.place(each.value):.1f}" cy="{y:.1f}" r="5"/>'
        f"{_write_name(each.name or 'hypotheses', room, top + 18)}"
        f'<text class="tertium-figure" x="{_WIDTH - _MARGIN:.0f}" y="{top + 18:.1f}">{escaped(figures)}</text></g>'
    )


def _write_name(name: str, room: float, y: float) -> str:
    """Return a name; one that is long is set smaller, and one that is too long even so is cut."""
    kind, most = "tertium-word", room
    if guess_width(name) > room:
        kind, most = "tertium-word tertium-small", room * SIZE / _SMALL
    return f'<text class="{kind}" x="{_MARGIN:.0f}" y="{y:.1f}">{escaped(shorten(name, most))}</text>'


def _write_figures(each: RankedSystem, ranking: Ranking) -> str:
    form = f".{ranking.decimals}f"
    text = f"{each.value:{form}}"
    if math.isfinite(each.low):
        text += f" [{each.low:{form}}, {each.high:{form}}]"
    return f"{text} {each.letters}" if each.letters else text


def _describe(ranking: Ranking) -> str:
    """Return what the picture shows, for those who do not see it."""
    said = []
    for number, group in enumerate(ranking.groups, 1):
        listed = "; ".join(f"{each.name or 'hypotheses'} {_write_figures(each, ranking)}" for each in group)
        said.append(f"Group {number}: {listed}" if group[0].group is not None else listed)
    best = next((each.name for each in ranking.systems if each.is_best), None)
    said.append("No system is significantly better than every other" if best is None else f"{best} is the best")
    return ". ".join(said) + "."


def _count_decimals(numbers: list[float]) -> int:
    return max(len(np.format_float_positional(number, trim="-").partition(".")[2]) for number in numbers)
