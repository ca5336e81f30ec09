"""The outcome of an experiment: a study for each judged set, and the table that was asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.frame import Frame, TabularResult
from tertium.json_result import JsonResult
from tertium.meta.correlation.experiment import Cell, Experiment
from tertium.meta.correlation.figure import Figure
from tertium.meta.correlation.study import Study
from tertium.notebook import ShownInNotebooks


@dataclass(frozen=True)
class Outcome(JsonResult, TabularResult, ShownInNotebooks):
    """What an experiment found.

    Attributes:
        experiment: The experiment.
        studies: One for each judged set, and for each kind of judgment if cells differ in that.
        notes: Which judged sets were left out, and why.
    """

    json_fields = "experiment=experiment_data means=mean_data studies notes"

    experiment: Experiment
    studies: Sequence[Study]
    notes: Sequence[str] = ()

    @property
    def sets(self) -> list[str]:
        """The names of the judged sets."""
        return list(dict.fromkeys(study.name for study in self.studies))

    def figure(self, cell: Cell, name: str) -> Figure:
        """Return the figure of a cell on one judged set."""
        asked = self.experiment.question_of(cell)
        study = next(study for study in self.studies if (study.name, study.question) == (name, asked))
        return study.figure(cell.metric)

    def rows_of(self, study: Study) -> dict[str, str]:
        """Return what the rows of metrics are called in one study; nothing where a row has several metrics."""
        if len(self.experiment.columns) > 1:
            return {}
        asked = self.experiment.question_of
        return {cell.metric: cell.row for cell in self.experiment.cells if asked(cell) == study.question}

    def mean(self, cell: Cell) -> float:
        """Return the mean of a cell over the judged sets where it is defined."""
        values = [self.figure(cell, name).value for name in self.sets]
        known = [value for value in values if not np.isnan(value)]
        return float(np.mean(known)) if known else np.nan

    def to_frame(self) -> Frame:
        """Return one row per judged set and cell, as ``by_cell`` does."""
        return self.by_cell()

    def by_cell(self) -> Frame:
        """Return one row per judged set and cell, in full precision."""
        rows = [(name, cell, self.figure(cell, name)) for name in self.sets for cell in self.experiment.cells]
        ends = [(each.interval.low, each.interval.high) if each.interval else (np.nan, np.nan) for _, _, each in rows]
        return Frame(
            {
                "set": [name for name, _, _ in rows],
                "metric": [cell.metric for _, cell, _ in rows],
                "row": [cell.row for _, cell, _ in rows],
                "column": [cell.column for _, cell, _ in rows],
                "value": np.array([figure.value for _, _, figure in rows]),
                "low": np.array([low for low, _ in ends]),
                "high": np.array([high for _, high in ends]),
                "count": np.array([figure.count for _, _, figure in rows]),
                "rank": np.array([np.nan if figure.rank is None else figure.rank for _, _, figure in rows]),
                "without_extreme": _optional([figure.without_extreme for _, _, figure in rows]),
                "without_stray": _optional([figure.without_stray for _, _, figure in rows]),
                "paper": _optional([cell.paper for _, cell, _ in rows]),
            }
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per judged set and cell, as an Arrow stream."""
        return self.by_cell().__arrow_c_stream__(requested_schema)

    @property
    def experiment_data(self) -> dict[str, Any]:
        """The experiment, as its file has it."""
        return self.experiment.to_dict()

    @property
    def mean_data(self) -> list[dict[str, Any]]:
        """The mean of each cell of the experiment."""
        return [{**_place(cell), "value": self.mean(cell)} for cell in self.experiment.cells]


def _place(cell: Cell) -> Mapping[str, Any]:
    return {"metric": cell.metric, "row": cell.row, "column": cell.column, "paper": cell.paper}


def _optional(values: Sequence[float | None]) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values])
