"""The layout of trees: phrases above their words, arcs above a row of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.report.drawings.canvas import guess_width
from tertium.syntax.trees import ROOT, Constituents, Dependencies

MOST = 320.0  # pixels for one word, however long it is
LABEL = 13.0  # the size of relations and tags below words
PORT = 9.0  # between arcs that meet at a word
BEND = 11.0  # the radius of an arc's corners
_LEAST = 12.0
_APART = 22.0  # between words
_PADDING = 9.0  # of a label, on either side


@dataclass(frozen=True)
class Spot:
    """The place of a text.

    Attributes:
        x: Its middle.
        width: How much room it has.
        level: How many levels below the first it is.
    """

    x: float
    width: float
    level: int

    @property
    def left(self) -> float:
        """The left end of its room."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """The right end of its room."""
        return self.x + self.width / 2


@dataclass(frozen=True)
class ConstituentLayout:
    """The places of the nodes of a constituency tree.

    Attributes:
        spots: Those of the nodes; tags are all on the last level, and the words below them have their room.
        width: Of the whole tree.
        levels: How many levels there are, tags included.
    """

    spots: Sequence[Spot]
    width: float
    levels: int


@dataclass(frozen=True, kw_only=True)
class Arc:
    """An arc from a head to a dependent.

    Attributes:
        head: The position of the head.
        dependent: The position of the word.
        start: Where it leaves the head.
        end: Where it arrives.
        level: How high it is, from 1: above all arcs below it.
    """

    head: int
    dependent: int
    start: float
    end: float
    level: int


@dataclass(frozen=True, kw_only=True)
class DependencyLayout:
    """The places of words and arcs.

    Attributes:
        spots: Those of the words.
        arcs: One for each word that is not a root.
        roots: Where the arrow of each root arrives, by its position.
        width: Of the whole row.
        levels: How many levels the arcs have.
    """

    spots: Sequence[Spot]
    arcs: Sequence[Arc]
    roots: dict[int, float]
    width: float
    levels: int


def text_width(text: str, size: float) -> float:
    """Return the room for a text; a longer text is cut."""
    return min(max(guess_width(text, size), _LEAST), MOST)


def lay_out_constituents(tree: Constituents, label_size: float) -> ConstituentLayout:
    """Give each subtree the room that its words or labels need, so that no two nodes overlap."""
    count = len(tree.labels)
    own = [text_width(label, label_size) + 2 * _PADDING for label in tree.labels]
    for leaf in tree.leaves:
        own[leaf] = max(own[leaf], text_width(tree.words[leaf] or "", 16) + _APART)
    below, heights = [0.0] * count, [0] * count
    for node in range(count - 1, 0, -1):
        parent = tree.parents[node]
        below[parent] += max(own[node], below[node])
        heights[parent] = max(heights[parent], heights[node] + 1)
    lefts = [0.0] * count
    for node in range(count):
        # What is narrower than the label above it stands in the middle below it.
        left = lefts[node] + max(own[node] - below[node], 0) / 2
        for child in tree.children[node]:
            lefts[child] = left
            left += max(own[child], below[child])
    xs = [0.0] * count
    for node in range(count - 1, -1, -1):
        room = max(own[node], below[node])
        family = tree.children[node]
        middle = (xs[family[0]] + xs[family[-1]]) / 2 if family else lefts[node] + room / 2
        xs[node] = min(max(middle, lefts[node] + own[node] / 2), lefts[node] + room - own[node] / 2)
    # Phrases stand as low as they can, right above their words.
    spots = [Spot(x, width, heights[0] - height) for x, width, height in zip(xs, own, heights, strict=True)]
    return ConstituentLayout(spots, max(own[0], below[0]) if count else 0.0, heights[0] + 1 if count else 0)


def lay_out_dependencies(tree: Dependencies) -> DependencyLayout:
    """Put each arc above those that it spans, and words far enough apart that each arc is longer than its label."""
    ports = _list_ports(tree)
    offsets: dict[tuple[int, int], float] = {}
    widths = []
    for word, others in enumerate(ports):
        texts = max(text_width(tree.words[word], 16), text_width(tree.tags[word], LABEL))
        widths.append(max(texts, PORT * (len(others) - 1) + 4))
        for place, other in enumerate(others):
            offsets[word, other] = (place - (len(others) - 1) / 2) * PORT
    xs = _space_words(tree, widths, offsets)
    spans = sorted((abs(head - word), word) for word, head in enumerate(tree.heads) if head != ROOT)
    levels: dict[int, int] = {}
    heights = [0] * len(tree.words)  # of the arcs so far, above the gap after each word
    for _, word in spans:
        gaps = range(min(word, tree.heads[word]), max(word, tree.heads[word]))
        levels[word] = 1 + max(heights[gap] for gap in gaps)
        for gap in gaps:
            heights[gap] = levels[word]
    arcs = [
        Arc(
            head=head,
            dependent=word,
            start=xs[head] + offsets[head, word],
            end=xs[word] + offsets[word, head],
            level=levels[word],
        )
        for word, head in enumerate(tree.heads)
        if head != ROOT
    ]
    spots = [Spot(x, width, 0) for x, width in zip(xs, widths, strict=True)]
    roots = {word: xs[word] + offsets[word, ROOT] for word, head in enumerate(tree.heads) if head == ROOT}
    edges = [roots[word] + text_width(tree.relations[word], LABEL) / 2 for word in roots]
    width = max([spot.right for spot in spots] + edges, default=0.0)
    return DependencyLayout(spots=spots, arcs=arcs, roots=roots, width=width, levels=max(levels.values(), default=0))


def _list_ports(tree: Dependencies) -> list[list[int]]:
    """Return for each word the other ends of its arcs (and ``ROOT``), in an order without crossings.

    To the left the nearest first, then the root, then to the right the farthest first.
    """
    others: list[list[int]] = [[] for _ in tree.words]
    for word, head in enumerate(tree.heads):
        others[word].append(head)
        if head != ROOT:
            others[head].append(word)
    return [
        [
            *sorted((other for other in ends if ROOT != other < word), reverse=True),
            *(other for other in ends if other == ROOT),
            *sorted((other for other in ends if other > word), reverse=True),
        ]
        for word, ends in enumerate(others)
    ]


def _space_words(tree: Dependencies, widths: Sequence[float], offsets: dict[tuple[int, int], float]) -> list[float]:
    """Return the middle of each word."""
    # For each word, how far it must be from words before it for labels to fit.
    apart: list[list[tuple[int, float]]] = [[] for _ in tree.words]
    labels = [text_width(relation, LABEL) for relation in tree.relations]
    root: int | None = None
    for word, head in enumerate(tree.heads):
        if head != ROOT:
            left, right = min(word, head), max(word, head)
            apart[right].append((left, labels[word] + 2 * BEND + offsets[left, right] - offsets[right, left]))
            continue
        if root is not None:
            room = (labels[root] + labels[word]) / 2 + 2 * _PADDING
            apart[word].append((root, room + offsets[root, ROOT] - offsets[word, ROOT]))
        root = word
    xs: list[float] = []
    for word, width in enumerate(widths):
        x = xs[-1] + (widths[word - 1] + width) / 2 + _APART if xs else width / 2
        xs.append(max([x, *(xs[left] + room for left, room in apart[word])]))
    # The label of a root may be wider than the words around it.
    roots = [word for word, head in enumerate(tree.heads) if head == ROOT]
    beyond = max([labels[word] / 2 - xs[word] - offsets[word, ROOT] for word in roots] + [0.0])
    return [x + beyond for x in xs]
