"""A1: a word in capitals, or a name, that was translated goes back to the source word: *memoria RAMO*, *el Calco*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.articles import drop_article, is_modified
from tertium.mtness.repairs.kinds.translations import FUNCTION
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part

MOST_NAMES = 2
"""How many common words with a capital are taken for names in one segment, at most."""

_FARTHEST = 5
# No sentence ends in "Mrs. Green".
_TITLE = re.compile(r"\b[A-Z][a-z]{0,3}\.$")

SOURCE_WORD = Action(
    name="A1", error=ErrorType.WORD_FOR_WORD, lexical=True, reach=Reach.EITHER_SIDE, settled_by_counts=True
)
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
    names = [index for index in range(len(tokens)) if linked.is_word[index] and _is_translated_name(linked, index)]
    # Where many words have capitals, as in laws and titles, they are not names.
    common = [index for index in names if not _list_names(linked, index)]
    for index in names:
        if len(common) <= MOST_NAMES or index not in common:
            yield from _restore_name(linked, index, rules)


def _is_translated_name(linked: LinkedSegment, index: int) -> bool:
    """Whether the source word of a token has a capital that is its own, and not that of a sentence."""
    word = linked.source_of(index)
    if word is None:
        return False
    # Some dictionaries have the article in the name: "l'Índia".
    article, mark, name = _split_article(word.text)
    if not (name[:1].isupper() and name[1:].islower() and name.isalpha()) or linked.tokens[index].text == name:
        return False
    before = ((linked.segment.source or "")[: word.start] + article + mark).rstrip(" \"'’«“‘(¿¡-–—*")
    return bool(before) and (before[-1] not in ".?!…:;" or _TITLE.search(before) is not None)


def _split_article(text: str) -> tuple[str, str, str]:
    return text.replace("’", "'").rpartition("'")


def _list_names(linked: LinkedSegment, index: int) -> list[str]:
    """The names that the dictionary has for the source word of a token."""
    word = linked.source_of(index)
    found = [each.text for each in word.translations if each.target.tag.part is Part.PROPER] if word else []
    return list(dict.fromkeys(found))


def _restore_name(linked: LinkedSegment, index: int, rules: Rules) -> Iterator[Draft]:
    """The source word of a name that was translated, also without its article; the name if its capital was lost."""
    token, word = linked.tokens[index], linked.source_of(index)
    source = word.text if word else ""
    names, name = _list_names(linked, index), _split_article(source)[2]
    if token.text[:1].islower():
        # "india" for "Índia": the dictionary has the name.
        for each in names:
            yield Draft.of(Change(index, index + 1, each), SOURCE_WORD, source=source)
        return
    if token.text in names and name not in names:
        return
    change = Change(index, index + 1, name)
    yield Draft.of(change, SOURCE_WORD, source=source)
    new = drop_article(linked.tokens[index - 1], rules) if index else None
    if new is not None and not is_modified(linked.tokens, index, rules):
        yield Draft.of(change, SOURCE_WORD, source=source, also=(Change(index - 1, index, new),))


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
