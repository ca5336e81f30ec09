"""From the state of optional parts to a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tertium.frame import Frame
from tertium.parts import PartState
from tertium.report.blocks import Table, Tables
from tertium.report.document import Document

_COLUMNS = ("name", "state", "gives", "version", "problem", "command")


def describe_parts(core: Mapping[str, str], states: Sequence[PartState]) -> Document:
    """Return which optional parts work and which are missing, and then the commands that install what is missing.

    Args:
        core: The versions of what always comes with Tertium, by name.
        states: The optional parts.
    """

    def make_rows() -> list[dict[str, str]]:
        return [
            {
                "name": each.part.name,
                "state": each.state,
                "gives": each.part.gives.replace("`", ""),
                "version": each.version,
                "problem": each.problem,
                "command": each.command,
            }
            for each in states
        ]

    def make_tables() -> Iterator[Table]:
        rows = make_rows()
        yield Table(
            columns=("part", "state", "what it gives"),
            cells=[[row["name"], row["state"], row["gives"]] for row in rows],
            text_columns=3,
            notes=[", ".join(f"{name} {version}" for name, version in core.items())],
        )
        if problems := [[row["name"], row["problem"]] for row in rows if row["problem"]]:
            yield Table(columns=("part", "problem"), cells=problems, title="Installed, but not working", text_columns=2)
        if missing := [each for each in states if each.command]:
            commands = [
                f"{each.part.name}: {each.command}{f' (up to {each.part.megabytes} MB)' if each.part.megabytes else ''}"
                for each in missing
            ]
            yield Table(columns=(), cells=[], title="Commands", notes=commands)

    return Document(
        title="Optional parts",
        blocks=[Tables(make_tables)],
        make_frame=lambda: Frame({name: [row[name] for row in make_rows()] for name in _COLUMNS}),
        make_data=lambda: {"core": dict(core), "parts": make_rows()},
    )
