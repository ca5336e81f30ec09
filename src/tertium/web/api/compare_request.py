"""``/api/v1/compare``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.stats import CONFIDENCE, SEED
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import (
    MOST_SYSTEMS,
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
from tertium.web.api.score_request import ScoreAnswer


class CompareRequest(ApiRequest):
    """Compare systems on the same segments, as ``tertium.compare`` does."""

    model_config = make_examples(
        {
            "systems": {"one": ["a small dog", "the cat sat"], "two": ["a dog", "a cat sits"]},
            "references": ["a small dog", "the cat sat"],
            "metrics": ["chrf"],
        }
    )

    systems: Annotated[
        dict[str, Texts],
        Field(min_length=2, max_length=MOST_SYSTEMS, description="The hypotheses of each system, by its name."),
    ]
    references: SomeReferences = None
    metrics: Metrics = Field(default=["bleu", "chrf", "ter"])
    baseline: str | None = Field(default=None, description="The system that the others are compared with.")
    pairs: Literal["baseline", "all"] = Field(default="baseline", description="Which systems are compared.")
    method: Literal["bootstrap", "randomization"] = Field(default="bootstrap", description="The paired test.")
    confidence: Confidence = Field(default=CONFIDENCE)
    resamples: Resamples | None = Field(
        default=None,
        description="How many resamples each test draws; 10,000 by default, more for over 100 tests.",
    )
    seed: Seed = Field(default=SEED)
    documents: Documents = None
    sources: Sources = None
    language: LanguageCode = ""
    segments: bool = Field(default=True, description="Whether the scores of segments are in the answer.")

    def count_segments(self) -> int:
        """Return the number of hypotheses of all systems."""
        return sum(map(len, self.systems.values()))


class PairedTestData(BaseModel):
    """The test of two systems by one metric."""

    metric: str
    system: str
    baseline: str
    difference: float | None
    low: float | None
    high: float | None
    p_value: float | None
    adjusted: float | None = Field(description="The p-value, corrected for the number of tests by this metric.")
    better: str | None = Field(description="The better system of the two, where that is significant.")
    reason: str = Field(description="Why no system is called better: not significant, or too few segments.")


class CompareAnswer(BaseModel):
    """Several systems: ``tertium.compare(…).to_dict()``."""

    method: str
    resamples: int
    seed: int
    level: float
    systems: list[ScoreAnswer]
    tests: list[PairedTestData]
    groups: dict[str, dict[str, str]] = Field(description="Systems that share a letter do not differ significantly.")


def compute_comparison(request: CompareRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer."""
    from tertium import compare

    found = compare(
        request.systems,
        request.references,
        [reach.metric(spec) for spec in request.metrics],
        baseline=request.baseline,
        pairs=request.pairs,
        method=request.method,
        confidence=request.confidence,
        resamples=request.resamples,
        seed=request.seed,
        documents=request.documents,
        sources=request.sources,
        language=request.language,
        progress=progress,
    )
    return found.to_dict(segments=request.segments)
