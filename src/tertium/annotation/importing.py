"""Judgments back into a campaign: from the table that was exported, or one that others made."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tertium.annotation.answers import Answer, ErrorSpan
from tertium.annotation.campaign import Campaign
from tertium.annotation.campaign_rows import insert_annotator, insert_assignments, insert_campaign, insert_item
from tertium.annotation.judged_rows import REPEATED
from tertium.annotation.links import make_key
from tertium.annotation.plan import JudgedItem, Role
from tertium.annotation.protocols import JudgingProtocol, find_protocol
from tertium.annotation.store import CampaignStore
from tertium.errors import InputError
from tertium.types import TestSet

_KINDS = {"fluency": "fluency-adequacy", "adequacy": "fluency-adequacy", "da": "da", "mqm": "mqm", "rank": "ranking"}


@dataclass(kw_only=True)
class _ImportedItem:
    """What one annotator said about one item."""

    segment: int
    systems: list[str]
    values: dict[str, list[float]] = field(default_factory=dict)
    ranks: list[int] = field(default_factory=list)
    spans: list[ErrorSpan] = field(default_factory=list)


def import_judgments(
    store: CampaignStore,
    name: str,
    test_set: TestSet,
    judgments: Mapping[str, Sequence[object]],
    *,
    spans: Mapping[str, Sequence[object]] | None = None,
    severities: Mapping[str, float] | None = None,
) -> Campaign:
    """Make a campaign of judgments that exist, so that its figures can be seen and its judgments exported again.

    Controls and the tutorial are in no export, so that they are not in the new campaign either. Nobody has a link to
    it; ``CampaignStore.renew_key`` makes one.

    Args:
        store: The campaigns.
        name: The name of the new campaign.
        test_set: What was judged.
        judgments: The columns that ``export_judgments`` gives: system, segment, annotator, kind, value and sheet.
        spans: The columns that ``export_spans`` gives. Judgments of errors cannot be read without them.
        severities: What an error costs by its severity, where that differs from the protocol's.

    Returns:
        The campaign.

    Raises:
        InputError: There are no judgments, of several protocols, or of what is not in the test set.
    """
    asked, settings = _find_protocol(judgments, spans, severities)
    items = _gather(judgments, test_set, asked)
    if spans is not None:
        _add_spans(items, spans)
    campaign = Campaign(name=name, protocol=asked.name, settings=settings, created=store.now())

    def write(connection: sqlite3.Connection) -> None:
        if connection.execute("SELECT 1 FROM campaign WHERE name = ?", [name]).fetchone():
            raise InputError(f"there is a campaign {name!r} already", file=store.path, remedy="Give another name")
        number = insert_campaign(connection, campaign, test_set)
        _insert(connection, number, items, test_set, asked, store.now())

    store.writer.write(write)
    return store.campaign(name)


def _find_protocol(
    judgments: Mapping[str, Sequence[object]],
    spans: Mapping[str, Sequence[object]] | None,
    severities: Mapping[str, float] | None,
) -> tuple[JudgingProtocol, dict[str, object]]:
    kinds = list(dict.fromkeys(map(str, judgments["kind"])))
    found = {_KINDS.get(kind, "") for kind in kinds}
    if len(found) != 1 or "" in found:
        raise InputError(
            f"judgments of {', '.join(kinds) or 'no kind'} belong to no single protocol",
            remedy="Give fluency and adequacy, da, mqm or rank",
        )
    (protocol,) = found
    settings: dict[str, object] = {}
    if protocol == "da" and spans is not None:
        protocol = "esa"
    if protocol == "mqm" and spans is None:
        raise InputError("judgments of errors say what they cost, and not where they are", remedy="Give the spans too")
    if protocol in ("mqm", "esa") and spans is not None:
        if categories := [each for each in dict.fromkeys(map(str, spans["category"])) if each]:
            settings["categories"] = categories
        if severities:
            settings["severities"] = dict(severities)
    if protocol == "ranking":
        settings["ranked"] = _count_ranked(judgments)
    return find_protocol(protocol, **settings), settings  # type: ignore[arg-type]


def _count_ranked(judgments: Mapping[str, Sequence[object]]) -> int:
    counts: dict[tuple[object, ...], int] = {}
    for key in zip(judgments["annotator"], judgments["segment"], judgments["sheet"], strict=True):
        counts[key] = counts.get(key, 0) + 1
    return max(counts.values())


def _gather(
    judgments: Mapping[str, Sequence[object]], test_set: TestSet, asked: JudgingProtocol
) -> dict[str, dict[tuple[object, ...], _ImportedItem]]:
    """Return what each annotator said, item by item, in the order of the rows."""
    found: dict[str, dict[tuple[object, ...], _ImportedItem]] = {}
    names = ("system", "segment", "annotator", "kind", "value", "sheet")
    for system, segment, annotator, kind, value, sheet in zip(*(judgments[each] for each in names), strict=True):
        place = _read_whole(segment, "the number of a segment") - 1
        if str(system) not in test_set.systems or not 0 <= place < len(test_set):
            raise InputError(
                f"the test set has no segment {place + 1} of system {str(system)!r}", remedy="Give what was judged"
            )
        # Ranks of a segment belong together; other judgments are of one translation.
        key = (place, sheet) if asked.ranked > 1 else (place, str(system), sheet)
        item = found.setdefault(str(annotator), {}).setdefault(key, _ImportedItem(segment=place, systems=[]))
        if str(system) not in item.systems:
            item.systems.append(str(system))
        if asked.ranked > 1:
            item.ranks.append(int(_read_number(value)))
        else:
            item.values.setdefault(str(kind), []).append(_read_number(value))
    if not found:
        raise InputError("there are no judgments", remedy="Give at least one")
    return found


def _add_spans(
    items: Mapping[str, Mapping[tuple[object, ...], _ImportedItem]], spans: Mapping[str, Sequence[object]]
) -> None:
    names = ("system", "segment", "annotator", "start", "end", "severity", "category", "prefilled", "sheet")
    for system, segment, annotator, start, end, severity, category, prefilled, sheet in zip(
        *(spans[each] for each in names), strict=True
    ):
        key = (_read_whole(segment, "the number of a segment") - 1, str(system), sheet)
        item = items.get(str(annotator), {}).get(key)
        if item is None:
            raise InputError(
                f"{annotator} marked an error in segment {segment} of {system}, which has no judgment",
                remedy="Give judgments and spans of the same export",
            )
        item.spans.append(
            ErrorSpan(
                start=_read_whole(start, "the start of a span"),
                end=_read_whole(end, "the end of a span"),
                severity=str(severity),
                category=str(category),
                prefilled=str(prefilled) == "1",
            )
        )


def _read_whole(value: object, what: str) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise InputError(f"{what} is {str(value)[:50]!r}", remedy="Give a whole number, as in an export") from None


def _read_number(value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"a judgment is {str(value)[:50]!r}", remedy="Give a number, as in an export")
    return number


def _insert(
    connection: sqlite3.Connection,
    campaign: int,
    found: Mapping[str, Mapping[tuple[object, ...], _ImportedItem]],
    test_set: TestSet,
    asked: JudgingProtocol,
    now: float,
) -> None:
    shared: dict[tuple[object, ...], int] = {}
    prefix = make_key()  # attempts have names that nobody else has
    for name, items in found.items():
        annotator = insert_annotator(connection, campaign, name, make_key())
        sequence: list[int] = []
        originals: dict[tuple[object, ...], int] = {}
        for key, item in items.items():
            sheet, what = str(key[-1]), (item.segment, *sorted(item.systems))
            is_repeat = sheet.startswith(REPEATED)
            role: Role = "repeat" if is_repeat else "target"
            # A translation that several judged is one item; what one judged again is another.
            known = (*what, *item.systems, sheet, name if is_repeat else "")
            if known not in shared:
                texts = tuple(test_set.systems[system][item.segment] for system in item.systems)
                made = JudgedItem(segment=item.segment, systems=tuple(item.systems), texts=texts, role=role)
                shared[known] = insert_item(connection, campaign, made, originals.get(what) if is_repeat else None)
            originals.setdefault(what, shared[known])
            sequence.append(shared[known])
        assignments = insert_assignments(connection, annotator, sequence)
        for place, (item, assignment) in enumerate(zip(items.values(), assignments, strict=True)):
            for step, answer in _make_answers(item, asked).items():
                asked.step(step).check(answer, [test_set.systems[each][item.segment] for each in item.systems])
                attempt = f"{prefix} {annotator} {place} {step}"
                connection.execute(
                    "INSERT INTO main.judgment (assignment, step, revision, attempt, answer, active_ms, received) "
                    "VALUES (?, ?, 0, ?, ?, 0, ?)",
                    [assignment, step, attempt, answer.to_json(), now],
                )


def _make_answers(item: _ImportedItem, asked: JudgingProtocol) -> dict[str, Answer]:
    """Return the answers to all steps; to those that were not answered, none."""
    found: dict[str, Answer] = {}
    for step in asked.steps:
        if step.shape == "ranking":
            found[step.name] = Answer(ranks=tuple(item.ranks))
        elif step.shape == "spans":
            found[step.name] = Answer(spans=tuple(item.spans))
        elif step.name in item.values:
            (value, *others) = item.values[step.name]
            if others:
                place = f"segment {item.segment + 1} of {item.systems[0]}"
                raise InputError(
                    f"{place} has two judgments of {step.name} by one annotator",
                    remedy="Give the second one another sheet",
                )
            found[step.name] = Answer(value)
    return found
