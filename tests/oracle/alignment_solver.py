"""METEOR's alignments by a general solver (CP-SAT of OR-tools): the oracle where there are too many to try them all.

The rules are those of `tests.oracle.alignment`; this states them as linear constraints over one variable a candidate
and leaves the search to others. It is exact: where the solver's time runs out it raises an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any

import pytest

from tests.oracle.alignment import Alignment, Figures, Link, Links, Stages, free, join, measure, own_candidates

cp_model = pytest.importorskip(
    "ortools.sat.python.cp_model", reason="NO SOLVER: ortools is absent, so long alignments are compared with nothing"
)

SECONDS = 60.0


class TooHardError(Exception):
    """The solver did not prove its answer in time."""


def solve_min_crossing(stages: Stages, m: int, n: int) -> Alignment:
    """One of the alignments that the 2005 rules allow."""
    alignment: Alignment = ()
    for candidates in stages:
        alignment = (*alignment, solve_stage(alignment, candidates))
    return alignment


def find_best_stage(alignment: Alignment, candidates: AbstractSet[Link]) -> Figures:
    """The best figures after one more stage by the 2005 rules."""
    return measure([*alignment, solve_stage(alignment, candidates)])


def find_best_min_chunk(stages: Stages, m: int, n: int) -> Figures:
    """The best figures by the rules of METEOR 1.3."""
    return measure(solve_min_chunk(stages, m, n))


def solve_stage(alignment: Alignment, candidates: AbstractSet[Link]) -> Links:
    """A best set of links by the 2005 rules for one more stage, given those of the earlier ones."""
    fixed = join(alignment)
    model = Model(drop_crossed(free(candidates, fixed)), fixed)
    if not model.links:
        return frozenset()
    model.keep_most([model.links.values()])
    adjacent = model.count_adjacent()
    crossings = model.count_crossings()
    positions = sum((i + j) * link for (i, j), link in model.links.items())
    span = sum(i + j for i, j in model.links) + 1
    model.minimise((crossings * (len(model.links) + len(fixed) + 1) - adjacent) * span + positions)
    return model.chosen()


def solve_min_chunk(stages: Stages, m: int, n: int) -> Alignment:
    """A best alignment by the rules of METEOR 1.3."""
    owned = own_candidates(stages)
    model = Model(join(owned), frozenset())
    model.keep_most([[model.links[link] for link in candidates] for candidates in owned])
    adjacent = model.count_adjacent()
    distance = sum(abs(i - j) * link for (i, j), link in model.links.items())
    positions = sum((i + j) * link for (i, j), link in model.links.items())
    span = min(m, n) * (m + n) + 1
    model.minimise((-adjacent * span + distance) * span + positions)
    chosen = model.chosen()
    return tuple(chosen & candidates for candidates in owned)


class Model:
    """One variable for each candidate, 1 if it is a link; `fixed` links are there whatever happens."""

    def __init__(self, candidates: AbstractSet[Link], fixed: Links) -> None:
        self.model = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.max_time_in_seconds = SECONDS
        self.fixed = fixed
        self.links = {(i, j): self.model.new_bool_var(f"{i}-{j}") for i, j in sorted(candidates)}
        for side in (0, 1):
            for links in self._by_word(side).values():
                self.model.add_at_most_one(links.values())

    def _by_word(self, side: int) -> dict[int, dict[int, Any]]:
        """The variables by word of the hypothesis (0) or of the reference (1), then by the word on the other side."""
        words: dict[int, dict[int, Any]] = defaultdict(dict)
        for link, variable in self.links.items():
            words[link[side]][link[1 - side]] = variable
        return words

    def keep_most(self, groups: Sequence[Iterable[Any]]) -> None:
        """Requires as many links as there can be of the first group; given that, of the second; and so on."""
        for group in groups:
            total = sum(group)
            self.minimise(-total)
            self.model.add(total == self.solver.value(total))

    def count_adjacent(self) -> Any:
        """How many links continue the chunk of another."""
        count: Any = 0
        for i, j in sorted(set(self.links) | self.fixed):
            here, there = self._value(i, j), self._value(i + 1, j + 1)
            if isinstance(here, int) or isinstance(there, int):
                count += here * there
            else:
                both = self.model.new_bool_var(f"{i}-{j} and next")
                self.model.add_implication(both, here)
                self.model.add_implication(both, there)
                count += both
        return count

    def _value(self, i: int, j: int) -> Any:
        return int((i, j) in self.fixed) if (i, j) in self.fixed else self.links.get((i, j), 0)

    def count_crossings(self) -> Any:
        """How many pairs of links cross, but for pairs of fixed links."""
        count: Any = 0
        for (i, j), link in self.links.items():
            count += link * sum((i - k) * (j - h) < 0 for k, h in self.fixed)
        for (_, left), (_, right) in combinations(sorted(self._by_word(0).items()), 2):
            if max(left) <= min(right):
                continue
            crossing = self.model.new_bool_var("")
            for place in sorted(left):
                # The left word's link ends here or further right, the right word's ends left of here.
                further = [variable for end, variable in left.items() if end >= place]
                before = [variable for end, variable in right.items() if end < place]
                if before:
                    self.model.add(crossing >= sum(further) + sum(before) - 1)
            count += crossing
        return count

    def minimise(self, objective: Any) -> None:
        """Solves, and proves it."""
        self.model.minimize(objective)
        status = self.solver.solve(self.model)
        if status != cp_model.OPTIMAL:
            raise TooHardError(self.solver.status_name(status))

    def chosen(self) -> Links:
        """The links of the solution."""
        return frozenset(link for link, variable in self.links.items() if self.solver.value(variable))


def drop_crossed(candidates: set[Link]) -> set[Link]:
    """Leaves out candidates that are in no alignment with the fewest crossings.

    Where each word of a group may be mapped to each word of another, two of their links never cross in an optimum:
    exchanging their ends would remove that crossing and add none. So all words of the smaller group are mapped, in
    order, and the first of two words with three to choose from is not mapped to the third.
    """
    kept = set()
    for group in split_groups(candidates):
        ours, theirs = sorted({i for i, _ in group}), sorted({j for _, j in group})
        spare = len(theirs) - len(ours)
        if len(group) < len(ours) * len(theirs):
            kept |= group
            continue
        for a, i in enumerate(ours):
            for b, j in enumerate(theirs):
                if min(0, spare) <= b - a <= max(0, spare):
                    kept.add((i, j))
    return kept


def split_groups(candidates: set[Link]) -> list[set[Link]]:
    """Candidates that are linked by words they share, directly or through others."""
    groups: list[set[Link]] = []
    for link in candidates:
        touching = [group for group in groups if any(link[0] == i or link[1] == j for i, j in group)]
        groups = [group for group in groups if group not in touching]
        groups.append({link}.union(*touching))
    return groups
