"""Subtrees and chains of trees, listed one by one: slow and obvious, to explain scores and to learn weights."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tertium.syntax.brackets import strip_label
from tertium.syntax.trees import ROOT, Constituents, Dependencies, list_children

_NAMES = str.maketrans({"(": "-LRB-", ")": "-RRB-", " ": "_"})


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
