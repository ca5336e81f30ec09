"""One small plot of each kind, and what reads plots back: SVG is parsed, PNG decoded, pages read."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from tertium.report.plots import (
    FreedomBin,
    LengthBin,
    Plot,
    Point,
    SizePoint,
    draw_by_length,
    draw_by_size,
    draw_cloud,
    draw_freedom,
    draw_freedom_by_score,
    draw_heat_map,
    draw_ranking,
    draw_scatter,
    draw_significance,
    theme,
)

altair = pytest.importorskip("altair", reason="NOT TESTED: no plot is drawn without the extra plots")
pytest.importorskip("vl_convert", reason="NOT TESTED: no plot is rendered without the extra plots")

SVG = "{http://www.w3.org/2000/svg}"
NAN = math.nan

# Shaped like figure 2 of Callison-Burch et al. (2006): six systems on a line, and one that people helped.
NIST = [
    Point(name="ARABIC-A", x=0.405, y=2.72),
    Point(name="ARABIC-B", x=0.428, y=2.80),
    Point(name="ARABIC-C", x=0.448, y=2.78),
    Point(name="ARABIC-D", x=0.468, y=2.95),
    Point(name="ARABIC-E", x=0.494, y=2.96),
    Point(name="ARABIC-F", x=0.513, y=3.08),
    Point(name="human-aided", x=0.413, y=3.40, outlier=True),
]
METRICS = ["BLEU", "chrF++", "METEOR", "TER"]
LENGTHS = [(1, 10), (11, 20), (21, math.inf)]
NASTY = {
    "script": "</script><script>alert(1)</script>",
    "tag": "<img src=x onerror=alert(1)>",
    "comment": "<!--<script>",
    "quotes": "\"'&amp;&",
    "attribute": 'x" onload="alert(1)',
    "style": "]]></style>",
    "expression": "datum['x'] + ${1} {{2}}",
    "arabic": "نظام الترجمة",
    "hebrew": "מערכת־תרגום",
    "emoji": "👩‍🚀 ünïcode 翻译",
    "controls": "a\x00b\x1b[31m\u2028c\ud800",
    "lines": "one\ntwo\tthree",
    "long": "system-" * 60,
    "empty": "",
}


def scatter(names: list[str]) -> Plot:
    points = [
        Point(name=name, x=0.1 * i, y=0.2 * i + i % 2, kind=f"kind {name}", outlier=i == 1)
        for i, name in enumerate(names)
    ]
    return draw_scatter(points, x=names[0], y=names[0], title=names[0], subtitle=names[0])


def cloud(names: list[str]) -> Plot:
    x = np.random.default_rng(1).normal(size=(2, 1_500))
    return draw_cloud(x[0], x[0] + x[1], x=names[0], y=names[0], title=names[0], subtitle=names[0])


def by_length(names: list[str]) -> Plot:
    bins = [
        LengthBin(
            metric=name,
            low=low,
            high=high,
            count=100,
            value=0.1 * i + 0.001 * low,
            interval_low=0.1 * i - 0.1,
            interval_high=0.1 * i + 0.1,
        )
        for i, name in enumerate(names)
        for low, high in LENGTHS
    ]
    return draw_by_length(bins, x=names[0], y=names[0], title=names[0], subtitle=names[0])


def by_size(names: list[str]) -> Plot:
    rows = [SizePoint(name, size, 0.1 * i + 0.02 * size) for i, name in enumerate(names[1:]) for size in (1, 2, 3, 4)]
    return draw_by_size(
        [*rows, SizePoint(names[0], None, 0.2)], x=names[0], y=names[0], title=names[0], subtitle=names[0]
    )


def heat_map(names: list[str]) -> Plot:
    matrix = np.linspace(-0.5, 1, len(names) ** 2).reshape(len(names), -1)
    return draw_heat_map(names, matrix, names[0], names[0])


def significance(names: list[str]) -> Plot:
    return draw_significance(names, np.linspace(0, 0.2, len(names) ** 2).reshape(len(names), -1), names[0], names[0])


def ranking(names: list[str]) -> Plot:
    values = [0.1 * i for i in range(len(names))]
    lows, highs = [value - 0.05 for value in values], [value + 0.05 for value in values]
    clusters = [i // 2 for i in range(len(names))]
    return draw_ranking(names, values, lows, highs, clusters, x=names[0], title=names[0], subtitle=names[0])


def freedom(names: list[str]) -> Plot:
    lengths = np.random.default_rng(1).integers(1, 80, 3_000)
    return draw_freedom(lengths, lengths * 0.8, title=names[0], subtitle=names[0], what=names[0])


def freedom_by_score(names: list[str]) -> Plot:
    bins = [
        FreedomBin(system=name, low=low, high=low + 20, count=10, median=20 - low / 5 + i, bits_per_word=1.0)
        for i, name in enumerate(names)
        for low in (0, 20)
    ]
    pooled = [
        FreedomBin(system="", low=low, high=low + 20, count=10, median=20 - low / 5, bits_per_word=1.0)
        for low in (0, 20)
    ]
    return draw_freedom_by_score([*bins, *pooled], title=names[0], subtitle=names[0], what=names[0])


DRAWS = [scatter, cloud, by_length, by_size, heat_map, significance, ranking, freedom, freedom_by_score]
ALL = pytest.mark.parametrize("draw", DRAWS)
Draw = Callable[[list[str]], Plot]


def texts(svg: str) -> list[str]:
    """Each line of each text; those of a halo are not counted twice."""
    found = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}text") if each.get("stroke") != theme.PAPER]
    return [line for each in found for line in ([span.text or "" for span in each] or [each.text or ""])]


def read_png(image: bytes) -> tuple[int, int, np.ndarray]:
    """Width, height, and the bytes of each row as they are filtered: enough to see that something is drawn."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    place, data, size = 8, b"", (0, 0)
    while place < len(image):
        length, kind = int.from_bytes(image[place : place + 4]), image[place + 4 : place + 8]
        body = image[place + 8 : place + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(image[place + 8 + length : place + 12 + length])
        if kind == b"IHDR":
            size = int.from_bytes(body[:4]), int.from_bytes(body[4:8])
        data += body if kind == b"IDAT" else b""
        place += 12 + length
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(size[1], -1)
    return *size, rows


def scripts(page: str) -> list[str]:
    return re.findall(r"<script\b[^>]*>", page, re.IGNORECASE)
