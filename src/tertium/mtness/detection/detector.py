"""From counts to findings: instances, candidates, and undecided spans.

The paper's rule: a span that a suggestion overwhelms is an *instance*, unless it has more than 1,000 results; one
that is not found at all, and has no such suggestion, is a *candidate*. It was made for the Web. In a smaller corpus
most good spans are not found, and few counts overwhelm anything; so that by default the test of ``significance`` has
to agree, and where it cannot, the span is undecided.

*Our deviations.* A repair is judged by whole spans and by the words next to it, and is not made where any of these
speaks against it. Each place is reported once, for its best repair; and of spans within spans that are not found, the
smallest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.edits import apply_edits
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.counting.contests import Contest, CountedSpan
from tertium.mtness.counting.significance import probability_of_none, probability_of_so_few, probability_of_so_many
from tertium.mtness.detection.combiner import CountEvidence
from tertium.mtness.detection.findings import CountedSuggestion, Finding, Verdict
from tertium.mtness.detection.judge import WrongPlace
from tertium.mtness.detection.rule import Rule
from tertium.mtness.repairs.learned_repairs import LEARNED, WORD_CHOICE
from tertium.mtness.segment import Segment
from tertium.types import Array

# Once or twice is chance, however improbable; and so often without the other, the words are as they should be.
_FEWEST = 3
_ALONE = 2
_MOST_SUGGESTIONS = 5
_SHORT = 3


@dataclass(frozen=True, slots=True)
class _Case:
    """A repair and the contest that is the best evidence for it."""

    contest: Contest
    p_value: float
    tries: int

    @property
    def place(self) -> tuple[int, int]:
        return self.contest.repair.start, self.contest.repair.end


def detect(
    segments: Sequence[Segment],
    rule: Rule | None = None,
    *,
    wrong: Sequence[Sequence[WrongPlace]] | None = None,
    everything: bool = False,
) -> list[tuple[Finding, ...]]:
    """Return the findings of each segment, by place.

    Args:
        segments: The segments, with counts.
        rule: The thresholds.
        wrong: The places of each segment that are wrong by all evidence; found by counts alone if None.
        everything: Whether findings include spans that are fine or undecided.
    """
    rule = rule or Rule()
    few, many = _test_all(segments)
    found = []
    start = 0
    for number, segment in enumerate(segments):
        stop = start + len(segment.counts.contests)
        own, others = few[start:stop], many[start:stop]
        if wrong is None:
            instances = [_report_instance(number, segment, case, own) for case in _choose(segment, rule, own, others)]
        else:
            instances = [_report_place(number, segment, place, own) for place in wrong[number]]
        found.append(tuple(_judge(number, segment, rule, instances, everything)))
        start = stop
    return found


def gather_evidence(segments: Sequence[Segment], rule: Rule) -> list[list[CountEvidence]]:
    """Return what counts say about each repair of each segment."""
    few, many = _test_all(segments)
    found: list[list[CountEvidence]] = []
    start = 0
    for segment in segments:
        contests = segment.counts.contests
        stop = start + len(contests)
        cases = {
            id(case.contest.repair): case for case in _find_cases(segment, rule, few[start:stop], many[start:stop])
        }
        against = {
            id(contest.repair)
            for contest, p_value in zip(contests, many[start:stop].tolist(), strict=True)
            if contest.count > contest.suggestion_count and p_value < rule.significance
        }
        found.append(
            [
                CountEvidence(
                    strength=-math.log10(max(cases[id(repair)].p_value, 1e-9)) if id(repair) in cases else 0.0,
                    refuted=id(repair) in against,
                )
                for repair in segment.repairs
            ]
        )
        start = stop
    return found


def _test_all(segments: Sequence[Segment]) -> tuple[Array, Array]:
    contests = [each for segment in segments for each in segment.counts.contests]
    counts = np.array([each.count for each in contests], np.int64)
    others = np.array([each.suggestion_count for each in contests], np.int64)
    shares = np.array([share for segment in segments for share in segment.counts.shares], np.float64)
    return (
        probability_of_so_few(counts, others, shares),
        probability_of_so_many(counts, others, np.full(len(contests), 0.5)),
    )


def _judge(number: int, segment: Segment, rule: Rule, instances: Sequence[Finding], everything: bool) -> list[Finding]:
    found = list(instances)
    repaired = [(each.repair.start, each.repair.end) for each in (one.best for one in instances) if each is not None]
    absent: list[tuple[int, int]] = []
    for counted in sorted(segment.counts.spans, key=lambda each: each.span.stop - each.span.first):
        span = counted.span
        verdict, p_value = _weigh(counted, rule)
        if verdict is Verdict.CANDIDATE:
            # The repair in it, or the smaller span in it that is not found either, is reported already.
            if any(span.start <= end and start <= span.end for start, end in repaired):
                verdict = Verdict.INSTANCE
            elif any(span.first <= first and stop <= span.stop for first, stop in absent):
                if not rule.tested:
                    continue
                verdict = Verdict.UNDECIDED
            else:
                absent.append((span.first, span.stop))
        elif any(span.start <= start and end <= span.end for start, end in repaired):
            verdict = Verdict.INSTANCE
        if verdict is Verdict.CANDIDATE or (everything and verdict is not Verdict.INSTANCE):
            found.append(_report_span(number, segment, counted, verdict, p_value))
    return sorted(found, key=lambda each: (each.start, each.end))


def _report_span(
    number: int, segment: Segment, counted: CountedSpan, verdict: Verdict, p_value: float | None
) -> Finding:
    span = counted.span
    return Finding(
        segment=number,
        kind=str(span.kind),
        start=span.start,
        end=span.end,
        text=span.text,
        verdict=verdict,
        count=counted.count,
        suggestions=_list_suggestions(segment, counted),
        expected=counted.expected,
        p_value=p_value,
        note=counted.problem,
    )


def _choose(segment: Segment, rule: Rule, few: Array, many: Array) -> list[_Case]:
    """The best repair of each place where one is called for."""
    cases = sorted(_find_cases(segment, rule, few, many), key=_rank)
    chosen: list[_Case] = []
    for case in cases:
        # The words that speak for it must not be among those that are wrong themselves: *está bueno* is *está bien*.
        words = (case.contest.span.start, case.contest.span.end)
        if not any(_meet(case.place, each.place) or _meet(words, each.place) for each in chosen):
            chosen.append(case)
    return chosen


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two places have characters in common, or something is put in at both."""
    return one == other or (one[0] < other[1] and other[0] < one[1])


def _rank(case: _Case) -> tuple[float, int, int]:
    contest = case.contest
    return (case.p_value, -contest.suggestion_count, contest.repair.rank)


def _find_cases(segment: Segment, rule: Rule, few: Array, many: Array) -> Iterator[_Case]:
    contests = segment.counts.contests
    by_repair: dict[int, list[int]] = {}
    for place, contest in enumerate(contests):
        by_repair.setdefault(id(contest.repair), []).append(place)
    tries = _count_tries(contests)
    for places in by_repair.values():
        repair = contests[places[0]].repair
        # The words of another system need a test that the text is missing. The paper has neither.
        if repair.action.borrowed and not rule.tested:
            continue
        for_it = [place for place in places if _overwhelms(contests[place], rule)]
        if rule.tested:
            factor = tries.get(id(repair), 1)
            for_it = [place for place in for_it if few[place] * factor < rule.significance]
            if repair.action.stylistic:
                for_it = [place for place in for_it if _is_missing(segment, contests[place], rule)]
        else:
            factor = 1
        for_it = [place for place in for_it if not _is_refuted(contests, place, places, many, rule)]
        if for_it:
            best = min(for_it, key=lambda place: (few[place], -contests[place].suggestion_count))
            yield _Case(contests[best], min(1.0, float(few[best]) * factor), factor)


def _count_tries(contests: Sequence[Contest]) -> dict[int, int]:
    """For each repair, how many there are of the same words, or of words that overlap with them, that occur at all.

    The windows of one repair are not tries of their own: they have the same words, and each may be evidence against it.
    """
    # What was learned is judged by how often it was right, and is not one more try.
    repairs = {
        id(each.repair): each.repair
        for each in contests
        if (each.count or each.suggestion_count) and each.repair.action not in (LEARNED, WORD_CHOICE)
    }
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
    if contest.count > rule.max_count or not contest.supports:
        return False
    if not rule.tested:
        return contest.suggestion_count > contest.count and contest.suggestion_count >= rule.min_ratio * max(
            contest.count, 1
        )
    ratio = max(rule.min_ratio, rule.strict_ratio) if contest.repair.action.contested else rule.min_ratio
    return contest.suggestion_count >= max(_FEWEST, ratio * contest.count)


def _is_missing(segment: Segment, contest: Contest, rule: Rule) -> bool:
    """Whether the words as they are make a span that is not found, and should be."""
    return any(
        _weigh(counted, rule)[0] is Verdict.CANDIDATE
        for counted in segment.counts.spans
        if (counted.span.first, counted.span.stop) == (contest.span.first, contest.span.stop)
    )


def _is_refuted(contests: Sequence[Contest], place: int, places: Sequence[int], many: Array, rule: Rule) -> bool:
    """Whether other words around the same repair speak for the text as it is."""
    span = contests[place].span
    for other in places:
        contest = contests[other]
        around = contest.span.first <= span.first and span.stop <= contest.span.stop
        # Of the same words, more tell more.
        inside = span.first <= contest.span.first and contest.span.stop <= span.stop
        alone = contest.count >= _ALONE and not contest.suggestion_count
        clear = not inside and (many[other] < rule.significance or alone)
        if other != place and contest.count > contest.suggestion_count and (around or clear):
            return True
    return False


def _weigh(counted: CountedSpan, rule: Rule) -> tuple[Verdict, float | None]:
    """A span by itself: found, missing where it should be found, or too rare to tell."""
    if counted.count is None:
        return Verdict.UNDECIDED, None
    if counted.count or counted.generalised:
        return Verdict.FINE, None
    if not rule.tested or counted.expected is None:
        return Verdict.CANDIDATE, None
    p_value = probability_of_none(counted.expected)
    return (Verdict.CANDIDATE if p_value < rule.absence_significance else Verdict.UNDECIDED), p_value


def _report_instance(number: int, segment: Segment, case: _Case, few: Array) -> Finding:
    contest = case.contest
    span = contest.span
    first = _suggest(contest, case.p_value)
    others = [
        _suggest(each, min(1.0, float(few[place]) * case.tries))
        for place, each in enumerate(segment.counts.contests)
        if (each.span.first, each.span.stop) == (span.first, span.stop)
        and each.repair is not contest.repair
        and each.suggestion_count > contest.count
        and each.repair.start < contest.repair.end
        and contest.repair.start < each.repair.end
    ]
    others.sort(key=lambda each: -(each.count or 0))
    return Finding(
        segment=number,
        kind=str(span.kind),
        start=span.start,
        end=span.end,
        text=span.text,
        verdict=Verdict.INSTANCE,
        error=contest.repair.error,
        count=contest.count,
        suggestions=(first, *others),
        p_value=case.p_value,
        asked=contest.asked[0] if contest.asked else "",
    )


def _suggest(contest: Contest, p_value: float | None = None) -> CountedSuggestion:
    return CountedSuggestion(
        text=contest.suggestion, count=contest.suggestion_count, repair=contest.repair, p_value=p_value
    )


def _report_place(number: int, segment: Segment, place: WrongPlace, few: Array) -> Finding:
    """A wrong place, shown in the words by which counts tell most about it."""
    best = place.best.repair
    contests = [index for index, each in enumerate(segment.counts.contests) if each.repair is best]
    suggestions: list[CountedSuggestion] = []
    if contests:
        shown = min(contests, key=lambda index: (not segment.counts.contests[index].supports, few[index]))
        contest = segment.counts.contests[shown]
        span, count, asked = contest.span, contest.count, contest.asked[0] if contest.asked else ""
        kind, start, end, text = str(span.kind), span.start, span.end, span.text
        p_value = float(few[shown])
        counted = {
            id(each.repair): each.suggestion_count
            for each in segment.counts.contests
            if (each.span.start, each.span.end) == (start, end)
        }
    else:
        start, end = _find_whole_words(segment, best.start, best.end)
        kind, text, asked, p_value = str(SpanKind.WORDS), segment.text[start:end], "", None
        count, counted = None, {}
    for each in place.repairs[:_MOST_SUGGESTIONS]:
        if start <= each.repair.start and each.repair.end <= end:
            after = apply_edits(text, each.repair.edits, start)
            suggestions.append(
                CountedSuggestion(
                    text=" ".join(after.split()),
                    count=counted.get(id(each.repair)),
                    repair=each.repair,
                    p_value=p_value,
                    probability=each.probability,
                )
            )
    return Finding(
        segment=number,
        kind=kind,
        start=start,
        end=end,
        text=text,
        verdict=Verdict.INSTANCE,
        error=best.error,
        count=count,
        suggestions=tuple(suggestions),
        p_value=p_value,
        probability=place.probability,
        asked=asked,
    )


def _find_whole_words(segment: Segment, start: int, end: int) -> tuple[int, int]:
    """The characters of all words that have some of these, and of those beside them if they are small or none."""
    tokens = segment.tokens
    touched = [token for token in tokens if token.start < end and start < token.end]
    if all(len(token.text) <= _SHORT for token in touched):
        # A small word by itself says nothing.
        before = [token for token in tokens if token.end <= start][-1:]
        touched = [*before, *touched, *[token for token in tokens if token.start >= end][:1]]
    starts, ends = [start, *(token.start for token in touched)], [end, *(token.end for token in touched)]
    return min(starts), max(ends)


def _list_suggestions(segment: Segment, counted: CountedSpan) -> tuple[CountedSuggestion, ...]:
    """What else a span might be, if that occurs at all."""
    found = [
        _suggest(each)
        for each in segment.counts.contests
        if each.whole and each.span is counted.span and each.suggestion_count > (counted.count or 0)
    ]
    return tuple(sorted(found, key=lambda each: -(each.count or 0)))
