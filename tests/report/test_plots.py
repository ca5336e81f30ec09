"""Plots as they are rendered, not as they are described: SVG is parsed, PNG decoded, pages read."""

from __future__ import annotations

import dataclasses
import doctest
import json
import math
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tertium.errors import InputError, MissingExtraError
from tertium.report import Document, Pictures, plots, render
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
from tertium.report.plots.cloud import _CELL, _find_cell
from tertium.report.plots.labels import place_labels
from tertium.report.plots.regression import fit_line

altair = pytest.importorskip("altair", reason="NOT TESTED: no plot is drawn without pip install 'tertium[plots]'")
pytest.importorskip("vl_convert", reason="NOT TESTED: no plot is rendered without pip install 'tertium[plots]'")

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


@ALL
def test_svg_is_xml_with_names_on_light_paper(draw: Draw) -> None:
    svg = draw(METRICS).to_svg()
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == METRICS[0]
    assert root.findtext(f"{SVG}title") == METRICS[0]
    assert METRICS[0] in texts(svg)
    if draw not in (cloud, freedom):
        assert set(METRICS) <= set(texts(svg))
    paper = root.find(f"{SVG}rect")
    assert paper is not None
    assert (paper.get("fill"), paper.get("rx")) == (theme.PAPER, "8")
    assert float(root.get("width", "")) < 720
    assert len(svg) < 150_000


@ALL
def test_png_is_drawn(draw: Draw) -> None:
    plot = draw(METRICS)
    width, height, rows = read_png(plot.to_png())
    root = ElementTree.fromstring(plot.to_svg())
    assert (width, height) == pytest.approx(
        (2 * float(root.get("width", "")), 2 * float(root.get("height", ""))), abs=2
    )
    assert len(np.unique(rows)) > 50
    assert sum(bool(row.any()) for row in rows) > height / 4
    assert read_png(plot.to_png(scale=1))[0] == pytest.approx(width / 2, abs=2)


@ALL
def test_a_page_needs_no_network(draw: Draw) -> None:
    page = draw(METRICS).to_html()
    assert scripts(page) == ["<script>", "<script>"]
    assert not re.search(r"<(link|img|iframe)\b|@import", page.rpartition("<script>")[2])
    assert "vegaEmbed" in page
    assert '"editor": false' in page


@ALL
def test_output_is_the_same_each_time(draw: Draw) -> None:
    one = draw(METRICS)
    heat_map(METRICS).to_svg()  # Vega counts its gradients over all pictures
    other = draw(METRICS)
    assert one.to_svg() == other.to_svg()
    assert one.to_html() == other.to_html()
    assert one.to_png() == other.to_png()
    assert one.to_json() == other.to_json()


def test_output_is_the_same_in_another_process() -> None:
    code = (
        "from tests.report.test_plots import *\n"
        "import sys; sys.stdout.buffer.write(''.join(d(METRICS).to_svg() for d in (heat_map, scatter, cloud)).encode())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, encoding="utf-8")
    assert other.stdout == "".join(draw(METRICS).to_svg() for draw in (heat_map, scatter, cloud))


@ALL
def test_names_are_anybody_s_text(draw: Draw) -> None:
    names = list(NASTY.values())
    plot = draw(names)
    svg = plot.to_svg()
    tags = {each.tag for each in ElementTree.fromstring(svg).iter()}
    assert not tags & {f"{SVG}script", f"{SVG}img", f"{SVG}style", f"{SVG}image"}
    assert "<script" not in svg
    assert not any(name.startswith("on") for each in ElementTree.fromstring(svg).iter() for name in each.attrib)
    page = plot.to_html()
    assert scripts(page) == ["<script>", "<script>"]
    assert len(re.findall("</script", page, re.IGNORECASE)) == 2
    assert "<!--" not in page.partition("<body>")[2]
    assert read_png(plot.to_png())[0] > 100
    assert json.loads(plot.to_json())


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_odd_names_are_seen_whole_where_they_fit(name: str) -> None:
    svg = draw_scatter([Point(name=name, x=1, y=1), Point(name="b", x=2, y=3)], x="x", y="y").to_svg()
    wanted = theme.clean_name(name)
    found = [text for text in texts(svg) if text.rstrip("…") and wanted.startswith(text.rstrip("…"))]
    assert found
    if len(wanted) < 22:
        assert wanted in found
    assert float(ElementTree.fromstring(svg).get("width", "")) < 720


@ALL
def test_the_title_of_a_page_is_escaped(draw: Draw) -> None:
    plot = dataclasses.replace(draw(METRICS), title="</title><script>alert(1)</script>")
    assert scripts(plot.to_html()) == ["<script>", "<script>"]
    assert ElementTree.fromstring(plot.to_svg()).get("aria-label") == plot.title


def test_pictures_of_a_document_keep_their_colours_apart() -> None:
    other = draw_heat_map(METRICS, np.eye(4), "all positive")
    pictures = [heat_map(METRICS).to_svg(), other.to_svg(), scatter(METRICS).to_svg()]
    page = render(Document(title="plots", blocks=[Pictures(lambda: pictures)]), "html")
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids)) == 2
    assert set(re.findall(r"url\(#([^)]*)\)", page)) == set(ids)
    assert page.count('class="tertium-plot"') == 3


# Saving


@pytest.mark.parametrize(
    ("suffix", "start"), [("svg", b"<svg"), ("PNG", b"\x89PNG"), ("html", b"<!doc"), ("json", b"{")]
)
def test_save_by_suffix(tmp_path: Path, suffix: str, start: bytes) -> None:
    place = tmp_path / f"plot.{suffix}"
    place.write_text("old")
    by_size(METRICS).save(place)
    assert place.read_bytes().startswith(start)
    assert [each.name for each in tmp_path.iterdir()] == [place.name]


def test_save_takes_a_string(tmp_path: Path) -> None:
    by_size(METRICS).save(str(tmp_path / "plot.svg"))
    assert (tmp_path / "plot.svg").stat().st_mode & 0o777 == 0o644 or sys.platform == "win32"


@pytest.mark.parametrize("name", ["plot.pdf", "plot", ".svg"])
def test_other_suffixes_list_those_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"\.svg, \.png, \.html, \.json"):
        by_size(METRICS).save(tmp_path / name)


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        by_size(METRICS).save(tmp_path / "no" / "plot.svg")


def test_a_folder_in_the_place(tmp_path: Path) -> None:
    (tmp_path / "plot.svg").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        by_size(METRICS).save(tmp_path / "plot.svg")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("module", ["altair", "vl_convert"])
def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tertium\[plots\]'"):
        by_size(METRICS).to_svg()


def test_the_room_is_imported_without_the_extra() -> None:
    code = "import sys; import tertium.report.plots; sys.exit('altair' in sys.modules or 'vl_convert' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_theme_of_the_session_changes_nothing() -> None:
    before = scatter(METRICS).to_svg()
    with altair.theme.enable("dark"):
        assert scatter(METRICS).to_svg() == before


# Scatter


def test_r_squared_with_and_without_the_outlier() -> None:
    xs, ys = [point.x for point in NIST], [point.y for point in NIST]
    with_it = np.corrcoef(xs, ys)[0, 1] ** 2
    without = np.corrcoef(xs[:-1], ys[:-1])[0, 1] ** 2
    svg = draw_scatter(NIST, x="BLEU", y="adequacy", title="Figure 2").to_svg()
    assert f"R² = {with_it:.2f} with the outlier, {without:.2f} without" in texts(svg)
    assert with_it < 0.2 < 0.8 < without
    assert f"all systems, R² = {with_it:.2f}" in texts(svg)
    assert f"without outliers, R² = {without:.2f}" in texts(svg)
    assert {point.name for point in NIST} <= set(texts(svg))
    assert "outlier" in texts(svg)
    assert "outliers: human-aided" in svg


def test_small_r_squared_has_a_third_digit() -> None:
    points = [Point(name=str(i), x=x, y=y) for i, (x, y) in enumerate([(0, 0), (1, 1), (2, 1), (3, 0.1)])]
    assert "R² = 0.005" in texts(draw_scatter(points, x="x", y="y").to_svg())


def test_several_outliers() -> None:
    points = [*NIST, Point(name="another", x=0.5, y=2.5, outlier=True)]
    svg = draw_scatter(points, x="x", y="y").to_svg()
    assert any("with the outliers, " in text for text in texts(svg))


def test_no_outlier_one_line_and_no_legend() -> None:
    svg = draw_scatter(NIST[:-1], x="x", y="y").to_svg()
    assert "outlier" not in svg
    assert 'stroke-dasharray="6,4"' not in svg
    assert sum(text.startswith("R² = 0.") for text in texts(svg)) == 1


@pytest.mark.parametrize(
    "places",
    [[(1, 2)], [(1, 2), (2, 3)], [(1, 1), (1, 2), (1, 3)], [(1, 2), (2, 2), (3, 2)], [(0, 0)] * 4, [(0.1, 0.1)] * 7],
    ids=["one", "two", "x equal", "y equal", "zero", "same"],
)
def test_no_line_through_too_little(places: list[tuple[float, float]]) -> None:
    points = [Point(name=f"system {i}", x=x, y=y, outlier=i == 0) for i, (x, y) in enumerate(places)]
    for outliers in (points, [dataclasses.replace(point, outlier=False) for point in points]):
        svg = draw_scatter(outliers, x="x", y="y").to_svg()
        assert "R²" not in svg
        assert "NaN" not in svg
        assert {point.name for point in points} <= set(texts(svg))
    assert "R²" not in draw_cloud(*zip(*places, strict=True), x="x", y="y").to_svg()


def test_an_outlier_beside_too_few() -> None:
    svg = draw_scatter([*NIST[:2], NIST[-1]], x="x", y="y").to_svg()
    assert any("too few systems without" in text for text in texts(svg))


def test_systems_without_a_value_are_counted() -> None:
    points = [*NIST, Point(name="none", x=NAN, y=1), Point(name="endless", x=1, y=math.inf)]
    svg = draw_scatter(points, x="x", y="y").to_svg()
    assert "2 systems without both values left out" in texts(svg)
    assert "none" not in texts(svg)
    assert "NaN" not in svg


def test_nothing_to_draw() -> None:
    for points in ([], [Point(name="a", x=NAN, y=1)]):
        with pytest.raises(InputError, match="nothing to draw: no system"):
            draw_scatter(points, x="x", y="y")
    for values in ([], [NAN]):
        with pytest.raises(InputError, match="nothing to draw: no segment"):
            draw_cloud(values, values, x="x", y="y")
        with pytest.raises(InputError, match="nothing to draw: no metric"):
            draw_ranking(["a"] * len(values), values)
        with pytest.raises(InputError, match="nothing to draw: no bucket"):
            draw_by_length([LengthBin(metric="a", low=1, high=2, count=3, value=value) for value in values])
        with pytest.raises(InputError, match="nothing to draw: no metric"):
            draw_by_size([SizePoint("a", 1, value) for value in values])
    with pytest.raises(InputError, match="nothing to draw: no metric"):
        draw_heat_map([], np.zeros((0, 0)))
    with pytest.raises(InputError, match="nothing to draw: no pair"):
        draw_heat_map(["a"], [[NAN]])
    with pytest.raises(InputError, match="nothing to draw: no pair"):
        draw_significance(["a"], [[0.5]])


def test_among_many_systems_only_outliers_are_named() -> None:
    points = [Point(name=f"system-{i}", x=i, y=i + i % 3, outlier=i == 7) for i in range(60)]
    found = [text for text in texts(draw_scatter(points, x="x", y="y").to_svg()) if text.startswith("system-")]
    assert found == ["system-7"]


def test_extreme_scales() -> None:
    for scale in (1e-12, 1e12):
        points = [Point(name=point.name, x=point.x * scale, y=point.y * scale) for point in NIST]
        svg = draw_scatter(points, x="x", y="y").to_svg()
        assert "NaN" not in svg
        assert any(text.startswith("R²") for text in texts(svg))


def test_labels_keep_apart() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        places = [(float(x), float(y)) for x, y in rng.uniform([40, 30], [520, 350], (18, 2))]
        labels = place_labels([f"system-{i}" for i in range(18)], places, places, [], (560, 380))
        boxes = [label.box for label in labels]
        overlaps = sum(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for i, one in enumerate(boxes)
            for other in boxes[:i]
        )
        assert overlaps == 0
        assert all(left >= 0 and top >= 0 and right <= 560 and bottom <= 380 for left, top, right, bottom in boxes)


def test_the_line_is_numpy_s() -> None:
    x, y = np.random.default_rng(2).normal(size=(2, 50))
    line = fit_line(list(x), list(y))
    assert line is not None
    assert (line.slope, line.intercept) == pytest.approx(tuple(np.polyfit(x, y, 1)), rel=1e-9)
    assert line.r_squared == pytest.approx(np.corrcoef(x, y)[0, 1] ** 2, rel=1e-12)


# Cloud


def test_many_segments_stay_small() -> None:
    x, y = np.random.default_rng(4).normal(size=(2, 50_000))
    svg = draw_cloud(x, x + y, x="x", y="y").to_svg()
    assert len(svg) < 150_000
    assert any(text.startswith("50,000 segments, R² = 0.5") for text in texts(svg))
    assert "segments in a cell" in texts(svg)


def test_cells_count_every_segment() -> None:
    x, y = np.random.default_rng(4).normal(size=(2, 5_000))
    x[:7] = NAN
    plot = draw_cloud(x, y, x="x", y="y")
    rows = plot.to_spec()["layer"][0]["data"]["values"]
    assert sum(row["count"] for row in rows) == 4_993
    assert any("; 7 without both values left out" in text for text in texts(plot.to_svg()))


def test_a_cell_is_the_nearest() -> None:
    def middle(cell: tuple[int, int]) -> tuple[float, float]:
        return (cell[0] + 0.5 * (cell[1] % 2)) * math.sqrt(3) * _CELL, cell[1] * 1.5 * _CELL

    cells = [(column, row) for column in range(-2, 12) for row in range(-2, 12)]
    for x, y in np.random.default_rng(3).uniform(0, 100, (500, 2)):
        nearest = min(cells, key=lambda cell: math.dist(middle(cell), (x, y)))
        assert _find_cell(x, y) == nearest


def test_segments_have_to_be_paired() -> None:
    with pytest.raises(InputError, match="2 values of BLEU cannot be drawn against 1"):
        draw_cloud([1, 2], [1], x="BLEU", y="people")


# The others


def test_buckets_are_named_and_counted() -> None:
    svg = by_length(METRICS).to_svg()
    assert {"1–10", "11–20", "21+", "n = 100"} <= set(texts(svg))


def test_a_bucket_without_a_value_leaves_a_gap() -> None:
    bins = [
        LengthBin(metric="BLEU", low=low, high=low + 9, count=5, value=NAN if low == 11 else 0.5)
        for low in (1, 11, 21, 31)
    ]
    svg = draw_by_length(bins).to_svg()
    assert "11–20" in texts(svg)
    assert "NaN" not in svg


@pytest.mark.parametrize("draw", [by_length, by_size, ranking])
def test_one_metric_is_enough(draw: Draw) -> None:
    names = METRICS[:2] if draw is by_size else METRICS[:1]
    assert "NaN" not in draw(names).to_svg()


def test_kernels_are_dashed_rules_with_names() -> None:
    rows = [SizePoint("STM", size, 0.3 + 0.01 * size) for size in (1, 2, 3)]
    svg = draw_by_size([*rows, SizePoint("TK", None, 0.31), SizePoint("DTK", None, 0.3101)]).to_svg()
    assert svg.count("stroke-dasharray") == 2
    heights = {
        each.text: float(re.findall(r"[-\d.]+", each.get("transform", ""))[1])
        for each in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if each.text in ("TK", "DTK")
    }
    assert abs(heights["TK"] - heights["DTK"]) > 12
    assert "NaN" not in draw_by_size([SizePoint("TK", None, 0.3), SizePoint("STM", 1, NAN)]).to_svg()


@pytest.mark.parametrize(("count", "printed"), [(1, True), (5, True), (20, True), (21, False), (50, False)])
def test_numbers_are_printed_while_they_can_be_read(count: int, printed: bool) -> None:
    names = [f"metric-{i}" for i in range(count)]
    svg = draw_heat_map(names, np.full((count, count), 0.87)).to_svg()
    assert texts(svg).count(".87") == (count**2 if printed else 0)
    assert set(names) <= set(texts(svg))
    assert len(svg) < 250_000


def test_a_hole_in_a_heat_map() -> None:
    svg = draw_heat_map(["a", "b"], [[1, NAN], [-0.004, -0.5]]).to_svg()
    assert {"1", "–", ".00", "−.50"} <= set(texts(svg))
    assert "NaN" not in svg


def test_significance_is_below_the_diagonal() -> None:
    p_values = [[0.9, 0.8, 0.7], [0.0004, 0.6, 0.5], [0.0312, 0.9999, 0.4]]
    svg = draw_significance(["a", "b", "c"], p_values).to_svg()
    found = [text for text in texts(svg) if text in ("<.001", ".031", "1")]
    assert found == ["<.001", ".031", "1"]
    assert not {".900", ".800", ".700", ".600", ".500", ".400"} & set(texts(svg))


def test_a_matrix_has_to_fit() -> None:
    with pytest.raises(InputError, match="2 x 3 does not fit 2 names"):
        draw_heat_map(["a", "b"], np.zeros((2, 3)))


def test_names_have_to_differ() -> None:
    with pytest.raises(InputError, match="two rows of a plot are called 'a b'"):
        draw_heat_map(["a b", "a\nb"], np.eye(2))
    with pytest.raises(InputError, match="two rows of a plot are called 'a'"):
        draw_ranking(["a", "a"], [1, 2])


def test_a_ranking_is_sorted_and_ends_with_what_has_no_value() -> None:
    svg = draw_ranking(["low", "none", "high"], [0.1, NAN, 0.9]).to_svg()
    assert [text for text in texts(svg) if text in ("low", "none", "high")] == ["high", "low", "none"]
    assert "no value" in texts(svg)
    assert "NaN" not in svg


def test_a_ranking_has_columns_of_one_length() -> None:
    with pytest.raises(InputError, match="not equally long"):
        draw_ranking(["a", "b"], [1, 2], [1], [2])


def test_numbers_may_be_numpy_s() -> None:
    real, whole = np.float32, np.int64
    points = [Point(name=str(i), x=real(i), y=whole(i * i), outlier=np.bool_(i == 2)) for i in range(4)]
    bins = [
        LengthBin(
            metric="a",
            low=whole(1),
            high=whole(3),
            count=whole(4),
            value=real(0.3),
            interval_low=real(0.2),
            interval_high=real(0.4),
        )
    ]
    values = np.array([0.1, 0.2], real)
    for plot in (
        draw_scatter(points, x="x", y="y"),
        draw_cloud(np.arange(5, dtype=real), np.arange(5), x="x", y="y"),
        draw_by_length(bins),
        draw_by_size([SizePoint("a", whole(1), real(0.3)), SizePoint("b", None, real(0.3))]),
        draw_heat_map(np.array(["a", "b"]), np.eye(2, dtype=real)),
        draw_ranking(np.array(["a", "b"]), values, values, values, np.array([1, 2])),
    ):
        assert "NaN" not in plot.to_svg()
        assert json.loads(plot.to_json())


# Freedom


def test_the_axis_has_powers_of_ten() -> None:
    svg = draw_freedom([3, 40, 60], [0.5, 30.0, 62.8], title="figure 1").to_svg()
    found = texts(svg)
    assert found.count("10") == 8  # six powers, the first exponent, and the tick of ten words
    assert {"1", "10", "20", "30", "40", "50", "60"} <= set(found)
    assert "3 segments; the logarithm (base 10) is 30.0 in the median, 62.8 at most" in found


def test_dots_count_all_segments() -> None:
    rng = np.random.default_rng(5)
    lengths, logs = rng.integers(1, 300, 20_000), rng.uniform(0, 500, 20_000)
    spec = draw_freedom(lengths, logs).to_spec()
    counts = [row["count"] for layer in spec["layer"] for row in _rows(spec, layer) if "count" in row]
    assert sum(counts) == 20_000
    assert len(draw_freedom(np.repeat(lengths[:300], 30), np.repeat(logs[:300], 30)).to_svg()) < 150_000


def _rows(spec: dict[str, Any], layer: dict[str, Any]) -> list[dict[str, Any]]:
    data = layer["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


@pytest.mark.parametrize(("lengths", "logs"), [([1], [0.0]), ([0, 0], [0.0, 0.0]), ([1, NAN], [0.0, 3.0])])
def test_freedom_of_next_to_nothing(lengths: list[float], logs: list[float]) -> None:
    assert read_png(draw_freedom(lengths, logs).to_png())[0] > 100


def test_freedom_needs_pairs() -> None:
    with pytest.raises(InputError, match="2 lengths cannot be drawn against 1"):
        draw_freedom([1, 2], [1.0])
    with pytest.raises(InputError, match="nothing to draw"):
        draw_freedom([NAN], [1.0])
    with pytest.raises(InputError, match="nothing to draw"):
        draw_freedom_by_score([FreedomBin(system="A", low=0, high=10, count=0, median=NAN, bits_per_word=NAN)])


def test_many_systems_are_thin_lines_without_names() -> None:
    names = [f"system {number}" for number in range(9)]
    svg = freedom_by_score(names).to_svg()
    assert not set(names[1:]) & set(texts(svg))  # the first is the title
    assert "all systems" in texts(svg)
    assert set(names[:8]) <= set(texts(freedom_by_score(names[:8]).to_svg()))


def test_every_plot_is_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "plots.md").read_text(encoding="utf-8")
    assert all(name in page for name in plots.__all__)


def test_the_examples_of_the_docs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "plots.md"
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert sorted(each.suffix for each in tmp_path.iterdir()) == [".html", ".json", ".png", ".svg"]
