"""Advice on whether metrics suit a comparison (Callison-Burch, Osborne and Koehn 2006, section 6).

The paper finds it appropriate to compare systems of the same kind, or broad changes to one system. It finds it
inappropriate to compare systems of different kinds, or changes that affect few segments, by BLEU and by other metrics
to the degree that they share its crudeness. Each metric declares what it cannot see (``tertium.metrics.blind_spots``).
Each reason is given in one line, and only where it applies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.metrics.blind_spots import BLIND_SPOTS
from tertium.metrics.spec import name_spec, parse
from tertium.results import Comparison, PairedTest, Score
from tertium.types import TestSet

# Systems that differ in a smaller share of segments are better compared by reading these.
_FEW = 0.1
_SIGNIFICANT = 0.05

Pair = tuple[str, str]


@dataclass(frozen=True)
class Advice(JsonResult):
    """A line of advice.

    Attributes:
        reason: ``kinds``, ``unknown kinds``, ``same kind``, ``rare`` or ``disagreement``.
        text: The line.
        appropriate: Whether the metrics suit the comparison; None if that is not known.
    """

    reason: str
    text: str
    appropriate: bool | None = False


def advise(comparison: Comparison, test_set: TestSet) -> list[Advice]:
    """Return advice on a comparison; an empty list where no reason applies.

    >>> from tertium import References, TestSet, compare
    >>> systems = {"a": ["the cat sat"] * 20, "b": ["the cat sat"] * 19 + ["the cat sits"]}
    >>> comparison = compare(systems, ["the cat sat"] * 20, metrics=["bleu"], resamples=40)
    >>> test_set = TestSet(systems=systems, references=References.from_nested(["the cat sat"] * 20))
    >>> [each.reason for each in advise(comparison, test_set)]
    ['rare']

    Args:
        comparison: The comparison.
        test_set: The systems that were compared.
    """
    names = list(dict.fromkeys(test.metric for test in comparison.tests))
    pairs = list(dict.fromkeys((test.system, test.baseline) for test in comparison.tests))
    return [
        *_advise_on_kinds(pairs, test_set, names),
        *_advise_on_rarity(pairs, test_set),
        *_advise_on_disagreement(comparison),
    ]


def _advise_on_kinds(pairs: Sequence[Pair], test_set: TestSet, metrics: Sequence[str]) -> list[Advice]:
    """Find systems of different kinds, and systems whose kind is missing; without any kind there is nothing to say."""
    kinds = {name: test_set.kinds[name] for pair in pairs for name in pair if name in test_set.kinds}
    if not kinds:
        return []
    unknown = [pair for pair in pairs if not all(name in kinds for name in pair)]
    mixed = [(one, other) for one, other in pairs if {one, other} <= kinds.keys() and kinds[one] != kinds[other]]
    named = ", ".join(map(name_spec, metrics))
    found = []
    if mixed:
        one, other = mixed[0]
        text = (
            f"{one} ({kinds[one]}) and {other} ({kinds[other]}){_count_others(mixed)} are of different kinds, and "
            f"{named} may underrate one of them regardless of its quality ({_tell_blindness(metrics)}): compare "
            "systems of the same kind, or use human judgments"
        )
        found.append(Advice("kinds", text))
    if unknown:
        missing = list(dict.fromkeys(name for pair in unknown for name in pair if name not in kinds))
        what = "the kind of {} is" if len(missing) == 1 else "the kinds of {} are"
        text = (
            f"{what.format(', '.join(missing))} not known, so neither is whether {named} suit"
            f"{'s' * (len(metrics) == 1)} the comparison of {' and '.join(unknown[0])}{_count_others(unknown)}: name "
            f"it with --kind {missing[0]}=KIND"
        )
        found.append(Advice("unknown kinds", text, None))
    if not found:
        verb = "is" if len(metrics) == 1 else "are"
        text = f"all systems are of the kind {next(iter(kinds.values()))}: {named} {verb} suited to such comparisons"
        learned = [name_spec(name) for name in metrics if "training" in (_list_blind_spots(name) or ())]
        if learned:
            text += f", and {', '.join(learned)} if such systems were in the training"
        found.append(Advice("same kind", text, True))
    return found


def _tell_blindness(metrics: Sequence[str]) -> str:
    """Say what metrics do not see; those that do not see the same are named together."""
    groups: dict[tuple[str, ...] | None, list[str]] = {}
    for name in metrics:
        groups.setdefault(_list_blind_spots(name), []).append(name_spec(name))
    said = []
    for spots, names in groups.items():
        do = "does" if len(names) == 1 else "do"
        if spots is None:
            said.append(f"what {', '.join(names)} {do} not see is not declared")
        else:
            said.append(f"{', '.join(names)} {do} not see {', '.join(BLIND_SPOTS[spot] for spot in spots)}")
    return "; ".join(said)


def _list_blind_spots(spec: str) -> tuple[str, ...] | None:
    """Return what a metric declares; None if it declares nothing, or is known to its caller only."""
    try:
        spots = parse(spec).blind_to
    except SpecError:
        return None
    return None if spots is None else tuple(spots)


def _count_others(pairs: Sequence[Pair]) -> str:
    return "" if len(pairs) == 1 else f", and {len(pairs) - 1} more pair{'s' * (len(pairs) > 2)}"


def _advise_on_rarity(pairs: Sequence[Pair], test_set: TestSet) -> list[Advice]:
    """Find systems that differ in few segments."""
    found = []
    for first, second in pairs:
        both = zip(test_set.systems[first], test_set.systems[second], strict=True)
        changed = sum(one != other for one, other in both)
        if 0 < changed < _FEW * len(test_set):
            segments = "1 segment" if changed == 1 else f"{changed:,} segments"
            found.append(f"{first} and {second} differ in only {segments} of {len(test_set):,}")
    why = "a corpus score hardly shows such rare changes, so read those segments"
    return [Advice("rare", f"{_tell_first(found)}: {why}")] if found else []


def _advise_on_disagreement(comparison: Comparison) -> list[Advice]:
    """Find metrics with significant differences in opposite directions."""
    known: Mapping[str, Score] = next(iter(comparison.systems.values()), {})

    def prefers_system(test: PairedTest) -> bool:
        score = known.get(test.metric)
        higher_is_better = parse(test.metric).higher_is_better if score is None else score.higher_is_better
        return (test.difference > 0) == higher_is_better

    by_pair: dict[Pair, list[PairedTest]] = {}
    for test in comparison.tests:
        if test.adjusted < _SIGNIFICANT:
            by_pair.setdefault((test.system, test.baseline), []).append(test)
    found = []
    for (system, baseline), sure in by_pair.items():
        for one, other in combinations(sure, 2):
            if prefers_system(one) != prefers_system(other):
                better, worse = (one, other) if prefers_system(one) else (other, one)
                first, second = name_spec(better.metric), name_spec(worse.metric)
                found.append(f"{first} prefers {system}, {second} prefers {baseline}, both significantly")
    why = "one of the metrics misjudges one of the systems, so read some segments of both"
    return [Advice("disagreement", f"{_tell_first(found)}: {why}")] if found else []


def _tell_first(found: Sequence[str]) -> str:
    return found[0] if len(found) == 1 else f"{found[0]}, and {len(found) - 1} more such case{'s' * (len(found) > 2)}"
