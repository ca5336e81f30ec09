"""Prepositions before infinitives that are too much, as in *pensó en dimitir*, *pensó dimitir*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.copulas import COPULA, COPULAS, swap_copula
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

DROP_PREPOSITION = Action(name="drop preposition", error=ErrorType.WORD_FOR_WORD, contested=True)
# Both mistakes go together.
ACTIONS = (DROP_PREPOSITION, COPULA)


def _read(table: dict[str, Any]) -> frozenset[str]:
    """Prepositions that may be too much before an infinitive."""
    return frozenset(table.get("dropped", ()))


DROPPED = RuleSection("prepositions", ("dropped",), _read)
SECTIONS = (DROPPED,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield no preposition between a verb and an infinitive, or between a copula with its complement and an infinitive.

    In the latter case the other copula is proposed at the same time, since both mistakes go together: *es previsto de
    llegar*, *está previsto llegar*.
    """
    dropped = rules.find(DROPPED)
    if not dropped:
        return
    tokens = linked.tokens
    for index in range(1, len(tokens) - 1):
        if tokens[index].text.casefold() not in dropped or not linked.is_word[index]:
            continue
        if tokens[index].tag.part is not Part.PREPOSITION or tokens[index + 1].tag.form != "infinitive":
            continue
        copula = _find_copula(tokens, index, rules)
        if copula is None and not tokens[index - 1].tag.is_verbal:
            continue
        drop = Change(index, index + 1, "")
        yield Draft.of(drop, DROP_PREPOSITION)
        if copula is not None and linked.is_word[copula]:
            for change in swap_copula(tokens, copula, rules):
                yield Draft(changes=(change, drop), action=COPULA, error=COPULA.error, first=copula, stop=index + 2)


def _find_copula(tokens: tuple[Token, ...], index: int, rules: Rules) -> int | None:
    """Where the copula is whose complement, a participle or an adjective, ends before a place."""
    tag = tokens[index - 1].tag
    if index < 2 or not (tag.part is Part.ADJECTIVE or tag.form == "participle"):
        return None
    copula = index - 2
    while copula and tokens[copula].tag.part is Part.ADVERB:
        copula -= 1
    return copula if tokens[copula].text.casefold() in rules.find(COPULAS).others else None
