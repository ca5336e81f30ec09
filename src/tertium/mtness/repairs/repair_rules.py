"""The rules of a language for alternatives, as they are read from its ``alternatives.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.mtness.resources.languages import find_language, read_rules
from tertium.mtness.text.tags import Part, Tag

_SLOTS = ("m.s", "f.s", "m.p", "f.p")
# The keys of each section; contractions have words for keys.
_SECTIONS: Mapping[str, tuple[str, ...]] = {
    "determiners": ("rows",),
    "contractions": (),
    "junctions": ("words", "before", "unless"),
    "apocopation": ("forms", "before", "gender", "number", "through", "following", "unless"),
    "copulas": ("forms", "before"),
    "articles": ("definite", "add_after", "drop_before", "keep_before"),
    "prepositions": ("dropped",),
    "personal": ("preposition", "except_verbs"),
    "orders": ("linking", "swaps"),
    "exchanges": ("forms", "parts", "before"),
}
_VERB_FORMS = ("finite", "infinitive", "gerund", "participle")


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
        """Whether the other form is due before a word."""
        return self.before.search(word) is not None and not (self.unless and self.unless.search(word))


@dataclass(frozen=True, slots=True)
class Apocopation:
    """A word that is to be shortened, or not, by what follows.

    Attributes:
        becomes: The form that is due.
        parts: What the head is that follows; empty if nothing of a noun phrase may follow.
        gender: The head's gender; any if empty. A head whose gender is not known fits.
        number: The head's number.
        through: Whether adjectives may stand between.
        following: What the word that follows at once has to match; anything if None.
        unless: What the head may not match.
    """

    becomes: str
    parts: frozenset[str]
    gender: str = ""
    number: str = ""
    through: bool = True
    following: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A function word for which another is tried, since other languages have one word for both: *a* and *en*.

    Attributes:
        others: What is tried instead, the likelier first.
        parts: What the word has to be.
        before: What has to follow: parts of speech, or forms of verbs.
    """

    others: tuple[str, ...]
    parts: frozenset[str]
    before: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a language; a section that is absent leaves its fields empty, and makes no alternatives.

    Attributes:
        determiners: By each form its row of four: masculine and feminine singular, then plural.
        contractions: Two words and the one that they become.
        expansions: The same, the other way round.
        junctions: By each word its junctions.
        junction_bases: By each form that comes from a junction the words that it may come from.
        apocopations: By each form its rules.
        copulas: By each form of one copula the forms of the other, each with the other's name.
        copula_before: By the name of a copula what may follow it.
        articles: The definite article by gender and number (``"m.s"``), by number, or the only one (``"any"``).
        add_after: Behind which words an article may be missing: parts of speech, or ``"start"``.
        drop_before: Before which parts of speech an article may be too much.
        modifying: Prepositions behind a name that tell which one it is, so that its article stays.
        prepositions: Prepositions that may be too much before an infinitive.
        personal: The preposition before persons that are objects; none if empty.
        not_personal: Base forms of verbs behind which it is not missing.
        linking: The preposition between two noun phrases that have changed places; none if empty.
        swaps: ``"adjective noun"``, ``"noun adjective"``: what is tried the other way round.
        exchanges: By each function word its exchanges.
    """

    determiners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contractions: Mapping[tuple[str, str], str] = field(default_factory=dict)
    expansions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    junctions: Mapping[str, tuple[Junction, ...]] = field(default_factory=dict)
    junction_bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    apocopations: Mapping[str, tuple[Apocopation, ...]] = field(default_factory=dict)
    copulas: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    copula_before: Mapping[str, frozenset[str]] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    add_after: frozenset[str] = frozenset()
    drop_before: frozenset[str] = frozenset()
    modifying: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    personal: str = ""
    not_personal: frozenset[str] = frozenset()
    linking: str = ""
    swaps: frozenset[str] = frozenset()
    exchanges: Mapping[str, tuple[Exchange, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, language: str | Path) -> Rules:
        """The rules of a language.

        Raises:
            SpecError: There is no such language.
            InputError: Its rules are not what they have to be.
        """
        data = read_rules(language, "alternatives")
        file = find_language(language) / "alternatives.toml"
        _check_keys(data, file)
        try:
            return cls._of(data)
        except (KeyError, TypeError, ValueError, AttributeError, re.error) as error:
            remedy = "Compare it with that of a language that comes with Tertium"
            raise InputError(f"a rule is not as it has to be: {error!r}", file=file, remedy=remedy) from error

    @classmethod
    def _of(cls, data: Mapping[str, Any]) -> Rules:
        contractions = {_split(words): short for words, short in data.get("contractions", {}).items()}
        junctions = _read_junctions(data.get("junctions", []))
        bases: dict[str, tuple[str, ...]] = {}
        for word, each in junctions.items():
            for form in dict.fromkeys(junction.becomes for junction in each):
                bases[form] = (*bases.get(form, ()), word)
        names = ("copulas", "articles", "personal", "orders")
        copulas, articles, personal, orders = (data.get(name, {}) for name in names)
        _check_names(copulas.get("before", {}), copulas.get("forms", {}))
        _check_names(articles.get("definite", {}), (*_SLOTS, "s", "p", "any"))
        return cls(
            determiners=_read_determiners(data.get("determiners", {}).get("rows", [])),
            contractions=contractions,
            expansions={short: words for words, short in contractions.items()},
            junctions=junctions,
            junction_bases=bases,
            apocopations=_read_apocopations(data.get("apocopation", [])),
            copulas=_read_copulas(copulas.get("forms", {})),
            copula_before={name: frozenset(kinds) for name, kinds in copulas.get("before", {}).items()},
            articles=dict(articles.get("definite", {})),
            add_after=frozenset(articles.get("add_after", ())),
            drop_before=frozenset(articles.get("drop_before", ())),
            modifying=frozenset(articles.get("keep_before", ())),
            prepositions=frozenset(data.get("prepositions", {}).get("dropped", ())),
            personal=personal.get("preposition", ""),
            not_personal=frozenset(personal.get("except_verbs", ())),
            linking=orders.get("linking", ""),
            swaps=frozenset(orders.get("swaps", ())),
            exchanges=_read_exchanges(data.get("exchanges", [])),
        )

    def find_determiner(self, form: str, gender: str, number: str, tag: Tag) -> str | None:
        """A determiner in another gender and number; None if it is not in the table, or has no such form.

        Args:
            form: The form as it is, in lower case.
            gender: The gender that is wanted; as it is if empty.
            number: The number that is wanted; as it is if empty.
            tag: What the form is, for what is to stay.
        """
        row = self.determiners.get(form)
        if row is None:
            return None
        own_gender, own_number = _SLOTS[row.index(form)].split(".")
        slot = f"{gender or tag.gender or own_gender}.{number or tag.number or own_number}"
        return (row[_SLOTS.index(slot)] or None) if slot in _SLOTS else None

    def find_article(self, tag: Tag) -> str | None:
        """The definite article of a noun; None if it depends on what is not known."""
        for key in (f"{tag.gender}.{tag.number}", tag.number, "any"):
            if key in self.articles:
                return self.articles[key]
        return None


def _check_keys(data: Mapping[str, Any], file: Path) -> None:
    for name, section in data.items():
        if name not in _SECTIONS:
            remedy = f"There are: {', '.join(_SECTIONS)}"
            raise InputError(f"there is no section {name!r} of rules for alternatives", file=file, remedy=remedy)
        known = _SECTIONS[name]
        for table in section if isinstance(section, list) else [section]:
            # What is no table at all is told of when it is read.
            for key in table if known and isinstance(table, dict) else ():
                if key not in known:
                    remedy = f"There are: {', '.join(known)}"
                    raise InputError(f"there is no {key!r} in the section {name!r}", file=file, remedy=remedy)


def _check_names(names: Iterable[str], known: Iterable[str]) -> None:
    if unknown := set(names) - set(known):
        raise ValueError(f"there is no {min(unknown)!r}, but: {', '.join(known)}")


def _split(words: str) -> tuple[str, str]:
    first, second = words.split(" ")
    return first, second


def _read_determiners(rows: list[list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if len(row) != len(_SLOTS):
            raise ValueError(f"{row} does not have {len(_SLOTS)} forms")
        for form in row:
            if form:
                found.setdefault(form, tuple(row))
    return found


def _read_junctions(rows: list[dict[str, Any]]) -> dict[str, tuple[Junction, ...]]:
    found: dict[str, tuple[Junction, ...]] = {}
    for row in rows:
        for word, becomes in row["words"].items():
            junction = Junction(becomes, re.compile(row["before"]), _compile(row.get("unless")))
            found[word] = (*found.get(word, ()), junction)
    return found


def _read_apocopations(rows: list[dict[str, Any]]) -> dict[str, tuple[Apocopation, ...]]:
    found: dict[str, tuple[Apocopation, ...]] = {}
    for row in rows:
        parts = _read_parts(row["before"])
        for form, becomes in row["forms"].items():
            rule = Apocopation(
                becomes,
                parts,
                row.get("gender", ""),
                row.get("number", ""),
                row.get("through", True),
                _compile(row.get("following")),
                _compile(row.get("unless")),
            )
            found[form] = (*found.get(form, ()), rule)
    return found


def _read_exchanges(rows: list[dict[str, Any]]) -> dict[str, tuple[Exchange, ...]]:
    found: dict[str, tuple[Exchange, ...]] = {}
    for row in rows:
        parts, before = _read_parts(row["parts"]), _read_parts(row["before"], *_VERB_FORMS)
        for word, others in row["forms"].items():
            if not isinstance(others, list):
                raise TypeError(f"{others!r} is not a list of words")
            found[word] = (*found.get(word, ()), Exchange(tuple(others), parts, before))
    return found


def _read_parts(names: list[str], *also: str) -> frozenset[str]:
    parts = frozenset(names)
    if unknown := parts - {*Part, *also}:
        raise ValueError(f"there is no part of speech {min(unknown)!r}")
    return parts


def _read_copulas(forms: Mapping[str, list[str]]) -> dict[str, tuple[tuple[str, str], ...]]:
    if not forms:
        return {}
    (first, ours), (second, theirs) = forms.items()
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for one, other in zip(ours, theirs, strict=True):
        for form, pair in ((one, (other, second)), (other, (one, first))):
            if form and pair[0] and pair not in found.get(form, ()):
                found[form] = (*found.get(form, ()), pair)
    return found


def _compile(pattern: str | None) -> re.Pattern[str] | None:
    return None if pattern is None else re.compile(pattern)
