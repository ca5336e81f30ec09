"""Finds the longest run of words that one of many patterns matches, in one pass over the words.

All patterns become one automaton, whose states are made when they are first needed. Only which conditions hold of a
word matters to it; that is kept for each tag, and looked up for words and lemmas, so that a word costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tertium.mtness.chunking.patterns import (
    Choice,
    Condition,
    Pattern,
    PatternSeries,
    Repeat,
    Test,
    holds_of_tag,
    is_mark,
)
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

_NEW = -1  # a tag that was not seen before


@dataclass(frozen=True, slots=True)
class _Ends:
    """Where a pattern may start and end, and whether it may be empty; places are numbers of tests."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


class _State:
    """The places that may have been reached; what follows is filled in when it is first asked for."""

    __slots__ = ("accepts", "moves", "next_places")

    def __init__(self, next_places: frozenset[int], accepts: int | None) -> None:
        self.next_places = next_places
        self.accepts = accepts
        self.moves: dict[int, _State | None] = {}


class _Conditions:
    """Which conditions hold of a word, as the bits of a number."""

    def __init__(self) -> None:
        self._bits: dict[Condition, int] = {}
        self._tag_tests: list[tuple[Tag, int]] = []
        self._of_lemma: dict[str, int] = {}
        self._of_word: dict[str, int] = {}
        self._of_tag: dict[Tag, int | None] = {}

    def bit(self, condition: Condition) -> int:
        """Return the bit of a condition; the first time, it gets one."""
        if condition not in self._bits:
            bit = self._bits[condition] = 1 << len(self._bits)
            if condition.about == "tag":
                self._tag_tests.append((Tag.parse(condition.values[0]), bit))
            else:
                table = self._of_lemma if condition.about == "lemma" else self._of_word
                for value in condition.values:
                    table[value] = table.get(value, 0) | bit
        return self._bits[condition]

    def of(self, tokens: Iterable[Token]) -> list[int | None]:
        """Return the bits of each word; None for a punctuation mark."""
        of_tag, of_lemma, of_word = self._of_tag, self._of_lemma, self._of_word
        found: list[int | None] = []
        for token in tokens:
            bits = of_tag.get(token.tag, _NEW)
            if bits == _NEW:
                bits = self._learn(token.tag)
            if bits is not None and not token.text[:1].isalnum() and is_mark(token):
                bits = None
            if bits is not None:
                bits |= of_lemma.get(token.lemma.casefold(), 0) | of_word.get(token.text.casefold(), 0)
            found.append(bits)
        return found

    def _learn(self, tag: Tag) -> int | None:
        bits = sum(bit for wanted, bit in self._tag_tests if holds_of_tag(wanted, tag))
        self._of_tag[tag] = None if tag.part is Part.PUNCTUATION else bits
        return self._of_tag[tag]


class Automaton:
    """Many patterns as one.

    Args:
        patterns: The patterns; none of them may match nothing.
        longest: The longest match, in words.
    """

    def __init__(self, patterns: Sequence[Pattern], longest: int) -> None:
        self._longest = longest
        self._conditions = _Conditions()
        self._tests: list[tuple[int, int]] = []
        self._follow: list[set[int]] = []
        self._accepts: dict[int, int] = {}
        self._states: dict[frozenset[int], _State] = {}
        first: set[int] = set()
        for number, pattern in enumerate(patterns):
            ends = self._add(pattern)
            first |= ends.first
            self._accepts |= dict.fromkeys(ends.last, number)
        self._start = _State(frozenset(first), None)

    def split(self, tokens: Sequence[Token]) -> list[tuple[int, int, int]]:
        """Return the matches from left to right, as number of the pattern, first word, and the one after the last word.

        Each is the longest from its first word on, of the first pattern that matches as much; no two overlap.
        """
        bits = self._conditions.of(tokens)
        found: list[tuple[int, int, int]] = []
        first, count = 0, len(bits)
        while first < count:
            state: _State | None = self._start
            number, stop = -1, first + 1
            for place in range(first, min(first + self._longest, count)):
                held = bits[place]
                if held is None or state is None:
                    break
                state = state.moves[held] if held in state.moves else self._move(state, held)
                if state is not None and state.accepts is not None:
                    number, stop = state.accepts, place + 1
            if number >= 0:
                found.append((number, first, stop))
            first = stop
        return found

    def _move(self, state: _State, held: int) -> _State | None:
        """The state after a word of which ``held`` holds; None if nothing matches any more."""
        places = frozenset(
            place
            for place in state.next_places
            if held & self._tests[place][0] == self._tests[place][0] and not held & self._tests[place][1]
        )
        if places and places not in self._states:
            following = frozenset[int]().union(*(self._follow[place] for place in places))
            accepted = [self._accepts[place] for place in places if place in self._accepts]
            self._states[places] = _State(following, min(accepted, default=None))
        state.moves[held] = self._states[places] if places else None
        return state.moves[held]

    def _add(self, pattern: Pattern) -> _Ends:
        """Numbers the tests of a pattern and notes which may follow which."""
        match pattern:
            case Test():
                wanted = sum({self._conditions.bit(condition) for condition in pattern.wanted})
                unwanted = sum({self._conditions.bit(condition) for condition in pattern.unwanted})
                self._tests.append((wanted, unwanted))
                self._follow.append(set())
                place = frozenset([len(self._tests) - 1])
                return _Ends(place, place, False)
            case PatternSeries():
                whole = _Ends(frozenset(), frozenset(), True)
                for item in pattern.items:
                    ends = self._add(item)
                    self._link(whole.last, ends.first)
                    whole = _Ends(
                        whole.first | ends.first if whole.empty else whole.first,
                        whole.last | ends.last if ends.empty else ends.last,
                        whole.empty and ends.empty,
                    )
                return whole
            case Choice():
                each = [self._add(option) for option in pattern.options]
                return _Ends(
                    frozenset[int]().union(*(ends.first for ends in each)),
                    frozenset[int]().union(*(ends.last for ends in each)),
                    any(ends.empty for ends in each),
                )
            case Repeat():
                ends = self._add(pattern.item)
                if pattern.again:
                    self._link(ends.last, ends.first)
                return _Ends(ends.first, ends.last, ends.empty or pattern.optional)

    def _link(self, before: frozenset[int], after: frozenset[int]) -> None:
        for place in before:
            self._follow[place] |= after


def may_be_empty(pattern: Pattern) -> bool:
    """Return whether a pattern matches nothing at all, too."""
    match pattern:
        case Test():
            return False
        case PatternSeries():
            return all(may_be_empty(item) for item in pattern.items)
        case Choice():
            return any(may_be_empty(option) for option in pattern.options)
        case Repeat():
            return pattern.optional or may_be_empty(pattern.item)
