"""``/api/v1/score``."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.stats import RESAMPLES, SEED
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import (
    ApiRequest,
    Confidence,
    Documents,
    LanguageCode,
    Metrics,
    Resamples,
    Seed,
    SomeReferences,
    Sources,
    Texts,
    make_examples,
)

_SIGNATURE = "chrf|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|tertium:0.1.0"


class ScoreRequest(ApiRequest):
    """Score one system, as ``tertium.score`` does."""

    model_config = make_examples(
        {
            "hypotheses": ["the cat sat on the mat"],
            "references": [["the cat sat on a mat", "a cat was on the mat"]],
            "metrics": ["bleu", "chrf"],
        },
        {
            "hypotheses": ["a small dog", "the cat sat"],
            "references": ["a dog", "the cat sat down"],
            "metrics": ["ter"],
            "confidence": 0.95,
            "segments": False,
        },
    )

    hypotheses: Texts = Field(description="One text per segment.")
    references: SomeReferences = None
    metrics: Metrics = Field(default=["bleu", "chrf", "ter"])
    confidence: Confidence | None = Field(default=None, description="The confidence of intervals; none by default.")
    resamples: Resamples = Field(default=RESAMPLES)
    seed: Seed = Field(default=SEED)
    documents: Documents = None
    sources: Sources = None
    language: LanguageCode = ""
    segments: bool = Field(default=True, description="Whether the scores of segments are in the answer.")

    def count_segments(self) -> int:
        """Return the number of hypotheses."""
        return len(self.hypotheses)


class IntervalData(BaseModel):
    """A confidence interval."""

    low: float | None
    high: float | None
    mean: float | None
    level: float
    resamples: int
    seed: int
    method: str


class ScoreData(BaseModel):
    """The score of one system by one metric."""

    metric: str = Field(description="The metric as it was asked for.")
    value: float | None = Field(description="The score of all segments.")
    signature: str = Field(description="All that is needed to get the same score again.")
    interval: IntervalData | None
    components: dict[str, float | None] = Field(description="The figures that the score is made of.")
    documents: dict[str, float | None] | None = Field(description="The score of each document.")
    caution: str = Field(default="", description="What to know of the metric first, if there is something.")
    segments: list[float | None] | None = Field(default=None, description="The score of each segment.")


class ScoreAnswer(BaseModel):
    """The scores of one system: ``tertium.score(…).to_dict()``."""

    model_config = make_examples(
        {
            "system": "",
            "count": 1,
            "scores": [
                {
                    "metric": "chrf",
                    "value": 84.7,
                    "signature": _SIGNATURE,
                    "interval": None,
                    "components": {},
                    "documents": None,
                    "segments": [84.7],
                }
            ],
        }
    )

    system: str
    count: int = Field(description="How many segments were scored.")
    scores: list[ScoreData]


def compute_score(request: ScoreRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer."""
    from tertium import score

    found = score(
        request.hypotheses,
        request.references,
        [reach.metric(spec) for spec in request.metrics],
        confidence=request.confidence,
        resamples=request.resamples,
        seed=request.seed,
        documents=request.documents,
        sources=request.sources,
        language=request.language,
        progress=progress,
    )
    return found.to_dict(segments=request.segments)
