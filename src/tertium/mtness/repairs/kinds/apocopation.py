"""Words that are shorter before a noun, as in *un grande momento*, *un gran momento*, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, compile_pattern, read_parts
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

_BETWEEN = frozenset((Part.ADJECTIVE, Part.NUMERAL))
_PHRASE = frozenset((Part.NOUN, Part.PROPER, Part.ADJECTIVE, Part.NUMERAL, Part.UNKNOWN))
_MOST_BETWEEN = 2

APOCOPATION = Action(name="apocopation", error=ErrorType.APOCOPATION, reach=Reach.RIGHT, settled_by_counts=True)
ACTIONS = (APOCOPATION,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apocopation:
    """A word that is to be shortened, or not, by what follows.

    Attributes:
        becomes: The form that is due.
        parts: What the head is that follows; empty if nothing of a noun phrase may follow.
        gender: The head's gender; any if empty. A head whose gender is not known fits.
        number: The head's number.
        through: Whether adjectives may stand between.
        following: What the word that follows at once has to match; anything if None.
        unless: What the head may not match.
    """

    becomes: str
    parts: frozenset[str]
    gender: str = ""
    number: str = ""
    through: bool = True
    following: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None


def _read(rows: list[dict[str, Any]]) -> dict[str, tuple[Apocopation, ...]]:
    """The rules of each form."""
    found: dict[str, tuple[Apocopation, ...]] = {}
    for row in rows:
        parts = read_parts(row["before"])
        for form, becomes in row["forms"].items():
            rule = Apocopation(
                becomes=becomes,
                parts=parts,
                gender=row.get("gender", ""),
                number=row.get("number", ""),
                through=row.get("through", True),
                following=compile_pattern(row.get("following")),
                unless=compile_pattern(row.get("unless")),
            )
            found[form] = (*found.get(form, ()), rule)
    return found


APOCOPATIONS = RuleSection(
    "apocopation",
    ("forms", "before", "gender", "number", "through", "following", "unless"),
    _read,
    repeated=True,
)
SECTIONS = (APOCOPATIONS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the form that is due for each word that the rules know, by what follows it."""
    by_form = rules.find(APOCOPATIONS)
    if not by_form:
        return
    tokens = linked.tokens
    for index, token in enumerate(tokens):
        found = by_form.get(token.text.casefold(), ()) if linked.is_word[index] else ()
        for rule in found:
            if _is_due(rule, tokens, index):
                change = Change(index, index + 1, match_case(rule.becomes, token.text))
                yield Draft.of(change, APOCOPATION)
                break


def find_form(tokens: tuple[Token, ...], index: int, rules: Rules) -> str | None:
    """Return the form that is due for a word at its place; None if the rules do not say."""
    for rule in rules.find(APOCOPATIONS).get(tokens[index].text.casefold(), ()):
        if _is_due(rule, tokens, index):
            return rule.becomes
    return None


def _is_due(rule: Apocopation, tokens: tuple[Token, ...], index: int) -> bool:
    place = index + 1
    if not rule.parts:
        # The long form is due where nothing follows that it could go with.
        follows = place < len(tokens) and tokens[place].tag.part in _PHRASE
        return not follows and index > 0 and tokens[index - 1].tag.part is Part.NOUN
    if rule.following is not None and not (
        place < len(tokens) and rule.following.search(tokens[place].text.casefold())
    ):
        return False
    while (
        rule.through
        and place < min(len(tokens) - 1, index + 1 + _MOST_BETWEEN)
        and tokens[place].tag.part in _BETWEEN
        and tokens[place].tag.part not in rule.parts
    ):
        place += 1
    if place >= len(tokens):
        return False
    head = tokens[place]
    return (
        head.tag.part in rule.parts
        and _fits(rule.gender, head.tag.gender)
        and _fits(rule.number, head.tag.number)
        and not (rule.unless and rule.unless.search(head.text.casefold()))
    )


def _fits(wanted: str, has: str) -> bool:
    return not wanted or not has or wanted == has
