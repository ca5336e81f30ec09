"""The table of use cases. Each is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tertium.registry import load
from tertium.usecases.use_case import UseCase

# By the command. Imported when used.
USE_CASES: Mapping[str, str] = {
    "score": "tertium.usecases.score:SCORE",
    "compare": "tertium.usecases.compare:COMPARE",
    "diff": "tertium.usecases.diff:DIFF",
    "report": "tertium.usecases.report:REPORT",
    "correlate": "tertium.usecases.correlate:CORRELATE",
    "tune": "tertium.usecases.tune:TUNE",
    "audit segment": "tertium.usecases.audit:AUDIT_SEGMENT",
    "audit corpus": "tertium.usecases.audit:AUDIT_CORPUS",
    "align": "tertium.usecases.align:ALIGN",
    "explain": "tertium.usecases.explain:EXPLAIN",
    "tree": "tertium.usecases.tree:TREE",
    "count": "tertium.usecases.count:COUNT",
    "index build": "tertium.usecases.index:INDEX_BUILD",
    "index add": "tertium.usecases.index:INDEX_ADD",
    "index merge": "tertium.usecases.index:INDEX_MERGE",
    "index join": "tertium.usecases.index:INDEX_JOIN",
    "index check": "tertium.usecases.index:INDEX_CHECK",
    "index information": "tertium.usecases.index:INDEX_INFORMATION",
    "index info": "tertium.usecases.index:INDEX_INFO",
    "mtness": "tertium.usecases.mtness:MTNESS",
    "mtness learn": "tertium.usecases.learn:MTNESS_LEARN",
    "postedit apply": "tertium.usecases.postedit:APPLY",
    "postedit undo": "tertium.usecases.postedit:UNDO",
    "postedit list": "tertium.usecases.postedit:LIST",
    "postedit log": "tertium.usecases.postedit:LOG",
    "postedit check": "tertium.usecases.postedit:CHECK",
    "postedit export": "tertium.usecases.postedit:EXPORT",
    "postedit import": "tertium.usecases.postedit:IMPORT",
    "judge prepare": "tertium.usecases.judge:PREPARE",
    "judge list": "tertium.usecases.judge:LIST",
    "judge status": "tertium.usecases.judge:STATUS",
    "judge renew": "tertium.usecases.judge:RENEW",
    "judge export": "tertium.usecases.judge:EXPORT",
    "judge import": "tertium.usecases.judge:IMPORT",
    "judge check": "tertium.usecases.judge:CHECK",
    "judge backup": "tertium.usecases.judge:BACKUP",
}


def load_use_case(name: str) -> UseCase[Any, Any]:
    """Return a use case by its name, which is that of the command.

    Raises:
        SpecError: There is none of that name.
    """
    found: UseCase[Any, Any] = load(USE_CASES, name, "command")
    return found
