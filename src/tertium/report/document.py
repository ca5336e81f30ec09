"""A document: tables for people, and the whole result as data for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.frame import Frame
from tertium.results import Table


@dataclass(frozen=True)
class Document:
    """What a command has to say.

    Attributes:
        title: What it is about.
        tables: What people read, in order.
        frame: What spreadsheets and scripts read: the most detailed table that was asked for.
        data: What programs read: the result's ``to_dict()``.
        pictures: What stands above the tables in a page: SVG of our own making, since it is trusted to be escaped.
        below: The same below the tables, where there are many.
    """

    title: str
    tables: Sequence[Table]
    frame: Frame
    data: Mapping[str, Any]
    pictures: Sequence[str] = ()
    below: Sequence[str] = ()
