"""Subtrees, chains and all fragments of trees, by obvious recursion. A tree is a label and a tuple of trees.

``python -m tests.oracle.fragments 5000`` compares the kernels with these on so many random trees.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from tertium import _core

Tree = tuple[str, tuple[Any, ...]]


def nodes(tree: Tree) -> Iterator[Tree]:
    yield tree
    for child in tree[1]:
        yield from nodes(child)


def height(tree: Tree) -> int:
    return 1 + max((height(child) for child in tree[1]), default=0)


def cut(tree: Tree, levels: int) -> Tree:
    """The tree without what is more than so many levels down."""
    return tree[0], tuple(cut(child, levels - 1) for child in tree[1]) if levels > 1 else ()


def subtrees(tree: Tree, depth: int) -> Counter[Tree]:
    return Counter(cut(node, depth) for node in nodes(tree) if height(node) >= depth)


def chains_from(tree: Tree, length: int) -> Iterator[tuple[str, ...]]:
    if length == 1:
        yield (tree[0],)
    else:
        for child in tree[1]:
            yield from ((tree[0], *chain) for chain in chains_from(child, length - 1))


def chains(tree: Tree, length: int) -> Counter[tuple[str, ...]]:
    return Counter(chain for node in nodes(tree) for chain in chains_from(node, length))


def fragments_at(tree: Tree) -> list[Tree]:
    """All fragments of at least two nodes whose top is this node: each child is cut off, or goes on."""
    if not tree[1]:
        return []
    options = [[(child[0], ()), *fragments_at(child)] for child in tree[1]]
    return [(tree[0], chosen) for chosen in product(*options)]


def fragments(forest: Sequence[Tree]) -> Counter[Tree]:
    return Counter(fragment for tree in forest for node in nodes(tree) for fragment in fragments_at(node))


def weigh(fragment: Tree, decay: float) -> float:
    """Decay to the power of the number of productions."""
    return decay ** sum(1 for node in nodes(fragment) if node[1])


def kernel(one: Sequence[Tree], other: Sequence[Tree], decay: float = 1.0) -> float:
    ours, theirs = fragments(one), fragments(other)
    return sum(count * theirs[fragment] * weigh(fragment, decay) for fragment, count in ours.items())


def cosine(one: Sequence[Tree], other: Sequence[Tree], decay: float = 1.0) -> float:
    own, their_own = kernel(one, one, decay), kernel(other, other, decay)
    if own == 0 and their_own == 0:
        return float(bool(one) and list(one) == list(other))
    return 0.0 if own == 0 or their_own == 0 else kernel(one, other, decay) / math.sqrt(own * their_own)


def tally(
    hypothesis: Sequence[Tree], references: Sequence[Sequence[Tree]], sizes: int, count: Any
) -> list[list[float]]:
    """Matches clipped by the reference that has most, and fragments, size by size."""
    rows = []
    for size in range(1, sizes + 1):
        total = [sum((count(tree, size) for tree in forest), Counter()) for forest in (hypothesis, *references)]
        ours, theirs = total[0], total[1:]
        clipped = sum(min(number, max(each[fragment] for each in theirs)) for fragment, number in ours.items())
        rows.append([clipped, ours.total()])
    return rows


def write(forest: Sequence[Tree]) -> str:
    """Brackets of the trees, whose leaves are labels like others."""

    def text(tree: Tree) -> str:
        return f"({tree[0]}{''.join(' ' + text(child) for child in tree[1])})"

    return " ".join(text(tree) for tree in forest)


def make_tree(draw: random.Random, most: int, labels: str = "ABC") -> Tree:
    """A random tree of at most so many nodes, with few labels, so that much of it is alike."""
    if most <= 1 or draw.random() < 0.25:
        return draw.choice(labels), ()
    children = []
    left = most - 1
    for _ in range(draw.randint(1, 3)):
        if left <= 0:
            break
        children.append(make_tree(draw, min(left, draw.randint(1, left)), labels))
        left -= sum(1 for _ in nodes(children[-1]))
    return draw.choice(labels), tuple(children)


def list_differences(count: int, seed: int) -> Iterator[str]:
    draw = random.Random(seed)
    for number in range(count):
        hypothesis = [make_tree(draw, draw.randint(1, 10)) for _ in range(draw.choice((1, 1, 1, 2)))]
        references = [[make_tree(draw, draw.randint(1, 10))] for _ in range(draw.randint(1, 3))]
        if draw.random() < 0.2:
            references[0] = list(hypothesis)
        ours = _core.read_brackets([write(hypothesis)], False, True, False, 1)
        theirs = _core.read_brackets([write(forest) for forest in references], False, True, False, 1)
        offsets = np.array([0, len(references)])
        for name, kernel_function, oracle in (
            ("subtrees", _core.tally_subtrees, subtrees),
            ("chains", _core.tally_chains, chains),
        ):
            row = kernel_function(ours, theirs, offsets, 5, 1)[0].reshape(5, 5)[:, :2].tolist()
            expected = tally(hypothesis, references, 5, oracle)
            if row != expected:
                yield f"{name} of tree {number}: {row}, by enumeration {expected}: {write(hypothesis)}"
        for decay in (1.0, 0.4):
            found = float(_core.tally_kernel(ours, theirs, offsets, decay, 1)[0, 0])
            best = max(cosine(hypothesis, forest, decay) for forest in references)
            if not math.isclose(found, best, abs_tol=1e-12):
                yield f"kernel of tree {number}, decay {decay}: {found}, by enumeration {best}: {write(hypothesis)}"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    differences = list(list_differences(count, seed=5))
    for difference in differences[:10]:
        sys.stdout.write(f"{difference}\n")
    sys.stdout.write(f"{count:,} random trees: {len(differences)} differences\n")


if __name__ == "__main__":
    main()
