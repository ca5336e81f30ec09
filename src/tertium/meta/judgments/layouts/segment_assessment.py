"""WMT's direct assessment of segments, without systems: ``seg_da.tsv`` with lp, idx, human_da_z and the texts.

The source is optional. ``sys_da.tsv`` beside it cannot be used, since rows do not say whose output they are: a note
says so.

One judged set per language pair, with one system called ``mixed``, and the rows of the pair as its segments.
"""

from __future__ import annotations

from tertium.files.table import read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import system_assessment
from tertium.meta.judgments.layouts.folder import Folder
from tertium.meta.judgments.layouts.one_system import make_judged_set

FILE = "seg_da.tsv"
COLUMNS = ("lp", "idx", "human_da_z", "reference", "hypothesis")


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE)
    table.require(COLUMNS)
    table.refuse_twins(["lp", "idx"])
    table.whole_numbers("idx", lowest=1)
    beside = folder.path / system_assessment.FILE
    notes = [f"{beside.name} is not used: {FILE} has no column system"] if beside.exists() else []
    return [
        make_judged_set(
            folder,
            table,
            pair,
            rows,
            scores={"da-z": "human_da_z"},
            source="source" if "source" in table else None,
            references=["reference"],
            hypothesis="hypothesis",
            notes=notes,
        )
        for pair, rows in folder.choose_pairs(table).items()
    ]
