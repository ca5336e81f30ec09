"""Function words for which there is another, as in *viven a Brasil*, *viven en Brasil*; *los gusta*, *les gusta*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import Rules, RuleSection, read_parts
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

MOST = 2
"""How many words are tried in the place of one, at most."""

FUNCTION_WORD = Action(name="function word", error=ErrorType.WORD_FOR_WORD, contested=True, pronoun_reach=Reach.RIGHT)
ACTIONS = (FUNCTION_WORD,)
_VERB_FORMS = ("finite", "infinitive", "gerund", "participle")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A function word for which another is tried, since other languages have one word for both: *a* and *en*.

    Attributes:
        others: The words that are tried in its place, the likelier first.
        parts: What the word has to be.
        before: What has to follow: parts of speech, or forms of verbs.
    """

    others: tuple[str, ...]
    parts: frozenset[str]
    before: frozenset[str]


def _read(rows: list[dict[str, Any]]) -> dict[str, tuple[Exchange, ...]]:
    """The exchanges of each word."""
    found: dict[str, tuple[Exchange, ...]] = {}
    for row in rows:
        parts, before = read_parts(row["parts"]), read_parts(row["before"], *_VERB_FORMS)
        for word, others in row["forms"].items():
            if not isinstance(others, list):
                raise TypeError(f"{others!r} is not a list of words")
            found[word] = (*found.get(word, ()), Exchange(tuple(others), parts, before))
    return found


EXCHANGES = RuleSection("exchanges", ("forms", "parts", "before"), _read, repeated=True)
SECTIONS = (EXCHANGES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the other words for each function word that the rules know, by what follows it."""
    if not rules.find(EXCHANGES):
        return
    for index in range(len(linked.tokens) - 1):
        if linked.is_word[index]:
            for change in islice(_exchange(linked.tokens, index, rules), MOST):
                yield Draft.of(change, FUNCTION_WORD)


def _exchange(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Change]:
    token, after = tokens[index], tokens[index + 1]
    *before, last = token.text.casefold().split(" ")
    # "al" is "a", too, with an article after it.
    last, article = rules.expansions.get(last, (last, ""))
    word = " ".join([*before, last])
    follows = {str(Part.DETERMINER)} if article else {str(after.tag.part), after.tag.form}
    for rule in rules.find(EXCHANGES).get(word, ()):
        if token.tag.part not in rule.parts or rule.before.isdisjoint(follows):
            continue
        for other in rule.others:
            stop, new = index + 1, f"{other} {article}".rstrip()
            if not article and (other.split(" ")[-1], after.text) in rules.contractions:
                # Both words become one: "en el", "al".
                stop, new = index + 2, f"{other} {after.text}"
            yield Change(index, stop, match_case(new, token.text))
