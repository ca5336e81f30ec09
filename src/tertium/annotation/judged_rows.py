"""The judgments of a campaign as rows: those that count, and those that check the annotators."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.annotation.answers import Answer
from tertium.annotation.protocols import JudgingProtocol
from tertium.annotation.store import CampaignStore
from tertium.frame import Frame

# The sheet of items that came again: another sheet makes them judgments of the annotator's agreement with themselves.
REPEATED = "repeat"


@dataclass(frozen=True, kw_only=True)
class JudgedRow:
    """One finished item of one annotator.

    Attributes:
        annotator: Who judged.
        item: The number of the item.
        original: The number of the target, for repeats and controls.
        role: ``target``, ``repeat``, ``control`` or ``tutorial``.
        segment: The segment, from 0.
        systems: The systems of its translations.
        texts: The translations.
        answers: The last answer to each step.
        active: How long it took, in seconds.
    """

    annotator: str
    item: int
    original: int | None
    role: str
    segment: int
    systems: Sequence[str]
    texts: Sequence[str]
    answers: Mapping[str, Answer]
    active: float

    def value(self, protocol: JudgingProtocol) -> float | None:
        """Return one number for the item, higher is better; None for rankings."""
        step = protocol.steps[-1]
        if step.shape == "ranking":
            return None
        if step.shape == "spans":
            return -sum(protocol.weights[span.severity] for span in self.answers[step.name].spans)
        values = [answer.value for answer in self.answers.values() if answer.value is not None]
        return sum(values) / len(values)


def read_rows(store: CampaignStore, campaign: str) -> list[JudgedRow]:
    """Return all finished items of a campaign, by annotator and place."""
    asked = store.campaign(campaign).asked

    def read(connection: sqlite3.Connection) -> list[JudgedRow]:
        rows = connection.execute(
            "SELECT assignment.id, annotator.name, item.id, original, role, segment, item.systems, texts, "
            "judgment.id, step, answer, active_ms "
            "FROM judgment JOIN assignment ON assignment.id = judgment.assignment "
            "JOIN item ON item.id = assignment.item "
            "JOIN annotator ON annotator.id = assignment.annotator JOIN campaign ON campaign.id = annotator.campaign "
            "WHERE campaign.name = ? ORDER BY annotator.id, place, revision",
            [campaign],
        )
        return list(_gather(store, rows, asked))

    return store.database.read(read)


def _gather(store: CampaignStore, rows: sqlite3.Cursor, asked: JudgingProtocol) -> Iterator[JudgedRow]:
    steps = {step.name for step in asked.steps}
    found: dict[int, tuple[tuple[object, ...], dict[str, Answer], float]] = {}
    for assignment, *facts, judgment, step, answer, active in rows:
        known, answers, spent = found.get(assignment, (tuple(facts), {}, 0.0))
        answers[step] = store.read_answer(judgment, asked.step(step), answer, json.loads(facts[-1]))
        found[assignment] = (known, answers, spent + active / 1000)
    for (annotator, item, original, role, segment, systems, texts), answers, active in found.values():
        if steps <= answers.keys():
            yield JudgedRow(
                annotator=str(annotator),
                item=int(str(item)),
                original=None if original is None else int(str(original)),
                role=str(role),
                segment=int(str(segment)),
                systems=tuple(json.loads(str(systems))),
                texts=tuple(json.loads(str(texts))),
                answers=answers,
                active=active,
            )


def export_judgments(store: CampaignStore, campaign: str) -> Frame:
    """Return the judgments of a campaign as ``tertium correlate`` reads them.

    Columns are system, segment (from 1), annotator, kind, value and sheet. Controls and the tutorial are left out;
    items that came again are on another sheet.
    """
    protocol = store.campaign(campaign).asked
    rows: list[tuple[object, ...]] = []
    for row in read_rows(store, campaign):
        if row.role not in ("target", "repeat"):
            continue
        sheet = REPEATED if row.role == "repeat" else ""
        for system, kind, value, part in _list_values(row, protocol):
            rows.append((system, row.segment + 1, row.annotator, kind, value, f"{sheet}{part}"))
    return _make_frame(
        rows, {"system": str, "segment": int, "annotator": str, "kind": str, "value": float, "sheet": str}
    )


def export_spans(store: CampaignStore, campaign: str) -> Frame:
    """Return the error spans of a campaign, one per row, with the words that they mark."""
    names = ("system", "segment", "annotator", "start", "end", "severity", "category", "prefilled", "text", "sheet")
    rows: list[tuple[object, ...]] = []
    for row in read_rows(store, campaign):
        if row.role not in ("target", "repeat"):
            continue
        for span in (span for answer in row.answers.values() for span in answer.spans):
            marked = row.texts[0][span.start : span.end]
            facts = (span.start, span.end, span.severity, span.category, int(span.prefilled), marked)
            sheet = REPEATED if row.role == "repeat" else ""
            rows.append((row.systems[0], row.segment + 1, row.annotator, *facts, sheet))
    numbers = ("segment", "start", "end", "prefilled")
    return _make_frame(rows, {name: int if name in numbers else str for name in names})


def _make_frame(rows: Sequence[Sequence[object]], types: Mapping[str, type]) -> Frame:
    columns: dict[str, Any] = {}
    for place, (name, kind) in enumerate(types.items()):
        cells: list[Any] = [row[place] for row in rows]
        columns[name] = cells if kind is str else np.array(cells, dtype=np.int64 if kind is int else np.float64)
    return Frame(columns)


def _list_values(row: JudgedRow, protocol: JudgingProtocol) -> Iterator[tuple[str, str, float, str]]:
    """List system, kind, value and part of the sheet of each judgment in an item."""
    for step in protocol.steps:
        answer = row.answers[step.name]
        if step.shape == "ranking":
            # Ranks are compared within an item.
            for system, rank in zip(row.systems, answer.ranks, strict=True):
                yield system, "rank", float(rank), f"item {row.original or row.item}"
        elif step.shape == "spans":
            if protocol.weights:
                # A translation without errors was looked at too.
                for cost in [protocol.weights[span.severity] for span in answer.spans] or [0.0]:
                    yield row.systems[0], "mqm", cost, ""
        elif answer.value is not None:
            yield row.systems[0], step.name, answer.value, ""


def values_by_system(store: CampaignStore, campaign: str) -> dict[str, list[float]]:
    """Return one number per judged translation, higher is better, by system; none for rankings.

    Judgments of one translation by several annotators are averaged: they depend on each other, and a test that took
    them for independent would find differences that are not there.
    """
    protocol = store.campaign(campaign).asked
    found: dict[str, dict[int, list[float]]] = {system: {} for system in store.campaign(campaign).systems}
    for row in read_rows(store, campaign):
        value = row.value(protocol) if row.role == "target" else None
        if value is not None:
            found[row.systems[0]].setdefault(row.segment, []).append(value)
    return {system: [sum(values) / len(values) for values in each.values()] for system, each in found.items()}
