"""Spans in running text: where they occur as whole words, and the case of a suggestion there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from tertium.postedit.suggested_edits import normalise

# Accents may be characters of their own, which are not letters by themselves.
_WORD = re.compile(r"[\w\u0300-\u036f]+")
# Between letters, these are part of a word: l'home, donar-li, paral·lel.
_JOINERS = frozenset("-'’·‐‑\u00ad")


@dataclass(frozen=True, slots=True)
class SpanMatch:
    """An occurrence of a span.

    Attributes:
        span: The span that was found, by its place among those given, from 0.
        start: Where it starts in the text.
        end: Where it ends.
    """

    span: int
    start: int
    end: int


class SpanFinder:
    """Finds spans as whole words, regardless of case and white space.

    Its time depends on the length of the text, and not on the number of spans.

    Args:
        spans: The spans; one without a word in it is never found.
    """

    def __init__(self, spans: Iterable[str]) -> None:
        # By their first two words: by the first alone, all that starts with an article would be tried at each article.
        self._by_start: dict[tuple[str, ...], list[tuple[int, int, re.Pattern[str]]]] = {}
        for number, span in enumerate(spans):
            stripped = " ".join(span.split())
            words = list(islice(_WORD.finditer(stripped), 2))
            if words:
                entry = (number, words[0].start(), _make_pattern(stripped))
                self._by_start.setdefault(tuple(normalise(word[0]) for word in words), []).append(entry)

    def find(self, text: str) -> Iterator[SpanMatch]:
        """Yield all occurrences, by the word that they start with; they may overlap."""
        words = list(_WORD.finditer(text))
        names = [normalise(word[0]) for word in words]
        for place, word in enumerate(words):
            for length in (1, 2):
                for number, offset, pattern in self._by_start.get(tuple(names[place : place + length]), ()):
                    start = word.start() - offset
                    found = pattern.match(text, start) if start >= 0 else None
                    if found is not None and is_whole(text, start, found.end()):
                        yield SpanMatch(number, start, found.end())
                if place + length >= len(words):
                    break


@lru_cache(maxsize=1 << 16)
def _make_pattern(span: str) -> re.Pattern[str]:
    words = []
    for word in span.split():
        forms = dict.fromkeys(unicodedata.normalize(form, word) for form in ("NFC", "NFD"))
        words.append(f"(?:{'|'.join(re.escape(form) for form in forms)})")
    return re.compile(r"\s+".join(words), re.IGNORECASE)


def is_whole(text: str, start: int, end: int) -> bool:
    """Return whether no word is cut in two at either end.

    >>> is_whole("una set", 4, 7), is_whole("setena", 0, 3), is_whole("set-li", 0, 3)
    (True, False, False)
    """
    return not (_joins(text, start - 1, start) or _joins(text, end - 1, end))


def _joins(text: str, left: int, right: int) -> bool:
    """Return whether the characters at both places belong to one word."""
    if left < 0 or right >= len(text):
        return False
    if not (_is_inside(text[left]) or text[left] in _JOINERS):
        return False
    if text[left] in _JOINERS:
        return _is_inside(text[right]) and left > 0 and _is_inside(text[left - 1])
    if text[right] in _JOINERS:
        return right + 1 < len(text) and _is_inside(text[right + 1])
    return _is_inside(text[right])


def _is_inside(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.combining(character) > 0


def match_case(found: str, span: str, suggestion: str) -> str:
    """Return a suggestion in the case of the text where it goes.

    Args:
        found: The span, as it stands in the text.
        span: The span, as it was in the decision.
        suggestion: The suggestion for it.

    >>> match_case("Salida quiere", "salida quiere", "salida vuelo")
    'Salida vuelo'
    >>> match_case("SALIDA QUIERE", "salida quiere", "salida vuelo")
    'SALIDA VUELO'
    >>> match_case("primero contacto", "Primero contacto", "Primer contacto")
    'primer contacto'
    """
    letters = [each for each in found if each.isalpha()]
    if len(letters) > 1 and found.isupper() and not span.isupper():
        return suggestion.upper()
    was, now = _first_letter(span), _first_letter(found)
    if now.isupper() and not was.isupper():
        return _change_first(suggestion, str.upper)
    # A capital that stood there only because the sentence began goes; that of a name or an abbreviation stays.
    if now.islower() and was.isupper() and not (suggestion.split() or [""])[0].isupper():
        return _change_first(suggestion, str.lower)
    return suggestion


def _first_letter(text: str) -> str:
    return next((each for each in text if each.isalpha()), "")


def _change_first(text: str, change: Callable[[str], str]) -> str:
    for place, each in enumerate(text):
        if each.isalpha():
            return text[:place] + change(each) + text[place + 1 :]
    return text
