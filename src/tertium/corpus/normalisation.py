"""From text to words: the normalisation of all phrase counts.

The rules are in ``rust/src/corpus/normalise.rs``, and are described in ``docs/how-to/corpus-index.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tertium import _core
from tertium.errors import SpecError
from tertium.languages import read_languages, to_two_letters

KEEP = "keep"
SPLIT = "split"

# Catalan and French join words by these marks (l'home, fer-ne; l'homme, donnez-moi), so that each is a word.
# In English and Spanish they are within words (don't, well-known; O'Donnell, teórico-práctico).
_LANGUAGES = {
    "es": (KEEP, KEEP),
    "ca": (SPLIT, SPLIT),
    "en": (KEEP, KEEP),
    "fr": (SPLIT, SPLIT),
}
_OTHERWISE = (KEEP, KEEP)


@dataclass(frozen=True)
class Normalisation:
    """How text is split into words.

    Attributes:
        language: The language of the text, such as ``"es"`` or ``"spanish"``; it sets the defaults of the last two.
        casefold: Whether words that differ only in case are the same.
        apostrophes: Whether an apostrophe between letters is part of the word (``"keep"``) or a separate token
            (``"split"``).
        hyphens: The same for hyphens.

    >>> Normalisation("ca").split("L’home, fer-ne")
    ['l', "'", 'home', ',', 'fer', '-', 'ne']
    >>> Normalisation("en", casefold=False).split("Don't!")
    ["Don't", '!']
    """

    language: str = ""
    casefold: bool = True
    apostrophes: str = ""
    hyphens: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "language", read_languages(self.language).target)
        usual = _LANGUAGES.get(to_two_letters(self.language), _OTHERWISE)
        for name, value in zip(("apostrophes", "hyphens"), usual, strict=True):
            given = getattr(self, name)
            if given not in ("", KEEP, SPLIT):
                raise SpecError(f"{name} cannot be {given!r}", remedy=f"Give {KEEP} or {SPLIT}")
            if not given:
                object.__setattr__(self, name, value)

    @property
    def settings(self) -> tuple[bool, bool, bool]:
        """The settings of the core: case folded, apostrophes kept, hyphens kept."""
        return self.casefold, self.apostrophes == KEEP, self.hyphens == KEEP

    def split(self, text: str) -> list[str]:
        """Return the words and punctuation marks of a text."""
        return self.split_many([text])[0]

    def split_many(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the words and punctuation marks of each text."""
        return _core.split_words(texts, self.settings)

    def locate_many(self, texts: Sequence[str]) -> list[list[tuple[str, int, int]]]:
        """Return the words and punctuation marks of each text, and where each starts and ends in it.

        >>> Normalisation("es").locate_many(["¿Qué hizo?"])
        [[('¿', 0, 1), ('qué', 1, 4), ('hizo', 5, 9), ('?', 9, 10)]]
        """
        return _core.locate_words(texts, self.settings)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Normalisation:
        """Make a normalisation from the result of ``to_dict``."""
        return cls(**fields)
