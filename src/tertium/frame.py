"""Columns of data for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.notebook import ShownInNotebooks


@dataclass(frozen=True)
class Frame(ShownInNotebooks):
    """Columns of equal length that polars, pandas, duckdb and pyarrow can read.

    ``polars.DataFrame(frame)``, ``pandas.DataFrame.from_arrow(frame)`` of pandas 3, ``pyarrow.table(frame)``. Every
    pandas takes ``pandas.DataFrame(frame.to_dict())``.

    It implements the Arrow PyCapsule protocol, so none of these libraries is needed here.

    Attributes:
        columns: The columns, by their names.
    """

    columns: Mapping[str, Sequence[str] | NDArray[Any]]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as a dictionary for JSON."""
        return {name: np.asarray(column).tolist() for name, column in self.columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table as an Arrow stream. A requested schema is ignored, as the protocol allows."""
        return _core.export_arrow(list(self.columns), list(self.columns.values()))
