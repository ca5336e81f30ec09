"""A job: audits a test set. What BLEU leaves open, which differences rest on little, and which edits metrics miss."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tertium.audit import advise, audit_corpus
from tertium.errors import InputError
from tertium.languages import to_two_letters
from tertium.registry import DEFAULT_METRICS
from tertium.report import describe_corpus_audit
from tertium.web.study_files import find_study, write_study
from tertium.web.work.study_parts import write_parts
from tertium.web.workspace import JobProgress, Workspace

_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Audit the systems of a test set.

    Args:
        workspace: The workspace.
        request: ``test_set``, its number.
        progress: How progress is reported.

    Returns:
        ``test_set``, its number, and ``page``, where the audit is.
    """
    identity = int(request["test_set"])
    record = workspace.test_set(identity)
    if not record.references:
        raise InputError("the test set has no references", remedy="Upload it with references")
    test_set = workspace.read_test_set(identity)
    # METEOR's words and stems are English unless other ones are asked for.
    is_english = to_two_letters(record.languages[1]) in ("", "en")
    progress.begin("auditing", len(test_set) * len(test_set.systems))
    audit = audit_corpus(
        test_set,
        against="meteor" if is_english else "chrf",
        probes=(*DEFAULT_METRICS, "meteor") if is_english else DEFAULT_METRICS,
        progress=progress,
    )
    comparison = workspace.comparison(identity)
    advice = advise(comparison, test_set) if comparison is not None else []
    write_study(
        {
            "sentences": _SENTENCE.split(audit.conclusion),
            "advice": [each.to_dict() for each in advice],
            **write_parts(describe_corpus_audit(audit), without="conclusion"),
        },
        find_study(workspace, identity, "audit"),
    )
    return {"test_set": identity, "page": f"/sets/{identity}/audit"}
