"""What every tagger does: texts in, the words of each text out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.text.tokens import Token
from tertium.progress import Progress


class Tagger(Protocol):
    """A tagger of one language."""

    @property
    def language(self) -> str:
        """The two-letter code of the language."""
        ...

    @property
    def version(self) -> str:
        """Names and versions of program and data, for signatures."""
        ...

    def tag(self, texts: Sequence[str], progress: Progress | None = None) -> list[tuple[Token, ...]]:
        """Return the words and marks of each text, in order; all of the text but white space is in one of them.

        Args:
            texts: Any text; markup, line breaks and unknown characters are tagged as well as possible.
            progress: Called with the number of texts that are done since the last time.
        """
        ...


class MakeTagger(Protocol):
    """What makes a tagger: an entry of ``tertium.registry.TAGGERS`` or of the entry points of a package."""

    def __call__(self, argument: str, language: str, rules: Path | None = None) -> Tagger:
        """Return the tagger of a language.

        Args:
            argument: The text in the parentheses after its name; empty if there are none.
            language: The two-letter code of the language.
            rules: The folder of the language, if it is not one of ours.
        """
        ...


@runtime_checkable
class Analyser(Protocol):
    """A tagger that knows all readings of words by themselves, too."""

    def analyse(self, words: Sequence[str]) -> list[tuple[Analysis, ...]]:
        """Return all readings of each word; none if it is not known."""
        ...
