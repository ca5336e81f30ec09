"""The confusions of a machine-translation system: the words that it writes, and those that should stand there.

``tertium mtness learn`` makes a table of them: text by people goes to the source language and back, and what differs is
what this system confuses. A confusion may include the word before it or the word after it, which do not change:
*clic a*, *clic en*. It then says how often it is right in that company. ``START`` is the beginning or end of a segment.

The file is a table with tabs between its columns, plain or gzip, after lines with ``#`` that say where it is from.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.mtness.resources.headed_table import read_table, write_table

START = "<s>"
"""What stands before the first word of a segment, and after the last one."""

LONGEST = 5
"""The most words of a confusion, with those beside it."""

_MARK = "# tertium confusions 1"
_COLUMNS = ("replaced", "replacement", "count", "occurrences", "gain", "synonyms")
_HABIT_COLUMNS = ("replaced", "replacement", "expected", "share")
_HERE = Path(__file__).parent / "learned"
# More than any text has; such numbers are the same as integers and as floats.
_MOST = 1 << 53


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """Some words of a system, and what should stand there.

    Attributes:
        replaced: The words of the system.
        replacement: What should stand there; words beside it are in both.
        count: How often that was so.
        occurrences: How often the system wrote these words.
        gain: By how much the replacement is more probable, on average: the difference of the natural logarithms.
        synonyms: Whether a thesaurus, or the rules of the language, take both for the same, so that it is style.
    """

    replaced: tuple[str, ...]
    replacement: tuple[str, ...]
    count: int
    occurrences: int
    gain: float = 0.0
    synonyms: bool = False

    @property
    def share(self) -> float:
        """The share of the occurrences where it was so, a little less where there are few."""
        return (self.count + 0.1) / (self.occurrences + 1)

    def trim(self) -> tuple[int, int, tuple[str, ...]]:
        """Return how many words at both ends stay, and what stands between these."""
        old, new = self.replaced, self.replacement
        most = min(len(old), len(new))
        before = next((place for place in range(most) if old[place] != new[place]), most)
        most -= before
        after = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
        return before, after, new[before : len(new) - after]


WordChange = tuple[int, int, tuple[str, ...]]
"""The first word that is replaced, the one after the last, and the new words; all as they are counted."""

WordPair = tuple[tuple[str, ...], tuple[str, ...]]
"""Some words, and those in their place, without words beside them."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How often a repair is right in the output of a system, before any evidence about the place.

    Attributes:
        expected: The share of its occurrences where it is right in text that went to the source language and back,
            and in text by people.
        share: The same in translations of text that people wrote in the source language.
    """

    expected: float
    share: float


@dataclass(frozen=True)
class ConfusionTable:
    """The confusions of one system.

    Attributes:
        confusions: The confusions.
        habits: How often repairs are right, by the words and those in their place.
        language_pair: Source and target, such as ``ca-es``.
        origin: Where they are from: the system, and how much text.
    """

    confusions: Sequence[Confusion]
    habits: Mapping[WordPair, Habit] = field(default_factory=dict)
    language_pair: str = ""
    origin: str = ""

    @classmethod
    def read(cls, path: Path) -> ConfusionTable:
        """Read a table.

        Raises:
            InputError: The file is missing, or not such a table.
        """
        about, lines = read_table(
            path, _MARK, kind="a table of confusions", remedy="Make one with tertium mtness learn"
        )
        confusions: list[Confusion] = []
        habits: dict[WordPair, Habit] = {}
        columns: tuple[str, ...] = ()
        for number, line in lines:
            cells = tuple(line.split("\t"))
            try:
                if cells in (_COLUMNS, _HABIT_COLUMNS):
                    columns = cells
                elif columns == _COLUMNS:
                    confusions.append(_parse(cells))
                else:
                    pair, habit = _parse_habit(cells if columns else ())
                    habits[pair] = habit
            except (ValueError, KeyError) as error:
                raise InputError(
                    f"the row is not a confusion: {line!r}", file=path, line=number, remedy="Learn or install it again"
                ) from error
        return cls(confusions, habits, about.get("pair", ""), about.get("origin", ""))

    def write(self, path: Path) -> None:
        """Write the table; it is compressed if the name ends in ``.gz``. The file is there as a whole or not at all."""
        write_table(path, _MARK, {"pair": self.language_pair, "origin": self.origin}, self._render())

    def _render(self) -> Iterator[str]:
        yield "\t".join(_COLUMNS)
        for each in self.confusions:
            style = "yes" if each.synonyms else ""
            numbers = (str(each.count), str(each.occurrences), f"{each.gain:.1f}")
            yield "\t".join((" ".join(each.replaced), " ".join(each.replacement), *numbers, style))
        yield "\t".join(_HABIT_COLUMNS)
        for (replaced, replacement), habit in self.habits.items():
            shares = (f"{habit.expected:.4f}", f"{habit.share:.4f}")
            yield "\t".join((" ".join(replaced), " ".join(replacement), *shares))

    @cached_property
    def version(self) -> str:
        """The language pair and a digest of the confusions, for signatures."""
        rows = "\n".join(self._render())
        return f"{self.language_pair or 'confusions'} sha256:{sha256(rows.encode()).hexdigest()[:8]}"

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], list[tuple[Confusion, int, int, tuple[str, ...]]]]:
        found: dict[tuple[str, ...], list[tuple[Confusion, int, int, tuple[str, ...]]]] = {}
        for each in self.confusions:
            found.setdefault(each.replaced, []).append((each, *each.trim()))
        return found

    def find(self, words: Sequence[str]) -> dict[WordChange, Confusion]:
        """Return what might be changed in a segment: the first word, the one after the last, and what replaces them.

        Where several confusions say the same, the one with the largest share counts.
        """
        padded = [START, *words, START]
        found: dict[WordChange, Confusion] = {}
        for first in range(len(padded)):
            for stop in range(first + 1, min(first + LONGEST, len(padded)) + 1):
                for each, before, after, new in self._by_words.get(tuple(padded[first:stop]), ()):
                    place = (first + before - 1, stop - after - 1, new)
                    if place[0] >= 0 and place[1] <= len(words) and START not in new:
                        known = found.get(place)
                        if known is None or each.share > known.share:
                            found[place] = each
        return found


def find_table(language_pair: str) -> Path | None:
    """Return the table that comes with Tertium for a language pair, such as ``ca-es``; None if there is none."""
    path = _HERE / f"{language_pair}.tsv.gz"
    return path if path.is_file() else None


def find_weights(language_pair: str) -> Path | None:
    """Return the weights of all evidence that come with us for a pair of languages; None if there are no own ones."""
    path = _HERE / f"{language_pair}.json"
    return path if path.exists() else None


def _parse(cells: Sequence[str]) -> Confusion:
    replaced, replacement, count, occurrences, gain, style = cells
    found = Confusion(
        replaced=tuple(replaced.split()),
        replacement=tuple(replacement.split()),
        count=int(count),
        occurrences=int(occurrences),
        gain=float(gain),
        synonyms={"yes": True, "": False}[style],
    )
    if not found.replaced or found.replaced == found.replacement:
        raise ValueError("nothing is replaced")
    if not 0 < found.count <= found.occurrences <= _MOST or not math.isfinite(found.gain):
        raise ValueError("counts do not fit together")
    return found


def _parse_habit(cells: Sequence[str]) -> tuple[WordPair, Habit]:
    replaced, replacement, expected, share = cells
    found = Habit(float(expected), float(share))
    if not (0 <= found.expected <= 1 and 0 <= found.share <= 1):
        raise ValueError("a share is not between 0 and 1")
    return (tuple(replaced.split()), tuple(replacement.split())), found
