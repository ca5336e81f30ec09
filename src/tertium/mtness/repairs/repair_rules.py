"""The rules of a language for suggestions, as they are read from its ``suggestions.toml``.

What all kinds of suggestions need stands here: determiners, contractions, junctions. What one kind needs, it declares
as a ``RuleSection`` in its own file in ``kinds/``, and finds again with ``Rules.find``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from tertium.errors import InputError
from tertium.mtness.resources.languages import find_language, read_rules
from tertium.mtness.text.tags import Part, Tag

SLOTS = ("m.s", "f.s", "m.p", "f.p")
"""Gender and number, in the order in which the rows of determiners have them."""

# The keys of each section that all kinds share; contractions have words for keys.
_SHARED: Mapping[str, tuple[str, ...]] = {
    "determiners": ("rows",),
    "contractions": (),
    "junctions": ("words", "before", "unless"),
}

_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class RuleSection(Generic[_Read]):
    """A section of ``suggestions.toml`` that one kind of suggestion reads.

    Attributes:
        name: Its name.
        keys: The keys that it may have.
        read: Makes rules of it; it is given an empty table or list where the section is absent, and may raise
            ``KeyError``, ``TypeError``, ``ValueError``, ``AttributeError`` or ``re.error``.
        repeated: Whether it is an array of tables.
    """

    name: str
    keys: tuple[str, ...]
    read: Callable[[Any], _Read]
    repeated: bool = False

    def read_from(self, data: Mapping[str, Any]) -> _Read:
        """Return the rules that a file has, those of an empty section if it has none."""
        return self.read(data.get(self.name, [] if self.repeated else {}))


@dataclass(frozen=True, slots=True)
class Junction:
    """A word that has another form before some words: *y* is *e* before *hijo*, *el* is *l'* before *home*.

    Attributes:
        becomes: The other form; no space follows it if it ends in an apostrophe.
        before: What the next word, in lower case, has to match.
        unless: What it may not match.
    """

    becomes: str
    before: re.Pattern[str]
    unless: re.Pattern[str] | None = None

    def fits(self, word: str) -> bool:
        """Return whether the other form is due before a word."""
        return self.before.search(word) is not None and not (self.unless and self.unless.search(word))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All rules of a language; a section that is absent makes no suggestions.

    Attributes:
        determiners: By each form its row of four: masculine and feminine singular, then plural.
        contractions: Two words and the one that they become.
        expansions: The same, the other way round.
        junctions: By each word its junctions.
        junction_bases: By each form that comes from a junction the words that it may come from.
        sections: What each kind of suggestion has read, by the name of its section.
    """

    determiners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contractions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    expansions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    junctions: Mapping[str, tuple[Junction, ...]] = field(default_factory=dict)
    junction_bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sections: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, language: str | Path, sections: Iterable[RuleSection[Any]]) -> Rules:
        """Read the rules of a language.

        Args:
            language: Its two letters, or a folder of rules.
            sections: What the kinds of suggestions read.

        Raises:
            SpecError: There is no such language.
            InputError: Its rules are not what they have to be.
        """
        sections = list(sections)
        data = read_rules(language, "suggestions")
        file = find_language(language) / "suggestions.toml"
        _check_keys(data, {**_SHARED, **{each.name: each.keys for each in sections}}, file)
        try:
            return cls._of(data, sections)
        except (KeyError, TypeError, ValueError, AttributeError, re.error) as error:
            remedy = "Compare it with that of a language that comes with Tertium"
            raise InputError(f"a rule is wrong: {error!r}", file=file, remedy=remedy) from error

    @classmethod
    def _of(cls, data: Mapping[str, Any], sections: Iterable[RuleSection[Any]]) -> Rules:
        contractions = {_split(words): short for words, short in data.get("contractions", {}).items()}
        junctions = _read_junctions(data.get("junctions", []))
        bases: dict[str, tuple[str, ...]] = {}
        for word, each in junctions.items():
            for form in dict.fromkeys(junction.becomes for junction in each):
                bases[form] = (*bases.get(form, ()), word)
        return cls(
            determiners=_read_determiners(data.get("determiners", {}).get("rows", [])),
            contractions=contractions,
            expansions={short: words for words, short in contractions.items()},
            junctions=junctions,
            junction_bases=bases,
            sections={each.name: each.read_from(data) for each in sections},
        )

    def find(self, section: RuleSection[_Read]) -> _Read:
        """Return what a kind of suggestion has read of its section."""
        return cast(_Read, self.sections[section.name])

    def find_determiner(self, form: str, gender: str, number: str, tag: Tag) -> str | None:
        """Return a determiner in another gender and number; None if the table has no such form.

        Args:
            form: The form as it is, in lower case.
            gender: The gender that is wanted; as it is if empty.
            number: The number that is wanted; as it is if empty.
            tag: What the form is, for what is to stay.
        """
        row = self.determiners.get(form)
        if row is None:
            return None
        own_gender, own_number = SLOTS[row.index(form)].split(".")
        slot = f"{gender or tag.gender or own_gender}.{number or tag.number or own_number}"
        return (row[SLOTS.index(slot)] or None) if slot in SLOTS else None


def check_names(names: Iterable[str], known: Iterable[str]) -> None:
    """Raise a ``ValueError`` for a name that is not known."""
    if unknown := set(names) - set(known):
        raise ValueError(f"there is no {min(unknown)!r}, but: {', '.join(known)}")


def read_parts(names: list[str], *also: str) -> frozenset[str]:
    """Return names of parts of speech, or of what else is allowed, after a check."""
    parts = frozenset(names)
    if unknown := parts - {*Part, *also}:
        raise ValueError(f"there is no part of speech {min(unknown)!r}")
    return parts


def compile_pattern(pattern: str | None) -> re.Pattern[str] | None:
    """Return a regular expression; None if there is none."""
    return None if pattern is None else re.compile(pattern)


def _check_keys(data: Mapping[str, Any], sections: Mapping[str, tuple[str, ...]], file: Path) -> None:
    for name, section in data.items():
        if name not in sections:
            remedy = f"There are: {', '.join(sections)}"
            raise InputError(f"there is no section {name!r} of rules for suggestions", file=file, remedy=remedy)
        known = sections[name]
        for table in section if isinstance(section, list) else [section]:
            # What is not a table at all is reported when it is read.
            for key in table if known and isinstance(table, dict) else ():
                if key not in known:
                    remedy = f"There are: {', '.join(known)}"
                    raise InputError(f"there is no {key!r} in the section {name!r}", file=file, remedy=remedy)


def _split(words: str) -> tuple[str, str]:
    first, second = words.split(" ")
    return first, second


def _read_determiners(rows: list[list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if len(row) != len(SLOTS):
            raise ValueError(f"{row} does not have {len(SLOTS)} forms")
        for form in row:
            if form:
                found.setdefault(form, tuple(row))
    return found


def _read_junctions(rows: list[dict[str, Any]]) -> dict[str, tuple[Junction, ...]]:
    found: dict[str, tuple[Junction, ...]] = {}
    for row in rows:
        for word, becomes in row["words"].items():
            junction = Junction(becomes, re.compile(row["before"]), compile_pattern(row.get("unless")))
            found[word] = (*found.get(word, ()), junction)
    return found
