"""Several words for several words, as in *te encuentro a faltar*, *te echo de menos*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

_MOST_BETWEEN = 2
_BETWEEN = frozenset((Part.ADVERB, Part.ADJECTIVE, Part.PRONOUN))

PHRASE = Action(name="phrase", error=ErrorType.WORD_FOR_WORD, lexical=True, reach=Reach.EITHER_SIDE)
ACTIONS = (PHRASE,)


@dataclass(frozen=True, slots=True)
class SetPhrase:
    """Words that are said in another way.

    Attributes:
        words: The words, of which a verb that comes first may have any form.
        becomes: What is said; a verb that comes first has the form of the one that it replaces.
        verb: Whether a verb comes first.
    """

    words: tuple[str, ...]
    becomes: tuple[str, ...]
    verb: bool


def _read(table: dict[str, Any]) -> Mapping[str, tuple[SetPhrase, ...]]:
    """The phrases by their first words."""
    found: dict[str, tuple[SetPhrase, ...]] = {}
    for verb, rows in ((True, table.get("verbs", {})), (False, table.get("words", {}))):
        for text, others in rows.items():
            first, *rest = text.split(" ")
            if not isinstance(others, list):
                raise TypeError(f"{others!r} is not a list of phrases")
            for other in others:
                phrase = SetPhrase((first, *rest), tuple(other.split(" ")) if other else (), verb)
                found[first] = (*found.get(first, ()), phrase)
    return found


PHRASES = RuleSection("phrases", ("verbs", "words"), _read)
SECTIONS = (PHRASES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield what is said in place of each phrase; *mucho* and the like may be between a verb and the rest, and stay."""
    table = rules.find(PHRASES)
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index]:
            continue
        for phrase in _find(table, token):
            draft = _match_verb(linked, index, phrase) if phrase.verb else _match_words(linked, index, phrase)
            if draft is not None:
                yield draft


def _find(table: Mapping[str, tuple[SetPhrase, ...]], token: Token) -> tuple[SetPhrase, ...]:
    # Of words that the tagger takes for one, the first counts: "a más a más".
    firsts = {text.casefold().split(" ")[0]: None for text in (token.lemma, token.text)}
    return tuple(phrase for first in firsts for phrase in table.get(first, ()))


def _match_words(linked: LinkedSegment, index: int, phrase: SetPhrase) -> Draft | None:
    wanted = " ".join(phrase.words)
    stop, text = index, ""
    while stop < len(linked.tokens) and len(text) < len(wanted):
        text = f"{text} {linked.tokens[stop].text.casefold()}".lstrip()
        stop += 1
    if text != wanted or not all(linked.is_word[index:stop]):
        return None
    new = match_case(" ".join(phrase.becomes), linked.tokens[index].text[:1])
    return Draft.of(Change(index, stop, new), PHRASE)


def _match_verb(linked: LinkedSegment, index: int, phrase: SetPhrase) -> Draft | None:
    tokens = linked.tokens
    token = tokens[index]
    if not token.tag.is_verbal:
        return None
    lemma, *rest = phrase.becomes
    if token.lemma.casefold() == " ".join(phrase.words) and not rest:
        return Draft.of(Change(index, index + 1, Wish.of_verb(token, token.tag, lemma)), PHRASE)
    if token.lemma.casefold() != phrase.words[0]:
        return None
    length = len(phrase.words) - 1
    place = _find_rest(tokens, index + 1, phrase)
    if place is None or not all(linked.is_word[index : place + length]):
        return None
    same = lemma == token.lemma.casefold()
    changes = [Change(index, index + 1, token.text if same else Wish.of_verb(token, token.tag, lemma))]
    # What is left out takes no words after the adverbs with it.
    if length or rest:
        changes.append(Change(place, place + length, " ".join(rest)))
    return Draft(
        changes=tuple(changes), action=PHRASE, error=PHRASE.error, first=index, stop=max(place + length, index + 1)
    )


def _find_rest(tokens: tuple[Token, ...], first: int, phrase: SetPhrase) -> int | None:
    """Where the words of a phrase after its verb start; None if they are not there."""
    length = len(phrase.words) - 1
    for place in range(first, first + _MOST_BETWEEN + 1):
        if tuple(each.text.casefold() for each in tokens[place : place + length]) == phrase.words[1:]:
            return place
        if place >= len(tokens) or tokens[place].tag.part not in _BETWEEN:
            return None
    return None
