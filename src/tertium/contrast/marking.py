"""Words of an output that are marked: which are in a reference, and which the other system does not have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.json_result import JsonResult
from tertium.text.token_places import locate_tokens

# N-grams longer than this decide nothing about which of several equal words is the one that matches.
_LONGEST = 4


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word of a text.

    Attributes:
        start: Where it starts in the text.
        end: Where it ends.
        matched: Whether a reference has it, as often.
        own: Whether the other output does not have it, or has it less often.
    """

    start: int
    end: int
    matched: bool
    own: bool


@dataclass(frozen=True)
class MarkedText(JsonResult):
    """A text and its words.

    Attributes:
        text: The text; where the tokenizer changes it, its tokens with blanks between them.
        words: Its words, in order.
    """

    json_fields = "text words=word_rows"

    text: str
    words: Sequence[MarkedWord]

    @property
    def word_rows(self) -> list[tuple[int, int, bool, bool]]:
        """Of each word: start, end, whether it matched, and whether only this system has it."""
        return [(word.start, word.end, word.matched, word.own) for word in self.words]


def mark_words(
    text: str, tokens: Sequence[str], references: Sequence[Sequence[str]], other: Sequence[str]
) -> MarkedText:
    """Mark the words of an output.

    >>> marked = mark_words("the dog, the cat", ["the", "dog", ",", "the", "cat"], [["the", "cat"]], ["a", "dog"])
    >>> [(marked.text[word.start : word.end], word.matched, word.own) for word in marked.words]
    [('the', False, True), ('dog', False, False), (',', False, True), ('the', True, True), ('cat', True, True)]

    Args:
        text: The output.
        tokens: Its tokens.
        references: The tokens of each reference.
        other: The tokens of the other output.
    """
    spans = locate_tokens(text, tokens)
    if spans is None:
        text = " ".join(tokens)
        spans = locate_tokens(text, tokens) or []
    matched = find_matched(tokens, references)
    shared = find_matched(tokens, [other])
    return MarkedText(
        text, [MarkedWord(*span, place in matched, place not in shared) for place, span in enumerate(spans)]
    )


def find_matched(tokens: Sequence[str], references: Sequence[Sequence[str]]) -> set[int]:
    """Return the places of tokens that a reference has, each word at most as often as the reference with most of it.

    Where a word occurs more often than that, occurrences within longer n-grams of a reference come first.

    Args:
        tokens: The tokens.
        references: The tokens of each reference.
    """
    most: Counter[str] = Counter()
    known: set[tuple[str, ...]] = set()
    for reference in references:
        most |= Counter(reference)
        for order in range(2, _LONGEST + 1):
            known.update(tuple(reference[start : start + order]) for start in range(len(reference) - order + 1))
    covered = [1] * len(tokens)
    for order in range(2, _LONGEST + 1):
        for start in range(len(tokens) - order + 1):
            if tuple(tokens[start : start + order]) in known:
                covered[start : start + order] = [order] * order
    found = set()
    for place in sorted(range(len(tokens)), key=lambda place: (-covered[place], place)):
        if most[tokens[place]] > 0:
            most[tokens[place]] -= 1
            found.add(place)
    return found
