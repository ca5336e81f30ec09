"""Repairs judged by all evidence: which are made, and how probable it is that they are right.

Repairs of the same place exclude each other, so the odds that the place is wrong are the sum of theirs. Once the best
repairs of a segment are known, those beside them are judged again with these made: a second error next to the first
hides it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.corpus.language_model import CONTEXT, LanguageModel
from tertium.mtness.counting.likelihoods import is_likely
from tertium.mtness.detection.combiner import ALL, RULED, Combiner, CountEvidence, list_features
from tertium.mtness.detection.pooling import compare_shares, estimate_share, pool
from tertium.mtness.repairs.learned_repairs import LEARNED
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.confusions import ConfusionTable, WordPair
from tertium.mtness.resources.word_choices import WordChoices
from tertium.mtness.segment import Segment
from tertium.types import Array

# A class of repairs that change the number of words is easily overrated: shorter texts are more probable by nature.
_CAUTION, _GREAT_CAUTION = 16.0, 40.0
_CERTAIN_ENOUGH = 0.5
_FARTHEST = 1.5


@dataclass(frozen=True, slots=True)
class WeighedText:
    """Segments with all evidence about their repairs.

    Attributes:
        segments: The segments, with repairs that a language model has judged, and with counts.
        words: The words of each, as they are counted.
        evidence: What counts say about each repair of each.
    """

    segments: Sequence[Segment]
    words: Sequence[Sequence[str]]
    evidence: Sequence[Sequence[CountEvidence]]

    def repairs(self) -> Iterator[tuple[int, Repair, CountEvidence]]:
        """Yield the number of the segment, each of its repairs, and what counts say about it."""
        for number, (segment, evidence) in enumerate(zip(self.segments, self.evidence, strict=True)):
            for repair, each in zip(segment.repairs, evidence, strict=True):
                yield number, repair, each

    def likely_repairs(self) -> Iterator[tuple[int, Repair, CountEvidence]]:
        """Yield the same without repairs that only counts may settle: nothing is learned from those, or pooled."""
        return (each for each in self.repairs() if is_likely(each[1]))


@dataclass(frozen=True, slots=True)
class JudgedRepair:
    """A repair and the probability that it is right.

    Attributes:
        repair: The repair.
        odds: The logarithm of the odds that it is right, by itself; minus infinity if nothing is known about that.
        probability: The probability that it is right, given the other repairs of the same words.
    """

    repair: Repair
    odds: float
    probability: float = 0.0


@dataclass(frozen=True, slots=True)
class WrongPlace:
    """A place of a segment that is probably wrong.

    Attributes:
        probability: The probability that it is.
        repairs: What may be right there, the best first.
    """

    probability: float
    repairs: tuple[JudgedRepair, ...]

    @property
    def best(self) -> JudgedRepair:
        """The best repair."""
        return self.repairs[0]


@dataclass(frozen=True, kw_only=True)
class Judge:
    """What judges repairs.

    Attributes:
        model: The language model.
        combiner: The weights of all evidence.
        table: What the system confuses, if that is known.
        choices: Which small words fit which words around them, if that is known.
        pooled: Whether evidence is pooled over the text.
        again: Whether repairs beside those that are made are judged again.
    """

    model: LanguageModel
    combiner: Combiner
    table: ConfusionTable | None = None
    choices: WordChoices | None = None
    pooled: bool = True
    again: bool = True

    def weigh(self, text: WeighedText) -> list[list[JudgedRepair]]:
        """Return each repair of each segment with the odds that it is right."""
        repairs = [(number, repair) for number, repair, _ in text.repairs()]
        known = [self._find_trained(repair) for _, repair in repairs]
        odds = np.array(
            [
                -math.inf if trained is None else self.combiner.weigh(list_features(trained, evidence))
                for trained, (_, _, evidence) in zip(known, text.repairs(), strict=True)
            ]
        )
        pairs = [find_pair(text.words[number], repair) for number, repair in repairs]
        shares = []
        for place, (trained, pair) in enumerate(zip(known, pairs, strict=True)):
            habit = self.table.habits.get(pair) if self.table is not None else None
            if habit is not None:
                odds[place] += compare_shares(habit.share, habit.expected)
            own = 0.0 if trained is None else self.combiner.find_share(trained.action)
            shares.append(own if habit is None else habit.share)
        settled = _find_odds(self.combiner.settled)
        if self.pooled and repairs:
            judged = [trained is not None and is_likely(trained) for trained in known]
            shift = self._shift_all(odds[judged])
            odds += shift
            settled += shift
            classes = [
                name_class(repair, pair) if is_judged else None
                for (_, repair), pair, is_judged in zip(repairs, pairs, judged, strict=True)
            ]
            odds = pool(odds, classes, shares, [choose_caution(pair) for pair in pairs])
        found: list[list[JudgedRepair]] = [[] for _ in text.segments]
        for (number, repair, evidence), each in zip(text.repairs(), odds.tolist(), strict=True):
            least = _find_least(repair, evidence, settled)
            found[number].append(JudgedRepair(repair, each if least is None else max(each, least)))
        return found

    def _find_trained(self, repair: Repair) -> Repair | None:
        """The repair as the weights know it; None if they have no say, since they were learned without its action.

        What the system is known to confuse is judged as such, whoever proposes it: its table was learned from the
        system's own output, even where the weights were learned from too little text to have met it.
        """
        if self.combiner.is_trained(repair.action):
            return repair
        if repair.confusion is not None:
            return replace(repair, action=LEARNED)
        return None

    def _shift_all(self, odds: Array) -> float:
        """By how much everything is less probable in this text than in what the weights were learned from.

        A text by people has next to no mistakes of a system. That one has more than others is for its classes to show.
        """
        expected = self.combiner.shares.get(ALL, 0.0)
        shift = compare_shares(estimate_share(odds, expected, _GREAT_CAUTION), expected)
        return min(max(shift, -_FARTHEST), 0.0)

    def choose(self, text: WeighedText, threshold: float) -> list[list[WrongPlace]]:
        """Return the places of each segment that are wrong with a probability of at least the threshold."""
        judged = self.weigh(text)
        places = [_find_places(each) for each in judged]
        if self.again:
            places = [_find_places(each) for each in self._judge_again(text.words, judged, places)]
        return [[place for place in some if place.probability >= threshold] for some in places]

    def _judge_again(
        self,
        words: Sequence[Sequence[str]],
        judged: Sequence[Sequence[JudgedRepair]],
        places: Sequence[Sequence[WrongPlace]],
    ) -> list[list[JudgedRepair]]:
        """The repairs with the odds that they have when those beside them are made."""
        changes = []
        targets: list[tuple[int, int]] = []
        for number, (text, repairs) in enumerate(zip(words, judged, strict=True)):
            made = [_change_of(each.best.repair) for each in places[number] if each.probability > _CERTAIN_ENOUGH]
            if not made:
                continue
            for index, each in enumerate(repairs):
                change = _change_of(each.repair)
                near = [other for other in made if not _overlap(change, other) and _distance(change, other) <= CONTEXT]
                if near:
                    changes.append(_make(text, near, change))
                    targets.append((number, index))
        gains = self.model.compare(changes).tolist() if changes else []
        again = [list(each) for each in judged]
        for (number, index), gain in zip(targets, gains, strict=True):
            each = again[number][index]
            better = replace(each.repair, gain=gain)
            none = CountEvidence()
            shift = self.combiner.weigh(list_features(better, none)) - self.combiner.weigh(
                list_features(each.repair, none)
            )
            again[number][index] = JudgedRepair(each.repair, each.odds + shift)
        return again


def _find_odds(probability: float) -> float:
    return math.log(probability / (1 - probability))


def _find_least(repair: Repair, evidence: CountEvidence, settled: float) -> float | None:
    """The least odds of a repair that counts call for, if they are enough; a rule of the language is never outvoted."""
    if not evidence.strength or (repair.confusion is not None and repair.confusion.synonyms):
        return None
    if repair.action.ruled:
        return _find_odds(RULED)
    return settled if repair.action.settled_by_counts else None


def find_pair(words: Sequence[str], repair: Repair) -> WordPair:
    """Return the words that a repair replaces, and the new ones, as they are counted."""
    first, stop, new = _change_of(repair)
    return tuple(words[first:stop]), new


def name_class(repair: Repair, pair: WordPair) -> Hashable:
    """Return the class of repairs with which the evidence of one is pooled."""
    if repair.action.pooled_as_one:
        return repair.action.name
    return (repair.source.casefold(), *pair)


def choose_caution(pair: WordPair) -> float:
    """Return how cautious one has to be about the share of a class."""
    return _CAUTION if len(pair[0]) == len(pair[1]) else _GREAT_CAUTION


def _change_of(repair: Repair) -> tuple[int, int, tuple[str, ...]]:
    if repair.change is None:
        raise ValueError("the repair has not been judged by a language model")
    return repair.change


def _overlap(one: tuple[int, int, tuple[str, ...]], other: tuple[int, int, tuple[str, ...]]) -> bool:
    """Whether two changes cannot both be made."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]


def _distance(one: tuple[int, int, tuple[str, ...]], other: tuple[int, int, tuple[str, ...]]) -> int:
    return max(one[0] - other[1], other[0] - one[1], 0)


def _find_places(judged: Sequence[JudgedRepair]) -> list[WrongPlace]:
    """Places that do not overlap, those that are wrong most probably first chosen; in the order of the text.

    A repair of several places is a rival in the first that is chosen only: it would make a weak repair beside a strong
    one look strong.
    """
    left = sorted(judged, key=lambda each: -each.odds)
    found: list[WrongPlace] = []
    while left:
        change = _change_of(left[0].repair)
        meets = [_overlap(change, _change_of(each.repair)) for each in left]
        rivals = [each for each, is_rival in zip(left, meets, strict=True) if is_rival]
        left = [each for each, is_rival in zip(left, meets, strict=True) if not is_rival]
        odds = [math.exp(min(each.odds, 30.0)) for each in rivals]
        total = sum(odds)
        both = [replace(each, probability=own / (1 + total)) for each, own in zip(rivals, odds, strict=True)]
        found.append(WrongPlace(total / (1 + total), tuple(_prefer(both))))
    return sorted(found, key=lambda each: each.best.repair.start)


def _prefer(judged: list[JudgedRepair]) -> list[JudgedRepair]:
    """Repairs of a place, the best first; among forms of one word for the same, the one that the rules prefer.

    A text that says *queréis* goes on with *seleccionad*, though *seleccione* is more common.
    """
    best = judged[0].repair
    if not best.action.pooled_as_one or best.change is None:
        return judged
    same = [each for each in judged if each.repair.action is best.action and each.repair.replaced == best.replaced]
    first = min(same, key=lambda each: each.repair.rank)
    # That one of them is right is as probable as all of them together.
    whole = replace(first, probability=sum(each.probability for each in same))
    return [whole, *(each for each in judged if each is not first)]


def _make(
    words: Sequence[str], made: Sequence[tuple[int, int, tuple[str, ...]]], change: tuple[int, int, tuple[str, ...]]
) -> tuple[list[str], int, int, tuple[str, ...]]:
    """A text with some changes made, and where another change is in it."""
    text = list(words)
    first, stop, new = change
    for start, end, others in sorted(made, reverse=True):
        text[start:end] = others
        if start < first or (start == first and end <= first):
            first += len(others) - (end - start)
            stop += len(others) - (end - start)
    return text, first, stop, new
