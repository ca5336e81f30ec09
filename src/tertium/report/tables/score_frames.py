"""From scores to columns of data, in full precision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.frame import Frame
from tertium.results import Scores


def score_frame(systems: Mapping[str, Scores]) -> Frame:
    """Return one row per system and metric: value, interval and signature."""
    return _joined([scores.by_metric() for scores in systems.values()])


def component_frame(systems: Mapping[str, Scores]) -> Frame:
    """Return one row per system, metric and component of the score."""
    rows = [
        (system, spec, name, value)
        for system, scores in systems.items()
        for spec, score in scores.items()
        for name, value in score.components.items()
    ]
    names, specs, components, values = zip(*rows, strict=True)
    return Frame({"system": names, "metric": specs, "component": components, "value": np.array(values)})


def document_frame(systems: Mapping[str, Scores]) -> Frame:
    """Return one row per system and document: the score by each metric."""
    rows = [
        (system, document, *((score.documents or {})[document] for score in scores.values()))
        for system, scores in systems.items()
        for document in next(iter(scores.values())).documents or {}
    ]
    names, documents, *columns = zip(*rows, strict=True)
    specs = next(iter(systems.values()))
    by_spec = {spec: np.array(column) for spec, column in zip(specs, columns, strict=True)}
    return Frame({"system": names, "document": documents, **by_spec})


def segment_frame(systems: Mapping[str, Scores], *, components: bool = False) -> Frame:
    """Return one row per system and segment: the score by each metric, and if wanted its components."""
    names = [system for system, scores in systems.items() for _ in range(scores.count)]
    frames = [scores.by_segment(components=components) for scores in systems.values()]
    return Frame({"system": names, **_joined(frames).columns})


def _joined(frames: Sequence[Frame]) -> Frame:
    """Return frames of the same columns, one below the other."""
    columns = {name: [frame.columns[name] for frame in frames] for name in frames[0].columns}
    return Frame(
        {
            name: np.concatenate(parts)
            if isinstance(parts[0], np.ndarray)
            else [cell for part in parts for cell in part]
            for name, parts in columns.items()
        }
    )
