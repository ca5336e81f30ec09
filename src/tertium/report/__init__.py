"""Results for people and programs: one file a format, the same name ``render`` in each."""

from __future__ import annotations

from tertium import registry
from tertium.report.document import Document


def render(document: Document, format_name: str) -> str:
    """A document in the format of this name: text, json, tsv, md, latex or html."""
    rendered: str = registry.load(registry.FORMATS, format_name, "output format")(document)
    return rendered
