"""The preposition before a person that is an object, as in *tildan Malala*, *tildan a Malala*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, compile_pattern
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

ADD_PREPOSITION = Action(name="add preposition", error=ErrorType.WORD_FOR_WORD, contested=True)
ACTIONS = (ADD_PREPOSITION,)


@dataclass(frozen=True, slots=True)
class PersonalPreposition:
    """The preposition before persons that are objects.

    Attributes:
        preposition: The preposition; empty if the language has none.
        except_verbs: Base forms of verbs after which it is not missing.
        nouns: Base forms of nouns that are persons.
        endings: What the base forms of other nouns that are persons match.
    """

    preposition: str
    except_verbs: frozenset[str]
    nouns: frozenset[str] = frozenset()
    endings: re.Pattern[str] | None = None


def _read(table: dict[str, Any]) -> PersonalPreposition:
    return PersonalPreposition(
        table.get("preposition", ""),
        frozenset(table.get("except_verbs", ())),
        frozenset(table.get("nouns", ())),
        compile_pattern(table.get("endings")),
    )


PERSONAL = RuleSection("personal", ("preposition", "except_verbs", "nouns", "endings"), _read)
SECTIONS = (PERSONAL,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the preposition between each verb and a person right after it: a name, or a noun with a determiner."""
    personal = rules.find(PERSONAL)
    if not personal.preposition:
        return
    tokens = linked.tokens
    for index in range(1, len(tokens)):
        are_words = linked.is_word[index - 1] and linked.is_word[index]
        if are_words and _starts_person(tokens, index, personal) and _takes_object(tokens, index - 1, personal):
            change = Change(index, index, personal.preposition)
            yield Draft.of(change, ADD_PREPOSITION)


def _starts_person(tokens: tuple[Token, ...], index: int, personal: PersonalPreposition) -> bool:
    """Whether the words from a place on are a person."""
    token = tokens[index]
    # A name may be one that the tagger does not know, or takes for a noun.
    if token.tag.part in (Part.UNKNOWN, Part.NOUN) and token.text.istitle() and token.text.isalpha():
        return True
    if token.tag.part is Part.PROPER:
        return token.tag.form in ("person", "")
    place = index
    while place < len(tokens) and tokens[place].tag.part in (Part.DETERMINER, Part.NUMERAL, Part.ADJECTIVE):
        place += 1
    if place in (index, len(tokens)) or tokens[place].tag.part is not Part.NOUN:
        return False
    lemma = tokens[place].lemma.casefold()
    return lemma in personal.nouns or bool(personal.endings and personal.endings.search(lemma))


def _takes_object(tokens: tuple[Token, ...], index: int, personal: PersonalPreposition) -> bool:
    tag = tokens[index].tag
    if tag.part is not Part.VERB or tokens[index].lemma.casefold() in personal.except_verbs:
        return False
    # A participle by itself is an adjective, but "ha tildado" is a verb.
    compound = tag.form == "participle" and index > 0 and tokens[index - 1].tag.part is Part.AUXILIARY
    if not compound and tag.form not in ("finite", "infinitive", "gerund"):
        return False
    before = index - 1 - compound
    # A reflexive verb has its object already: "se encuentra Malala".
    return before < 0 or tokens[before].tag.form != "reflexive"
