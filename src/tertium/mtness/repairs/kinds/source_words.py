"""A1: a word in capitals, or a name, that was translated goes back to the source word: *memoria RAMO*, *el Calco*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.articles import drop_article
from tertium.mtness.repairs.kinds.translations import FUNCTION
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part

_FARTHEST = 5

SOURCE_WORD = Action(name="A1", error=ErrorType.WORD_FOR_WORD, lexical=True, reach=Reach.EITHER_SIDE)
ACTIONS = (SOURCE_WORD,)
SECTIONS: tuple[RuleSection[Any], ...] = ()


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the source word for each word in capitals, and for each name, that differs from it.

    The source word is the one that the dictionary links; else, of words in capitals, that at the same place among those
    that are left over if there are as many of them in both texts; else the nearest one. A text all in capitals says
    nothing, and function words are in capitals only since their neighbours are.
    """
    tokens = linked.tokens
    if not any(character.islower() for character in linked.segment.text):
        return
    capitals = [
        index for index, token in enumerate(tokens) if token.tag.part not in FUNCTION and _is_capital(token.text)
    ]
    for index, source in _pair_capitals(linked, capitals):
        if linked.is_word[index] and tokens[index].text != source:
            yield Draft.of(Change(index, index + 1, source), SOURCE_WORD, source=source)
    for index in range(len(tokens)):
        yield from _restore_name(linked, index, rules)


def _restore_name(linked: LinkedSegment, index: int, rules: Rules) -> Iterator[Draft]:
    """The source word of a name that was translated, also without its article; the name if its capital was lost."""
    token, word = linked.tokens[index], linked.source_of(index) if linked.is_word[index] else None
    if word is None or not _is_name(linked, linked.links[index]) or token.text == word.text:
        return
    names = [each.text for each in word.translations if each.target.tag.part is Part.PROPER]
    if token.text[:1].islower():
        # "india" for "Índia": the dictionary has the name.
        for name in dict.fromkeys(names):
            yield Draft.of(Change(index, index + 1, name), SOURCE_WORD, source=word.text)
        return
    if token.text in names and word.text not in names:
        return
    change = Change(index, index + 1, word.text)
    yield Draft.of(change, SOURCE_WORD, source=word.text)
    if index and (new := drop_article(linked.tokens[index - 1], rules)) is not None:
        yield Draft.of(change, SOURCE_WORD, source=word.text, also=(Change(index - 1, index, new),))


def _is_name(linked: LinkedSegment, place: int) -> bool:
    """Whether a source word has a capital that is its own, and not that of a sentence."""
    word = linked.words[place]
    # Some dictionaries have the article in the name: "l'Índia".
    article, _, name = word.text.replace("’", "'").rpartition("'")
    if not (name[:1].isupper() and name[1:].islower() and name.isalpha()):
        return False
    before = ((linked.segment.source or "")[: word.start] + article).rstrip(" \"'«“‘(¿¡-–—*")
    return bool(before) and before[-1] not in ".?!…:;"


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
