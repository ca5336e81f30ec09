"""Writing a campaign into its tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from tertium.annotation.campaign import Campaign
from tertium.annotation.lessons import Lesson
from tertium.annotation.links import digest_key
from tertium.annotation.plan import JudgedItem, Plan
from tertium.types import TestSet


def insert_campaign(connection: sqlite3.Connection, campaign: Campaign, test_set: TestSet) -> int:
    """Insert a campaign and its test set, and return its number."""
    found = connection.execute(
        "INSERT INTO main.campaign (name, protocol, settings, seed, created, systems, notes, origin) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            campaign.name,
            campaign.protocol,
            json.dumps(dict(campaign.settings)),
            campaign.seed,
            campaign.created,
            json.dumps(list(test_set.systems)),
            json.dumps(list(campaign.notes)),
            campaign.origin,
        ],
    )
    number = int(found.lastrowid or 0)
    rows = (
        (
            number,
            segment,
            test_set.documents[segment] if test_set.documents else None,
            test_set.sources[segment] if test_set.sources else None,
            json.dumps(test_set.references.of(segment), ensure_ascii=False),
            json.dumps([outputs[segment] for outputs in test_set.systems.values()], ensure_ascii=False),
        )
        for segment in range(len(test_set))
    )
    connection.executemany(
        "INSERT INTO main.segment (campaign, number, document, source, refs, outputs) VALUES (?, ?, ?, ?, ?, ?)", rows
    )
    return number


def insert_plan(
    connection: sqlite3.Connection,
    campaign: int,
    plan: Plan,
    lessons: Sequence[Lesson],
    keys: Mapping[str, str],
    expires: float | None,
) -> None:
    """Insert annotators and what they judge: the tutorial first, then their items."""
    taught = [
        insert_item(connection, campaign, JudgedItem(segment=-1, systems=(), texts=lesson.texts, role="tutorial"))
        for lesson in lessons
    ]
    contents = [lesson.to_json() for lesson in lessons]
    connection.executemany("INSERT INTO main.lesson (item, content) VALUES (?, ?)", zip(taught, contents, strict=True))
    numbers: list[int] = []
    for item in plan.items:
        original = None if item.original is None else numbers[item.original]
        numbers.append(insert_item(connection, campaign, item, original))
    for (name, key), sequence in zip(keys.items(), plan.sequences, strict=True):
        annotator = insert_annotator(connection, campaign, name, key, expires)
        insert_assignments(connection, annotator, [*taught, *(numbers[item] for item in sequence)])


def insert_item(connection: sqlite3.Connection, campaign: int, item: JudgedItem, original: int | None = None) -> int:
    """Insert an item and return its number. Those of its original are the numbers of a plan, so it is given."""
    texts = [json.dumps(list(each), ensure_ascii=False) for each in (item.systems, item.texts)]
    found = connection.execute(
        "INSERT INTO main.item (campaign, segment, systems, texts, role, original) VALUES (?, ?, ?, ?, ?, ?)",
        [campaign, item.segment, *texts, item.role, original],
    )
    return int(found.lastrowid or 0)


def insert_annotator(
    connection: sqlite3.Connection, campaign: int, name: str, key: str, expires: float | None = None
) -> int:
    """Insert an annotator with the digest of the key, and return the annotator's number."""
    found = connection.execute(
        "INSERT INTO main.annotator (campaign, name, link, expires) VALUES (?, ?, ?, ?)",
        [campaign, name, digest_key(key), expires],
    )
    return int(found.lastrowid or 0)


def insert_assignments(connection: sqlite3.Connection, annotator: int, items: Sequence[int]) -> list[int]:
    """Insert what an annotator judges, in order, and return the numbers of the assignments."""
    return [
        int(
            connection.execute(
                "INSERT INTO main.assignment (annotator, place, item) VALUES (?, ?, ?)", [annotator, place, item]
            ).lastrowid
            or 0
        )
        for place, item in enumerate(items)
    ]
