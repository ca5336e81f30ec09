"""Looks: what one annotator said of one item at one time. All that agreement is made of."""

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
    """One entry per look.

    Attributes:
        item: What was looked at: an output, or two outputs of a segment that were compared.
        annotator: Which of ``annotators`` looked.
        value: What was said.
        annotators: The names of the annotators.
    """

    item: Counts
    annotator: Counts
    value: Array
    annotators: Sequence[str]

    def __len__(self) -> int:
        return len(self.item)

    def select(self, at: Counts) -> Looks:
        """Return some of the looks."""
        return Looks(self.item[at], self.annotator[at], self.value[at], self.annotators)

    def first(self) -> Looks:
        """Return the first look of each annotator at each item."""
        return self.select(np.sort(Groups.by(self.item, self.annotator).first))

    def repeated(self) -> Looks:
        """Return looks of the same annotator, each annotator's look at something being an item of its own."""
        return Looks(Groups.by(self.item, self.annotator).of_row, self.annotator, self.value, self.annotators)

    def mirrored(self) -> Looks:
        """Return preferences seen from both sides, since which of two outputs stands first means nothing."""
        apart = int(self.item.max(initial=-1)) + 1
        return Looks(
            np.concatenate([self.item, self.item + apart]),
            np.concatenate([self.annotator, self.annotator]),
            np.concatenate([self.value, -self.value]),
            self.annotators,
        )

    def pairs(self) -> LookPairs:
        """Return each two looks at the same item, in the order of the file."""
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
    """Return the looks at outputs, and whole systems, by one kind of judgment; errors of one look are summed.

    For ``combined`` it is the mean of fluency and adequacy, where an annotator gave both.
    """
    part = judgments.of_kind(kind)
    system, annotator = Coding.of(part.system).codes, Coding.of(part.annotator)
    sheet = np.zeros(len(part), dtype=np.int64) if part.sheet is None else Coding.of(part.sheet).codes
    groups = Groups.by(system, part.segment, annotator.codes, sheet)
    values = groups.means(part.value) if kind in COMBINED else groups.sums(part.value)
    order = np.argsort(groups.first, kind="stable")  # in the order of the file, so that the first look is known
    if kind in COMBINED:  # no annotator says the same twice on a sheet, so two are one of each
        order = order[groups.counts()[order] == 2]
    at = groups.first[order]
    item = Groups.by(system, part.segment).of_row
    return Looks(item[at], annotator.codes[at], values[order], annotator.names)


def find_preferences(comparisons: Comparisons) -> Looks:
    """Return looks at two outputs each: 1 where the system of lower number was preferred, -1 where not, 0 for ties."""
    low, high = np.minimum(comparisons.better, comparisons.worse), np.maximum(comparisons.better, comparisons.worse)
    item = Groups.by(comparisons.segment, low, high).of_row
    value = np.where(comparisons.tie, 0.0, np.where(comparisons.better == low, 1.0, -1.0))
    return Looks(item, comparisons.annotator, value, comparisons.annotators)
