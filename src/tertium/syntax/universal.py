"""From Universal Dependencies to phrase structure, for any language that has them.

Universal Dependencies make content words heads; phrases are built around function words. So adpositions and copulas
are first made heads, relations get the names that `clear.py` knows, and it builds the phrases. With Penn's tags, which
English treebanks have as XPOS, the labels are Penn's, down to WHNP and SBAR; with universal tags they are the same as
far as tags tell: no WHNP, and no SBAR where no word opens the clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.syntax import clear
from tertium.syntax.clear_phrases import VERBS
from tertium.syntax.conllu import UNIVERSAL_TAGS
from tertium.syntax.projection import order_upwards
from tertium.syntax.trees import ROOT, Constituents, Dependencies, list_children

# Part of signatures: raise it when other trees are made.
VERSION = 1

RELATIONS = {
    "acl:relcl": "relcl",
    "advcl:relcl": "relcl",
    "aux:pass": "auxpass",
    "cc:preconj": "preconj",
    "clf": "fixed",
    "compound:prt": "prt",
    "csubj:pass": "csubjpass",
    "det:poss": "poss",
    "det:predet": "predet",
    "discourse": "intj",
    "dislocated": "npadvmod",
    "flat": "compound",
    "goeswith": "fixed",
    "iobj": "dative",
    "list": "appos",
    "nmod:poss": "poss",
    "nsubj:pass": "nsubjpass",
    "obj": "dobj",
    "obl": "npadvmod",
    "obl:agent": "agent",
    "vocative": "npadvmod",
}

# Universal tags as the Penn tags that project the same phrases.
TAGS = {
    "ADJ": "JJ",
    "ADP": "IN",
    "ADV": "RB",
    "AUX": "VB",
    "CCONJ": "CC",
    "DET": "DT",
    "INTJ": "UH",
    "NOUN": "NN",
    "NUM": "CD",
    "PART": "RP",
    "PRON": "PRP",
    "PROPN": "NNP",
    "SCONJ": "IN",
    "SYM": "SYM",
    "VERB": "VB",
    "X": "FW",
}

BRACKETS = {"(": "-LRB-", "[": "-LRB-", "（": "-LRB-", ")": "-RRB-", "]": "-RRB-", "）": "-RRB-"}

# What belongs to the clause, not to the noun or adjective that is its predicate.
OF_CLAUSES = frozenset(
    (
        "nsubj",
        "csubj",
        "aux",
        "cop",
        "mark",
        "expl",
        "advcl",
        "parataxis",
        "discourse",
        "vocative",
        "dislocated",
        "punct",
        "cc",
    )
)
# Those that may as well be within the phrase of an adposition.
NEAR_NOUNS = frozenset(("aux", "cop", "discourse", "punct", "cc"))
# Relations that a noun with an adposition hands to it; in all others the adposition is a modifier.
KEPT = frozenset(("conj", "root", "nsubj", "obj", "iobj"))
NAMES = frozenset(("CD", "NNP", "NNPS"))
NEGATIONS = frozenset(("not", "n't", "nt", "n’t"))


def to_constituents(tree: Dependencies) -> Constituents:
    """Phrase structure for a sentence.

    Args:
        tree: Universal Dependencies with universal tags, or with Penn's for English.

    Returns:
        The tree, with the same words in the same order, and the tags as they were given.
    """
    found = clear.to_constituents(to_function_heads(tree))
    labels = list(found.labels)
    for leaf, tag in zip(found.leaves, tree.tags, strict=True):
        labels[leaf] = tag
    return Constituents(labels, found.parents, found.words)


def to_function_heads(tree: Dependencies) -> Dependencies:
    """The same tree with adpositions and copulas as heads, CLEAR's relations, and Penn's tags."""
    return _Rearranger(tree).rearrange()


class _Rearranger:
    def __init__(self, tree: Dependencies) -> None:
        self.tree = tree
        self.words = tree.words
        self.heads = list(tree.heads)
        self.given = list(tree.relations)
        self.plain = [relation.split(":")[0] for relation in tree.relations]
        self.universal = UNIVERSAL_TAGS.issuperset(tree.tags)
        self.tags = [self._find_tag(word) for word in range(len(tree.words))] if self.universal else list(tree.tags)
        self.relations = [self._rename(word) for word in range(len(tree.words))]
        # Of each conjunct, the conjunctions before it.
        self.introduced: dict[int, list[int]] = {}
        self.content: dict[int, int] = {}

    def rearrange(self) -> Dependencies:
        self._share_conjunctions()
        # From the leaves up, so that what a word hands to its new head is already in its final shape.
        children = list_children(self.tree.heads)
        for word in order_upwards(self.tree.heads):
            self._raise_relative(word, children[word])
            self._raise_subordinator(word, children[word])
            self._raise_adposition(word, children[word])
            self._raise_copula(word, children[word])
        return Dependencies(self.words, self.tags, self.heads, self.relations)

    def _find_tag(self, word: int) -> str:
        tag = self.tree.tags[word]
        if tag == "PUNCT":
            return BRACKETS.get(self.words[word], ",")
        # Particles that open clauses are like English "to".
        return "TO" if tag == "PART" and self.plain[word] == "mark" else TAGS[tag]

    def _rename(self, word: int) -> str:
        given, plain, tag = self.given[word], self.plain[word], self.tags[word]
        if plain == "mark" and tag == "TO":
            return "aux"
        if plain == "advmod" and (self.words[word].lower() in NEGATIONS or tag == "RP"):
            return "neg"
        if plain == "punct" or self.tree.tags[word] == "PUNCT":
            return "punct"
        if given == "nmod:poss" or (plain == "det" and tag in ("PRP$", "WP$")):
            return "poss"
        head = self.heads[word]
        if head == word - 1 and (given == "nmod:unmarked" or plain in ("dep", "appos")) and tag in NAMES:
            return "compound"  # "May 2015", "page 3", "her brother Peter"
        if plain == "nmod":
            # Those with an adposition are renamed when it is raised.
            return "nmod" if word < head else "npadvmod"
        return RELATIONS.get(given) or RELATIONS.get(plain, plain)

    def _share_conjunctions(self) -> None:
        """Puts a conjunction beside the conjunct that it introduces, not under it."""
        for word, plain in enumerate(self.plain):
            head = self.heads[word]
            if (
                plain == "cc"
                and head != ROOT
                and self.plain[head] == "conj"
                and self.heads[head] != ROOT
                and word < head
            ):
                self.heads[word] = self.tree.heads[head]
                self.introduced.setdefault(head, []).append(word)

    def _raise_adposition(self, word: int, children: Sequence[int]) -> None:
        cases = [child for child in children if self.plain[child] == "case" and self.tags[child] != "POS"]
        if not cases or self.plain[word] in ("case", "fixed"):
            return
        top = cases[0] if cases[0] < word else cases[-1]
        self.relations[word] = "pobj"
        keeps = self.plain[word] in KEPT and self.tags[top] not in VERBS
        self._take_over(top, word, None if keeps else "prep")
        for child in cases:
            if child != top:
                self.heads[child], self.relations[child] = top, "fixed"
        for given in children:
            child = self._find_top(given)
            joins = child != given and self.relations[child] == "conj"  # "at home and at work"
            if self.heads[child] == word and (joins or self.plain[child] in OF_CLAUSES - NEAR_NOUNS):
                self._move(child, top)

    def _raise_relative(self, word: int, children: Sequence[int]) -> None:
        """Makes a clause of "what she said", where the clause depends on "what"."""
        clauses = [child for child in children if self.relations[child] == "relcl" and child > word]
        if self.tags[word] not in ("WP", "WRB") or len(clauses) != 1 or len(children) > 1:
            return
        self._take_over(clauses[0], word, None)
        self.relations[clauses[0]] = "ccomp"
        self.relations[word] = "dobj"

    def _raise_subordinator(self, word: int, children: Sequence[int]) -> None:
        """Makes a preposition of what opens a clause with a gerund: "by asking"."""
        marks = [
            child for child in children if self.plain[child] == "mark" and self.tags[child] == "IN" and child < word
        ]
        if not marks or self.tags[word] != "VBG" or self.plain[word] == "conj":
            return
        if any(self.plain[child] in ("nsubj", "aux", "cop") for child in children):
            return
        self._take_over(marks[0], word, "prep")
        self.relations[word] = "pcomp"

    def _find_top(self, word: int) -> int:
        """The adposition that stands for a word now, or the word itself."""
        return self.heads[word] if self.relations[word] in ("pobj", "pcomp") else word

    def _raise_copula(self, word: int, children: Sequence[int]) -> None:
        copulas = [child for child in children if self.plain[child] == "cop"]
        if not copulas:
            return
        top = copulas[-1]
        if self.universal or self.tags[top] not in VERBS:
            self.tags[top] = "VB"
        predicate = self._find_top(word)
        relation = self.relations[predicate]
        self._take_over(top, predicate, "ROOT" if self.heads[predicate] == ROOT else None)
        if predicate != word:
            self.relations[predicate] = "prep"
        else:
            self.relations[word] = "acomp" if self.tags[word].startswith(("JJ", "RB", "VB")) else "attr"
        self.relations[top] = relation if relation != "prep" else "dep"
        adjective = self.relations[word] == "acomp"
        for child in map(self._find_top, children):
            if child in (top, predicate):
                continue
            plain = self.plain[child]
            clausal = plain in OF_CLAUSES or (plain == "advmod" and child < top < word)
            clausal = clausal or (self.relations[child] in ("prep", "npadvmod") and plain != "nmod" and not adjective)
            if plain == "conj":
                clausal = any(self.plain[its] in ("nsubj", "cop", "aux") for its in self.tree.children[child])
            if clausal and self.heads[child] in (word, predicate):
                self._move(child, top)

    def _move(self, word: int, head: int) -> None:
        """Gives a word another head, and with a conjunct its conjunctions."""
        for moved in (word, *self.introduced.get(word, ()), *self.introduced.get(self._find_content(word), ())):
            self.heads[moved] = head

    def _find_content(self, word: int) -> int:
        """The word that an adposition or a copula stands for now."""
        return self.content.get(word, word)

    def _take_over(self, top: int, word: int, relation: str | None) -> None:
        """Puts a function word into the place of its content word, which then depends on it."""
        if relation is None:
            relation = RELATIONS.get(self.given[word]) or RELATIONS.get(self.plain[word], self.plain[word])
        self.heads[top], self.relations[top] = self.heads[word], relation
        self.heads[word] = top
        self.content[top] = self._find_content(word)
