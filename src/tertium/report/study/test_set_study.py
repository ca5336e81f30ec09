"""What a report of a test set says, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium._core import __version__
from tertium.alignment import Alignments
from tertium.audit.advice import Advice
from tertium.audit.freedom.corpus_freedom import Freedom
from tertium.json_result import JsonResult, encode_object
from tertium.meta.correlation.outcome import Outcome
from tertium.mtness.comparison import SystemDifference
from tertium.mtness.examination import Examination
from tertium.notebook import ShownInNotebooks
from tertium.report.study.bucket_scores import BucketScores
from tertium.report.study.origin import StudyOrigin
from tertium.report.study.pair_contrast import PairContrast
from tertium.report.study.words import TestSetWords
from tertium.report.verdict import ComparisonVerdict
from tertium.results import Comparison
from tertium.syntax.trees import Dependencies
from tertium.types import TestSet

ParsedSegments = Sequence[Sequence[Dependencies]]


@dataclass(frozen=True, kw_only=True)
class TestSetStudy(JsonResult, ShownInNotebooks):
    """All that a report of a test set says.

    Attributes:
        test_set: The texts.
        comparison: The scores of all systems, and the tests of all pairs.
        verdict: What the comparison comes to.
        words: The texts as words.
        advice: Whether the comparison is a fair one.
        breakdowns: Scores by length, word frequency and document.
        contrasts: The best system against the next ones.
        alignments: The METEOR alignments of each system; empty if they were not asked for.
        trees: The trees of each system; empty if they were not asked for.
        reference_trees: The trees of the first reference of each segment.
        freedom: The freedom that BLEU leaves; none if BLEU is not among the metrics.
        outcome: How far metrics agree with judgments; none without judgments.
        examinations: What is not fluent in the output of each system; empty without a corpus.
        mtness: The systems compared by that.
        origin: Where the texts are from.
    """

    json_fields = "verdict advice comparison breakdowns contrasts freedom correlation=outcome mtness origin version"
    __test__ = False  # pytest would collect it as a test class

    test_set: TestSet
    comparison: Comparison
    verdict: ComparisonVerdict
    words: TestSetWords = field(repr=False)
    advice: Sequence[Advice] = ()
    breakdowns: Sequence[BucketScores] = ()
    contrasts: Sequence[PairContrast] = ()
    alignments: Mapping[str, Alignments] = field(default_factory=dict, repr=False)
    trees: Mapping[str, ParsedSegments] = field(default_factory=dict, repr=False)
    reference_trees: ParsedSegments = field(default=(), repr=False)
    freedom: Freedom | None = None
    outcome: Outcome | None = None
    examinations: Sequence[Examination] = ()
    mtness: Sequence[SystemDifference] = ()
    origin: StudyOrigin = field(default_factory=StudyOrigin)

    @property
    def systems(self) -> list[str]:
        """The systems, the best by the verdict's metric first."""
        return [each.name for each in self.verdict.ranking.systems]

    @property
    def specs(self) -> list[str]:
        """The metrics, that of the verdict first."""
        return [ranking.metric for ranking in self.verdict.rankings]

    @property
    def signatures(self) -> list[str]:
        """How the scores can be computed again."""
        scores = next(iter(self.comparison.systems.values()))
        return [scores[spec].signature for spec in self.specs]

    @property
    def version(self) -> str:
        """The version of Tertium."""
        return __version__

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON, without the segments that are alike in all systems."""
        return encode_object(self, segments=False)
