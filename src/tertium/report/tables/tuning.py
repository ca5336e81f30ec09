"""From tuning to tables: the honest figure first."""

from __future__ import annotations

import numpy as np

from tertium.frame import Frame
from tertium.meta.tuning.combination import Combination
from tertium.meta.tuning.search import Tuning
from tertium.report.document import Document
from tertium.results import Table

_NOTHING_HELD_OUT = "only one language pair: nothing could be held out, so nobody knows how it does elsewhere"


def describe_tuning(tuning: Tuning) -> Document:
    """How the metric does on language pairs that it was not tuned on, then the values that were found."""
    names = list(tuning.values)
    frame = Frame(
        {
            "parameter": names,
            "usual": np.array([tuning.usual[name] for name in names]),
            "tuned": np.array([tuning.values[name] for name in names]),
        }
    )
    return Document("Tuning", [held_out_table(tuning), _value_table(tuning)], frame, tuning.to_dict())


def held_out_table(tuning: Tuning) -> Table:
    """Each language pair by values that were tuned on the others."""
    rows = [
        [each.group, f"{each.usual:.4f}", f"{each.tuned:.4f}", f"{each.tuned - each.usual:+.4f}"]
        for each in tuning.held_out
    ]
    usual = [each.usual for each in tuning.held_out]
    tuned = [each.tuned for each in tuning.held_out]
    if rows:
        gain = float(np.mean(tuned) - np.mean(usual))
        rows.append(["mean", f"{np.mean(usual):.4f}", f"{np.mean(tuned):.4f}", f"{gain:+.4f}"])
    notes = [
        f"{tuning.statistic}; each pair is measured with values that were tuned on the other pairs",
        f"on what it was tuned on, which flatters it: {tuning.fitted:.4f}",
    ]
    if not rows:
        notes.insert(0, _NOTHING_HELD_OUT)
    title = "On language pairs that were held out"
    return Table(("held out", "usual", "tuned", "gain"), rows, title=title, notes=notes)


def _value_table(tuning: Tuning) -> Table:
    rows = [[name, f"{tuning.usual[name]:g}", f"{value:g}"] for name, value in tuning.values.items()]
    notes = [f"tuned on {', '.join(tuning.trained_on)}", tuning.spec]
    return Table(("parameter", "usual", "tuned"), rows, title="Tuned on all of them", notes=notes)


def describe_combination(combination: Combination) -> Document:
    """How the combination does on language pairs that it was not learned from, beside the metrics it is made of."""
    metrics = list(combination.held_out[0].single) if combination.held_out else []
    rows = [
        [each.group, *(f"{each.single[metric]:.4f}" for metric in metrics), f"{each.learned:.4f}"]
        for each in combination.held_out
    ]
    if rows:
        columns = [[each.single[metric] for each in combination.held_out] for metric in metrics]
        learned = float(np.mean([each.learned for each in combination.held_out]))
        rows.append(["mean", *(f"{np.mean(column):.4f}" for column in columns), f"{learned:.4f}"])
    notes = [
        f"{combination.statistic}; each pair is measured with a combination that was learned from the other pairs",
        f"on what it was learned from, which flatters it: {combination.fitted:.4f}",
        f"{combination.trainer}, {len(combination.table['feature'])} features, seed {combination.seed}, "
        f"learned from {', '.join(combination.trained_on)}",
    ]
    if not rows:
        notes.insert(0, _NOTHING_HELD_OUT)
    title = "On language pairs that were held out"
    table = Table(("held out", *metrics, "learned"), rows, title=title, notes=notes)
    frame = Frame(
        {
            "held out": [each.group for each in combination.held_out],
            **{metric: np.array([each.single[metric] for each in combination.held_out]) for metric in metrics},
            "learned": np.array([each.learned for each in combination.held_out]),
        }
    )
    return Document("Learned combination", [table], frame, combination.to_dict())
