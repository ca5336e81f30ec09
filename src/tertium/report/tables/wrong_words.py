"""Tables of wrong words: source word, wrong word and suggestion, and how often, for developers of a system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tertium.frame import Frame
from tertium.mtness.examination import Examination
from tertium.report.blocks import Table
from tertium.report.cells import Cell, Number
from tertium.report.texts import keep_on_line, make_plain

_MOST_SEGMENTS = 5


def wrong_word_table(examinations: Sequence[Examination], limit: int) -> Table:
    """Return one row per wrong word, the most frequent first.

    Args:
        examinations: What was found, one per system.
        limit: Maximum number of rows per system.
    """
    several = len(examinations) > 1
    rows: list[Sequence[Cell]] = []
    notes = ["instances only, by their best suggestion; –: nothing"]
    for each in examinations:
        words = each.wrong_words()
        for word in words[:limit]:
            numbers = ", ".join(str(number + 1) for number in word.segments[:_MOST_SEGMENTS])
            more = ", …" if len(word.segments) > _MOST_SEGMENTS else ""
            rows.append(
                (
                    *([each.system or "hypotheses"] if several else []),
                    make_plain(word.source) or "–",
                    make_plain(word.wrong) or "–",
                    make_plain(word.suggested) or "–",
                    ", ".join(word.errors),
                    numbers + more,
                    Number(word.count, ","),
                )
            )
        if len(words) > limit:
            name = f"{each.system or 'hypotheses'}: " if several else ""
            notes.append(f"{name}the {limit:,} most frequent of {len(words):,}; json and tsv have all")
    columns = ("source", "in the text", "suggestion", "type", "segments", "times")
    return Table(
        columns=(*(["system"] if several else []), *columns),
        cells=rows,
        title="By word",
        notes=notes,
        text_columns=5 + several,
        keys=3 + several,
    )


def wrong_word_frame(examinations: Sequence[Examination]) -> Frame:
    """Return one row per system and wrong word."""
    rows = [(each.system, word) for each in examinations for word in each.wrong_words()]
    columns: dict[str, Any] = {
        "system": [system for system, _ in rows],
        **{name: [keep_on_line(getattr(word, name)) for _, word in rows] for name in ("source", "wrong", "suggested")},
        "count": np.array([word.count for _, word in rows], np.int64),
        "errors": ["|".join(word.errors) for _, word in rows],
        "segments": [" ".join(str(number + 1) for number in word.segments) for _, word in rows],
    }
    return Frame(columns)
