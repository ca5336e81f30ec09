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

MOST = 3
"""How many words are tried in the place of one, at most."""

FUNCTION_WORD = Action(name="function word", error=ErrorType.WORD_FOR_WORD, contested=True, pronoun_reach=Reach.RIGHT)
ACTIONS = (FUNCTION_WORD,)
VERB_FORMS = ("finite", "infinitive", "gerund", "participle")
"""What rules may call verbs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A function word for which another is tried, since other languages have one word for both: *a* and *en*.

    Attributes:
        others: The words that are tried in its place, the likelier first.
        parts: What the word has to be.
        before: What has to follow: parts of speech, or forms of verbs.
        before_words: Words of which one has to follow; any if there are none.
        after: What has to be before it: parts of speech; anything if there are none.
    """

    others: tuple[str, ...]
    parts: frozenset[str]
    before: frozenset[str]
    before_words: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()

    def fits(self, token: Token, before: Token | None, following: set[str], word: str) -> bool:
        """Return whether a word is to be exchanged between its neighbours."""
        return (
            token.tag.part in self.parts
            and not (self.before and self.before.isdisjoint(following))
            and not (self.before_words and word not in self.before_words)
            and not (self.after and (before is None or before.tag.part not in self.after))
        )


def _read(rows: list[dict[str, Any]]) -> dict[str, tuple[Exchange, ...]]:
    """The exchanges of each word."""
    found: dict[str, tuple[Exchange, ...]] = {}
    for row in rows:
        parts, before = read_parts(row["parts"]), read_parts(row["before"], *VERB_FORMS)
        words, after = frozenset(row.get("before_words", ())), read_parts(row.get("after", []))
        for word, others in row["forms"].items():
            if not isinstance(others, list):
                raise TypeError(f"{others!r} is not a list of words")
            rule = Exchange(others=tuple(others), parts=parts, before=before, before_words=words, after=after)
            found[word] = (*found.get(word, ()), rule)
    return found


EXCHANGES = RuleSection("exchanges", ("forms", "parts", "before", "before_words", "after"), _read, repeated=True)
SECTIONS = (EXCHANGES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the other words for each function word that the rules know, by what follows it."""
    if not rules.find(EXCHANGES):
        return
    for index in range(len(linked.tokens)):
        if linked.is_word[index]:
            for change in islice(_exchange(linked.tokens, index, rules), MOST):
                yield Draft.of(change, FUNCTION_WORD)


def _exchange(tokens: tuple[Token, ...], index: int, rules: Rules) -> Iterator[Change]:
    token, before = tokens[index], tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    word, article = _split(token, rules)
    follows = {str(after.tag.part), after.tag.form} if after else set()
    if article:
        follows = {str(Part.DETERMINER)}
    for rule in rules.find(EXCHANGES).get(word, ()):
        if rule.fits(token, before, follows, after.text.casefold() if after else ""):
            for other in rule.others:
                yield put_preposition(tokens, index, other, rules)


def find_others(word: str, rules: Rules) -> tuple[str, ...]:
    """Return what is tried for a function word wherever it stands."""
    return next((rule.others for rule in rules.find(EXCHANGES).get(word, ()) if not rule.after), ())


def put_preposition(tokens: tuple[Token, ...], index: int, other: str, rules: Rules) -> Change:
    """Return the change of a function word to another one, which may swallow an article or give it back."""
    token = tokens[index]
    article = _split(token, rules)[1]
    stop, new = index + 1, f"{other} {article}".rstrip()
    if not article and stop < len(tokens) and (other.split(" ")[-1], tokens[stop].text) in rules.contractions:
        # Both words become one: "en el", "al".
        stop, new = index + 2, f"{other} {tokens[stop].text}"
    return Change(index, stop, match_case(new, token.text))


def _split(token: Token, rules: Rules) -> tuple[str, str]:
    """A function word without the article that it may have swallowed, and that: *al* is *a*, too."""
    *before, last = token.text.casefold().split(" ")
    last, article = rules.expansions.get(last, (last, ""))
    return " ".join([*before, last]), article
