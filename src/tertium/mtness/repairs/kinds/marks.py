"""Marks that open a question or an exclamation, as in *Cómo estás?*, *¿Cómo estás?*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.question_words import find_asking
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part

MOST = 3
"""How many places are tried for one mark, at most."""

_PAUSES = frozenset(",;:—–")

MARK = Action(name="mark", error=ErrorType.PUNCTUATION, pooled_as_one=True)
ACTIONS = (MARK,)


def _read(table: dict[str, Any]) -> dict[str, str]:
    """The opening mark of each closing one."""
    opening = dict(table.get("opening", {}))
    if not all(isinstance(mark, str) and mark for mark in opening.values()):
        raise ValueError("each closing mark has an opening one")
    return opening


MARKS = RuleSection("marks", ("opening",), _read)
SECTIONS = (MARKS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the opening mark for each closing one that has none: first in the sentence, then after its last pauses."""
    opening = rules.find(MARKS)
    if not opening:
        return
    for index, token in enumerate(linked.tokens):
        mark = opening.get(token.text[:1]) if token.tag.part is Part.PUNCTUATION or not token.text.isalnum() else None
        if mark is not None:
            for place in _find_places(linked, index, mark, opening)[:MOST]:
                yield Draft.of(Change(place, place, mark), MARK)
                # Two changes at once: "Como estás?", "¿Cómo estás?".
                first = linked.tokens[place]
                if (asking := find_asking(first, rules)) is not None:
                    also = (Change(place, place + 1, match_case(asking, first.text)),)
                    yield Draft.of(Change(place, place, mark), MARK, also=also)


def _find_places(linked: LinkedSegment, index: int, mark: str, opening: Mapping[str, str]) -> list[int]:
    """Where the mark may be missing; nowhere if it is there, or if there is no word before the closing one."""
    tokens = linked.tokens
    first = index
    while first > 0:
        text = tokens[first - 1].text
        if text == mark:
            return []
        if tokens[first - 1].tag.form == "final" or text[:1] in opening:
            break
        first -= 1
    words = [place for place in range(first, index) if linked.is_word[place]]
    if not words:
        return []
    pauses = [place for place in words[1:] if tokens[place - 1].text in _PAUSES]
    return [words[0], *reversed(pauses)]
