"""From a test set to all that its report says. Systems are scored once; everything else is made from these tallies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.alignment import Alignments
from tertium.audit.advice import advise
from tertium.audit.freedom.corpus_freedom import Freedom, measure_freedom
from tertium.errors import InputError, SpecError
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.running import correlate
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.metrics.bleu import Bleu
from tertium.metrics.comparison import choose_resampling, compare_systems
from tertium.metrics.input_texts import take_test_set
from tertium.metrics.language_check import adapt_metrics, find_unfit
from tertium.metrics.metric import Metric
from tertium.metrics.scoring import score_systems
from tertium.metrics.spec import parse, parse_all
from tertium.mtness.comparison import SystemDifference, compare_mtness
from tertium.mtness.examination import Examination
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.study import find_mtness_by_system
from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS
from tertium.report.study.bucket_scores import break_down_systems
from tertium.report.study.origin import StudyOrigin
from tertium.report.study.pair_contrast import contrast_pair
from tertium.report.study.test_set_study import ParsedSegments, TestSetStudy
from tertium.report.study.words import TestSetWords
from tertium.report.verdict import judge_comparison
from tertium.results import Comparison
from tertium.stats.resampling import Resampling
from tertium.syntax.cache import get_cached_parser
from tertium.syntax.conllu import read_conllu
from tertium.threads import resolve_threads
from tertium.types import TestSet

# METEOR with the parts that every language has.
_ANY_LANGUAGE = "meteor:stages=exact"


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """What a report looks at.

    Attributes:
        metric: The metric of the verdict, of breakdowns and of segments; chrF by default if it is among the metrics,
            else the first of them.
        pairs: How many systems, the next ones by score, the best one is contrasted with.
        top: How many segments of each such pair to show in each direction.
        alignments: Whether to align the words of all segments, as METEOR does.
        trees: A parser, such as ``spacy``, if all segments are to be parsed, which takes long.
        judgments: What people say of these translations.
        pipeline: What finds spans that are not fluent, as from ``open_mtness``.
        method: The paired test: ``bootstrap`` or ``randomization``.
        resampling: How intervals and tests are drawn; with as many resamples as the tests need by default.
    """

    metric: str | None = None
    pairs: int = 3
    top: int = 10
    alignments: bool = True
    trees: str | None = None
    judgments: Judgments | None = None
    pipeline: Pipeline | None = None
    method: str = "bootstrap"
    resampling: Resampling | None = None

    def __post_init__(self) -> None:
        if self.pairs < 0 or self.top < 0:
            raise SpecError("a report cannot show fewer than 0 pairs or segments", remedy="Give 0 or more")


def study_test_set(
    test_set: TestSet,
    metrics: Sequence[str] = DEFAULT_METRICS,
    options: StudyOptions | None = None,
    *,
    origin: StudyOrigin | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> TestSetStudy:
    """Find out all that a report of a test set says.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog"] * 120, "two": ["a dog"] * 120}, ["a small dog"] * 120)
    >>> study_test_set(test_set, ["chrf"]).verdict.sentences[0]
    'one leads by chrF (100.00); two is next, 76.14 lower, beyond chance (p < 0.001, 120 segments).'

    Args:
        test_set: The systems and their references.
        metrics: Metric specs.
        options: What to look at.
        origin: Where the texts are from, to be shown.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch that is scored.

    Raises:
        InputError: There are no segments, or one has no reference.
        SpecError: A metric or a setting does not exist.
    """
    test_set = take_test_set(test_set)
    options = options or StudyOptions()
    if not len(test_set):
        raise InputError("the test set is empty", remedy="Give at least one segment")
    test_set.references.require_one_each()  # the report shows them, even if no metric needs them
    threads = resolve_threads(threads)
    parsed = adapt_metrics(parse_all(metrics), test_set.language)
    comparison = _compare(test_set, parsed, options, threads, progress)
    advice = advise(comparison, test_set) if comparison.tests else []
    verdict = judge_comparison(comparison, options.metric, advice)
    systems = [each.name for each in verdict.ranking.systems]
    metric = parsed[verdict.metric]
    words = TestSetWords.make(test_set, metric, threads)
    examinations, differences = _examine(test_set, options, threads)
    return TestSetStudy(
        test_set=test_set,
        comparison=comparison,
        verdict=verdict,
        words=words,
        advice=advice,
        breakdowns=break_down_systems(test_set, words, comparison, metric, verdict.metric, systems, threads),
        contrasts=[
            contrast_pair(test_set, words, comparison, verdict.metric, (other, systems[0]), options.top)
            for other in systems[1 : options.pairs + 1]
        ],
        alignments=_align(test_set, threads) if options.alignments else {},
        **_parse(test_set, options.trees),
        freedom=_measure_freedom(test_set, parsed, threads),
        outcome=_correlate(test_set, list(parsed), options, threads),
        examinations=examinations,
        mtness=differences,
        origin=origin or StudyOrigin(),
    )


def _compare(
    test_set: TestSet,
    metrics: Mapping[str, Metric],
    options: StudyOptions,
    threads: int,
    progress: Progress | None,
) -> Comparison:
    """Compare all pairs; one system alone has its scores and no tests."""
    resampling = options.resampling or choose_resampling(len(test_set.systems), "all")
    if len(test_set.systems) > 1:
        return compare_systems(
            test_set,
            metrics,
            resampling,
            pairs="all",
            method=options.method,
            threads=threads,
            progress=progress,
        )
    scores = score_systems(test_set, metrics, resampling=resampling, threads=threads, progress=progress)
    return Comparison(
        systems=scores,
        tests=(),
        method=options.method,
        resamples=resampling.resamples,
        seed=resampling.seed,
        level=resampling.level,
    )


def _align(test_set: TestSet, threads: int) -> dict[str, Alignments]:
    """Align all systems by METEOR; by the same words alone, where its English resources are not for the language."""
    is_unfit = bool(find_unfit(parse_all(["meteor"]), test_set.language))
    meteor = parse(_ANY_LANGUAGE if is_unfit else "meteor")
    return {name: meteor.align(texts, test_set.references, threads) for name, texts in test_set.systems.items()}


def _parse(test_set: TestSet, parser: str | None) -> dict[str, Any]:
    """Parse all systems, and the first reference of each segment."""
    if parser is None:
        return {}
    found = get_cached_parser(parser)

    def parse(segments: Sequence[str]) -> ParsedSegments:
        return [read_conllu(each.conllu) if each.conllu else [] for each in found.parse(list(segments))]

    references = [test_set.references.of(at)[0] for at in range(len(test_set))]
    return {
        "trees": {name: parse(segments) for name, segments in test_set.systems.items()},
        "reference_trees": parse(references),
    }


def _measure_freedom(test_set: TestSet, metrics: Mapping[str, Metric], threads: int) -> Freedom | None:
    spec = next((spec for spec, metric in metrics.items() if isinstance(metric, Bleu)), None)
    return None if spec is None else measure_freedom(test_set, spec, threads=threads)


def _correlate(test_set: TestSet, specs: Sequence[str], options: StudyOptions, threads: int) -> Outcome | None:
    if options.judgments is None:
        return None
    judged = JudgedSet(name="judgments", test_set=test_set, judgments=options.judgments, notes=options.judgments.notes)
    return correlate(judged, specs, threads=threads)


def _examine(
    test_set: TestSet, options: StudyOptions, threads: int
) -> tuple[Sequence[Examination], Sequence[SystemDifference]]:
    if options.pipeline is None:
        return (), ()
    found = find_mtness_by_system(test_set, options.pipeline, threads=threads)
    return found, compare_mtness(found, options.resampling, threads) if len(found) > 1 else ()
