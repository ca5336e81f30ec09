"""A document of ``tertium.report`` as a job keeps it for a page: parts of HTML."""

from __future__ import annotations

from typing import Any

from tertium.errors import MissingExtraError
from tertium.report import Document, Table, show_part, write_signatures


def write_parts(document: Document, *, without: str = "") -> dict[str, Any]:
    """Return what pages show of a document.

    Args:
        document: The document.
        without: The role of a table that the page shows in another way.

    Returns:
        ``parts``, each the HTML of a table or picture; ``signatures``; and ``missing``, what could not be drawn.
    """
    parts: list[str] = []
    missing: list[str] = []
    for block in document.blocks:
        try:
            parts += [show_part(part) for part in block.parts() if not _has_role(part, without)]
        except MissingExtraError as error:
            missing.append(f"{error.message}. {error.remedy}")
    return {"parts": parts, "signatures": write_signatures(document.signatures), "missing": missing}


def _has_role(part: object, role: str) -> bool:
    return isinstance(part, Table) and bool(role) and part.role == role
