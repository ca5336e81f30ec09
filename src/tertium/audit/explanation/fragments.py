"""What metrics count, listed one by one: subtrees, chains, productions, n-grams. Slow and obvious, for one segment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tertium.syntax.brackets import strip_label
from tertium.syntax.trees import ROOT, Constituents, Dependencies, list_children

_NAMES = str.maketrans({"(": "-LRB-", ")": "-RRB-", " ": "_"})


@dataclass(frozen=True, kw_only=True)
class Fragment:
    """A subtree, chain, production or n-gram, and how often each side has it.

    Attributes:
        text: Its text: ``(NP DT NN)``, ``have → pen → red``, ``NP → DT NN``, ``the red pen``.
        size: Its depth or length.
        count: How often the hypothesis has it.
        clipped: How many of these count as matched: at most the largest count in one reference.
        references: How often each reference has it; only the one that counts, if the metric takes the best.
        of: What it is made of, where a metric counts both: ``characters`` or ``words``.
    """

    text: str
    size: int
    count: int
    clipped: int
    references: Sequence[int]
    of: str = ""

    @property
    def most(self) -> int:
        """The largest count in one reference."""
        return max(self.references, default=0)


@dataclass(frozen=True)
class FragmentOccurrence:
    """One fragment in one place.

    Attributes:
        size: Its depth or length.
        key: Equal for equal fragments.
        text: Its text.
        node: The node that it belongs to: the root of a subtree, the end of a chain.
    """

    size: int
    key: Hashable
    text: str
    node: int = ROOT


@dataclass(frozen=True)
class Nodes:
    """The trees of a segment, all in one list, as metrics see them.

    Attributes:
        labels: What metrics compare: the labels of constituents, or words.
        parents: The parent of each node; ``ROOT`` for the first of each tree.
        origins: The tree of each node, and which of its nodes it is; None for words below their tags.
    """

    labels: Sequence[str]
    parents: Sequence[int]
    origins: Sequence[tuple[int, int] | None]

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of each node, in order."""
        return list_children(self.parents)

    @cached_property
    def downwards(self) -> list[int]:
        """All nodes, parents before children."""
        todo = [node for node, parent in enumerate(self.parents) if parent == ROOT]
        for node in todo:
            todo.extend(self.children[node])
        return todo


def join_constituents(trees: Sequence[Constituents], *, words: bool, function_tags: bool, lowercase: bool) -> Nodes:
    """Return the nodes of constituency trees; the arguments are settings of the metrics."""
    labels: list[str] = []
    parents: list[int] = []
    origins: list[tuple[int, int] | None] = []
    for number, tree in enumerate(trees):
        start = len(labels)
        labels += tree.labels if function_tags else map(strip_label, tree.labels)
        parents += [parent if parent == ROOT else parent + start for parent in tree.parents]
        origins += [(number, node) for node in range(len(tree.labels))]
        for leaf in tree.leaves if words else []:
            labels.append(_lowered(tree.words[leaf] or "", lowercase))
            parents.append(leaf + start)
            origins.append(None)
    return Nodes(labels, parents, origins)


def join_dependencies(trees: Sequence[Dependencies], *, lowercase: bool) -> Nodes:
    """Return the words of dependency trees as nodes."""
    labels: list[str] = []
    parents: list[int] = []
    origins: list[tuple[int, int] | None] = []
    for number, tree in enumerate(trees):
        start = len(labels)
        labels += [_lowered(word, lowercase) for word in tree.words]
        parents += [head if head == ROOT else head + start for head in tree.heads]
        origins += [(number, word) for word in range(len(tree.words))]
    return Nodes(labels, parents, origins)


def list_subtrees(nodes: Nodes, depth: int) -> list[FragmentOccurrence]:
    """List each node with everything below it, cut after 1, 2, … levels, if it has that many."""
    heights = [1] * len(nodes.labels)
    for node in reversed(nodes.downwards):
        if nodes.parents[node] != ROOT:
            heights[nodes.parents[node]] = max(heights[nodes.parents[node]], heights[node] + 1)
    found = []
    for node, height in enumerate(heights):
        for size in range(1, min(depth, height) + 1):
            key = _cut(nodes, node, size)
            found.append(FragmentOccurrence(size, key, _write_subtree(key), node))
    return found


def list_chains(nodes: Nodes, length: int) -> list[FragmentOccurrence]:
    """List the labels on the path down to each node, from 1, 2, … levels above."""
    found = []
    for node in range(len(nodes.labels)):
        chain: list[str] = []
        above = node
        while above != ROOT and len(chain) < length:
            chain.insert(0, nodes.labels[above])
            found.append(FragmentOccurrence(len(chain), tuple(chain), " → ".join(chain), node))
            above = nodes.parents[above]
    return found


def list_productions(nodes: Nodes) -> list[FragmentOccurrence]:
    """List each node that has children, with the labels of these."""
    found = []
    for node, family in enumerate(nodes.children):
        if family:
            labels = [nodes.labels[child] for child in family]
            text = f"{nodes.labels[node]} → {' '.join(labels)}"
            found.append(FragmentOccurrence(len(family), (nodes.labels[node], *labels), text, node))
    return found


def list_ngrams(words: Sequence[str], order: int, glue: str = " ") -> list[FragmentOccurrence]:
    """List the n-grams of each order; the glue is between words, and there is none between characters."""
    return [
        FragmentOccurrence(size, tuple(words[start : start + size]), glue.join(words[start : start + size]), start)
        for size in range(1, order + 1)
        for start in range(len(words) - size + 1)
    ]


def count_fragments(
    hypothesis: Sequence[FragmentOccurrence], references: Sequence[Sequence[FragmentOccurrence]], of: str = ""
) -> tuple[list[Fragment], list[Fragment]]:
    """Return the distinct fragments of a hypothesis, and those that only references have, by size and position."""
    ours = _count(hypothesis)
    theirs = [_count(reference) for reference in references]
    sides = [hypothesis, *references]
    known = {(each.size, each.key): each for side in reversed(sides) for each in reversed(side)}
    order = dict.fromkeys((each.size, each.key) for side in sides for each in side)
    fragments = []
    for place in sorted(order, key=lambda place: place[0]):
        counts = [counter[place] for counter in theirs]
        clipped = min(ours[place], max(counts, default=0))
        text = known[place].text
        fragments.append(
            Fragment(text=text, size=place[0], count=ours[place], clipped=clipped, references=counts, of=of)
        )
    return [each for each in fragments if each.count], [each for each in fragments if not each.count]


def mark_nodes(
    nodes: Nodes, occurrences: Sequence[FragmentOccurrence], others: Sequence[Sequence[FragmentOccurrence]]
) -> dict[tuple[int, int], str]:
    """Return by tree and node whether all, some or none of its fragments are matched by the others.

    Where a fragment occurs more often than it matches, its first occurrences count as matched.
    """
    counters = [_count(other) for other in others]
    seen: Counter[tuple[int, Hashable]] = Counter()
    flags: dict[tuple[int, int], list[bool]] = {}
    for each in occurrences:
        place = (each.size, each.key)
        seen[place] += 1
        origin = nodes.origins[each.node]
        if origin is not None:
            is_matched = seen[place] <= max(counter[place] for counter in counters)
            flags.setdefault(origin, []).append(is_matched)
    return {
        origin: "matched" if all(found) else "partly" if any(found) else "missing" for origin, found in flags.items()
    }


def _count(occurrences: Sequence[FragmentOccurrence]) -> Counter[tuple[int, Hashable]]:
    return Counter((each.size, each.key) for each in occurrences)


def _lowered(word: str, lowercase: bool) -> str:
    return word.lower() if lowercase else word


def _cut(nodes: Nodes, node: int, levels: int) -> tuple[Any, ...]:
    """Return a subtree as nested tuples: its label, then its children if they are not cut off."""
    below = nodes.children[node] if levels > 1 else []
    return (nodes.labels[node], *(_cut(nodes, child, levels - 1) for child in below))


def _write_subtree(key: tuple[Any, ...]) -> str:
    label, *below = key
    written = str(label).translate(_NAMES)
    return f"({written} {' '.join(map(_write_subtree, below))})" if below else written


def iterate_pairs(one: Sequence[FragmentOccurrence], other: Sequence[FragmentOccurrence]) -> Iterator[tuple[int, int]]:
    """Yield all pairs of nodes of two segments that have the same fragment."""
    by_key: dict[Hashable, list[int]] = {}
    for each in other:
        by_key.setdefault(each.key, []).append(each.node)
    for each in one:
        for node in by_key.get(each.key, []):
            yield each.node, node
