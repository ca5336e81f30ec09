"""Propagation: an accepted edit at all other places of its document.

After section 5 of Moré & Climent (2006): "The accepted alternatives would be propagated throughout the document".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from unicodedata import normalize

from tertium.edits import Edit, apply_edits
from tertium.postedit.segments import TranslatedSegment
from tertium.postedit.span_finder import SpanFinder, match_case
from tertium.postedit.suggested_edits import SuggestedEdit, normalise

_PIECE = re.compile(r"\s+|[\w\u0300-\u036f]+|[^\w\s]")
_WORD = re.compile(r"[\w\u0300-\u036f]+")
_APART = str.maketrans("'’", "  ")


def propagate(
    segments: Sequence[TranslatedSegment], accepted: SuggestedEdit, *, everywhere: bool = False
) -> list[SuggestedEdit]:
    """Return the same edit at all other places of the document where the span occurs as whole words.

    Args:
        segments: The segments; those of other documents are left out.
        accepted: The edit that was accepted.
        everywhere: Include segments whose source does not contain the mistranslated word.
    """
    finder = SpanFinder([accepted.span])
    words = frozenset((normalise(accepted.source_word),)) if accepted.source_word else frozenset[str]()
    found = []
    home = segments[accepted.segment].document if 0 <= accepted.segment < len(segments) else None
    for number, segment in enumerate(segments):
        if (home is not None and segment.document != home) or not (everywhere or fits_source(segment.source, words)):
            continue
        for match in finder.find(segment.text):
            if number == accepted.segment and match.start < accepted.end and accepted.start < match.end:
                continue
            span = segment.text[match.start : match.end]
            suggestion = fit_capitals(span, accepted.span, accepted.suggestion)
            if suggestion == span or not keeps_capitals(span, accepted.span):
                continue
            found.append(
                replace(
                    accepted,
                    span=span,
                    suggestion=suggestion,
                    segment=number,
                    start=match.start,
                    end=match.end,
                    text=segment.text,
                    source=segment.source or "",
                    edits=(_trim(match.start, span, suggestion),),
                )
            )
    return found


def keeps_capitals(found: str, span: str) -> bool:
    """Return whether words in capitals are the same: *A1* is not *a1*, nor *INCREMENT* the noun.

    >>> keeps_capitals("el incremento", "el INCREMENTO"), keeps_capitals("EL INCREMENTO", "el incremento")
    (False, True)
    """
    ones, others = _WORD.findall(span), _WORD.findall(found)
    return len(ones) == len(others) and all(
        normalize("NFC", one) == normalize("NFC", other)
        for place, (one, other) in enumerate(zip(ones, others, strict=True))
        # A single capital may be that of the first word of a sentence.
        if one.isupper() and (len(one) > 1 or place)
    )


def fit_capitals(found: str, span: str, suggestion: str) -> str:
    """Return a suggestion in the case of the text where it goes, word by word if there are as many words.

    >>> fit_capitals("Diseño de MESA", "diseño de mesa", "diseño de tabla")
    'Diseño de TABLA'
    """
    words = [list(_WORD.finditer(each)) for each in (found, span, suggestion)]
    if len({len(each) for each in words}) > 1:
        return match_case(found, span, suggestion)
    edits = [
        Edit(new.start(), new.end(), match_case(here[0], old[0], new[0])) for here, old, new in zip(*words, strict=True)
    ]
    return apply_edits(suggestion, edits)


def _trim(start: int, span: str, suggestion: str) -> Edit:
    """Return the edit of a span without the words at either end that stay.

    >>> _trim(6, "a la hoja", "en la hoja")
    Edit(start=6, end=7, text='en')
    """
    old, new = _PIECE.findall(span), _PIECE.findall(suggestion)
    most = min(len(old), len(new))
    left = next((place for place in range(most) if old[place] != new[place]), most)
    right = next((place for place in range(most - left) if old[-1 - place] != new[-1 - place]), most - left)
    first = start + len("".join(old[:left]))
    last = start + len(span) - len("".join(old[len(old) - right :]))
    return Edit(first, last, "".join(new[left : len(new) - right]))


def fits_source(source: str | None, words: frozenset[str]) -> bool:
    """Return whether a source contains one of some words; True if the source or the words are not known."""
    if source is None or not words:
        return True
    finder = SpanFinder(sorted(words))
    # An article or a preposition may be joined to the word: l'ordre, d'aigua.
    texts = (source, source.translate(_APART))
    return any(next(finder.find(text), None) is not None for text in texts)
