"""Explain the score of a segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tertium.options import option
from tertium.registry import PARTNER_FORMATS
from tertium.usecases.segment_input import SegmentInput
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.audit import Explanation
    from tertium.report import Document


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(SegmentInput):
    """Explain the score of a segment: which of its parts matched the references, and which did not.

    The parts are n-grams of words or characters, edits, aligned words, or for metrics over trees subtrees, headword
    chains or productions. Metrics with an encoder show which words have no partner on the other side. `html` draws
    trees, alignments and partners. Put `--` before texts that begin with a dash.

    **Examples**

    `tertium explain "I have a red pen" "I had a red pen" -m stm:depth=4`

    `tertium explain "I have a red pen" "A red pen is mine" "I own a pen" -m hwcm -f html -o pen.html`

    `tertium explain "the cat sat" "the cat was sitting" -m ter`

    `tertium explain "he gave the dog a bone" "the dog got some food" -m bertscore -o dog.svg`

    `tertium explain output.txt -r reference.txt --segment 12 -m chrf`
    """

    metric: Annotated[
        str,
        option(
            "--metric",
            "-m",
            metavar="SPEC",
            help="A metric with its settings: `bleu`, `stm:depth=4` or another that compares with references.",
        ),
    ] = "stm"


@dataclass(frozen=True)
class ExplainedSegment:
    """The explanation of a score.

    Attributes:
        title: What it explains.
        explanation: The explanation.
    """

    title: str
    explanation: Explanation


def run(request: ExplainRequest, runtime: Runtime) -> ExplainedSegment:
    """Explain the score of the segment of a request."""
    from tertium.audit import explain

    chosen = request.choose()
    explanation = explain(chosen.hypothesis, chosen.references, request.metric)
    return ExplainedSegment(chosen.entitle(f"{explanation.metric} explained"), explanation)


def describe(result: ExplainedSegment, request: ExplainRequest) -> Document:
    """Return the explanation as a document."""
    from tertium.report import describe_explanation

    return describe_explanation(result.explanation, result.title)


EXPLAIN = UseCase(
    name="explain",
    request=ExplainRequest,
    run=run,
    describe=describe,
    results=("tertium.audit:Explanation",),
    formats=tuple(PARTNER_FORMATS),
    format_help="The output format. `svg` is the picture alone, for metrics that align words or have an encoder.",
    is_quick=True,
)
