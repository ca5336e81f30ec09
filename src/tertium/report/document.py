"""A document: blocks for people, and the whole result as data for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from tertium import registry
from tertium.frame import Frame
from tertium.notebook import ShownInNotebooks
from tertium.printable import make_printable
from tertium.report.blocks import Block, BlockPart, Plots, Table, Tables

if TYPE_CHECKING:
    from tertium.report.plots.plot import Plot


def _make_no_frame() -> Frame:
    return Frame({})


@dataclass(frozen=True, kw_only=True)
class Document(ShownInNotebooks):
    """What a command has to say. Nothing of it is made before a format asks for it.

    Attributes:
        title: What it is about.
        blocks: What people read, in order.
        make_frame: What makes the frame.
        make_data: What makes the data.
        alone: Formats that only such documents have, such as a picture alone: what makes each, by its name.
        width: The width of the terminal that shows it as text; None if there is no limit.
        has_signatures: Whether formats without pictures show the signatures.
    """

    title: str
    blocks: Sequence[Block]
    make_frame: Callable[[], Frame] = _make_no_frame
    make_data: Callable[[], Mapping[str, Any]] = dict
    alone: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    width: int | None = None
    has_signatures: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", make_printable(self.title))

    @cached_property
    def tables(self) -> list[Table]:
        """What formats without pictures show."""
        return [table for block in self.blocks if isinstance(block, Tables) and block.in_text for table in block.make()]

    @property
    def signatures(self) -> list[str]:
        """The signatures of all tables that formats without pictures show, each once."""
        return list_signatures(self.tables) if self.has_signatures else []

    def parts(self) -> Iterator[BlockPart]:
        """What formats with pictures show: tables, pictures and sections."""
        for block in self.blocks:
            yield from block.parts()

    def plots(self) -> Iterator[tuple[str, Plot]]:
        """The plots, each with a name for its file."""
        for block in self.blocks:
            if isinstance(block, Plots):
                yield from block.make()

    @cached_property
    def frame(self) -> Frame:
        """What spreadsheets and scripts read: the most detailed table that was asked for."""
        return self.make_frame()

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """What programs read: the result's ``to_dict()``."""
        return self.make_data()


class Render(Protocol):
    """What writes an output format: an entry of ``tertium.registry.FORMATS`` or of the entry points of a package."""

    def __call__(self, document: Document) -> str:
        """Return a document in this format."""


def list_signatures(tables: Iterable[Table]) -> list[str]:
    """Return the signatures of tables, each once."""
    return list(dict.fromkeys(signature for table in tables for signature in table.signatures))


def offer(table: Mapping[str, str], *results: Any) -> dict[str, Callable[[], str]]:
    """Return the formats of a table of the registry, each as a function that needs nothing more.

    Args:
        table: Names and import strings of functions from results to text.
        results: What these functions take.
    """

    def bind(name: str) -> Callable[[], str]:
        return lambda: str(registry.load(table, name, "output format")(*results))

    return {name: bind(name) for name in table}
