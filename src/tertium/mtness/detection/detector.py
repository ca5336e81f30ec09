"""From counts to findings: instances, candidates, and what cannot be told.

The paper's rule: a chunk that an alternative overwhelms is an *instance*, unless it has more than 1,000 results; one
that is not found at all, and has no such alternative, is a *candidate*. It was made for the Web. In a smaller corpus
most good chunks are not found, and few counts overwhelm anything; so that by default the test of ``significance`` has
to agree, and where it cannot, the finding is that one cannot tell.

*Our deviations.* A repair is judged by whole chunks and by the words next to it, and is not made where any of these
speaks against it. Each place is reported once, for its best repair; and of chunks within chunks that are not found, the
smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.errors import SpecError
from tertium.mtness.counting.counted import Contest, CountedChunk, CountedSegment
from tertium.mtness.counting.significance import probability_of_none, probability_of_so_few, probability_of_so_many
from tertium.mtness.detection.findings import CountedAlternative, Finding, Verdict
from tertium.mtness.repairs.repair import Action
from tertium.types import Array

# Once or twice is chance, however improbable; and so often without the other, the words are as they should be.
_FEWEST = 3
_ALONE = 2

# A matter of style as often as not, of which good text is full: more is asked for than that others are more common.
_STYLE = frozenset((Action.ADJECTIVE_ORDER, Action.ADD_ARTICLE))
_CONTESTED = frozenset(
    (Action.COPULA, Action.ADD_ARTICLE, Action.DROP_ARTICLE, Action.DROP_PREPOSITION, Action.ADD_PREPOSITION,
     Action.FUNCTION_WORD, Action.ADJECTIVE_ORDER)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """When a chunk is an instance, and when a candidate.

    Attributes:
        most: A chunk with more results than this is never an instance.
        ratio: How many times as many results an alternative has to have; the least of the paper's own table is 5.1.
        level: How improbable the counts have to be if nothing were wrong.
        absence_level: How improbable it has to be that a chunk is not found, if it were as common as its parts suggest.
        strict_ratio: The same as ``ratio`` where both are often right, and people only like one better: *ser* and
            *estar*, articles, small words.
        tested: Whether improbability matters; if not, the rule is the paper's.
    """

    most: int = 1000
    ratio: float = 5.0
    level: float = 0.01
    absence_level: float = 0.01
    strict_ratio: float = 20.0
    tested: bool = True

    def __post_init__(self) -> None:
        if self.most < 0:
            raise SpecError(f"the most results of an instance are {self.most}", remedy="Give 0 or more")
        for ratio in (self.ratio, self.strict_ratio):
            if not ratio >= 1:
                raise SpecError(f"a ratio of {ratio} overwhelms nothing", remedy="Give 1 or more")
        for level in (self.level, self.absence_level):
            if not 0 < level < 1:
                raise SpecError(f"a level of {level} is not between 0 and 1", remedy="Give 0.01, for example")

    def describe(self) -> str:
        """The settings, for signatures."""
        if not self.tested:
            return f"most={self.most},ratio={self.ratio:g},paper"
        ratios = f"ratio={self.ratio:g},strict={self.strict_ratio:g}"
        return f"most={self.most},{ratios},level={self.level:g},absence={self.absence_level:g}"


@dataclass(frozen=True, slots=True)
class _Case:
    """A repair and the contest that speaks for it the most."""

    contest: Contest
    p_value: float
    tries: int

    @property
    def span(self) -> tuple[int, int]:
        return self.contest.repair.start, self.contest.repair.end


def detect(
    segments: Sequence[CountedSegment], rule: Rule | None = None, *, everything: bool = False
) -> list[tuple[Finding, ...]]:
    """What is to be thought of the chunks of each segment, by place.

    Args:
        segments: The segments.
        rule: When a chunk is what.
        everything: Whether to tell of chunks that are fine, too, and of those that nothing can be told of.
    """
    rule = rule or Rule()
    few, many = _test_all(segments)
    found = []
    start = 0
    for number, segment in enumerate(segments):
        stop = start + len(segment.contests)
        found.append(tuple(_judge(number, segment, rule, few[start:stop], many[start:stop], everything)))
        start = stop
    return found


def _test_all(segments: Sequence[CountedSegment]) -> tuple[Array, Array]:
    contests = [each for segment in segments for each in segment.contests]
    counts = np.array([each.count for each in contests], np.int64)
    others = np.array([each.other_count for each in contests], np.int64)
    shares = np.array([share for segment in segments for share in segment.shares], np.float64)
    return (
        probability_of_so_few(counts, others, shares),
        probability_of_so_many(counts, others, np.full(len(contests), 0.5)),
    )


def _judge(
    number: int, segment: CountedSegment, rule: Rule, few: Array, many: Array, everything: bool
) -> list[Finding]:
    cases = _choose(segment, rule, few, many)
    found = [_report_instance(number, segment, case, few) for case in cases]
    spans = [case.span for case in cases]
    absent: list[tuple[int, int]] = []
    for counted in sorted(segment.chunks, key=lambda each: each.chunk.stop - each.chunk.first):
        chunk = counted.chunk
        verdict, p_value = _weigh(counted, rule)
        if verdict is Verdict.CANDIDATE:
            # What is wrong in it, or the smaller chunk in it that is not found either, was told of.
            if any(chunk.start <= end and start <= chunk.end for start, end in spans):
                verdict = Verdict.INSTANCE
            elif any(chunk.first <= first and stop <= chunk.stop for first, stop in absent):
                if not rule.tested:
                    continue
                verdict = Verdict.CANNOT_TELL
            else:
                absent.append((chunk.first, chunk.stop))
        elif any(chunk.start <= start and end <= chunk.end for start, end in spans):
            verdict = Verdict.INSTANCE
        if verdict is Verdict.CANDIDATE or (everything and verdict is not Verdict.INSTANCE):
            found.append(_report_chunk(number, segment, counted, verdict, p_value))
    return sorted(found, key=lambda each: (each.start, each.end))


def _report_chunk(
    number: int, segment: CountedSegment, counted: CountedChunk, verdict: Verdict, p_value: float | None
) -> Finding:
    chunk = counted.chunk
    return Finding(
        number, str(chunk.kind), chunk.start, chunk.end, chunk.text, verdict, count=counted.count,
        expected=counted.expected, p_value=p_value, note=counted.problem,
        alternatives=_list_alternatives(segment, counted),
    )  # fmt: skip


def _choose(segment: CountedSegment, rule: Rule, few: Array, many: Array) -> list[_Case]:
    """The best repair of each place where one is called for."""
    cases = sorted(_find_cases(segment, rule, few, many), key=_rank)
    chosen: list[_Case] = []
    for case in cases:
        # The words that speak for it must not be among those that are wrong themselves: *está bueno* is *está bien*.
        place = (case.contest.chunk.start, case.contest.chunk.end)
        if not any(_meet(case.span, each.span) or _meet(place, each.span) for each in chosen):
            chosen.append(case)
    return chosen


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two places have characters in common, or something is put in at both."""
    return one == other or (one[0] < other[1] and other[0] < one[1])


def _rank(case: _Case) -> tuple[float, int, int]:
    contest = case.contest
    return (case.p_value, -contest.other_count, contest.repair.rank)


def _find_cases(segment: CountedSegment, rule: Rule, few: Array, many: Array) -> Iterator[_Case]:
    by_repair: dict[int, list[int]] = {}
    for place, contest in enumerate(segment.contests):
        by_repair.setdefault(id(contest.repair), []).append(place)
    tries = _count_tries(segment.contests)
    for places in by_repair.values():
        for_it = [place for place in places if _overwhelms(segment.contests[place], rule)]
        if rule.tested:
            repair = segment.contests[places[0]].repair
            factor = tries.get(id(repair), 1)
            for_it = [place for place in for_it if few[place] * factor < rule.level]
            if repair.action in _STYLE:
                for_it = [place for place in for_it if _is_missing(segment, segment.contests[place], rule)]
        else:
            factor = 1
        for_it = [place for place in for_it if not _is_refuted(segment.contests, place, places, many, rule)]
        if for_it:
            best = min(for_it, key=lambda place: (few[place], -segment.contests[place].other_count))
            yield _Case(segment.contests[best], min(1.0, float(few[best]) * factor), factor)


def _count_tries(contests: Sequence[Contest]) -> dict[int, int]:
    """For each repair, how many there are of the same words, or of words that overlap with them, that occur at all.

    The windows of one repair are no tries of their own: they have the same words, and each may speak against it.
    """
    repairs = {id(each.repair): each.repair for each in contests if each.count or each.other_count}
    tries: dict[int, int] = {}
    group: list[int] = []
    end = -1
    for name, repair in sorted(repairs.items(), key=lambda item: (item[1].start, item[1].end)):
        if group and repair.start >= end:
            tries |= dict.fromkeys(group, len(group))
            group = []
        group.append(name)
        end = max(end, repair.end, repair.start + 1)
    return tries | dict.fromkeys(group, len(group))


def _overwhelms(contest: Contest, rule: Rule) -> bool:
    if contest.count > rule.most or not contest.supports:
        return False
    if not rule.tested:
        return contest.other_count > contest.count and contest.other_count >= rule.ratio * max(contest.count, 1)
    ratio = max(rule.ratio, rule.strict_ratio) if contest.repair.action in _CONTESTED else rule.ratio
    return contest.other_count >= max(_FEWEST, ratio * contest.count)


def _is_missing(segment: CountedSegment, contest: Contest, rule: Rule) -> bool:
    """Whether the words as they are make a chunk that is not found, and should be."""
    return any(
        _weigh(counted, rule)[0] is Verdict.CANDIDATE
        for counted in segment.chunks
        if (counted.chunk.first, counted.chunk.stop) == (contest.chunk.first, contest.chunk.stop)
    )


def _is_refuted(contests: Sequence[Contest], place: int, places: Sequence[int], many: Array, rule: Rule) -> bool:
    """Whether other words around the same repair speak for the text as it is."""
    chunk = contests[place].chunk
    for other in places:
        contest = contests[other]
        around = contest.chunk.first <= chunk.first and chunk.stop <= contest.chunk.stop
        # Of the same words, more tell more.
        inside = chunk.first <= contest.chunk.first and contest.chunk.stop <= chunk.stop
        alone = contest.count >= _ALONE and not contest.other_count
        clear = not inside and (many[other] < rule.level or alone)
        if other != place and contest.count > contest.other_count and (around or clear):
            return True
    return False


def _weigh(counted: CountedChunk, rule: Rule) -> tuple[Verdict, float | None]:
    """A chunk by itself: found, missing where it should be found, or too rare to tell."""
    if counted.count is None:
        return Verdict.CANNOT_TELL, None
    if counted.count or counted.generalised:
        return Verdict.FINE, None
    if not rule.tested or counted.expected is None:
        return Verdict.CANDIDATE, None
    p_value = probability_of_none(counted.expected)
    return (Verdict.CANDIDATE if p_value < rule.absence_level else Verdict.CANNOT_TELL), p_value


def _report_instance(number: int, segment: CountedSegment, case: _Case, few: Array) -> Finding:
    contest = case.contest
    chunk = contest.chunk
    first = CountedAlternative(contest.other, contest.other_count, contest.repair, case.p_value)
    others = [
        CountedAlternative(each.other, each.other_count, each.repair, min(1.0, float(few[place]) * case.tries))
        for place, each in enumerate(segment.contests)
        if (each.chunk.first, each.chunk.stop) == (chunk.first, chunk.stop)
        and each.repair is not contest.repair
        and each.other_count > contest.count
        and each.repair.start < contest.repair.end
        and contest.repair.start < each.repair.end
    ]
    others.sort(key=lambda each: -(each.count or 0))
    return Finding(
        number, str(chunk.kind), chunk.start, chunk.end, chunk.text, Verdict.INSTANCE, contest.repair.error,
        contest.count, (first, *others), p_value=case.p_value, asked=contest.asked[0] if contest.asked else "",
    )  # fmt: skip


def _list_alternatives(segment: CountedSegment, counted: CountedChunk) -> tuple[CountedAlternative, ...]:
    """What else a chunk might be, if that occurs at all."""
    found = [
        CountedAlternative(each.other, each.other_count, each.repair)
        for each in segment.contests
        if each.whole and each.chunk is counted.chunk and each.other_count > (counted.count or 0)
    ]
    return tuple(sorted(found, key=lambda each: -(each.count or 0)))
