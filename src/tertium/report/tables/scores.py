"""From scores to documents: systems, and as much detail as was asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tertium.frame import Frame
from tertium.metrics.spec import name_spec
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.score_frames import component_frame, document_frame, score_frame, segment_frame
from tertium.report.texts import make_plain
from tertium.results import Score, Scores
from tertium.stats.resampling import ENOUGH_SEGMENTS

# More columns of scores with intervals than this are wider than a terminal.
_MOST_COLUMNS = 4


def describe_scores(
    systems: Mapping[str, Scores], *, components: bool = False, documents: bool = False, segments: bool = False
) -> Document:
    """Return the scores of some systems, with as much detail as is asked for."""

    def make_tables() -> Iterator[Table]:
        yield score_table(systems)
        if components:
            yield from component_tables(systems)
        if documents:
            yield document_table(systems)
        if segments:
            yield segment_table(systems)
        if segments and components:
            yield from segment_component_tables(systems)

    def make_frame() -> Frame:
        if segments:
            return segment_frame(systems, components=components)
        if documents:
            return document_frame(systems)
        return component_frame(systems) if components else score_frame(systems)

    def make_data() -> dict[str, Any]:
        parts = components and segments
        return {"systems": [_data(scores, documents, segments, parts) for scores in systems.values()]}

    return Document(title="Scores", blocks=[Tables(make_tables)], make_frame=make_frame, make_data=make_data)


def score_table(systems: Mapping[str, Scores], best: Mapping[str, str | None] | None = None) -> Table:
    """Return one row per system and one column per metric; the other way round where many metrics need the room.

    Args:
        systems: The scores.
        best: By metric, the system that is significantly better than all others, if tests say that one is. Without
            tests no score is brought out as the best: the highest of several may be so by chance.
    """
    specs = list_specs(systems)
    best = best or {}
    rows: list[list[Cell]] = [
        [name or "hypotheses", *(_write_score(scores[spec], best.get(spec) == name) for spec in specs)]
        for name, scores in systems.items()
    ]
    first = next(iter(systems.values()))
    columns = ["system", *(write_heading(first[spec]) for spec in specs)]
    if len(specs) > max(_MOST_COLUMNS, len(systems)):
        names = [name or "hypotheses" for name in systems]
        rows = [[columns[at], *(row[at] for row in rows)] for at in range(1, len(columns))]
        columns = ["metric", *names]
    notes = [_size(first), *_unproven(systems, specs), *first.cautions]
    return Table(
        columns=columns,
        cells=rows,
        notes=notes,
        signatures=[first[spec].signature for spec in specs],
        best_means="significantly better than all other systems by this metric, p (Holm) < 0.05",
    )


def component_tables(systems: Mapping[str, Scores]) -> list[Table]:
    """Return one table per metric: the figures that its scores are made of."""
    tables = []
    for spec in list_specs(systems):
        parts = [scores[spec].components for scores in systems.values()]
        names = list(parts[0])
        decimals = next(iter(systems.values()))[spec].component_decimals
        columns = [write_figures([part[name] for part in parts], decimals.get(name)) for name in names]
        rows = [
            [system or "hypotheses", *figures]
            for system, figures in zip(systems, zip(*columns, strict=True), strict=True)
        ]
        title = f"Components of {name_spec(spec)}"
        tables.append(Table(columns=("system", *(name.replace("_", " ") for name in names)), cells=rows, title=title))
    return tables


def document_table(systems: Mapping[str, Scores]) -> Table:
    """Return one row per document and system."""
    specs = list_specs(systems)
    rows: list[list[Cell]] = []
    for name, scores in systems.items():
        by_document = [(scores[spec].documents or {}, f".{scores[spec].decimals}f") for spec in specs]
        for document in by_document[0][0]:
            values = [Number(values[document], form) for values, form in by_document]
            rows.append([name or "hypotheses", document, *values])
    columns = ("system", "document", *map(name_spec, specs))
    return Table(columns=columns, cells=rows, title="By document", text_columns=2, keys=2)


def segment_table(systems: Mapping[str, Scores]) -> Table:
    """Return one row per segment and system; segments are counted from 1."""
    specs = list_specs(systems)
    rows: list[list[Cell]] = []
    for name, scores in systems.items():
        columns = [
            [Number(value, f".{scores[spec].decimals}f") for value in segments.tolist()]
            for spec in specs
            for segments in [scores[spec].segments]
            if segments is not None
        ]
        rows.extend(
            [name or "hypotheses", *_place(scores, number), *values]
            for number, values in enumerate(zip(*columns, strict=True), 1)
        )
    return _list_segments(systems, list(map(name_spec, specs)), rows, "By segment")


def segment_component_tables(systems: Mapping[str, Scores]) -> list[Table]:
    """Return one table per metric: the figures that the score of each segment is made of."""
    tables = []
    for spec in list_specs(systems):
        rows: list[list[Cell]] = []
        names: list[str] = []
        for system, scores in systems.items():
            parts = scores[spec].segment_components or {}
            names = list(parts)
            decimals = scores[spec].component_decimals
            columns = [write_figures(values.tolist(), decimals.get(name)) for name, values in parts.items()]
            rows.extend(
                [system or "hypotheses", *_place(scores, number), *figures]
                for number, figures in enumerate(zip(*columns, strict=True), 1)
            )
        title = f"Components of {name_spec(spec)} by segment"
        tables.append(_list_segments(systems, [name.replace("_", " ") for name in names], rows, title))
    return tables


def _place(scores: Scores, number: int) -> list[Cell]:
    return [str(number)] if scores.ids is None else [str(number), make_plain(scores.ids[number - 1])]


def _list_segments(systems: Mapping[str, Scores], figures: Sequence[str], rows: list[list[Cell]], title: str) -> Table:
    """Return a table of segments; where the files name them, with their names."""
    has_ids = any(scores.ids is not None for scores in systems.values())
    keys = ("system", "segment", "id") if has_ids else ("system", "segment")
    return Table(columns=(*keys, *figures), cells=rows, title=title, keys=len(keys))


def list_specs(systems: Mapping[str, Scores]) -> list[str]:
    """Return the metrics as they were asked for; all systems have the same."""
    return list(next(iter(systems.values())))


def _size(scores: Scores) -> str:
    """How many segments there are, and whether that is enough to draw from."""
    size = "1 segment" if scores.count == 1 else f"{scores.count:,} segments"
    drawn = any(score.interval is not None for score in scores.values())
    few = "; too few to rely on the intervals" if drawn and scores.count < ENOUGH_SEGMENTS else ""
    return size + few


def _unproven(systems: Mapping[str, Scores], specs: Sequence[str]) -> list[str]:
    """What is to be said of alignments that are not proven to be the best."""
    notes = []
    for spec in specs:
        count = sum(scores[spec].components.get("unproven", 0.0) for scores in systems.values())
        if count:
            notes.append(f"{spec}: {count:,.0f} alignments are not proven to be the best; their texts are long")
    return notes


def write_heading(score: Score) -> str:
    """Return the metric of a score, with an arrow where lower is better."""
    name = name_spec(score.spec)
    return name if score.higher_is_better else f"{name} ↓"


def _write_score(score: Score, best: bool) -> Number:
    form = f".{score.decimals}f"
    interval = None if score.interval is None else Range(score.interval.low, score.interval.high, form)
    return Number(score.value, form, interval, best)


def write_figures(values: Sequence[float], decimals: int | None) -> list[Number]:
    """Return numbers of one kind with the decimals that their metric declares; else by their size.

    Args:
        values: The numbers.
        decimals: The decimals; None if the metric does not say: none for counts, four for rates below ten.
    """
    if decimals is None:
        known = [value for value in values if math.isfinite(value)]
        is_count = all(value == int(value) for value in known)
        decimals = 0 if is_count else 4 if max(map(abs, known)) < 10 else 2
    return [Number(value, f".{decimals}f") for value in values]


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
