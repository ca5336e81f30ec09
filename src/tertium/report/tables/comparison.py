"""From a comparison to a document: scores, differences, and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.audit.advice import Advice
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.scores import score_table, write_heading
from tertium.report.texts import write_p
from tertium.results import Comparison, PairedTest, Score
from tertium.stats.resampling import ENOUGH_SEGMENTS

# A list of more pairs than those of this many systems is hard to read, and a matrix helps; with too many, nothing does.
_FEWEST_IN_MATRIX = 5
_MOST_IN_MATRIX = 20

_METHODS = {"bootstrap": "paired bootstrap", "randomization": "approximate randomisation"}


def describe_comparison(comparison: Comparison, advice: Sequence[Advice] = ()) -> Document:
    """Return scores and differences with their significance; and whether the comparison is a fair one."""

    def make_tables() -> list[Table]:
        differences = difference_table(comparison)
        notes = [*differences.notes, *(f"advice: {each.text}" for each in advice)]
        groups = [group_table(comparison)] if comparison.groups else []
        return [
            score_table(comparison.systems),
            replace(differences, notes=notes),
            *groups,
            *p_value_tables(comparison),
        ]

    return Document(
        title="Comparison",
        blocks=[Tables(make_tables)],
        make_frame=comparison.by_test,
        make_data=lambda: {**comparison.to_dict(segments=False), "advice": [each.to_dict() for each in advice]},
    )


def difference_table(comparison: Comparison) -> Table:
    """Return all tests, metric by metric."""
    first = next(iter(comparison.systems.values()))
    interval = f"{100 * comparison.level:g}% interval"
    columns = ("metric", "system − baseline", "difference", interval, "p", "p (Holm)", "better", "")
    few = first.count < ENOUGH_SEGMENTS
    rows = [_test_row(test, first[test.metric], starred=not few) for test in comparison.tests]
    name = _METHODS.get(comparison.method, comparison.method)
    method = f"{name}, {comparison.resamples} resamples, seed {comparison.seed}"
    legend = "too few segments to rely on p" if few else "* p (Holm) < 0.05, ** p (Holm) < 0.01"
    notes = [f"{method}; {legend}; intervals: percentiles of a bootstrap of segments"]
    tests = len(comparison.tests) // len(first)
    if tests / (comparison.resamples + 1) >= 0.01:
        # The smallest p there can be, times the number of tests, is not small any more.
        notes.append(
            f"{tests} tests per metric: p (Holm) can only get below 0.01 with more than {100 * tests} resamples"
        )
    elif tests > 2:
        least = tests / (comparison.resamples + 1)
        notes.append(f"{tests} tests, {comparison.resamples} resamples: p (Holm) can be as small as {least:.4f}")
    return Table(columns=columns, cells=rows, title="Differences", notes=notes, text_columns=2, keys=2)


def group_table(comparison: Comparison) -> Table:
    """Return the letters of each system by each metric; the best by the first metric comes first."""
    first = next(iter(comparison.systems.values()))
    specs = list(comparison.groups)
    rows: list[Sequence[Cell]] = [
        [name or "hypotheses", *(comparison.groups[spec][name] for spec in specs)]
        for name in _order(comparison, specs[0])
    ]
    columns = ("system", *(write_heading(first[spec]) for spec in specs))
    notes = ["systems that share a letter do not differ significantly by the metric, p (Holm) ≥ 0.05"]
    return Table(columns=columns, cells=rows, title="Groups", notes=notes, text_columns=len(columns))


def p_value_tables(comparison: Comparison) -> list[Table]:
    """Return one matrix of corrected p-values per metric, where all pairs of some systems were tested."""
    first = next(iter(comparison.systems.values()))
    count = len(comparison.systems)
    has_all = len(comparison.tests) == len(first) * count * (count - 1) // 2
    if not has_all or not _FEWEST_IN_MATRIX <= count <= _MOST_IN_MATRIX:
        return []
    tables = []
    for spec, score in first.items():
        order = _order(comparison, spec)
        p_values = {
            frozenset((test.system, test.baseline)): test.adjusted for test in comparison.tests if test.metric == spec
        }
        rows: list[Sequence[Cell]] = [
            [
                name,
                *(
                    write_p(p_values[frozenset((name, other))] if column < row else None)
                    for column, other in enumerate(order[:-1])
                ),
            ]
            for row, name in enumerate(order)
            if row
        ]
        tables.append(Table(columns=["", *order[:-1]], cells=rows, title=f"p (Holm) by {write_heading(score)}"))
    return tables


def _order(comparison: Comparison, spec: str) -> list[str]:
    """Return the systems, the best by a metric first."""
    sign = -1 if next(iter(comparison.systems.values()))[spec].higher_is_better else 1
    return sorted(comparison.systems, key=lambda name: sign * comparison.systems[name][spec].value)


def _test_row(test: PairedTest, score: Score, *, starred: bool) -> list[Cell]:
    stars = "**" if test.adjusted < 0.01 else "*" if test.adjusted < 0.05 else ""
    form = f"+.{score.decimals}f"
    return [
        write_heading(score),
        f"{test.system} − {test.baseline}",
        Number(test.difference, form),
        Range(test.low, test.high, form),
        write_p(test.p_value),
        write_p(test.adjusted),
        "–" if test.better is None else test.better,
        stars if starred else "",
    ]
