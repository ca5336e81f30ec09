"""Adequacy and fluency of segments, as means over annotators: ``seg.tsv`` with raw means and means of z-scores of both.

It is the layout of a study of believability (Martindale and others). The outputs from Persian and Korean are tokenised
and lowercased, so the reference is ``reference_tok``, which is too, and not ``reference_raw``. Those from Arabic are
not tokenised, despite the name of the column, and a fifth of them has capitals: with case ignored ``reference_raw``
would suit them a little better (chrF++ with adequacy .366 rather than .352), with case it would not (.326 rather than
.348), so all pairs are read in the same way. The annotator is called ``mean``; there is one system per pair, called
``mixed``. Believability itself is not read: there is no kind for it.
"""

from __future__ import annotations

from tertium.files.table import read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder
from tertium.meta.judgments.layouts.one_system import make_judged_set

FILE = "seg.tsv"
SCORES = {
    "adequacy": "adequacy_raw_mean",
    "fluency": "fluency_raw_mean",
    "adequacy-z": "adequacy_z",
    "fluency-z": "fluency_z",
}
COLUMNS = ("lp", "segid", "reference_tok", "hypothesis_tok")
ONE_OF = tuple(SCORES.values())


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE)
    table.require(COLUMNS)
    table.refuse_twins(["lp", "segid"])
    return [
        make_judged_set(
            folder,
            table,
            pair,
            rows,
            scores={kind: column for kind, column in SCORES.items() if column in table},
            source="source" if "source" in table else None,
            references=["reference_tok"],
            hypothesis="hypothesis_tok",
        )
        for pair, rows in folder.choose_pairs(table).items()
    ]
