"""An output format in one file; ``python -m tests.cli.toy_format`` is the command with its line in the registry."""

from __future__ import annotations

from tertium import registry
from tertium.report import Document


def render(document: Document) -> str:
    """What each part of a document comes to."""
    kinds = sorted({type(part).__name__ for part in document.parts()})
    rows = sum(len(table.rows) for table in document.tables)
    return (
        f"toy: {document.title}\n{len(document.tables)} tables, {rows} rows\npage: {', '.join(kinds)}\n"
        f"frame: {', '.join(document.frame.columns)}\ndata: {', '.join(document.data)}\n"
    )


if __name__ == "__main__":
    registry.FORMATS["toy"] = "tests.cli.toy_format:render"  # type: ignore[index]

    from tertium.cli import main

    main()
