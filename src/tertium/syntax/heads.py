"""Collins's head rules, from brackets to dependencies.

Michael Collins (1999), Head-Driven Statistical Models for Natural Language Parsing, appendix A: the table, the rules
for noun phrases, and those for coordination. Our deviations: punctuation is never a head where anything else is there
(his trees had theirs moved away before); ``NX`` goes by the rules of ``NP``; labels that his table lacks take their
first child from the left, as he does where nothing matches.
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.syntax.brackets import strip_label
from tertium.syntax.trees import ROOT, Constituents, Dependencies

# Part of signatures: raise it when other trees are made.
VERSION = 1

PUNCTUATION = frozenset((",", ".", ":", "``", "''", '""', "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"))

# From which side the children are searched, and what for, in order.
RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    label: (side, tuple(candidates.split()))
    for label, side, candidates in (
        ("ADJP", "left", "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"),
        ("ADVP", "right", "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"),
        ("CONJP", "right", "CC RB IN"),
        ("FRAG", "right", ""),
        ("INTJ", "left", ""),
        ("LST", "right", "LS :"),
        ("NAC", "left", "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"),
        ("PP", "right", "IN TO VBG VBN RP FW"),
        ("PRN", "left", ""),
        ("PRT", "right", "RP"),
        ("QP", "left", "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"),
        ("RRC", "right", "VP NP ADVP ADJP PP"),
        ("S", "left", "TO IN VP S SBAR ADJP UCP NP"),
        ("SBAR", "left", "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"),
        ("SBARQ", "left", "SQ S SINV SBARQ FRAG"),
        ("SINV", "left", "VBZ VBD VBP VB MD VP S SINV ADJP NP"),
        ("SQ", "left", "VBZ VBD VBP VB MD VP SQ"),
        ("UCP", "right", ""),
        ("VP", "left", "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"),
        ("WHADJP", "left", "CC WRB JJ ADJP"),
        ("WHADVP", "right", "CC WRB"),
        ("WHNP", "left", "WDT WP WP$ WHADJP WHPP WHNP"),
        ("WHPP", "right", "IN TO FW"),
    )
}

# The rules for noun phrases: each searches for any of its labels, from its side.
NOUN_PHRASES = frozenset(("NP", "NX"))
NOUN_RULES: tuple[tuple[str, frozenset[str]], ...] = (
    ("right", frozenset(("NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"))),
    ("left", frozenset(("NP",))),
    ("right", frozenset(("$", "ADJP", "PRN"))),
    ("right", frozenset(("CD",))),
    ("right", frozenset(("JJ", "JJS", "RB", "QP"))),
)


def find_heads(tree: Constituents) -> list[int]:
    """The head child of each phrase; words, which have no children, are their own."""
    stripped = [strip_label(label) for label in tree.labels]
    punctuation = _find_punctuation(tree, stripped)
    heads = []
    for node, children in enumerate(tree.children):
        if not children:
            heads.append(node)
            continue
        candidates = [child for child in children if not punctuation[child]] or children
        labels = [stripped[child] for child in candidates]
        place = _choose_noun(labels) if stripped[node] in NOUN_PHRASES else _choose(stripped[node], labels)
        heads.append(candidates[_prefer_first_conjunct(place, labels)])
    return heads


def to_dependencies(tree: Constituents) -> Dependencies:
    """Each word depends on the head word of the lowest phrase that it does not head.

    Args:
        tree: Penn brackets, with or without function tags.

    Returns:
        The dependencies. A relation is the label of the largest phrase that the word heads, such as ``NP-SBJ``.
    """
    heads = find_heads(tree)
    positions = {leaf: position for position, leaf in enumerate(tree.leaves)}
    # The head word of each phrase, from the last node up, since children come after their parents.
    lexical = list(range(len(heads)))
    for node in range(len(heads) - 1, -1, -1):
        lexical[node] = lexical[heads[node]] if heads[node] != node else node
    governors, relations = [ROOT] * len(positions), ["root"] * len(positions)
    for node, parent in enumerate(tree.parents):
        if parent != ROOT and heads[parent] != node:
            word = positions[lexical[node]]
            governors[word] = positions[lexical[parent]]
            relations[word] = tree.labels[node]
    return Dependencies(
        [tree.words[leaf] or "" for leaf in tree.leaves],
        [tree.labels[leaf] for leaf in tree.leaves],
        governors,
        relations,
    )


def _find_punctuation(tree: Constituents, stripped: Sequence[str]) -> list[bool]:
    """Of each node, whether it is punctuation, or has nothing else in it."""
    found = [word is None or stripped[node] in PUNCTUATION for node, word in enumerate(tree.words)]
    for node in range(len(found) - 1, 0, -1):
        if not found[node]:
            found[tree.parents[node]] = False
    return found


def _choose(label: str, children: Sequence[str]) -> int:
    side, candidates = RULES.get(label, ("left", ()))
    for candidate in candidates:
        place = _search(side, frozenset((candidate,)), children)
        if place is not None:
            return place
    return 0 if side == "left" else len(children) - 1


def _choose_noun(children: Sequence[str]) -> int:
    if children[-1] == "POS":
        return len(children) - 1
    for side, candidates in NOUN_RULES:
        place = _search(side, candidates, children)
        if place is not None:
            return place
    return len(children) - 1


def _search(side: str, candidates: frozenset[str], children: Sequence[str]) -> int | None:
    places = range(len(children)) if side == "left" else range(len(children) - 1, -1, -1)
    return next((place for place in places if children[place] in candidates), None)


def _prefer_first_conjunct(place: int, children: Sequence[str]) -> int:
    """A head that follows a conjunction gives way to what stands before the conjunction."""
    return place - 2 if place >= 2 and children[place - 1] == "CC" else place
