"""Prepositions before infinitives that are too much, as in *pensó en dimitir*, *pensó dimitir*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.agreement import is_adjectival
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.kinds.government import DROP_PREPOSITION
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

ACTIONS = (DROP_PREPOSITION,)


@dataclass(frozen=True, slots=True)
class Dropped:
    """Prepositions that may be too much.

    Attributes:
        before_infinitive: Those before an infinitive, after a verb.
        after_number: Those between a numeral and an adjective, where the noun is left out, and after quantifiers.
        quantifiers: Base forms of words that say how much.
    """

    before_infinitive: frozenset[str]
    after_number: frozenset[str]
    quantifiers: frozenset[str]


_KEYS = ("dropped", "dropped_after_number", "quantifiers")


def _read(table: dict[str, Any]) -> Dropped:
    return Dropped(*(frozenset(table.get(key, ())) for key in _KEYS))


DROPPED = RuleSection("prepositions", _KEYS, _read)
SECTIONS = (DROPPED,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield no preposition between a verb with its complement and an infinitive, or between numeral and adjective."""
    dropped = rules.find(DROPPED)
    tokens = linked.tokens
    for index in range(1, len(tokens) - 1):
        if tokens[index].tag.part is not Part.PREPOSITION or not linked.is_word[index]:
            continue
        word = tokens[index].text.casefold()
        counted = word in dropped.after_number and _is_counted(tokens, index, dropped)
        if counted or (is_droppable(tokens, index, rules) and _is_after_verb(tokens, index)):
            yield Draft.of(Change(index, index + 1, ""), DROP_PREPOSITION)


def is_droppable(tokens: tuple[Token, ...], index: int, rules: Rules) -> bool:
    """Return whether there is a preposition at a place that may be too much before the infinitive after it."""
    if index + 1 >= len(tokens) or tokens[index].tag.part is not Part.PREPOSITION:
        return False
    dropped = rules.find(DROPPED).before_infinitive
    return tokens[index].text.casefold() in dropped and tokens[index + 1].tag.form == "infinitive"


def _is_counted(tokens: tuple[Token, ...], index: int, dropped: Dropped) -> bool:
    before, after = tokens[index - 1].tag, tokens[index + 1].tag
    adjectival = is_adjectival(after) or after.part in (Part.NOUN, Part.UNKNOWN)
    if tokens[index - 1].lemma.casefold() in dropped.quantifiers:
        return adjectival
    return adjectival and (before.part is Part.NUMERAL or (before.part is Part.PRONOUN and before.form == "indefinite"))


def _is_after_verb(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a verb is before a place, or before what it has there: *cuesta mucho de limpiar*, *es fácil de ver*."""
    place = index - 1
    while place > 0 and tokens[place].tag.part in (Part.ADVERB, Part.ADJECTIVE):
        place -= 1
    return tokens[place].tag.is_verbal
