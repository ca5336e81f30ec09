"""A1: a word in capitals that was translated goes back to the source word, as in *memoria RAMO*, *memoria RAM*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import FUNCTION
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment

_FARTHEST = 5

SOURCE_WORD = Action(name="A1", error=ErrorType.WORD_FOR_WORD, lexical=True, reach=Reach.EITHER_SIDE)
ACTIONS = (SOURCE_WORD,)
SECTIONS: tuple[RuleSection[Any], ...] = ()


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the source word for each word in capitals that differs from it.

    It is the one that the dictionary links; else that at the same place among the words in capitals that are left over
    if there are as many of them in both texts; else the nearest one. A text all in capitals says nothing, and function
    words are in capitals only since their neighbours are.
    """
    capitals = [
        index for index, token in enumerate(linked.tokens) if token.tag.part not in FUNCTION and _is_capital(token.text)
    ]
    if not capitals or not any(character.islower() for character in linked.segment.text):
        return
    for index, source in _pair_capitals(linked, capitals):
        if linked.is_word[index] and linked.tokens[index].text != source:
            yield Draft.of(Change(index, index + 1, source), SOURCE_WORD, source=source)


def _is_capital(text: str) -> bool:
    return len(text) > 1 and text.isupper() and sum(map(str.isalpha, text)) > 1


def _pair_capitals(linked: LinkedSegment, capitals: list[int]) -> Iterator[tuple[int, str]]:
    sources = {place for place, word in enumerate(linked.words) if _is_capital(word.text)}
    loose: list[int] = []
    for index in capitals:
        link = linked.links[index]
        if link in sources:
            sources.remove(link)
            yield index, linked.words[link].text
        elif link < 0:
            loose.append(index)
    # A source word that is linked to some other word has been accounted for.
    left = sorted(sources.difference(linked.links))
    if len(left) == len(loose):
        for index, place in zip(loose, left, strict=True):
            yield index, linked.words[place].text
        return
    slope = len(linked.words) / max(len(linked.tokens), 1)
    for index in loose:
        nearest = min(left, key=lambda place: abs(place - index * slope), default=None)
        if nearest is not None and abs(nearest - index * slope) <= _FARTHEST:
            left.remove(nearest)
            yield index, linked.words[nearest].text
