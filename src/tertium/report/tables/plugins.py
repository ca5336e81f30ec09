"""From a list of plug-ins to a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from tertium.frame import Frame
from tertium.plugins import Plugin
from tertium.report.blocks import Table, Tables
from tertium.report.document import Document

_COLUMNS = ("kind", "name", "package", "version", "status")


def describe_plugins(plugins: Sequence[Plugin]) -> Document:
    """Return plug-ins as a table, and then what is wrong with those that cannot be used.

    Args:
        plugins: The plug-ins, as from ``tertium.list_plugins``.
    """

    def make_tables() -> Iterator[Table]:
        rows = [[str(getattr(each, column)) for column in _COLUMNS] for each in plugins]
        notes = [] if plugins else ["no plug-ins are installed"]
        yield Table(columns=_COLUMNS, cells=rows, text_columns=len(_COLUMNS), keys=2, notes=notes)
        problems = [(each.name, each.package, each.problem) for each in plugins if each.problem]
        if problems:
            yield Table(columns=("name", "package", "problem"), cells=problems, title="Problems", text_columns=3)

    def make_frame() -> Frame:
        names = [field.name for field in fields(Plugin)]
        return Frame({name: [str(getattr(each, name)) for each in plugins] for name in names})

    return Document(
        title="Plug-ins",
        blocks=[Tables(make_tables)],
        make_frame=make_frame,
        make_data=lambda: {"plugins": [each.to_dict() for each in plugins]},
    )
