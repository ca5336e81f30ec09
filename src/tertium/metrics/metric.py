"""The contract of a metric: settings as fields, and four verbs.

``fit`` learns from the references, ``prepare`` tokenises a batch, ``tally`` gives one row of additive numbers a
segment, ``score`` turns rows into scores. The corpus score is the score of the sum of all rows, and every statistic
resamples that same matrix, so a metric that keeps the contract has intervals, tests, documents and
streaming for free.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from tertium.alignment import Alignments
from tertium.errors import InputError, SpecError
from tertium.languages import Languages
from tertium.registry import unknown
from tertium.types import BATCH, Array, Counts, Matrix, Offsets, References, TestSet

# The metadata of a setting that is left out of signatures while it has its default. Settings that a metric gained later
# have it, so that the signatures of scores that they do not change stay as they were.
UNSAID: Mapping[str, bool] = {"unsaid": True}

LARGEST_SCORE = 1e100
"""The greatest score, or the least with a minus, that is taken from others: sums and squares of such are finite."""
FINITE = f"a finite number up to {LARGEST_SCORE:g}"
"""What scores of others have to be, for messages."""


Prepared = TypeVar("Prepared")


@dataclass(frozen=True)
class Batch(Generic[Prepared]):
    """Segments as ``tally`` takes them: prepared by the metric.

    Attributes:
        hypotheses: What ``prepare`` returned for the hypotheses.
        references: What ``prepare_references`` returned for the references of all segments, in one list.
        offsets: Segment ``i`` has the references ``offsets[i]`` to ``offsets[i + 1]``: at least one, unless the metric
            needs no references.
        sources: What ``prepare_sources`` returned for the sources; None if the metric does not need them.
    """

    hypotheses: Prepared
    references: Prepared
    offsets: Offsets
    sources: Any = None

    @property
    def texts(self) -> tuple[Prepared, Prepared, Offsets]:
        """Hypotheses, references and offsets, as kernels take them."""
        return self.hypotheses, self.references, self.offsets

    def require_sources(self, metric: str) -> Any:
        """Return the sources.

        Args:
            metric: The metric that needs them, for the message.

        Raises:
            InputError: The batch has no sources.
        """
        if self.sources is None:
            raise InputError(
                f"{metric} needs the source segments, which are not known here",
                remedy="Use a metric that compares with references here",
            )
        return self.sources


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """A metric and its settings. Facts of a run, such as the number of references, are never kept here."""

    name: ClassVar[str]
    # The name as papers write it, for sentences and titles; the name itself if empty.
    display_name: ClassVar[str] = ""
    # What it measures, in a few words, for lists of metrics.
    summary: ClassVar[str] = ""
    # The lowest and the highest score with the usual settings; infinite where there is no bound, or none is known.
    scale: ClassVar[tuple[float, float]] = (-math.inf, math.inf)
    # Whether ``tertium.explain`` explains its scores of single segments.
    explainable: ClassVar[bool] = False
    # Whether it needs a trained model: an encoder, word vectors or a parser.
    needs_model: ClassVar[bool] = False
    # Whether it needs an index of a corpus, which users build themselves.
    needs_index: ClassVar[bool] = False
    decimals: ClassVar[int] = 2
    # The decimals of each component; `precision` stands for `precision1`, `matches` for `matches_exact` too.
    component_decimals: ClassVar[Mapping[str, int]] = {}
    # What to use for another language, if there is something; ``{code}`` stands for the code of that language.
    for_language: ClassVar[str] = ""

    def __post_init__(self) -> None:
        hints = _hints(type(self))
        for field in fields(self):
            if field.init and field.repr:
                _check_setting(self.name, field.name, getattr(self, field.name), hints[field.name])

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and other processes need: what the metric was made with.

        What it has loaded since, such as a stemmer, may be of a library that cannot be copied. It is loaded again.
        """
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }

    @property
    def batch_size(self) -> int:
        """How many segments are worked on at a time: fewer where they take long, so that progress can be seen."""
        return BATCH

    @property
    def needs_references(self) -> bool:
        """Whether each segment needs a reference. If not, ``tally`` has to do with segments that have none."""
        return True

    @property
    def title(self) -> str:
        """What tables call it; empty for the spec as it was given."""
        return ""

    @property
    def is_given(self) -> bool:
        """Whether its scores are not computed from texts, but given for the outputs of one test set.

        It is then bound to the test set, and ``take`` is called, not ``tally``.
        """
        return False

    def bind(self, test_set: TestSet) -> Self:
        """Return the metric with its scores of a whole test set, if they are given; others score any text."""
        return self

    def take(self, system: str, first: int, count: int) -> Matrix:
        """Return the rows of some consecutive segments of a system, if scores are given.

        Args:
            system: The name of the system.
            first: The first segment, counted from 0.
            count: How many segments.
        """
        raise NotImplementedError

    @property
    def caution(self) -> str:
        """What a reader of its scores has to know first, to be read after ``NAME is``; it is below tables of them."""
        return ""

    @property
    def needs_fit(self) -> bool:
        """Whether it has to learn from all references before it scores any segment."""
        return False

    @property
    def higher_is_better(self) -> bool:
        """Whether a higher score is a better one."""
        return True

    @property
    def languages(self) -> Languages | None:
        """The languages of texts that it is for, as two-letter codes; None for any."""
        return None

    @property
    def parts(self) -> Sequence[str]:
        """The optional parts that it needs, by names of ``tertium.parts.PARTS``: libraries and models."""
        return ()

    @property
    def splits_at_spaces(self) -> bool:
        """Whether it finds words by the spaces between them, so that text without spaces has nearly none."""
        return False

    def adapt(self, language: str, given: Collection[str]) -> Self:
        """Return the same metric as it is used on a language: with a tokenizer of its own, where it needs one.

        Args:
            language: The code of the language.
            given: The settings that were asked for, which stay as they are.
        """
        return self

    @property
    def shown_decimals(self) -> int:
        """How many decimals of a score are worth printing."""
        return self.decimals

    @property
    def blind_to(self) -> Sequence[str] | None:
        """What the metric cannot see, by names of ``blind_spots.BLIND_SPOTS``; None if it does not say."""
        return None

    def find_decimals(self, components: Iterable[str]) -> dict[str, int]:
        """Return how many decimals of components are worth printing, without those that the metric does not declare."""
        return {
            component: decimals
            for component in components
            for name, decimals in self.component_decimals.items()
            if re.fullmatch(rf"{name}(\d+|_.+)?", component)
        }

    def fit(self, references: Any) -> Self:
        """Return a metric that has learned from all prepared references; most have nothing to learn."""
        return self

    @abstractmethod
    def prepare(self, segments: Sequence[str], threads: int = 1) -> Any:
        """Return what ``tally`` wants of a batch of segments: tokens, stems, trees."""

    def prepare_references(self, segments: Sequence[str], threads: int = 1) -> Any:
        """Return the same for references; only metrics that treat the two sides differently have their own."""
        return self.prepare(segments, threads)

    @property
    def preparation(self) -> Hashable:
        """Equal for metrics whose ``prepare`` gives the same, so that it is done once for all of them."""
        return self

    @property
    def needs_sources(self) -> bool:
        """Whether it compares with the source segments too. Batches without them are then refused."""
        return False

    def prepare_sources(self, sources: Sequence[str], threads: int = 1) -> Any:
        """Return what ``tally`` wants of the sources of a batch, if the metric needs them; by default the text."""
        return sources

    def prepare_batch(self, hypotheses: Sequence[str], references: References, threads: int = 1) -> Batch[Any]:
        """Prepare hypotheses and their references, without sources."""
        theirs = self.prepare_references(references.flat, threads)
        return Batch(self.prepare(hypotheses, threads), theirs, references.offsets)

    @abstractmethod
    def tally(self, batch: Batch[Any], threads: int = 1) -> Matrix:
        """Return one row of additive numbers per segment.

        Args:
            batch: Prepared segments.
            threads: How many threads to use.
        """

    @abstractmethod
    def score(self, tallies: Matrix) -> Array:
        """Return the score of each row; rows are along the last axis."""

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the figures that a score is made of, such as precision and recall, for each row."""
        return {}

    def align(self, hypotheses: Sequence[str], references: References, threads: int = 1) -> Alignments:
        """Return the word alignment of each segment with its references.

        Raises:
            SpecError: The metric does not align words.
        """
        raise SpecError(f"{self.settings()!r} does not align words", remedy="Use meteor, or a variant of it")

    def limit_search(self, steps: int) -> Self:
        """Return the same metric with fewer steps for each segment, if it searches; scores may then be lower."""
        return self

    def for_segments(self) -> Self:
        """Return the same metric as it is best used on single segments."""
        return self

    def resources(self) -> Mapping[str, str]:
        """Return names and versions of what the result depends on besides the settings, for the signature."""
        return {}

    def settings(self) -> str:
        """Return the metric as a spec with every setting spelled out, but for those marked ``UNSAID``."""
        shown = [
            f"{field.name}={_written(getattr(self, field.name))}"
            for field in fields(self)
            if field.init
            and field.repr
            and not ("unsaid" in field.metadata and getattr(self, field.name) == field.default)
        ]
        return f"{self.name}:{','.join(shown)}" if shown else self.name


@dataclass(frozen=True, kw_only=True)
class FitsByCounts(Metric):
    """A mixin for metrics that learn from counts, so that references can be counted in parts, on several machines."""

    @property
    def needs_fit(self) -> bool:
        """It learns from the references."""
        return True

    @abstractmethod
    def count_references(self, references: Any) -> tuple[Sequence[str], Counts]:
        """Return what ``fit`` learns from some prepared references as counts by name, which can be added."""

    @abstractmethod
    def fit_counts(self, names: Sequence[str], counts: Counts) -> Self:
        """Return what ``fit`` returns, from the sums of all counts; a name may come more than once."""

    def fit(self, references: Any) -> Self:
        """Learn from the counts of all references."""
        return self.fit_counts(*self.count_references(references))


@cache
def _hints(metric: type[Metric]) -> dict[str, Any]:
    return get_type_hints(metric)


def _check_setting(metric: str, name: str, value: object, kind: Any) -> None:
    """Refuse a value that a setting does not take."""
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if value not in choices:
            raise unknown(name, str(value), choices, owner=metric)
        return
    kinds = (int, float) if kind is float else kind
    if not isinstance(value, kinds) or (isinstance(value, bool) and kind is not bool):
        raise SpecError(f"{name} of {metric} is {value!r}, not of type {kind.__name__}")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        short = f"{value + 0.0:g}"  # a negative zero is a zero
        return short if float(short) == value else repr(value)
    return str(value)


def ratio(numerator: Array, denominator: Array, otherwise: float | Array = 0.0) -> Array:
    """Divide, with a value of its own where the denominator is zero."""
    empty = denominator == 0
    return np.where(empty, otherwise, numerator / np.where(empty, 1, denominator))
