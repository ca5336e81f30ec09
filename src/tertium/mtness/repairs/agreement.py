"""Agreement: what else changes in a noun phrase if its noun does, and what a new adjective has to agree with."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.mtness.repairs.drafts import Change, match_case
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_BEFORE = frozenset((Part.DETERMINER, Part.ADJECTIVE, Part.NUMERAL))


def agree(
    tokens: Sequence[Token], index: int, tag: Tag, rules: Rules, *, after: bool = True
) -> tuple[Change, ...] | None:
    """Return how the words around a noun change if it is another one; None if one of them cannot.

    Determiners, adjectives and numerals before it, and adjectives and participles after it, belong to it as far as no
    other word is between.

    Args:
        tokens: The words of the segment.
        index: Where the noun is.
        tag: What the new noun is; a gender or number that is not known asks for nothing.
        rules: Those of the language.
        after: Whether words after it belong to it, too.
    """
    changes: list[Change] = []
    for place in find_phrase(tokens, index, after=after):
        token = tokens[place]
        if agrees(token.tag, tag):
            continue
        gender = tag.gender if _differs(token.tag.gender, tag.gender) else ""
        number = tag.number if _differs(token.tag.number, tag.number) else ""
        form = _inflect(token, gender, number, rules)
        if form is None:
            return None
        changes.append(Change(place, place + 1, form))
    return tuple(changes)


def agrees(one: Tag, other: Tag) -> bool:
    """Return whether two words have the same gender and number, as far as these are known."""
    return not _differs(one.gender, other.gender) and not _differs(one.number, other.number)


def find_noun(tokens: Sequence[Token], index: int) -> Tag | None:
    """Return what the noun is that an adjective would agree with: the one before it, else the one after it."""
    for step in (-1, 1):
        place = index + step
        while 0 <= place < len(tokens) and is_adjectival(tokens[place].tag):
            place += step
        if 0 <= place < len(tokens) and tokens[place].tag.part is Part.NOUN:
            return tokens[place].tag
    return None


def find_phrase(tokens: Sequence[Token], index: int, *, after: bool) -> list[int]:
    """Return where the words are that belong to a noun; those after it only if asked for."""
    first = index
    while first > 0 and tokens[first - 1].tag.part in _BEFORE:
        first -= 1
        # Before a determiner there may be another one, as in "toda la casa", but nothing else of the same phrase.
        if tokens[first].tag.part is Part.DETERMINER:
            while first > 0 and tokens[first - 1].tag.part is Part.DETERMINER:
                first -= 1
            break
    # "del" is an article, too.
    if first > 0 and tokens[first - 1].tag.form == "contracted":
        first -= 1
    stop = index + 1
    while after and stop < len(tokens) and is_adjectival(tokens[stop].tag):
        stop += 1
    return [*range(first, index), *range(index + 1, stop)]


def is_adjectival(tag: Tag) -> bool:
    """Return whether it is an adjective, or a participle that may be one."""
    return tag.part is Part.ADJECTIVE or (tag.part is Part.VERB and tag.form == "participle")


def _differs(has: str, wanted: str) -> bool:
    return bool(has and wanted and has != wanted)


def _inflect(token: Token, gender: str, number: str, rules: Rules) -> str | Wish | None:
    form = token.text.casefold()
    if form in rules.expansions:
        preposition, article = rules.expansions[form]
        found = rules.find_determiner(article, gender, number, token.tag)
        if found is None:
            return None
        short = rules.contractions.get((preposition, found))
        return match_case(short or f"{preposition} {found}", token.text)
    # "l'" stands in no table, but what it comes from does.
    form = form.replace("’", "'")
    found = None
    for base in (form, *rules.junction_bases.get(form, ())):
        found = found or rules.find_determiner(base, gender, number, token.tag)
    if found is not None:
        return match_case(found, token.text)
    return Wish(token, gender, number)
