"""Words that do not agree: *la señal rojo*, *la señal roja*; *las casa*, *las casas*; *she like*, *she likes*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.agreement import agree, agrees, find_phrase
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_NEAR = 5
_OTHER_GENDER = {"m": "f", "f": "m"}

AGREEMENT = Action(name="agreement", error=ErrorType.AGREEMENT, ruled=True)
ACTIONS = (AGREEMENT,)


@dataclass(frozen=True, slots=True)
class AgreementRules:
    """What a language says about agreement.

    Attributes:
        verb_form: The person of the present tense that has a form of its own where all others have one, such as
            ``"3.s"``; empty if there is no such thing.
        two_genders: Base forms of nouns that have another meaning in the other gender.
    """

    verb_form: str
    two_genders: frozenset[str]


def _read(table: dict[str, Any]) -> AgreementRules:
    return AgreementRules(table.get("verb_form", ""), frozenset(table.get("two_genders", ())))


AGREEMENTS = RuleSection("agreement", ("verb_form", "two_genders"), _read)
SECTIONS = (AGREEMENTS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the form in which words around a noun agree with it, or the noun with them; a verb with its subject."""
    tokens = linked.tokens
    own = rules.find(AGREEMENTS).verb_form
    for index, token in enumerate(tokens):
        if not linked.is_word[index]:
            continue
        if token.tag.part is Part.NOUN:
            yield from _agree(tokens, index, rules)
            yield from _change_genders(tokens, index, rules)
        if own and token.tag.is_verbal and token.tag.form == "finite" and token.tag.tense == "present" and index:
            yield from _agree_verb(tokens, index, own)


def _agree(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Draft]:
    noun = tokens[index].tag
    places = [place for place in find_phrase(tokens, index, after=True) if not _is_of_other(tokens, place, index)]
    others = [tokens[place].tag for place in places]
    wrong = [tag for tag in others if not agrees(tag, noun)]
    if not wrong:
        return
    changes = [change for change in agree(tokens, index, noun, rules) or () if change.first in places]
    if changes:
        first, *rest = changes
        yield Draft.of(first, AGREEMENT, also=tuple(rest))
    number = next((tag.number for tag in wrong if tag.number and tag.number != noun.number), "")
    if number and noun.number and not any(tag.number == noun.number for tag in others):
        yield Draft.of(Change(index, index + 1, Wish(tokens[index], number=number)), AGREEMENT)


def _is_of_other(tokens: tuple[Token, ...], place: int, index: int) -> bool:
    """Whether a word after a noun may belong to a noun before it: *el estilo de mesa seleccionado*."""
    if place < index:
        return False
    before = tokens[max(index - _NEAR, 0) : index]
    return any(token.tag.is_nominal and agrees(token.tag, tokens[place].tag) for token in before)


def _change_genders(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Draft]:
    """The words around a noun that has another meaning in the other gender: *el orden*, *la orden*."""
    noun = tokens[index].tag
    if tokens[index].lemma.casefold() not in rules.find(AGREEMENTS).two_genders or noun.gender not in _OTHER_GENDER:
        return
    changes = agree(tokens, index, replace(noun, gender=_OTHER_GENDER[noun.gender]), rules)
    if changes:
        first, *rest = changes
        yield Draft.of(first, AGREEMENT, also=tuple(rest))


def _agree_verb(tokens: tuple[Token, ...], index: int, own: str) -> Iterator[Draft]:
    """The other form of the present tense, by the number of the noun or pronoun right before."""
    token, before = tokens[index], tokens[index - 1].tag
    person, number = own.split(".")
    has_own = f"{token.tag.person}.{token.tag.number}" == own
    if before.part is Part.PRONOUN and before.form == "personal":
        wants_own = (before.person or person, before.number) == (person, number)
    elif before.is_nominal and before.number:
        wants_own = before.number == number
    else:
        return
    if wants_own == has_own:
        return
    part = token.tag.part
    tag = Tag(part=part, form="finite", tense="present")
    wanted = replace(tag, person=person, number=number) if wants_own else tag
    yield Draft.of(Change(index, index + 1, Wish.of_verb(token, wanted)), AGREEMENT)
