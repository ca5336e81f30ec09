"""The document of an explanation: matches by size, fragments that matched or not, and trees with marks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tertium.audit.explanation.explanation import Explanation, MarkedTree, Size
from tertium.audit.explanation.fragments import Fragment
from tertium.frame import Frame
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document
from tertium.report.tables.alignment import describe_alignment
from tertium.syntax.trees import Constituents

_SIZES = {"subtree": "depth", "chain": "length", "n-gram": "length", "production": "children"}
# A number above e^230 is easier to read as a power of ten.
_LARGE = 230.0


def describe_explanation(explanation: Explanation, title: str = "Explanation") -> Document:
    """Describe an explanation: marked trees, tables, one row per fragment, and all of it as data."""
    if explanation.alignment is not None:
        aligned = describe_alignment(explanation.alignment, title)
        pictures, tables = aligned.blocks
        blocks = [pictures, Tables(lambda: [score_table(explanation)]), tables]
        return Document(title=title, blocks=blocks, make_frame=aligned.make_frame, make_data=explanation.to_dict)
    return Document(
        title=title,
        blocks=[
            Pictures(lambda: [_draw(explanation, number) for number in range(len(explanation.trees))]),
            Tables(lambda: [table for table in _make_tables(explanation) if table.cells]),
        ],
        make_frame=lambda: fragment_frame(explanation),
        make_data=explanation.to_dict,
    )


def _make_tables(explanation: Explanation) -> list[Table]:
    unit = explanation.unit
    return [
        score_table(explanation),
        kernel_table(explanation),
        fragment_table(explanation, explanation.matched, f"Matched {unit}s"),
        fragment_table(explanation, explanation.missing, f"{unit.capitalize()}s not matched, or matched less often"),
        fragment_table(explanation, explanation.lacking, f"{unit.capitalize()}s only in the references", ours=False),
    ]


def score_table(explanation: Explanation) -> Table:
    """Tabulate the matches by size, and the components of the score.

    Fractions are those of the counts beside them. Smoothed fractions, of which the score is made, have another column.
    """
    signatures = [explanation.signature]
    score = Number(explanation.score, f".{explanation.decimals}f")
    if not explanation.sizes:
        rows: list[tuple[Cell, ...]] = [
            (explanation.metric, score),
            *((name, _figure(name, value)) for name, value in explanation.figures.items()),
        ]
        if explanation.alignment is not None:
            rows = rows[:1]  # the table of the alignment has them
        return Table(columns=("figure", "value"), cells=rows, title="Score", signatures=signatures)
    measure = _SIZES[explanation.unit]
    by_size: list[Sequence[Cell]] = [
        (
            f"{measure} {each.size}",
            Number(each.count, "d"),
            Number(each.matched, "d"),
            *_fractions(each, explanation.smoothing),
        )
        for each in explanation.sizes
    ]
    smoothed = [f"smoothed ({explanation.smoothing})"] if explanation.smoothing else []
    empty = [""] * len(smoothed)
    figures: list[Sequence[Cell]] = [
        (name.replace("_", " "), "", "", _figure(name, value), *empty) for name, value in explanation.figures.items()
    ]
    columns = ("", f"{explanation.unit}s", "matched", "fraction", *smoothed)
    last: Sequence[Cell] = (explanation.metric, "", "", score, *empty)
    return Table(columns=columns, cells=[*by_size, *figures, last], title="Score", signatures=signatures)


def kernel_table(explanation: Explanation) -> Table:
    """Tabulate the kernel with each reference: of both, of each with itself, and the cosine."""
    rows: list[Sequence[Cell]] = [
        (
            _reference(number, len(explanation.references)),
            *(_power(log) for log in (kernel.log_common, kernel.log_hypothesis, kernel.log_reference)),
            Number(kernel.cosine, ".4f"),
        )
        for number, kernel in enumerate(explanation.kernels)
    ]
    columns = ("", "K(hyp, ref)", "K(hyp, hyp)", "K(ref, ref)", "cosine")
    return Table(columns=columns, cells=rows, title="Kernel")


def fragment_table(explanation: Explanation, fragments: Sequence[Fragment], title: str, *, ours: bool = True) -> Table:
    """List fragments with their counts in the hypothesis and in each reference."""
    count = len(explanation.references)
    names = [_reference(number, count).lower() for number in range(count)]
    rows: list[list[Cell]] = []
    for each in fragments:
        counts = [each.count, each.clipped] if ours else []
        rows.append([each.text, *(Number(count, "d") for count in (each.size, *counts, *each.references))])
    columns = (explanation.unit, _SIZES[explanation.unit], *(("hypothesis", "matched") if ours else ()), *names)
    return Table(columns=columns, cells=rows, title=title)


def fragment_frame(explanation: Explanation) -> Frame:
    """Return one row per fragment of any side, in full."""
    fragments = [*explanation.fragments, *explanation.lacking]
    columns: dict[str, Sequence[str] | np.ndarray[tuple[int, ...], np.dtype[np.int64]]] = {
        explanation.unit.replace("-", ""): [each.text for each in fragments],
        _SIZES[explanation.unit]: np.array([each.size for each in fragments], dtype=np.int64),
        "hypothesis": np.array([each.count for each in fragments], dtype=np.int64),
        "matched": np.array([each.clipped for each in fragments], dtype=np.int64),
    }
    for number in range(len(explanation.references)):
        counts = [each.references[number] for each in fragments]
        columns[f"reference{number + 1}"] = np.array(counts, dtype=np.int64)
    return Frame(columns)


def _fractions(size: Size, smoothing: str) -> list[Cell]:
    """Return the fraction of a size; with smoothing, the plain fraction and the smoothed one."""
    if not smoothing:
        return [Number(size.fraction, ".4f") if size.count else "-"]
    # Some smoothings give a value to sizes that the hypothesis is too short for.
    smoothed = Number(size.fraction, ".4f") if size.count or size.fraction else "-"
    return [Number(size.matched / size.count, ".4f") if size.count else "-", smoothed]


def _draw(explanation: Explanation, number: int) -> str:
    marked = explanation.trees[number]
    same = [at for at, each in enumerate(explanation.trees) if each.side == marked.side]
    name = "Hypothesis" if marked.side < 0 else _reference(marked.side, len(explanation.references))
    if len(same) > 1:
        name += f", sentence {same.index(number) + 1}"
    return _draw_tree(marked, name)


def _draw_tree(marked: MarkedTree, name: str) -> str:
    from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies

    if isinstance(marked.tree, Constituents):
        return draw_constituents(marked.tree, marked.marks, name)
    return draw_dependencies(marked.tree, marked.marks, name)


def _reference(number: int, count: int) -> str:
    return f"Reference {number + 1}" if count > 1 else "Reference"


def _figure(name: str, value: float) -> Number:
    return Number(value, ".0f" if name.endswith("_length") else ".4f")


def _power(log: float | None) -> str:
    """Write a number by its logarithm."""
    if log is None:
        return "0"
    return f"{math.exp(log):.6g}" if log < _LARGE else f"10^{log / math.log(10):.2f}"
