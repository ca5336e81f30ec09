"""Articles that are missing before nouns, and articles before proper nouns that are too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Action
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.segments import Token
from tertium.mtness.text.tags import Part

_MODIFIERS = frozenset(("relative", "participle"))


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """The definite article before each noun without a determiner, and none before each proper noun that has one."""
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index]:
            continue
        if rules.articles and token.tag.part is Part.NOUN:
            yield from _add(linked, index, rules)
        if token.tag.part in rules.drop_before and index:
            yield from _drop(linked, index - 1, rules)


def _add(linked: LinkedSegment, index: int, rules: Rules) -> Iterator[Draft]:
    tokens = linked.tokens
    first = index
    while first and tokens[first - 1].tag.part is Part.ADJECTIVE and linked.is_word[first - 1]:
        first -= 1
    before = "start" if not first else str(tokens[first - 1].tag.part)
    article = rules.find_article(tokens[index].tag)
    if article is None or before not in rules.add_after or (first and tokens[first - 1].tag.form == "contracted"):
        return
    also: tuple[Change, ...] = ()
    head = tokens[first]
    if not first and head.text[:1].isupper() and not head.text.isupper():
        article = match_case(article, head.text)
        also = (Change(first, first + 1, head.text[:1].lower() + head.text[1:]),)
    yield Draft.of(Change(first, first, article), Action.ADD_ARTICLE, ErrorType.WORD_FOR_WORD, also=also)


def _drop(linked: LinkedSegment, index: int, rules: Rules) -> Iterator[Draft]:
    token: Token = linked.tokens[index]
    # Names in the plural, such as *los Estados Unidos*, are good with an article and without.
    if token.tag.number == "p" or _is_modified(linked.tokens, index + 1, rules):
        return
    if token.tag.part is Part.DETERMINER and token.tag.form == "definite":
        new = ""
    elif token.tag.form == "contracted" and token.text.casefold() in rules.expansions:
        new = match_case(rules.expansions[token.text.casefold()][0], token.text)
    else:
        return
    yield Draft.of(Change(index, index + 1, new), Action.DROP_ARTICLE, ErrorType.WORD_FOR_WORD)


def _is_modified(tokens: Sequence[Token], index: int, rules: Rules) -> bool:
    """Whether something behind a name tells which one it is, as in *la España actual*, *el Brasil de Lula*."""
    stop = index + 1
    # What has a capital is of the name itself: "los Estados Unidos".
    while stop < len(tokens) and (tokens[stop].tag.part is Part.PROPER or _is_capital_modifier(tokens[stop])):
        stop += 1
    if stop == len(tokens):
        return False
    behind = tokens[stop]
    return _is_modifier(behind) or behind.text.casefold() in rules.modifying


def _is_modifier(token: Token) -> bool:
    return token.tag.part is Part.ADJECTIVE or token.tag.form in _MODIFIERS


def _is_capital_modifier(token: Token) -> bool:
    return token.text[:1].isupper() and _is_modifier(token)
