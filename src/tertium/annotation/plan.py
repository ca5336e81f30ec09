"""The plan of a campaign: which annotator judges which translation, and in which order.

Documents stay together. Each annotator sees each document once, translated by one system, and the systems rotate over
documents and annotators as in a Latin square, so that every system is judged equally often and by everybody. Where the
work is limited, fewer translations are judged, each by as many annotators as asked. Some items
come again, and some made worse on purpose, at least ``distance`` items after the original. The same seed gives the same
plan.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, product
from math import gcd
from typing import Literal

from tertium.annotation.degradation import degrade
from tertium.errors import InputError, SpecError
from tertium.stats.resampling import SEED
from tertium.types import TestSet

Role = Literal["target", "repeat", "control", "tutorial"]


@dataclass(frozen=True, kw_only=True)
class JudgedItem:
    """What an annotator judges at once.

    Attributes:
        segment: The segment, from 0.
        systems: The systems of its translations; several only where they are ranked.
        texts: The translations.
        role: ``target``; ``repeat``, a target again; ``control``, a target made worse; ``tutorial``, which does not
            count.
        original: The number of the target, for repeats and controls.
    """

    segment: int
    systems: Sequence[str]
    texts: Sequence[str]
    role: Role = "target"
    original: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlanSettings:
    """How a campaign is planned.

    Attributes:
        annotators: How many annotators there are.
        items: The most targets per annotator; None for any number. The fewer, the fewer translations are judged.
        redundancy: How many annotators judge each translation that is judged.
        ranked: How many translations of a segment stand in an item.
        repeats: The share of targets that come again, for the agreement of annotators with themselves.
        controls: The share of targets that come again made worse.
        distance: How many items lie between an item and its repeat or control, at least.
        seed: The seed of all that is drawn.
    """

    annotators: int
    items: int | None = None
    redundancy: int = 1
    ranked: int = 1
    repeats: float = 0.05
    controls: float = 0.05
    distance: int = 20
    seed: int = SEED

    def __post_init__(self) -> None:
        for name, lowest in (("annotators", 1), ("redundancy", 1), ("distance", 1), ("ranked", 1)):
            if getattr(self, name) < lowest:
                raise SpecError(f"{name} is {getattr(self, name)}", remedy=f"Give {lowest} or more")
        if self.items is not None and self.items < 1:
            raise SpecError(f"items is {self.items}", remedy="Give 1 or more, or leave it out")
        if self.redundancy > self.annotators:
            raise SpecError(
                f"each translation cannot be judged by {self.redundancy} of {self.annotators} annotators",
                remedy="Give more annotators, or a smaller redundancy",
            )
        for name in ("repeats", "controls"):
            if not 0 <= getattr(self, name) <= 0.5:
                raise SpecError(f"the share of {name} is {getattr(self, name):g}", remedy="Give 0 to 0.5")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Who judges what.

    Attributes:
        items: All items.
        sequences: For each annotator the numbers of the items, in order.
        notes: What could not be planned as asked.
    """

    items: Sequence[JudgedItem]
    sequences: Sequence[Sequence[int]]
    notes: Sequence[str] = field(default_factory=tuple)


def plan_campaign(test_set: TestSet, settings: PlanSettings) -> Plan:
    """Plan a campaign.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"a": ["x", "y"], "b": ["v", "w"]}, ["r", "s"])
    >>> plan = plan_campaign(test_set, PlanSettings(annotators=2, repeats=0, controls=0))
    >>> [sorted(plan.items[item].segment for item in sequence) for sequence in plan.sequences]
    [[0, 1], [0, 1]]

    Raises:
        InputError: There are too few systems to rank.
    """
    systems = list(test_set.systems)
    if settings.ranked > len(systems):
        raise InputError(
            f"{settings.ranked} translations are to be ranked, and there are {len(systems)} systems",
            remedy="Rank fewer at once, or give more systems",
        )
    chance = random.Random(settings.seed)  # noqa: S311  it plans, and keeps no secrets
    blocks = _divide(test_set)
    chance.shuffle(blocks)
    chance.shuffle(systems)
    items: list[JudgedItem] = []
    notes: list[str] = []
    shares = _share_out(blocks, systems, settings, notes)
    numbers: dict[tuple[int, tuple[str, ...]], int] = {}
    sequences: list[list[int]] = []
    for share in shares:
        runs: list[list[int]] = []
        for block, chosen in share:
            run = []
            for segment in blocks[block]:
                key = (segment, tuple(chosen))
                if key not in numbers:
                    numbers[key] = len(items)
                    texts = [test_set.systems[system][segment] for system in chosen]
                    items.append(JudgedItem(segment=segment, systems=tuple(chosen), texts=tuple(texts)))
                run.append(numbers[key])
            runs.append(run)
        sequences.append(_add_checks(runs, items, test_set, settings, chance, notes))
    return Plan(items=items, sequences=sequences, notes=tuple(dict.fromkeys(notes)))


def _divide(test_set: TestSet) -> list[list[int]]:
    """Return the segments of each document; each segment by itself where documents are not known."""
    if test_set.documents is None:
        return [[segment] for segment in range(len(test_set))]
    found: dict[str, list[int]] = {}
    for segment, document in enumerate(test_set.documents):
        found.setdefault(document, []).append(segment)
    return list(found.values())


def _share_out(
    blocks: Sequence[Sequence[int]], systems: Sequence[str], settings: PlanSettings, notes: list[str]
) -> list[list[tuple[int, list[str]]]]:
    """Return, for each annotator, documents and the systems that translated them.

    A translation gets all its annotators before the next one gets any: where the work is limited, fewer translations
    are judged, and not by fewer annotators. Only what remains then is given to fewer.
    """
    shares: list[list[tuple[int, list[str]]]] = [[] for _ in range(settings.annotators)]
    loads = [0] * settings.annotators
    seen: list[set[int]] = [set() for _ in range(settings.annotators)]
    rotation = _Rotation(systems, settings)
    turns = -(-len(systems) // settings.ranked)
    done = [0] * len(blocks)
    judged: Counter[int] = Counter()
    for fewest, turn in product(dict.fromkeys((settings.redundancy, 1)), range(turns)):
        for block, segments in enumerate(blocks):
            free = [
                annotator
                for annotator in range(settings.annotators)
                if block not in seen[annotator]
                and (settings.items is None or loads[annotator] + len(segments) <= settings.items)
            ]
            if done[block] != turn or len(free) < fewest:
                continue
            chosen = rotation.choose(block, turn)
            # Of those with the least work another one in each round, so that nobody gets always the same system.
            start = (block + turn * settings.redundancy) % settings.annotators
            order = sorted((loads[each], (each - start) % settings.annotators, each) for each in free)
            people = [each for *_, each in order[: settings.redundancy]]
            for annotator in people:
                shares[annotator].append((block, chosen))
                seen[annotator].add(block)
                loads[annotator] += len(segments)
            rotation.count(block, chosen, len(segments) * len(people))
            done[block] += 1
            judged[len(people)] += len(segments)
    notes += _describe_gaps(judged, turns * sum(map(len, blocks)), settings)
    return shares


class _Rotation:
    """The systems in turn: over documents, and so that each annotator meets all of them."""

    def __init__(self, systems: Sequence[str], settings: PlanSettings) -> None:
        self._systems = systems
        self._annotators = settings.annotators
        self._ranked = settings.ranked
        # Annotators take turns over documents, and so do systems: without a shift some would never meet some.
        shifts = range(len(systems))
        self._shift = next(each for each in shifts if gcd(settings.annotators + each, len(systems)) == 1)
        step = 1 + self._shift
        self._step = step if settings.ranked == 1 and gcd(step, len(systems)) == 1 else 1
        self._loads = dict.fromkeys(systems, 0)
        self._used: dict[int, set[str]] = {}

    def choose(self, block: int, turn: int) -> list[str]:
        """Return whose translations of a document come next."""
        first = block + self._shift * (block // self._annotators) + turn * self._ranked * self._step
        chosen = [self._systems[(first + place) % len(self._systems)] for place in range(len(self._systems))]
        if self._ranked == 1:
            # Documents that are too long for the limit are passed over, so the turn alone would not balance systems.
            # Rankings keep to the turn: by work alone, the same systems would be ranked together again and again.
            used = self._used.get(block, set())
            chosen = sorted((each for each in chosen if each not in used), key=self._loads.__getitem__)
        return chosen[: self._ranked]

    def count(self, block: int, chosen: Sequence[str], judgments: int) -> None:
        """Count what was given out."""
        self._used.setdefault(block, set()).update(chosen)
        for system in chosen:
            self._loads[system] += judgments


def _describe_gaps(judged: Mapping[int, int], wanted: int, settings: PlanSettings) -> list[str]:
    """Say what has too few annotators.

    Args:
        judged: How many translations are judged, by the number of their annotators.
        wanted: How many translations there are.
        settings: What was asked for.
    """
    full = judged.get(settings.redundancy, 0)
    if full == wanted:
        return []
    what = "translations" if settings.ranked == 1 else "rankings"
    parts = [f"{full:,} of {wanted:,} {what} are judged by {_count_annotators(settings.redundancy)} each"]
    parts += [
        f"{number:,} by {_count_annotators(people)}"
        for people, number in sorted(judged.items(), reverse=True)
        if people < settings.redundancy
    ]
    if left := wanted - sum(judged.values()):
        parts.append(f"{left:,} have no annotator")
    why = "nobody sees a segment twice"
    if settings.items is not None:
        why = f"nobody judges more than {settings.items:,}, and {why}"
    remedy = "Give more annotators" if settings.items is None else "Give more annotators or a higher limit"
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return [f"{said}: {why}. {remedy} to have all judged"]


def _count_annotators(number: int) -> str:
    return f"{number:,} annotator{'' if number == 1 else 's'}"


def _add_checks(
    runs: list[list[int]],
    items: list[JudgedItem],
    test_set: TestSet,
    settings: PlanSettings,
    chance: random.Random,
    notes: list[str],
) -> list[int]:
    """Return the items of an annotator in order, with repeats and controls between documents."""
    starts = [0, *accumulate(map(len, runs))]
    place_of = {item: place for place, item in enumerate(item for run in runs for item in run)}
    added: dict[int, list[int]] = {}
    wanted_by_role: dict[Role, int] = {
        "repeat": round(settings.repeats * len(place_of)),
        "control": round(settings.controls * len(place_of)) if settings.ranked == 1 else 0,
    }
    for role, wanted in wanted_by_role.items():
        candidates = list(place_of)
        chance.shuffle(candidates)
        found = 0
        for item in candidates:
            if found == wanted:
                break
            gaps = [gap for gap, start in enumerate(starts) if start > place_of[item] + settings.distance]
            texts: Sequence[str] | None = items[item].texts
            if role == "control":
                texts = _worsen(items[item], test_set, chance)
            if not gaps or texts is None:
                continue
            added.setdefault(chance.choice(gaps), []).append(len(items))
            items.append(
                JudgedItem(
                    segment=items[item].segment, systems=items[item].systems, texts=texts, role=role, original=item
                )
            )
            found += 1
        if found < wanted:
            notes.append(
                f"some annotators have fewer {role} items than asked for: {settings.distance} items must lie between"
            )
    sequence: list[int] = []
    for gap in range(len(starts)):
        sequence += added.get(gap, [])
        sequence += runs[gap] if gap < len(runs) else []
    return sequence


def _worsen(item: JudgedItem, test_set: TestSet, chance: random.Random) -> tuple[str] | None:
    (system,) = item.systems
    donors = [text for segment, text in enumerate(test_set.systems[system]) if segment != item.segment]
    found = degrade(item.texts[0], donors, chance)
    return None if found is None else (found,)
