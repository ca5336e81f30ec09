"""What ``diff`` returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.contrast.breakdown import Breakdown, Bucket, frame_buckets
from tertium.contrast.distribution import Distribution
from tertium.contrast.ngrams import NgramTests, frame_ngrams
from tertium.contrast.segments import SegmentDifference, frame_segments
from tertium.contrast.word_accuracy import WordAccuracy, frame_words
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.notebook import ShownInNotebooks
from tertium.results import TOO_FEW_SEGMENTS, Score


@dataclass(frozen=True, kw_only=True)
class Diff(JsonResult, ShownInNotebooks):
    """Where two systems differ. All differences are the second system's less the first's.

    Attributes:
        names: The names of the first system and of the second.
        metric: The metric as it was asked for.
        scores: The score of each system, by its name.
        total: Both systems on all segments.
        breakdowns: Scores by length, frequency of words, difficulty, document and labels.
        distributions: How many segments have which scores and lengths, by system.
        words: How well each system gets words right, by groups of words.
        right: The n-grams that each system gets right, tested.
        unmatched: The n-grams that each system produces and no reference has, tested.
        segments: The segments with the largest differences, those in which the second system is better first.
        method: The test of differences: ``bootstrap`` or ``randomization``.
        resamples: How many resamples each test is from.
        seed: The seed they were drawn with.
        level: The confidence of the intervals.
        tokenize: The tokenizer of words and n-grams.
        lowercase: Whether words and n-grams ignore case.
        frequencies: Where frequencies of words are from.
    """

    json_fields = (
        "systems=names metric signatures method resamples seed level tokenize lowercase frequencies total breakdowns "
        "distributions words ngrams segments"
    )

    names: tuple[str, str]
    metric: str
    scores: Mapping[str, Score]
    total: Bucket
    breakdowns: Sequence[Breakdown]
    distributions: Sequence[Distribution]
    words: Sequence[WordAccuracy]
    right: NgramTests
    unmatched: NgramTests
    segments: Sequence[SegmentDifference]
    method: str
    resamples: int
    seed: int
    level: float
    tokenize: str
    lowercase: bool
    frequencies: str

    @property
    def decimals(self) -> int:
        """How many decimals of scores to print."""
        return self.scores[self.names[0]].decimals

    def by_bucket(self) -> Frame:
        """Return one row per bucket of all breakdowns."""
        return frame_buckets(self.breakdowns)

    def by_word_group(self) -> Frame:
        """Return one row per group of words."""
        return frame_words(self.words)

    def by_ngram(self) -> Frame:
        """Return one row per n-gram that was tested, of both kinds."""
        return frame_ngrams([self.right, self.unmatched])

    def by_segment(self) -> Frame:
        """Return one row per segment with a large difference."""
        return frame_segments(self.segments)

    def breakdown(self, by: str) -> Breakdown:
        """Return the breakdown by something, such as ``length``.

        Raises:
            SpecError: There is no such breakdown.
        """
        from tertium.registry import unknown

        for each in self.breakdowns:
            if each.by == by:
                return each
        raise unknown("breakdown", by, [each.by for each in self.breakdowns])

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per bucket, as an Arrow stream."""
        return self.by_bucket().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        first, second = self.names
        score = self.scores[first]
        form, total = f".{score.decimals}f", self.total
        text = (
            f"{self.metric}: {first} {total.scores[0]:{form}}, {second} {total.scores[1]:{form}}, "
            f"difference {total.difference:+{form}}"
        )
        few = f" ({TOO_FEW_SEGMENTS})" if total.is_small else ""
        return f"{text} [{total.low:+{form}}, {total.high:+{form}}], p = {total.p_value:.4f}{few}"

    @property
    def signatures(self) -> dict[str, str]:
        """The signature of the metric, by system."""
        return {name: score.signature for name, score in self.scores.items()}

    @property
    def ngrams(self) -> dict[str, NgramTests]:
        """The tests of matched and of unmatched n-grams."""
        return {"right": self.right, "unmatched": self.unmatched}
