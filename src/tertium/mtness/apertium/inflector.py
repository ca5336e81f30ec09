"""Other forms of the words of the target language, by the generator of a pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tertium.mtness.apertium.lexicon import NEXT_WORD, Lexicon
from tertium.mtness.apertium.pair import describe_programs, find_pair
from tertium.mtness.apertium.pipe import TIMEOUT
from tertium.mtness.apertium.stream import split_joined
from tertium.mtness.dictionary import Wish
from tertium.mtness.tags import Part
from tertium.mtness.tagsets.apertium import convert

_REMEMBERED = 1 << 17
_GENDER = re.compile(r"<(?:mf|m|f|nt|GD)>")
_NUMBER = re.compile(r"<(?:sg|pl|sp|ND)>")
_GENDERS = {"m": ("<m>", "<mf>"), "f": ("<f>", "<mf>"), "n": ("<nt>",)}
_NUMBERS = {"s": ("<sg>", "<sp>"), "p": ("<pl>", "<sp>")}


class ApertiumInflector:
    """The forms of words that a tagger of Apertium has read.

    Args:
        source: The other language of the pair, by two or three letters.
        target: The language of the words.
        folder: Where the data of Apertium is; the usual place if None.
        timeout: After how many silent seconds the programs are taken to hang.

    Raises:
        SpecError: The pair is not installed.
    """

    def __init__(self, source: str, target: str, *, folder: str | Path | None = None, timeout: float = TIMEOUT) -> None:
        self.pair = find_pair(source, target, folder)
        self._lexicon = Lexicon(self.pair, timeout)
        self._known: dict[str, str | None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> str:
        """The pair, with versions of programs and data."""
        return f"{self.pair.name}, {describe_programs(self._lexicon.programs)}"

    def close(self) -> None:
        """Ends the programs."""
        self._lexicon.close()

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        """The form that is wished for, in lower case unless it is a name; None if there is none or it is not known."""
        tries = [_list_readings(wish) for wish in wishes]
        missing = list(dict.fromkeys(one for some in tries for one in some if one not in self._known))
        if len(self._known) + len(missing) > _REMEMBERED:
            self._known.clear()
            missing = list(dict.fromkeys(one for some in tries for one in some))
        self._known |= dict(zip(missing, self._lexicon.generate(missing), strict=True))
        return [next((form for one in some if (form := self._known[one])), None) for some in tries]


def _list_readings(wish: Wish) -> list[str]:
    """What the form might be called: words that are the same in both genders or numbers have tags of their own."""
    native = wish.token.native
    if not native:
        return []
    parts = split_joined(native)
    # An article that a preposition has swallowed has the gender and number; pronouns behind a verb have nothing to say.
    place = len(parts) - 1 if convert(native).part is Part.PREPOSITION else 0
    joint = NEXT_WORD if place else "+"
    found = [parts[place]]
    if wish.gender:
        found = _swap(found, _GENDER, _GENDERS.get(wish.gender, ()))
    if wish.number:
        found = _swap(found, _NUMBER, _NUMBERS.get(wish.number, ()))
    return [joint.join([*parts[:place], one, *parts[place + 1 :]]) for one in found]


def _swap(readings: list[str], pattern: re.Pattern[str], values: tuple[str, ...]) -> list[str]:
    """The readings with another value of a tag; none if they have no such tag."""
    return [pattern.sub(value, reading, count=1) for reading in readings if pattern.search(reading) for value in values]
