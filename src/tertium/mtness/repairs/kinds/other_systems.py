"""What another system wrote at the same place, where the two agree on the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from tertium.mtness.repairs.action import Action, Reach
from tertium.mtness.repairs.drafts import Change, Draft
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import classify, find_translation
from tertium.mtness.repairs.repair_rules import Rules, RuleSection
from tertium.mtness.repairs.word_links import LinkedSegment

LONGEST = 3
"""How many words of each text may differ at one place."""

_PIECE = re.compile(r"\w+(?:[-·]\w+)*['’]?|[^\w\s]")

# Two good systems often have different words, so that the text as it is has to be missing from the corpus.
OTHER_SYSTEM = Action(
    name="other system",
    error=ErrorType.UNKNOWN,
    lexical=True,
    contested=True,
    stylistic=True,
    reach=Reach.EITHER_SIDE,
    settled_by_counts=True,
    borrowed=True,
)
ACTIONS = (OTHER_SYSTEM,)
SECTIONS: tuple[RuleSection[Any], ...] = ()


def propose(linked: LinkedSegment, rules: Rules) -> Iterator[Draft]:
    """Yield the words of each other system where they differ for at most ``LONGEST`` words.

    The words on both sides have to be the same; the edge of the text may be one of the sides. The error is not known
    unless the dictionary has both words for the same source word.
    """
    segment = linked.segment
    if not segment.other_systems:
        return
    starts = {token.start: index for index, token in enumerate(linked.tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(linked.tokens)}
    ours = list(_PIECE.finditer(segment.text))
    ours_plain = [piece.group().casefold() for piece in ours]
    for text in dict.fromkeys(segment.other_systems.values()):
        theirs = list(_PIECE.finditer(text))
        matcher = SequenceMatcher(None, ours_plain, [piece.group().casefold() for piece in theirs])
        for kind, first, stop, other_first, other_stop in matcher.get_opcodes():
            if kind != "replace" or max(stop - first, other_stop - other_first) > LONGEST:
                continue
            if stop - first == len(ours) or not _are_words([*ours[first:stop], *theirs[other_first:other_stop]]):
                continue
            start, end = starts.get(ours[first].start()), ends.get(ours[stop - 1].end())
            # A tagger may have taken several words for one.
            if start is None or end is None or not all(linked.is_word[start:end]):
                continue
            new = text[theirs[other_first].start() : theirs[other_stop - 1].end()]
            yield _draft(linked, start, end, new)


def _are_words(pieces: list[re.Match[str]]) -> bool:
    return all(piece.group()[0].isalnum() for piece in pieces)


def _draft(linked: LinkedSegment, start: int, end: int, new: str) -> Draft:
    change = Change(start, end, new)
    word = linked.source_of(start) if end == start + 1 else None
    if word is None:
        return Draft.of(change, OTHER_SYSTEM)
    form = new.casefold()
    other = next(
        (each for each in word.translations if form in (each.text.casefold(), each.target.lemma.casefold())), None
    )
    now = find_translation(word, linked.tokens[start])
    error = classify(now, other) if other is not None else ErrorType.UNKNOWN
    return Draft.of(change, OTHER_SYSTEM, error=error, source=word.text)
