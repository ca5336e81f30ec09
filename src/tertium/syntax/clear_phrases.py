"""The phrases of nouns, numbers, adjectives, adverbs and prepositions; those of verbs are in `clear.py`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tertium.syntax.projection import Part, Phrase, list_words, make_projective, order_upwards
from tertium.syntax.trees import ROOT, Dependencies, list_children

PUNCTUATION = frozenset((",", ".", ":", "``", "''", '""', "-LRB-", "-RRB-", "HYPH", "NFP", "_SP"))
VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"))
FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
ADJECTIVES = frozenset(("JJ", "JJR", "JJS", "AFX"))
ADVERBS = frozenset(("RB", "RBR", "RBS", "WRB"))
PREPOSITIONS = frozenset(("IN", "TO"))
WH_WORDS = frozenset(("WP", "WDT", "WP$", "WRB"))

SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
AUXILIARIES = frozenset(("aux", "auxpass"))
OBJECTS = frozenset(("dobj", "dative", "acomp", "attr", "oprd", "xcomp", "prt"))
ARGUMENTS = frozenset(("nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos", "dative", "npadvmod", "poss"))
# Words that stay as they are inside the phrase of their head.
FUNCTION_WORDS = frozenset(
    ("det", "aux", "auxpass", "mark", "cc", "case", "neg", "predet", "preconj", "quantmod", "fixed")
)
MODIFIERS = frozenset(("compound", "nmod", "amod", "nummod", "quantmod", "predet"))
NEVER_CLAUSES = MODIFIERS | {"prep", "agent", "npadvmod"}
# What shows that a participle is used as a noun.
OF_NOUNS = frozenset(("det", "amod", "compound", "poss", "nummod", "case"))
BEFORE_NOUNS = MODIFIERS | {"det", "poss", "advmod", "neg", "preconj", "npadvmod", "cc", "case", "intj", "fixed"}
AFTER_NOUNS = frozenset(("case", "nummod", "compound", "nmod", "quantmod", "det", "fixed"))
OF_NUMBERS = MODIFIERS | {"advmod", "npadvmod", "prep", "fixed"}
SCALES = frozenset(("hundred", "thousand", "million", "billion", "trillion", "dozen"))
NO_QUANTITY = frozenset(("only", "just", "now"))

# Where a conjunct joins the chain of a verb: below the auxiliaries, above them, at the sentence, at the whole clause.
BELOW, ABOVE, SENTENCE, CLAUSE = range(4)
SHARES_AUXILIARY = {"VBN": ("VBN", "VBD"), "VBG": ("VBG",), "VB": ("VB", "VBP")}


@dataclass
class Dependents:
    """The dependents of a word, without punctuation.

    Attributes:
        left: Those before it.
        right: Those after it, up to the first conjunct and its conjunction.
        conjuncts: The words that are joined with it.
        joined: The phrases of these, with conjunctions and what else is among them, by where they join.
        trailing: The phrases after the last conjunct.
    """

    left: list[int]
    right: list[int]
    conjuncts: list[int] = field(default_factory=list)
    joined: dict[int, list[Part]] = field(default_factory=dict)
    trailing: list[Part] = field(default_factory=list)

    @property
    def rest(self) -> list[Part]:
        """Conjunctions and conjuncts of all levels."""
        return [part for level in sorted(self.joined) for part in self.joined[level]]

    @property
    def none(self) -> bool:
        """Whether the word is alone."""
        return not (self.left or self.right or self.joined or self.trailing)


class PhraseBuilder:
    """The words of a sentence, and the phrases of those that have been built: each after its dependents."""

    def __init__(self, tree: Dependencies) -> None:
        self.words, self.tags = tree.words, tree.tags
        self.relations = ["ROOT" if h == ROOT else r for r, h in zip(tree.relations, tree.heads, strict=True)]
        self.heads = make_projective(self._skip_auxiliaries(tree.heads))
        self.children = list_children(self.heads)
        self.order = order_upwards(self.heads)
        self.aside = self._find_punctuation()
        self.built: dict[int, list[Part]] = {}

    def _skip_auxiliaries(self, heads: Sequence[int]) -> list[int]:
        """Heads where nothing depends on an auxiliary but on its verb: parsers err there, mostly in questions."""
        skipped = list(heads)
        for word in reversed(order_upwards(heads)):
            head = skipped[word]
            if head != ROOT and self.relations[head] in AUXILIARIES:
                skipped[word] = skipped[head]
        return skipped

    def _find_punctuation(self) -> list[bool]:
        """Punctuation that nothing depends on but punctuation."""
        aside = [tag in PUNCTUATION or r == "punct" for tag, r in zip(self.tags, self.relations, strict=True)]
        for word in self.order:
            if aside[word] and not all(aside[child] for child in self.children[word]):
                aside[word] = False
        return aside

    def _gather(self, word: int) -> Dependents:
        its = [child for child in self.children[word] if not self.aside[child]]
        left, right = [child for child in its if child < word], [child for child in its if child > word]
        found = Dependents(left, right, [child for child in right if self.relations[child] == "conj"])
        if not found.conjuncts:
            return found
        first = next(place for place, child in enumerate(right) if self.relations[child] in ("cc", "conj"))
        found.right = right[:first]
        level = BELOW
        for child in right[first:]:
            found.trailing.extend(self.built[child])
            if self.relations[child] == "conj":
                level = max(level, self._find_level(word, child))
                found.joined.setdefault(level, []).extend(found.trailing)
                found.trailing = []
        return found

    def _parts(self, words: Sequence[int]) -> list[Part]:
        return [part for word in words for part in self.built[word]]

    def _bare_parts(self, words: Sequence[int]) -> list[Part]:
        """The parts, adverbs as mere words: they are so before adjectives, nouns and prepositions."""
        parts: list[Part] = []
        for part in self._parts(words):
            parts.extend(part.parts if isinstance(part, Phrase) and part.label in ("ADVP", "WHADVP") else [part])
        return parts

    def _has(self, word: int, relations: Collection[str]) -> bool:
        return any(self.relations[child] in relations for child in self.children[word])

    def _has_to(self, word: int) -> bool:
        return any(self.tags[child] == "TO" and self.relations[child] == "aux" for child in self.children[word])

    def _label(self, part: Part) -> str:
        return part.label if isinstance(part, Phrase) else ""

    def _asks(self, parts: Sequence[Part]) -> bool:
        return any(
            part.label.startswith("WH") if isinstance(part, Phrase) else self.tags[part] in WH_WORDS for part in parts
        )

    def _find_level(self, word: int, conjunct: int) -> int:
        """Where a conjunct of a verb joins it."""
        label = self._label(self.built[conjunct][0])
        if label.startswith("SBAR"):
            return CLAUSE
        if label in ("S", "SINV", "SQ"):
            return SENTENCE
        shares = self.tags[conjunct] in SHARES_AUXILIARY.get(self.tags[word], ())
        return BELOW if shares and not self._has(conjunct, AUXILIARIES) else ABOVE

    def _project_noun(self, word: int, its: Dependents) -> list[Part]:
        place = len(its.left)
        while place and self.relations[its.left[place - 1]] in BEFORE_NOUNS:
            place -= 1
        outer, left = its.left[:place], its.left[place:]
        place = 0
        while place < len(its.right) and self._belongs_to_noun(its.right[place]):
            place += 1
        inner, right = its.right[:place], its.right[place:]
        parts = [*self._bare_parts(left), word, *self._parts(inner)]
        rest, early = its.rest, []
        if rest and not right and all(map(self._is_bare, its.conjuncts)):
            parts.extend(_open_phrases(rest, "NP"))
            rest = []
        elif rest and left and self.relations[left[0]] == "preconj":
            # "both" and "either" belong to the whole coordination.
            early, parts = parts[:1], parts[1:]
        if self.relations[word] in MODIFIERS and not outer and not right:
            if rest:
                return list(list_words([*early, *parts, *rest, *its.trailing]))
            parts.extend(its.trailing)
            return [Phrase("ADJP", parts)] if self.words[word] == "%" else parts
        label = "WHNP" if self._asks(parts) else "NP"
        phrase = Phrase(label, parts)
        for before, after in (([], self._parts(right)), (early, rest), ([], its.trailing), (self._parts(outer), [])):
            if before or after:
                phrase = Phrase(label, [*before, phrase, *after], joins=after is rest)
        return [phrase]

    def _belongs_to_noun(self, child: int) -> bool:
        """Whether what follows a noun is in its innermost phrase; "the plan to go" is, "the plan of theirs" is not."""
        relation = self.relations[child]
        return relation in AFTER_NOUNS or (relation == "acl" and self._has_to(child))

    def _is_bare(self, word: int) -> bool:
        """Whether a conjunct is a mere word, and so are those that follow in its chain."""
        todo = [word]
        for here in todo:
            its = [child for child in self.children[here] if not self.aside[child]]
            if self.tags[here] == "PRP" or any(self.relations[child] not in ("cc", "conj") for child in its):
                return False
            todo.extend(child for child in its if self.relations[child] == "conj")
        return True

    def _project_number(self, word: int, its: Dependents) -> list[Part]:
        place = len(its.left)
        while place and self.relations[its.left[place - 1]] in OF_NUMBERS:
            place -= 1
        outer, left = its.left[:place], its.left[place:]
        inner = [*list_words(self._parts(left)), word]
        tags = [self.tags[place] for place in inner]
        many = tags.count("CD") > 1 and self.words[word].lower() in SCALES
        if any(tag in ("RB", "RBR", "IN", "JJR", "JJS") for tag in tags):
            many = many or self.words[inner[0]].lower() not in NO_QUANTITY
        relation = self.relations[word]
        quantity: list[Part] = [Phrase("QP", list(inner))] if many else list(inner)
        if relation in MODIFIERS and not (outer or its.right or its.joined or its.trailing):
            if relation in ("compound", "quantmod"):
                return list(inner)
            return [Phrase("ADJP", quantity)] if many and "$" in tags else quantity
        if not its.right and not many and its.conjuncts and all(map(self._is_bare, its.conjuncts)):
            return [Phrase("NP", [*self._parts(outer), *quantity, *_open_phrases(its.rest, "NP"), *its.trailing])]
        phrase = Phrase("NP", [*self._parts(outer), *quantity])
        for after in (self._parts(its.right), [*its.rest, *its.trailing]):
            if after:
                phrase = Phrase("NP", [phrase, *after])
        return [phrase]

    def _project_adjective(self, word: int, its: Dependents) -> list[Part]:
        relation = self.relations[word]
        if its.none and relation in MODIFIERS | {"advmod"} and word < self.heads[word]:
            return [word]
        parts = [*self._bare_parts(its.left), word, *self._parts(its.right)]
        phrase = self._join("WHADJP" if self._asks(parts) else "ADJP", word, parts, its)
        return [Phrase("S", [phrase])] if relation in ("xcomp", "ccomp") else [phrase]

    def _project_adverb(self, word: int, its: Dependents) -> list[Part]:
        head = self.heads[word]
        parts = [*self._bare_parts(its.left), word, *self._parts(its.right)]
        label = "WHADVP" if self._asks(parts) else "ADVP"
        if self.words[word].lower() == "back" and its.right and not its.joined:
            # "go (ADVP back) (PP to it)": its parts belong to the verb.
            return [Phrase(label, [*self._bare_parts(its.left), word]), *self._parts(its.right)]
        modifies = self.relations[word] in MODIFIERS | {"advmod"}
        before_word = head != ROOT and self.tags[head] in ADJECTIVES | ADVERBS | {"CD", "DT"}
        if its.none and modifies and before_word and label == "ADVP":
            return [word]
        return [self._join(label, word, parts, its)]

    def _join(self, label: str, word: int, parts: list[Part], its: Dependents) -> Phrase:
        """The phrase of an adjective or adverb with its conjuncts."""
        if len(parts) > 2 and parts[-2] == word and self.words[list_words(parts[-1:])[0]].lower() in ("than", "as"):
            # "(ADJP (ADJP more careful) (PP than us))"
            parts = [Phrase(label, parts[:-1]), parts[-1]]
        rest = [*its.rest, *its.trailing]
        if not rest:
            return Phrase(label, parts)
        if len(parts) == 1 and all(map(self._is_bare, its.conjuncts)):
            return Phrase(label, [*parts, *list_words(rest)])
        return Phrase(label, [Phrase(label, parts), *rest], joins=True)

    def _project_preposition(self, word: int, its: Dependents) -> list[Part]:
        parts = [*self._bare_parts(its.left), word]
        for child in its.right:
            part = self.built[child][0]
            if self.relations[child] == "pcomp" and self.tags[child] in PREPOSITIONS and isinstance(part, Phrase):
                parts.extend(part.parts)  # "because of"
            else:
                parts.extend(self.built[child])
        if its.right and self.relations[its.right[-1]] in ("advmod", "npadvmod") and self._label(parts[-2]) == "NP":
            # "from a million (a year earlier)"
            parts[-2:] = [Phrase("NP", parts[-2:])]
        label = "WHPP" if any(self._label(part) == "WHNP" for part in parts) else "PP"
        if not its.right and not its.left and self.relations[word] == "advmod":
            label = "ADVP"
        phrase = Phrase(label, parts)
        rest = [*its.rest, *its.trailing]
        return [Phrase(label, [phrase, *rest], joins=True)] if rest else [phrase]


def _open_phrases(parts: Sequence[Part], label: str) -> list[Part]:
    opened: list[Part] = []
    for part in parts:
        opened.extend(part.parts if isinstance(part, Phrase) and part.label == label else [part])
    return opened
