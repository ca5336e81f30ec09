"""Text split into words and marks, by rules: whoever needs no tagger's own words uses these.

A contraction of a preposition and an article stays one word (*del*, *al*, *pels*). Clitics are words of their own:
Catalan and French *l'*, *d'*; Catalan *-ne*, *'n*, *-s'ho*; French *-t-il*; English *'s*, *n't*. Addresses, numbers,
abbreviations with inner dots, tags and entities of markup are one word each.

Which clitics a language has, its folder says in ``words.toml``::

    [clitics]
    before = "[ldsmtn]'"   # at the start of a word: a regular expression of Python, in any case
    after = "-(?:ne|hi)"   # at the end of a word; there may be several
    within = "n't"         # at the end of a word, where it starts with a letter of its own

An apostrophe stands for the typographic one as well, so that it must not be in brackets. All keys may be left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.languages import find_language, read_rules

_LETTER = r"[^\W\d_]"
_KEYS = ("before", "after", "within")


class Word(NamedTuple):
    """A word or mark, and where it stands.

    Attributes:
        text: Its characters, as they stand in the text.
        start: Where it starts.
        end: Where it ends.
    """

    text: str
    start: int
    end: int


def split_words(text: str, language: str | Path = "") -> list[Word]:
    """Return the words and marks of a text, in order; nothing but white space is between them.

    Args:
        text: Any text.
        language: Two letters, or a folder of rules; one without rules has no clitics.

    Raises:
        InputError: The rules of the language are wrong.

    >>> [word.text for word in split_words("L'home se'n va, oi?", "ca")]
    ["L'", 'home', 'se', "'n", 'va', ',', 'oi', '?']
    """
    return [Word(match[0], match.start(), match.end()) for match in _make_pattern(language).finditer(text)]


def fold(text: str) -> str:
    """Return a word as lists have it: without case, composed, with the plain apostrophe, one space between words."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.replace("’", "'"))
    return " ".join(text.casefold().split())


def _read_clitics(language: str | Path) -> list[str | None]:
    """The patterns of clitics before, after and within words; None where a language has none."""
    try:
        folder = find_language(language)
    except SpecError:
        return [None, None, None]
    file, remedy = folder / "words.toml", f"There are: {', '.join(_KEYS)}, in [clitics]; each is a regular expression"
    data = read_rules(language, "words")
    clitics = data.get("clitics", {})
    if set(data) - {"clitics"} or not isinstance(clitics, dict) or set(clitics) - set(_KEYS):
        raise InputError("there is a section or key that is not known", file=file, remedy=remedy)
    patterns: list[str | None] = []
    for key in _KEYS:
        pattern = clitics.get(key)
        try:
            patterns.append(None if pattern is None else f"(?:{pattern.replace(chr(39), '[' + chr(39) + '’]')})")
            re.compile(patterns[-1] or "")
        except (AttributeError, re.error) as error:
            raise InputError(f"{key!r} is not a regular expression: {error}", file=file, remedy=remedy) from error
    return patterns


@cache
def _make_pattern(language: str | Path) -> re.Pattern[str]:
    mark = "[\u0300-\u036f\u00ad\u200b-\u200d]"
    before, after, within = _read_clitics(language)
    not_after = f"(?!{after}(?!\\w))" if after else ""
    letter = f"(?!{within}(?!\\w))[^\\W_]" if within else r"[^\W_]"
    clitics = [rf"{before}(?=\w)"] if before else []
    # Catalan clitics come in rows: "anar-se'n".
    clitics += [rf"(?<=\w){each}(?!\w)" for each in (after, within) if each]
    return re.compile(
        "|".join(
            [
                # Bounded, because each of them is tried at every place of a long text without spaces.
                r"(?:https?://|www\.)[^\s<>]{0,2000}[^\s<>.,;:!?)\]'\"»”]",
                r"[\w.+-]{1,64}@\w[\w-]{0,62}(?:\.\w[\w-]{0,62}){1,10}",
                r"</?[A-Za-z][^<>\n]{0,200}>|&(?:[A-Za-z]{2,8}|#\d{1,7}|#x[0-9A-Fa-f]{1,6});",
                rf"(?:{_LETTER}{{1,2}}\.){{2,}}(?!\w)",
                rf"\d++(?>(?:[.,:/]\d++)+)|\d++(?!{_LETTER})",
                *clitics,
                rf"{letter}(?:{letter}|{mark}|{not_after}[-·'’](?={_LETTER}))*",
                r"\.{2,}|[?!]{2,}|--+",
                r"\S",
            ]
        ),
        re.IGNORECASE,
    )
