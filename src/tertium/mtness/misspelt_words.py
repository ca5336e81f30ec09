"""Misspelt and untranslated words as findings: what neither dictionary, tagger nor corpus knows.

A word of the source that was left is an instance. So is a word for which a very similar one is far more common. Any
other unknown word may be a name, a code or a new word, and is a candidate.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.edits import Edit
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.detection.findings import CountedSuggestion, Finding, Verdict
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.dictionary import SourceWord
from tertium.mtness.resources.spelling import MisspellingKind, SpellChecker, find_misspellings
from tertium.mtness.segment import Segment
from tertium.mtness.text.tagger import Analyser, Tagger
from tertium.mtness.text.tokens import Token

SPELLING = Action(name="spelling", error=ErrorType.SPELLING, lexical=True)

# A word that a corpus has this often is correct, even if the dictionary lacks it; one of the source has to be a loan.
_LIMITS = {MisspellingKind.UNKNOWN_WORD: 3, MisspellingKind.UNTRANSLATED: 10}

# How many times as common as the word a suggestion has to be, by the number of letters that differ, accents apart.
_RATIOS = (2, 10)
# Hunspell takes a tenth of a second per word; a text with more is in another language, or not a text.
_MOST_SUGGESTED = 300
_MOST = 5
# Shorter words are similar to too many others.
_LONG = 8


@dataclass(frozen=True, kw_only=True)
class Spelling:
    """What is needed to check the words of a language.

    Attributes:
        target: The dictionary of the language.
        source: That of the source language; None if there is none.
        tagger: The tagger. A word that it can analyse is correct.
    """

    target: SpellChecker
    source: SpellChecker | None
    tagger: Tagger

    def check(
        self, segments: Sequence[Segment], ledger: Ledger, words: Sequence[Sequence[SourceWord]] = ()
    ) -> list[Finding]:
        """Return the words that are not known, with suggestions, in the order of the text.

        Args:
            segments: The segments, tagged.
            ledger: Who counts.
            words: The words of the source of each segment; their translations are suggested for untranslated words.
        """
        unknown = find_misspellings(segments, self.target, self.source)
        texts = [segments[each.segment].tokens[each.token].text for each in unknown]
        ledger.ask(texts)
        analysed = self._list_analysed(texts)
        left = [
            each
            for each, text in zip(unknown, texts, strict=True)
            if (ledger.find(text) or 0) < _LIMITS[each.kind]
            and (each.kind is MisspellingKind.UNTRANSLATED or text.casefold() not in analysed)
        ]
        places = [(each.kind, segments[each.segment].tokens[each.token], each.segment) for each in left]
        similar = self._find_similar(token.text for kind, token, _ in places if kind is MisspellingKind.UNKNOWN_WORD)
        offers: list[tuple[str, ...]] = [
            similar.get(token.text, ())
            if kind is MisspellingKind.UNKNOWN_WORD
            else tuple(_list_translations(token.text, words[number] if words else ()))
            for kind, token, number in places
        ]
        ledger.ask(offer for some in offers for offer in some)
        return [
            _make_finding(number, token, kind, some, ledger)
            for (kind, token, number), some in zip(places, offers, strict=True)
        ]

    def _list_analysed(self, texts: Sequence[str]) -> set[str]:
        """The words that the tagger knows, though the dictionary does not: *córner*."""
        if not isinstance(self.tagger, Analyser):
            return set()
        distinct = list(dict.fromkeys(text.casefold() for text in texts))
        return {word for word, found in zip(distinct, self.tagger.analyse(distinct), strict=True) if found}

    def _find_similar(self, texts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        found = {}
        for text in list(dict.fromkeys(texts))[:_MOST_SUGGESTED]:
            offered = (each for each in self.target.suggest(text.lower(), limit=10) if each.isalpha())
            found[text] = tuple(each for each in offered if _measure(text, each) <= (2 if len(text) >= _LONG else 1))
        return found


def _make_finding(number: int, token: Token, kind: MisspellingKind, offers: Sequence[str], ledger: Ledger) -> Finding:
    count = ledger.find(token.text)
    untranslated = kind is MisspellingKind.UNTRANSLATED
    distances = {each: 0 if untranslated else _measure(token.text, each) for each in offers}
    # Hunspell knows many words that nobody uses.
    likely = [each for each in offers if not distances[each] or ledger.number(each)]
    ordered = sorted(likely, key=lambda each: (distances[each], -ledger.number(each)))
    suggestions = tuple(
        CountedSuggestion(text=text, count=ledger.find(each), repair=_make_repair(token, text, untranslated))
        for each in ordered[:_MOST]
        for text in [_match_capitals(token.text, each)]
    )
    is_clear = untranslated or any(
        ledger.number(each) >= _RATIOS[distance] * max(1, count or 0)
        for each, distance in distances.items()
        if distance < len(_RATIOS)
    )
    return Finding(
        segment=number,
        kind="word",
        start=token.start,
        end=token.end,
        text=token.text,
        verdict=Verdict.INSTANCE if is_clear else Verdict.CANDIDATE,
        error=ErrorType.SPELLING,
        count=count,
        suggestions=suggestions,
        note=str(kind),
    )


def _make_repair(token: Token, text: str, untranslated: bool) -> Repair:
    return Repair(
        edits=(Edit(token.start, token.end, text),),
        action=SPELLING,
        error=ErrorType.SPELLING,
        replaced=token.text,
        replacement=text,
        source=token.text if untranslated else "",
    )


def _list_translations(text: str, words: Sequence[SourceWord]) -> Iterator[str]:
    """What a word of the source that was left may mean."""
    found = (each for word in words if word.text.casefold() == text.casefold() for each in word.translations)
    yield from dict.fromkeys(each.text for each in found if each.text.casefold() != text.casefold())


def _match_capitals(text: str, other: str) -> str:
    if text.isupper() and len(text) > 1:
        return other.upper()
    return other[:1].upper() + other[1:] if text[:1].isupper() else other


def _measure(one: str, other: str) -> int:
    """Return how many letters differ: replaced, inserted, removed, or exchanged with the next; accents apart.

    >>> _measure("tramitacion", "tramitación"), _measure("exijente", "exigente"), _measure("seleciona", "seccional")
    (0, 1, 3)
    """
    one, other = _without_accents(one), _without_accents(other)
    rows = [list(range(len(other) + 1))]
    for place, letter in enumerate(one, 1):
        row = [place]
        for column, letter_of_other in enumerate(other, 1):
            cost = min(rows[-1][column] + 1, row[column - 1] + 1, rows[-1][column - 1] + (letter != letter_of_other))
            if place > 1 and column > 1 and one[place - 2 : place] == other[column - 2 : column][::-1]:
                cost = min(cost, rows[-2][column - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]


def _without_accents(text: str) -> str:
    spread = unicodedata.normalize("NFD", text.casefold())
    return "".join(each for each in spread if not unicodedata.combining(each))
