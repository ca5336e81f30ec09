"""The judged sets of a study that its metrics are for: a table over many language pairs leaves the others out.

A set is left out whole, also for the metrics that are for its language: otherwise metrics would be compared, and means
taken, over different sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.languages import Languages, is_for, name_language
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.language_check import check_language, describe_unfit, find_unfit
from tertium.metrics.metric import Metric


@dataclass(frozen=True)
class FittingSets:
    """The judged sets that all metrics are for.

    Attributes:
        sets: The sets, in their order.
        notes: One sentence about those that were left out, if there are any.
    """

    sets: Sequence[JudgedSet]
    notes: Sequence[str] = ()


def choose_fitting(judged: Sequence[JudgedSet], metrics: Mapping[str, Metric]) -> FittingSets:
    """Return the judged sets whose language all metrics are for.

    Args:
        judged: The sets; one whose language is not known fits.
        metrics: The metrics, by their specs.

    Raises:
        SpecError: No set is left.
    """
    unfit = {each.name: find_unfit(metrics, each.language) for each in judged}
    fitting = [each for each in judged if not unfit[each.name]]
    if len(fitting) == len(judged):
        return FittingSets(fitting)
    if not fitting:
        check_language(metrics, judged[0].language)
    specs = dict.fromkeys(spec for each in judged for spec in unfit[each.name])
    names = ", ".join(name for name, found in unfit.items() if found)
    return FittingSets(fitting, [f"left out: {names}, since {describe_unfit(metrics, list(specs))}"])


def choose_for_languages(judged: FittingSets, languages: Languages, what: str) -> FittingSets:
    """Return those of the sets that something else than a metric is for, which is only used with others.

    Args:
        judged: The sets.
        languages: What it is for.
        what: What it is called, in the plural.
    """
    others = [each.name for each in judged.sets if not is_for(languages, each.language)]
    if not others:
        return judged
    names = " and ".join(sorted(map(name_language, languages)))
    note = f"left out: {', '.join(others)}, since {what} are for {names}"
    return FittingSets([each for each in judged.sets if each.name not in others], [*judged.notes, note])
