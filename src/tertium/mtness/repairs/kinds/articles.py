"""Articles that are missing before nouns, and articles before names and other nouns that are too much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Change, Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.function_words import find_others
from tertium.mtness.repairs.repair_rules import SLOTS, Rules, RuleSection, check_names
from tertium.mtness.repairs.word_links import LinkedSegment
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_MODIFIERS = frozenset(("relative", "participle"))
_ANY_NUMBER = "sp"

ADD_ARTICLE = Action(name="add article", error=ErrorType.WORD_FOR_WORD, contested=True, stylistic=True)
# *hasta el lunes*: without the article it is hardly ever right, so it is not a matter of style.
EXPECTED_ARTICLE = Action(
    name="expected article", error=ErrorType.WORD_FOR_WORD, contested=True, any_word_before=True, pooled_as_one=True
)
# Before a name any word will do: *en el Brasil*.
DROP_ARTICLE = Action(name="drop article", error=ErrorType.WORD_FOR_WORD, contested=True, any_word_before=True)
ACTIONS = (ADD_ARTICLE, EXPECTED_ARTICLE, DROP_ARTICLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Articles:
    """What a language says about its articles.

    Attributes:
        definite: The article by gender and number (``"m.s"``), by number, or the only one (``"any"``).
        add_after: After which words one may be missing: parts of speech, or ``"start"``.
        expected_before: Base forms of nouns that hardly ever stand without one, such as the days of the week.
        drop_before: Before which parts of speech one may be too much.
        keep_before: Words after a name or noun that say which one it is, so that its article stays.
        personal: Words of other languages that are articles of names: Catalan *en*, *na*.
        indefinite: The indefinite article of a noun in the singular; empty if none is put in.
        indefinite_after: After which words that may be missing.
    """

    definite: Mapping[str, str]
    add_after: frozenset[str]
    expected_before: frozenset[str]
    drop_before: frozenset[str]
    keep_before: frozenset[str]
    personal: frozenset[str]
    indefinite: str
    indefinite_after: frozenset[str]

    def find(self, tag: Tag) -> list[str]:
        """Return the definite articles of a noun: both if its number is not known, none if its gender is not."""
        numbers = tag.number or (_ANY_NUMBER if tag.gender else "")
        for keys in ([f"{tag.gender}.{number}" for number in numbers], list(tag.number), ["any"]):
            if found := [self.definite[key] for key in keys if key in self.definite]:
                return found
        return []


_SETS = ("add_after", "expected_before", "drop_before", "keep_before", "personal", "indefinite_after")


def _read(table: dict[str, Any]) -> Articles:
    definite = dict(table.get("definite", {}))
    check_names(definite, (*SLOTS, "s", "p", "any"))
    sets = {key: frozenset(table.get(key, ())) for key in _SETS}
    return Articles(definite=definite, indefinite=table.get("indefinite", ""), **sets)


ARTICLES = RuleSection("articles", ("definite", "indefinite", *_SETS), _read)
SECTIONS = (ARTICLES,)


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield articles for nouns without a determiner, and none before names and what else has none."""
    articles = rules.find(ARTICLES)
    for index, token in enumerate(linked.tokens):
        if not linked.is_word[index]:
            continue
        if articles.definite and token.tag.part is Part.NOUN:
            yield from _add(linked, index, articles)
        if index and (token.tag.part in articles.drop_before or (articles.drop_before and is_name(linked, index))):
            yield from _drop(linked, _find_first(linked, index, articles) - 1, index, articles, rules)
        elif index and articles.drop_before and _is_added(linked, index):
            yield _draft_drop(linked.tokens, index - 1, "")


def is_name(linked: LinkedSegment, index: int) -> bool:
    """Return whether a word may be a name though the tagger does not say so: it has a capital of its own."""
    token = linked.tokens[index]
    if token.tag.part is Part.PROPER:
        return True
    if not token.text[:1].isupper() or token.tag.part not in (Part.NOUN, Part.UNKNOWN, Part.ADJECTIVE, Part.VERB):
        return False
    # After an article with a capital it is not the first word, either.
    return index > 0 and linked.is_word[index - 1] and linked.tokens[index - 1].tag.form != "final"


def _is_added(linked: LinkedSegment, index: int) -> bool:
    """Whether a noun in the plural has a definite article that the source does not have."""
    token, before = linked.tokens[index], linked.tokens[index - 1]
    added = linked.links[index - 1] < 0 <= linked.links[index]
    # That of "dels" has gone into the preposition.
    if index > 1 and linked.tokens[index - 2].tag.part is Part.PREPOSITION:
        return False
    return added and token.tag.part is Part.NOUN and token.tag.number == "p" and before.tag.form == "definite"


def _find_first(linked: LinkedSegment, index: int, articles: Articles) -> int:
    """Where a noun phrase starts: adjectives before a name belong to it, and its article with them."""
    first = index
    while (
        linked.tokens[index].tag.part is Part.NOUN
        and Part.NOUN in articles.drop_before
        and first > 1
        and linked.tokens[first - 1].tag.part is Part.ADJECTIVE
    ):
        first -= 1
    return first


def _add(linked: LinkedSegment, index: int, articles: Articles) -> Iterator[Draft]:
    tokens = linked.tokens
    first = index
    while first and tokens[first - 1].tag.part is Part.ADJECTIVE and linked.is_word[first - 1]:
        first -= 1
    before = "start" if not first else str(tokens[first - 1].tag.part)
    if first and tokens[first - 1].tag.form == "contracted":
        return
    found = articles.find(tokens[index].tag) if before in articles.add_after else []
    if articles.indefinite and before in articles.indefinite_after and tokens[index].tag.number == "s":
        found = [articles.indefinite, *found]
    head = tokens[first]
    expected = first == index and tokens[index].lemma.casefold() in articles.expected_before
    action = EXPECTED_ARTICLE if expected else ADD_ARTICLE
    for article in found:
        if not first and head.text[:1].isupper() and not head.text.isupper():
            also = (Change(first, first + 1, head.text[:1].lower() + head.text[1:]),)
            yield Draft.of(Change(first, first, match_case(article, head.text)), action, also=also)
        else:
            yield Draft.of(Change(first, first, article), action)


def _drop(linked: LinkedSegment, index: int, noun: int, articles: Articles, rules: Rules) -> Iterator[Draft]:
    tokens = linked.tokens
    token: Token = tokens[index]
    name = is_name(linked, noun)
    # An acronym may stand for any noun: "el PIB".
    if len(tokens[noun].text) > 1 and tokens[noun].text.isupper():
        return
    person = name and tokens[noun].tag.form not in ("place", "organisation")
    if person and token.text.casefold() in articles.personal and _is_for_article(linked, index):
        yield _draft_drop(tokens, index, "")
        return
    # Names in the plural, such as *los Estados Unidos*, are good with an article and without.
    if (name and token.tag.number == "p") or is_modified(tokens, noun, rules):
        return
    if (new := drop_article(token, rules)) is not None:
        yield _draft_drop(tokens, index, new)
        # Two changes at once: "al Calc", "en Calc".
        for other in find_others(new.casefold(), rules) if new else ():
            yield _draft_drop(tokens, index, match_case(other, token.text))


def drop_article(token: Token, rules: Rules) -> str | None:
    """Return what is left of a definite article, or of a preposition that has swallowed one; None if it is neither."""
    if token.tag.part is Part.DETERMINER and token.tag.form == "definite":
        return ""
    if token.tag.form == "contracted" and token.text.casefold() in rules.expansions:
        return match_case(rules.expansions[token.text.casefold()][0], token.text)
    return None


def _is_for_article(linked: LinkedSegment, index: int) -> bool:
    """Whether a word stands for the article of a name in the source: *En Joan* is not *in Joan*."""
    source = linked.source_of(index)
    return source is None or source.text.casefold() == linked.tokens[index].text.casefold()


def _draft_drop(tokens: Sequence[Token], index: int, new: str) -> Draft:
    also: tuple[Change, ...] = ()
    after = tokens[index + 1]
    if not new and tokens[index].text[:1].isupper() and after.text[:1].islower():
        also = (Change(index + 1, index + 2, after.text[:1].upper() + after.text[1:]),)
    return Draft.of(Change(index, index + 1, new), DROP_ARTICLE, also=also)


def is_modified(tokens: Sequence[Token], index: int, rules: Rules) -> bool:
    """Return whether something after a noun tells which one it is, as in *la España actual*, *el Brasil de Lula*."""
    stop = index + 1
    # What has a capital is of the name itself: "los Estados Unidos".
    while stop < len(tokens) and (tokens[stop].tag.part is Part.PROPER or _is_capital_modifier(tokens[stop])):
        stop += 1
    if stop == len(tokens):
        return False
    after = tokens[stop]
    return _is_modifier(after) or after.text.casefold() in rules.find(ARTICLES).keep_before


def _is_modifier(token: Token) -> bool:
    """Whether a word is about the one before it; a noun is, too: *la Alemania nazi*."""
    return token.tag.part in (Part.ADJECTIVE, Part.NOUN) or token.tag.form in _MODIFIERS


def _is_capital_modifier(token: Token) -> bool:
    return token.text[:1].isupper() and (_is_modifier(token) or token.tag.part is Part.UNKNOWN)
