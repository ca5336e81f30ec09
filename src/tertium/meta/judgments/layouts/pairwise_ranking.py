"""WMT's rankings as pairs: ``judgments_pairwise.tsv``, one row per comparison of two outputs; the lower rank is better.

Annotators ranked up to five outputs on a sheet, which the table holds as all pairs of them. Consecutive rows of one
annotator and segment that are all pairs of a few systems, each with one rank, are joined to that sheet again, so that
nothing is compared twice; other rows become sheets of two. An annotator who judged a segment twice has two sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from tertium.files.table import TableFile, read_table
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder, check_known, check_range, make_judgments, target_language
from tertium.types import Counts

FILE = "judgments_pairwise.tsv"
COLUMNS = ("lp", "src_index", "judge", "system_a", "rank_a", "system_b", "rank_b")
OPTIONS = ("references",)


@dataclass(frozen=True, kw_only=True)
class _Comparison:
    row: int
    segment: int
    annotator: str
    systems: tuple[str, str]
    ranks: tuple[int, int]


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    table = read_table(folder.path / FILE)
    table.require(COLUMNS)
    return [_read_pair(folder, table, pair, rows) for pair, rows in folder.choose_pairs(table).items()]


def _read_pair(folder: Folder, table: TableFile, pair: str, rows: Counts) -> JudgedSet:
    test_set = folder.read_outputs(folder.path / pair)
    segments = table.whole_numbers("src_index", lowest=1)
    check_range(table, rows, segments[rows], test_set, "src_index")
    first, second, annotators = (table.texts(name) for name in ("system_a", "system_b", "judge"))
    for systems in (first, second):
        check_known(table, rows, [systems[at] for at in rows], test_set.systems)
    for at in rows:
        if first[at] == second[at]:
            raise table.error(int(at), f"{first[at]!r} is compared with itself", "Leave the row out")
    ranks = [table.whole_numbers(name, lowest=1).tolist() for name in ("rank_a", "rank_b")]
    comparisons = [
        _Comparison(
            row=at,
            segment=int(segments[at]),
            annotator=annotators[at],
            systems=(first[at], second[at]),
            ranks=(ranks[0][at], ranks[1][at]),
        )
        for at in rows.tolist()
    ]
    entries = [
        (part[0], str(number), system, rank)
        for number, part in enumerate(_sheets(comparisons), start=1)
        for system, rank in _ranks(part).items()
    ]
    judgments = make_judgments(
        table,
        np.array([comparison.row for comparison, *_ in entries]),
        system=[system for _, _, system, _ in entries],
        segment=np.array([comparison.segment for comparison, *_ in entries]),
        kind=["rank"] * len(entries),
        value=np.array([rank for *_, rank in entries], dtype=float),
        annotator=[comparison.annotator for comparison, *_ in entries],
        sheet=[sheet for _, sheet, _, _ in entries],
    )
    return JudgedSet(
        name=f"{folder.name}/{pair}", test_set=test_set, judgments=judgments, language=target_language(pair)
    )


def _sheets(comparisons: Sequence[_Comparison]) -> Iterator[list[_Comparison]]:
    for _, run in groupby(comparisons, key=lambda comparison: (comparison.segment, comparison.annotator)):
        together = list(run)
        if _is_sheet(together):
            yield together
        else:
            yield from ([comparison] for comparison in together)


def _is_sheet(run: Sequence[_Comparison]) -> bool:
    """Return whether these are all pairs of some systems, each once, with one rank for each system."""
    ranks = _ranks(run)
    pairs = {frozenset(comparison.systems) for comparison in run}
    agrees = all(
        ranks[system] == rank
        for comparison in run
        for system, rank in zip(comparison.systems, comparison.ranks, strict=True)
    )
    return agrees and len(pairs) == len(run) == len(ranks) * (len(ranks) - 1) // 2


def _ranks(run: Sequence[_Comparison]) -> dict[str, int]:
    return {
        system: rank for comparison in run for system, rank in zip(comparison.systems, comparison.ranks, strict=True)
    }
