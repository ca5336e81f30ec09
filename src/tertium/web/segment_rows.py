"""The rows of the segment browser as HTML. They are most of a page, and a template would take three times as long."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from tertium.contrast import mark_pair
from tertium.printable import make_printable
from tertium.report import Html
from tertium.web.segment_query import SegmentQuery
from tertium.web.workspace import LoadedSet


def choose_metric(loaded: LoadedSet, query: SegmentQuery) -> str:
    """Return the metric whose scores are shown: that of the order, else chrF as in verdicts; empty if there is none."""
    specs = loaded.record.specs
    return query.spec or ("chrf" if "chrf" in specs else next(iter(specs), ""))


def write_rows(loaded: LoadedSet, query: SegmentQuery, numbers: Sequence[int]) -> Html:
    """Return the rows of some segments: the texts of the chosen systems or of all, with their scores.

    Args:
        loaded: The test set.
        query: What is asked for.
        numbers: The numbers of the segments.
    """
    table = loaded.scores
    chosen = [query.a, query.b] if query.b else [query.a] if query.a else list(loaded.record.systems)
    names = [_show(name) for name in chosen]
    scores: list[list[str]] = [[""] * len(chosen) for _ in numbers]
    differences = [""] * len(numbers)
    if table is not None:
        metric = table.specs.index(choose_metric(loaded, query))
        form = f".{table.decimals[metric]}f"
        columns = [table.systems.index(name) for name in chosen]
        places = [number - 1 for number in numbers]
        values = table.values[metric][np.ix_(columns, places)].T.tolist()
        scores = [[f' <span class="score">{value:{form}}</span>' for value in row] for row in values]
        if query.b:
            # A minus sign, not a hyphen.
            differences = [f"<strong>{a - b:+{form}}</strong>".replace("-", "\N{MINUS SIGN}") for a, b in values]
    address = f"/sets/{loaded.record.id}/segments/"
    ends = escape(query.write_order())
    rows = []
    # Straight from the texts: the record of a segment would cost as much as writing it.
    layers = _LayerPlaces(loaded, chosen)
    for number, row, difference in zip(numbers, scores, differences, strict=True):
        texts = loaded.texts.segment(number - 1)
        document = "" if layers.document is None else f"<span>{_show(texts[layers.document] or '')}</span>"
        outputs = [texts[place] or "" for place in layers.systems]
        shown = _mark(*outputs) if query.b else map(_show, outputs)
        lines = [
            f'{label}<dd dir="auto">{_show(text)}</dd>'
            for place, label in layers.given
            if (text := texts[place]) is not None
        ]
        lines += [
            f'<dt>{name}{score}</dt><dd class="output" dir="auto">{text}</dd>'
            for name, score, text in zip(names, row, shown, strict=True)
        ]
        rows.append(
            f'<li><div class="segment-head"><a href="{address}{number}{ends}">{number}</a>{difference}{document}</div>'
            f"<dl>{''.join(lines)}</dl></li>\n"
        )
    return Html("".join(rows))


class _LayerPlaces:
    """Where the texts of a row stand among the layers of a test set."""

    def __init__(self, loaded: LoadedSet, systems: Sequence[str]) -> None:
        places = {role_and_name: place for place, role_and_name in enumerate(loaded.roles)}
        self.systems = [places["system", name] for name in systems]
        self.document = places.get(("documents", ""))
        given = [(place, role) for (role, _), place in places.items() if role in ("source", "reference")]
        references = [place for place, role in given if role == "reference"]
        numbers = {place: f" {number}" for number, place in enumerate(references, 1)} if len(references) > 1 else {}
        self.given = [(place, f"<dt>{role}{numbers.get(place, '')}</dt>") for place, role in given]


def _mark(one: str, other: str) -> list[str]:
    """Return two texts, in each of which the words are marked that the other does not have."""
    # What is printable has no control characters, so that these can stand for marks until the text is escaped.
    pair = mark_pair(make_printable(one), make_printable(other), "\x01", "\x02")
    return [escape(text).replace("\x01", "<mark>").replace("\x02", "</mark>") for text in pair]


def _show(text: str) -> str:
    return escape(make_printable(text))
