"""The document of an explanation: matches by size, fragments that matched or not, and trees with marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.audit.explanation.explanation import Explanation, MarkedTree, Size
from tertium.audit.explanation.fragments import Fragment
from tertium.frame import Frame
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document
from tertium.report.tables.alignment import describe_alignment
from tertium.report.tables.partners import describe_partners
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
        return replace(aligned, blocks=blocks, make_data=explanation.to_dict)
    if explanation.partners is not None:
        described = describe_partners(explanation.partners, title, score_table(explanation))
        return replace(described, make_data=explanation.to_dict)
    return Document(
        title=title,
        blocks=[
            Pictures(lambda: [_draw(explanation, number) for number in range(len(explanation.trees))]),
            Tables(lambda: [table for table in _make_tables(explanation) if table.cells]),
        ],
        make_frame=lambda: (edit_frame if explanation.unit == "edit" else fragment_frame)(explanation),
        make_data=explanation.to_dict,
    )


def _make_tables(explanation: Explanation) -> list[Table]:
    unit = explanation.unit
    first = [score_table(explanation), kernel_table(explanation), edit_table(explanation)]
    if unit == "edit":
        return first
    if any(each.of for each in explanation.sizes):
        # Of hundreds of n-grams of characters, a list by length is easier to read than a row of each.
        return [*first, ngram_table(explanation)]
    return [
        *first,
        fragment_table(explanation, explanation.matched, f"Matched {unit}s"),
        fragment_table(explanation, explanation.missing, f"{unit.capitalize()}s not matched, or matched less often"),
        fragment_table(explanation, explanation.lacking, f"{unit.capitalize()}s only in the references", ours=False),
    ]


def score_table(explanation: Explanation) -> Table:
    """Tabulate the matches by size, and the components of the score.

    Fractions are those of the counts beside them. Smoothed or weighted ones, of which the score is made,
    have another column.
    """
    signatures = [explanation.signature]
    score = Number(explanation.score, f".{explanation.decimals}f")
    if not explanation.sizes:
        rows: list[tuple[Cell, ...]] = [
            (explanation.metric, score),
            *((name.replace("_", " "), figure) for name, figure in _list_figures(explanation)),
        ]
        if explanation.alignment is not None:
            rows = rows[:1]  # the table of the alignment has them
        notes = [*explanation.notes, *_tell_chosen(explanation)]
        return Table(columns=("figure", "value"), cells=rows, title="Score", notes=notes, signatures=signatures)
    has_recall = any(each.wanted is not None for each in explanation.sizes)
    by_size: list[Sequence[Cell]] = [
        (
            _name_size(explanation, each),
            Number(each.count, "d"),
            Number(each.matched, "d"),
            *_fractions(each, explanation.adjustment),
            *([Number(each.wanted, "d"), Number(each.recall, ".4f")] if has_recall else []),
        )
        for each in explanation.sizes
    ]
    further = [explanation.adjustment] if explanation.adjustment else []
    further += ["in the reference", "recall"] if has_recall else []
    empty = [""] * len(further)
    figures: list[Sequence[Cell]] = [
        (name.replace("_", " "), "", "", figure, *empty) for name, figure in _list_figures(explanation)
    ]
    columns = ("", f"{explanation.unit}s", "matched", "precision" if has_recall else "fraction", *further)
    last: Sequence[Cell] = (explanation.metric, "", "", score, *empty)
    notes = [*explanation.notes, *_tell_chosen(explanation)]
    cells = [*by_size, *figures, last]
    return Table(columns=columns, cells=cells, title="Score", notes=notes, signatures=signatures)


def edit_table(explanation: Explanation) -> Table:
    """List the edits from the hypothesis to the reference, with the words between them."""
    has_places = any(each.place for each in explanation.edits)
    has_shifts = any(each.kind == "shift" for each in explanation.edits)
    rows = [
        [
            "" if each.kind == "match" else each.kind,
            each.hypothesis or ("" if each.place else "–"),
            "–" if not each.reference and not each.place else each.reference,
            *([each.place] if has_places else []),
        ]
        for each in explanation.edits
    ]
    columns = ("edit", "hypothesis", "reference", *(["moved" if has_shifts else "place"] if has_places else []))
    notes = ["extra: only the hypothesis has the word; missing: only the reference has it; rows without an edit match"]
    return Table(columns=columns, cells=rows, title="Edits", notes=notes, text_columns=len(columns))


def ngram_table(found: Explanation) -> Table:
    """List the n-grams by order: matched, not in the references (or not as often), only in the references."""
    rows = []
    for size in found.sizes:
        kind = (size.size, size.of)
        same = [each for each in found.fragments if (each.size, each.of) == kind]
        matched = [each for each in same if each.clipped]
        missing = [each for each in same if each.clipped < each.count]
        lacking = [each for each in found.lacking if (each.size, each.of) == kind]
        first = _name_size(found, size) if size.of else str(size.size)
        rows.append([first, _list(matched), _list(missing), _list(lacking)])
    columns = ("order", "matched", "not in the references, or not as often", "only in the references")
    clipped = any(0 < each.clipped < each.count for each in found.fragments)
    notes = ["×2 of 3: counted twice, though the hypothesis has it three times"] if clipped else []
    return Table(columns=columns, cells=rows, title="N-grams", notes=notes, text_columns=4)


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
    names = [_reference(number, count).lower() for number in explanation.compared]
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
    for place, number in enumerate(explanation.compared):
        counts = [each.references[place] for each in fragments]
        columns[f"reference{number + 1}"] = np.array(counts, dtype=np.int64)
    if any(each.of for each in fragments):
        columns["of"] = [each.of for each in fragments]
    return Frame(columns)


def edit_frame(explanation: Explanation) -> Frame:
    """Return one row per edit, and per phrase that matches."""
    names = ("kind", "hypothesis", "reference", "place")
    return Frame({name: [getattr(each, name) for each in explanation.edits] for name in names})


def _fractions(size: Size, adjustment: str) -> list[Cell]:
    """Return the fraction of a size; with smoothing or weights, the plain fraction and the one of the score."""
    if not adjustment:
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


def _name_size(explanation: Explanation, size: Size) -> str:
    return f"{size.of or _SIZES[explanation.unit]} {size.size}"


def _tell_chosen(explanation: Explanation) -> list[str]:
    """Say which reference counts, where that is a choice."""
    if explanation.chosen is None or len(explanation.references) < 2:
        return []
    return [f"of {len(explanation.references)} references, number {explanation.chosen + 1} is closest and counts"]


def _list_figures(explanation: Explanation) -> list[tuple[str, Number]]:
    """Return the components with the decimals that the metric declares; four otherwise."""
    decimals = explanation.figure_decimals
    return [(name, Number(value, f".{decimals.get(name, 4)}f")) for name, value in explanation.figures.items()]


def _list(fragments: Sequence[Fragment]) -> str:
    return " · ".join(map(_write_ngram, fragments)) or "–"


def _write_ngram(each: Fragment) -> str:
    if 0 < each.clipped < each.count:
        return f"{each.text} ×{each.clipped} of {each.count}"
    return f"{each.text} ×{each.count}" if each.count > 1 else each.text


def _power(log: float | None) -> str:
    """Write a number by its logarithm."""
    if log is None:
        return "0"
    return f"{math.exp(log):.6g}" if log < _LARGE else f"10^{log / math.log(10):.2f}"
