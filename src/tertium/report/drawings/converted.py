"""Our SVG pictures as PNG and PDF, by vl-convert."""

from __future__ import annotations

import re

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_VARIABLE = re.compile(r"(--[\w-]+): ([^;}]+?) ?(?=[;}])")
_USE = re.compile(r"var\((--[\w-]+)\)")
_MEDIA = re.compile(r"^@media .*$", re.MULTILINE)


def convert_picture(svg: str, format_name: str) -> bytes:
    """Return a picture in a format of ``tertium.registry.PICTURE_FORMATS``, in its colours for white paper.

    Args:
        svg: The picture.
        format_name: ``png``, with two dots per pixel, or ``pdf``.

    Raises:
        MissingExtraError: vl-convert is not installed.
    """
    from tertium.report.plots.theme import load_converter  # plots take a tenth of a cold start

    converter = load_converter()
    plain = _STYLE.sub(_fix_colours, svg)
    found: bytes = converter.svg_to_png(plain, scale=2) if format_name == "png" else converter.svg_to_pdf(plain)
    return found


def _fix_colours(style: re.Match[str]) -> str:
    """Put the colours of light pages in place of variables, which vl-convert does not know: all would be black."""
    text = _MEDIA.sub("", style[0])
    colours = dict(_VARIABLE.findall(text))
    return _USE.sub(lambda use: colours.get(use[1], use[0]), text)
