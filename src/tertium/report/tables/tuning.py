"""From tuning to documents: first how the metric does on language pairs that were held out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.frame import Frame
from tertium.meta.tuning.combination import Combination
from tertium.meta.tuning.fragment_tuning import FragmentTuning, HeldOutWeights
from tertium.meta.tuning.search import Tuning
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document

_NOTHING_HELD_OUT = "only one language pair: none could be held out, so performance on other pairs is not known"
# How many of the least and of the greatest weights are shown.
_SHOWN = 10


def describe_tuning(tuning: Tuning) -> Document:
    """Return how the metric does on language pairs that it was not tuned on, then the values that were found."""

    def make_frame() -> Frame:
        names = list(tuning.values)
        return Frame(
            {
                "parameter": names,
                "usual": np.array([tuning.usual[name] for name in names]),
                "tuned": np.array([tuning.values[name] for name in names]),
            }
        )

    return Document(
        title="Tuning",
        blocks=[Tables(lambda: [held_out_table(tuning), _value_table(tuning)])],
        make_frame=make_frame,
        make_data=tuning.to_dict,
    )


def held_out_table(tuning: Tuning) -> Table:
    """Return each language pair by values that were tuned on the others."""
    usual = [each.usual for each in tuning.held_out]
    tuned = [each.tuned for each in tuning.held_out]
    rows: list[list[Cell]] = [
        [each.group, _figure(each.usual), _figure(each.tuned), Number(each.tuned - each.usual, "+.4f")]
        for each in tuning.held_out
    ]
    if rows:
        gain = float(np.mean(tuned) - np.mean(usual))
        rows.append(["mean", _figure(float(np.mean(usual))), _figure(float(np.mean(tuned))), Number(gain, "+.4f")])
    notes = [
        f"{tuning.statistic}; each pair is measured with values that were tuned on the other pairs",
        f"on the pairs that it was tuned on, which is too optimistic: {tuning.fitted:.4f}",
        *tuning.notes,
    ]
    if not rows:
        notes.insert(0, _NOTHING_HELD_OUT)
    return Table(
        columns=("held out", "usual", "tuned", "gain"), cells=rows, title="Held-out language pairs", notes=notes
    )


def _value_table(tuning: Tuning) -> Table:
    rows: list[Sequence[Cell]] = [
        [name, Number(tuning.usual[name], "g"), Number(value, "g")] for name, value in tuning.values.items()
    ]
    notes = [f"tuned on {', '.join(tuning.trained_on)}", tuning.spec]
    return Table(
        columns=("parameter", "usual", "tuned"), cells=rows, title="Values tuned on all language pairs", notes=notes
    )


def describe_fragment_tuning(tuning: FragmentTuning) -> Document:
    """Return how learned weights of fragments do on what was held out, then the greatest and least of them."""

    def make_frame() -> Frame:
        weights = tuning.weights.weights
        return Frame({"fragment": list(weights), "weight": np.array(list(weights.values()))})

    return Document(
        title="Weights of fragments",
        blocks=[Tables(lambda: [*_weighed_tables(tuning), _fragment_table(tuning)])],
        make_frame=make_frame,
        make_data=tuning.to_dict,
    )


def _weighed_tables(tuning: FragmentTuning) -> list[Table]:
    """Return each language pair by weights that were learned from others, also with length held constant."""
    columns = ("held out", "equal", "rare", "learned", "gain", "beyond")
    title = "Held-out language pairs"
    fitted = f"on the pairs that they were learned from, which is too optimistic: {tuning.fitted:.4f}"
    if tuning.mean is None:
        return [Table(columns=columns, cells=[], title=title, notes=[_NOTHING_HELD_OUT, fitted, *tuning.notes])]
    notes = [
        f"{tuning.statistic}; each pair is measured with weights from other pairs and other sentences",
        "rare: only fragments too rare for a weight of their own have a learned one; beyond: learned less rare",
        "in brackets 95 %: references are resampled with all their translations, the weights stay",
        fitted,
        *tuning.notes,
    ]
    tables = [Table(columns=columns, cells=_list_weighed([*tuning.held_out, tuning.mean]), title=title, notes=notes)]
    if tuning.equal_length:
        notes = [f"partial {tuning.statistic}: the logarithm of the number of words of translations is held constant"]
        cells = _list_weighed(tuning.equal_length)
        tables.append(Table(columns=columns, cells=cells, title=f"{title}, with length held constant", notes=notes))
    return tables


def _list_weighed(figures: Sequence[HeldOutWeights]) -> list[Sequence[Cell]]:
    return [
        [
            each.group or "mean of sets",
            _short(each.usual),
            _short(each.rare),
            _short(each.learned),
            Number(each.learned - each.usual, "+.3f", Range(*each.gain, "+.3f")),
            Number(each.learned - each.rare, "+.3f", Range(*each.beyond_rare, "+.3f")),
        ]
        for each in figures
    ]


def _fragment_table(tuning: FragmentTuning) -> Table:
    rows: list[Sequence[Cell]] = [[text, Number(weight, ".3g")] for text, weight in tuning.list_extremes(_SHOWN)]
    others = ", ".join(f"{weight:.3g}" for weight in tuning.weights.others)
    notes = [
        f"{len(tuning.weights.weights):,} weights; the least and the greatest are shown, the file has all",
        f"all other fragments, size by size: {others}",
        f"penalty {tuning.penalty:g}; fragments of at least {tuning.least} translations",
        f"learned from {', '.join(tuning.trained_on)}",
        tuning.weights.spec,
    ]
    return Table(
        columns=("fragment", "weight"), cells=rows, title="Weights learned from all language pairs", notes=notes
    )


def describe_combination(combination: Combination) -> Document:
    """Return how the combination does on language pairs that it was not learned from, beside its metrics."""
    metrics = list(combination.held_out[0].single) if combination.held_out else []

    def make_frame() -> Frame:
        return Frame(
            {
                "held out": [each.group for each in combination.held_out],
                **{metric: np.array([each.single[metric] for each in combination.held_out]) for metric in metrics},
                "learned": np.array([each.learned for each in combination.held_out]),
            }
        )

    return Document(
        title="Learned combination",
        blocks=[Tables(lambda: [_combination_table(combination, metrics)])],
        make_frame=make_frame,
        make_data=combination.to_dict,
    )


def _combination_table(combination: Combination, metrics: Sequence[str]) -> Table:
    rows: list[list[Cell]] = [
        [each.group, *(_figure(each.single[metric]) for metric in metrics), _figure(each.learned)]
        for each in combination.held_out
    ]
    if rows:
        columns = [[each.single[metric] for each in combination.held_out] for metric in metrics]
        columns.append([each.learned for each in combination.held_out])
        rows.append(["mean", *(_figure(float(np.mean(column))) for column in columns)])
    notes = [
        f"{combination.statistic}; each pair is measured with a combination that was learned from the other pairs",
        f"on the pairs that it was learned from, which is too optimistic: {combination.fitted:.4f}",
        f"{combination.trainer}, {len(combination.table['feature'])} features, seed {combination.seed}, "
        f"learned from {', '.join(combination.trained_on)}",
        *combination.notes,
    ]
    if not rows:
        notes.insert(0, _NOTHING_HELD_OUT)
    return Table(columns=("held out", *metrics, "learned"), cells=rows, title="Held-out language pairs", notes=notes)


def _short(value: float) -> Number:
    return Number(value, ".3f")


def _figure(value: float) -> Number:
    return Number(value, ".4f")
