"""From results to tables: what people want to see of scores and comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tertium.audit.advice import Advice
from tertium.report.document import Document
from tertium.report.tables.score_frames import component_frame, document_frame, score_frame, segment_frame
from tertium.results import Comparison, PairedTest, Score, Scores, Table

# Below about this many, resampled corpora are too much alike: intervals are too narrow, and p too small.
_ENOUGH = 100

# More columns of scores with intervals than this are wider than a terminal.
_MOST_COLUMNS = 4

_METHODS = {"bootstrap": "paired bootstrap", "randomization": "approximate randomisation"}


def describe_scores(
    systems: Mapping[str, Scores], *, components: bool = False, documents: bool = False, segments: bool = False
) -> Document:
    """The scores of some systems, with as much detail as is asked for."""
    tables = [score_table(systems)]
    frame = score_frame(systems)
    if components:
        tables.extend(component_tables(systems))
        frame = component_frame(systems)
    if documents:
        tables.append(document_table(systems))
        frame = document_frame(systems)
    if segments:
        tables.append(segment_table(systems))
        if components:
            tables.extend(segment_component_tables(systems))
        frame = segment_frame(systems, components=components)
    parts = components and segments
    data = {"systems": [_data(scores, documents, segments, parts) for scores in systems.values()]}
    return Document("Scores", tables, frame, data)


def describe_comparison(comparison: Comparison, advice: Sequence[Advice] = ()) -> Document:
    """Scores, differences and how sure they are, metric by metric; and whether the comparison is a fair one."""
    differences = difference_table(comparison)
    notes = [*differences.notes, *(f"advice: {each.text}" for each in advice)]
    tables = [score_table(comparison.systems), replace(differences, notes=notes)]
    data = {**comparison.to_dict(segments=False), "advice": [each.to_dict() for each in advice]}
    return Document("Comparison", tables, comparison.by_test(), data)


def score_table(systems: Mapping[str, Scores]) -> Table:
    """One row a system, one column a metric, signatures below; the other way round where many metrics need the room."""
    specs = _specs(systems)
    rows = [[name or "hypotheses", *(_value(scores[spec]) for spec in specs)] for name, scores in systems.items()]
    first = next(iter(systems.values()))
    columns = ["system", *(_heading(first[spec]) for spec in specs)]
    best = _best(systems, specs)
    if len(specs) > max(_MOST_COLUMNS, len(systems)):
        columns, *rows = (list(row) for row in zip(columns, *rows, strict=True))
        columns[0] = "metric"
        best = frozenset((column - 1, row + 1) for row, column in best)
    notes = [_size(first), *_unproven(systems, specs), *(first[spec].signature for spec in specs)]
    return Table(columns, rows, notes=notes, best=best)


def component_tables(systems: Mapping[str, Scores]) -> list[Table]:
    """One table a metric: the figures that its scores are made of."""
    tables = []
    for spec in _specs(systems):
        parts = [scores[spec].components for scores in systems.values()]
        names = list(parts[0])
        columns = [_figures([part[name] for part in parts]) for name in names]
        rows = [
            [system or "hypotheses", *figures]
            for system, figures in zip(systems, zip(*columns, strict=True), strict=True)
        ]
        title = f"What {spec} is made of"
        tables.append(Table(("system", *(name.replace("_", " ") for name in names)), rows, title=title))
    return tables


def document_table(systems: Mapping[str, Scores]) -> Table:
    """One row a document and system."""
    specs = _specs(systems)
    rows = []
    for name, scores in systems.items():
        by_document = [scores[spec].documents or {} for spec in specs]
        decimals = [scores[spec].decimals for spec in specs]
        for document in by_document[0]:
            values = [f"{values[document]:.{places}f}" for values, places in zip(by_document, decimals, strict=True)]
            rows.append([name or "hypotheses", document, *values])
    return Table(("system", "document", *specs), rows, title="By document", text_columns=2)


def segment_table(systems: Mapping[str, Scores]) -> Table:
    """One row a segment and system; segments are counted from 1."""
    specs = _specs(systems)
    rows: list[Sequence[str]] = []
    for name, scores in systems.items():
        columns = [
            [f"{value:.{scores[spec].decimals}f}" for value in segments.tolist()]
            for spec in specs
            for segments in [scores[spec].segments]
            if segments is not None
        ]
        rows.extend(
            [name or "hypotheses", str(number), *values] for number, values in enumerate(zip(*columns, strict=True), 1)
        )
    return Table(("system", "segment", *specs), rows, title="By segment")


def segment_component_tables(systems: Mapping[str, Scores]) -> list[Table]:
    """One table a metric: the figures that the score of each segment is made of."""
    tables = []
    for spec in _specs(systems):
        rows: list[Sequence[str]] = []
        names: list[str] = []
        for system, scores in systems.items():
            parts = scores[spec].segment_components or {}
            names = list(parts)
            columns = [_figures(values.tolist()) for values in parts.values()]
            rows.extend(
                [system or "hypotheses", str(number), *figures]
                for number, figures in enumerate(zip(*columns, strict=True), 1)
            )
        title = f"What {spec} of each segment is made of"
        tables.append(Table(("system", "segment", *(name.replace("_", " ") for name in names)), rows, title=title))
    return tables


def difference_table(comparison: Comparison) -> Table:
    """All tests, metric by metric."""
    decimals = {spec: score.decimals for spec, score in next(iter(comparison.systems.values())).items()}
    columns = ("metric", "comparison", "difference", f"{100 * comparison.level:g}% interval", "p", "p (Holm)", "")
    few = next(iter(comparison.systems.values())).count < _ENOUGH
    rows = [_test_row(test, decimals[test.metric], starred=not few) for test in comparison.tests]
    name = _METHODS.get(comparison.method, comparison.method)
    method = f"{name}, {comparison.resamples} resamples, seed {comparison.seed}"
    legend = "too few segments to rely on p" if few else "* p (Holm) < 0.05, ** p (Holm) < 0.01"
    notes = [f"{method}; {legend}"]
    tests = len(comparison.tests) // len(decimals)
    if tests / (comparison.resamples + 1) >= 0.01:
        # The smallest p there can be, times the number of tests, is not small any more.
        notes.append(
            f"{tests} tests by a metric: p (Holm) can only get below 0.01 with more than {100 * tests} resamples"
        )
    return Table(columns, rows, title="Differences", notes=notes, text_columns=2)


def _test_row(test: PairedTest, decimals: int, *, starred: bool) -> Sequence[str]:
    stars = "**" if test.adjusted < 0.01 else "*" if test.adjusted < 0.05 else ""
    return (
        test.metric,
        f"{test.system} − {test.baseline}",
        f"{test.difference:+.{decimals}f}",
        f"[{test.low:+.{decimals}f}, {test.high:+.{decimals}f}]",
        f"{test.p_value:.4f}",
        f"{test.adjusted:.4f}",
        stars if starred else "",
    )


def _specs(systems: Mapping[str, Scores]) -> list[str]:
    return list(next(iter(systems.values())))


def _size(scores: Scores) -> str:
    """How many segments there are, and whether that is enough to draw from."""
    size = "1 segment" if scores.count == 1 else f"{scores.count:,} segments"
    drawn = any(score.interval is not None for score in scores.values())
    few = "; too few to rely on the intervals" if drawn and scores.count < _ENOUGH else ""
    return size + few


def _unproven(systems: Mapping[str, Scores], specs: Sequence[str]) -> list[str]:
    """What is to be said of alignments that are not proven to be the best."""
    notes = []
    for spec in specs:
        count = sum(scores[spec].components.get("unproven", 0.0) for scores in systems.values())
        if count:
            notes.append(f"{spec}: {count:,.0f} alignments are not proven to be the best; their texts are long")
    return notes


def _heading(score: Score) -> str:
    return score.spec if score.higher_is_better else f"{score.spec} ↓"


def _value(score: Score) -> str:
    value = f"{score.value:.{score.decimals}f}"
    if score.interval is None:
        return value
    return f"{value} [{score.interval.low:.{score.decimals}f}, {score.interval.high:.{score.decimals}f}]"


def _figures(values: Sequence[float]) -> list[str]:
    """Numbers of one kind with as many decimals as they deserve: none for counts, four for rates below ten."""
    decimals = 0 if all(value == int(value) for value in values) else 4 if max(map(abs, values)) < 10 else 2
    return [f"{value:.{decimals}f}" for value in values]


def _best(systems: Mapping[str, Scores], specs: Sequence[str]) -> frozenset[tuple[int, int]]:
    if len(systems) < 2:
        return frozenset()
    best: set[tuple[int, int]] = set()
    for column, spec in enumerate(specs, start=1):
        values = [scores[spec].value for scores in systems.values()]
        top = max(values) if next(iter(systems.values()))[spec].higher_is_better else min(values)
        best.update((row, column) for row, value in enumerate(values) if value == top)
    return frozenset(best)


def _data(scores: Scores, documents: bool, segments: bool, segment_components: bool) -> dict[str, object]:
    data = scores.to_dict(segments=segments)
    if segment_components:
        for found, score in zip(data["scores"], scores.values(), strict=True):
            parts = score.segment_components or {}
            found["segment_components"] = {name: values.tolist() for name, values in parts.items()}
    if not documents:
        for score in data["scores"]:
            del score["documents"]
    return data
