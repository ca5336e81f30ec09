"""The style sheet and the script of all pages, as files; static pages embed them, and the web app serves them.

``page.css`` is the frame of a page, ``content.css`` what stands in it, and ``picture.css`` our drawings. Notebooks take
the last two. A stand-alone picture has ``picture.css`` in itself.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

# Notebooks center tables, set them small and have bands of their own.
_NOTEBOOK_TABLES = (
    "table { margin: 0; font-size: inherit; table-layout: auto } tbody tr:nth-child(odd) { background: none } "
    "section, figure { margin: 0 0 1rem }"
)
_SHEETS = ("content.css", "page.css", "picture.css")
# JupyterLab and Notebook 7; Visual Studio Code; Colab; pages made by Sphinx.
_DARK_THEMES = ('[data-jp-theme-light="false"]', ".vscode-dark", 'html[theme="dark"]', 'html[data-theme="dark"]')


@cache
def read_style() -> str:
    """Return the style sheet of a page; the web app serves it as ``/static/page.css``.

    >>> "prefers-color-scheme" in read_style()
    True
    """
    return "".join(map(_read, _SHEETS))


@cache
def read_script() -> str:
    """Return the script of a page; the web app serves it as ``/static/page.js``."""
    return _read("page.js")


@cache
def read_report_style() -> str:
    """Return the style sheet that the report of a test set has besides that of all pages."""
    return _read("report.css")


@cache
def read_report_script() -> str:
    """Return the script of the report of a test set, which shows all segments."""
    return _read("report.js")


@cache
def read_notebook_style() -> str:
    """Return rules for what stands within a ``tertium-notebook``, and nothing else of a notebook.

    Notebooks have themes of their own, which they name on the page. What the reader's system prefers does not count.
    """
    # Twice, since the rules of notebooks for tables are rather specific.
    scope = ".tertium-notebook.tertium-notebook"
    rules = _drop_comments(_read("content.css") + _read("picture.css")).replace(":root", "&")
    dark = ", ".join(f"{theme} {scope}" for theme in _DARK_THEMES)
    return (
        f"{scope} {{ color: var(--ink); font: 14px/1.5 system-ui, sans-serif; {rules} {_NOTEBOOK_TABLES} }}\n"
        f"{dark} {{ color-scheme: dark; --plot-filter: invert(.9) hue-rotate(180deg) }}\n"
    )


@cache
def read_picture_style() -> str:
    """Return the rules of a picture that is its own file.

    Each colour stands there first as on light paper and then as a variable, which some programs do not know.
    """
    rules = _read("picture.css")
    colours = {name: (light, dark) for name, light, dark in _COLOUR.findall(rules)}
    sets = ["; ".join(f"{name}: {colour[at]}" for name, colour in colours.items()) for at in (0, 1)]
    rules = rules[rules.index("}") + 2 :]  # without the variables
    rules = _USE.sub(lambda found: f"{found[1]}: {colours[found[2]][0]}; {found[0]}", rules)
    return (
        f"\n.tertium-picture {{ {sets[0]} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .tertium-picture {{ {sets[1]} }} }}\n{rules}"
    )


_COLOUR = re.compile(r"(--[\w-]+): light-dark\((#\w+), (#\w+)\)")
_USE = re.compile(r"([a-z]+): var\((--[\w-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


def _read(name: str) -> str:
    return files("tertium.report.assets").joinpath(name).read_text(encoding="utf-8")


def _drop_comments(rules: str) -> str:
    return _COMMENT.sub("", rules)
