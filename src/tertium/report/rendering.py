"""From a document to its text in a format."""

from __future__ import annotations

from tertium import registry
from tertium.report.document import Document


def render(document: Document, format_name: str) -> str:
    """Return a document in a format.

    Args:
        document: What to show.
        format_name: One of ``registry.FORMATS``, or one that only this document has.

    Raises:
        SpecError: There is no such format; the message lists those that there are.
        PluginError: The format of another package fails.
    """
    if format_name in document.alone:
        return document.alone[format_name]()
    if not registry.is_known(registry.FORMATS, format_name, "output format"):
        known = registry.list_names(registry.FORMATS, "output format")
        raise registry.unknown("output format", format_name, [*known, *document.alone])
    rendered: str = registry.make(registry.FORMATS, format_name, "output format", document)
    return rendered
