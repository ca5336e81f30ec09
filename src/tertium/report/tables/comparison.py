"""From a comparison to a document: scores, differences, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tertium.audit.advice import Advice
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.scores import score_table, write_heading
from tertium.report.texts import name_method, write_better, write_p
from tertium.results import Comparison, PairedTest, Score
from tertium.stats.resampling import ENOUGH_SEGMENTS, SIGNIFICANT

# A list of more pairs than those of this many systems is hard to read, and a matrix helps; with too many, nothing does.
_FEWEST_IN_MATRIX = 5
_MOST_IN_MATRIX = 20


def describe_comparison(comparison: Comparison, advice: Sequence[Advice] = ()) -> Document:
    """Return scores and differences with their significance; and whether the comparison is a fair one."""

    def make_tables() -> list[Table]:
        notes = [*_test_notes(comparison), *(f"advice: {each.text}" for each in advice)]
        groups = [group_table(comparison)] if comparison.groups else []
        if _has_matrix(comparison):
            *others, last = difference_matrices(comparison)
            pairs = [*groups, *others, replace(last, notes=[*last.notes, *notes])]
        else:
            pairs = [replace(difference_table(comparison), notes=notes), *groups]
        best = {spec: find_best(comparison, spec) for spec in next(iter(comparison.systems.values()))}
        return [score_table(comparison.systems, best), *pairs]

    return Document(
        title="Comparison",
        blocks=[Tables(make_tables)],
        make_frame=comparison.by_test,
        make_data=lambda: comparison.to_dict(segments=False),
    )


def find_best(comparison: Comparison, metric: str) -> str | None:
    """Return the system that is significantly better by a metric than every other; none if tests do not say so.

    With ``pairs="baseline"`` only the baseline was compared with all others.
    """
    beaten: dict[str, set[str]] = {}
    for test in comparison.tests:
        if test.metric == metric and test.better is not None:
            beaten.setdefault(test.better, set()).add(test.baseline if test.better == test.system else test.system)
    return next((name for name, others in beaten.items() if len(others) == len(comparison.systems) - 1), None)


def difference_table(comparison: Comparison) -> Table:
    """Return all tests, metric by metric."""
    first = next(iter(comparison.systems.values()))
    interval = f"{100 * comparison.level:g}% interval"
    columns = ("metric", "system − baseline", "difference", interval, "p", "p (Holm)", "better", "")
    starred = first.count >= ENOUGH_SEGMENTS
    rows = [_test_row(test, first[test.metric], starred=starred) for test in comparison.tests]
    return Table(columns=columns, cells=rows, title="Differences", text_columns=2, keys=2, role="differences")


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


def difference_matrices(comparison: Comparison) -> list[Table]:
    """Return one matrix of differences per metric, the best system first; its stars mark those that are significant."""
    first = next(iter(comparison.systems.values()))
    starred = first.count >= ENOUGH_SEGMENTS
    tables = []
    for spec, score in first.items():
        order = _order(comparison, spec)
        tests = {(test.system, test.baseline): test for test in comparison.tests if test.metric == spec}

        def write(row: str, column: str, tests: Mapping[tuple[str, str], PairedTest], form: str) -> str:
            test = tests.get((row, column)) or tests[column, row]
            difference = test.difference if test.system == row else -test.difference
            return f"{difference:{form}}{_stars(test) if starred else '':<2}"

        rows: list[Sequence[Cell]] = [
            [
                f"{place + 1} {name}",
                *(write(name, other, tests, f"+.{score.decimals}f") for other in order[:place]),
                *[""] * (len(order) - 1 - place),
            ]
            for place, name in enumerate(order)
        ]
        columns = [write_heading(score), *(str(place + 1) for place in range(len(order) - 1))]
        title = f"Differences by {write_heading(score)}"
        tables.append(Table(columns=columns, cells=rows, title=title, sortable=False, role="differences"))
    note = "row − column, the best system first; intervals and p-values of all pairs are in the formats tsv and json"
    return [*tables[:-1], replace(tables[-1], notes=[note])]


def _has_matrix(comparison: Comparison) -> bool:
    count = len(comparison.systems)
    metrics = len(next(iter(comparison.systems.values())))
    has_all = len(comparison.tests) == metrics * count * (count - 1) // 2
    return has_all and _FEWEST_IN_MATRIX <= count <= _MOST_IN_MATRIX


def _test_notes(comparison: Comparison) -> list[str]:
    """Return how systems were tested, and how small p can become."""
    first = next(iter(comparison.systems.values()))
    name = name_method(comparison.method)
    method = f"{name}, {comparison.resamples} resamples, seed {comparison.seed}"
    few = first.count < ENOUGH_SEGMENTS
    legend = "too few segments to rely on p" if few else "* p (Holm) < 0.05, ** p (Holm) < 0.01"
    tests = len(comparison.tests) // len(first)
    family = f"; p (Holm): corrected for {tests} tests by each metric" if tests > 1 else ""
    notes = [f"{method}; {legend}; intervals: percentiles of a bootstrap of segments{family}"]
    if tests / (comparison.resamples + 1) >= 0.01:
        # The smallest p there can be, times the number of tests, is not small any more.
        notes.append(
            f"{tests} tests per metric: p (Holm) can only get below 0.01 with more than {100 * tests} resamples"
        )
    return notes


def _order(comparison: Comparison, spec: str) -> list[str]:
    """Return the systems, the best by a metric first."""
    sign = -1 if next(iter(comparison.systems.values()))[spec].higher_is_better else 1
    return sorted(comparison.systems, key=lambda name: sign * comparison.systems[name][spec].value)


def _stars(test: PairedTest) -> str:
    return "**" if test.adjusted < 0.01 else "*" if test.adjusted < SIGNIFICANT else ""


def _test_row(test: PairedTest, score: Score, *, starred: bool) -> list[Cell]:
    form = f"+.{score.decimals}f"
    return [
        write_heading(score),
        f"{test.system} − {test.baseline}",
        Number(test.difference, form),
        Range(test.low, test.high, form),
        write_p(test.p_value),
        write_p(test.adjusted),
        write_better(test.better, test.reason),
        _stars(test) if starred else "",
    ]
