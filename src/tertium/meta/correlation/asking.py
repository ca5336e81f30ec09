"""From a question about a judged set to the statistic that answers it."""

from __future__ import annotations

import numpy as np

from tertium.errors import InputError
from tertium.meta.correlation.controls import measure_controls
from tertium.meta.correlation.partial import PartialCorrelation
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.statistic import Correlation, RankStatistic, SegmentStatistic, Statistic
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.normalisation import normalise
from tertium.registry import SPECIAL_STATISTICS


def ask(question: Question, judged: JudgedSet, threads: int = 1) -> Statistic:
    """Return a question about a judged set, ready to be put to metrics.

    Raises:
        InputError: If there are not the judgments that it takes.
    """
    judgments = judged.judgments
    if question.normalise:
        if question.statistic != "kendall-wmt":  # other kinds beside it may have no scale, such as errors
            kind = judgments.find_kind(question.judgment, whole_systems=question.is_of_systems)
            judgments = judgments.of_kind(kind)
        judgments = normalise(judgments, question.normalise)
    if question.statistic == "kendall-wmt":
        return _ask_for_ranks(question, judged, judgments, threads)
    systems, count = list(judged.test_set.systems), len(judged.test_set)
    if question.is_of_systems:
        human = judgments.system_scores(systems, question.judgment)[:, np.newaxis]
    else:
        human = judgments.segment_scores(systems, count, question.judgment)
    if np.isnan(human).all():
        raise InputError(
            f"{judged.name} has no judgment of {'a system' if question.level == 'system' else 'a segment'}",
            remedy="Use another level, or another kind of judgment",
        )
    if question.statistic in SPECIAL_STATISTICS:
        return SegmentStatistic(question, human, threads)
    if question.is_partial:
        controls = measure_controls(judged, question.controls, whole=question.is_of_systems)
        return PartialCorrelation(question=question, human=human, threads=threads, controls=controls)
    return Correlation(question, human, threads)


def _ask_for_ranks(question: Question, judged: JudgedSet, judgments: Judgments, threads: int) -> RankStatistic:
    systems, count = list(judged.test_set.systems), len(judged.test_set)
    found = judgments.comparisons(systems)
    decided = ~found.tie
    if not decided.any():
        raise InputError(f"{judged.name} has no rankings", remedy="Use a statistic of scores, such as pearson")
    segments = found.segment[decided] - 1
    better = np.column_stack([found.better[decided], segments])
    worse = np.column_stack([found.worse[decided], segments])
    return RankStatistic(
        question=question, human=np.full((len(systems), count), np.nan), threads=threads, better=better, worse=worse
    )
