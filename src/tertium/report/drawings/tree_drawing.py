"""Trees as pictures: constituents from the top down to the words, dependencies as arcs above them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tertium.report.drawings.canvas import escaped, frame, guess_width, is_right_to_left, shorten, write_word
from tertium.report.drawings.tree_layout import (
    BEND,
    LABEL,
    MOST,
    Arc,
    DependencyLayout,
    Spot,
    lay_out_constituents,
    lay_out_dependencies,
)
from tertium.report.drawings.tree_marks import MARKS, mark_name, write_key, write_pill
from tertium.syntax.brackets import write_brackets
from tertium.syntax.trees import ROOT, Constituents, Dependencies

MARGIN = 20.0
PHRASE = 15.0  # the size of phrases and tags of constituents
LEVEL = 56.0  # between levels of constituents
PILL = 24.0  # the height of what is drawn around a node
_STEP = 26.0  # between levels of arcs
_WORDS = 30.0  # from the middle of a tag to that of its word
_HEAD = 26.0  # what the name of a picture takes
_LONGEST = 120  # characters of the words of a node, in its title


def draw_constituents(tree: Constituents, marks: Mapping[int, str] | None = None, name: str = "") -> str:
    """Return the picture of a constituency tree as a self-contained SVG.

    Args:
        tree: The tree; its words stand on one line, so that they can be read as a sentence.
        marks: By node, whether it is ``matched``, ``partly`` matched or ``missing``.
        name: What stands above it, such as ``Hypothesis``.
    """
    marks = marks or {}
    layout = lay_out_constituents(tree, PHRASE)
    mirrored = _is_mirrored([tree.words[leaf] or "" for leaf in tree.leaves])
    spots = _placed(layout.spots, layout.width, mirrored=mirrored)
    top = MARGIN + (_HEAD if name else 0.0) + PILL / 2
    bottom = top + LEVEL * max(layout.levels - 1, 0) + (_WORDS if tree.labels else 0.0) + PILL / 2
    covered = _list_covered(tree)
    parts = [
        *(_branch(spots[parent], spots[node], top) for node, parent in enumerate(tree.parents) if parent != ROOT),
        *(_constituent(tree, node, spots[node], top, marks.get(node), covered[node]) for node in range(len(spots))),
    ]
    sentence = " ".join(covered[0]) if covered else ""
    description = write_brackets(tree) if tree.labels else "No words."
    return _finish(f"Constituents of: {sentence}", description, layout.width, bottom, parts, marks, name)


def draw_dependencies(tree: Dependencies, marks: Mapping[int, str] | None = None, name: str = "") -> str:
    """Return the picture of a dependency tree as a self-contained SVG: arcs from heads to their dependents.

    Args:
        tree: The tree, of any number of roots.
        marks: By word, whether it is ``matched``, ``partly`` matched or ``missing``.
        name: What stands above it, such as ``Hypothesis``.
    """
    marks = marks or {}
    layout = lay_out_dependencies(tree)
    mirrored = _is_mirrored(tree.words)
    spots = _placed(layout.spots, layout.width, mirrored=mirrored)
    top = MARGIN + (_HEAD if name else 0.0)
    base = top + (_STEP * (layout.levels + 1) + 12 if tree.words else -PILL / 2)
    parts = [
        *(_arc(tree, arc, base, layout, mirrored=mirrored) for arc in sorted(layout.arcs, key=lambda arc: -arc.level)),
        *(_root(tree, word, base, layout, mirrored=mirrored) for word in layout.roots),
        *(_dependent(tree, word, spots[word], base, marks.get(word)) for word in range(len(spots))),
    ]
    bottom = base + (PILL + 30 if tree.words else PILL)
    description = "; ".join(_describe_word(tree, word) for word in range(len(tree.words))) or "No words"
    return _finish(
        f"Dependencies of: {' '.join(tree.words)}", f"{description}.", layout.width, bottom, parts, marks, name
    )


def stack_pictures(pictures: Sequence[str]) -> str:
    """Stack our pictures into one; a single picture is returned unchanged."""
    if len(pictures) == 1:
        return pictures[0]
    sizes = [re.search(r'width="(\d+)" height="(\d+)"', picture) for picture in pictures]
    boxes = [(float(size[1]), float(size[2])) for size in sizes if size]
    placed, y = [], 0.0
    for picture, (_, height) in zip(pictures, boxes, strict=True):
        placed.append(picture.replace("<svg ", f'<svg y="{y:.0f}" ', 1))
        y += height
    width = max([box[0] for box in boxes], default=2 * MARGIN)
    count = len(pictures)
    return frame(f"{count} trees", f"{count} trees, one below the other.", width, y or MARGIN, placed, "tertium-trees")


def _finish(
    title: str, description: str, width: float, bottom: float, parts: list[str], marks: Mapping[int, str], name: str
) -> str:
    """Return the whole picture, with its name above and the legend of its marks below."""
    if len(title) > _LONGEST:
        title = title[: _LONGEST - 1] + "…"
    full = max(width + 2 * MARGIN, guess_width(name, LABEL) + 2 * MARGIN, 240.0)
    if name:
        parts.append(f'<text class="tertium-label" x="{MARGIN:.1f}" y="{MARGIN + 10:.1f}">{escaped(name)}</text>')
        title = f"{name}. {title}"
    if len(parts) == bool(name):
        parts.append(f'<text class="tertium-label" x="{MARGIN:.1f}" y="{bottom - 8:.1f}">(no words)</text>')
    used = [mark for mark in MARKS if mark in marks.values()]
    x = MARGIN
    for mark in used:
        parts.append(write_key(mark, x, bottom + 24))
        x += guess_width(mark_name(mark), LABEL) + 62
    full, height = max(full, x), bottom + (32 if used else 0) + MARGIN
    return frame(title, description, full, height, parts, "tertium-tree")


def _is_mirrored(words: Sequence[str]) -> bool:
    return 2 * sum(map(is_right_to_left, words)) > len(words)


def _placed(spots: Sequence[Spot], width: float, *, mirrored: bool) -> list[Spot]:
    """Return the spots from the left edge of the picture; mirrored for text from right to left."""
    return [Spot(MARGIN + (width - spot.x if mirrored else spot.x), spot.width, spot.level) for spot in spots]


def _list_covered(tree: Constituents) -> list[list[str]]:
    """Return the words below each node."""
    covered: list[list[str]] = [[] for _ in tree.labels]
    for leaf in tree.leaves:
        node = leaf
        while node != ROOT:
            covered[node].append(tree.words[leaf] or "")
            node = tree.parents[node]
    return covered


def _branch(parent: Spot, child: Spot, top: float) -> str:
    """Draw a line to the next level, and from there straight down, so that it crosses nothing on the levels between."""
    start, end = top + LEVEL * parent.level + PILL / 2, top + LEVEL * child.level - PILL / 2
    turn = top + LEVEL * (parent.level + 1) - PILL / 2
    if end > turn:
        share = 1 - min(BEND / (abs(child.x - parent.x) + turn - start), 0.5)
        x, y = parent.x + share * (child.x - parent.x), start + share * (turn - start)
        rest = f"L{x:.1f} {y:.1f}Q{child.x:.1f} {turn:.1f} {child.x:.1f} {turn + BEND:.1f}V{end:.1f}"
    else:
        rest = f"L{child.x:.1f} {turn:.1f}"
    return f'<path class="tertium-branch" d="M{parent.x:.1f} {start:.1f}{rest}"/>'


def _constituent(tree: Constituents, node: int, spot: Spot, top: float, mark: str | None, words: list[str]) -> str:
    label, word = tree.labels[node], tree.words[node]
    y = top + LEVEL * spot.level
    text = shorten(label, MOST)
    pill = write_pill(spot.x, y, guess_width(text, PHRASE) + 14, PILL) if mark else ""
    kind = "tertium-phrase" if word is None else "tertium-tag"
    written = f'<text class="{kind}" x="{spot.x:.1f}" y="{y + 5:.1f}">{escaped(text)}</text>'
    below = "" if word is None else write_word(word, spot.x, y + _WORDS + 3, MOST, grey=False)
    return _group("tertium-node", mark, f"{label}: {_isolated(' '.join(words))}", f"{pill}{written}{below}")


def _arc(tree: Dependencies, arc: Arc, base: float, layout: DependencyLayout, *, mirrored: bool) -> str:
    start, end = (MARGIN + (layout.width - x if mirrored else x) for x in (arc.start, arc.end))
    high = base - _STEP * arc.level
    bend = min(BEND, abs(end - start) / 2, base - high - 8)
    to = bend if end > start else -bend
    path = (
        f"M{start:.1f} {base:.1f}V{high + bend:.1f}Q{start:.1f} {high:.1f} {start + to:.1f} {high:.1f}"
        f"H{end - to:.1f}Q{end:.1f} {high:.1f} {end:.1f} {high + bend:.1f}V{base - 6:.1f}"
    )
    return _group(
        "tertium-arc",
        None,
        _describe_word(tree, arc.dependent),
        f'<path class="tertium-hit" d="{path}"/><path class="tertium-branch" d="{path}"/>{_arrow(end, base)}'
        f"{_relation(tree.relations[arc.dependent], (start + end) / 2, high - 6)}",
    )


def _root(tree: Dependencies, word: int, base: float, layout: DependencyLayout, *, mirrored: bool) -> str:
    x = MARGIN + (layout.width - layout.roots[word] if mirrored else layout.roots[word])
    high = base - _STEP * (layout.levels + 1)
    return _group(
        "tertium-arc tertium-root",
        None,
        _describe_word(tree, word),
        f'<path class="tertium-branch" d="M{x:.1f} {high:.1f}V{base - 6:.1f}"/>{_arrow(x, base)}'
        f"{_relation(tree.relations[word], x, high - 6)}",
    )


def _arrow(x: float, base: float) -> str:
    return f'<path class="tertium-arrow" d="M{x:.1f} {base:.1f}l-4 -8h8z"/>'


def _relation(text: str, x: float, y: float) -> str:
    return f'<text class="tertium-relation" x="{x:.1f}" y="{y:.1f}">{escaped(shorten(text, MOST))}</text>'


def _dependent(tree: Dependencies, word: int, spot: Spot, base: float, mark: str | None) -> str:
    text = tree.words[word]
    width = guess_width(shorten(text, MOST)) + 14
    pill = write_pill(spot.x, base + 3 + PILL / 2, max(width, 24), PILL) if mark else ""
    tag = shorten(tree.tags[word], MOST)
    return _group(
        "tertium-node",
        mark,
        _describe_word(tree, word),
        f"{pill}{write_word(text, spot.x, base + 20.5, MOST, grey=False)}"
        f'<text class="tertium-tag" x="{spot.x:.1f}" y="{base + 44:.1f}">{escaped(tag)}</text>',
    )


def _describe_word(tree: Dependencies, word: int) -> str:
    """Describe a word, such as ``pen (NN): dobj of have``."""
    head = tree.heads[word]
    below = "" if head == ROOT else f" of {_isolated(tree.words[head])}"
    return f"{_isolated(tree.words[word])} ({tree.tags[word]}): {tree.relations[word]}{below}"


def _group(classes: str, mark: str | None, title: str, body: str) -> str:
    if len(title) > 2 * _LONGEST:
        title = title[: 2 * _LONGEST - 1] + "…"
    marked = f" tertium-{mark}" if mark in MARKS else ""
    said = f", {mark_name(mark)}" if mark in MARKS else ""
    return f'<g class="{classes}{marked}"><title>{escaped(title + said)}</title>{body}</g>'


def _isolated(words: str) -> str:
    """Isolate the text direction of words from their neighbours."""
    return f"\u2068{words}\u2069" if is_right_to_left(words) else words
