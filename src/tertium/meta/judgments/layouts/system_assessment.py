"""WMT's direct assessment of whole systems: ``sys_da.tsv`` with human_raw and human_z, outputs, and any references.

A system without output is left out with a note: in WMT21 that is ``HUMAN``, a reference that was judged like a system.
"""

from __future__ import annotations

import numpy as np

from tertium.files.table import TableFile, read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder, make_judgments, target_language
from tertium.types import Counts

FILE = "sys_da.tsv"
KINDS = {"da": "human_raw", "da-z": "human_z"}
COLUMNS = ("lp", "system", *KINDS.values())


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE)
    table.require(COLUMNS)
    table.refuse_twins(["lp", "system"])
    return [_read_pair(folder, table, pair, rows) for pair, rows in folder.choose_pairs(table).items()]


def _read_pair(folder: Folder, table: TableFile, pair: str, rows: Counts) -> JudgedSet:
    test_set = folder.cleaned(folder.read_outputs(folder.path / pair))
    names = table.texts("system")
    without = [names[at] for at in rows if names[at] not in test_set.systems]
    kept = np.array([at for at in rows if names[at] in test_set.systems], dtype=np.int64)
    judgments = make_judgments(
        table,
        np.tile(kept, len(KINDS)),
        system=[names[at] for at in kept] * len(KINDS),
        segment=np.zeros(len(kept) * len(KINDS), dtype=np.int64),
        kind=[kind for kind in KINDS for _ in kept],
        value=np.concatenate([table.numbers(column)[kept] for column in KINDS.values()]),
    )
    notes = [f"{name!r} was judged, but is left out: there is no output of it" for name in without]
    return JudgedSet(
        name=f"{folder.name}/{pair}",
        test_set=test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=notes,
    )
