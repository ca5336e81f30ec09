"""Subjects of verbs, as in *Is raining*, *It is raining*; and those that are too much: *It select the cells*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.function_words import FUNCTION_WORD
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

MOST = 3
"""How many pronouns are tried for one verb, at most."""

_PERSONS = ("1.s", "2.s", "3.s", "1.p", "2.p", "3.p")
_INSTRUCTIONS = frozenset(("imperative", "subjunctive-present"))

ADD_SUBJECT = Action(name="add subject", error=ErrorType.WORD_FOR_WORD, contested=True)
DROP_SUBJECT = Action(name="drop subject", error=ErrorType.WORD_FOR_WORD, contested=True)
AUXILIARY = Action(name="auxiliary", error=ErrorType.WORD_FOR_WORD, contested=True)
ACTIONS = (ADD_SUBJECT, DROP_SUBJECT, AUXILIARY, FUNCTION_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What a language needs before its finite verbs.

    Attributes:
        pronouns: Those of each person and number, the likelier first.
        auxiliary: The verb that questions and negations need; empty if they need none.
        own_form: Its form for the third person in the singular.
        empty: Pronouns that a system puts in where the source has none.
        expletives: Adverbs that are in the place of the subject.
        negation: The word that negates, which has it before.
        wrong_negations: What other languages have in place of that.
    """

    pronouns: Mapping[str, tuple[str, ...]]
    auxiliary: str
    own_form: str
    negation: str
    wrong_negations: frozenset[str]
    empty: frozenset[str]
    expletives: frozenset[str]


def _read(table: dict[str, Any]) -> Subjects:
    pronouns = {person: tuple(some) for person, some in table.get("pronouns", {}).items()}
    check_names(pronouns, _PERSONS)
    return Subjects(
        pronouns=pronouns,
        auxiliary=table.get("auxiliary", ""),
        own_form=table.get("own_form", ""),
        negation=table.get("negation", ""),
        wrong_negations=frozenset(table.get("wrong_negations", ())),
        empty=frozenset(table.get("empty", ())),
        expletives=frozenset(table.get("expletives", ())),
    )


SUBJECTS = RuleSection(
    "subjects", ("pronouns", "auxiliary", "own_form", "negation", "wrong_negations", "empty", "expletives"), _read
)
SECTIONS = (SUBJECTS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield a pronoun before verbs without a subject, none before instructions, an auxiliary where one is needed."""
    subjects = rules.find(SUBJECTS)
    if not subjects.pronouns:
        return
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index] or not _is_finite(linked, index):
            continue
        before = linked.tokens[index - 1] if index and linked.is_word[index - 1] else None
        pronoun = before is not None and _is_subject_pronoun(before, subjects)
        if pronoun and (_may_instruct(linked, index, subjects) or _has_subject_after(linked, index, subjects)):
            yield _drop(linked, index - 1)
        if not pronoun and _lacks_subject(linked, index, subjects):
            yield from _add(linked, index, subjects)
        elif before is not None and before.text.casefold() in subjects.empty:
            yield from _exchange(linked, index, subjects)
        if subjects.auxiliary and token.tag.part is Part.VERB:
            yield from _ask(linked, index, subjects, pronoun=pronoun)
            yield from _negate(linked, index, subjects)


def _is_finite(linked: LinkedSegment, index: int) -> bool:
    """Whether a word is a finite verb: by its tag, or by its source word where a tagger takes it for another form."""
    tag = linked.tokens[index].tag
    if not tag.is_verbal:
        return False
    if tag.form == "finite":
        return True
    return tag.form == "participle" and any(each.form == "finite" for each in _find_readings(linked, index))


def _find_readings(linked: LinkedSegment, index: int) -> list[Tag]:
    """What the source word of a verb may be."""
    word = linked.source_of(index)
    if word is None:
        return []
    lemma = linked.tokens[index].lemma.casefold()
    return [
        each.source.tag
        for each in word.translations
        if each.source.tag.is_verbal and each.target.lemma.casefold() == lemma
    ]


def _is_subject_pronoun(token: Token, subjects: Subjects) -> bool:
    return any(token.text.casefold() == one.casefold() for some in subjects.pronouns.values() for one in some)


def _may_instruct(linked: LinkedSegment, index: int, subjects: Subjects) -> bool:
    """Whether a verb with an empty pronoun before it, first in its sentence, may come from an instruction."""
    if linked.tokens[index - 1].text.casefold() not in subjects.empty or (index > 1 and linked.is_word[index - 2]):
        return False
    # Auxiliaries do not instruct: "Puede copiar" is "You can copy".
    verb = linked.tokens[index].tag.part is Part.VERB
    return verb and any(each.tense in _INSTRUCTIONS for each in _find_readings(linked, index))


def _has_subject_after(linked: LinkedSegment, index: int, subjects: Subjects) -> bool:
    """Whether the subject of a verb is after it, and an empty pronoun before it: *it answered Diego*."""
    tokens = linked.tokens
    if index + 1 >= len(tokens) or tokens[index - 1].text.casefold() not in subjects.empty:
        return False
    return tokens[index + 1].tag.part is Part.PROPER and (index < 2 or not linked.is_word[index - 2])


def _drop(linked: LinkedSegment, index: int) -> Draft:
    after = linked.tokens[index + 1].text
    also: tuple[Change, ...] = ()
    if linked.tokens[index].text[:1].isupper():
        also = (Change(index + 1, index + 2, after[:1].upper() + after[1:]),)
    return Draft.of(Change(index, index + 1, ""), DROP_SUBJECT, also=also)


def _lacks_subject(linked: LinkedSegment, index: int, subjects: Subjects) -> bool:
    """Whether nothing before a verb can be its subject: it starts a clause, or follows a conjunction or an adverb."""
    place = index - 1
    while place >= 0 and linked.is_word[place] and linked.tokens[place].tag.part is Part.ADVERB:
        if linked.tokens[place].text.casefold() in subjects.expletives:
            return False
        place -= 1
    if place < 0 or not linked.is_word[place]:
        return not any(each.tense == "imperative" for each in _find_readings(linked, index))
    tag = linked.tokens[place].tag
    # "That" may be the subject, but it may also be the object: "the cells that you copy".
    return tag.part is Part.CONJUNCTION or tag.form == "relative" or _is_time(linked.tokens, place)


def _is_time(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a noun in the plural with an article right after a conjunction may be a time: *but the Mondays is*."""
    return tokens[index].tag.part is Part.NOUN and tokens[index].text[:1].isupper() and index > 0


def _list_pronouns(linked: LinkedSegment, index: int, subjects: Subjects) -> list[str]:
    """The pronouns of the persons that the source verb may have, else of that of the verb itself."""
    readings = [each for each in _find_readings(linked, index) if each.form == "finite"] or [linked.tokens[index].tag]
    persons = dict.fromkeys(f"{tag.person or '3'}.{tag.number or 's'}" for tag in readings)
    # Of each person the likeliest first: "I" is as likely as "it" where the verb has one form for both.
    columns = zip_longest(*(subjects.pronouns.get(person, ()) for person in persons), fillvalue="")
    return [pronoun for pronoun in dict.fromkeys(chain.from_iterable(columns)) if pronoun][:MOST]


def _add(linked: LinkedSegment, index: int, subjects: Subjects) -> Iterator[Draft]:
    token = linked.tokens[index]
    capital = token.text[:1].isupper()
    for pronoun in _list_pronouns(linked, index, subjects):
        also = (Change(index, index + 1, token.text[:1].lower() + token.text[1:]),) if capital else ()
        yield Draft.of(Change(index, index, match_case(pronoun, token.text[:1])), ADD_SUBJECT, also=also)


def _exchange(linked: LinkedSegment, index: int, subjects: Subjects) -> Iterator[Draft]:
    """Other pronouns of the persons that the source verb may have, for one that stands for them all."""
    before = linked.tokens[index - 1]
    for pronoun in _list_pronouns(linked, index, subjects):
        if pronoun != before.text.casefold():
            yield Draft.of(Change(index - 1, index, match_case(pronoun, before.text[:1])), FUNCTION_WORD)


def _ask(linked: LinkedSegment, index: int, subjects: Subjects, *, pronoun: bool) -> Iterator[Draft]:
    """The auxiliary before the subject of a question; with another pronoun if the sentence starts with it."""
    token = linked.tokens[index]
    if not pronoun or not _is_question(linked, index) or token.lemma.casefold() in (subjects.auxiliary, "be"):
        return
    before = linked.tokens[index - 1]
    base = Tag(part=token.tag.part, form="infinitive")
    verb = Change(index, index + 1, Wish.of_verb(token, base))
    own = token.tag.person == "3" and token.tag.number == "s"
    person = before.text if before.text == "I" else before.text.casefold()
    starts = [(subjects.own_form if own else subjects.auxiliary, person)]
    if own and index == 1:
        starts += [(subjects.auxiliary, other) for other in subjects.pronouns.get("2.s", ())]
    for auxiliary, subject in starts:
        text = match_case(f"{auxiliary} {subject}", before.text[:1] if before.text != "I" else "")
        yield Draft.of(Change(index - 1, index, text), AUXILIARY, also=(verb,))


def _is_question(linked: LinkedSegment, index: int) -> bool:
    for token in linked.tokens[index:]:
        if token.tag.form == "final" or token.text[:1] in "?!":
            return token.text.startswith("?")
    return False


def _negate(linked: LinkedSegment, index: int, subjects: Subjects) -> Iterator[Draft]:
    """The auxiliary before a negation that has a finite verb after it: *I no want*, *I do not want*."""
    token = linked.tokens[index]
    before = linked.tokens[index - 1] if index else None
    if before is None or before.text.casefold() not in (subjects.negation, *subjects.wrong_negations):
        return
    if index > 1 and linked.tokens[index - 2].tag.is_verbal:
        return
    own = token.tag.person == "3" and token.tag.number == "s"
    text = match_case(f"{subjects.own_form if own else subjects.auxiliary} {subjects.negation}", before.text)
    verb = Change(index, index + 1, Wish.of_verb(token, Tag(part=token.tag.part, form="infinitive")))
    yield Draft.of(Change(index - 1, index, text), AUXILIARY, also=(verb,))
