"""Function words for which there is another, as in *viven a Brasil*, *viven en Brasil*; *los gusta*, *les gusta*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Action
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.segments import Token
from tertium.mtness.text.tags import Part

MOST = 2
"""How many words are tried in the place of one, at most."""


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """The other words for each function word that the rules know, by what follows it."""
    if not rules.exchanges:
        return
    for index in range(len(linked.tokens) - 1):
        if linked.is_word[index]:
            for change in islice(_exchange(linked.tokens, index, rules), MOST):
                yield Draft.of(change, Action.FUNCTION_WORD, ErrorType.WORD_FOR_WORD)


def _exchange(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Change]:
    token, behind = tokens[index], tokens[index + 1]
    *before, last = token.text.casefold().split(" ")
    # "al" is "a", too, with an article behind it.
    last, article = rules.expansions.get(last, (last, ""))
    word = " ".join([*before, last])
    follows = {str(Part.DETERMINER)} if article else {str(behind.tag.part), behind.tag.form}
    for rule in rules.exchanges.get(word, ()):
        if token.tag.part not in rule.parts or rule.before.isdisjoint(follows):
            continue
        for other in rule.others:
            stop, new = index + 1, f"{other} {article}".rstrip()
            if not article and (other.split(" ")[-1], behind.text) in rules.contractions:
                # Both words become one: "en el", "al".
                stop, new = index + 2, f"{other} {behind.text}"
            yield Change(index, stop, match_case(new, token.text))
