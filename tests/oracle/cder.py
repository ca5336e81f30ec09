"""CDER's distance as the shortest path in the grid of Leusch et al. (2006), with an edge for every step and jump."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from tests.oracle import wer


def distance(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """The cost of the cheapest path from the start of both to the end of both."""
    goal = (len(hypothesis), len(reference))
    queue, done = [(0, (0, 0))], set()
    while True:
        cost, node = heapq.heappop(queue)
        if node == goal:
            return cost
        if node not in done:
            done.add(node)
            for price, other in _steps(node, hypothesis, reference):
                heapq.heappush(queue, (cost + price, other))


def _steps(
    node: tuple[int, int], hypothesis: Sequence[str], reference: Sequence[str]
) -> Iterator[tuple[int, tuple[int, int]]]:
    i, j = node
    for place in range(len(hypothesis) + 1):
        yield 1, (place, j)  # a long jump; a deletion is one to the next place
    if j < len(reference):
        yield 1, (i, j + 1)
        if i < len(hypothesis):
            yield int(hypothesis[i] != reference[j]), (i + 1, j + 1)


def tally(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> list[int]:
    """Edits and length for the reference with the lowest rate, the first of several."""
    return min(([distance(hypothesis, reference), len(reference)] for reference in references), key=wer.score)
