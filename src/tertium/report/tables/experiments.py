"""From experiments that are ready to run to a document: a list of them."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.frame import Frame
from tertium.meta.correlation.experiment import Experiment
from tertium.report.blocks import Table, Tables
from tertium.report.document import Document


def describe_experiments(experiments: Sequence[Experiment]) -> Document:
    """Return a list of experiments: name, title, and the paper that each is from."""
    names = ("experiment", "title", "source")
    rows = [(each.name, each.title, each.source) for each in experiments]
    return Document(
        title="Experiments",
        blocks=[Tables(lambda: [Table(columns=names, cells=rows, text_columns=3)])],
        make_frame=lambda: Frame({name: [row[at] for row in rows] for at, name in enumerate(names)}),
        make_data=lambda: {"experiments": [dict(zip(names, row, strict=True)) for row in rows]},
    )
