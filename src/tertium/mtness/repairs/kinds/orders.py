"""Other orders of the same words, as in *Ucrania primer ministro*, *primer ministro de Ucrania*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.agreement import agree, agrees
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.apocopation import find_form
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_LONGEST = 6
_FIXED = frozenset(("ordinal", "interrogative", "person"))

ORDER = Action(name="order", error=ErrorType.WORD_FOR_WORD, reach=Reach.ITSELF)
ADJECTIVE_ORDER = Action(
    name="adjective order", error=ErrorType.WORD_FOR_WORD, contested=True, stylistic=True, reach=Reach.ITSELF
)
ACTIONS = (ORDER, ADJECTIVE_ORDER)


@dataclass(frozen=True, slots=True)
class Orders:
    """What may change places.

    Attributes:
        linking: The preposition between two noun phrases that have changed places; empty if there is none.
        swaps: ``"adjective noun"``, ``"noun adjective"``: what is tried the other way round.
        compounds: The preposition between two nouns that are tried as a compound, the second one first.
        negation_first: Whether a negation after a verb is tried before it.
    """

    linking: str
    swaps: frozenset[str]
    compounds: str = ""
    negation_first: bool = False


def _read(table: dict[str, Any]) -> Orders:
    swaps = frozenset(table.get("swaps", ()))
    return Orders(table.get("linking", ""), swaps, table.get("compounds", ""), table.get("negation_first", False))


ORDERS = RuleSection("orders", ("linking", "swaps", "compounds", "negation_first"), _read)
SECTIONS = (ORDERS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield two noun phrases in a row the other way round, with a preposition between; adjectives on the other side.

    Nouns with a preposition between are tried as a compound, and negations before their verb.
    """
    tokens, is_word, orders = linked.tokens, linked.is_word, rules.find(ORDERS)
    for index in range(len(tokens) - 1):
        if not (is_word[index] and is_word[index + 1]):
            continue
        if orders.linking and tokens[index].tag.is_nominal:
            yield from _link(linked, index, rules)
        yield from _swap(tokens, index, rules)
        if orders.negation_first and tokens[index].tag.form == "finite" and tokens[index + 1].tag.form == "negative":
            words = [tokens[index + 1].text, tokens[index].text]
            yield _draft(tokens, index, index + 2, words, ORDER, lower=True)
        if orders.compounds and tokens[index].text.casefold() == orders.compounds:
            yield from _compound(linked, index)


def _compound(linked: LinkedSegment, index: int) -> Iterator[Draft]:
    """The noun after a preposition before the one in front of it: *courses of English*, *English courses*."""
    tokens = linked.tokens
    first, second = index - 1, index + 1
    if first < 0 or tokens[first].tag.part is not Part.NOUN:
        return
    last = tokens[second + 1].tag if second + 1 < len(tokens) else None
    # Languages are adjectives, too: "courses of English".
    alone = tokens[second].tag.part is Part.ADJECTIVE and (last is None or not last.is_nominal)
    # No plurals and no names in compounds: "permissions of users", "son of Marcela".
    noun = tokens[second].tag.part is Part.NOUN and tokens[second].text.casefold() == tokens[second].lemma.casefold()
    if not (noun or alone):
        return
    while first and tokens[first - 1].tag.part is Part.NOUN and linked.is_word[first - 1]:
        first -= 1
    words = [tokens[second].text, *(token.text for token in tokens[first:index])]
    yield _draft(tokens, first, second + 1, words, ORDER, lower=tokens[first].tag.part is Part.NOUN)


def _link(linked: LinkedSegment, index: int, rules: Rules) -> Iterator[Draft]:
    """The phrase that starts with a noun, after the one that follows it."""
    tokens = linked.tokens
    if index and _goes_on(tokens[index - 1].tag):
        return
    stop = index
    while stop < len(tokens) and linked.is_word[stop] and _goes_on(tokens[stop].tag):
        stop += 1
    if stop - index > _LONGEST:
        return
    split = index + 1
    # A name of several words is one phrase, and so is a name after a common noun.
    while split < stop and tokens[split].tag.part is Part.PROPER:
        split += 1
    while split < stop:
        noun = _find_head(tokens[split:stop])
        fits = noun is not None and all(agrees(token.tag, tokens[index].tag) for token in tokens[index + 1 : split])
        around = agree(tokens, index, noun, rules) if noun and fits else None
        if around is not None:
            words = [token.text for token in (*tokens[split:stop], *tokens[index:split])]
            words.insert(stop - split, rules.find(ORDERS).linking)
            also = tuple(change for change in around if change.first < index)
            lower = tokens[index].tag.part is not Part.PROPER
            yield _draft(tokens, index, stop, words, ORDER, also, lower=lower)
        # An adjective may belong to either side, but not an ordinal, nor one after a name.
        tag = tokens[split].tag
        if tag.part is not Part.ADJECTIVE or tag.form == "ordinal" or tokens[split - 1].tag.part is Part.PROPER:
            return
        split += 1


def _find_head(phrase: Sequence[Token]) -> Tag | None:
    """The first common noun of a phrase, if the adjectives before it can be its own."""
    for place, token in enumerate(phrase):
        if token.tag.part is Part.NOUN:
            return token.tag if all(agrees(each.tag, token.tag) for each in phrase[:place]) else None
    return None


def _swap(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Draft]:
    first, second = tokens[index].tag, tokens[index + 1].tag
    # A noun with a capital is a name: "menu File".
    name = second.part is Part.NOUN and tokens[index + 1].text[:1].isupper() and tokens[index].text[:1].islower()
    if f"{first.part} {Part.PROPER if name else second.part}" not in rules.find(ORDERS).swaps:
        return
    # Ordinals, words that ask and names of persons have their place.
    if not _FIXED.isdisjoint((first.form, second.form)):
        return
    if not agrees(first, second):
        return
    before = tokens[max(index - 1, 0) : index]
    swapped = (*before, tokens[index + 1], tokens[index], *tokens[index + 2 : index + 5])
    places = (len(before), len(before) + 1)
    words = [find_form(swapped, place, rules) or swapped[place].text for place in places]
    yield _draft(tokens, index, index + 2, words, ADJECTIVE_ORDER, lower=True)


def _draft(
    tokens: tuple[Token, ...],
    first: int,
    stop: int,
    words: list[str],
    action: Action,
    also: tuple[Change, ...] = (),
    *,
    lower: bool,
) -> Draft:
    old = tokens[first].text
    if first == 0 and old[:1].isupper() and not old.isupper():
        words = [word[:1].lower() + word[1:] if lower and word == old else word for word in words]
        words[0] = words[0][:1].upper() + words[0][1:]
    return Draft.of(Change(first, stop, " ".join(words)), action, also=also)


def _goes_on(tag: Tag) -> bool:
    """Whether a phrase that began before goes on after such a word."""
    return tag.is_nominal or tag.part is Part.ADJECTIVE
