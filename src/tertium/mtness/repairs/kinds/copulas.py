"""The other of two copulas, as in *el disco es lleno*, *el disco está lleno*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

_VERB_FORMS = frozenset(("participle", "gerund"))

COPULA = Action(name="ser/estar", error=ErrorType.SER_ESTAR, contested=True, reach=Reach.RIGHT)
ACTIONS = (COPULA,)


@dataclass(frozen=True, slots=True)
class Copulas:
    """The two copulas of a language.

    Attributes:
        others: By each form of one copula the forms of the other, each with the other's name.
        before: By the name of a copula what may follow it.
    """

    others: Mapping[str, tuple[tuple[str, str], ...]]
    before: Mapping[str, frozenset[str]]


def _read(table: dict[str, Any]) -> Copulas:
    forms, before = table.get("forms", {}), table.get("before", {})
    check_names(before, forms)
    return Copulas(_pair_forms(forms), {name: frozenset(kinds) for name, kinds in before.items()})


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


COPULAS = RuleSection("copulas", ("forms", "before"), _read)
SECTIONS = (COPULAS,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the other copula in the same form, where what follows may be its complement."""
    if not rules.find(COPULAS).others:
        return
    for index in range(len(linked.tokens)):
        if linked.is_word[index]:
            for change in swap_copula(linked.tokens, index, rules):
                yield Draft.of(change, COPULA)


def swap_copula(tokens: tuple[Token, ...], index: int, rules: Rules) -> list[Change]:
    """Return the changes of a copula to the other one, in all forms that its own may stand for."""
    token = tokens[index]
    copulas = rules.find(COPULAS)
    forms = copulas.others.get(token.text.casefold())
    if forms is None or not (token.tag.is_verbal or token.tag.part is Part.UNKNOWN):
        return []
    kind = _find_complement(tokens, index)
    return [
        Change(index, index + 1, match_case(form, token.text))
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
