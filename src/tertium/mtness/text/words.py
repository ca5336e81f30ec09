"""Text split into words and marks, by rules: whatever needs no tagger's own words uses these.

A contraction of a preposition and an article stays one word (*del*, *al*, *pels*). What leans on a word is apart from
it: Catalan and French *l'*, *d'*; Catalan *-ne*, *'n*, *-s'ho*; French *-t-il*; English *'s*, *n't*. Addresses,
numbers, abbreviations with inner dots, tags and entities of markup are one word each.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

_LETTER = r"[^\W\d_]"
_APOSTROPHE = "['’]"


class Word(NamedTuple):
    """A word or mark, and where it stands.

    Attributes:
        text: It, as it stands in the text.
        start: Where it starts.
        end: Where it ends.
    """

    text: str
    start: int
    end: int


# What leans on the next word, and on the one before.
_BEFORE = {
    "ca": f"[ldsmtn]{_APOSTROPHE}",
    "fr": f"(?:[ldsmtnjc]|qu|jusqu|lorsqu|puisqu|quoiqu){_APOSTROPHE}",
}
_CATALAN_AFTER = "-(?:me|te|se|nos|vos|us|lo|la|los|les|li|ho|hi|ne|m|t|s|n|l|en|el|els)"
_AFTER = {
    "ca": f"(?:{_CATALAN_AFTER}|{_APOSTROPHE}(?:em|ens|els|ls|ns|us|hi|ho|m|t|s|l|n))",
    "en": f"{_APOSTROPHE}(?:s|ll|re|ve|d|m)",
    "fr": "-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce|le|la|les|lui|leur|moi|toi|y|en|ci|là)",
}
# English "don't" breaks within a run of letters.
_NEGATION = {"en": f"n{_APOSTROPHE}t"}


def split_words(text: str, language: str = "") -> list[Word]:
    """The words and marks of a text, in order; nothing but white space is between them.

    Args:
        text: Any text.
        language: Two letters; one without rules of its own has no words that lean on others.

    >>> [word.text for word in split_words("L'home se'n va, oi?", "ca")]
    ["L'", 'home', 'se', "'n", 'va', ',', 'oi', '?']
    """
    return [Word(match[0], match.start(), match.end()) for match in _pattern(language).finditer(text)]


def fold(text: str) -> str:
    """A word as lists have it: without case, composed, with the plain apostrophe, one space between words."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.replace("’", "'"))
    return " ".join(text.casefold().split())


@cache
def _pattern(language: str) -> re.Pattern[str]:
    mark = "[\u0300-\u036f\u00ad\u200b-\u200d]"
    before, after, negation = (table.get(language) for table in (_BEFORE, _AFTER, _NEGATION))
    not_after = f"(?!{after}(?!\\w))" if after else ""
    letter = f"(?!{negation}(?!\\w))[^\\W_]" if negation else r"[^\W_]"
    leaning = [rf"{before}(?=\w)"] if before else []
    # Catalan clitics come in rows: "anar-se'n".
    leaning += [rf"(?<=\w){each}(?!\w)" for each in (after, negation) if each]
    return re.compile(
        "|".join(
            [
                r"https?://[^\s<>]*[^\s<>.,;:!?)\]'\"»”]|www\.[^\s<>]*[^\s<>.,;:!?)\]'\"»”]",
                r"[\w.+-]+@\w[\w-]*(?:\.\w[\w-]*)+",
                r"</?[A-Za-z][^<>\n]{0,200}>|&(?:[A-Za-z]{2,8}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});",
                rf"(?:{_LETTER}{{1,2}}\.){{2,}}(?!\w)",
                rf"\d++(?:[.,:/]\d++)++|\d++(?!{_LETTER})",
                *leaning,
                rf"{letter}(?:{letter}|{mark}|{not_after}[-·'’](?={_LETTER}))*",
                r"\.{2,}|[?!]{2,}|--+",
                r"\S",
            ]
        ),
        re.IGNORECASE,
    )
