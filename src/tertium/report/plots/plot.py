"""A plot, and its formats: SVG, PNG, PDF, an HTML page that needs no network, and Vega-Lite."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.whole import write_whole
from tertium.notebook import ShownInNotebooks
from tertium.registry import PLOT_FORMATS
from tertium.report.page_frame import write_head, write_plot_policy
from tertium.report.plots.theme import CONFIG, FONT, clean, load_converter

# Text has no bare < or >, so this finds tags and nothing else.
_TAG = re.compile(r"<[^<>]+>")
_GEOMETRY = re.compile(r' (?:transform|d|x2|y2|x|y|width|height)="[^"]*"')
_LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")
# Vega's roles of single groups, which have no names; the whole picture has one.
_ROLE = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
_ID_MARK = "\ue000tertium-id\ue000"  # no name has it in it by chance
_ID = re.compile(r'( id="|url\(#)([\w-]+)')


@dataclass(frozen=True)
class Plot(ShownInNotebooks):
    """A plot that has been laid out and not yet rendered.

    Attributes:
        name: A name for its file, such as ``scatter``.
        title: What it shows; screen readers read it too.
        chart: The Altair chart, for changes of your own.
    """

    name: str
    title: str
    chart: Any

    def to_spec(self) -> dict[str, Any]:
        """Return the plot in Vega-Lite's language, with its data and our theme."""
        spec: dict[str, Any] = self.chart.to_dict()
        # Not merged with the theme that is enabled in Altair: a plot looks the same in every session.
        spec["config"] = dict(CONFIG)
        return spec

    def to_svg(self) -> str:
        """Return the plot as SVG: for a file of its own, or for a ``Picture`` in a document."""
        spec = self.to_spec()
        return _finish(load_converter().vegalite_to_svg(spec), clean(self.title), spec.get("description", ""))

    def to_png(self, scale: float = 2) -> bytes:
        """Return the plot as PNG, by default with two dots per pixel."""
        # 72 dots per inch are one dot per pixel, which vl-convert multiplies.
        image: bytes = load_converter().vegalite_to_png(self.to_spec(), scale=scale, ppi=72)
        return image

    def to_pdf(self) -> bytes:
        """Return the plot as PDF."""
        document: bytes = load_converter().vegalite_to_pdf(self.to_spec())
        return document

    def to_html(self) -> str:
        """Return the plot as a page with tooltips. It contains its JavaScript and opens without a network."""
        # vl-convert's own page lets a name with </script> in it out of the script.
        spec = json.dumps(self.to_spec(), ensure_ascii=True, allow_nan=False).replace("<", "\\u003c")
        actions = '{"export": true, "source": false, "compiled": false, "editor": false}'
        drawing = f'vegaEmbed("#plot", {spec}, {{"renderer": "svg", "actions": {actions}}}).catch(console.error);'
        scripts = [load_converter().javascript_bundle(), drawing]
        style = f"body {{ margin: 1rem; background: #fff; font-family: {FONT} }}"
        head = write_head(clean(self.title) or self.name, [style], write_plot_policy(scripts))
        return (
            f'{head}<body>\n<div id="plot"></div>\n<script>{scripts[0]}</script>\n<script>{drawing}</script>\n'
            "</body>\n</html>\n"
        )

    def to_json(self) -> str:
        """Return ``to_spec`` as text, for the Vega editor and for other programs."""
        return json.dumps(self.to_spec(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the plot, whole or not at all, in the format of the suffix.

        Raises:
            InputError: The suffix is not one of .svg, .png, .pdf, .html and .json, or the file cannot be written.
        """
        path = Path(path)
        name = path.suffix.lower().removeprefix(".")
        if name not in PLOT_FORMATS:
            raise InputError(
                f"a plot cannot be saved as {path.suffix or 'a file without a suffix'}",
                file=path,
                remedy=f"Take one of {', '.join(f'.{each}' for each in PLOT_FORMATS)}",
            )
        content: str | bytes = getattr(self, f"to_{name}")()
        write_whole(content.encode("utf-8") if isinstance(content, str) else content, path)


def _finish(svg: str, title: str, description: str) -> str:
    """Return Vega's SVG with a title, shorter numbers, a background, and ids that are unique on a page."""
    ids: dict[str, int] = {}

    def tidy(found: re.Match[str]) -> str:
        tag = _ROLE.sub("", found[0])
        tag = _GEOMETRY.sub(lambda part: _LONG_NUMBER.sub(_shorten_number, part[0]), tag)
        return _ID.sub(lambda part: f"{part[1]}{_ID_MARK}{ids.setdefault(part[2], len(ids))}", tag)

    svg = _TAG.sub(tidy, svg)
    # Vega counts its ids over all pictures of a process. Ours are the same in every process, and differ between the
    # pictures of a page, where the first of equal ids would be taken for all.
    svg = svg.replace(_ID_MARK, f"tertium-{sha256(svg.encode()).hexdigest()[:8]}-")
    # On its own it has white paper; pages take that away, and turn its colours in the dark (assets/content.css).
    svg = svg.replace("<rect ", '<rect rx="8" ', 1)
    head, bracket, rest = svg.partition(">")
    head = head.replace(' class="marks"', ' class="tertium-plot"')
    about = f"<title>{escape(title)}</title>" if title else ""
    about += f"<desc>{escape(description)}</desc>" if description else ""
    label = f' role="img" aria-label="{escape(title)}"' if title else ' role="img"'
    return f"{head}{label}{bracket}{about}{rest}\n"


def _shorten_number(found: re.Match[str]) -> str:
    """Round to a hundredth of a pixel: the rest cannot be seen and differs between machines."""
    # Adding zero turns minus zero into zero.
    return f"{round(float(found[0]), 2) + 0.0:.2f}".rstrip("0").rstrip(".")
