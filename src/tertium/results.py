"""What Tertium answers: scores with their signatures, intervals and parts, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import SpecError
from tertium.frame import Frame, TabularResult
from tertium.json_result import JsonResult, encode_object
from tertium.notebook import ShownInNotebooks
from tertium.types import Array, Matrix


@dataclass(frozen=True, kw_only=True)
class Interval(JsonResult):
    """A confidence interval, by default from the percentiles of bootstrap resamples.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        mean: The mean of the resampled scores; not a number where nothing is resampled.
        level: The confidence, such as 0.95.
        resamples: How many resamples or simulated samples it is from; 0 if it is from a formula.
        seed: The seed they were drawn with.
        method: ``bootstrap``; or of a correlation of whole systems ``fisher-z``, ``simulation``, ``normal``, or
            ``none`` if there are too few (``tertium.stats.few_points``).
    """

    low: float
    high: float
    mean: float
    level: float
    resamples: int
    seed: int
    method: str = "bootstrap"


@dataclass(frozen=True, kw_only=True)
class Score(JsonResult, ShownInNotebooks):
    """The score of one system by one metric.

    Attributes:
        spec: The metric as it was asked for.
        value: The score of the whole corpus.
        signature: All that is needed to get the same score again: settings, number of references, versions.
        components: The figures that the score is made of.
        documents: The score of each document, where documents are known.
        interval: The confidence interval, if one was asked for.
        higher_is_better: Whether a higher score is a better one.
        decimals: How many decimals to print.
        component_decimals: The same for each component, where the metric says it.
        tallies: The row of counts of each segment, which every statistic is made from; none if the input was streamed.
        scorer: From such rows to the scores of single segments.
        breakdown: From such rows to the components of single segments.
        caution: What a reader has to know of the metric first, to be read after its name and *is*; empty for most.
    """

    json_fields = "metric=spec value signature interval components documents caution? segments"
    segment_fields = "segments"
    optional_fields = "documents"

    spec: str
    value: float
    signature: str
    components: Mapping[str, float]
    documents: Mapping[str, float] | None = field(default=None, repr=False)
    interval: Interval | None = None
    higher_is_better: bool = True
    decimals: int = 2
    component_decimals: Mapping[str, int] = field(default_factory=dict, repr=False)
    tallies: Matrix | None = field(default=None, repr=False, compare=False)
    scorer: Callable[[Matrix], Array] | None = field(default=None, repr=False, compare=False)
    breakdown: Callable[[Matrix], Mapping[str, Array]] | None = field(default=None, repr=False, compare=False)
    caution: str = field(default="", repr=False)

    @cached_property
    def segments(self) -> Array | None:
        """The score of each segment, unless the input was streamed; computed when it is first asked for."""
        return None if self.tallies is None or self.scorer is None else self.scorer(self.tallies)

    @cached_property
    def segment_components(self) -> Mapping[str, Array] | None:
        """The figures that the score of each segment is made of, unless the input was streamed."""
        return None if self.tallies is None or self.breakdown is None else self.breakdown(self.tallies)

    def __str__(self) -> str:
        text = f"{self.spec} = {self.value:.{self.decimals}f}"
        if self.interval is not None:
            text += f" [{self.interval.low:.{self.decimals}f}, {self.interval.high:.{self.decimals}f}]"
        return text

    @property
    def rows(self) -> Matrix:
        """The tallies, for statistics that cannot do without them.

        Raises:
            SpecError: If the input was streamed, and so they were not kept.
        """
        if self.tallies is None:
            raise SpecError(
                "the tallies of the segments were not kept", remedy="Score the whole test set, not a stream"
            )
        return self.tallies

    def to_dict(self, *, segments: bool = True) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with or without the scores of segments."""
        return encode_object(self, segments=segments)


@dataclass(frozen=True)
class Scores(Mapping[str, Score], TabularResult, ShownInNotebooks, JsonResult):
    """The scores of one system, by metric as it was asked for.

    Attributes:
        system: The system's name.
        count: How many segments were scored.
        by_spec: The scores.
        ids: What the files call each segment, if they do and segment scores were kept: the units of XLIFF, TMX and PO.
    """

    json_fields = "system count ids? scores=score_list"
    segment_fields = "ids"

    system: str
    count: int
    by_spec: Mapping[str, Score]
    ids: Sequence[str] | None = None

    def __getitem__(self, spec: str) -> Score:
        """Return the score by a metric, in upper or lower case."""
        found = _find_spec(spec, self.by_spec)
        if found is None:
            known = ", ".join(self.by_spec)
            raise MissingScoreError(
                f"there is no score by {spec!r}", remedy=f"The metrics that were asked for: {known}"
            )
        return self.by_spec[found]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_spec)

    def __len__(self) -> int:
        return len(self.by_spec)

    def __str__(self) -> str:
        return "\n".join(str(score) for score in self.values())

    @property
    def score_list(self) -> list[Score]:
        """The scores, one after the other."""
        return list(self.by_spec.values())

    def to_dict(self, *, segments: bool = True) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with or without the scores of segments."""
        return encode_object(self, segments=segments)

    @property
    def cautions(self) -> list[str]:
        """What a reader has to know of the metrics first, once for each of them, as sentences without full stops."""
        cautions = {spec: score.caution for spec, score in self.items() if score.caution}
        names = {spec: spec.partition(":")[0] for spec in cautions}
        # The name of a metric is enough, unless its settings decide what there is to know.
        by_name = {(names[spec], caution) for spec, caution in cautions.items()}
        is_clear = {name: len([own for own, _ in by_name if own == name]) == 1 for name in names.values()}
        found = (f"{names[spec] if is_clear[names[spec]] else spec} is {text}" for spec, text in cautions.items())
        return list(dict.fromkeys(found))

    def to_frame(self) -> Frame:
        """Return one row per metric, as ``by_metric`` does."""
        return self.by_metric()

    def by_metric(self) -> Frame:
        """Return one row per metric: value, interval and signature."""
        scores = list(self.values())
        ends = [(score.interval.low, score.interval.high) if score.interval else (np.nan, np.nan) for score in scores]
        return Frame(
            {
                "system": [self.system] * len(scores),
                "metric": [score.spec for score in scores],
                "value": np.array([score.value for score in scores]),
                "low": np.array([low for low, _ in ends]),
                "high": np.array([high for _, high in ends]),
                "signature": [score.signature for score in scores],
            }
        )

    def by_segment(self, *, components: bool = False, first: int = 1) -> Frame:
        """Return one row per segment: the score by each metric, and if wanted what each is made of.

        There is a column ``id`` if the files name their segments.

        Args:
            components: Whether the figures that each score is made of are wanted.
            first: The number of the first segment.

        Raises:
            SpecError: If the input was streamed, and so segment scores were not kept.
        """
        columns: dict[str, Sequence[str] | NDArray[Any]] = {"segment": np.arange(first, first + self.count)}
        if self.ids is not None:
            columns["id"] = list(self.ids)
        for spec, score in self.items():
            if score.segments is None:
                raise SpecError("segment scores were not kept", remedy="Score the whole test set, not a stream")
            columns[spec] = score.segments
            if components:
                parts = score.segment_components or {}
                columns |= {f"{spec}.{name}": values for name, values in parts.items()}
        return Frame(columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per metric, as an Arrow stream."""
        return self.by_metric().__arrow_c_stream__(requested_schema)


@dataclass(frozen=True, kw_only=True)
class GroupedScores(Mapping[tuple[Any, ...], Scores], TabularResult, ShownInNotebooks):
    """Scores of groups of rows, by the values that make the groups.

    Attributes:
        by: The names of the columns whose values make groups; without any, there is one group, ``()``.
        groups: The scores of each group, in the order of their values.
        bad_rows: How many rows were left out because they could not be scored.
    """

    by: Sequence[str]
    groups: Mapping[tuple[Any, ...], Scores]
    bad_rows: int = 0

    def __getitem__(self, key: object) -> Scores:
        """Return the scores of a group, by its values; with one column the value alone is enough."""
        values = key if isinstance(key, tuple) else (key,)
        if values not in self.groups:
            known = ", ".join(str(other if len(other) != 1 else other[0]) for other in list(self.groups)[:10])
            raise MissingScoreError(f"there is no group {key!r}", remedy=f"There are: {known}")
        return self.groups[values]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def total(self) -> Scores:
        """The scores of all rows, where no groups were asked for."""
        return self[()]

    def to_frame(self) -> Frame:
        """Return one row per group and metric, as ``by_group`` does."""
        return self.by_group()

    def by_group(self) -> Frame:
        """Return one row per group and metric: the values that make the group, segments, score and interval."""
        rows = [(key, scores, score) for key, scores in self.items() for score in scores.values()]
        ends = [(each.interval.low, each.interval.high) if each.interval else (np.nan, np.nan) for _, _, each in rows]
        return Frame(
            {
                **{name: [str(key[place]) for key, _, _ in rows] for place, name in enumerate(self.by)},
                "metric": [score.spec for _, _, score in rows],
                "segments": np.array([scores.count for _, scores, _ in rows], dtype=np.int64),
                "value": np.array([score.value for _, _, score in rows]),
                "low": np.array([low for low, _ in ends]),
                "high": np.array([high for _, high in ends]),
                "signature": [score.signature for _, _, score in rows],
            }
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per group and metric, as an Arrow stream."""
        return self.by_group().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        lines = []
        for key, scores in self.items():
            name = ", ".join(f"{column}={value}" for column, value in zip(self.by, key, strict=True))
            lines += [f"{name}: {score}" if name else str(score) for score in scores.values()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON."""
        return {
            "by": list(self.by),
            "bad_rows": self.bad_rows,
            "groups": [
                {"values": [_write_value(value) for value in key], **scores.to_dict(segments=False)}
                for key, scores in self.items()
            ],
        }


def _find_spec(spec: str, known: Iterable[str]) -> str | None:
    """Return a spec as it was asked for: the same, or the only one that differs in upper and lower case alone."""
    specs = list(known)
    if spec in specs or not isinstance(spec, str):
        return spec if spec in specs else None
    same = [other for other in specs if other.lower() == spec.lower()]
    return same[0] if len(same) == 1 else None


def _write_value(value: object) -> object:
    """Return a value as JSON has it: dates and the like as text."""
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


class MissingScoreError(SpecError, KeyError):
    """A metric that was not asked for; a ``KeyError`` too, as mappings have it."""


NOT_SIGNIFICANT = "not significant"
TOO_FEW_SEGMENTS = "too few segments"


@dataclass(frozen=True, kw_only=True)
class PairedTest(JsonResult, ShownInNotebooks):
    """How sure it is that two systems differ by a metric.

    Attributes:
        metric: The metric as it was asked for.
        system: The system that is compared.
        baseline: The system that it is compared with.
        difference: The system's score less the baseline's.
        low: The lower end of the confidence interval of the difference.
        high: Its upper end.
        p_value: How likely a difference as large as this would be if the two were equally good.
        adjusted: The same, with Holm's correction for the number of tests by this metric.
        better: The better system of the two, where that is significant; none where it is not, or where there are fewer
            than 100 segments, which are too few to rely on p.
        reason: Why no system is called better: ``NOT_SIGNIFICANT`` or ``TOO_FEW_SEGMENTS``; empty if one is.
    """

    metric: str
    system: str
    baseline: str
    difference: float
    low: float
    high: float
    p_value: float
    adjusted: float
    better: str | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Comparison(JsonResult, TabularResult, ShownInNotebooks):
    """Several systems on the same segments.

    Attributes:
        systems: The scores of each system, by its name.
        tests: The tests, metric by metric.
        method: ``bootstrap`` or ``randomization``.
        resamples: How many resamples or shuffles each test is from.
        seed: The seed they were drawn with.
        level: The confidence of the intervals.
        groups: Of each metric, the letters of each system: two systems share a letter exactly if they do not differ
            significantly. Empty unless all pairs were tested on 100 segments or more.
    """

    json_fields = "method resamples seed level systems=system_list tests groups"

    systems: Mapping[str, Scores]
    tests: Sequence[PairedTest]
    method: str
    resamples: int
    seed: int
    level: float
    groups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def test(self, metric: str, system: str, baseline: str | None = None) -> PairedTest:
        """Return the test of a system by a metric, against the only or the named baseline."""
        spec = _find_spec(metric, dict.fromkeys(test.metric for test in self.tests))
        found = [test for test in self.tests if (test.metric, test.system) == (spec, system)]
        found = [test for test in found if baseline in (None, test.baseline)]
        if len(found) == 1:
            return found[0]
        known = ", ".join(f"{test.metric}: {test.system} − {test.baseline}" for test in self.tests)
        how_many = "no test" if not found else "more than one test"
        raise MissingScoreError(f"there is {how_many} of {system!r} by {metric!r}", remedy=f"There are: {known}")

    def to_frame(self) -> Frame:
        """Return one row per test, as ``by_test`` does."""
        return self.by_test()

    def by_test(self) -> Frame:
        """Return one row per test."""
        names = ("metric", "system", "baseline", "difference", "low", "high", "p_value", "adjusted")
        columns = {name: [getattr(test, name) for test in self.tests] for name in names}
        frame = {name: column if name in names[:3] else np.array(column) for name, column in columns.items()}
        better, reason = [test.better or "" for test in self.tests], [test.reason for test in self.tests]
        return Frame({**frame, "better": better, "reason": reason})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per test, as an Arrow stream."""
        return self.by_test().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        lines = []
        for test in self.tests:
            form = f"+.{self.systems[test.system][test.metric].decimals}f"
            lines.append(
                f"{test.metric}: {test.system} − {test.baseline} = {test.difference:{form}} "
                f"[{test.low:{form}}, {test.high:{form}}], p = {test.p_value:.4f}, p (Holm) = {test.adjusted:.4f}"
            )
        return "\n".join(lines)

    @property
    def system_list(self) -> list[Scores]:
        """The scores of each system, one after the other."""
        return list(self.systems.values())

    def to_dict(self, *, segments: bool = True) -> dict[str, Any]:
        """Return it as a dictionary for JSON, with or without the scores of segments."""
        return encode_object(self, segments=segments)
