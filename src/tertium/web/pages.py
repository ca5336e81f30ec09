"""Pages from templates. Everything in them is escaped."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from tertium.printable import make_printable
from tertium.report import name_metric

FOLDER = Path(str(files("tertium.web")))


def _make_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    # Texts may have characters that change the direction of what follows.
    environment.filters["shown"] = make_printable
    environment.filters["metric"] = lambda spec: make_printable(name_metric(spec))
    return environment


_ENVIRONMENT = _make_environment()


def begin_sentence(text: str) -> str:
    """Return a text that begins a sentence, such as a message of an error.

    >>> begin_sentence("there is no such page")
    'There is no such page'
    """
    return text[:1].upper() + text[1:]


def show(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page."""
    return HTMLResponse(_ENVIRONMENT.get_template(template).render(**values), status)
