"""WMT's direct assessment of whole systems: ``sys_da.tsv`` with human_raw, human_z or both, outputs, and references.

A system without output is left out with a note: in WMT21 that is ``HUMAN``, a reference that was judged like a system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from tertium.files.table import TableFile, read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.layouts.folder import Folder, make_judgments, target_language
from tertium.types import Counts, TestSet

FILE = "sys_da.tsv"
KINDS = {"human_raw": "da", "human_z": "da-z", "human_da_z": "da-z"}
COLUMNS = ("lp", "system")
OPTIONS = ("references",)
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
    table = SystemTable.read(folder.path / file, kinds)
    return [_read_pair(folder, table, pair, rows) for pair, rows in folder.choose_pairs(table.table).items()]


@dataclass(frozen=True)
class SystemTable:
    """A table of judgments of whole systems.

    Attributes:
        table: The table.
        columns: The column of each kind of judgment.
    """

    table: TableFile
    columns: Mapping[str, str]

    @classmethod
    def read(cls, path: Path, kinds: Mapping[str, str]) -> Self:
        """Read it; kinds as for ``read_systems``."""
        table = read_table(path)
        table.require(COLUMNS)
        table.refuse_twins(["lp", "system"])
        columns: dict[str, str] = {}
        for column, kind in kinds.items():
            if column in table:
                columns.setdefault(kind, column)
        if not columns:
            table.require([" or ".join(kinds)])
        return cls(table, columns)

    def judge(self, rows: Counts, test_set: TestSet) -> tuple[Judgments, list[str]]:
        """Return the judgments of some rows, and notes on systems that have no output and are left out."""
        names = self.table.texts("system")
        without = [names[at] for at in rows if names[at] not in test_set.systems]
        kept = np.array([at for at in rows if names[at] in test_set.systems], dtype=np.int64)
        judgments = make_judgments(
            self.table,
            np.tile(kept, len(self.columns)),
            system=[names[at] for at in kept] * len(self.columns),
            segment=np.zeros(len(kept) * len(self.columns), dtype=np.int64),
            kind=[kind for kind in self.columns for _ in kept],
            value=np.concatenate([self.table.numbers(column)[kept] for column in self.columns.values()]),
        )
        return judgments, [f"{name!r} was judged, but is left out: there is no output of it" for name in without]


def _read_pair(folder: Folder, table: SystemTable, pair: str, rows: Counts) -> JudgedSet:
    test_set = folder.read_outputs(folder.path / pair)
    judgments, notes = table.judge(rows, test_set)
    return JudgedSet(
        name=f"{folder.name}/{pair}",
        test_set=test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=notes,
    )
