"""Direct assessment of segments with one or more references: ``seg.tsv`` with hypothesis, reference and a mean.

It is the layout of MLQE-PE. Outputs are in the column hypothesis (or translation, mt); references in reference, or
reference1, reference2 and so on; means in da_z or z_mean, or as they were given in da_raw or mean. The source is
optional: source, original, or source_<language>, which also gives the language pair, with English as its target. A
column lp, if it is there, has the pair instead. One system, called ``mixed``.
"""

from __future__ import annotations

import re

import numpy as np

from tertium.errors import InputError
from tertium.files.table import read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder
from tertium.meta.judgments.layouts.one_system import make_judged_set

FILE = "seg.tsv"
KINDS = {"da_z": "da-z", "z_mean": "da-z", "human_da_z": "da-z", "da_raw": "da", "mean": "da"}
COLUMNS = ()
ONE_OF = tuple(KINDS)
_NAMES = {"hypothesis": ("hypothesis", "translation", "mt"), "source": ("source", "original")}
_SOURCE = "source_"
_REFERENCE = re.compile(r"reference\d*")


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE).rename(_NAMES)
    table.require(["hypothesis"])
    references = [name for name in table.header if _REFERENCE.fullmatch(name)]
    if not references:
        raise InputError(
            "there is no column reference, nor reference1",
            file=table.path,
            line=1,
            remedy=f"Name the reference so. The columns are: {', '.join(table.header)}",
        )
    if "idx" in table:
        table.refuse_twins(["lp", "idx"] if "lp" in table else ["idx"])
    columns: dict[str, str] = {}
    for column, kind in KINDS.items():
        if column in table:
            columns.setdefault(kind, column)
    named = next((name for name in table.header if name.startswith(_SOURCE)), None)
    if "lp" in table:
        rows = folder.choose_pairs(table)
    else:
        pair = f"{named.removeprefix(_SOURCE)}-en" if named else ""
        folder.check_pairs([pair] if pair else [])
        rows = {pair: np.arange(len(table))}
    return [
        make_judged_set(
            folder,
            table,
            pair,
            chosen,
            scores=columns,
            source=named or ("source" if "source" in table else None),
            references=references,
            hypothesis="hypothesis",
        )
        for pair, chosen in rows.items()
    ]
