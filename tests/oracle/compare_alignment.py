"""Compares the kernel's alignments with all there are: ``python -m tests.oracle.compare_alignment 20000``.

Few kinds of words, so that they repeat; one to three stages; relations of stems (each word has one key) and of synonyms
(a word has several, so that a may match b, and b match c, where a does not match c), with and without distances.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tests.oracle import alignment as oracle

OBJECTIVES = ("min-crossing", "min-chunk")
BUDGET = 1_000_000
MOST_WORDS = 7

KernelStage = tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32] | None, float]


@dataclass(frozen=True)
class Stage:
    """The keys of each kind of word with their distances from it; a limit says how far two words that match may be."""

    keys: list[dict[int, int]]
    limit: int | None

    def distance(self, ours: int, theirs: int) -> int | None:
        """How far two kinds of words are by the nearest key that they share, None if they do not match."""
        shared = self.keys[ours].keys() & self.keys[theirs].keys()
        least = min((self.keys[ours][key] + self.keys[theirs][key] for key in shared), default=None)
        return None if least is None or least > (self.limit or 0) else least

    def pack(self) -> KernelStage:
        """As the kernel takes it."""
        rows = [sorted(keys.items()) for keys in self.keys]
        flat = [item for row in rows for item in row]
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        values = np.array([key for key, _ in flat], dtype=np.uint32)
        if self.limit is None:
            return offsets, values, None, 0
        return offsets, values, np.array([distance for _, distance in flat], dtype=np.float32), self.limit


@dataclass(frozen=True)
class Case:
    """Two segments as numbers of words, and the relations of their stages."""

    hypothesis: list[int]
    reference: list[int]
    stages: list[Stage]

    def candidates(self) -> list[set[oracle.Link]]:
        """The links that each stage allows."""
        return [
            {
                (i, j)
                for i, ours in enumerate(self.hypothesis)
                for j, theirs in enumerate(self.reference)
                if stage.distance(ours, theirs) is not None
            }
            for stage in self.stages
        ]


def make_case(draw: random.Random, most_words: int = MOST_WORDS) -> Case:
    """A random case; about one in three has a reference that is the hypothesis with words moved, as in real life."""
    kinds = draw.randint(1, 8)
    hypothesis = [draw.randrange(kinds) for _ in range(draw.randint(0, most_words))]
    reference = [draw.randrange(kinds) for _ in range(draw.randint(0, most_words))]
    if draw.random() < 0.35:
        start, end = sorted(draw.randint(0, len(hypothesis)) for _ in range(2))
        reference = (hypothesis[end:] + hypothesis[:start] + hypothesis[start:end] + reference)[: len(reference) or 1]
    makers = [make_exact, make_stems, make_synonyms, make_distant]
    first = draw.choice([make_exact, make_exact, make_stems, make_synonyms, make_distant])
    stages = [first(draw, kinds), *(draw.choice(makers)(draw, kinds) for _ in range(draw.randint(0, 2)))]
    return Case(hypothesis, reference, stages)


def make_exact(draw: random.Random, kinds: int) -> Stage:
    """Words match themselves."""
    return Stage([{kind: 0} for kind in range(kinds)], None)


def make_stems(draw: random.Random, kinds: int) -> Stage:
    """Words match those of the same stem; some have none."""
    return Stage([{draw.randint(0, kinds // 2): 0} if draw.random() < 0.9 else {} for _ in range(kinds)], None)


def make_synonyms(draw: random.Random, kinds: int) -> Stage:
    """Words match those that share one of their up to three synsets."""
    return Stage(
        [dict.fromkeys(draw.sample(range(kinds + 2), draw.randint(0, min(3, kinds))), 0) for _ in range(kinds)], None
    )


def make_distant(draw: random.Random, kinds: int) -> Stage:
    """Words match those that are no more than some steps away."""
    keys = [
        {key: draw.randint(0, 3) for key in draw.sample(range(kinds + 2), draw.randint(0, min(4, kinds)))}
        for _ in range(kinds)
    ]
    return Stage(keys, draw.randint(0, 4))


def compare(case: Case, objective: str) -> list[str]:
    """What is wrong with the kernel's alignment of a case."""
    m, n = len(case.hypothesis), len(case.reference)
    links, crossings, chunks, optimal, bound = _core.align_words(
        case.hypothesis, case.reference, [stage.pack() for stage in case.stages], objective, BUDGET
    )
    alignment = by_stage(links, len(case.stages))
    check = oracle.check_min_crossing if objective == "min-crossing" else oracle.check_min_chunk
    problems = check(case.candidates(), m, n, alignment)
    figures = oracle.measure(alignment)
    if (crossings, chunks) != (figures.crossings, figures.chunks):
        problems.append(f"the kernel counts {crossings} crossings, {chunks} chunks: {figures}")
    value = crossings if objective == "min-crossing" else chunks
    if not optimal or bound != value:
        problems.append(f"not proven: {optimal=}, {bound=}, {value=}")
    for i, j, stage, distance in links:
        if distance != case.stages[stage].distance(case.hypothesis[i], case.reference[j]):
            problems.append(f"the link {i}-{j} of stage {stage} is not {distance} away")
    if list(links) != sorted(links):
        problems.append(f"not in the order of the hypothesis: {links}")
    return problems


def by_stage(links: list[tuple[int, int, int, float]], stages: int) -> list[set[oracle.Link]]:
    """The kernel's links as the oracles take them."""
    return [{(i, j) for i, j, stage, _ in links if stage == number} for number in range(stages)]


def list_differences(count: int, seed: int) -> Iterator[str]:
    """Each difference in so many random cases, under both objectives."""
    draw = random.Random(seed)
    for _ in range(count):
        case = make_case(draw)
        for objective in OBJECTIVES:
            yield from (f"{objective} of {case}: {problem}" for problem in compare(case, objective))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    differences = list(list_differences(count, seed))
    for difference in differences[:20]:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(f"{count:,} cases, both objectives: {len(differences):,} differences\n")


if __name__ == "__main__":
    main()
