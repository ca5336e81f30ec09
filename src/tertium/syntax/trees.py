"""Trees as flat lists, one entry per node, so that thousands of them can be walked without an object for each node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tertium.notebook import ShownInNotebooks

ROOT = -1


@dataclass(frozen=True)
class Constituents(ShownInNotebooks):
    """A constituency tree. Nodes are in the order of their opening brackets, parents before children.

    Attributes:
        labels: The label of each node: a phrase such as ``NP``, or the tag of a word.
        parents: The parent of each node; ``ROOT`` for the first.
        words: The word of each node that is a tag; None for phrases.
    """

    labels: Sequence[str]
    parents: Sequence[int]
    words: Sequence[str | None]

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of each node, in order."""
        return list_children(self.parents)

    @cached_property
    def leaves(self) -> list[int]:
        """The nodes that have a word, in order."""
        return [node for node, word in enumerate(self.words) if word is not None]


@dataclass(frozen=True)
class Dependencies(ShownInNotebooks):
    """A dependency tree over the words of a sentence, in their order. There may be several roots.

    Attributes:
        words: The words.
        tags: The part of speech of each: Penn's where the parser gives it, else universal.
        heads: The position of each word's head; ``ROOT`` for roots.
        relations: What each word is to its head, such as ``nsubj``.
    """

    words: Sequence[str]
    tags: Sequence[str]
    heads: Sequence[int]
    relations: Sequence[str]

    @cached_property
    def children(self) -> list[list[int]]:
        """The dependents of each word, in order."""
        return list_children(self.heads)


@dataclass(frozen=True)
class Parse:
    """The parse of a segment, which may be any number of sentences, as text.

    Parsers write it, caches keep it, and the core reads it.

    Attributes:
        brackets: Penn brackets, one tree per line; empty if the parser gives no constituents.
        conllu: CoNLL-U, sentences apart by an empty line; empty if the parser gives no dependencies.
    """

    brackets: str = ""
    conllu: str = ""


def list_children(parents: Sequence[int]) -> list[list[int]]:
    """The children of each node, in order."""
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent != ROOT:
            children[parent].append(node)
    return children
