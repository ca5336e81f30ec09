"""Which judgments are normalised: those of single annotators here, or those that came normalised.

Means over annotators cannot be normalised any more: what differed between annotators is lost, and a linear change of
the means leaves every correlation within a system as it is. Some data have z-scores beside such means, made before they
were averaged. These are what is asked for then.
"""

from __future__ import annotations

from dataclasses import replace

from tertium.meta.correlation.question import Question
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.kinds import available_kinds

_NORMALISED = "-z"


def settle_scale(question: Question, judged: JudgedSet) -> Question:
    """Return the question with the kind of judgment that came normalised, where annotators are not known by name.

    Args:
        question: What is asked.
        judged: The set that it is asked of.
    """
    if not question.normalise or question.statistic == "kendall-wmt":
        return question
    kind = judged.judgments.find_kind(question.judgment, whole_systems=question.is_of_systems)
    given = f"{kind}{_NORMALISED}"
    if _count_annotators(judged, kind) > 1 or given not in available_kinds(judged.judgments.kinds):
        return question
    return replace(question, judgment=given, normalise="")


def note_scale(question: Question, judged: JudgedSet) -> list[str]:
    """Return what a reader should know of normalised judgments.

    Args:
        question: What is asked, from ``settle_scale``.
        judged: The set that it is asked of.
    """
    if not question.normalise or question.statistic == "kendall-wmt":
        return []
    kind = judged.judgments.find_kind(question.judgment, whole_systems=question.is_of_systems)
    if kind.endswith(_NORMALISED):
        return [f"judgments of {kind} came normalised, and stay as they are"]
    if _count_annotators(judged, kind) > 1:
        return []
    return [f"judgments of {kind} have one annotator, or are means: normalising by annotator changes only their scale"]


def _count_annotators(judged: JudgedSet, kind: str) -> int:
    return len(judged.judgments.of_kind(kind).known_annotators)
