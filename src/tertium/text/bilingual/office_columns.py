"""Which columns of a table in an office file are sources, targets and ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_NAMES = {
    "source": ("source", "src", "source text", "source segment"),
    "target": ("target", "translation", "mt", "hypothesis", "hyp", "target text", "target segment"),
    "id": ("id", "segment", "segment id", "seg", "sid", "idx", "key"),
}
NAMED = "Name two columns in the first row: source, and translation or target"
"""What to do with a table whose columns are not clear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeColumns:
    """The columns of a table.

    Attributes:
        source: The number of the column of sources, from 0.
        target: That of the targets.
        id: That of the ids, if there is one.
        has_header: Whether the first row has names.
    """

    source: int
    target: int
    id: int | None = None
    has_header: bool = False


def find_columns(first: Sequence[str], width: int) -> OfficeColumns | None:
    """Return the columns of a table by the names in its first row; the first and the second of a table with two.

    Args:
        first: The texts of the first row.
        width: How many columns have text.

    >>> find_columns(["ID", "Source", "Target", "Comment"], 4)
    OfficeColumns(source=1, target=2, id=0, has_header=True)
    >>> find_columns(["net salary", "salario limpio"], 2)
    OfficeColumns(source=0, target=1, id=None, has_header=False)
    """
    names = [text.strip().lower() for text in first]
    found = {role: next((at for at, name in enumerate(names) if name in known), None) for role, known in _NAMES.items()}
    source, target = found["source"], found["target"]
    if source is not None and target is not None:
        return OfficeColumns(source=source, target=target, id=found["id"], has_header=True)
    return OfficeColumns(source=0, target=1) if width == 2 else None
