"""An experiment is a value: it can be named, saved as TOML, run, resumed, and run again with the same result.

The tables of the papers are such files, in ``experiments/``: each cell has its metric, and the figure that the paper
has there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import resources
from typing import Any

from tertium.errors import InputError, SpecError
from tertium.files.opening import read_bytes
from tertium.files.toml import parse_toml
from tertium.meta.correlation.question import Question
from tertium.metrics.spec import name_spec, refuse_local
from tertium.registry import PARTIAL_STATISTICS, unknown

_READY = resources.files("tertium.meta.correlation") / "experiments"
_SUFFIX = ".toml"
_LISTS = ("data", "pairs", "references", "systems", "kinds", "scores", "stored", "lower")


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One figure of a table.

    Attributes:
        metric: The spec of the metric, or the name of scores from elsewhere.
        row: What its row is called; the metric if empty.
        column: What its column is called, where a table has more than one.
        paper: The figure that the paper has there, if it is from one.
        judgment: The kind of judgment, where it is another than the experiment's.
        normalise: The normalisation, where it is another than the experiment's.
        control: What is held constant in this cell, such as ``log-length``: its statistic is the partial correlation.
    """

    metric: str
    row: str = ""
    column: str = ""
    paper: float | None = None
    judgment: str = ""
    normalise: str = ""
    control: str = ""

    def __post_init__(self) -> None:
        if not self.row:
            object.__setattr__(self, "row", self.metric)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """Metrics, and what is asked of them.

    Attributes:
        cells: The figures that are wanted.
        question: Level, statistic, judgments, test and seed.
        name: What it is called.
        title: What it shows.
        source: Where it is from, such as a paper and its table.
        data: The folders of judged data that it is run on, if no others are given.
        pairs: The language pairs that it is about; all if empty.
        references: The references that are used, by their names in the folder; all if empty.
        include_human: Whether translations of people that were judged like systems take part.
        weights: The weights of MQM errors that differ from the usual ones, such as ``critical=10``.
        systems: The systems that take part; all if empty.
        kinds: What kind some systems are: ``name=kind``.
        scores: Files of scores from elsewhere.
        stored: Metrics whose scores the folder has ready; ``all`` for all of them.
        lower: Those of which less is better.
        text: ``stored`` for text as the file has it, or ``plain``, where entities such as ``&apos;`` become characters:
            official scores are of the first, parsers need the second.
    """

    cells: Sequence[Cell]
    question: Question = field(default_factory=Question)
    name: str = ""
    title: str = ""
    source: str = ""
    data: Sequence[str] = ()
    pairs: Sequence[str] = ()
    references: Sequence[str] = ()
    include_human: bool = False
    weights: str = ""
    systems: Sequence[str] = ()
    kinds: Sequence[str] = ()
    scores: Sequence[str] = ()
    stored: Sequence[str] = ()
    lower: Sequence[str] = ()
    text: str = "stored"

    def __post_init__(self) -> None:
        if not self.cells:
            raise SpecError("the experiment has no metric", remedy="Give at least one, such as bleu")
        for name in _LISTS:
            if isinstance(getattr(self, name), str) or not all(isinstance(each, str) for each in getattr(self, name)):
                raise SpecError(
                    f"{name} of the experiment is not a list of texts", remedy=f'Write {name} = ["one", "two"]'
                )
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if self.text not in ("plain", "stored"):
            raise unknown("form of text", self.text, ("plain", "stored"))
        places = [(cell.row, cell.column) for cell in self.cells]
        for place in places:
            if places.count(place) > 1:
                where = " / ".join(filter(None, place))
                raise SpecError(f"the experiment has two metrics for {where!r}", remedy="Give each its own row")

    @property
    def metrics(self) -> list[str]:
        """All metrics, each once, in the order of the cells."""
        return list(dict.fromkeys(cell.metric for cell in self.cells))

    @property
    def rows(self) -> list[str]:
        """The rows of the table."""
        return list(dict.fromkeys(cell.row for cell in self.cells))

    @property
    def columns(self) -> list[str]:
        """The columns of the table; a list has a single column without a name."""
        return list(dict.fromkeys(cell.column for cell in self.cells))

    def question_of(self, cell: Cell) -> Question:
        """Return what is asked in one cell."""
        given = {"judgment": cell.judgment, "normalise": cell.normalise, "control": cell.control}
        if cell.control and not self.question.is_partial:
            given["statistic"] = f"partial-{self.question.statistic}"
            if given["statistic"] not in PARTIAL_STATISTICS:
                raise SpecError(
                    f"the experiment holds {cell.control} constant, and there is no partial {self.question.statistic}",
                    remedy=f"Use the statistic {' or '.join(PARTIAL_STATISTICS.values())}",
                )
        return Question(**{**vars(self.question), **{name: value for name, value in given.items() if value}})

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON and TOML; what is as usual is left out."""
        about = {name: getattr(self, name) for name in ("name", "title", "source", "text", "weights", "include_human")}
        found: dict[str, Any] = {name: value for name, value in about.items() if value not in ("", "stored", False)}
        found |= {name: list(getattr(self, name)) for name in _LISTS if getattr(self, name)}
        found["question"] = self.question.to_dict()
        found["cell"] = [_without_usual(cell) for cell in self.cells]
        return found

    def to_toml(self) -> str:
        """Return it as a file that ``load_experiment`` reads."""
        import tomli_w

        return tomli_w.dumps(self.to_dict())


def list_experiments() -> list[str]:
    """List the names of the ready experiments.

    >>> "meteor-table-6" in list_experiments()
    True
    """
    return sorted(path.name.removesuffix(_SUFFIX) for path in _READY.iterdir() if path.name.endswith(_SUFFIX))


def load_experiment(name: str) -> Experiment:
    """Load a ready experiment by its name, or one from a TOML file.

    >>> load_experiment("meteor-table-6").question.level
    'by-system'

    Args:
        name: One of ``list_experiments()``, or a file that ends in ``.toml``.

    Raises:
        SpecError: If there is no such experiment.
        InputError: If the file is not one.
    """
    if name in list_experiments():
        return _read(name, (_READY / f"{name}{_SUFFIX}").read_bytes())
    if not name.endswith(_SUFFIX):
        raise unknown("experiment", name, list_experiments())
    return _read(name, read_bytes(name))


def make_experiment(metrics: Sequence[str], question: Question, **about: Any) -> Experiment:
    """Make an experiment with one row per metric.

    >>> make_experiment(["bleu", "chrf"], Question(level="system")).metrics
    ['bleu', 'chrf']

    Args:
        metrics: Metric specs.
        question: What is asked of them.
        about: Other attributes of ``Experiment``, such as ``data`` and ``title``.
    """
    cells = [Cell(metric=metric, row=name_spec(metric)) for metric in dict.fromkeys(metrics)]
    return Experiment(cells=cells, question=question, **about)


def _read(file: str, content: bytes) -> Experiment:
    data = parse_toml(content, file, kind="experiment", remedy="See docs/how-to/experiments.md")
    try:
        cells = [_build(Cell, cell, "cell") for cell in _listed(data.pop("cell", []))]
        for cell in cells:
            refuse_local(cell.metric)
        question = _build(Question, data.pop("question", {}), "question")
        experiment: Experiment = _build(Experiment, {**data, "cells": cells, "question": question}, "experiment")
        return experiment
    except SpecError as error:
        raise InputError(error.message, file=file, remedy=error.remedy) from error


def _listed(cells: Any) -> list[Mapping[str, Any]]:
    if not isinstance(cells, list) or not all(isinstance(cell, Mapping) for cell in cells):
        raise SpecError("the cells of the experiment are not a list of tables", remedy="Write each below [[cell]]")
    return cells


def _build(kind: type[Any], values: Any, what: str) -> Any:
    """Return a dataclass from a table of the file, whose names and types are checked."""
    if not isinstance(values, Mapping):
        raise SpecError(f"{what} is not a table", remedy=f"Write its settings below [{what}]")
    known = {each.name: each for each in fields(kind)}
    for name, value in values.items():
        if name not in known:
            raise unknown("setting", name, known, owner=f"an {what}" if what == "experiment" else f"a {what}")
        wanted = known[name].type
        if wanted in ("str", "bool", "int", "int | None", "float", "float | None") and not _fits(value, str(wanted)):
            raise SpecError(f"{name} of the {what} is {value!r}, not of type {str(wanted).split()[0]}")
    missing = {"metric", "cells"} & set(known) - set(values)
    if missing:
        raise SpecError(f"a {what} has no {missing.pop()}", remedy="Give one, such as metric = 'bleu'")
    return kind(**values)


def _fits(value: object, wanted: str) -> bool:
    if wanted == "str":
        return isinstance(value, str)
    if isinstance(value, bool) or wanted == "bool":
        return isinstance(value, bool) and wanted == "bool"
    return isinstance(value, int if wanted.startswith("int") else (int, float))


def _without_usual(cell: Cell) -> dict[str, Any]:
    usual = Cell(metric=cell.metric)
    return {"metric": cell.metric} | {
        each.name: getattr(cell, each.name)
        for each in fields(cell)
        if getattr(cell, each.name) != getattr(usual, each.name)
    }
