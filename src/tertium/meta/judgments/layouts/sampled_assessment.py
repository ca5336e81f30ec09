"""WMT's direct assessment of some segments of known systems: ``seg_da.tsv`` with system and sid, and all outputs.

The test set is all outputs of all systems (``<pair>/hyp.<system>.txt``), of which few segments were judged. Where the
table has a column hypothesis, each row must agree with the line that it is about. Where systems gave the same output it
was judged once, under their names joined by ``+``; that judgment goes to the first of them, so that each row counts
once. ``sys_da.tsv``, if it is there, has judgments of whole systems, as where it stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.files.table import TableFile, read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.layouts import system_assessment
from tertium.meta.judgments.layouts.folder import Folder, check_known, check_range, make_judgments, target_language
from tertium.meta.judgments.layouts.system_assessment import SystemTable
from tertium.types import Counts, TestSet

FILE = "seg_da.tsv"
COLUMNS = ("lp", "system", "sid", "human_da_z")
OPTIONS = ("references",)
_JOINT = "+"
_KIND = "da-z"


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    segments = read_table(folder.path / FILE)
    segments.require(COLUMNS)
    path = folder.path / system_assessment.FILE
    systems = SystemTable.read(path, system_assessment.KINDS) if path.exists() else None
    return [_read_pair(folder, pair, rows, segments, systems) for pair, rows in folder.choose_pairs(segments).items()]


def _read_pair(folder: Folder, pair: str, rows: Counts, table: TableFile, systems: SystemTable | None) -> JudgedSet:
    test_set = folder.read_outputs(folder.path / pair)
    judgments = _judged_segments(table, rows, test_set)
    notes: list[str] = []
    if systems is not None:
        cells = systems.table.texts("lp")
        whole, notes = systems.judge(np.flatnonzero([cell == pair for cell in cells]), test_set)
        judgments = Judgments.concatenate([judgments, whole])
    return JudgedSet(
        name=f"{folder.name}/{pair}",
        test_set=test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=notes,
    )


def _judged_segments(table: TableFile, rows: Counts, test_set: TestSet) -> Judgments:
    segments = table.whole_numbers("sid", lowest=1)[rows]
    names = _cells(table, "system", rows)
    first = [name if name in test_set.systems else name.split(_JOINT)[0] for name in names]
    check_range(table, rows, segments, test_set, "sid")
    _check_texts(table, rows, names, segments, test_set)
    return make_judgments(
        table,
        rows,
        system=first,
        segment=segments,
        kind=[_KIND] * len(rows),
        value=table.numbers("human_da_z")[rows],
    )


def _check_texts(table: TableFile, rows: Counts, names: Sequence[str], segments: Counts, test_set: TestSet) -> None:
    """Each row must be about the line that it says it is about."""
    said: Sequence[str | None] = _cells(table, "hypothesis", rows) if "hypothesis" in table else [None] * len(rows)
    for at, name, segment, text in zip(rows, names, segments, said, strict=True):
        for system in [name] if name in test_set.systems else name.split(_JOINT):
            check_known(table, np.array([at]), [system], test_set.systems)
            if text is not None and test_set.systems[system][segment - 1] != text:
                raise table.error(
                    int(at),
                    f"the hypothesis is not line {segment} of hyp.{system}.txt",
                    "Check that sid counts lines from 1, and that table and outputs are of one release",
                )


def _cells(table: TableFile, name: str, rows: Counts) -> list[str]:
    column = table.texts(name)
    return [column[at] for at in rows]
