"""Folders in the layout of mt-metrics-eval, made from judged sets that were read from another layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.kinds import KINDS

NAMES = {"da": "wmt-raw", "da-z": "wmt-z"}
"""What mt-metrics-eval calls the kinds of judgments of WMT."""


def write_lines(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def write_score(value: float) -> str:
    return "None" if np.isnan(value) else repr(float(value))


def write_scores(path: Path, scores: Mapping[str, Sequence[float]]) -> None:
    write_lines(path, [f"{name}\t{write_score(value)}" for name, values in scores.items() for value in values])


def write_pair(folder: Path, judged: JudgedSet) -> None:
    """Write a judged set as mt-metrics-eval has it: one file per system, reference and kind of judgment."""
    pair = judged.name.rpartition("/")[2]
    test_set = judged.test_set
    for name, outputs in test_set.systems.items():
        write_lines(folder / "system-outputs" / pair / f"{name}.txt", outputs)
    references = [test_set.references.of(at) for at in range(len(test_set))]
    for at, name in enumerate("ABC"[: len(references[0])]):
        write_lines(folder / "references" / f"{pair}.ref{name}.txt", [of_segment[at] for of_segment in references])
    if test_set.sources is not None:
        write_lines(folder / "sources" / f"{pair}.txt", test_set.sources)
    write_lines(folder / "documents" / f"{pair}.docs", ["news\tdoc1"] * len(test_set))
    for kind in judged.judgments.kinds:
        rows = judged.judgments.of_kind(kind)
        assert kind in KINDS
        for level, of_systems in (("seg", False), ("sys", True)):
            if ((rows.segment == 0) == of_systems).any():
                scores = (
                    dict(zip(judged.systems, judged.system_scores(kind)[:, np.newaxis].tolist(), strict=True))
                    if of_systems
                    else dict(zip(judged.systems, judged.segment_scores(kind).tolist(), strict=True))
                )
                write_scores(folder / "human-scores" / f"{pair}.{NAMES.get(kind, kind)}.{level}.score", scores)
