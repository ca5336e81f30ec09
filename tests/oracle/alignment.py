"""METEOR's alignments by trying them all: the oracle for the Rust kernel, for up to about seven words a side.

An alignment is a list of sets of links, one set a stage; a link (i, j) maps word i of the hypothesis to word j of the
reference. ``stages`` is a list of sets of candidates, the links that each stage's module would allow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any, NamedTuple

Link = tuple[int, int]
Links = frozenset[Link]
Alignment = tuple[Links, ...]
Stages = Sequence[AbstractSet[Link]]


class Figures(NamedTuple):
    """What the objectives compare."""

    links: tuple[int, ...]  # by stage
    crossings: int
    chunks: int
    distance: int
    positions: int


def measure(alignment: Sequence[Collection[Link]]) -> Figures:
    """The figures of all links of an alignment, or of its first stages."""
    links = join(alignment)
    return Figures(
        tuple(map(len, alignment)),
        count_crossings(links),
        count_chunks(links),
        sum(abs(i - j) for i, j in links),
        sum(i + j for i, j in links),
    )


def join(alignment: Sequence[Collection[Link]]) -> Links:
    """All links, of whatever stage."""
    return frozenset(link for links in alignment for link in links)


def count_crossings(links: Collection[Link]) -> int:
    """How many pairs of links cross."""
    return sum((i - k) * (j - h) < 0 for (i, j), (k, h) in combinations(links, 2))


def count_chunks(links: Collection[Link]) -> int:
    """How many runs of links go i, i+1, … to j, j+1, …: a chunk starts where no link ends just before."""
    return sum((i - 1, j - 1) not in links for i, j in links)


def enumerate_min_crossing(stages: Stages, m: int, n: int) -> set[Alignment]:
    """All alignments that the 2005 rules allow: where a stage leaves a tie, each of its ways is followed.

    By stage, over all links so far: most links, then fewest crossings, fewest chunks, smallest sum of positions.
    """
    alignments: set[Alignment] = {()}
    for candidates in stages:
        alignments = {
            (*alignment, links) for alignment in alignments for links in find_best_stages(alignment, candidates)
        }
    return alignments


def find_best_stages(alignment: Alignment, candidates: AbstractSet[Link]) -> list[Links]:
    """The best links by the 2005 rules for one more stage, given those of the earlier ones."""
    options = list_largest(free(candidates, join(alignment)))
    return find_least(options, lambda links: rank_min_crossing(measure([*alignment, links])))


def rank_min_crossing(figures: Figures) -> tuple[int, int, int, int]:
    """What is to be least, the most important first."""
    return -figures.links[-1], figures.crossings, figures.chunks, figures.positions


def enumerate_min_chunk(stages: Stages, m: int, n: int) -> set[Alignment]:
    """All best alignments by the rules of METEOR 1.3 and later, which takes all stages at once.

    Most links by the first stage, then by the second and so on; then fewest chunks, smallest sum of distances, smallest
    sum of positions. A candidate belongs to the first stage that lists it.
    """
    alignments: list[Alignment] = [()]
    for candidates in own_candidates(stages):
        longer = [
            (*alignment, links) for alignment in alignments for links in list_largest(free(candidates, join(alignment)))
        ]
        most = max(len(alignment[-1]) for alignment in longer)
        alignments = [alignment for alignment in longer if len(alignment[-1]) == most]
    return set(find_least(alignments, lambda alignment: rank_min_chunk(measure(alignment))))


def rank_min_chunk(figures: Figures) -> tuple[int, ...]:
    """What is to be least, the most important first."""
    return *(-count for count in figures.links), figures.chunks, figures.distance, figures.positions


def rank_links(figures: Figures) -> tuple[int, ...]:
    """For an alignment that need not be best: only the links have to be as many."""
    return figures.links


def own_candidates(stages: Stages) -> list[set[Link]]:
    """The candidates of each stage that no earlier stage lists."""
    return [set(candidates).difference(*stages[:number]) for number, candidates in enumerate(stages)]


def free(candidates: AbstractSet[Link], links: Links) -> set[Link]:
    """The candidates between words that no link maps."""
    ours, theirs = {i for i, _ in links}, {j for _, j in links}
    return {(i, j) for i, j in candidates if i not in ours and j not in theirs}


def list_largest(candidates: AbstractSet[Link]) -> list[Links]:
    """All largest one-to-one subsets."""
    words = sorted({i for i, _ in candidates})
    for unmapped in range(len(words) + 1):
        found = list(list_subsets(words, candidates, unmapped))
        if found:
            return found
    raise AssertionError("the empty subset is one-to-one")


def list_subsets(words: list[int], candidates: AbstractSet[Link], unmapped: int) -> Iterator[Links]:
    """All one-to-one subsets of candidates that leave this many of the words unmapped."""
    if not words:
        if unmapped == 0:
            yield frozenset()
        return
    word, rest = words[0], words[1:]
    if unmapped:
        yield from list_subsets(rest, candidates, unmapped - 1)
    for link in candidates:
        if link[0] == word:
            others = {other for other in candidates if other[1] != link[1]}
            yield from (links | {link} for links in list_subsets(rest, others, unmapped))


def find_least(options: Sequence[Any], rank: Callable[[Any], tuple[int, ...]]) -> list[Any]:
    """All options of the lowest rank."""
    ranks = [rank(option) for option in options]
    lowest = min(ranks)
    return [option for option, its in zip(options, ranks, strict=True) if its == lowest]


def find_best_stage(alignment: Alignment, candidates: AbstractSet[Link]) -> Figures:
    """The best figures after one more stage by the 2005 rules."""
    return measure([*alignment, find_best_stages(alignment, candidates)[0]])


def find_best_min_chunk(stages: Stages, m: int, n: int) -> Figures:
    """The best figures by the rules of METEOR 1.3."""
    return measure(next(iter(enumerate_min_chunk(stages, m, n))))


def check_min_crossing(
    stages: Stages,
    m: int,
    n: int,
    alignment: Sequence[AbstractSet[Link]],
    find_best: Callable[[Alignment, AbstractSet[Link]], Figures] = find_best_stage,
    rank: Callable[[Figures], tuple[int, ...]] = rank_min_crossing,
) -> list[str]:
    """What is wrong with an alignment: each of its stages is to be a best one given its own earlier stages.

    Ties may lead later stages to different ends, so no alignment can be compared with another as a whole. `find_best`
    gives the best figures after one more stage, by trying all if nothing else is said; `rank` is what has to be equal.
    """
    problems = check_form(stages, m, n, alignment)
    if problems:
        return problems
    for number, candidates in enumerate(stages):
        earlier = tuple(map(frozenset, alignment[:number]))
        found = measure(alignment[: number + 1])
        best = find_best(earlier, candidates)
        if rank(found) != rank(best):
            problems.append(f"stage {number}: found {found}, best {best}")
    return problems


def check_min_chunk(
    stages: Stages,
    m: int,
    n: int,
    alignment: Sequence[AbstractSet[Link]],
    find_best: Callable[[Stages, int, int], Figures] = find_best_min_chunk,
    rank: Callable[[Figures], tuple[int, ...]] = rank_min_chunk,
) -> list[str]:
    """What is wrong with an alignment by the rules of METEOR 1.3; `find_best` and `rank` as above."""
    problems = check_form(own_candidates(stages), m, n, alignment)
    if problems:
        return problems
    found, best = measure(alignment), find_best(stages, m, n)
    return [f"found {found}, best {best}"] if rank(found) != rank(best) else []


def check_form(stages: Stages, m: int, n: int, alignment: Sequence[AbstractSet[Link]]) -> list[str]:
    """What is wrong with a list of sets of links before any is best."""
    if len(alignment) != len(stages):
        return [f"{len(alignment)} sets of links for {len(stages)} stages"]
    problems = []
    for number, (links, candidates) in enumerate(zip(alignment, stages, strict=True)):
        if not links <= candidates:
            problems.append(f"stage {number}: no candidates: {sorted(links - candidates)}")
    everything = [link for links in alignment for link in links]
    if len({i for i, _ in everything}) < len(everything) or len({j for _, j in everything}) < len(everything):
        problems.append(f"not one-to-one: {sorted(everything)}")
    if any(i not in range(m) or j not in range(n) for i, j in everything):
        problems.append(f"beyond {m} and {n} words: {sorted(everything)}")
    return problems
