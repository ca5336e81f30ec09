"""Looks: what one judge said of one item at one time. All that agreement is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.meta.judgments.coding import Coding, Groups
from tertium.meta.judgments.comparisons import Comparisons, pair_up
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import COMBINED
from tertium.types import Array, Counts


@dataclass(frozen=True)
class Looks:
    """One entry a look.

    Attributes:
        item: What was looked at: an output, or two outputs of a segment that were compared.
        judge: Which of ``judges`` looked.
        value: What was said.
        judges: The names of the judges.
    """

    item: Counts
    judge: Counts
    value: Array
    judges: Sequence[str]

    def __len__(self) -> int:
        return len(self.item)

    def select(self, at: Counts) -> Looks:
        """Some of the looks."""
        return Looks(self.item[at], self.judge[at], self.value[at], self.judges)

    def first(self) -> Looks:
        """The first look of each judge at each item."""
        return self.select(np.sort(Groups.by(self.item, self.judge).first))

    def repeated(self) -> Looks:
        """Looks of the same judge, each judge's look at something being an item of its own."""
        return Looks(Groups.by(self.item, self.judge).of_row, self.judge, self.value, self.judges)

    def mirrored(self) -> Looks:
        """Preferences seen from both sides, since which of two outputs stands first means nothing."""
        apart = int(self.item.max(initial=-1)) + 1
        return Looks(
            np.concatenate([self.item, self.item + apart]),
            np.concatenate([self.judge, self.judge]),
            np.concatenate([self.value, -self.value]),
            self.judges,
        )

    def pairs(self) -> LookPairs:
        """Each two looks at the same item, in the order of the file."""
        one, other = pair_up(self.item)
        return LookPairs(self.select(one), self.select(other))


@dataclass(frozen=True)
class LookPairs:
    """Two looks at the same item each.

    Attributes:
        one: The looks that came first.
        other: Those that came later.
    """

    one: Looks
    other: Looks

    def __len__(self) -> int:
        return len(self.one)


def find_looks(judgments: Judgments, kind: str) -> Looks:
    """The looks at outputs, and whole systems, by one kind of judgment; errors of one look are summed.

    For ``combined`` it is the mean of fluency and adequacy, where a judge gave both.
    """
    part = judgments.of_kind(kind)
    system, judge = Coding.of(part.system).codes, Coding.of(part.judge)
    sheet = np.zeros(len(part), dtype=np.int64) if part.sheet is None else Coding.of(part.sheet).codes
    groups = Groups.by(system, part.segment, judge.codes, sheet)
    values = groups.means(part.value) if kind in COMBINED else groups.sums(part.value)
    order = np.argsort(groups.first, kind="stable")  # in the order of the file, so that the first look is known
    if kind in COMBINED:  # no judge says the same twice on a sheet, so two are one of each
        order = order[groups.counts()[order] == 2]
    at = groups.first[order]
    item = Groups.by(system, part.segment).of_row
    return Looks(item[at], judge.codes[at], values[order], judge.names)


def find_preferences(comparisons: Comparisons) -> Looks:
    """Looks at two outputs each: 1 where the system that is numbered lower was preferred, -1 where not, 0 for a tie."""
    low, high = np.minimum(comparisons.better, comparisons.worse), np.maximum(comparisons.better, comparisons.worse)
    item = Groups.by(comparisons.segment, low, high).of_row
    value = np.where(comparisons.tie, 0.0, np.where(comparisons.better == low, 1.0, -1.0))
    return Looks(item, comparisons.judge, value, comparisons.judges)
