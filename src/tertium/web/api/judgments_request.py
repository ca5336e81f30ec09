"""``/api/v1/judgments``: the agreement of annotators, and what the campaigns of the workspace have collected."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.stats import SEED
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import ApiRequest, Seed, Whole, make_examples

_ROWS = [
    {"system": "one", "segment": 1, "annotator": "Ada", "kind": "adequacy", "value": 4},
    {"system": "one", "segment": 1, "annotator": "Ben", "kind": "adequacy", "value": 5},
    {"system": "two", "segment": 1, "annotator": "Ada", "kind": "adequacy", "value": 2},
    {"system": "two", "segment": 1, "annotator": "Ben", "kind": "adequacy", "value": 2},
]


class JudgmentData(ApiRequest):
    """One judgment."""

    system: str = Field(description="The system that was judged.")
    segment: Whole = Field(ge=0, le=2**31, description="The segment, from 1; 0 for a judgment of the whole system.")
    annotator: str = Field(default="", description="Who judged.")
    kind: str = Field(description="What was judged, such as `adequacy`, `fluency`, `da`, `mqm` or `rank`.")
    value: float = Field(description="The value.")
    sheet: str = Field(default="", description="What was judged together, or again.")


class JudgmentsRequest(ApiRequest):
    """Measure the agreement of annotators, as ``tertium.measure_agreement`` does."""

    model_config = make_examples({"judgments": _ROWS, "kind": "adequacy"})

    judgments: Annotated[list[JudgmentData], Field(min_length=1, max_length=1_000_000)]
    kind: str = Field(default="", description="The kind of judgment; the usual one by default.")
    cutoff: float = Field(default=2.5, gt=0, le=1_000, description="From how many deviations one is an outlier.")
    resamples: Whole = Field(default=0, ge=0, le=100_000, description="How many samples the interval is drawn from.")
    seed: Seed = Field(default=SEED)

    def count_segments(self) -> int:
        """Return the number of judgments."""
        return len(self.judgments)


class JudgmentsAnswer(BaseModel):
    """The agreement: ``tertium.measure_agreement(…).to_dict()``."""

    kind: str
    level: str
    annotators: int
    items: int
    shared: int
    alpha: float | None
    interval: dict[str, Any] | None
    fleiss: float | None
    cohen: float | None
    weighted: float | None
    repeats: int
    intra_alpha: float | None
    intra_kappa: float | None
    preferences: dict[str, Any] | None
    intra_preferences: dict[str, Any] | None
    reports: list[dict[str, Any]]


def compute_agreement(
    request: JudgmentsRequest, reach: ClientReach, progress: Progress | None = None
) -> dict[str, Any]:
    """Return the answer."""
    import numpy as np

    from tertium import Judgments, measure_agreement

    rows = request.judgments
    judgments = Judgments(
        system=[row.system for row in rows],
        segment=np.array([row.segment for row in rows], np.int64),
        annotator=[row.annotator for row in rows],
        kind=[row.kind for row in rows],
        value=np.array([row.value for row in rows], np.float64),
        sheet=[row.sheet for row in rows],
    )
    found = measure_agreement(
        judgments, request.kind, cutoff=request.cutoff, resamples=request.resamples, seed=request.seed
    )
    return found.to_dict()
