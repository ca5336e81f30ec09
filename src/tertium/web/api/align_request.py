"""``/api/v1/align``."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import ApiRequest, MetricSpec, References, Texts, make_examples


class AlignRequest(ApiRequest):
    """Align the words of hypotheses with those of their best references, as ``tertium.align_many`` does."""

    model_config = make_examples(
        {"hypotheses": ["a small dog", "the cat sat"], "references": ["a dog", "the cat sat down"]}
    )

    hypotheses: Texts = Field(description="One text per segment.")
    references: References
    metric: MetricSpec = Field(default="meteor", description="The METEOR metric that makes the alignments.")

    def count_segments(self) -> int:
        """Return the number of hypotheses."""
        return len(self.hypotheses)


class LinkData(BaseModel):
    """A link between two words."""

    hypothesis: int = Field(description="The position of the word in the hypothesis, from 0.")
    reference: int = Field(description="The position of the word in the reference, from 0.")
    stage: int
    chunk: int
    weight: float
    number: int = Field(description="The number of the reference, from 0.")
    module: str = Field(description="The module that made the link.")


class AlignmentData(BaseModel):
    """The alignment of a hypothesis with a reference."""

    hypothesis: list[str]
    reference: list[str]
    links: list[LinkData]
    modules: list[str]
    crossings: int
    chunks: int
    objective: str
    optimal: bool
    bound: int
    figures: dict[str, float | None]
    signature: str
    number: int
    references: list[list[str]]


class AlignAnswer(BaseModel):
    """The alignments, each as ``Alignment.to_dict()`` returns it."""

    alignments: list[AlignmentData]


def compute_alignments(request: AlignRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer."""
    from tertium import align_many

    found = align_many(request.hypotheses, request.references, reach.metric(request.metric))
    return {"alignments": [alignment.to_dict() for alignment in found]}
