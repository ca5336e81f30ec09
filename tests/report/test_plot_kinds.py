"""What each kind of plot shows, as it is rendered."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tertium.errors import InputError
from tertium.report.plots import (
    FreedomBin,
    LengthBin,
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
)
from tertium.report.plots.cloud import _CELL, _find_cell
from tertium.report.plots.labels import place_labels
from tertium.report.plots.regression import fit_line
from tests.report.plot_samples import (
    METRICS,
    NAN,
    NIST,
    SVG,
    Draw,
    by_length,
    by_size,
    freedom_by_score,
    ranking,
    read_png,
    texts,
)

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
