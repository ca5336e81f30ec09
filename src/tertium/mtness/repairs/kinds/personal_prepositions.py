"""The preposition before a person that is an object, as in *tildan Malala*, *tildan a Malala*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
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
    """

    preposition: str
    except_verbs: frozenset[str]


def _read(table: dict[str, Any]) -> PersonalPreposition:
    return PersonalPreposition(table.get("preposition", ""), frozenset(table.get("except_verbs", ())))


PERSONAL = RuleSection("personal", ("preposition", "except_verbs"), _read)
SECTIONS = (PERSONAL,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the preposition between each verb and the name of a person right after it."""
    personal = rules.find(PERSONAL)
    if not personal.preposition:
        return
    tokens = linked.tokens
    for index in range(1, len(tokens)):
        are_words = linked.is_word[index - 1] and linked.is_word[index]
        if are_words and _is_person(tokens[index]) and _takes_object(tokens, index - 1, personal):
            change = Change(index, index, personal.preposition)
            yield Draft.of(change, ADD_PREPOSITION)


def _is_person(token: Token) -> bool:
    """Whether it is the name of a person, or may be one that the tagger does not know."""
    if token.tag.part is Part.UNKNOWN:
        return token.text.istitle() and token.text.isalpha()
    return token.tag.part is Part.PROPER and token.tag.form == "person"


def _takes_object(tokens: tuple[Token, ...], index: int, personal: PersonalPreposition) -> bool:
    tag = tokens[index].tag
    if tag.part is not Part.VERB or tokens[index].lemma.casefold() in personal.except_verbs:
        return False
    # A participle by itself is an adjective, but "ha tildado" is a verb.
    compound = tag.form == "participle" and index > 0 and tokens[index - 1].tag.part is Part.AUXILIARY
    if not compound and tag.form not in ("finite", "infinitive"):
        return False
    before = index - 1 - compound
    # A reflexive verb has its object already: "se encuentra Malala".
    return before < 0 or tokens[before].tag.form != "reflexive"
