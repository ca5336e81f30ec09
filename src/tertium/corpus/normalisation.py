"""From text to words: the one normalisation that every count of phrases is made with.

The rules are in ``rust/src/corpus/normalise.rs``, and in ``docs/how-to/corpus-index.md`` for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tertium import _core
from tertium.errors import SpecError
from tertium.languages import to_two_letters

KEEP = "keep"
SPLIT = "split"

# Catalan and French join words by these marks (l'home, fer-ne; l'homme, donnez-moi), so that each is to be found alone.
# In English and Spanish they are within words (don't, well-known; O'Donnell, teórico-práctico).
_LANGUAGES = {
    "es": (KEEP, KEEP),
    "ca": (SPLIT, SPLIT),
    "en": (KEEP, KEEP),
    "fr": (SPLIT, SPLIT),
}
_OTHERWISE = (KEEP, KEEP)
_TAG = re.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True)
class Normalisation:
    """How text becomes words.

    Attributes:
        language: The language of the text, such as ``"es"``; it decides what the last two are if they are not given.
        casefold: Whether words that differ in case only are the same.
        apostrophes: Whether an apostrophe between letters is part of the word (``"keep"``) or a token of its own
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
        if self.language and not _TAG.fullmatch(self.language):
            raise SpecError(f"{self.language!r} is no language", remedy="Give a tag such as es, ca or pt-BR")
        usual = _LANGUAGES.get(to_two_letters(self.language), _OTHERWISE)
        for name, value in zip(("apostrophes", "hyphens"), usual, strict=True):
            given = getattr(self, name)
            if given not in ("", KEEP, SPLIT):
                raise SpecError(f"{name} cannot be {given!r}", remedy=f"Give {KEEP} or {SPLIT}")
            if not given:
                object.__setattr__(self, name, value)

    @property
    def settings(self) -> tuple[bool, bool, bool]:
        """What the core takes: case folded, apostrophes kept, hyphens kept."""
        return self.casefold, self.apostrophes == KEEP, self.hyphens == KEEP

    def split(self, text: str) -> list[str]:
        """The words and marks of a text."""
        return self.split_many([text])[0]

    def split_many(self, texts: Sequence[str]) -> list[list[str]]:
        """The words and marks of each text."""
        return _core.split_words(texts, self.settings)

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, as JSON takes them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Normalisation:
        """The opposite of ``to_dict``."""
        return cls(**fields)
