"""What was found in the output of one system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tertium.edits import apply_edits
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.mtness.corpus_fit import CorpusFit
from tertium.mtness.detection.findings import CountedSuggestion, Finding, Verdict
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.segment import Segment
from tertium.mtness.wrong_words import WrongWord, count_wrong_words
from tertium.notebook import ShownInNotebooks
from tertium.proposals import PROPOSED_VERDICTS, Proposal, Suggestion
from tertium.types import Matrix


@dataclass(frozen=True, kw_only=True)
class ExaminedText(JsonResult):
    """A segment of an examination, as its JSON has it.

    Attributes:
        number: The number of the segment, from 1.
        id: The identifier of the segment in its file; empty if there is none.
        document: Its document; empty if it is not known.
        source: The source segment; None if it is not known.
        text: The translation.
    """

    json_fields = "number id? document source text"

    number: int
    id: str
    document: str
    source: str | None
    text: str


@dataclass(frozen=True, kw_only=True)
class Examination(JsonResult, ShownInNotebooks):
    """What was found in the output of one system.

    Attributes:
        system: The name of the system.
        segments: Its segments.
        findings: Instances and candidates, and other spans if they were asked for, by place.
        words: The number of words of each segment.
        verdicts: The number of spans with each verdict; for instances, the number of instances.
        signature: Tagger, rules, dictionary, corpus and thresholds: all that is needed to find the same again.
        warnings: What could not be done.
        language_pair: Source and target, such as ``ca-es``; empty if not both are known.
        looked_up: The number of spans checked.
        language: The target language, such as ``es``; empty if it is not known.
        fit: How well the corpus fits the text; None where there was no language model.
    """

    json_fields = (
        "system language_pair signature warnings words=word_count instances=instance_count candidates=candidate_count "
        "rate candidate_rate errors=error_counts looked_up fit spans=span_counts documents=document_rows "
        "segments=segment_rows wrong_words=wrong_word_rows findings=finding_rows"
    )

    system: str
    segments: Sequence[Segment]
    findings: Sequence[Finding]
    words: Sequence[int]
    verdicts: Counter[Verdict]
    signature: str = ""
    warnings: Sequence[str] = field(default=())
    language_pair: str = ""
    looked_up: int = 0
    language: str = ""
    fit: CorpusFit | None = None

    @cached_property
    def instances(self) -> list[Finding]:
        """The instances among the findings."""
        return [each for each in self.findings if each.verdict is Verdict.INSTANCE]

    @cached_property
    def candidates(self) -> list[Finding]:
        """The candidates among the findings: not found where they should be, without a better suggestion."""
        return [each for each in self.findings if each.verdict is Verdict.CANDIDATE]

    def proposals(self) -> list[Proposal]:
        """Return instances and candidates with their suggestions, in the order of the text, for post-editing."""
        shown = [each for each in self.findings if each.verdict in PROPOSED_VERDICTS]
        return [
            Proposal(
                segment=each.segment,
                start=each.start,
                end=each.end,
                span=each.text,
                suggestions=tuple(map(_suggest, each.suggestions)),
                error=str(each.error),
                count=each.count,
                verdict=str(each.verdict),
                text=self.segments[each.segment].text,
                source=self.segments[each.segment].source or "",
                document=self.segments[each.segment].document,
                probability=each.probability,
            )
            for each in sorted(shown, key=lambda each: (each.segment, each.start, each.end))
        ]

    @cached_property
    def tallies(self) -> Matrix:
        """One row per segment: instances, candidates, words."""
        rows = np.zeros((len(self.segments), 3))
        for finding in self.findings:
            if finding.verdict in (Verdict.INSTANCE, Verdict.CANDIDATE):
                rows[finding.segment, 0 if finding.verdict is Verdict.INSTANCE else 1] += 1
        rows[:, 2] = self.words
        return rows

    @property
    def rate(self) -> float:
        """Instances per 1,000 words; nan if there are no words."""
        return per_thousand(len(self.instances), sum(self.words))

    @property
    def candidate_rate(self) -> float:
        """Candidates per 1,000 words; nan if there are no words."""
        return per_thousand(len(self.candidates), sum(self.words))

    def count_errors(self) -> Counter[ErrorType]:
        """Return how many instances are of each type."""
        return Counter(each.error for each in self.instances)

    def wrong_words(self) -> list[WrongWord]:
        """Return which words are wrong in the instances, the most frequent first; for developers of the system."""
        return count_wrong_words(self.findings)

    def by_document(self) -> list[dict[str, Any]]:
        """Return words, instances, candidates and rate of each document, in the order of the text."""
        rows: dict[str, dict[str, Any]] = {}
        for segment, (instances, candidates, words) in zip(self.segments, self.tallies.tolist(), strict=True):
            row = rows.setdefault(
                segment.document, {"document": segment.document, "words": 0, "instances": 0, "candidates": 0}
            )
            row["words"] += int(words)
            row["instances"] += int(instances)
            row["candidates"] += int(candidates)
        return [{**row, "rate": per_thousand(row["instances"], row["words"])} for row in rows.values()]

    def by_finding(self) -> Frame:
        """Return one row per finding, for translators: with source, text, and the text after the repair."""
        rows = self.findings
        texts = [self.segments[each.segment] for each in rows]
        best = [each.best for each in rows]
        nan = float("nan")
        return Frame(
            {
                "system": [self.system] * len(rows),
                "document": [segment.document for segment in texts],
                "segment": np.array([each.segment + 1 for each in rows], np.int64),
                **({"id": [segment.id for segment in texts]} if any(each.id for each in self.segments) else {}),
                "source": [segment.source or "" for segment in texts],
                "target": [segment.text for segment in texts],
                "repaired": [
                    apply_edits(segment.text, chosen.repair.edits) if chosen else ""
                    for segment, chosen in zip(texts, best, strict=True)
                ],
                "verdict": [str(each.verdict) for each in rows],
                "error": [str(each.error) for each in rows],
                "kind": [each.kind for each in rows],
                "span": [each.text for each in rows],
                "suggestion": [chosen.text if chosen else "" for chosen in best],
                "count": np.array([nan if each.count is None else each.count for each in rows], np.float64),
                "suggestion_count": np.array(
                    [chosen.count if chosen and chosen.count is not None else nan for chosen in best], np.float64
                ),
                "expected": np.array([nan if each.expected is None else each.expected for each in rows], np.float64),
                "p_value": np.array([nan if each.p_value is None else each.p_value for each in rows], np.float64),
                "probability": np.array(
                    [nan if each.probability is None else each.probability for each in rows], np.float64
                ),
            }
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return one row per finding, as an Arrow stream."""
        return self.by_finding().__arrow_c_stream__(requested_schema)

    @property
    def word_count(self) -> int:
        """The number of words."""
        return sum(self.words)

    @property
    def instance_count(self) -> int:
        """The number of instances."""
        return len(self.instances)

    @property
    def candidate_count(self) -> int:
        """The number of candidates."""
        return len(self.candidates)

    @property
    def error_counts(self) -> dict[str, int]:
        """How many instances are of each type, the most frequent first."""
        return {str(error): count for error, count in self.count_errors().most_common()}

    @property
    def span_counts(self) -> dict[str, int]:
        """How many spans have each verdict."""
        return {str(verdict): self.verdicts[verdict] for verdict in Verdict}

    @property
    def document_rows(self) -> list[dict[str, Any]]:
        """The documents, as ``by_document`` returns them."""
        return self.by_document()

    @property
    def segment_rows(self) -> list[ExaminedText]:
        """The segments with their numbers."""
        return [
            ExaminedText(number=number, id=each.id, document=each.document, source=each.source, text=each.text)
            for number, each in enumerate(self.segments, 1)
        ]

    @property
    def wrong_word_rows(self) -> list[WrongWord]:
        """The wrong words, as ``wrong_words`` returns them."""
        return self.wrong_words()

    @property
    def finding_rows(self) -> list[dict[str, Any]]:
        """The findings, each with the identifier of its segment if the file has one."""
        ids = [self.segments[each.segment].id for each in self.findings]
        return [each.to_dict() | ({"id": name} if name else {}) for each, name in zip(self.findings, ids, strict=True)]


def per_thousand(count: float, words: float) -> float:
    """Return how many there are in 1,000 words; nan if there are no words."""
    return 1000 * count / words if words else float("nan")


def _suggest(counted: CountedSuggestion) -> Suggestion:
    return Suggestion(
        text=counted.text,
        edits=counted.repair.edits,
        count=counted.count,
        error=str(counted.repair.error),
        source_word=counted.repair.source,
        replaced=counted.repair.replaced,
        replacement=counted.repair.replacement,
        probability=counted.probability,
    )
