"""Small words that are easily confused, and which of them fits a place: *a* and *en*, *por* and *para*.

A language model sees four words. What decides between *a* and *en* is often farther away: the verb before its object,
the noun after its article. So the words around a place, each by itself and in pairs, have weights that were learned
from running text (``learning.choice_learning``). Their sum is the logarithm of the odds that one of the two words
stands there.

The file is a table with tabs between its columns, plain or gzip, after lines with ``#`` that say where it is from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.mtness.resources.confusions import WordChange
from tertium.mtness.resources.headed_table import read_table, write_table

_MARK = "# tertium word choices 1"
_COLUMNS = ("one", "other", "context", "weight")
_HERE = Path(__file__).parent / "choices"
_EDGE = "<s>"
# Forms of one word begin alike.
_STEM = 4
# Shorter words, such as marks, say nothing by themselves.
_LONG = 2
_FARTHEST_BEFORE, _FARTHEST_AFTER = 6, 3
# More than any context of a place has.
_NEAR = 12
_ENDS = frozenset(".;:!?")
# A word is proposed for a place if it is that much more probable there.
_LEAST_ODDS = 1.0
_MOST_WEIGHT = 100.0


@dataclass(frozen=True)
class ContextRules:
    """What has to be known of a language to describe a place.

    Attributes:
        determiners: Words before a noun that are passed over to find it.
        contractions: Words that stand for several: *al* for *a el*.
    """

    determiners: frozenset[str] = frozenset()
    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def expand(self, words: Sequence[str]) -> tuple[list[str], list[int]]:
        """Return words without contractions, and the place that each had."""
        found: list[str] = []
        places: list[int] = []
        for place, word in enumerate(words):
            parts = self.contractions.get(word, (word,))
            found.extend(parts)
            places.extend([place] * len(parts))
        return found, places

    def describe(self, words: Sequence[str], place: int) -> Iterator[str]:
        """Yield what is known of a place from the words around it; the word itself is not looked at."""

        def at(where: int) -> str:
            return words[where] if 0 <= where < len(words) else _EDGE

        head = place + 1
        while head < min(place + 3, len(words)) and words[head] in self.determiners:
            head += 1
        determiner = at(place + 1) if head > place + 1 else "-"
        before, noun = at(place - 1), at(head)
        stem = before[:_STEM]
        yield from ("bias", f"-1 {before}", f"-1s {stem}", f"-2 {at(place - 2)} {before}", f"+1 {at(place + 1)}")
        yield from (f"d {determiner}", f"n {noun}", f"n+ {noun} {at(head + 1)}", f"dn {determiner} {noun}")
        yield from (f"-1n {stem} {noun}", f"-1d {before} {determiner}", f"-1+1 {before} {at(place + 1)}")
        for where in range(place - 2, max(place - _FARTHEST_BEFORE, 0) - 1, -1):
            word = words[where]
            if len(word) >= _LONG:
                yield from (f"l {word[:_STEM]}", f"ln {word[:_STEM]} {noun}")
            if word in _ENDS:
                break
        for where in range(head + 1, min(head + _FARTHEST_AFTER + 1, len(words))):
            if len(words[where]) >= _LONG:
                yield f"r {words[where][:_STEM]}"


@dataclass(frozen=True)
class WordChoice:
    """Two words that are confused, and what speaks for the second.

    Attributes:
        one: The first.
        other: The second.
        weights: By how much each context speaks for the second, in natural logarithms; less than 0 for the first.
    """

    one: str
    other: str
    weights: Mapping[str, float]

    def weigh(self, contexts: Iterator[str]) -> float:
        """Return the logarithm of the odds that the second stands at a place."""
        return sum(self.weights.get(each, 0.0) for each in contexts)


@dataclass(frozen=True)
class WordChoices:
    """What is known of the small words of a language.

    Attributes:
        choices: The words that are confused.
        rules: How places are described.
        language: The two letters of the language.
        origin: What it was learned from.
    """

    choices: Sequence[WordChoice]
    rules: ContextRules
    language: str = ""
    origin: str = ""

    @classmethod
    def read(cls, path: Path) -> WordChoices:
        """Read a table.

        Raises:
            InputError: The file is missing, or not such a table.
        """
        remedy = "Install Tertium again, or learn the table again"
        about, lines = read_table(path, _MARK, kind="a table of word choices", remedy=remedy)
        weights: dict[tuple[str, str], dict[str, float]] = {}
        in_table = False
        for number, line in lines:
            cells = tuple(line.split("\t"))
            if not in_table and cells == _COLUMNS:
                in_table = True
                continue
            try:
                one, other, context, weight = _parse(cells if in_table else ())
            except ValueError as error:
                raise InputError(
                    f"the row is not a context: {line!r}", file=path, line=number, remedy=remedy
                ) from error
            weights.setdefault((one, other), {})[context] = weight
        contractions = (each.partition("=") for each in about.get("contractions", "").split(", ") if each)
        rules = ContextRules(
            frozenset(about.get("determiners", "").split()),
            {short: tuple(long.split()) for short, _, long in contractions},
        )
        choices = [WordChoice(one, other, each) for (one, other), each in weights.items()]
        return cls(choices, rules, about.get("language", ""), about.get("origin", ""))

    def write(self, path: Path) -> None:
        """Write the table; it is compressed if the name ends in ``.gz``. The file is there as a whole or not at all."""
        write_table(path, _MARK, {"origin": self.origin} | self._describe(), self._render())

    def _describe(self) -> dict[str, str]:
        contractions = [f"{short}={' '.join(long)}" for short, long in sorted(self.rules.contractions.items())]
        return {
            "language": self.language,
            "determiners": " ".join(sorted(self.rules.determiners)),
            "contractions": ", ".join(contractions),
        }

    def _render(self) -> Iterator[str]:
        yield "\t".join(_COLUMNS)
        for choice in self.choices:
            for context, weight in sorted(choice.weights.items()):
                yield f"{choice.one}\t{choice.other}\t{context}\t{weight:g}"

    @cached_property
    def version(self) -> str:
        """The language and a digest of the weights, for signatures."""
        head = [f"# {name}: {value}" for name, value in self._describe().items()]
        rows = "\n".join([*head, *self._render()])
        return f"{self.language or 'choices'} sha256:{sha256(rows.encode()).hexdigest()[:8]}"

    @cached_property
    def _by_word(self) -> dict[str, list[tuple[WordChoice, str, float]]]:
        """For each word the choices that it belongs to, the word in its place, and what turns odds towards that."""
        found: dict[str, list[tuple[WordChoice, str, float]]] = {}
        for choice in self.choices:
            found.setdefault(choice.one, []).append((choice, choice.other, 1.0))
            found.setdefault(choice.other, []).append((choice, choice.one, -1.0))
        return found

    @cached_property
    def _contracted(self) -> dict[tuple[str, ...], str]:
        return {long: short for short, long in self.rules.contractions.items()}

    def weigh(self, words: Sequence[str], change: WordChange) -> float | None:
        """Return the logarithm of the odds that a change is right, by the words around it.

        Args:
            words: The words of a segment.
            change: The first word that is replaced, the one after the last, and the new words.

        Returns:
            None if the change does not put one word of a choice in the place of the other.
        """
        found = self._locate(words, change)
        if found is None:
            return None
        plain, place, new = found
        for choice, other, sign in self._by_word.get(plain[place], ()):
            if other == new:
                return sign * choice.weigh(self.rules.describe(plain, place))
        return None

    def find_pair(self, words: Sequence[str], change: WordChange) -> tuple[str, str] | None:
        """Return the small word that a change replaces, and the one in its place; None if it changes more."""
        found = self._locate(words, change)
        return None if found is None else (found[0][found[1]], found[2])

    def _locate(self, words: Sequence[str], change: WordChange) -> tuple[list[str], int, str] | None:
        """The words near a change without contractions, the place of the only one that changes, and the new one."""
        first, stop, new = change
        old, _ = self.rules.expand(words[first:stop])
        replacement, _ = self.rules.expand(new)
        if len(old) != len(replacement):
            return None
        pairs = enumerate(zip(old, replacement, strict=True))
        differing = [(place, after) for place, (before, after) in pairs if before != after]
        if len(differing) != 1:
            return None
        # Words farther away are not looked at, and a line may be very long.
        before, _ = self.rules.expand(words[max(first - _NEAR, 0) : first])
        after, _ = self.rules.expand(words[stop : stop + _NEAR])
        return [*before, *old, *after], len(before) + differing[0][0], differing[0][1]

    def propose(self, words: Sequence[str], least: float = _LEAST_ODDS) -> Iterator[WordChange]:
        """Yield the changes of a segment that the words around them speak for.

        Args:
            words: The words of a segment.
            least: The least logarithm of the odds for them.
        """
        plain, places = self.rules.expand(words)
        for place, word in enumerate(plain):
            for choice, other, sign in self._by_word.get(word, ()):
                if sign * choice.weigh(self.rules.describe(plain, place)) >= least:
                    yield self._make_change(words, plain, places, place, other)

    def _make_change(
        self, words: Sequence[str], plain: Sequence[str], places: Sequence[int], place: int, other: str
    ) -> WordChange:
        """The change that puts a word in a place: *al* becomes *en el*, and *en el* becomes *al*."""
        first = places[place]
        here = [number for number, where in enumerate(places) if where == first]
        new = tuple(other if number == place else plain[number] for number in here)
        stop = first + 1
        short = self._contracted.get((*new, words[stop])) if stop < len(words) else None
        return (first, stop + 1, (short,)) if short else (first, stop, new)


def _parse(cells: Sequence[str]) -> tuple[str, str, str, float]:
    one, other, context, weight = cells
    known = float(weight)
    if not abs(known) <= _MOST_WEIGHT or not one or not other or one == other:
        raise ValueError("this is not a context of two words")
    return one, other, context, known


def find_choices(language: str) -> Path | None:
    """Return the table that comes with Tertium for a language, by its two letters; None if there is none."""
    path = _HERE / f"{language}.tsv.gz"
    return path if path.is_file() else None
