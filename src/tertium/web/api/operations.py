"""What the API computes, by name: the request, the answer, and the function from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from tertium.progress import Progress
from tertium.web.api.align_request import AlignAnswer, AlignRequest, compute_alignments
from tertium.web.api.audit_request import (
    AuditAnswer,
    AuditRequest,
    CorpusAuditAnswer,
    CorpusAuditRequest,
    compute_audit,
    compute_corpus_audit,
)
from tertium.web.api.compare_request import CompareAnswer, CompareRequest, compute_comparison
from tertium.web.api.count_request import CountAnswer, CountRequest, compute_counts
from tertium.web.api.explain_request import ExplainAnswer, ExplainRequest, compute_explanation
from tertium.web.api.judgments_request import JudgmentsAnswer, JudgmentsRequest, compute_agreement
from tertium.web.api.matches_request import MatchesAnswer, MatchesRequest, compute_matches
from tertium.web.api.mtness_request import MtnessAnswer, MtnessRequest, compute_mtness
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import ApiRequest
from tertium.web.api.score_request import ScoreAnswer, ScoreRequest, compute_score


@dataclass(frozen=True)
class Operation:
    """Something that the API computes.

    Attributes:
        summary: What it does, in a few words.
        request: The model of its requests.
        answer: The model of its answers.
        compute: From a request to its answer; what it calls takes the progress where that is long.
    """

    summary: str
    request: type[ApiRequest]
    answer: type[BaseModel]
    compute: Callable[[Any, ClientReach, Progress | None], dict[str, Any]]


# By the path below /api/v1/.
OPERATIONS: Mapping[str, Operation] = {
    "score": Operation("Score one system", ScoreRequest, ScoreAnswer, compute_score),
    "compare": Operation("Compare systems", CompareRequest, CompareAnswer, compute_comparison),
    "align": Operation("Align words", AlignRequest, AlignAnswer, compute_alignments),
    "explain": Operation("Explain the score of a segment", ExplainRequest, ExplainAnswer, compute_explanation),
    "audit": Operation("Audit the BLEU of a segment", AuditRequest, AuditAnswer, compute_audit),
    "audit/corpus": Operation(
        "Audit the BLEU of a test set", CorpusAuditRequest, CorpusAuditAnswer, compute_corpus_audit
    ),
    "count": Operation("Count phrases", CountRequest, CountAnswer, compute_counts),
    "mtness": Operation("Find machine-translationness", MtnessRequest, MtnessAnswer, compute_mtness),
    "judgments": Operation("Measure agreement", JudgmentsRequest, JudgmentsAnswer, compute_agreement),
}

# What pages and editors ask, beside the API.
OTHER_OPERATIONS: Mapping[str, Operation] = {
    "matches": Operation("Find machine-translationness for an editor", MatchesRequest, MatchesAnswer, compute_matches)
}
