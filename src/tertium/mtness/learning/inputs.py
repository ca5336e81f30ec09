"""What learning needs, by name: translators, thesauri, and some lines of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tertium.lexicon.mythes import read_thesaurus
from tertium.mtness.learning.equivalents import Equivalents
from tertium.mtness.resources.apertium.translator import ApertiumTranslator
from tertium.mtness.resources.command_translator import CommandTranslator, TextTranslator
from tertium.mtness.resources.languages import shorten_code
from tertium.mtness.text.tagger import Analyser, Tagger
from tertium.stats.resampling import SEED


@contextmanager
def open_translator(source: str, target: str, command: str | None = None) -> Iterator[TextTranslator]:
    """Open what translates between two languages: a command that reads and writes lines, or Apertium.

    Raises:
        SpecError: No command is given, and Apertium does not have the languages.
    """
    if command is not None:
        yield CommandTranslator(command)
    else:
        with ApertiumTranslator(shorten_code(source), shorten_code(target)) as translator:
            yield translator


def open_equivalents(language: str, tagger: Tagger, thesaurus: Path | None = None) -> Equivalents:
    """Return what is right in each other's place in a language.

    Args:
        language: Its two letters.
        tagger: Its tagger, which knows base forms if it is an analyser.
        thesaurus: A file of MyThes.

    Raises:
        InputError: The thesaurus cannot be read.
    """
    analyser = tagger if isinstance(tagger, Analyser) else None
    return Equivalents.of(shorten_code(language), analyser, read_thesaurus(thesaurus) if thesaurus else None)


def draw_lines(lines: Iterable[str], most: int, seed: int = SEED) -> list[str]:
    """Return some lines of a text in their order, drawn at random if there are more.

    The text is read once, and no more lines than that are kept (Vitter's reservoir).

    >>> draw_lines(["a", "b", "c"], 5), len(draw_lines(map(str, range(100)), 5))
    (['a', 'b', 'c'], 5)
    """
    random = Random(seed)  # noqa: S311 - a sample, and no secret
    kept: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        if len(kept) < most:
            kept.append((number, line))
        elif (place := random.randrange(number + 1)) < most:
            kept[place] = (number, line)
    return [line for _, line in sorted(kept)]
