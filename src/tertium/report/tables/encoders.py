"""From a list of encoders to a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tertium.encoders import InstalledEncoder
from tertium.frame import Frame
from tertium.report.blocks import Table, Tables
from tertium.report.document import Document

_COLUMNS = ("name", "language", "installed", "licence", "about")


def describe_encoders(encoders: Sequence[InstalledEncoder]) -> Document:
    """Return encoders as a table: which there are, which are installed, and whose they are.

    Args:
        encoders: The encoders, as from ``tertium.encoders.list_encoders``.
    """

    def make_rows() -> list[dict[str, Any]]:
        return [
            {
                "name": each.known.name,
                "language": each.known.language,
                "installed": each.folder is not None,
                "folder": str(each.folder or ""),
                "megabytes": round(each.megabytes or each.known.megabytes, 1),
                "licence": each.known.licence,
                "attribution": each.known.attribution,
                "description": each.known.description,
                "weights": each.known.weights,
            }
            for each in encoders
        ]

    def make_tables() -> Iterator[Table]:
        cells = [
            (
                each.known.name,
                each.known.language or "any",
                f"{each.megabytes:.0f} MB" if each.folder else "no",
                each.known.licence,
                each.known.description,
            )
            for each in encoders
        ]
        notes = [f"{each.known.name} is in {each.folder}" for each in encoders if each.folder]
        notes += [f"to install it: tertium models install {each.known.name}" for each in encoders if not each.folder]
        notes += [f"{each.known.name} is by {each.known.attribution}" for each in encoders]
        yield Table(columns=_COLUMNS, cells=cells, text_columns=len(_COLUMNS), keys=1, notes=notes)

    def make_frame() -> Frame:
        rows = make_rows()
        return Frame({name: [row[name] for row in rows] for name in rows[0]})

    return Document(
        title="Encoders",
        blocks=[Tables(make_tables)],
        make_frame=make_frame,
        make_data=lambda: {"encoders": make_rows()},
    )
