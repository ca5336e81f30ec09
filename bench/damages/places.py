"""Where human text can be damaged, and how: the five types of errors of the paper.

*Wrong sense* and *word-form confusion*: ``translations.py``. *Word-for-word*: the article that Catalan has before names
of places; the preposition that it has before an infinitive; an adjective before its noun; an acronym that became some
word, as *RAM* became *RAMO*. *Apocopation*: the long form where the short one is due; *un* is left out, since it would
be most of them. *Ser/estar*: the other one before an adjective or a participle; some of these are good Spanish as well,
and nothing can be detected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bench.damages.place import Place
from bench.damages.translations import find_translations
from tertium.edits import Edit
from tertium.mtness.repairs.agreement import agrees
from tertium.mtness.repairs.drafts import match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds import SECTIONS
from tertium.mtness.repairs.kinds.copulas import COPULAS
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of damage: what it is an error of, how much of it there is to be, and how often with the same words."""

    name: str
    error: ErrorType
    count: int
    most_alike: int


KINDS = (
    Kind("wrong sense", ErrorType.WRONG_SENSE, 50, 2),
    Kind("word form", ErrorType.WORD_FORM, 50, 2),
    Kind("article", ErrorType.WORD_FOR_WORD, 17, 17),
    Kind("preposition", ErrorType.WORD_FOR_WORD, 17, 17),
    Kind("order", ErrorType.WORD_FOR_WORD, 8, 1),
    Kind("acronym", ErrorType.WORD_FOR_WORD, 8, 2),
    Kind("apocopation", ErrorType.APOCOPATION, 50, 20),
    Kind("ser/estar", ErrorType.SER_ESTAR, 50, 12),
)

_LONG = {
    "gran": "grande", "primer": "primero", "tercer": "tercero", "buen": "bueno", "mal": "malo", "algún": "alguno",
    "ningún": "ninguno", "san": "santo", "cualquier": "cualquiera", "cien": "ciento", "postrer": "postrero",
}  # fmt: skip
# After these Catalan has no preposition either.
_BARE = frozenset((
    "poder", "deber", "querer", "soler", "hacer", "dejar", "ver", "oír", "saber", "necesitar", "ir", "haber", "ser",
    "estar", "mandar", "sentir", "mirar", "tener",
))  # fmt: skip
_OTHER_PREPOSITIONS = {"pensar": "en", "acostumbrar": "a", "conseguir": "a", "lograr": "a"}
_ACRONYM = re.compile(r"(?![IVXLCDM]+$)[A-ZÑ]{2,5}")
# These have an article already, or may have one.
_HAS_ARTICLE = re.compile(r"(?:el|la|los|las|estados)\b", re.IGNORECASE)
_NAME_PARTS = frozenset((Part.PROPER, Part.DETERMINER, Part.UNKNOWN, Part.ADJECTIVE, Part.NOUN))


def find_places(segments: Sequence[Segment], source: str, target: str, seed: int) -> list[Place]:
    """All places of all kinds."""
    places = list(find_translations(segments, source, target))
    rules = Rules.read(target, SECTIONS)
    nouns = _list_nouns(segments)
    finders: tuple[Callable[[tuple[Token, ...]], Iterator[tuple[str, Edit]]], ...] = (
        _find_names,
        _find_infinitives,
        _find_orders,
        lambda tokens: _find_acronyms(tokens, nouns, Random(seed)),
        _find_short_forms,
        lambda tokens: _find_copulas(tokens, rules),
    )
    for number, segment in enumerate(segments):
        for find in finders:
            for kind, edit in find(segment.tokens):
                old = segment.text[edit.start : edit.end]
                if edit.text.casefold() != old.casefold():
                    places.append(Place(number, kind, (edit,), old, edit.text.strip()))
    return places


def choose(places: Sequence[Place], seed: int) -> tuple[list[Place], dict[str, int]]:
    """As many places of each kind as are wanted, at most one per segment; and how many are missing of each kind."""
    by_kind: dict[str, list[Place]] = {kind.name: [] for kind in KINDS}
    for place in places:
        by_kind[place.kind].append(place)
    taken: set[int] = set()
    chosen: list[Place] = []
    missing: dict[str, int] = {}
    # The rare ones first, or others would take their segments.
    for kind in sorted(KINDS, key=lambda each: len(by_kind[each.name]) / each.count):
        left, alike = kind.count, dict[tuple[str, str], int]()
        pool = by_kind[kind.name]
        for place in Random(seed).sample(pool, len(pool)):
            words = (place.old.casefold(), place.new.casefold())
            if left and place.segment not in taken and alike.get(words, 0) < kind.most_alike:
                taken.add(place.segment)
                alike[words] = alike.get(words, 0) + 1
                chosen.append(place)
                left -= 1
        if left:
            missing[kind.name] = left
    return chosen, missing


def _find_names(tokens: tuple[Token, ...]) -> Iterator[tuple[str, Edit]]:
    for before, token, behind in zip(tokens, tokens[1:], tokens[2:], strict=False):
        tag = token.tag
        if tag.part is not Part.PROPER or tag.form != "place" or _HAS_ARTICLE.match(token.text):
            continue
        # Not within a longer name: Ciudad de México.
        if before.text[:1].isupper() or before.tag.part in _NAME_PARTS or behind.text[:1].isupper():
            continue
        # Dictionaries say little about the gender of places, unlike their last letter.
        is_feminine = tag.gender == "f" or (not tag.gender and token.text.endswith("a"))
        article = "la" if is_feminine else "el"
        word = before.text.casefold()
        if article == "el" and word in ("de", "a"):
            yield "article", Edit(before.start, before.end, match_case(f"{word}l", before.text))
        elif before.tag.part is not Part.PUNCTUATION and before.tag.form != "contracted":
            yield "article", Edit(token.start, token.start, f"{article} ")


def _find_infinitives(tokens: tuple[Token, ...]) -> Iterator[tuple[str, Edit]]:
    for place in range(1, len(tokens) - 1):
        token, behind = tokens[place], tokens[place + 1]
        if behind.tag.form != "infinitive" or behind.lemma.casefold() == "haber":
            continue
        # A group such as "tener que" has a preposition of its own.
        verb = token.tag.part is Part.VERB and token.lemma.casefold() not in _BARE and " " not in token.text
        complement = token.tag.part is Part.ADJECTIVE and tokens[place - 1].lemma.casefold() in ("ser", "estar")
        if verb or complement:
            word = _OTHER_PREPOSITIONS.get(token.lemma.casefold(), "de")
            yield "preposition", Edit(behind.start, behind.start, f"{word} ")


def _find_orders(tokens: tuple[Token, ...]) -> Iterator[tuple[str, Edit]]:
    for noun, adjective, behind in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if noun.tag.part is not Part.NOUN or adjective.tag.part is not Part.ADJECTIVE or adjective.tag.form:
            continue
        if agrees(noun.tag, adjective.tag) and behind.tag.part is not Part.ADJECTIVE and noun.text.islower():
            yield "order", Edit(noun.start, adjective.end, f"{adjective.text} {noun.text}")


def _find_acronyms(tokens: tuple[Token, ...], nouns: dict[str, list[str]], rng: Random) -> Iterator[tuple[str, Edit]]:
    if sum(token.text.isupper() for token in tokens) > len(tokens) // 3:
        return
    for token in tokens:
        if _ACRONYM.fullmatch(token.text) and (words := nouns.get(token.text[0].casefold())):
            yield "acronym", Edit(token.start, token.end, rng.choice(words).upper())


def _find_short_forms(tokens: tuple[Token, ...]) -> Iterator[tuple[str, Edit]]:
    for before, token, behind in zip(tokens, tokens[1:], tokens[2:], strict=False):
        long = _LONG.get(token.text.casefold())
        wanted = Part.PROPER if long == "santo" else Part.NOUN
        # Or it is the adverb: "si no mal recuerdo".
        is_adverb = token.tag.part is Part.ADVERB or (long == "malo" and before.tag.part is not Part.DETERMINER)
        if long and behind.tag.part is wanted and not is_adverb:
            yield "apocopation", Edit(token.start, token.end, match_case(long, token.text))


def _find_copulas(tokens: tuple[Token, ...], rules: Rules) -> Iterator[tuple[str, Edit]]:
    for place, token in enumerate(tokens[:-1]):
        forms = rules.find(COPULAS).others.get(token.text.casefold(), ())
        if not forms or not token.tag.is_verbal:
            continue
        behind = tokens[place + 1]
        if behind.tag.part is Part.ADVERB and place + 2 < len(tokens):
            behind = tokens[place + 2]
        if behind.tag.part is Part.ADJECTIVE or behind.tag.form == "participle":
            yield "ser/estar", Edit(token.start, token.end, match_case(forms[0][0], token.text))


def _list_nouns(segments: Sequence[Segment]) -> dict[str, list[str]]:
    """Short nouns by their first letter."""
    found: dict[str, set[str]] = {}
    for segment in segments:
        for token in segment.tokens:
            if token.tag.part is Part.NOUN and 3 <= len(token.text) <= 5 and token.text.islower() and token.native:
                found.setdefault(token.text[0], set()).add(token.text)
    return {letter: sorted(words) for letter, words in found.items()}
