"""WMT's direct assessment of whole systems: ``sys_da.tsv`` with human_raw, human_z or both, outputs, and references.

A system without output is left out with a note: in WMT21 that is ``HUMAN``, a reference that was judged like a system.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tertium.files.table import TableFile, read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder, make_judgments, target_language
from tertium.types import Counts

FILE = "sys_da.tsv"
KINDS = {"human_raw": "da", "human_z": "da-z", "human_da_z": "da-z"}
COLUMNS = ("lp", "system")
ONE_OF = tuple(KINDS)


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    return read_systems(folder, FILE, KINDS)


def read_systems(folder: Folder, file: str, kinds: Mapping[str, str]) -> list[JudgedSet]:
    """Read a folder with a table of judgments of whole systems.

    Args:
        folder: The folder.
        file: The table in it.
        kinds: The kind of each column of judgments; of two columns of one kind, the first here counts.
    """
    table = read_table(folder.path / file)
    table.require(COLUMNS)
    table.refuse_twins(["lp", "system"])
    columns: dict[str, str] = {}
    for column, kind in kinds.items():
        if column in table:
            columns.setdefault(kind, column)
    return [_read_pair(folder, table, pair, rows, columns) for pair, rows in folder.choose_pairs(table).items()]


def _read_pair(folder: Folder, table: TableFile, pair: str, rows: Counts, columns: Mapping[str, str]) -> JudgedSet:
    test_set = folder.cleaned(folder.read_outputs(folder.path / pair))
    names = table.texts("system")
    without = [names[at] for at in rows if names[at] not in test_set.systems]
    kept = np.array([at for at in rows if names[at] in test_set.systems], dtype=np.int64)
    judgments = make_judgments(
        table,
        np.tile(kept, len(columns)),
        system=[names[at] for at in kept] * len(columns),
        segment=np.zeros(len(kept) * len(columns), dtype=np.int64),
        kind=[kind for kind in columns for _ in kept],
        value=np.concatenate([table.numbers(column)[kept] for column in columns.values()]),
    )
    notes = [f"{name!r} was judged, but is left out: there is no output of it" for name in without]
    return JudgedSet(
        name=f"{folder.name}/{pair}",
        test_set=test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=notes,
    )
