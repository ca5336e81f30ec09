"""The other of two copulas, as in *el disco es lleno*, *el disco está lleno*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.agreement import is_adjectival
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.function_words import put_preposition
from tertium.mtness.repairs.kinds.government import governs
from tertium.mtness.repairs.kinds.prepositions import is_droppable
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

_VERB_FORMS = frozenset(("participle", "gerund"))

COPULA = Action(name="ser/estar", error=ErrorType.SER_ESTAR, contested=True, reach=Reach.RIGHT, settled_by_counts=True)
ACTIONS = (COPULA,)


@dataclass(frozen=True, slots=True)
class Copulas:
    """The two copulas of a language.

    Attributes:
        others: By each form of one copula the forms of the other, each with the other's name.
        before: By the name of a copula what may follow it.
        prepositions: By the name of a copula what becomes of prepositions after it.
    """

    others: Mapping[str, tuple[tuple[str, str], ...]]
    before: Mapping[str, frozenset[str]]
    prepositions: Mapping[str, Mapping[str, str]]


def _read(table: dict[str, Any]) -> Copulas:
    forms, before, prepositions = (table.get(key, {}) for key in ("forms", "before", "prepositions"))
    check_names((*before, *prepositions), forms)
    return Copulas(_pair_forms(forms), {name: frozenset(kinds) for name, kinds in before.items()}, prepositions)


def _pair_forms(forms: Mapping[str, list[str]]) -> dict[str, tuple[tuple[str, str], ...]]:
    if not forms:
        return {}
    (first, ours), (second, theirs) = forms.items()
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for one, other in zip(ours, theirs, strict=True):
        for form, pair in ((one, (other, second)), (other, (one, first))):
            if form and pair[0] and pair not in found.get(form, ()):
                found[form] = (*found.get(form, ()), pair)
    return found


COPULAS = RuleSection("copulas", ("forms", "before", "prepositions"), _read)
SECTIONS = (COPULAS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the other copula in the same form, where what follows may be its complement.

    Other mistakes go together with it, and are repaired at the same time: a preposition before the infinitive after
    a participle, *es previsto de llegar*, *está previsto llegar*, unless the participle asks for it; and the
    preposition right after it, *será a Madrid*, *estará en Madrid*.
    """
    copulas = rules.find(COPULAS)
    if not copulas.others:
        return
    tokens = linked.tokens
    for index in range(len(tokens)):
        for change, name in _swap(tokens, index, rules) if linked.is_word[index] else ():
            drop = _find_dropped(tokens, index, rules)
            if drop is not None:
                yield _draft_both(change, Change(drop, drop + 1, ""), drop + 2)
            if drop is None or not _goes_together(tokens, drop, rules):
                yield Draft.of(change, COPULA)
            after = tokens[index + 1].text.casefold() if index + 1 < len(tokens) else ""
            preposition = rules.expansions.get(after, (after, ""))[0]
            if other := copulas.prepositions.get(name, {}).get(preposition):
                put = put_preposition(tokens, index + 1, other, rules)
                yield _draft_both(change, put, put.stop)


def _draft_both(copula: Change, other: Change, stop: int) -> Draft:
    return Draft(changes=(copula, other), action=COPULA, error=COPULA.error, first=copula.first, stop=stop)


def _find_dropped(tokens: tuple[Token, ...], index: int, rules: Rules) -> int | None:
    """Where a preposition is that may be too much after the complement of a copula, a participle or an adjective."""
    place = index + 1
    while place < len(tokens) and tokens[place].tag.part is Part.ADVERB:
        place += 1
    if place >= len(tokens) or not is_adjectival(tokens[place].tag):
        return None
    return place + 1 if is_droppable(tokens, place + 1, rules) else None


def _goes_together(tokens: tuple[Token, ...], index: int, rules: Rules) -> bool:
    """Whether a copula is not to be changed without the preposition after its complement."""
    complement = tokens[index - 1]
    return complement.tag.form == "participle" and not governs(complement, tokens[index].text.casefold(), rules)


def _swap(tokens: tuple[Token, ...], index: int, rules: Rules) -> list[tuple[Change, str]]:
    """The changes of a copula to the other one, in all forms that its own may stand for, with the other's name."""
    token = tokens[index]
    copulas = rules.find(COPULAS)
    forms = copulas.others.get(token.text.casefold())
    if forms is None or not (token.tag.is_verbal or token.tag.part is Part.UNKNOWN):
        return []
    kind = _find_complement(tokens, index)
    return [
        (Change(index, index + 1, match_case(form, token.text)), name)
        for form, name in forms
        if kind in copulas.before.get(name, ())
    ]


def are_copulas(token: Token, form: str, rules: Rules) -> bool:
    """Return whether a token is a verb, and a form the same of the other copula."""
    others = rules.find(COPULAS).others.get(token.text.casefold(), ()) if token.tag.is_verbal else ()
    return any(form == other for other, _ in others)


def _find_complement(tokens: tuple[Token, ...], index: int) -> str:
    """What follows: a part of speech or the form of a verb; adverbs count only if nothing else follows."""
    found = ""
    for token in tokens[index + 1 : index + 4]:
        if token.tag.part is Part.ADVERB:
            found = str(Part.ADVERB)
        elif token.tag.is_verbal:
            return token.tag.form if token.tag.form in _VERB_FORMS else found
        elif token.tag.part is Part.PREPOSITION:
            return found or str(Part.PREPOSITION)
        else:
            return found if token.tag.part is Part.PUNCTUATION else str(token.tag.part)
    return found
