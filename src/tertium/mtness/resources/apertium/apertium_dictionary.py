"""What the words of source texts may mean: all readings of the analyser, through the dictionaries of a pair."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tertium.languages import to_two_letters
from tertium.mtness.resources.apertium.inflector import ApertiumInflector
from tertium.mtness.resources.apertium.lexicon import Lexicon
from tertium.mtness.resources.apertium.pair_user import PairUser, Running
from tertium.mtness.resources.apertium.pipe import CORPUS, Pipe
from tertium.mtness.resources.apertium.source_text import SourceText
from tertium.mtness.resources.apertium.stream import parse_unit
from tertium.mtness.resources.dictionary import SourceWord, Translation
from tertium.mtness.resources.sense_list import SenseList
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tagsets.apertium_tags import convert

_WORD = re.compile(r"\w+")
# Readings whose translations are remembered; a language has some hundred thousand in all.
_REMEMBERED = 1 << 17


class ApertiumDictionary(PairUser):
    """Source words with all translations of all their readings, those of the likeliest reading first.

    It takes what every ``PairUser`` takes.
    """

    def _open(self, timeout: float) -> tuple[Running, ...]:
        self._analysis = Pipe(self.pair.make_analysis(), timeout=timeout)
        self._choice = Pipe(self.pair.make_disambiguation(), timeout=timeout)
        self._senses = SenseList.of(*(to_two_letters(code) for code in self.pair.name.split("-")))
        self._lexicon = Lexicon(self.pair, timeout, self._senses)
        self._known: dict[str, tuple[Translation, ...]] = {}
        return self._analysis, self._choice, self._lexicon

    @property
    def version(self) -> str:
        """The pair, with versions of programs, data, and senses of ours."""
        return ", ".join(filter(None, (super().version, self._senses.version)))

    def look_up(self, sources: Sequence[str]) -> list[tuple[SourceWord, ...]]:
        """Return the words of each source text, in order; those that are not known have no translations.

        Marks are left out. The text of a word is as it stands in the source; capitals do not matter to its meaning.
        """
        texts = [SourceText.of(source) for source in sources]
        analyses = [answer or "" for answer in self._analysis.send([text.stream for text in texts])]
        chosen = [answer or "" for answer in self._choose(analyses)]
        words = [list(_find_words(*each)) for each in zip(texts, analyses, chosen, strict=True)]
        known = self._translate({reading for some in words for *_, readings in some for reading in readings})
        translated: dict[tuple[str, ...], tuple[Translation, ...]] = {}
        result: list[tuple[SourceWord, ...]] = []
        for text, some in zip(texts, words, strict=True):
            line = []
            for start, end, readings in some:
                if readings not in translated:
                    translated[readings] = tuple(
                        dict.fromkeys(translation for reading in readings for translation in known[reading])
                    )
                line.append(SourceWord(text.original[start:end], start, end, translated[readings]))
            result.append(tuple(line))
        return result

    def _choose(self, analyses: Sequence[str]) -> Sequence[str | None]:
        if not self._choice.programs:
            return analyses
        return self._choice.send(analyses, fresh=len(analyses) >= CORPUS)

    def _translate(self, readings: set[str]) -> dict[str, tuple[Translation, ...]]:
        # Sorted, for what is asked in another order may not be answered otherwise, but need not be found out.
        missing = sorted(reading for reading in readings if reading not in self._known)
        new = dict(zip(missing, self._lexicon.translate(missing), strict=True)) if missing else {}
        known = {reading: self._known[reading] for reading in readings if reading in self._known} | new
        if len(self._known) + len(new) > _REMEMBERED:
            self._known.clear()
        self._known |= dict(list(new.items())[:_REMEMBERED])
        return known


def _find_words(text: SourceText, analysis: str, choice: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where the words of a text start and end, and what they may be, the likeliest first."""
    chosen = {start: parse_unit(unit).readings[:1] for start, _, unit in text.find_units(choice)}
    position = 0
    for start, end, unit in text.find_units(analysis):
        if start > position and text.plain[position:start] != " ":
            yield from _find_unknown(text, position, start)
        position = end
        readings = _order(parse_unit(unit).readings, chosen.get(start, ()))
        if not readings or convert(readings[0]).part is not Part.PUNCTUATION:
            yield *text.locate(start, end), readings
    yield from _find_unknown(text, position, len(text.plain))


def _find_unknown(text: SourceText, start: int, end: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for match in _WORD.finditer(text.plain, start, end):
        yield *text.locate(*match.span()), ()


def _order(readings: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The readings with the chosen one first, which has the capitals of the word and not those of the dictionary."""
    if not chosen or len(readings) == 1:
        return readings
    wanted = chosen[0].lower()
    return tuple(sorted(readings, key=lambda reading: reading.lower() != wanted))


def make(argument: str, source: str, target: str) -> tuple[ApertiumDictionary, ApertiumInflector]:
    """Return the dictionary of two languages, and what inflects the words of the second, as the registry makes them.

    Args:
        argument: Where the data of Apertium is; the usual place if empty.
        source: The source language, by two or three letters.
        target: The target language.
    """
    folder = argument or None
    return ApertiumDictionary(source, target, folder=folder), ApertiumInflector(source, target, folder=folder)
