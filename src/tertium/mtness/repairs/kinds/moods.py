"""Other moods and forms of the same verb, as in *Seleccionáis el texto*, *Seleccionad*, *Seleccione*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tertium.errors import SpecError
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import find_translation, starts_clause
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import SourceWord, Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

MOST = 3
"""How many other forms of one verb are read from the dictionary, at most."""

_FARTHEST = 4

IMPERATIVE = Action(name="imperative", error=ErrorType.WORD_FORM, pooled_as_one=True)
MOOD = Action(name="mood", error=ErrorType.WORD_FORM, contested=True)
ACTIONS = (IMPERATIVE, MOOD)


@dataclass(frozen=True, slots=True)
class Moods:
    """What else a verb may have to be.

    Attributes:
        imperatives: The forms that give an instruction, the likelier first.
        prohibitions: The same after a negation.
        other_imperatives: Forms as they come from a source language whose imperatives look like other forms.
        after: By the word before a clause what verbs of some tenses have to be in it.
    """

    imperatives: tuple[Tag, ...] = ()
    prohibitions: tuple[Tag, ...] = ()
    other_imperatives: frozenset[str] = frozenset()
    after: Mapping[str, Mapping[str, str]] | None = None


def _read(table: dict[str, Any]) -> Moods:
    forms = {key: tuple(map(_read_form, table.get(key, ()))) for key in ("imperatives", "prohibitions")}
    after: dict[str, dict[str, str]] = {}
    for row in table.get("after", ()):
        for word in row["words"]:
            after.setdefault(word, {}).update(row["tenses"])
    for tenses in after.values():
        for tense in (*tenses, *tenses.values()):
            _read_form(tense)
    return Moods(forms["imperatives"], forms["prohibitions"], frozenset(table.get("instead", ())), after)


def _read_form(text: str) -> Tag:
    try:
        return Tag.parse(f"verb.{text}")
    except SpecError as error:
        raise ValueError(str(error)) from error


MOODS = RuleSection("moods", ("imperatives", "prohibitions", "instead", "after"), _read)
SECTIONS = (MOODS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield other forms of each verb: those of an instruction, those of other readings of its source word.

    An instruction is tried where one may start and the source word may be one. After some conjunctions another mood is
    tried in any case.
    """
    moods = rules.find(MOODS)
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index] or token.tag.part is not Part.VERB:
            continue
        word = linked.source_of(index)
        starts = starts_clause(linked.tokens, index)
        negated = index > 0 and linked.tokens[index - 1].tag.form == "negative"
        instructs = starts and _may_instruct(token, word, moods)
        for tag in (moods.prohibitions if negated else moods.imperatives) if instructs else ():
            if _is_addressed(tag, token, word):
                yield from _ask_for(token, index, tag, word, IMPERATIVE)
        if tense := _find_tense(linked.tokens, index, moods):
            yield from _ask_for(token, index, replace(token.tag, tense=tense), word, MOOD)
        if word is not None and _may_differ(linked.tokens, index, starts=starts):
            skip = "subjunctive-present" if instructs and not negated else ""
            yield from _read_others(token, index, word, IMPERATIVE if starts else MOOD, skip)
        if moods.imperatives and token.tag.form == "gerund" and starts and _is_subject(linked.tokens, index):
            yield from _ask_for(token, index, Tag(part=Part.VERB, form="infinitive"), word, MOOD)


def _may_instruct(token: Token, word: SourceWord | None, moods: Moods) -> bool:
    """Whether a verb may be meant as an instruction: by its source word, or by itself if that is not known."""
    tag = token.tag
    if tag.tense == "imperative":
        return False
    if word is None or not word.translations:
        form = tag.tense if tag.form == "finite" else tag.form
        return f"{form}.{tag.person}.{tag.number}".rstrip(".") in moods.other_imperatives
    lemma = token.lemma.casefold()
    readings = [each.source.tag for each in word.translations if each.target.lemma.casefold() == lemma]
    imperatives = {each.number for each in readings if each.tense == "imperative"}
    # Where two forms look alike, as "inclou" and "incluye" do, there is nothing to repair.
    if imperatives:
        return not (imperatives == {"s"} and tag.tense == "present" and tag.person == "3")
    # English has no form of its own for it, and a system takes it for an infinitive, a past tense or a participle.
    forms = {each.form for each in readings} | {each.tense for each in readings}
    return {"infinitive", "present"} <= forms and (tag.form in ("infinitive", "participle") or tag.tense == "past")


def _may_differ(tokens: tuple[Token, ...], index: int, *, starts: bool) -> bool:
    """Whether a verb may have to be another form: an instruction is well as it is, and so is a governed infinitive."""
    tag = tokens[index].tag
    if starts and tag.tense == "imperative":
        return False
    governed = index > 0 and (tokens[index - 1].tag.is_verbal or tokens[index - 1].tag.part is Part.PREPOSITION)
    return not (tag.form == "infinitive" and governed)


def _is_subject(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether the next word but adverbs after a gerund is a finite verb: *Fumando es malo*."""
    after = next((token.tag for token in tokens[index + 1 :] if token.tag.part is not Part.ADVERB), None)
    return after is not None and after.form == "finite"


def _is_addressed(tag: Tag, token: Token, word: SourceWord | None) -> bool:
    """Whether a form is for as many as the source speaks to, if it says so: *seleccioneu* is not *selecciona*."""
    if tag.tense != "imperative":
        return True
    readings = [each.source.tag for each in word.translations] if word else []
    numbers = {each.number for each in readings if each.tense == "imperative" and each.person == "2"}
    if not numbers:
        # English does not say so; most often, it is one.
        numbers = {token.tag.number if token.tag.person == "2" else "s"}
    return tag.number in numbers


def _ask_for(token: Token, index: int, tag: Tag, word: SourceWord | None, action: Action) -> Iterator[Draft]:
    wanted = replace(tag, part=token.tag.part)
    if tag.form == "finite" and not tag.person:
        wanted = replace(wanted, person=token.tag.person, number=token.tag.number)
    if wanted == token.tag:
        return
    wish = Wish.of_verb(token, wanted)
    yield Draft.of(Change(index, index + 1, wish), action, source=word.text if word else "")


def _read_others(token: Token, index: int, word: SourceWord, action: Action, skip: str) -> Iterator[Draft]:
    """Forms of the same verb that other readings of the source word have, but for one tense."""
    now, form, lemma = find_translation(word, token), token.text.casefold(), token.lemma.casefold()
    # A form that no reading has was made by the system from several words, as "puso" from "va posar".
    if now is None or (now.text.casefold() != form and token.tag.form != "participle"):
        return
    others = dict.fromkeys(
        each.text
        for each in word.translations
        if each.target.lemma.casefold() == lemma
        and each.target.tag.is_verbal
        and each.text.casefold() != form
        and (each.target.tag.form == "finite" or token.tag.form != "finite")
        and not (skip and each.target.tag.tense == skip)
    )
    for other in list(others)[:MOST]:
        yield Draft.of(Change(index, index + 1, match_case(other, token.text)), action, source=word.text)


def _find_tense(tokens: tuple[Token, ...], index: int, moods: Moods) -> str:
    """What tense a finite verb has after the conjunction of its clause, if it is another one; empty if it is not."""
    if tokens[index].tag.form != "finite":
        return ""
    for place in range(index - 1, max(index - 1 - _FARTHEST, -1), -1):
        if tokens[place].tag.is_verbal or tokens[place].tag.part is Part.PUNCTUATION:
            return ""
        tenses = (moods.after or {}).get(tokens[place].text.casefold())
        if tenses is not None:
            return tenses.get(tokens[index].tag.tense, "")
    return ""
