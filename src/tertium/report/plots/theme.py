"""What all plots share: colours, fonts, the cleaning of names, and loading Altair when it is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from tertium.errors import InputError, MissingExtraError
from tertium.printable import make_printable
from tertium.report.drawings.canvas import guess_width

INK = "#1c2430"
SOFT = "#5b6675"
LINE = "#e3e7ed"
PAPER = "#ffffff"
OUTLIER = "#d55e00"
# Not system-ui, which is a tenth wider on some machines than on others: vl-convert measures a plot here, and the
# reader's browser draws it there. These three have the same widths, and one of them is nearly everywhere.
FONT = "Arial, Helvetica, Liberation Sans, sans-serif"
WIDTH = 560  # of the area inside the axes; with them a picture is about 640 wide

# Okabe and Ito's colours, which colour-blind people can tell apart, but for yellow, which is invisible on white.
# Vermilion is kept for outliers.
PALETTE = ("#0072b2", "#009e73", "#b88000", "#cc79a7", "#56b4e9", "#5b3f8c", "#6c7684", "#8c510a")
# Seven, for eight colours: the ninth series has the colour of the first and another shape, and so on up to 56.
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")

_TITLE = 16
_SUBTITLE = 13
_LEGEND = 12

CONFIG: Mapping[str, Any] = {
    # One title and description stand on the whole picture instead of a label on each of its marks.
    "aria": False,
    "background": PAPER,
    "padding": 16,
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": SOFT,
        "labelFontSize": 12,
        "labelLimit": 180,
        "titleColor": INK,
        "titleFontSize": 13,
        "titleFontWeight": 500,
        "titlePadding": 10,
        "titleLimit": WIDTH,
        "gridColor": LINE,
        "domainColor": "#9aa5b4",
        "tickColor": "#9aa5b4",
        "tickSize": 4,
    },
    "axisY": {"titleLimit": 330, "domain": False, "ticks": False, "labelPadding": 6},
    "title": {
        "anchor": "start",
        "color": INK,
        "fontSize": _TITLE,
        "fontWeight": 600,
        "subtitleColor": SOFT,
        "subtitleFontSize": _SUBTITLE,
        "subtitlePadding": 5,
        "offset": 14,
    },
    "legend": {
        "orient": "bottom",
        "direction": "horizontal",
        "labelColor": INK,
        "labelFontSize": _LEGEND,
        "labelLimit": 240,
        "titleColor": SOFT,
        "titleFontSize": _LEGEND,
        "titleFontWeight": 500,
        "columnPadding": 20,
        "titlePadding": 10,
        "layout": {"bottom": {"anchor": "start", "margin": 24}, "top": {"anchor": "start"}},
        "symbolSize": 80,
        "symbolOpacity": 1,
        "offset": 14,
    },
}


def load_altair() -> Any:
    """Return Altair, which is an extra.

    Raises:
        MissingExtraError: It is not installed.
    """
    return _load("altair")


def load_converter() -> Any:
    """Return vl-convert, which is an extra.

    Raises:
        MissingExtraError: It is not installed.
    """
    return _load("vl_convert")


def _load(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError("a plot", "plots") from error


def clean(text: str) -> str:
    """Return a text on one line, without what XML forbids and what changes the direction of writing."""
    return make_printable(" ".join(str(text).split()))


def clean_name(text: str) -> str:
    """Return a name that can be seen, even if it is empty or white space."""
    return clean(text) or "(no name)"


def clean_distinct(names: Iterable[str]) -> list[str]:
    """Return the names of rows, which must all differ.

    Raises:
        InputError: Two of them are the same.
    """
    cleaned = [clean_name(name) for name in names]
    seen: set[str] = set()
    for name in cleaned:
        if name in seen:
            raise InputError(f"two rows of a plot are called {name!r}", remedy="Give each a name of its own")
        seen.add(name)
    return cleaned


def check_not_empty(things: Sequence[Any], what: str) -> None:
    """Refuse to draw an empty plot.

    Raises:
        InputError: There is nothing to draw.
    """
    if not len(things):
        raise InputError(f"there is nothing to draw: no {what} with a value", remedy="Check what the plot is made from")


def make_title(title: str, *subtitles: str, width: float = WIDTH) -> dict[str, Any]:
    """Return the property ``title`` of a chart, with the subtitle in lines that fit."""
    alt = load_altair()
    heading = wrap(title, width, _TITLE)
    below = [line for subtitle in subtitles for line in wrap(subtitle, width, _SUBTITLE)]
    if not heading and not below:
        return {}
    return {"title": alt.TitleParams(heading or [""], **({"subtitle": below} if below else {}))}


def wrap(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text, none wider than some pixels unless a word is."""
    lines: list[str] = []
    for word in clean(text).split():
        if lines and guess_width(f"{lines[-1]} {word}", size) <= width * 1.1:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def pad_domain(low: float, high: float, share: float = 0.08) -> tuple[float, float]:
    """Return a range with room at both ends, so that no mark stands on an axis."""
    room = (high - low) * share or abs(high) * 0.1 or 1.0
    return low - room, high + room


def count_columns(labels: Sequence[str], width: float = WIDTH) -> int:
    """Return how many labels of a legend fit beside each other."""
    widest = max((min(guess_width(label, _LEGEND), 240) for label in labels), default=0)
    return max(1, min(len(labels), int(width // (widest + 34))))


def cycle(values: Sequence[Any], count: int) -> list[Any]:
    """Return one value per series, from the first again when they run out."""
    return [values[number % len(values)] for number in range(count)]
