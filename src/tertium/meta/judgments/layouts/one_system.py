"""What layouts with one row per segment share: each row holds its own text, and all outputs are of one system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.files.table import TableFile
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder, make_judgments, target_language
from tertium.types import Counts, References, TestSet

NAME = "mixed"
"""The outputs of several systems, of which nobody knows which is which, count as those of one."""


def make_judged_set(
    folder: Folder,
    table: TableFile,
    pair: str,
    rows: Counts,
    *,
    scores: Mapping[str, str],
    source: str | None,
    references: Sequence[str],
    hypothesis: str,
    notes: Sequence[str] = (),
) -> JudgedSet:
    """Make a judged set of the rows of one language pair.

    Args:
        folder: The folder.
        table: The table.
        pair: The language pair; empty if it is not known.
        rows: The rows, which become the segments.
        scores: The column of each kind of judgment.
        source: The column of the source, if there is one.
        references: The columns of the references.
        hypothesis: The column of the output.
        notes: What a reader of the figures should know.
    """

    def texts(column: str) -> list[str]:
        cells = table.texts(column)
        return [cells[at] for at in rows]

    test_set = TestSet(
        systems={NAME: texts(hypothesis)},
        references=References.from_columns([texts(column) for column in references]),
        sources=None if source is None else texts(source),
    )
    count = len(rows)
    judgments = make_judgments(
        table,
        np.tile(rows, len(scores)),
        system=[NAME] * (count * len(scores)),
        segment=np.tile(np.arange(1, count + 1), len(scores)),
        kind=[kind for kind in scores for _ in range(count)],
        value=np.concatenate([table.numbers(column)[rows] for column in scores.values()]),
    )
    return JudgedSet(
        name=f"{folder.name}/{pair}" if pair else folder.name,
        test_set=test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=notes,
    )
