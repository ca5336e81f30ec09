"""Clauses after verbs of wishing, as in *I want that you come*, *I want you to come*, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_LONGEST = 6
_PAST = frozenset(("imperfect", "past", "conditional"))
_SUBJECT = frozenset(
    (Part.DETERMINER, Part.NUMERAL, Part.ADJECTIVE, Part.NOUN, Part.PROPER, Part.UNKNOWN, Part.PREPOSITION)
)

CLAUSE = Action(name="clause", error=ErrorType.WORD_FOR_WORD, contested=True)
ACTIONS = (CLAUSE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """How a language says that somebody wants somebody to do something.

    Attributes:
        verbs: Base forms of the verbs that have such clauses.
        conjunction: What joins a clause with a finite verb.
        infinitive: What stands before the infinitive.
        finite: Whether the verb of the clause is finite; else it is an infinitive.
        objects: The forms of pronouns as objects, if the clause has an infinitive.
    """

    verbs: frozenset[str]
    conjunction: str
    infinitive: str
    finite: bool
    objects: Mapping[str, str]


def _read(table: dict[str, Any]) -> Clauses:
    return Clauses(
        verbs=frozenset(table.get("verbs", ())),
        conjunction=table.get("conjunction", ""),
        infinitive=table.get("infinitive", ""),
        finite=table.get("finite", False),
        objects=dict(table.get("objects", {})),
    )


CLAUSES = RuleSection("clauses", ("verbs", "conjunction", "infinitive", "finite", "objects"), _read)
SECTIONS = (CLAUSES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the clause with a finite verb in place of one with an infinitive, or the other way round."""
    clauses = rules.find(CLAUSES)
    make = _make_finite if clauses.finite else _make_infinitive
    for index, token in enumerate(linked.tokens):
        if token.tag.is_verbal and token.lemma.casefold() in clauses.verbs:
            draft = make(linked, index, clauses)
            if draft is not None:
                yield draft


def _make_finite(linked: LinkedSegment, index: int, clauses: Clauses) -> Draft | None:
    tokens = linked.tokens
    place = index + 1
    number = ""
    while place < min(len(tokens) - 1, index + 1 + _LONGEST) and linked.is_word[place]:
        token = tokens[place]
        if token.text.casefold() == clauses.infinitive and tokens[place + 1].tag.form == "infinitive":
            break
        if token.tag.part not in _SUBJECT:
            return None
        # The first noun is the subject, what follows a preposition is not.
        number = number or (token.tag.number if token.tag.is_nominal else "")
        place += 1
    else:
        return None
    if place == index + 1:
        return None
    tense = "subjunctive-imperfect" if tokens[index].tag.tense in _PAST else "subjunctive-present"
    tag = Tag(part=Part.VERB, form="finite", tense=tense, person="3", number=number or "s")
    changes = (
        Change(index + 1, index + 1, clauses.conjunction),
        Change(place, place + 1, ""),
        Change(place + 1, place + 2, Wish.of_verb(tokens[place + 1], tag)),
    )
    return Draft(changes=changes, action=CLAUSE, error=CLAUSE.error, first=index, stop=place + 2)


def _make_infinitive(linked: LinkedSegment, index: int, clauses: Clauses) -> Draft | None:
    tokens = linked.tokens
    if index + 2 >= len(tokens) or tokens[index + 1].text.casefold() != clauses.conjunction:
        return None
    place = index + 2
    while place < min(len(tokens), index + 2 + _LONGEST) and linked.is_word[place]:
        if tokens[place].tag.is_verbal:
            break
        if tokens[place].tag.part not in (*_SUBJECT, Part.PRONOUN):
            return None
        place += 1
    else:
        return None
    verb: Token = tokens[place]
    if place == index + 2:
        return None
    changes = [Change(index + 1, index + 2, ""), Change(place, place, clauses.infinitive)]
    subject = tokens[index + 2].text.casefold()
    if subject in clauses.objects:
        changes.append(Change(index + 2, index + 3, clauses.objects[subject]))
    if verb.text.casefold() != verb.lemma.casefold():
        changes.append(Change(place, place + 1, Wish.of_verb(verb, Tag(part=verb.tag.part, form="infinitive"))))
    return Draft(changes=tuple(changes), action=CLAUSE, error=CLAUSE.error, first=index, stop=place + 1)
