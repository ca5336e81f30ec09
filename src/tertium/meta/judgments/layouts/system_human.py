"""Judgments of whole systems: ``sys_human.tsv`` with means of direct assessment, or shares of wins in rankings.

WMT's rankings have this table beside ``judgments_pairwise.tsv``, which is read where it is there, since it has more in
it. ``win_ratio_no_ties`` is the share of wins among the comparisons that are not ties, ``ge_ratio`` that of wins and
ties among all; the first is taken where both are there. Other columns are those of ``sys_da.tsv``.
"""

from __future__ import annotations

from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import system_assessment
from tertium.meta.judgments.layouts.folder import Folder

FILE = "sys_human.tsv"
KINDS = {**system_assessment.KINDS, "win_ratio_no_ties": "wins", "ge_ratio": "wins"}
COLUMNS = system_assessment.COLUMNS
OPTIONS = ("references",)
ONE_OF = tuple(KINDS)


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    return system_assessment.read_systems(folder, FILE, KINDS)
