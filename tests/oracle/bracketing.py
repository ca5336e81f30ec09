"""Labelled bracketing as evalb counts it with Collins's parameters.

Punctuation is dropped (but not brackets, which evalb keeps), words and tags are no brackets, the topmost label is left
out where it is only a wrapper, function tags are stripped, and PRT counts as ADVP.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tertium.syntax.brackets import strip_label
from tertium.syntax.trees import ROOT, Constituents

PUNCTUATION = frozenset((",", ":", "``", "''", ".", "PUNCT"))
WRAPPERS = frozenset(("TOP", "ROOT", "S1", ""))
EQUAL = {"PRT": "ADVP"}

Bracket = tuple[str, int, int]


@dataclass(frozen=True)
class Agreement:
    """How many brackets match, and how many there are in each."""

    matched: int
    gold: int
    ours: int

    @property
    def precision(self) -> float:
        return self.matched / self.ours if self.ours else 0.0

    @property
    def recall(self) -> float:
        return self.matched / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.matched / (self.gold + self.ours) if self.gold + self.ours else 0.0


def list_brackets(tree: Constituents, punctuation: Iterable[bool]) -> Counter[Bracket]:
    """The phrases with their labels and spans; a span counts only the words that are no punctuation."""
    leaves = iter(punctuation)
    place = 0
    start: list[int] = []
    end: list[int] = []
    for word in tree.words:
        start.append(place)
        place += word is not None and not next(leaves)
        end.append(place)
    for node in range(len(end) - 1, 0, -1):
        parent = tree.parents[node]
        if parent != ROOT:
            end[parent] = max(end[parent], end[node])
    found: Counter[Bracket] = Counter()
    for node, word in enumerate(tree.words):
        label = strip_label(tree.labels[node])
        if word is None and label not in WRAPPERS and start[node] < end[node]:
            found[EQUAL.get(label, label), start[node], end[node]] += 1
    return found


def find_punctuation(tree: Constituents) -> list[bool]:
    """Of each word, whether its tag is punctuation's."""
    return [strip_label(tree.labels[leaf]) in PUNCTUATION for leaf in tree.leaves]


def compare(gold: Constituents, ours: Constituents) -> dict[str, Agreement]:
    """The agreement by label; that of all labels is the sum. The gold tags say what is punctuation."""
    punctuation = find_punctuation(gold)
    if len(ours.leaves) != len(punctuation):
        raise ValueError("the trees have not the same words")
    theirs, mine = list_brackets(gold, punctuation), list_brackets(ours, punctuation)
    both = theirs & mine
    counts = [Counter[str](), Counter[str](), Counter[str]()]
    for counter, brackets in zip(counts, (both, theirs, mine), strict=True):
        for (label, _, _), count in brackets.items():
            counter[label] += count
    labels = sorted({label for label, _, _ in theirs.keys() | mine.keys()})
    return {label: Agreement(*(counter[label] for counter in counts)) for label in labels}


def add(agreements: Iterable[Agreement]) -> Agreement:
    """The sum of agreements, as evalb's totals are."""
    its = list(agreements)
    return Agreement(sum(a.matched for a in its), sum(a.gold for a in its), sum(a.ours for a in its))
