"""Words that ask, and their relatives that do not, as in *no sé donde vive*, *no sé dónde vive*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

QUESTION_WORD = Action(name="question word", error=ErrorType.WORD_FORM, contested=True)
ACTIONS = (QUESTION_WORD,)


@dataclass(frozen=True, slots=True)
class Questions:
    """Words that ask.

    Attributes:
        asking: By each word that does not ask the one that does.
        telling: By each word that asks those that do not.
        verbs: Base forms of verbs after which a question may follow.
        conjunctions: Those words that also join clauses, so that after such a verb they ask before infinitives only.
    """

    asking: Mapping[str, str]
    telling: Mapping[str, tuple[str, ...]]
    verbs: frozenset[str]
    conjunctions: frozenset[str]


def _read(table: dict[str, Any]) -> Questions:
    asking = dict(table.get("words", {}))
    telling: dict[str, tuple[str, ...]] = {}
    for plain, asks in asking.items():
        telling[asks] = (*telling.get(asks, ()), plain)
    for asks, others in table.get("instead", {}).items():
        telling[asks] = tuple(dict.fromkeys((*others, *telling.get(asks, ()))))
    sets = (frozenset(table.get(key, ())) for key in ("verbs", "conjunctions"))
    return Questions(asking, telling, *sets)


QUESTIONS = RuleSection("questions", ("words", "instead", "verbs", "conjunctions"), _read)
SECTIONS = (QUESTIONS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the word that asks in questions and after some verbs, and the one that does not after other words."""
    questions = rules.find(QUESTIONS)
    for index, token in enumerate(linked.tokens):
        # A preposition may be of the same token: "para que".
        *before, form = token.text.casefold().split(" ")
        if form in questions.asking and may_ask(linked.tokens, index, rules):
            yield _draft(token, index, " ".join([*before, questions.asking[form]]))
        if form in questions.telling and index and not may_ask(linked.tokens, index, rules):
            for other in questions.telling[form]:
                yield _draft(token, index, " ".join([*before, other]))


def may_ask(tokens: tuple[Token, ...], index: int, rules: Rules) -> bool:
    """Return whether a word may ask: first in a question, or right after a verb that questions follow."""
    questions = rules.find(QUESTIONS)
    place = index
    while place > 0 and tokens[place - 1].tag.part is Part.PREPOSITION:
        place -= 1
    while place > 0 and tokens[place - 1].tag.part is Part.ADVERB:
        place -= 1
    before = tokens[max(place - 1, 0) : place]
    joins = tokens[index].text.casefold() in questions.conjunctions
    follows = tokens[index + 1].tag.form if index + 1 < len(tokens) else ""
    if joins and follows != "infinitive" and (not index or tokens[index - 1].tag.part is not Part.PREPOSITION):
        before = ()
    if any(each.tag.is_verbal and each.lemma.casefold() in questions.verbs for each in before):
        return True
    return _opens(tokens, index) and _ends_in_question(tokens, index)


def find_asking(token: Token, rules: Rules) -> str | None:
    """Return the word that asks in place of one that does not; None if there is none."""
    return rules.find(QUESTIONS).asking.get(token.text.casefold())


def asks(token: Token, form: str, rules: Rules) -> bool:
    """Return whether a form is the one of a word that asks."""
    questions = rules.find(QUESTIONS)
    return questions.asking.get(token.text.casefold()) == form or form in questions.telling


def _opens(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a clause starts with a word; prepositions and *and* may be before it."""
    place = index - 1
    while place >= 0 and tokens[place].tag.part in (Part.PREPOSITION, Part.CONJUNCTION):
        place -= 1
    return place < 0 or tokens[place].tag.part is Part.PUNCTUATION


def _ends_in_question(tokens: tuple[Token, ...], index: int) -> bool:
    for token in tokens[index:]:
        if token.tag.form == "final" or token.text[:1] in "?!":
            return token.text[:1] in "?!"
    return False


def _draft(token: Token, index: int, form: str) -> Draft:
    return Draft.of(Change(index, index + 1, match_case(form, token.text)), QUESTION_WORD)
