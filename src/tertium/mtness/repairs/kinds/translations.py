"""A2: another translation of the source word, as in *mueran de siete*, *mueran de sed*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.agreement import agree, find_noun, is_adjectival
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.apocopation import APOCOPATIONS
from tertium.mtness.repairs.kinds.copulas import COPULA, are_copulas
from tertium.mtness.repairs.kinds.function_words import FUNCTION_WORD
from tertium.mtness.repairs.kinds.question_words import asks
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation, Wish
from tertium.mtness.text.tags import CONTENT, Part, Tag
from tertium.mtness.text.tokens import Token

FUNCTION = frozenset((Part.DETERMINER, Part.PRONOUN, Part.PREPOSITION, Part.CONJUNCTION))
"""Parts of speech that are not exchanged for each other."""

_SMALL = FUNCTION | {Part.AUXILIARY}
# As Apertium tags it.
_COPULA = "<vbser>"

MOST_SENSES = 3
"""How many other words are tried for a function word, at most."""

MOST_FORMS = 3
"""How many forms of one verb are tried, at most."""

OTHER_TRANSLATION = Action(
    name="A2", error=ErrorType.WRONG_SENSE, lexical=True, reach=Reach.EITHER_SIDE, settled_by_counts=True
)
# Between copulas, it is the other copula; between prepositions, the other function word.
ACTIONS = (OTHER_TRANSLATION, COPULA, FUNCTION_WORD)
SECTIONS: tuple[RuleSection[Any], ...] = ()


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield every other translation of each source word, in the form that fits its place best; a few forms of a verb.

    Function words are exchanged only for others of the same kind, and content words for none. No word is exchanged
    for another form of itself, but the words around a noun are if it has another gender in another sense. Between
    copulas, it counts as the other copula.
    """
    for index, token in enumerate(linked.tokens):
        word = linked.source_of(index) if linked.is_word[index] else None
        # A name that was left as it is.
        if word is None or not word.translations or (token.text == word.text and token.text[:1].isupper()):
            continue
        now = find_translation(word, token)
        seen = {token.text.casefold()}
        groups = _group(token, word, now, rules)
        # What a function word is mistaken for may be much; the likelier comes first.
        for forms in groups[:MOST_SENSES] if token.tag.part in FUNCTION else groups:
            for other, (main, *also) in _choose(linked.tokens, index, forms, rules):
                form = other.text.casefold()
                if form == token.text.casefold():
                    # The form that fits is the one that is there.
                    break
                if form in seen:
                    continue
                if not isinstance(main.text, Wish):
                    seen.add(form)
                action, error = OTHER_TRANSLATION, classify(now, other)
                if are_copulas(token, form, rules):
                    action, error = COPULA, COPULA.error
                elif token.tag.part in FUNCTION and other.target.tag.part in FUNCTION:
                    action, error = FUNCTION_WORD, FUNCTION_WORD.error
                yield Draft.of(main, action, error=error, source=word.text, also=tuple(also))
        yield from _change_gender(linked.tokens, index, word, rules)


def _change_gender(tokens: tuple[Token, ...], index: int, word: SourceWord, rules: Rules) -> Iterator[Draft]:
    """The words around a noun for the same noun in the other gender: *el frente*, *la frente*."""
    token = tokens[index]
    if token.tag.part is not Part.NOUN:
        return
    genders = {each.target.tag.gender for each in word.translations if each.text.casefold() == token.text.casefold()}
    for gender in sorted(genders - {token.tag.gender, ""}):
        changes = agree(tokens, index, replace(token.tag, gender=gender), rules)
        if changes:
            first, *rest = changes
            yield Draft.of(first, OTHER_TRANSLATION, source=word.text, also=tuple(rest))


def find_translation(word: SourceWord, token: Token) -> Translation | None:
    """Return the translation of a source word that a token is; the same form first, then the same part of speech."""
    form, lemma = token.text.casefold(), token.lemma.casefold()
    best, most = None, 0
    for each in word.translations:
        same = each.text.casefold() == form
        if not same and each.target.lemma.casefold() != lemma:
            continue
        score = 1 + 2 * same + (each.target.tag.part is token.tag.part)
        if score > most:
            best, most = each, score
    return best


def classify(now: Translation | None, other: Translation) -> ErrorType:
    """Return what went wrong if the other translation is right.

    The wrong word if the source word is a form of two, or is a verb in one reading only; the wrong sense otherwise.
    """
    if now is None:
        return ErrorType.UNKNOWN
    same_lemma = now.source.lemma.casefold() == other.source.lemma.casefold()
    if not same_lemma or now.source.tag.is_verbal != other.source.tag.is_verbal:
        return ErrorType.WORD_FORM
    return ErrorType.WRONG_SENSE


def _group(token: Token, word: SourceWord, now: Translation | None, rules: Rules) -> list[list[Translation]]:
    """The other translations that may stand for a token, by base form and part of speech, likelier ones first."""
    groups: dict[tuple[str, Part], list[Translation]] = {}
    for other in word.translations:
        form, target = other.text.casefold(), other.target
        # The form that is there already competes: if it fits best, no other form of that word is right.
        if form == token.text.casefold() and not _is_alike(token.tag, target.tag):
            continue
        if not _is_other(token, form, target) or _is_short_for(token, form, rules) or asks(token, form, rules):
            continue
        # A small word or a copula is not another sense of a content word, unless the source word was read so.
        small = target.tag.part in _SMALL or (_COPULA in target.native and _COPULA not in token.native)
        if token.tag.part in CONTENT and small and other.source != word.translations[0].source:
            continue
        group = groups.setdefault((target.lemma.casefold(), target.tag.part), [])
        if _is_recast(token, now, other):
            tag = replace(token.tag, part=target.tag.part)
            group.append(replace(other, text="", target=replace(target, tag=tag)))
        else:
            group.append(other)
    return list(groups.values())


def starts_clause(tokens: tuple[Token, ...], index: int) -> bool:
    """Return whether an instruction may start with a word: it is the first in a clause, or follows *and*."""
    place = index - 1
    while place >= 0 and _is_weak(tokens[place].tag):
        place -= 1
    return place < 0 or tokens[place].tag.part is Part.PUNCTUATION or tokens[place].tag.form == "coordinating"


def _is_weak(tag: Tag) -> bool:
    """Whether a word may be before a verb that starts a clause: a negation, an adverb, a pronoun."""
    return tag.part is Part.ADVERB or (tag.part is Part.PRONOUN and tag.form in ("reflexive", "personal"))


def _choose(
    tokens: tuple[Token, ...], index: int, forms: list[Translation], rules: Rules
) -> Iterator[tuple[Translation, list[Change]]]:
    """Of forms of one word the one that is most like the token, and the changes that put it there; of verbs a few."""
    all_agree = all(is_adjectival(other.target.tag) for other in forms)
    starts = starts_clause(tokens, index)

    def compare(other: Translation) -> tuple[int, ...]:
        tag, wanted = other.target.tag, tokens[index].tag
        gender, number = _find_agreement(tokens, index, tag)
        agreement = (_match(tag.number, number), _match(tag.gender, gender))
        if not _is_alike(tag, wanted):
            return agreement if all_agree else (int(starts and tag.tense == "imperative"),)
        same = (_match(tag.form, wanted.form), _match(tag.tense, wanted.tense), _match(tag.person, wanted.person))
        return (*same, *agreement)

    found = 0
    for other in sorted(forms, key=compare, reverse=True):
        if found and (found == MOST_FORMS or other.target.tag.form != "finite"):
            return
        changes = _fit(tokens, index, other, rules)
        if changes is not None:
            yield other, changes
            found += 1


def _is_alike(one: Tag, other: Tag) -> bool:
    """Whether two words are of the same kind, so that a form of one may be compared to a form of the other."""
    same = one.part is other.part or (one.is_verbal and other.is_verbal)
    return same or (is_adjectival(one) and is_adjectival(other))


def _match(has: str, wanted: str) -> int:
    """How well a value fits: the same is better than one that is not known, and that is better than another."""
    return 2 if has == wanted else 0 if has and wanted else 1


def _find_agreement(tokens: tuple[Token, ...], index: int, tag: Tag) -> tuple[str, str]:
    """The gender and number that a new word is to have; empty if nothing asks for one."""
    own = tokens[index].tag
    if not is_adjectival(tag):
        return (own.gender, own.number) if _is_alike(own, tag) else ("", "")
    noun = find_noun(tokens, index)
    if own.part is Part.ADVERB:
        # An adverb belongs to a verb or an adjective, so that it is not a plural unless the noun follows at once.
        after = tokens[index + 1].tag if index + 1 < len(tokens) else None
        if after is not None and after.part is Part.NOUN:
            noun = after
        elif noun is None or noun.number != "s":
            noun = Tag(part=Part.NOUN, gender="m", number="s")
    gender = (own.gender if is_adjectival(own) else "") or (noun.gender if noun else "")
    number = (own.number if is_adjectival(own) else "") or (noun.number if noun else "")
    return gender, number


def _is_other(token: Token, form: str, target: Analysis) -> bool:
    lemma = token.lemma.casefold()
    if token.tag.part in FUNCTION and target.tag.part in FUNCTION:
        # An article that one of them has swallowed cannot be put in or left out here.
        same = token.tag.part is target.tag.part is Part.PREPOSITION and token.tag.form == target.tag.form
        return same and target.lemma.casefold() != lemma
    # The infinitive is the same word, even where it could be a noun: "pudimos" is no "poder".
    if token.tag.is_verbal and form == lemma:
        return False
    return target.lemma.casefold() != lemma or target.tag.is_verbal != token.tag.is_verbal


def _is_short_for(token: Token, form: str, rules: Rules) -> bool:
    """Whether a token is but the short form of a translation, as *primer* of *primero*."""
    short = token.text.casefold()
    return any(rule.becomes == short for rule in rules.find(APOCOPATIONS).get(form, ()))


def _is_recast(token: Token, now: Translation | None, other: Translation) -> bool:
    """Whether the system has put a verb into another form than the source has, to which the other is to be brought.

    So it is with *va posar*, *puso*: the infinitive is not a suggestion.
    """
    if now is None or not (token.tag.is_verbal and now.target.tag.is_verbal and other.target.tag.is_verbal):
        return False
    if now.text.casefold() == token.text.casefold():
        return False
    tag = other.target.tag
    return (tag.form, tag.tense) != (token.tag.form, token.tag.tense)


def _fit(tokens: tuple[Token, ...], index: int, other: Translation, rules: Rules) -> list[Change] | None:
    """The new word in the right form, and what agrees with it; None if something of it cannot be."""
    token, target = tokens[index], other.target
    tag = target.tag
    if not other.text:
        verb = Token(
            text=target.lemma, start=token.start, end=token.end, lemma=target.lemma, tag=tag, native=target.native
        )
        return [Change(index, index + 1, Wish.of_verb(verb, tag))]
    gender = number = ""
    also: tuple[Change, ...] | None = ()
    if tag.part is Part.NOUN:
        same = token.tag.part is Part.NOUN
        number = token.tag.number if same else ""
        new = Tag(part=Part.NOUN, gender=tag.gender, number=number or tag.number)
        if not same:
            # What is after it belongs to another noun, and so does what is before it if a noun follows.
            after = tokens[index + 1].tag if index + 1 < len(tokens) else None
            follows = after is not None and (after.is_nominal or is_adjectival(after))
            also = () if follows else agree(tokens, index, new, rules, after=False)
        elif new.gender != token.tag.gender or new.number != token.tag.number:
            also = agree(tokens, index, new, rules)
    elif is_adjectival(tag):
        gender, number = _find_agreement(tokens, index, tag)
    if also is None:
        return None
    gender = gender if tag.gender and gender != tag.gender else ""
    number = number if tag.number and number != tag.number else ""
    text: str | Wish = match_case(other.text, token.text)
    if gender or number:
        text = Wish(
            Token(text=other.text, start=token.start, end=token.end, lemma=target.lemma, tag=tag, native=target.native),
            gender,
            number,
        )
    return [Change(index, index + 1, text), *also]
