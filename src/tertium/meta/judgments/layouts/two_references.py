"""Direct assessment of segments with two references each: ``seg.tsv`` with idx, da_z, source_<language> and the texts.

It is the layout of the Estonian to English part of MLQE-PE. The language of the outputs stands nowhere in it; it is
English. One system, called ``mixed``.
"""

from __future__ import annotations

import numpy as np

from tertium.errors import InputError
from tertium.files.table import read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder
from tertium.meta.judgments.layouts.one_system import make_judged_set

FILE = "seg.tsv"
COLUMNS = ("idx", "da_z", "reference1", "reference2", "hypothesis")
_SOURCE = "source_"


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE)
    table.require(COLUMNS)
    table.refuse_twins(["idx"])
    table.whole_numbers("idx", lowest=1)
    source = next((name for name in table.header if name.startswith(_SOURCE)), None)
    if source is None:
        raise InputError(
            f"there is no column {_SOURCE}<language>", file=table.path, line=1, remedy=f"Name it such as {_SOURCE}et"
        )
    pair = f"{source.removeprefix(_SOURCE)}-en"
    folder.check_pairs([pair])
    return [
        make_judged_set(
            folder,
            table,
            pair,
            np.arange(len(table)),
            scores={"da-z": "da_z"},
            source=source,
            references=["reference1", "reference2"],
            hypothesis="hypothesis",
        )
    ]
