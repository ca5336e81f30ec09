"""Can an annotator be relied on? Controls are rated lower than the originals, and repeats alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, nan
from statistics import mean, median

from tertium.annotation.judged_rows import JudgedRow, read_rows
from tertium.annotation.lessons import Lesson
from tertium.annotation.protocols import JudgingProtocol
from tertium.annotation.store import CampaignStore

# With fewer controls than this no annotator can fail or pass the test at 0.05.
FEWEST_CONTROLS = 5


@dataclass(frozen=True, kw_only=True)
class AnnotatorQuality:
    """How reliable an annotator is.

    Attributes:
        annotator: The name.
        items: How many targets are finished.
        controls: How many controls are finished, with their originals.
        noticed: How many controls were rated lower than the original.
        missed: How many were rated higher.
        p_value: How likely this many would be noticed by chance (sign test, ties left out, one-sided); NaN with fewer
            than 5 controls, which cannot tell.
        repeats: How many repeats are finished, with their originals.
        same: How many repeats were rated alike.
        shift: The mean absolute difference of repeats and originals; NaN if there are none.
        seconds: The median time per item.
        lessons: How many items of the tutorial are finished.
        understood: How many of them were answered as expected.
    """

    annotator: str
    items: int
    controls: int
    noticed: int
    missed: int
    p_value: float
    repeats: int
    same: int
    shift: float
    seconds: float
    lessons: int = 0
    understood: int = 0


def check_annotators(store: CampaignStore, campaign: str) -> list[AnnotatorQuality]:
    """Return how reliable each annotator of a campaign is who finished at least one item."""
    protocol = store.campaign(campaign).asked
    by_annotator: dict[str, list[JudgedRow]] = {}
    for row in read_rows(store, campaign):
        by_annotator.setdefault(row.annotator, []).append(row)
    lessons = store.lessons(campaign)
    return [_check(name, rows, protocol, lessons) for name, rows in by_annotator.items()]


def _check(
    name: str, rows: Sequence[JudgedRow], protocol: JudgingProtocol, lessons: Mapping[int, Lesson]
) -> AnnotatorQuality:
    taught = [row for row in rows if row.role == "tutorial"]
    rows = [row for row in rows if row.role != "tutorial"]
    targets = {row.item: row for row in rows if row.role == "target"}
    controls = _differences(rows, targets, "control", protocol)
    repeats = _differences(rows, targets, "repeat", protocol)
    noticed, missed = sum(each < 0 for each in controls), sum(each > 0 for each in controls)
    return AnnotatorQuality(
        annotator=name,
        items=len(targets),
        controls=len(controls),
        noticed=noticed,
        missed=missed,
        p_value=_sign_test(noticed, missed) if len(controls) >= FEWEST_CONTROLS else nan,
        repeats=len(repeats),
        same=sum(each == 0 for each in repeats),
        shift=mean(map(abs, repeats)) if repeats else nan,
        seconds=median([row.active for row in rows] or [nan]),
        lessons=len(taught),
        understood=sum(
            all(lessons[row.item].is_met(step, answer) for step, answer in row.answers.items()) for row in taught
        ),
    )


def _differences(
    rows: Sequence[JudgedRow], targets: dict[int, JudgedRow], role: str, protocol: JudgingProtocol
) -> list[float]:
    """Return how much higher each repeat or control was rated than its original, where both were."""
    pairs = [(row, targets[row.original]) for row in rows if row.role == role and row.original in targets]
    values = [(row.value(protocol), target.value(protocol)) for row, target in pairs]
    if protocol.steps[-1].shape == "ranking":
        # Rankings agree or not; there is no more or less.
        return [float(row.answers["rank"].ranks != target.answers["rank"].ranks) for row, target in pairs]
    return [one - other for one, other in values if one is not None and other is not None]


def _sign_test(wins: int, losses: int) -> float:
    """Return how likely at least this many wins are if wins and losses are equally likely.

    >>> round(_sign_test(5, 0), 5)
    0.03125
    """
    count = wins + losses
    return sum(comb(count, each) for each in range(wins, count + 1)) / float(2**count)
