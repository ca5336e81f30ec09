"""Where two systems differ: by buckets of segments, by groups of words, by n-grams, and segment by segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tertium.arrow import ArrowData
from tertium.contrast.breakdown import break_down
from tertium.contrast.buckets import (
    LENGTH_DIFFERENCES,
    LENGTHS,
    Buckets,
    bucket_labels,
    bucket_numbers,
    bucket_quarters,
    choose_edges,
)
from tertium.contrast.distribution import Distribution, distribute
from tertium.contrast.frequencies import Frequencies, average_frequency, count_words, open_frequencies
from tertium.contrast.ngrams import contrast_ngrams
from tertium.contrast.pair import TokenizedPair
from tertium.contrast.result import Diff
from tertium.contrast.segments import find_segments
from tertium.contrast.setting import ContrastSetting
from tertium.contrast.word_accuracy import (
    Grouping,
    compare_words,
    group_by_form,
    group_by_frequency,
    group_by_function,
)
from tertium.errors import InputError, SpecError
from tertium.languages import to_two_letters
from tertium.metrics.input_texts import (
    ColumnRoles,
    HypothesisColumns,
    ReferenceList,
    TextList,
    make_test_set,
    take_test_set,
)
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import score_systems
from tertium.metrics.spec import parse_all
from tertium.progress import Progress
from tertium.results import Score
from tertium.stats.resampling import CONFIDENCE, ENOUGH_SEGMENTS, SEED, Resampling, choose_resamples
from tertium.text.tokenizers import get_tokenizer
from tertium.threads import resolve_threads
from tertium.types import Array, TestSet, check_segments

MOST_TESTS = 100
"""How many buckets of a table are tested, the largest ones: 10,000 resamples are enough for no more."""

BREAKDOWNS = ("length", "frequency", "difficulty", "document")
"""What segments are divided by besides labels."""


@dataclass(frozen=True, kw_only=True)
class DiffOptions:
    """What ``diff_systems`` looks at.

    Attributes:
        top: How many segments to return in each direction.
        order: The longest n-grams.
        rate: The false discovery rate of n-grams.
        tokenize: The tokenizer of words and n-grams; by default that of the metric, else 13a.
        lowercase: Whether words and n-grams ignore case; by default as the metric does.
        frequencies: How frequent words are: a mapping, a count provider, a file of text or the spec of a provider;
            counted in the references by default.
        function_words: A list of function words, as for ``tertium.lexicon.load_function_words``; by default the
            built-in list if the language is English, else none.
        labels: Labels of segments by what they are, such as ``{"domain": ["news", "chat", …]}``.
        method: The test of differences: ``bootstrap`` or ``randomization``.
        confidence: The confidence of intervals.
        resamples: How many resamples each test is from; 10,000 by default.
        seed: The seed of the resamples.
    """

    top: int = 5
    order: int = 4
    rate: float = 0.05
    tokenize: str | None = None
    lowercase: bool | None = None
    frequencies: Frequencies | str | Path | None = None
    function_words: str | None = None
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)
    method: str = "bootstrap"
    confidence: float = CONFIDENCE
    resamples: int | None = None
    seed: int = SEED

    def __post_init__(self) -> None:
        if self.top < 0:
            raise SpecError(f"{self.top} segments cannot be shown", remedy="Give 0 or more")


def diff(
    systems: Mapping[str, TextList] | ArrowData,
    references: ReferenceList | str | None = None,
    metric: str | Metric = "chrf",
    *,
    hypothesis: HypothesisColumns | None = None,
    columns: ColumnRoles | None = None,
    documents: TextList | str | None = None,
    sources: TextList | str | None = None,
    labels: Mapping[str, Sequence[str]] | None = None,
    frequencies: Frequencies | str | Path | None = None,
    function_words: str | None = None,
    tokenize: str | None = None,
    lowercase: bool | None = None,
    order: int = 4,
    rate: float = 0.05,
    top: int = 5,
    method: Literal["bootstrap", "randomization"] = "bootstrap",
    confidence: float = CONFIDENCE,
    resamples: int | None = None,
    seed: int = SEED,
    language: str = "",
    normalise: str = "",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Diff:
    """Find out where two systems differ.

    >>> systems = {"one": ["a small dog", "the cat sat"], "two": ["a dog", "a cat sits"]}
    >>> found = diff(systems, ["a small dog", "the cat sat"])
    >>> print(found)
    chrf: one 100.00, two 21.02, difference -78.98 [-78.98, -74.45], p = 0.0001 (too few segments)
    >>> found.segments[0].segment, round(found.segments[0].difference, 2)
    (1, -76.14)

    Args:
        systems: The hypotheses of two systems, by their names; or a data frame with both, as for ``compare``.
        references: One entry per segment, as for ``score``; with a data frame the names of its columns of references.
        metric: A metric spec or a metric, as for ``score``.
        hypothesis: With a data frame, its two columns of hypotheses; or the column of each system, by its name.
        columns: With a data frame, what else its columns contain, as for ``compare``.
        documents: The document of each segment; with a data frame the name of that column.
        sources: The source of each segment, to be shown, and for metrics that compare with it, as for ``score``.
        labels: Labels of segments by what they are, such as ``{"domain": ["news", "chat", …]}``.
        frequencies: How frequent words are: a mapping such as a ``Counter``, a file of text to count them in, or a
            count provider (``open_counts``) or its spec. By default words are counted in the references.
        function_words: A list of function words: ``english``, or a file. By default the built-in list if ``language``
            is English.
        tokenize: The tokenizer of words and n-grams; by default that of the metric, else 13a.
        lowercase: Whether words and n-grams ignore case; by default as the metric does.
        order: The longest n-grams.
        rate: The false discovery rate of n-grams.
        top: How many segments to return in each direction.
        method: The paired test: ``bootstrap`` or ``randomization``.
        confidence: The confidence level of intervals.
        resamples: How many resamples each test is from; 10,000 by default.
        seed: The seed of the resamples; the same seed gives the same p-values on every machine.
        language: The code of the language, as for ``score``.
        normalise: The Unicode normal form that texts are given, as for ``score``.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Raises:
        InputError: If there are not two systems, or the input is mis-shaped.
        SpecError: If a metric, a test or a setting does not exist.
    """
    test_set = make_test_set(
        systems,
        references,
        documents,
        language,
        sources=sources,
        hypothesis=hypothesis,
        columns=columns,
        normalise=normalise,
    )
    options = DiffOptions(
        top=top,
        order=order,
        rate=rate,
        tokenize=tokenize,
        lowercase=lowercase,
        frequencies=frequencies,
        function_words=function_words,
        labels=labels or {},
        method=method,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
    )
    return diff_systems(test_set, metric, options, threads=threads, progress=progress)


def diff_systems(
    test_set: TestSet,
    metric: str | Metric = "chrf",
    options: DiffOptions | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Diff:
    """Find out where the two systems of a test set differ.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog"], "two": ["a dog"]}, ["a small dog"])
    >>> [(bucket.name, bucket.count) for bucket in diff_systems(test_set).breakdown("length").buckets]
    [('<10', 1)]

    Args:
        test_set: Two systems and their references.
        metric: As for ``diff``.
        options: What to look at.
        threads: As for ``diff``.
        progress: As for ``diff``.
    """
    test_set = take_test_set(test_set)
    options = options or DiffOptions()
    names = _require_two(test_set)
    labels = _check_labels(options.labels, len(test_set))
    test_set.references.require_one_each()  # words are compared with theirs, even if the metric does not need them
    threads = resolve_threads(threads)
    parsed = adapt_metrics(parse_all([metric]), test_set.language)
    ((spec, used),) = parsed.items()
    scored = score_systems(test_set, parsed, threads=threads, progress=progress)
    scores = {name: scored[name][spec] for name in names}
    segments = _segment_scores(scores[names[0]]), _segment_scores(scores[names[1]])
    pair = TokenizedPair.make(test_set, names, used, options.tokenize, options.lowercase, threads)
    frequencies, source = _find_frequencies(options.frequencies, pair)
    buckets = [
        bucket_numbers("length", pair.reference_lengths, LENGTHS),
        bucket_quarters("frequency", average_frequency(pair.first_reference_words, frequencies), "rarest"),
        bucket_quarters("difficulty", (segments[0] + segments[1]) * (1 if used.higher_is_better else -1), "hardest"),
        *([] if test_set.documents is None else [bucket_labels("document", test_set.documents)]),
        *(bucket_labels(name, values) for name, values in labels.items()),
    ]
    resamples = choose_resamples(1, options.confidence) if options.resamples is None else options.resamples
    resampling = Resampling(options.confidence, resamples, options.seed)
    setting = ContrastSetting(names=names, resampling=resampling, method=options.method, threads=threads)
    right, unmatched = contrast_ngrams(
        pair.systems, pair.references, pair.offsets, names=names, order=options.order, rate=options.rate
    )
    return Diff(
        names=names,
        metric=spec,
        scores=scores,
        **_break_down_all(scores, segments, used, buckets, setting),
        distributions=_make_distributions(pair, segments),
        words=compare_words(
            pair.systems, pair.references, pair.offsets, _choose_groupings(test_set, frequencies, options), setting
        ),
        right=right,
        unmatched=unmatched,
        segments=find_segments(test_set, pair, segments, options.top, higher_is_better=used.higher_is_better),
        method=setting.method,
        **vars(setting.resampling),
        tokenize=pair.tokenize,
        lowercase=pair.lowercase,
        frequencies=source,
    )


def _find_frequencies(given: Frequencies | str | Path | None, pair: TokenizedPair) -> tuple[Frequencies, str]:
    """Return how frequent words are, and where that is from."""
    if given is None:
        return count_words(pair.reference_words), "references"
    if isinstance(given, str | Path):
        return open_frequencies(given, get_tokenizer(pair.tokenize), lowercase=pair.lowercase), str(given)
    return given, "counts" if isinstance(given, Mapping) else given.name


def _require_two(test_set: TestSet) -> tuple[str, str]:
    names = list(test_set.systems)
    if len(names) != 2:
        listed = f": {', '.join(names)}" if len(names) > 2 else ""
        raise InputError(
            f"there {'is one system' if len(names) == 1 else f'are {len(names)} systems'}{listed}",
            remedy="Give exactly two systems; for more, use compare",
        )
    return names[0], names[1]


def _check_labels(labels: Mapping[str, Sequence[str]], count: int) -> dict[str, Sequence[str]]:
    checked = {}
    for name, values in labels.items():
        if name in BREAKDOWNS:
            raise SpecError(f"labels cannot be called {name!r}", remedy=f"There are already: {', '.join(BREAKDOWNS)}")
        checked[name] = check_segments(values, f"the labels {name!r}")
        if len(values) != count:
            raise InputError(
                f"there are {len(values)} labels {name!r}, but {count} segments", remedy="Give one label per segment"
            )
    return checked


def _segment_scores(score: Score) -> Array:
    found = score.segments
    if found is None:
        raise SpecError(f"{score.spec!r} has no scores of segments", remedy="Give another metric")
    return found


def _break_down_all(
    scores: Mapping[str, Score],
    segments: tuple[Array, Array],
    metric: Metric,
    buckets: Sequence[Buckets],
    setting: ContrastSetting,
) -> dict[str, Any]:
    """Return both systems on all segments, and by bucket."""
    first, second = (scores[name].rows for name in setting.names)
    everything = Buckets("all", ["all"], np.zeros(len(first), dtype=np.int64))
    total, *breakdowns = (
        break_down(
            (first, second),
            segments,
            metric.score,
            each,
            setting,
            higher_is_better=metric.higher_is_better,
            most_tests=MOST_TESTS,
            # Both systems on all segments are tested as ``compare`` does it, however few there are.
            least=ENOUGH_SEGMENTS if each is not everything else 1,
        )
        for each in (everything, *buckets)
    )
    return {"total": total.buckets[0], "breakdowns": breakdowns}


def _make_distributions(pair: TokenizedPair, segments: tuple[Array, Array]) -> list[Distribution]:
    lengths = [each - pair.reference_lengths for each in pair.lengths]
    return [
        distribute("score", *segments, choose_edges(np.concatenate(segments))),
        distribute("length difference", lengths[0], lengths[1], LENGTH_DIFFERENCES),
    ]


def _choose_groupings(test_set: TestSet, frequencies: Frequencies, options: DiffOptions) -> list[Grouping]:
    is_english = to_two_letters(test_set.language) == "en"
    listed = options.function_words or ("english" if is_english else None)
    functions = [group_by_function(listed)] if listed else []
    return [group_by_frequency(frequencies), *functions, group_by_form]
