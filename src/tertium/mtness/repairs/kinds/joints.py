"""Words that have another form before their neighbour, as in *y hizo*, *e hizo*; *de el*, *del*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tokens import Token

JUNCTION = Action(name="junction", error=ErrorType.WORD_FORM, reach=Reach.RIGHT, pooled_as_one=True, ruled=True)
ACTIONS = (JUNCTION,)
SECTIONS: tuple[RuleSection[Any], ...] = ()

_GLUE = ("/", "\\", "#", "&", "_", "-")


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the form that each word has before the next one by the junctions and contractions of the language."""
    for index in range(len(linked.tokens) - 1):
        token, after = linked.tokens[index], linked.tokens[index + 1]
        if not (linked.is_word[index] and linked.is_word[index + 1]):
            continue
        # "#N/A error" has no article.
        if linked.segment.text[: token.start].endswith(_GLUE):
            continue
        word, follower = token.text.casefold(), after.text.casefold()
        # The article of a name stays: "de El Salvador".
        if (word, follower) in rules.contractions and after.text[:1].islower():
            short = match_case(rules.contractions[word, follower], token.text[:1])
            yield Draft.of(Change(index, index + 2, short), JUNCTION)
            continue
        for form in _find_forms(token, word, follower, rules):
            yield Draft.of(Change(index, index + 1, match_case(form, token.text[:1])), JUNCTION)


def _find_forms(token: Token, word: str, follower: str, rules: Rules) -> list[str]:
    """The form that is due before a word, or the plain form where another is not due; none if all is well."""
    if word in rules.junctions:
        return [each.becomes for each in rules.junctions[word] if each.fits(follower)][:1]
    bases = rules.junction_bases.get(word, ())
    # "el" is an article of its own, and not "la" before a word that it does not fit.
    if not bases or word in rules.determiners or word.endswith("'"):
        return []
    due = any(each.fits(follower) for base in bases for each in rules.junctions[base] if each.becomes == word)
    return [] if due else [bases[0]]
