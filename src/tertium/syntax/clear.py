"""From dependencies with CLEAR's labels and Penn tags, as spaCy's English models give them, to Penn brackets.

Each word projects a chain of phrases (a verb VP, S, SBAR; a noun NP; a preposition PP), and its dependents join the
chain where the Penn Treebank's guidelines (Bies et al. 1995) put them. Punctuation is set aside and put back last.

Our deviations: no NX, NAC, UCP, FRAG, RRC or LST is made; of parentheses (PRN) only what is in brackets, and clauses
such as ", he says,". Labelled F1 (evalb) from spaCy's parses is .888 on the 2,559 sentences of the Penn Treebank's
sample on which the rules were chosen (`python -m bench converters`); elsewhere expect less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tertium.syntax.clear_phrases import (
    ABOVE,
    ADJECTIVES,
    ADVERBS,
    ARGUMENTS,
    AUXILIARIES,
    BELOW,
    CLAUSE,
    FINITE,
    FUNCTION_WORDS,
    MODIFIERS,
    NEVER_CLAUSES,
    OBJECTS,
    OF_NOUNS,
    PREPOSITIONS,
    SENTENCE,
    SUBJECTS,
    VERBS,
    Dependents,
    PhraseBuilder,
)
from tertium.syntax.projection import Part, Phrase, flatten, insert, wrap
from tertium.syntax.trees import ROOT, Constituents, Dependencies

# Part of signatures: raise it when other trees are made.
VERSION = 1


def to_constituents(tree: Dependencies) -> Constituents:
    """Brackets for a sentence.

    Args:
        tree: Its dependencies; crossing arcs are lifted, several roots are joined.

    Returns:
        The tree, with the same words in the same order.
    """
    return _Converter(tree).convert() if tree.words else Constituents([], [], [])


# What may stand before several sentences that are joined, and belong to all of them.
SHARED = frozenset(("PP", "ADVP", "SBAR"))


class _Converter(PhraseBuilder):
    def convert(self) -> Constituents:
        for word in self.order:
            if not self.aside[word]:
                self.built[word] = self._project(word)
        parts = self._parts([word for word, head in enumerate(self.heads) if head == ROOT and not self.aside[word]])
        if len(parts) == 1 and isinstance(parts[0], Phrase):
            root = parts[0]
        else:
            root = Phrase("S" if len(parts) > 1 else "X", parts)
        aside = {word for word, wanted in enumerate(self.aside) if wanted}
        if parts:
            aside -= self._wrap_parentheses(root)
        insert(root, sorted(aside))
        return flatten(root, self.words, self.tags)

    def _wrap_parentheses(self, root: Phrase) -> set[int]:
        """Makes phrases of what stands in brackets, and returns the brackets that are now in the tree."""
        done: set[int] = set()
        opened: list[int] = []
        for word, aside in enumerate(self.aside):
            if aside and self.tags[word] == "-LRB-":
                opened.append(word)
            elif aside and self.tags[word] == "-RRB-" and opened:
                start = opened.pop()
                inside = [place for place in range(start + 1, word) if not self.aside[place] or place in done]
                if inside and wrap(root, "PRN", start, word, inside[0], inside[-1]):
                    done |= {start, word}
        return done

    def _project(self, word: int) -> list[Part]:
        """The phrase of a word with all its dependents, or the parts that join its head's phrase one by one."""
        tag, relation = self.tags[word], self.relations[word]
        its = self._gather(word)
        everything = [*self._bare_parts(its.left), word, *self._bare_parts(its.right), *its.rest, *its.trailing]
        if relation == "neg" and self.words[word].lower() == "never":
            return [Phrase("ADVP", everything)]
        if its.none and (relation in FUNCTION_WORDS or tag in ("PRP$", "WP$")):
            return [word]
        if tag == "UH":
            return [Phrase("INTJ", everything)]
        if relation in ("cc", "preconj", "prt"):
            return [Phrase("PRT" if relation == "prt" else "CONJP", everything)]
        if relation in FUNCTION_WORDS:
            return everything
        parts = self._choose(word)(word, its)
        if relation == "conj" and len(parts) == 1 and isinstance(parts[0], Phrase) and parts[0].joins:
            # "a, b and c" is a chain in the dependencies, and one list in the phrase.
            return parts[0].parts
        return parts

    def _choose(self, word: int) -> Callable[[int, Dependents], list[Part]]:
        tag, relation = self.tags[word], self.relations[word]
        modifies = relation in MODIFIERS
        if self._is_clause(word):
            return self._project_clause
        if modifies and not tag.startswith(("JJ", "RB", "VB", "CD")) and max(self.children[word], default=0) < word:
            return self._project_noun
        if relation in ("prep", "agent") or tag in PREPOSITIONS:
            return self._project_preposition
        if tag == "CD":
            return self._project_number
        if tag in ADJECTIVES and relation not in ARGUMENTS and not self._has(word, ("det", "poss")):
            return self._project_adjective
        if tag in VERBS and modifies:
            return self._project_adjective
        if tag in ADVERBS and relation not in ("nsubj", "dobj", "pobj"):
            return self._project_adverb
        return self._project_noun

    def _is_clause(self, word: int) -> bool:
        tag, relation = self.tags[word], self.relations[word]
        if relation in NEVER_CLAUSES:
            return False
        if tag in VERBS:
            return relation not in ARGUMENTS or (bool(self.children[word]) and not self._has(word, OF_NOUNS))
        return relation != "pobj" and self._has(word, SUBJECTS | AUXILIARIES)

    def _project_clause(self, word: int, its: Dependents) -> list[Part]:
        if its.joined and its.trailing:
            its.joined[max(its.joined)].extend(its.trailing)
        opening, left = self._split_opening(its.left)
        # What closes a clause is outside its conjuncts, and so cannot come before them.
        closing = [child for child in its.right[-1:] if self.relations[child] == "mark" and not its.joined]
        right = its.right[: len(its.right) - len(closing)]
        helpers = [child for child in left if self.relations[child] in AUXILIARIES]
        subjects = [child for child in left if self.relations[child] in SUBJECTS]
        start = helpers[0] if helpers else word
        before, between = [child for child in left if child < start], [child for child in left if child > start]
        late: list[int] = []
        if not subjects and not (BELOW in its.joined or ABOVE in its.joined):
            place = next((n for n, child in enumerate(right) if self.relations[child] in SUBJECTS), len(right))
            right, late = right[:place], right[place:]
        verbal = self.tags[word] in VERBS or bool(helpers) or not (subjects or late)
        if verbal:
            related = [child for child in opening if self.relations[child] in SUBJECTS]
            if helpers:
                between, inner = self._split_objects(between, OBJECTS)
            else:
                before, inner = self._split_before(word, before, bool(subjects or related))
            phrase = Phrase("VP", [word, *self._make_small_clauses(right)])
            phrase = self._coordinate(phrase, its.joined.get(BELOW, []))
            phrase.parts[:0] = self._parts(inner)
        else:
            inner = [child for child in before if subjects and child > subjects[-1]]
            phrase = self._make_predicate(word, inner, right)
            before = before[: len(before) - len(inner)]
            phrase = self._coordinate(phrase, its.joined.get(BELOW, []))
        phrase = self._wrap_helpers(phrase, helpers, between)
        phrase = self._coordinate(phrase, its.joined.get(ABOVE, []))
        inverted = bool(subjects) and subjects[-1] > start
        if before or late or inverted or self._makes_sentence(word, bool(subjects)):
            asks = self.relations[word] == "ROOT" and bool(opening or self._is_question(word))
            inverted = inverted or (
                asks and verbal and not (helpers or subjects or its.joined) and self._opens(word, opening, late)
            )
            phrase = self._make_sentence(word, phrase, before, late, inverted)
        phrase = self._coordinate(phrase, its.joined.get(SENTENCE, []))
        phrase = self._wrap_opening(word, phrase, opening, closing)
        phrase = self._coordinate(phrase, its.joined.get(CLAUSE, []))
        return [Phrase("PRN", [phrase]) if self.relations[word] == "parataxis" and subjects + late else phrase]

    def _split_opening(self, left: list[int]) -> tuple[list[int], list[int]]:
        """What stands before the clause proper, a conjunction or what the clause asks or relates to, and the rest."""
        marks = [place for place, child in enumerate(left) if self.relations[child] == "mark"]
        if marks:
            return left[: marks[-1] + 1], left[marks[-1] + 1 :]
        for place, child in enumerate(left[:2]):
            if self._label(self.built[child][0]).startswith("WH"):
                return left[: place + 1], left[place + 1 :]
            if self.relations[child] not in ("cc", "advmod"):
                break
        return [], left

    def _split_before(self, word: int, before: list[int], has_subject: bool) -> tuple[list[int], list[int]]:
        """What stands before the verb, but outside its phrase, and what is inside."""
        if has_subject:
            return self._split_objects(before, OBJECTS)
        if self._makes_sentence(word, False):
            return self._split_objects(before, OBJECTS | {"advmod", "neg"})
        return [], before

    def _split_objects(self, before: list[int], inside: Collection[str]) -> tuple[list[int], list[int]]:
        place = len(before)
        while place and self.relations[before[place - 1]] in inside:
            place -= 1
        return before[:place], before[place:]

    def _make_predicate(self, word: int, left: list[int], right: list[int]) -> Phrase:
        """The predicate of a clause without a verb, as in "they consider him (ADJP rather smart)"."""
        tag = self.tags[word]
        if tag in ADJECTIVES:
            return Phrase("ADJP", [*self._bare_parts(left), word, *self._parts(right)])
        if tag in ADVERBS or tag in PREPOSITIONS:
            return Phrase("ADVP" if tag in ADVERBS else "PP", [*self._parts(left), word, *self._parts(right)])
        phrase = Phrase("NP", [*self._bare_parts(left), word])
        return Phrase("NP", [phrase, *self._parts(right)]) if right else phrase

    def _make_small_clauses(self, right: Sequence[int]) -> list[Part]:
        """What follows a verb; "named (S (NP him) (NP chairman))" is a clause without a verb."""
        parts: list[Part] = []
        for child in right:
            its = self.built[child]
            if self.relations[child] == "oprd":
                subject = [parts.pop()] if parts and self._label(parts[-1]) == "NP" else []
                its = [Phrase("S", [*subject, *its])]
            parts.extend(its)
        return parts

    def _wrap_helpers(self, phrase: Phrase, helpers: Sequence[int], between: Sequence[int]) -> Phrase:
        end = len(self.words)
        for helper in reversed(helpers):
            inner = [child for child in between if helper < child < end]
            phrase = Phrase("VP", [*self.built[helper], *self._parts(inner), phrase])
            end = helper
        return phrase

    def _makes_sentence(self, word: int, has_subject: bool) -> bool:
        relation = self.relations[word]
        if relation == "conj":
            return has_subject
        return relation != "acl" or has_subject or self._has_to(word)

    def _make_sentence(self, word: int, phrase: Phrase, before: list[int], late: list[int], inverted: bool) -> Phrase:
        after = self._parts(late)
        if inverted:
            asks = self.relations[word] in ("ROOT", "ccomp", "conj", "parataxis")
            return Phrase("SQ" if asks else "SINV", [*self._parts(before), *phrase.parts, *after])
        # "He came; she left" is often analysed as if the first clause were what the second one says.
        apart = 1 + max(
            (n for n, child in enumerate(before) if self.relations[child] == "ccomp" and self._is_followed(child)),
            default=-1,
        )
        core = Phrase("SINV" if late else "S", [*self._parts(before[apart:]), phrase, *after])
        return Phrase("S", [*self._parts(before[:apart]), core]) if apart else core

    def _is_question(self, word: int) -> bool:
        """Whether a verb opens a sentence that ends with a question mark."""
        return self.words[-1] == "?" and all(self.aside[place] for place in range(word))

    def _opens(self, word: int, opening: Sequence[int], late: Sequence[int]) -> bool:
        """Whether a verb stands where the auxiliary of a question does: "Where is it?", "Is it cold?"."""
        predicative = any(self.relations[child] in ("attr", "acomp") for child in opening)
        return bool(late) or predicative or (not opening and self.tags[word] in FINITE)

    def _is_followed(self, word: int) -> bool:
        """Whether a semicolon follows the last word of a word's subtree."""
        end = word
        while its := [child for child in self.children[end] if child > end and not self.aside[child]]:
            end = its[-1]
        return end + 1 < len(self.words) and self.words[end + 1] == ";"

    def _wrap_opening(self, word: int, phrase: Phrase, opening: Sequence[int], closing: Sequence[int]) -> Phrase:
        relation = self.relations[word]
        if opening or closing:
            if relation == "ROOT" and opening and self.relations[opening[-1]] != "mark":
                phrase.label = "SQ" if phrase.label == "S" else phrase.label
                return Phrase("SBARQ", [*self._parts(opening), phrase, *self._parts(closing)])
            return Phrase("SBAR", [*self._parts(opening), phrase, *self._parts(closing)])
        if relation == "relcl":
            return Phrase("SBAR", [phrase])
        reported = relation == "ccomp" and word > self.heads[word] and self._is_finite(word)
        return Phrase("SBAR", [phrase]) if reported and not self._is_quoted(word) else phrase

    def _is_finite(self, word: int) -> bool:
        helpers = [child for child in self.children[word] if self.relations[child] in AUXILIARIES and child < word]
        return self.tags[helpers[0] if helpers else word] in FINITE

    def _is_quoted(self, word: int) -> bool:
        start = word
        while its := [child for child in self.children[start] if child < start and not self.aside[child]]:
            start = its[0]
        return start > 0 and self.tags[start - 1] in ("``", ":")

    def _coordinate(self, phrase: Phrase, rest: list[Part]) -> Phrase:
        """The phrase with its conjuncts."""
        if not rest:
            return phrase
        last = rest[-1]
        bare = phrase.label == "VP" and len(phrase.parts) == 1 and len(rest) == 2
        if bare and isinstance(last, Phrase) and last.label == "VP" and isinstance(last.parts[0], int):
            return Phrase("VP", [*phrase.parts, rest[0], *last.parts])  # "buy and sell shares"
        if phrase.label == "S":
            apart = self._count_shared(phrase)
            return Phrase("S", [*phrase.parts[:apart], Phrase("S", phrase.parts[apart:]), *rest], joins=not apart)
        return Phrase(phrase.label, [phrase, *rest], joins=True)

    def _count_shared(self, phrase: Phrase) -> int:
        """How many parts at the beginning of a sentence belong to all of the sentences that are joined with it."""
        for place, part in enumerate(phrase.parts):
            if not (part.label in SHARED if isinstance(part, Phrase) else self.relations[part] == "cc"):
                return place
        return 0
