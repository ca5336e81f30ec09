"""Words that are shorter before a noun, as in *un grande momento*, *un gran momento*, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Action
from tertium.mtness.repairs.repair_rules import Apocopation, Rules
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.segments import Token
from tertium.mtness.text.tags import Part

_BETWEEN = frozenset((Part.ADJECTIVE, Part.NUMERAL))
_PHRASE = frozenset((Part.NOUN, Part.PROPER, Part.ADJECTIVE, Part.NUMERAL, Part.UNKNOWN))
_MOST_BETWEEN = 2


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """The form that is due for each word that the rules know, by what follows it."""
    if not rules.apocopations:
        return
    tokens = linked.tokens
    for index, token in enumerate(tokens):
        found = rules.apocopations.get(token.text.casefold(), ()) if linked.is_word[index] else ()
        for rule in found:
            if _is_due(rule, tokens, index):
                change = Change(index, index + 1, match_case(rule.becomes, token.text))
                yield Draft.of(change, Action.APOCOPATION, ErrorType.APOCOPATION)
                break


def find_form(tokens: tuple[Token, ...], index: int, rules: Rules) -> str | None:
    """The form that is due for a word at its place; None if the rules do not say."""
    for rule in rules.apocopations.get(tokens[index].text.casefold(), ()):
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
