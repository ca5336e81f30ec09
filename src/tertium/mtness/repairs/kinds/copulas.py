"""The other of two copulas, as in *el disco es lleno*, *el disco está lleno*."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Action
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.segments import Token
from tertium.mtness.text.tags import Part

_VERB_FORMS = frozenset(("participle", "gerund"))


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """The other copula in the same form, where what follows may be its complement."""
    if not rules.copulas:
        return
    for index in range(len(linked.tokens)):
        if linked.is_word[index]:
            for change in swap_copula(linked.tokens, index, rules):
                yield Draft.of(change, Action.COPULA, ErrorType.SER_ESTAR)


def swap_copula(tokens: tuple[Token, ...], index: int, rules: Rules) -> list[Change]:
    """The changes of a copula to the other one, in all forms that its own may stand for; none if it is no copula."""
    token = tokens[index]
    forms = rules.copulas.get(token.text.casefold())
    if forms is None or not (token.tag.is_verbal or token.tag.part is Part.UNKNOWN):
        return []
    kind = _find_complement(tokens, index)
    return [
        Change(index, index + 1, match_case(form, token.text))
        for form, name in forms
        if kind in rules.copula_before.get(name, ())
    ]


def are_copulas(token: Token, form: str, rules: Rules) -> bool:
    """Whether a token is a verb, and a form the same of the other copula."""
    others = rules.copulas.get(token.text.casefold(), ()) if token.tag.is_verbal else ()
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
