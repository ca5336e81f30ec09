"""Patterns over tagged words, as the rules of spans are written in.

One word of the text is a *test*: ``noun``, ``verb.infinitive``, ``lemma=ser,estar``, ``word=a,en``, or several that
must all hold, ``verb&lemma=ser``; a ``!`` in front of one turns it round, ``adjective&!adjective.ordinal``. Tests and
groups in brackets follow each other with spaces between; ``|`` stands between choices and binds closest, so that
``noun|proper adjective`` is a noun or a name, and then an adjective. After a test, a choice or a group, ``?`` is once
or not at all, ``*`` any number of times, ``+`` once or more. ``$name`` is a pattern that was named before. A ``_`` in a
value is a space.

A word that nobody knows counts as a noun. No test ever holds of a punctuation mark, nor of a sign without letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from tertium.errors import SpecError
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds of a word or not.

    Attributes:
        about: ``"tag"``, ``"lemma"`` or ``"word"``.
        values: One tag, or the lemmas or words, in lower case, that will do.
    """

    about: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """One word of the text.

    Attributes:
        wanted: What must hold of it.
        unwanted: What must not.
    """

    __test__ = False  # pytest would take it for one of its own

    wanted: tuple[Condition, ...]
    unwanted: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class PatternSeries:
    """Patterns that follow each other."""

    items: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Patterns of which one will do."""

    options: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A pattern that may be left out, may come again, or both.

    Attributes:
        item: The pattern.
        optional: Whether it may be left out.
        again: Whether it may come more than once.
    """

    item: Pattern
    optional: bool
    again: bool


Pattern = Test | PatternSeries | Choice | Repeat

# Rules of languages have some dozens of tests, in brackets two or three deep.
_DEEPEST = 50
_MOST_TESTS = 10_000

_SIGNS = {"?": (True, False), "*": (True, True), "+": (False, True)}
_PIECE = re.compile(r"\s*([()|?*+&!]|\$?[^\s()|?*+&!$]+|\$)")
_APOSTROPHES = ("'", "\u2019")  # as in "the students' rooms"
_FEATURES = tuple(each.name for each in fields(Tag) if each.name != "part")


def is_mark(token: Token) -> bool:
    """Return whether no span goes across it: a punctuation mark, or a sign that was taken for something else."""
    if token.tag.part is Part.PUNCTUATION:
        return True
    return token.text not in _APOSTROPHES and not any(letter.isalnum() for letter in token.text)


def holds_of_tag(wanted: Tag, tag: Tag) -> bool:
    """Return whether a tag is of the part of speech, and has all the features, of another."""
    if tag.part is Part.PUNCTUATION:
        return False
    if tag.part is Part.UNKNOWN and wanted == Tag(part=Part.NOUN):
        return True
    return tag.part is wanted.part and all(
        getattr(tag, name) == value for name in _FEATURES if (value := getattr(wanted, name))
    )


def parse_pattern(text: str, named: Mapping[str, Pattern]) -> Pattern:
    """Return the pattern that a text stands for.

    Args:
        text: The text.
        named: The patterns that it may use, by name.

    Raises:
        SpecError: It is none.

    >>> parse_pattern("noun", {})
    Test(wanted=(Condition(about='tag', values=('noun',)),), unwanted=())
    """
    pattern = _Reader(_PIECE.findall(text), named).read()
    if count_tests(pattern) > _MOST_TESTS:
        raise SpecError(
            f"the pattern has more than {_MOST_TESTS:,} tests, with those of its parts",
            remedy="Use each part in fewer places",
        )
    return pattern


def count_tests(pattern: Pattern) -> int:
    """Return the number of tests of a pattern, with those of each part as often as it is used."""
    match pattern:
        case Test():
            return 1
        case Repeat():
            return count_tests(pattern.item)
        case PatternSeries():
            return sum(map(count_tests, pattern.items))
        case Choice():
            return sum(map(count_tests, pattern.options))


class _Reader:
    """Reads a pattern from left to right, one piece after the other."""

    def __init__(self, pieces: list[str], named: Mapping[str, Pattern]) -> None:
        self._pieces = pieces
        self._named = named
        self._next = 0
        self._depth = 0

    def read(self) -> Pattern:
        series = self._read_series()
        if self._peek():
            raise SpecError("there is a ')' without its '('", remedy="Each '(' needs one ')'")
        return series

    def _peek(self) -> str:
        return self._pieces[self._next] if self._next < len(self._pieces) else ""

    def _take(self) -> str:
        self._next += 1
        return self._pieces[self._next - 1]

    def _read_series(self) -> Pattern:
        items: list[Pattern] = []
        while self._peek() not in ("", ")"):
            items.append(self._read_repeat())
        if not items:
            raise SpecError("something is empty: the pattern, or a pair of brackets", remedy="Say what is to match")
        return items[0] if len(items) == 1 else PatternSeries(tuple(items))

    def _read_repeat(self) -> Pattern:
        item = self._read_choice()
        if self._peek() in _SIGNS:
            item = Repeat(item, *_SIGNS[self._take()])
            if self._peek() in (*_SIGNS, "|"):
                raise SpecError(
                    f"there is a {self._peek()!r} after {self._pieces[self._next - 1]!r}",
                    remedy="Put what is repeated into brackets",
                )
        return item

    def _read_choice(self) -> Pattern:
        options = [self._read_single()]
        while self._peek() == "|":
            self._take()
            options.append(self._read_single())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _read_single(self) -> Pattern:
        piece = self._peek()
        if piece == "(":
            self._take()
            self._depth += 1
            if self._depth > _DEEPEST:
                raise SpecError(f"brackets are nested more than {_DEEPEST} deep", remedy="Name parts of the pattern")
            inner = self._read_series()
            self._depth -= 1
            if not self._peek():
                raise SpecError("there is a '(' without its ')'", remedy="Each '(' needs one ')'")
            self._take()
            return inner
        if piece.startswith("$"):
            name = self._take()[1:]
            if name not in self._named:
                known = ", ".join(self._named) or "none"
                raise SpecError(f"there is no pattern named {name!r} above", remedy=f"There are: {known}")
            return self._named[name]
        return self._read_test()

    def _read_test(self) -> Test:
        found: dict[bool, list[Condition]] = {True: [], False: []}
        while True:
            negated = self._peek() == "!"
            if negated:
                self._take()
            piece = self._peek()
            if not piece or piece in "()|?*+&!" or piece.startswith("$"):
                raise SpecError(
                    f"{piece!r} stands where a test should" if piece else "a test is missing at the end",
                    remedy="A test is a tag such as verb.infinitive, or lemma=, or word=",
                )
            found[not negated].append(_read_condition(self._take()))
            if self._peek() != "&":
                return Test(tuple(found[True]), tuple(found[False]))
            self._take()


def _read_condition(text: str) -> Condition:
    about, sign, values = text.partition("=")
    if not sign:
        tag = Tag.parse(text)
        if tag.part is Part.PUNCTUATION:
            raise SpecError("no span goes across a punctuation mark", remedy="Leave punctuation out of the pattern")
        return Condition("tag", (str(tag),))
    if about not in ("lemma", "word"):
        raise SpecError(f"nothing is known of {about!r} in {text!r}", remedy="There are: lemma=, word=")
    each = [value.replace("_", " ").casefold() for value in values.split(",")]
    if not all(each):
        raise SpecError(f"a value of {text!r} is empty", remedy="Write for instance lemma=ser,estar")
    # Some texts have straight apostrophes, and others typographic ones.
    return Condition(about, tuple(dict.fromkeys([*each, *(value.replace("'", "\u2019") for value in each)])))
