"""Pronouns of verbs that are reflexive, as in *marchó pronto*, *se marchó pronto*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

ADD_REFLEXIVE = Action(name="add reflexive", error=ErrorType.WORD_FOR_WORD, contested=True)
ACTIONS = (ADD_REFLEXIVE,)
_PERSONS = ("1.s", "2.s", "3.s", "1.p", "2.p", "3.p")


@dataclass(frozen=True, slots=True)
class Reflexives:
    """Reflexive verbs.

    Attributes:
        pronouns: The pronoun of each person and number.
        verbs: Base forms of verbs that often have one.
    """

    pronouns: Mapping[str, str]
    verbs: frozenset[str]


def _read(table: dict[str, Any]) -> Reflexives:
    pronouns = dict(table.get("pronouns", {}))
    check_names(pronouns, _PERSONS)
    return Reflexives(pronouns, frozenset(table.get("verbs", ())))


REFLEXIVES = RuleSection("reflexives", ("pronouns", "verbs"), _read)
SECTIONS = (REFLEXIVES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the pronoun before each finite verb that often has one, and has none."""
    reflexives = rules.find(REFLEXIVES)
    for index, token in enumerate(linked.tokens):
        tag = token.tag
        if not (linked.is_word[index] and tag.is_verbal and tag.form == "finite" and tag.tense != "imperative"):
            continue
        pronoun = reflexives.pronouns.get(f"{tag.person}.{tag.number}")
        if pronoun is None or not _is_reflexive(linked.tokens, index, reflexives):
            continue
        also: tuple[Change, ...] = ()
        if token.text[:1].isupper():
            also = (Change(index, index + 1, token.text[:1].lower() + token.text[1:]),)
        yield Draft.of(Change(index, index, match_case(pronoun, token.text[:1])), ADD_REFLEXIVE, also=also)


def _is_reflexive(tokens: tuple[Token, ...], index: int, reflexives: Reflexives) -> bool:
    """Whether a verb, or the participle after an auxiliary, is one of them; with no pronoun before it."""
    if index and tokens[index - 1].tag.part is Part.PRONOUN and tokens[index - 1].tag.form in ("personal", "reflexive"):
        return False
    lemmas = [tokens[index].lemma]
    if tokens[index].tag.part is Part.AUXILIARY and index + 1 < len(tokens):
        lemmas = [tokens[index + 1].lemma] if tokens[index + 1].tag.form == "participle" else []
    return any(lemma.casefold() in reflexives.verbs for lemma in lemmas)
