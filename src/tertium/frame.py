"""Columns of data for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import MissingPartError
from tertium.notebook import ShownInNotebooks


def find_frame(data: object) -> Frame | None:
    """Return a dictionary of columns, or a list of dictionaries with the same keys, as columns; None for all else.

    >>> find_frame([{"mt": "a dog", "score": 1}, {"mt": "a cat", "score": 2}]).to_dict()
    {'mt': ['a dog', 'a cat'], 'score': [1, 2]}
    """
    if isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        names = list(data[0])
        if any(list(row) != names for row in data):
            return None
        data = {name: [row[name] for row in data] for name in names}
    if not isinstance(data, Mapping) or not data or not all(isinstance(name, str) for name in data):
        return None
    columns = {name: _find_column(cells) for name, cells in data.items()}
    lengths = {-1 if column is None else len(column) for column in columns.values()}
    return Frame(columns) if len(lengths) == 1 and -1 not in lengths else None  # type: ignore[arg-type]


def _find_column(cells: object) -> Sequence[str] | NDArray[Any] | None:
    """Return a list of texts, or of numbers with NaN for None, as a column; None if it is neither."""
    if isinstance(cells, str | bytes | Mapping | Set) or not isinstance(cells, Iterable):
        return None
    listed = cells.tolist() if isinstance(cells, np.ndarray) else list(cells)
    if all(isinstance(cell, str) for cell in listed):
        return listed
    if any(isinstance(cell, bool | str) or not isinstance(cell, Real | None) for cell in listed):
        return None
    has_whole = all(isinstance(cell, int | np.integer) for cell in listed)
    return np.array(listed, dtype=np.int64 if has_whole else np.float64)


class TabularResult:
    """A result that has one main table, which other libraries can have as their data frame."""

    def to_frame(self) -> Frame:
        """Return the main table."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Return the main table as a data frame of pandas.

        Raises:
            MissingPartError: pandas is not installed.
        """
        columns = self.to_frame().columns
        return _import("pandas").DataFrame({name: _listed(column) for name, column in columns.items()})

    def to_polars(self) -> Any:
        """Return the main table as a data frame of polars.

        Raises:
            MissingPartError: polars is not installed.
        """
        columns = self.to_frame().columns
        return _import("polars").DataFrame({name: _listed(column) for name, column in columns.items()})


def _import(library: str) -> Any:
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingPartError(
            f"to_{library}() needs {library}, which is not installed", command=f"pip install {library}"
        ) from error


def _listed(column: Sequence[str] | NDArray[Any]) -> Sequence[str] | NDArray[Any]:
    return column if isinstance(column, np.ndarray) else list(column)


@dataclass(frozen=True)
class Frame(TabularResult, ShownInNotebooks):
    """Columns of equal length that polars, pandas, duckdb and pyarrow can read.

    ``frame.to_pandas()``, ``frame.to_polars()``, ``pyarrow.table(frame)``.

    It implements the Arrow PyCapsule protocol, so none of these libraries is needed here.

    Attributes:
        columns: The columns, by their names.
    """

    columns: Mapping[str, Sequence[str] | NDArray[Any]]

    def to_frame(self) -> Frame:
        """Return itself."""
        return self

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as a dictionary for JSON."""
        return {name: np.asarray(column).tolist() for name, column in self.columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table as an Arrow stream. A requested schema is ignored, as the protocol allows."""
        return _core.export_arrow(list(self.columns), list(self.columns.values()))
