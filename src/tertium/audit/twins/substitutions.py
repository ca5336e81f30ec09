"""Words that BLEU does not look at: any other word could stand there (Callison-Burch, Osborne and Koehn 2006, 3.2).

A word that no reference has can be replaced by any other such word, the paper's *black helicopters*. So can one that
the hypothesis has more often than any reference, if no longer n-gram needs it just there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count, cycle
from typing import Any, Literal

from tertium.audit.segment import AuditedSegment, Words
from tertium.errors import InputError


@dataclass(frozen=True)
class FreeWord:
    """A word that any word could replace that no reference has.

    Attributes:
        position: Its place in the hypothesis, from 0.
        word: The word.
        reason: ``unknown`` if no reference has it, ``surplus`` if the hypothesis has it more often than they.
    """

    position: int
    word: str
    reason: Literal["unknown", "surplus"]

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return asdict(self)


def find_free_words(segment: AuditedSegment) -> list[FreeWord]:
    """The words that may all be replaced at once, by any words that no reference has, without BLEU's noticing.

    Of several equal words some of which are too many, the first are taken to be needed. Each surplus word is tried by
    rescoring with a word that exists nowhere, together with those that were found free before it.
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
    """The hypothesis with given words in place of its free ones, from the first on, verified by rescoring.

    Args:
        segment: The segment.
        words: The words to put there; if there are more than free places, the last are not used.
        free: The places, if they are known already or only some are meant.
        repeat: Whether the words come again until no free place is left.
        skip: Whether words that cannot be used are left out, rather than refused.

    Returns:
        The words; the hypothesis itself if it has no free word.

    Raises:
        InputError: If a reference has one of the words, or one is not a single word, or the places are not free.
    """
    if isinstance(words, str):
        raise InputError("the words to put in are one string", remedy="Give a list of words")
    usable = []
    for word in words:
        filler = segment.make_filler(word)
        if filler is not None:
            usable.append(filler)
        elif not skip:
            raise InputError(f"{word!r} is in a reference, or not one word", remedy="Give words that BLEU cannot match")
    places = find_free_words(segment) if free is None else free
    found = list(segment.hypothesis)
    given = cycle(usable) if repeat else iter(usable)
    for place, word in zip(places, given, strict=False):
        found[place.position] = word
    if not segment.is_twin([tuple(found)])[0]:
        raise InputError("the places are not free in this segment", remedy="Give those of find_free_words")
    return tuple(found)


def count_substitutions(positions: int, vocabulary: int) -> float:
    """The decimal logarithm of the number of variants: each place takes any word of a vocabulary.

    Args:
        positions: How many free words there are.
        vocabulary: How many words to choose from, those of the references not counted.

    Raises:
        InputError: If a number is negative, or there is no word to choose from.
    """
    if positions < 0 or vocabulary < 1:
        raise InputError(
            f"{positions} places and {vocabulary} words to choose from make no sense",
            remedy="Give 0 or more places, and 1 or more words",
        )
    return positions * math.log10(vocabulary)


def invent_word(segment: AuditedSegment) -> str:
    """A word that neither the hypothesis nor a reference has."""
    known = segment.vocabulary | set(segment.hypothesis)
    return next(word for number in count() if (word := f"nowhere{number}") not in known)
