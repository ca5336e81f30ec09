"""What documents are made of. A block makes its parts when a format asks for them, and not before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tertium.notebook import ShownInNotebooks
from tertium.printable import make_printable
from tertium.report.cells import Cell, Number
from tertium.report.markup import Html

if TYPE_CHECKING:
    from tertium.report.plots.plot import Plot


@dataclass(frozen=True, kw_only=True)
class Table(ShownInNotebooks):
    """A table.

    Attributes:
        columns: The names of the columns.
        cells: The cells, row by row.
        title: What the table shows, if that needs saying.
        notes: What stands below it.
        signatures: How its figures can be computed again. Documents show each signature once.
        text_columns: How many columns, from the left, are text; the others are numbers.
        keys: How many columns, from the left, name the row: they are repeated if the others need several blocks.
        sortable: Whether a page lets its rows be sorted; not if their order says something, as that of nodes of a tree.
        best_means: What it means that a number is brought out (``Number.best``).
        role: What pages find it by, such as ``differences``; empty for most.
    """

    columns: Sequence[str]
    cells: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = ()
    signatures: Sequence[str] = ()
    text_columns: int = 1
    keys: int = 1
    sortable: bool = True
    best_means: str = "significantly better than all others"
    role: str = ""

    def __post_init__(self) -> None:
        # Names of systems and files stand in all of them. Cells are cleaned when they are printed.
        object.__setattr__(self, "title", make_printable(self.title))
        for name in ("columns", "notes", "signatures"):
            object.__setattr__(self, name, [make_printable(text) for text in getattr(self, name)])

    @cached_property
    def rows(self) -> list[list[str]]:
        """The cells as plain text: what is printed where a format has no form of its own for numbers."""
        return [[make_printable(cell) if isinstance(cell, str) else str(cell) for cell in row] for row in self.cells]

    @property
    def notes_if_empty(self) -> Sequence[str]:
        """What stands in place of a table without rows, whose headings would say nothing."""
        return self.notes or ["none"]

    @property
    def best(self) -> frozenset[tuple[int, int]]:
        """The cells (row, column) to bring out."""
        return frozenset(
            (row, column)
            for row, cells in enumerate(self.cells)
            for column, cell in enumerate(cells)
            if isinstance(cell, Number) and cell.best
        )


@dataclass(frozen=True)
class Picture:
    """A picture.

    Attributes:
        svg: SVG of our own making, since it is trusted to be escaped.
    """

    svg: str


@dataclass(frozen=True)
class PageSection:
    """A part of a page that is neither a table nor a picture.

    Attributes:
        html: The section.
    """

    html: Html


@dataclass(frozen=True)
class Tables:
    """Tables.

    Attributes:
        make: What makes them.
        in_text: Whether formats without pictures show them.
        in_pages: Whether formats with pictures show them.
    """

    make: Callable[[], Iterable[Table]]
    in_text: bool = True
    in_pages: bool = True

    def parts(self) -> Iterable[Table]:
        """The tables, if pages show them."""
        return self.make() if self.in_pages else ()


@dataclass(frozen=True)
class Pictures:
    """Pictures, which only pages show.

    Attributes:
        make: What draws them, as SVG.
    """

    make: Callable[[], Iterable[str]]

    def parts(self) -> Iterator[Picture]:
        """The pictures."""
        return map(Picture, self.make())


@dataclass(frozen=True)
class Plots:
    """Plots, which pages show and which can be saved as files.

    Attributes:
        make: What draws them, each with a name for its file.
    """

    make: Callable[[], Iterable[tuple[str, Plot]]]

    def parts(self) -> Iterator[Picture]:
        """The plots as pictures."""
        return (Picture(plot.to_svg()) for _, plot in self.make())


@dataclass(frozen=True)
class PageSections:
    """Sections, which only pages show.

    Attributes:
        make: What writes them, as HTML.
    """

    make: Callable[[], Iterable[Html]]

    def parts(self) -> Iterator[PageSection]:
        """The sections."""
        return map(PageSection, self.make())


BlockPart: TypeAlias = Table | Picture | PageSection
Block: TypeAlias = Tables | Pictures | Plots | PageSections
