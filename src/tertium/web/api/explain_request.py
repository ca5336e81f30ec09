"""``/api/v1/explain``."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.web.api.align_request import AlignmentData
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import ApiRequest, MetricSpec, OneText, OwnReferences, make_examples


class ExplainRequest(ApiRequest):
    """Explain the score of one segment, as ``tertium.explain`` does."""

    model_config = make_examples(
        {"hypothesis": "the cat sat", "references": ["the cat was sitting"], "metric": "bleu"},
        {"hypothesis": "a dog", "references": ["a small dog", "one dog"], "metric": "meteor"},
    )

    hypothesis: OneText = Field(description="The hypothesis.")
    references: OwnReferences
    metric: MetricSpec = Field(default="bleu", description="The metric whose score is explained.")


class ExplainAnswer(BaseModel):
    """What a score is made of: ``tertium.explain(…).to_dict()``."""

    metric: str
    signature: str
    score: float | None
    hypothesis: str
    references: list[str]
    unit: str = Field(description="What is counted: n-gram, word, edit, subtree, chain or production.")
    figures: dict[str, float | None]
    sizes: list[dict[str, Any]] = Field(description="The fragments by size.")
    fragments: list[dict[str, Any]] = Field(description="Every distinct fragment of the hypothesis.")
    lacking: list[dict[str, Any]] = Field(description="Every fragment of the references that the hypothesis lacks.")
    trees: list[dict[str, Any]]
    kernels: list[dict[str, Any]]
    edits: list[dict[str, Any]]
    alignment: AlignmentData | None = None
    partners: dict[str, Any] | None = Field(
        default=None, description="The nearest word of each word, for metrics with an encoder."
    )
    notes: list[str]


def compute_explanation(
    request: ExplainRequest, reach: ClientReach, progress: Progress | None = None
) -> dict[str, Any]:
    """Return the answer."""
    from tertium import explain

    return explain(request.hypothesis, request.references, reach.metric(request.metric)).to_dict()
