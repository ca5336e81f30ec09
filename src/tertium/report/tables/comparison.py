"""From a comparison to a document: scores, differences, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.audit.advice import Advice
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.scores import ENOUGH, score_table
from tertium.results import Comparison, PairedTest

_METHODS = {"bootstrap": "paired bootstrap", "randomization": "approximate randomisation"}


def describe_comparison(comparison: Comparison, advice: Sequence[Advice] = ()) -> Document:
    """Return scores and differences with their significance; and whether the comparison is a fair one."""

    def make_tables() -> list[Table]:
        differences = difference_table(comparison)
        notes = [*differences.notes, *(f"advice: {each.text}" for each in advice)]
        return [score_table(comparison.systems), replace(differences, notes=notes)]

    return Document(
        title="Comparison",
        blocks=[Tables(make_tables)],
        make_frame=comparison.by_test,
        make_data=lambda: {**comparison.to_dict(segments=False), "advice": [each.to_dict() for each in advice]},
    )


def difference_table(comparison: Comparison) -> Table:
    """Return all tests, metric by metric."""
    decimals = {spec: score.decimals for spec, score in next(iter(comparison.systems.values())).items()}
    columns = ("metric", "comparison", "difference", f"{100 * comparison.level:g}% interval", "p", "p (Holm)", "")
    few = next(iter(comparison.systems.values())).count < ENOUGH
    rows = [_test_row(test, decimals[test.metric], starred=not few) for test in comparison.tests]
    name = _METHODS.get(comparison.method, comparison.method)
    method = f"{name}, {comparison.resamples} resamples, seed {comparison.seed}"
    legend = "too few segments to rely on p" if few else "* p (Holm) < 0.05, ** p (Holm) < 0.01"
    notes = [f"{method}; {legend}"]
    tests = len(comparison.tests) // len(decimals)
    if tests / (comparison.resamples + 1) >= 0.01:
        # The smallest p there can be, times the number of tests, is not small any more.
        notes.append(
            f"{tests} tests per metric: p (Holm) can only get below 0.01 with more than {100 * tests} resamples"
        )
    return Table(columns=columns, cells=rows, title="Differences", notes=notes, text_columns=2)


def _test_row(test: PairedTest, decimals: int, *, starred: bool) -> list[Cell]:
    stars = "**" if test.adjusted < 0.01 else "*" if test.adjusted < 0.05 else ""
    form = f"+.{decimals}f"
    return [
        test.metric,
        f"{test.system} − {test.baseline}",
        Number(test.difference, form),
        Range(test.low, test.high, form),
        Number(test.p_value, ".4f"),
        Number(test.adjusted, ".4f"),
        stars if starred else "",
    ]
