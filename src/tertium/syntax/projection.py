"""What conversions from dependencies to phrases share: projective trees, phrases while they are built, punctuation.

Nothing here recurses, so that no sentence is too deep, and nothing loses or reorders a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tertium.syntax.trees import ROOT, Constituents, list_children


@dataclass(slots=True)
class Phrase:
    """A phrase that is still being built.

    Attributes:
        label: Its label.
        parts: Phrases and the positions of words, in order.
        joins: Whether the parts are conjuncts.
    """

    label: str
    parts: list[Phrase | int]
    joins: bool = False


Part = Phrase | int


def make_projective(heads: Sequence[int]) -> list[int]:
    """Lifts words to their head's head, the shortest arc first, until no two arcs cross (Nivre & Nilsson 2005)."""
    found = list(heads)
    while True:
        crossing = _list_crossing(found)
        if not crossing:
            return found
        word = min(crossing, key=lambda word: (abs(word - found[word]), word))
        found[word] = found[found[word]]


def order_upwards(heads: Sequence[int]) -> list[int]:
    """The words, each after all of its dependents."""
    children = list_children(heads)
    order = [word for word, head in enumerate(heads) if head == ROOT]
    for word in order:  # it grows while we walk over it
        order.extend(children[word])
    return order[::-1]


def _list_crossing(heads: Sequence[int]) -> list[int]:
    """The words whose arc passes over a word that does not depend on their head."""
    first, last, size = list(range(len(heads))), list(range(len(heads))), [1] * len(heads)
    order = order_upwards(heads)
    for word in order:
        head = heads[word]
        if head != ROOT:
            first[head], last[head] = min(first[head], first[word]), max(last[head], last[word])
            size[head] += size[word]
    if all(last[word] - first[word] + 1 == size[word] for word in order):
        return []
    # Of each word, when a walk down the tree enters and leaves it: its descendants are entered in between.
    enter, leave, clock = [0] * len(heads), [0] * len(heads), 0
    starts = [0] * len(heads)
    for word in reversed(order):
        head = heads[word]
        if head == ROOT:
            enter[word], clock = clock, clock + size[word]
        else:
            enter[word] = enter[head] + 1 + starts[head]
            starts[head] += size[word]
        leave[word] = enter[word] + size[word]
    crossing = []
    for word, head in enumerate(heads):
        if head == ROOT:
            continue
        between = enter[min(word, head) + 1 : max(word, head)]
        if between and (min(between) < enter[head] or max(between) >= leave[head]):
            crossing.append(word)
    return crossing


def flatten(root: Phrase, words: Sequence[str], tags: Sequence[str]) -> Constituents:
    """The finished tree."""
    labels: list[str] = []
    parents: list[int] = []
    leaves: list[str | None] = []
    todo: list[tuple[Part, int]] = [(root, ROOT)]
    while todo:
        part, parent = todo.pop()
        parents.append(parent)
        if isinstance(part, int):
            labels.append(tags[part])
            leaves.append(words[part])
        else:
            todo.extend((inner, len(labels)) for inner in reversed(part.parts))
            labels.append(part.label)
            leaves.append(None)
    return Constituents(labels, parents, leaves)


def insert(root: Phrase, positions: Iterable[int]) -> None:
    """Puts words that are not in the tree into the lowest phrase that has words on both sides of them.

    Those before all words, or after, are put into the root.
    """
    spans = _measure(root)
    for position in positions:
        phrase = root
        while inside := [
            part for part in phrase.parts if isinstance(part, Phrase) and _holds(spans[id(part)], position)
        ]:
            phrase = inside[0]
        place = sum(_span(part, spans)[0] < position for part in phrase.parts)
        phrase.parts.insert(place, position)


def wrap(root: Phrase, label: str, start: int, end: int, first: int, last: int) -> bool:
    """Makes a phrase of two words that are not in the tree and of all that is between them.

    Args:
        root: The tree.
        label: The label of the new phrase.
        start: The word before, such as an opening bracket.
        end: The word after.
        first: The first word in between that is in the tree.
        last: The last one.

    Returns:
        Whether it was possible: not if a phrase begins inside and ends outside.
    """
    spans = _measure(root)
    if spans[id(root)] == (first, last):
        root.parts = [start, *root.parts, end]
        return True
    phrase = root
    while True:
        chosen = [n for n, part in enumerate(phrase.parts) if _overlaps(_span(part, spans), first, last)]
        outer = (_span(phrase.parts[chosen[0]], spans)[0], _span(phrase.parts[chosen[-1]], spans)[1])
        if outer == (first, last):
            phrase.parts[chosen[0] : chosen[-1] + 1] = [
                Phrase(label, [start, *phrase.parts[chosen[0] : chosen[-1] + 1], end])
            ]
            return True
        inner = phrase.parts[chosen[0]]
        if len(chosen) > 1 or isinstance(inner, int):
            return False
        phrase = inner


def list_words(parts: Iterable[Part]) -> list[int]:
    """The words of phrases, without the phrases."""
    words: list[int] = []
    todo = list(parts)[::-1]
    while todo:
        part = todo.pop()
        if isinstance(part, int):
            words.append(part)
        else:
            todo.extend(reversed(part.parts))
    return words


def _holds(span: tuple[int, int], position: int) -> bool:
    return span[0] < position < span[1]


def _overlaps(span: tuple[int, int], first: int, last: int) -> bool:
    return span[0] <= last and span[1] >= first


def _span(part: Part, spans: dict[int, tuple[int, int]]) -> tuple[int, int]:
    return (part, part) if isinstance(part, int) else spans[id(part)]


def _measure(root: Phrase) -> dict[int, tuple[int, int]]:
    """The first and the last word of each phrase, by its identity."""
    phrases = [root]
    for phrase in phrases:  # it grows while we walk over it
        phrases.extend(part for part in phrase.parts if isinstance(part, Phrase))
    spans: dict[int, tuple[int, int]] = {}
    for phrase in reversed(phrases):
        if phrase.parts:
            spans[id(phrase)] = (_span(phrase.parts[0], spans)[0], _span(phrase.parts[-1], spans)[1])
    return spans
