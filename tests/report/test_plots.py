"""What all plots have in common, as they are rendered: SVG, PNG and pages, names, saving and the documentation."""

from __future__ import annotations

import dataclasses
import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tertium.errors import InputError, MissingExtraError
from tertium.report import Document, Pictures, plots, render
from tertium.report.plots import (
    Point,
    draw_heat_map,
    draw_scatter,
    theme,
)
from tests.report.plot_samples import (
    ALL,
    METRICS,
    NASTY,
    SVG,
    Draw,
    by_size,
    cloud,
    freedom,
    heat_map,
    read_png,
    scatter,
    scripts,
    texts,
)

altair = pytest.importorskip("altair")


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


@pytest.mark.parametrize("name", ["plot.gif", "plot", ".svg"])
def test_other_suffixes_list_those_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"\.svg, \.png, \.pdf, \.html, \.json"):
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
    with pytest.raises(MissingExtraError, match=r"the extra 'plots'.*pip install"):
        by_size(METRICS).to_svg()


def test_the_room_is_imported_without_the_extra() -> None:
    code = "import sys; import tertium.report.plots; sys.exit('altair' in sys.modules or 'vl_convert' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_theme_of_the_session_changes_nothing() -> None:
    before = scatter(METRICS).to_svg()
    with altair.theme.enable("dark"):
        assert scatter(METRICS).to_svg() == before


def test_every_plot_is_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "plots.md").read_text(encoding="utf-8")
    assert all(name in page for name in plots.__all__)


def test_the_examples_of_the_docs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "plots.md"
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert sorted(each.suffix for each in tmp_path.iterdir()) == [".html", ".json", ".pdf", ".png", ".svg"]
