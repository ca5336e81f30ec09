"""Unmatched words, which any other word could replace (Callison-Burch, Osborne and Koehn 2006, section 3.2).

A word that no reference has can be replaced by any other such word, the paper's *black helicopters*. So can a word that
the hypothesis has more often than any reference, if no longer n-gram needs it at that place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, cycle
from typing import Literal

from tertium.audit.segment import AuditedSegment, Words
from tertium.errors import InputError
from tertium.json_result import JsonResult


@dataclass(frozen=True)
class FreeWord(JsonResult):
    """A word that can be replaced by any word that no reference has.

    Attributes:
        position: Its position in the hypothesis, from 0.
        word: The word.
        reason: ``unknown`` if no reference has it, ``surplus`` if the hypothesis has it more often than any.
    """

    position: int
    word: str
    reason: Literal["unknown", "surplus"]


def find_free_words(segment: AuditedSegment) -> list[FreeWord]:
    """Return the words that can all be replaced at once by words that no reference has, with the same BLEU counts.

    Where some of several equal words are surplus, the first ones are kept. Each surplus word is tested by rescoring
    with an invented word, together with those that were found free before it.
    """
    words = list(segment.hypothesis)
    nowhere = invent_word(segment)
    found = []
    for position in reversed(range(len(words))):
        word = words[position]
        if word not in segment.vocabulary:
            found.append(FreeWord(position, word, "unknown"))
        elif words.count(word) > max(reference.count(word) for reference in segment.references):
            words[position] = nowhere
            if segment.is_twin([tuple(words)])[0]:
                found.append(FreeWord(position, word, "surplus"))
            else:
                words[position] = word
    return found[::-1]


def substitute(
    segment: AuditedSegment,
    words: Sequence[str],
    *,
    free: Sequence[FreeWord] | None = None,
    repeat: bool = False,
    skip: bool = False,
) -> Words:
    """Replace the free words of the hypothesis, from the first on, and verify the result by rescoring.

    Args:
        segment: The segment.
        words: The replacements; if there are more than free words, the last ones are not used.
        free: The free words, if they are known already, or only some are to be replaced.
        repeat: Whether the replacements are repeated until no free word is left.
        skip: Whether unusable replacements are left out; otherwise they raise an error.

    Returns:
        The words; the hypothesis itself if it has no free word.

    Raises:
        InputError: If a reference has one of the replacements, or one is not a single word, or the places are not free.
    """
    if isinstance(words, str):
        raise InputError("the replacements are one string", remedy="Give a list of words")
    usable = []
    for word in words:
        filler = segment.make_filler(word)
        if filler is not None:
            usable.append(filler)
        elif not skip:
            raise InputError(
                f"{word!r} is in a reference, or is not a single word", remedy="Give words that no reference has"
            )
    places = find_free_words(segment) if free is None else free
    found = list(segment.hypothesis)
    given = cycle(usable) if repeat else iter(usable)
    for place, word in zip(places, given, strict=False):
        found[place.position] = word
    if not segment.is_twin([tuple(found)])[0]:
        raise InputError("the places are not free in this segment", remedy="Give those of find_free_words")
    return tuple(found)


def count_substitutions(positions: int, vocabulary: int) -> float:
    """Return the decimal logarithm of the number of variants, where each place takes any word of a vocabulary.

    Args:
        positions: The number of free words.
        vocabulary: The size of the vocabulary, without the words of the references.

    Raises:
        InputError: If a number is negative, or the vocabulary is empty.
    """
    if positions < 0 or vocabulary < 1:
        raise InputError(
            f"{positions} places and a vocabulary of {vocabulary} words are out of range",
            remedy="Give 0 or more places, and 1 or more words",
        )
    return positions * math.log10(vocabulary)


def invent_word(segment: AuditedSegment) -> str:
    """Return a word that neither the hypothesis nor a reference has."""
    known = segment.vocabulary | set(segment.hypothesis)
    return next(word for number in count() if (word := f"nowhere{number}") not in known)
