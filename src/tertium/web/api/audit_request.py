"""``/api/v1/audit``: of one segment, or of all systems of a test set."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.stats import SEED
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import (
    MOST_SYSTEMS,
    ApiRequest,
    MetricSpec,
    OneText,
    OwnReferences,
    References,
    Seed,
    Texts,
    Whole,
    make_examples,
)


class AuditRequest(ApiRequest):
    """Audit the BLEU of one segment, as ``tertium.audit_segment`` does."""

    model_config = make_examples(
        {
            "hypothesis": "he was taken to the plane",
            "references": ["he was led to the plane"],
            "against": ["chrf"],
            "samples": 50,
        }
    )

    hypothesis: OneText = Field(description="The hypothesis.")
    references: OwnReferences
    metric: MetricSpec = Field(default="bleu", description="BLEU, with any settings.")
    variants: Whole = Field(default=5, ge=0, le=1_000, description="The number of other orders in the answer.")
    against: list[MetricSpec] = Field(
        default=["meteor", "chrf"], max_length=8, description="Other metrics, each with its worst twin."
    )
    samples: Whole = Field(default=1_000, ge=1, le=10_000, description="How many random orders and edits are drawn.")
    evaluations: Whole = Field(default=6_000, ge=1, le=10_000, description="The most variants per search.")
    epsilon: float = Field(default=0.01, ge=0, le=1, description="The relative change of a score that counts as none.")
    seed: Seed = Field(default=SEED)


class AuditAnswer(BaseModel):
    """The audit of a segment: ``tertium.audit_segment(…).to_dict()``."""

    cut: bool = Field(description="Whether a search was cut short, since the segment is long.")
    conclusion: str
    hypothesis: str
    references: list[str]
    score: float | None
    arithmetic: dict[str, Any]
    blocks: dict[str, Any]
    gain: dict[str, Any]
    variants: list[str]
    free_words: list[dict[str, Any]]
    substituted: str | None
    mixture: dict[str, Any]
    rivals: list[dict[str, Any]]
    both: dict[str, Any] | None
    draw: dict[str, Any]
    twins: dict[str, dict[str, Any]]
    blindness: list[dict[str, Any]]


class CorpusAuditRequest(ApiRequest):
    """Audit the BLEU of all systems of a test set, as ``tertium.audit_corpus`` does."""

    model_config = make_examples(
        {
            "systems": {"a": ["the cat sat on the mat"], "b": ["on the mat sat a cat"]},
            "references": ["the cat sat on the mat"],
            "against": "chrf",
        }
    )

    systems: Annotated[
        dict[str, Texts],
        Field(min_length=1, max_length=MOST_SYSTEMS, description="The hypotheses of each system, by its name."),
    ]
    references: References
    metric: MetricSpec = Field(default="bleu", description="BLEU, with any settings.")
    against: MetricSpec = Field(default="meteor", description="Another metric, to contrast pairs of outputs.")
    probes: list[MetricSpec] = Field(default=[], max_length=8, description="Metrics whose blindness is measured.")
    contrasts: Whole = Field(default=5, ge=0, le=1_000, description="The most pairs of outputs in the answer.")
    edited: Whole = Field(default=100, ge=1, le=10_000, description="The number of outputs to edit for the probes.")
    seed: Seed = Field(default=SEED)

    def count_segments(self) -> int:
        """Return the number of hypotheses of all systems."""
        return sum(map(len, self.systems.values()))


class CorpusAuditAnswer(BaseModel):
    """The audit of a test set: ``tertium.audit_corpus(…).to_dict()``."""

    conclusion: str
    freedom: dict[str, Any]
    doubts: list[dict[str, Any]]
    contrasts: dict[str, Any] | None
    blindness: dict[str, Any] | None
    signatures: list[str]


def compute_audit(request: AuditRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer about a segment."""
    from tertium import audit_segment

    found = audit_segment(
        request.hypothesis,
        request.references,
        reach.metric(request.metric),
        variants=request.variants,
        against=[reach.metric(spec) for spec in request.against],
        samples=request.samples,
        evaluations=request.evaluations,
        epsilon=request.epsilon,
        seed=request.seed,
    )
    return found.to_dict()


def compute_corpus_audit(
    request: CorpusAuditRequest, reach: ClientReach, progress: Progress | None = None
) -> dict[str, Any]:
    """Return the answer about a test set."""
    from tertium import audit_corpus, make_test_set

    found = audit_corpus(
        make_test_set(request.systems, request.references),
        reach.metric(request.metric),
        against=reach.metric(request.against),
        probes=[reach.metric(spec) for spec in request.probes],
        contrasts=request.contrasts,
        edited=request.edited,
        seed=request.seed,
        progress=progress,
    )
    return found.to_dict()
