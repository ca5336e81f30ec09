"""Articles that are missing before nouns, and articles before proper nouns that are too much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair_rules import SLOTS, Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_MODIFIERS = frozenset(("relative", "participle"))

ADD_ARTICLE = Action(name="add article", error=ErrorType.WORD_FOR_WORD, contested=True, stylistic=True)
# Before a name any word will do: *en el Brasil*.
DROP_ARTICLE = Action(name="drop article", error=ErrorType.WORD_FOR_WORD, contested=True, any_word_before=True)
ACTIONS = (ADD_ARTICLE, DROP_ARTICLE)


@dataclass(frozen=True, slots=True)
class Articles:
    """What a language says about its definite article.

    Attributes:
        definite: The article by gender and number (``"m.s"``), by number, or the only one (``"any"``).
        add_after: After which words one may be missing: parts of speech, or ``"start"``.
        drop_before: Before which parts of speech one may be too much.
        keep_before: Prepositions after a name that say which one it is, so that its article stays.
    """

    definite: Mapping[str, str]
    add_after: frozenset[str]
    drop_before: frozenset[str]
    keep_before: frozenset[str]

    def find(self, tag: Tag) -> str | None:
        """Return the definite article of a noun; None if it depends on what is not known."""
        for key in (f"{tag.gender}.{tag.number}", tag.number, "any"):
            if key in self.definite:
                return self.definite[key]
        return None


def _read(table: dict[str, Any]) -> Articles:
    definite = dict(table.get("definite", {}))
    check_names(definite, (*SLOTS, "s", "p", "any"))
    return Articles(definite, *(frozenset(table.get(key, ())) for key in ("add_after", "drop_before", "keep_before")))


ARTICLES = RuleSection("articles", ("definite", "add_after", "drop_before", "keep_before"), _read)
SECTIONS = (ARTICLES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the definite article for nouns without a determiner, and its removal before proper nouns."""
    articles = rules.find(ARTICLES)
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index]:
            continue
        if articles.definite and token.tag.part is Part.NOUN:
            yield from _add(linked, index, articles)
        if token.tag.part in articles.drop_before and index:
            yield from _drop(linked, index - 1, articles, rules)


def _add(linked: LinkedSegment, index: int, articles: Articles) -> Iterator[Draft]:
    tokens = linked.tokens
    first = index
    while first and tokens[first - 1].tag.part is Part.ADJECTIVE and linked.is_word[first - 1]:
        first -= 1
    before = "start" if not first else str(tokens[first - 1].tag.part)
    article = articles.find(tokens[index].tag)
    if article is None or before not in articles.add_after or (first and tokens[first - 1].tag.form == "contracted"):
        return
    also: tuple[Change, ...] = ()
    head = tokens[first]
    if not first and head.text[:1].isupper() and not head.text.isupper():
        article = match_case(article, head.text)
        also = (Change(first, first + 1, head.text[:1].lower() + head.text[1:]),)
    yield Draft.of(Change(first, first, article), ADD_ARTICLE, also=also)


def _drop(linked: LinkedSegment, index: int, articles: Articles, rules: Rules) -> Iterator[Draft]:
    token: Token = linked.tokens[index]
    # Names in the plural, such as *los Estados Unidos*, are good with an article and without.
    if token.tag.number == "p" or _is_modified(linked.tokens, index + 1, articles):
        return
    if token.tag.part is Part.DETERMINER and token.tag.form == "definite":
        new = ""
    elif token.tag.form == "contracted" and token.text.casefold() in rules.expansions:
        new = match_case(rules.expansions[token.text.casefold()][0], token.text)
    else:
        return
    yield Draft.of(Change(index, index + 1, new), DROP_ARTICLE)


def _is_modified(tokens: Sequence[Token], index: int, articles: Articles) -> bool:
    """Whether something after a name tells which one it is, as in *la España actual*, *el Brasil de Lula*."""
    stop = index + 1
    # What has a capital is of the name itself: "los Estados Unidos".
    while stop < len(tokens) and (tokens[stop].tag.part is Part.PROPER or _is_capital_modifier(tokens[stop])):
        stop += 1
    if stop == len(tokens):
        return False
    after = tokens[stop]
    return _is_modifier(after) or after.text.casefold() in articles.keep_before


def _is_modifier(token: Token) -> bool:
    return token.tag.part is Part.ADJECTIVE or token.tag.form in _MODIFIERS


def _is_capital_modifier(token: Token) -> bool:
    return token.text[:1].isupper() and _is_modifier(token)
