"""Tags by the analyser and the taggers of Apertium, of any language that an installed pair translates from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from tertium.languages import to_two_letters
from tertium.mtness.resources.apertium.pair import describe_programs, find_analyser
from tertium.mtness.resources.apertium.pipe import CORPUS, TIMEOUT, Pipe
from tertium.mtness.resources.apertium.source_text import SourceText
from tertium.mtness.resources.apertium.stream import parse_reading, parse_unit, split_stream
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tagsets.apertium_tags import convert
from tertium.mtness.text.tokens import Token
from tertium.progress import Progress

_WORD_OR_MARK = re.compile(r"\w+(?:[’']\w+)*|\S")
# What some pairs have as the base form of all personal pronouns, which is not a word.
_ANY_PRONOUN = "prpers"
_FINAL = frozenset(".?!…")
# Words by themselves, many at once: with a mark between them, no two make a group.
_APART = " ; "
_AT_ONCE = 100


class _Word(NamedTuple):
    """What a word of the stream is, wherever it stands."""

    lemma: str
    tag: Tag
    native: str


class ApertiumTagger:
    """A tagger of one language, whose programs are started when they are first needed.

    Args:
        language: The language, by two or three letters.
        folder: Where the data of Apertium is; the usual place if None.
        timeout: After how many silent seconds the programs are taken to hang.

    Attributes:
        failures: The places of those texts of the last call that the programs failed on; their words are unknown.

    Raises:
        SpecError: No pair that translates from the language is installed.
    """

    def __init__(self, language: str, *, folder: str | Path | None = None, timeout: float = TIMEOUT) -> None:
        self.pair = find_analyser(language, folder)
        self.failures: list[int] = []
        self._pipe = Pipe(self.pair.make_tagging(), timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def language(self) -> str:
        """The two-letter code of the language."""
        return to_two_letters(self.pair.source)

    @property
    def version(self) -> str:
        """The pair, with versions of programs and data."""
        return f"{self.pair.name}, {describe_programs(self._pipe.programs)}"

    def close(self) -> None:
        """End the programs; they are started again if something is to be tagged."""
        self._pipe.close()

    def tag(self, texts: Sequence[str], progress: Progress | None = None) -> list[tuple[Token, ...]]:
        """Return the words and marks of each text, in order; all of the text but white space is in one of them.

        Args:
            texts: Any texts.
            progress: Called with the number of texts that are done since the last time.
        """
        sources = [SourceText.of(text) for text in texts]
        answers = self._pipe.send([source.stream for source in sources], progress, fresh=len(texts) >= CORPUS)
        self.failures = [place for place, answer in enumerate(answers) if answer is None]
        return [tuple(_read_tokens(source, answer or "")) for source, answer in zip(sources, answers, strict=True)]

    def analyse(self, words: Sequence[str]) -> list[tuple[Analysis, ...]]:
        """Return all readings of each word by itself; groups of words are left out."""
        texts = [_APART.join(words[start : start + _AT_ONCE]) for start in range(0, len(words), _AT_ONCE)]
        found: dict[str, tuple[Analysis, ...]] = {}
        with Pipe(self.pair.make_analysis()) as pipe:
            for answer in pipe.send([SourceText.of(text).stream for text in texts]):
                for unit in (unit for _, unit in split_stream(answer or "") if unit is not None):
                    word = parse_unit(unit)
                    found[word.surface] = tuple(_read_analyses(word.readings))
        return [found.get(word, ()) for word in words]


def _read_analyses(readings: Sequence[str]) -> Iterator[Analysis]:
    for reading in readings:
        yield Analysis(parse_reading(reading)[0].lemma, convert(reading), reading)


def make(argument: str, language: str, rules: Path | None = None) -> ApertiumTagger:
    """Return the tagger of a language, as the registry makes it.

    Args:
        argument: Where the data of Apertium is; the usual place if empty.
        language: The language, by two or three letters.
        rules: The folder of the language; Apertium has its own words.
    """
    return ApertiumTagger(language, folder=argument or None)


def _read_tokens(source: SourceText, answer: str) -> Iterator[Token]:
    """The words of an answer, and what is between them."""
    plain, position = source.plain, 0
    for start, end, unit in source.find_units(answer):
        # Most of what is between words is nothing or one space, and not worth a search.
        if start > position and plain[position:start] != " ":
            yield from _split_plainly(source, position, start)
        position = end
        word = _read_word(unit)
        first, last = source.locate(start, end)
        yield Token(
            text=source.original[first:last], start=first, end=last, lemma=word.lemma, tag=word.tag, native=word.native
        )
    yield from _split_plainly(source, position, len(plain))


@lru_cache(1 << 16)
def _read_word(unit: str) -> _Word:
    parsed = parse_unit(unit)
    if not parsed.readings:
        return _Word(parsed.surface.lower(), _tag_plainly(parsed.surface), "")
    native = parsed.readings[0]
    tag, lemma = convert(native), parse_reading(native)[0].lemma
    if lemma.lower() == _ANY_PRONOUN:
        lemma = parsed.surface
    return _Word(lemma if tag.part is Part.PROPER else lemma.lower(), tag, native)


def _split_plainly(source: SourceText, start: int, end: int) -> Iterator[Token]:
    """The words and marks of what no analyser has seen."""
    for match in _WORD_OR_MARK.finditer(source.plain, start, end):
        first, last = source.locate(*match.span())
        text = source.original[first:last]
        yield Token(text=text, start=first, end=last, lemma=text.lower(), tag=_tag_plainly(text))


def _tag_plainly(word: str) -> Tag:
    if word.isdecimal():
        return Tag(part=Part.NUMERAL)
    if len(word) == 1 and unicodedata.category(word)[0] in "PS":
        return Tag(part=Part.PUNCTUATION, form="final" if word in _FINAL else "")
    return Tag(part=Part.UNKNOWN)
