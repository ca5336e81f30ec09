"""Prepositions that a word asks for, as in *pensó a dimitir*, *pensó en dimitir*; *encima (de) la mesa*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.function_words import FUNCTION_WORD, VERB_FORMS, put_preposition
from tertium.mtness.repairs.kinds.personal_prepositions import ADD_PREPOSITION
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, read_parts
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

DROP_PREPOSITION = Action(name="drop preposition", error=ErrorType.WORD_FOR_WORD, contested=True)
ACTIONS = (FUNCTION_WORD, ADD_PREPOSITION, DROP_PREPOSITION)


@dataclass(frozen=True, slots=True)
class Government:
    """What a word asks for.

    Attributes:
        prepositions: The prepositions, the likelier first; none if it has a plain object.
        before: What follows the preposition: parts of speech, forms of verbs, or words.
        reflexive: Whether the verb has to be reflexive.
        insert: Whether a preposition may be missing; else it takes the place of another one only.
    """

    prepositions: tuple[str, ...]
    before: frozenset[str]
    reflexive: bool = False
    insert: bool = True


def _read(rows: list[dict[str, Any]]) -> dict[str, tuple[Government, ...]]:
    """What each base form asks for."""
    found: dict[str, tuple[Government, ...]] = {}
    for row in rows:
        words = frozenset(row.get("before_words", ()))
        before = read_parts(row["before"], *VERB_FORMS) | words
        for word in row["words"]:
            flags = row.get("reflexive", False), row.get("insert", True)
            rule = Government(tuple(row["prepositions"]), before, *flags)
            found[word] = (*found.get(word, ()), rule)
    return found


GOVERNMENT = RuleSection(
    "government", ("words", "prepositions", "before", "before_words", "reflexive", "insert"), _read, repeated=True
)
SECTIONS = (GOVERNMENT,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the prepositions that words ask for, in place of another one or where there is none."""
    table = rules.find(GOVERNMENT)
    tokens = linked.tokens
    for index in range(len(tokens) - 1):
        for rule in table.get(tokens[index].lemma.casefold(), ()) if linked.is_word[index] else ():
            if not rule.reflexive or _is_reflexive(tokens, index):
                yield from _apply(linked, index, rule, rules)


def governs(token: Token, preposition: str, rules: Rules) -> bool:
    """Return whether a word asks for a preposition."""
    found = rules.find(GOVERNMENT).get(token.lemma.casefold(), ())
    return any(preposition in rule.prepositions for rule in found)


def _apply(linked: LinkedSegment, index: int, rule: Government, rules: Rules) -> Iterator[Draft]:
    tokens = linked.tokens
    place = index + 1
    # "Se acordaba siempre de ella".
    while place < len(tokens) - 1 and tokens[place].tag.part is Part.ADVERB and tokens[place].tag.form != "negative":
        place += 1
    after = tokens[place]
    if not linked.is_word[place]:
        return
    if after.tag.part is Part.PREPOSITION:
        form = rules.expansions.get(after.text.casefold(), (after.text.casefold(), ""))[0]
        if form in rule.prepositions or not _follows(tokens, place, rule, rules):
            return
        for other in rule.prepositions:
            yield Draft.of(put_preposition(tokens, place, other, rules), FUNCTION_WORD)
        if not rule.prepositions and form == after.text.casefold():
            yield Draft.of(Change(place, place + 1, ""), DROP_PREPOSITION)
    elif rule.insert and _fits(after, rule):
        for other in rule.prepositions:
            yield Draft.of(Change(place, place, other), ADD_PREPOSITION)


def _follows(tokens: tuple[Token, ...], index: int, rule: Government, rules: Rules) -> bool:
    """Whether what is after a preposition is what is asked for; an article that it has swallowed is."""
    if tokens[index].tag.form == "contracted":
        return str(Part.DETERMINER) in rule.before
    return index + 1 < len(tokens) and _fits(tokens[index + 1], rule)


def _fits(token: Token, rule: Government) -> bool:
    return not rule.before.isdisjoint((str(token.tag.part), token.tag.form, token.text.casefold()))


def _is_reflexive(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a reflexive pronoun is before a verb, or joined to its end."""
    token = tokens[index]
    if "<ref>" in token.native or "<enc>" in token.native:
        return True
    if index and tokens[index - 1].tag.part is Part.PRONOUN:
        before = tokens[index - 1].tag
        return before.form == "reflexive" or (before.form == "personal" and before.person == token.tag.person != "3")
    return False
