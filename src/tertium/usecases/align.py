"""Align the words of a hypothesis with those of a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tertium.options import option
from tertium.registry import ALIGNMENT_FORMATS
from tertium.usecases.segment_input import SegmentInput
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.alignment import Alignment
    from tertium.report import Document


@dataclass(frozen=True, kw_only=True)
class AlignRequest(SegmentInput):
    """Show how METEOR aligns the words of a hypothesis with those of a reference.

    With several references, the alignment with the best one is shown, or with all of them if the metric has
    `references=pooled`. Put `--` before texts that begin with a dash.

    **Examples**

    `tertium align "the cat sat on the mat" "on the mat sat the cat"`

    `tertium align "the cat sat" "the cat was sitting" "a cat sat" -f svg -o cat.svg`

    `tertium align output.txt -r reference.txt --segment 12 -f html -o segment12.html`

    `tertium align systems.tsv --segment 3 --system neural -m meteor:stages=exact`
    """

    metric: Annotated[
        str, option("--metric", "-m", metavar="SPEC", help="METEOR, with any settings: `meteor:stages=exact`.")
    ] = "meteor"


@dataclass(frozen=True)
class AlignedSegment:
    """The alignment of a segment.

    Attributes:
        title: What it is an alignment of.
        alignment: The alignment.
    """

    title: str
    alignment: Alignment


def run(request: AlignRequest, runtime: Runtime) -> AlignedSegment:
    """Align the segment of a request."""
    from tertium.metrics import align

    chosen = request.choose()
    return AlignedSegment(chosen.entitle("Alignment"), align(chosen.hypothesis, chosen.references, request.metric))


def describe(result: AlignedSegment, request: AlignRequest) -> Document:
    """Return the alignment as a document."""
    from tertium.report import describe_alignment

    return describe_alignment(result.alignment, result.title)


ALIGN = UseCase(
    name="align",
    request=AlignRequest,
    run=run,
    describe=describe,
    results=("tertium.alignment:Alignment",),
    formats=tuple(ALIGNMENT_FORMATS),
    format_help="The output format. `svg` is the picture alone, `matrix` another one that suits long sentences.",
    is_quick=True,
)
