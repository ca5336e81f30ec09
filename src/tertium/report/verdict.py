"""What a comparison of all pairs comes to, in plain sentences; and the systems in ranked groups.

A system leads only if it is significantly better than every other one. What is said of two systems is said of the test
of these two, corrected for the number of pairs: two systems may be told apart although neither is told apart from a
third. Ranked groups are those of WMT's tables: every system of a group is significantly better than every one below.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.audit.advice import Advice
from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.printable import make_printable
from tertium.report.metric_names import name_metric
from tertium.report.texts import state_p
from tertium.results import Comparison, PairedTest
from tertium.stats.clusters import cluster
from tertium.stats.resampling import ENOUGH_SEGMENTS, SIGNIFICANT

# More names than this are not for a sentence.
_MOST_NAMES = 5

# What a comparison cannot be trusted for. The verdict itself looks for metrics that disagree.
_WARNINGS = ("kinds", "rare")


@dataclass(frozen=True, kw_only=True)
class RankedSystem:
    """A system in the ranking by one metric.

    Attributes:
        name: Its name.
        value: Its score.
        low: The lower end of the score's interval; NaN if there is none.
        high: Its upper end.
        group: The number of its group, 1 for the best; None where nothing was tested.
        letters: The letters of the groups that it shares with others; empty where nothing was tested.
        is_best: Whether it is significantly better than every other system.
    """

    name: str
    value: float
    low: float
    high: float
    group: int | None = None
    letters: str = ""
    is_best: bool = False


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The systems by one metric, the best first.

    Attributes:
        metric: The metric as it was asked for.
        systems: The systems in order.
        higher_is_better: Whether a higher score is a better one.
        decimals: How many decimals to print.
        level: The confidence of the intervals.
    """

    metric: str
    systems: Sequence[RankedSystem]
    higher_is_better: bool
    decimals: int
    level: float

    @property
    def groups(self) -> list[list[RankedSystem]]:
        """The ranked groups, the best first; all systems in one where nothing was tested."""
        numbers = dict.fromkeys(each.group for each in self.systems)
        return [[each for each in self.systems if each.group == number] for number in numbers]


@dataclass(frozen=True, kw_only=True)
class ComparisonVerdict(JsonResult):
    """What a comparison comes to.

    Attributes:
        metric: The metric that the first sentence is about.
        sentences: The sentences. The first is the verdict; others say what limits it.
        rankings: The systems by each metric; that of the first sentence comes first.
        count: How many segments there are.
        obstacle: What keeps every test of two systems from being significant; empty if nothing does.
    """

    metric: str
    sentences: Sequence[str]
    rankings: Sequence[Ranking]
    count: int
    obstacle: str = ""

    def __str__(self) -> str:
        return " ".join(self.sentences)

    @property
    def ranking(self) -> Ranking:
        """The ranking by the metric of the first sentence."""
        return self.rankings[0]


def judge_comparison(
    comparison: Comparison, metric: str | None = None, advice: Sequence[Advice] = ()
) -> ComparisonVerdict:
    """Return what a comparison of all pairs comes to.

    >>> from tertium import compare
    >>> systems = {"one": ["a small dog", "the cat sat"] * 60, "two": ["a dog", "a cat sits"] * 60}
    >>> comparison = compare(systems, ["a small dog", "the cat sat"] * 60, ["chrf"], pairs="all")
    >>> print(judge_comparison(comparison))
    one leads by chrF (100.00); two is next, 78.98 lower, beyond chance (p < 0.001, 120 segments).

    Args:
        comparison: The comparison of all pairs; one system alone has no tests.
        metric: The metric of the first sentence; chrF by default if it is among the metrics, else the first of them.
        advice: What ``advise`` says of the comparison.

    Raises:
        SpecError: The comparison does not have the metric, or not all pairs.
    """
    scores = next(iter(comparison.systems.values()))
    specs = list(scores)
    if metric is None:
        metric = "chrf" if "chrf" in specs else specs[0]
    elif metric not in specs:
        raise SpecError(f"there is no score by {metric!r}", remedy=f"The metrics are: {', '.join(specs)}")
    fields = [_TestedSystems.make(comparison, spec) for spec in (metric, *(spec for spec in specs if spec != metric))]
    first = fields[0]
    sentences = [_tell_result(first)]
    if len(first.names) > 1 and first.is_tested:
        sentences += _compare_metrics(fields)
    sentences += map(_make_sentence, scores.cautions)
    sentences += [_make_sentence(each.text) for each in advice if each.reason in _WARNINGS]
    return ComparisonVerdict(
        metric=metric,
        sentences=[make_printable(sentence) for sentence in sentences],
        rankings=[each.rank() for each in fields],
        count=first.count,
        obstacle=first.obstacle,
    )


@dataclass(frozen=True, kw_only=True)
class _TestedSystems:
    """The systems by one metric, and which of them can be told apart.

    Attributes:
        comparison: Where all is from.
        metric: The metric.
        names: The systems, the best first.
        tests: The test of each two of them.
    """

    comparison: Comparison
    metric: str
    names: Sequence[str]
    tests: Mapping[frozenset[str], PairedTest]

    @classmethod
    def make(cls, comparison: Comparison, metric: str) -> _TestedSystems:
        scores = {name: each[metric] for name, each in comparison.systems.items()}
        sign = -1 if next(iter(scores.values())).higher_is_better else 1
        tests = {frozenset((test.system, test.baseline)): test for test in comparison.tests if test.metric == metric}
        if len(tests) != len(scores) * (len(scores) - 1) // 2:
            raise SpecError("not all pairs of systems were compared", remedy="Compare with pairs='all'")
        names = sorted(scores, key=lambda name: sign * scores[name].value)
        return cls(comparison=comparison, metric=metric, names=names, tests=tests)

    @property
    def title(self) -> str:
        return name_metric(self.metric)

    @property
    def count(self) -> int:
        return next(iter(self.comparison.systems.values())).count

    @property
    def is_tested(self) -> bool:
        return not self.obstacle

    @property
    def obstacle(self) -> str:
        """What keeps every test of two systems from being significant, as the end of a sentence; empty if nothing."""
        if self.count < ENOUGH_SEGMENTS:
            size, are = ("1 segment", "is") if self.count == 1 else (f"{self.count:,} segments", "are")
            return f"{size} {are} too few to tell systems apart (at least {ENOUGH_SEGMENTS} are needed)"
        # The smallest p is one in all resamples and the observed one, times the number of tests by Holm.
        least = math.floor(len(self.tests) / SIGNIFICANT + 1e-9)
        if self.tests and self.comparison.resamples < least:
            drawn = f"{self.comparison.resamples:,} resamples"
            return f"{drawn} are too few to tell {len(self.names)} systems apart (at least {least:,} are needed)"
        return ""

    @property
    def higher_is_better(self) -> bool:
        return self.comparison.systems[self.names[0]][self.metric].higher_is_better

    def value(self, name: str) -> float:
        return self.comparison.systems[name][self.metric].value

    def write(self, value: float) -> str:
        return f"{value:.{self.comparison.systems[self.names[0]][self.metric].decimals}f}"

    def better(self, one: str, other: str) -> str | None:
        """Return the better of two systems; none where that is not significant."""
        return self.tests[frozenset((one, other))].better

    def adjusted(self, one: str, other: str) -> float:
        return self.tests[frozenset((one, other))].adjusted

    def tied(self, name: str) -> list[str]:
        """Return the systems that a system cannot be told apart from, in order."""
        return [other for other in self.names if other != name and self.better(name, other) is None]

    def rank(self) -> Ranking:
        scores = [self.comparison.systems[name][self.metric] for name in self.names]
        numbers: Sequence[int | None] = [None] * len(self.names)
        if self.is_tested and len(self.names) > 1:
            p_values = np.ones((len(self.names), len(self.names)))
            for (row, one), (column, other) in combinations(enumerate(self.names), 2):
                # Two equal scores are not told apart, even if p were small.
                p_values[row, column] = p_values[column, row] = 0.0 if self.better(one, other) else 1.0
            # They are in order already, so the values only say so: the best has the highest.
            numbers = cluster(np.arange(len(self.names), 0, -1.0), p_values, SIGNIFICANT)
        letters = self.comparison.groups.get(self.metric, {})
        ends = [(each.interval.low, each.interval.high) if each.interval else (np.nan, np.nan) for each in scores]
        systems = [
            RankedSystem(
                name=name,
                value=score.value,
                low=low,
                high=high,
                group=number,
                letters=letters.get(name, ""),
                is_best=place == 0 and len(self.names) > 1 and self.is_tested and not self.tied(name),
            )
            for place, (name, score, (low, high), number) in enumerate(
                zip(self.names, scores, ends, numbers, strict=True)
            )
        ]
        return Ranking(
            metric=self.metric,
            systems=systems,
            higher_is_better=self.higher_is_better,
            decimals=scores[0].decimals,
            level=self.comparison.level,
        )


def _tell_result(field: _TestedSystems) -> str:
    """Say who leads by a metric, and whether that is beyond chance."""
    best, *others = field.names
    size = "1 segment" if field.count == 1 else f"{field.count:,} segments"
    # Without a hint, a low number that leads looks like a mistake.
    hint = "" if field.higher_is_better else ", lower is better"
    score = f"{field.write(field.value(best))}{hint}"
    if not others:
        ranked = field.rank().systems[0]
        level = f"{100 * field.comparison.level:g}%"
        interval = f", {level} interval {field.write(ranked.low)} to {field.write(ranked.high)}"
        return f"{_name(best)} scores {score} by {field.title} ({size}{interval if ranked.low == ranked.low else ''})."
    if not field.is_tested:
        return _tell_untested(field, score)
    tied = field.tied(best)
    if not tied:
        after = others[0]
        gap = _tell_gap(field, best, after)
        p_value = f"{'Holm-corrected ' if len(field.tests) > 1 else ''}{state_p(field.adjusted(best, after), 3)}"
        return (
            f"{_name(best)} leads by {field.title} ({score}); {_name(after)} is next, {gap}, beyond chance "
            f"({p_value}, {size})."
        )
    same = [best, *tied]
    if same != field.names[: len(same)] or any(field.better(one, other) for one, other in combinations(tied, 2)):
        # These do not lead together: others are between them, or some of them are told apart from each other.
        which = _list(tied)
        return f"{_name(best)} scores best by {field.title} ({score}), but cannot be told apart from {which} ({size})."
    if len(same) == len(field.names):
        which = _list(same, most=_MOST_NAMES)
        return f"{which} cannot be told apart by {field.title} ({_write_span(field, same)}{hint}; {size})."
    sentence = f"{_list(same)} lead by {field.title} ({_write_span(field, same)}{hint}), but cannot be told apart"
    after = next(name for name in field.names if name not in same)
    if all(field.better(name, after) == name for name in same):
        gap = _tell_gap(field, same[-1], after)
        return f"{sentence}; {_name(after)} is next, {gap} than {_name(same[-1])}, beyond chance ({size})."
    return f"{sentence} ({size})."


def _tell_untested(field: _TestedSystems, score: str) -> str:
    best, after = field.names[:2]
    equal = [name for name in field.names if field.value(name) == field.value(best)]
    if len(equal) > 1:
        said = f"{_list(equal)} have the same score by {field.title} ({score})"
    else:
        said = f"{_name(best)} scores best by {field.title} ({score}), {_name(after)} {_tell_gap(field, best, after)}"
    return f"{said}; but {field.obstacle}."


def _tell_gap(field: _TestedSystems, best: str, other: str) -> str:
    gap = field.value(other) - field.value(best)
    return f"{field.write(abs(gap))} {'higher' if gap > 0 else 'lower'}"


def _compare_metrics(fields: Sequence[_TestedSystems]) -> list[str]:
    """Say whether other metrics agree: about the leader, and about pairs that both metrics tell apart."""
    first, *others = fields
    if not others:
        return []
    sentences = []
    reversals = [
        (field, better, worse)
        for better, worse in combinations(first.names, 2)
        for field in others
        if first.better(better, worse) == better and field.better(better, worse) == worse
    ]
    best = first.names[0]
    if first.tied(best):
        for leader in (best, *first.tied(best)):
            leading = [field for field in others if field.names[0] == leader and not field.tied(leader)]
            if leading:
                sentences.append(f"By {_list(field.title for field in leading)}, {_name(leader)} leads.")
    else:
        agreeing = [field for field in others if field.names[0] == best and not field.tied(best)]
        if agreeing:
            sentences.append(f"{_list(field.title for field in agreeing)} agree{'s' * (len(agreeing) == 1)}.")
        for field in others:
            tied = field.tied(best)
            if tied and field.names[0] in (best, *tied):
                sentences.append(f"By {field.title}, {_name(best)} cannot be told apart from {_list(tied)}.")
    if reversals:
        field, better, worse = reversals[0]
        pairs = len({(one, other) for _, one, other in reversals})
        more = f"; so it is with {pairs - 1} more pair{'s' * (pairs > 2)}" if pairs > 1 else ""
        sentences.append(
            f"Metrics contradict each other beyond chance: {first.title} prefers {_name(better)} to {_name(worse)}, "
            f"{field.title} the reverse{more}."
        )
    return sentences


def _write_span(field: _TestedSystems, names: Sequence[str]) -> str:
    values = [field.write(field.value(name)) for name in (names[0], names[-1])]
    return values[0] if values[0] == values[1] else " to ".join(values)


def _list(names: Iterable[str], most: int = _MOST_NAMES) -> str:
    """Return names in a sentence; of too many, the first ones and how many more there are.

    >>> _list(["a", "b", "c"]), _list("abcdefgh")
    ('a, b and c', 'a, b, c, d and 4 others')
    """
    shown = [_name(name) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} others"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _name(name: str) -> str:
    return name or "hypotheses"


def _make_sentence(text: str) -> str:
    return f"{text.rstrip('.')}."
