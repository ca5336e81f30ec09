"""Differences that are style: synonyms of a thesaurus, and constructions that are right in each other's place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from tertium.errors import InputError
from tertium.lexicon.mythes import Thesaurus
from tertium.mtness.resources.confusions import Confusion
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.resources.languages import find_language, read_rules
from tertium.mtness.text.tagger import Analyser

_ANY = "X"
_MOST_READINGS = 64


@dataclass(frozen=True)
class Equivalents:
    """What is right in each other's place.

    Attributes:
        analyser: Knows the base forms of words; without it, words are taken as they are.
        thesaurus: Has synonyms.
        pairs: Constructions, as base forms.
    """

    analyser: Analyser | None = None
    thesaurus: Thesaurus | None = None
    pairs: frozenset[tuple[tuple[str, ...], tuple[str, ...]]] = frozenset()

    @classmethod
    def of(
        cls, language: str | Path, analyser: Analyser | None = None, thesaurus: Thesaurus | None = None
    ) -> Equivalents:
        """Return those of a language.

        Raises:
            InputError: Its file is not a list of pairs.
        """
        try:
            rows = read_rules(language, "equivalents").get("pairs", [])
            both = [(tuple(one.split()), tuple(other.split())) for one, other in rows]
        except (AttributeError, TypeError, ValueError) as error:
            raise InputError(
                "the file is not a list of pairs of texts",
                file=find_language(language) / "equivalents.toml",
                remedy='Write pairs = [["one", "other"]]',
            ) from error
        return cls(analyser, thesaurus, frozenset([*both, *((other, one) for one, other in both)]))

    def mark(self, confusions: Sequence[Confusion]) -> list[Confusion]:
        """Return the confusions with a mark at those that are style."""
        words = sorted({word for each in confusions for word in (*each.replaced, *each.replacement)})
        found = self.analyser.analyse(words) if self.analyser is not None else [()] * len(words)
        readings = dict(zip(words, found, strict=True))
        return [replace(each, synonyms=self._are_same(each, readings)) for each in confusions]

    def _are_same(self, confusion: Confusion, readings: Mapping[str, tuple[Analysis, ...]]) -> bool:
        before, after, new = confusion.trim()
        old = confusion.replaced[before : len(confusion.replaced) - after]
        if len(old) == len(new) == 1:
            # Two forms for the same: "hablara", "hablase".
            one, other = ({(each.lemma, each.tag) for each in readings[word]} for word in (old[0], new[0]))
            if one & other or _is_old_spelling(old[0], new[0]):
                return True
        # With the word beside it as well: "de momento", "por el momento".
        for pair in ((old, new), (confusion.replaced, confusion.replacement)):
            sides = [[_list_lemmas(word, readings[word]) for word in side] for side in pair]
            ones, others = (list(islice(product(*side), _MOST_READINGS)) for side in sides)
            if any(self._match(one, other) for one in ones for other in others):
                return True
        return False

    def _match(self, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        if (one, other) in self.pairs:
            return True
        # What both begin with, such as an article, says nothing.
        if min(len(one), len(other)) > 1 and one[0] == other[0] and self._match(one[1:], other[1:]):
            return True
        for word in {*one} & {*other}:
            generalised = tuple(tuple(_ANY if each == word else each for each in side) for side in (one, other))
            if generalised in self.pairs:
                return True
        return len(one) == len(other) == 1 and one != other and self._are_synonyms(one[0], other[0])

    def _are_synonyms(self, one: str, other: str) -> bool:
        if self.thesaurus is None:
            return False
        first, second = self.thesaurus.numbers.get(one), self.thesaurus.numbers.get(other)
        if first is None or second is None:
            return False
        start, stop = self.thesaurus.offsets[first], self.thesaurus.offsets[first + 1]
        return second in self.thesaurus.related[start:stop]


def _list_lemmas(word: str, readings: Sequence[Analysis]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(each.lemma.casefold() for each in readings), word]))


def _is_old_spelling(word: str, other: str) -> bool:
    """Whether the other word has the same letters and fewer accents: old texts have few."""
    return word != other and _strip_accents(word) == other


def _strip_accents(word: str) -> str:
    """A word without accents; ñ and ç are letters, and old texts have them."""
    return "".join(
        each
        if each in "ñç"
        else "".join(part for part in unicodedata.normalize("NFD", each) if not unicodedata.combining(part))
        for each in word
    )
