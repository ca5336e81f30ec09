"""What a correlation with human judgments comes to, in sentences: which metric agrees best, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tertium.meta.correlation.figure import Figure
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.correlation.study import Study
from tertium.report.metric_names import name_metric
from tertium.report.tables.asked import write_statistic

# With 30 points, a correlation of .5 still has the 95% interval from .17 to .73 (Fisher's z).
_FEW = 30


def conclude_outcome(outcome: Outcome) -> list[str]:
    """Return what an experiment with one judged set found, the most important sentence first.

    Args:
        outcome: What came out; the first study is described.

    >>> from tertium import correlate, read_judged, samples
    >>> outcome = correlate(read_judged(samples.path("judgments.tsv")), ["bleu", "chrf"], resamples=200)
    >>> conclude_outcome(outcome)[0].split(" (")[0]
    'BLEU agrees best with the annotators'
    """
    study = outcome.studies[0]
    known = [figure for figure in study.figures if not math.isnan(figure.value)]
    if not known:
        return ["No metric can be compared with the annotators yet: there are too few judgments, or all are the same."]
    ordered = sorted(known, key=lambda figure: -figure.value)
    best = ordered[0]
    agrees = "agrees best" if len(ordered) > 1 else "agrees"
    if best.value <= 0:
        agrees = "does not agree" if len(ordered) == 1 else "comes closest, but does not agree"
    said = [f"{name_metric(best.metric)} {agrees} with the annotators ({_write_figure(study, best)})."]
    said += _compare_with_others(ordered)
    return [*said, *_list_doubts(study, best)]


def _write_figure(study: Study, figure: Figure) -> str:
    interval = figure.interval
    ends = ""
    if interval is not None and interval.method != "none" and not math.isnan(interval.low):
        ends = f", {interval.low:.3f} to {interval.high:.3f}"
    return f"{write_statistic(study.question)} {figure.value:.3f}{ends}, from {_count(study, figure)}"


def _count(study: Study, figure: Figure) -> str:
    return f"{figure.count:,} {study.points}{'' if figure.count == 1 else 's'}"


def _compare_with_others(ordered: Sequence[Figure]) -> list[str]:
    best, *others = ordered
    if not others or not best.letters:
        return []
    alike = [figure for figure in others if set(figure.letters) & set(best.letters)]
    if not alike:
        return ["It agrees significantly better than all other metrics here."]
    listed = _join([name_metric(figure.metric) for figure in alike])
    rest = len(others) - len(alike)
    better = (
        f" It agrees significantly better than the other {'metric' if rest == 1 else f'{rest} metrics'}."
        if rest
        else ""
    )
    return [f"The difference to {listed} is not significant.{better}"]


def _list_doubts(study: Study, best: Figure) -> list[str]:
    found = []
    if best.count < _FEW:
        found.append(
            f"That is from {_count(study, best)} only: too few to choose a metric by. With more judgments another "
            "metric may agree best."
        )
    interval = best.interval
    if interval is not None and interval.method != "none" and interval.low <= 0 < best.value:
        found.append("Its interval includes 0, so even this agreement may be chance.")
    return found


def _join(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
