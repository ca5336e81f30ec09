"""The rules by which a language is cut into spans, read from ``spans.toml`` in its folder.

The file has four parts::

    longest = 8                     # the longest span, in words; 8 if it is left out

    [parts]                         # names for pieces of patterns
    degree = "lemma=muy,más"

    [[phrases]]                     # what the text is cut into, from left to right, always the longest; no two overlap
    name = "AdjP"                   # what relations call it
    kind = "AdjP"                   # the kind of span that it is; none if it is only for relations
    pattern = "$degree* adjective"  # the language of chunk_patterns
    after = "V"                     # a span only right after such a phrase; left out where that does not matter

    [[relations]]                   # phrases that are a span together, with nothing between
    kind = "V+AdjP"
    of = ["V", "AdjP|AdvP"]         # names of phrases
    not_after = ["preposition", "NP and"]  # no span right after these; may be left out

Where two phrases match equally many words, the first in the file wins; where two spans are of the same words, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from tertium.errors import InputError, SpecError
from tertium.mtness.chunking.automaton import may_be_empty
from tertium.mtness.chunking.patterns import Pattern, parse_pattern
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.resources.languages import GUIDE, find_language, read_rules

LONGEST = 8
_MOST_SEQUENCES = 10_000
_REMEDY = f"{GUIDE} shows what such a file has"


@dataclass(frozen=True, slots=True)
class PhraseRule:
    """A kind of phrase.

    Attributes:
        name: What relations call it.
        pattern: The words of it.
        kind: The kind of span that it is; None if it is none by itself.
        after: The phrase that has to be right before it for it to be a span; empty if it does not matter.
    """

    name: str
    pattern: Pattern
    kind: SpanKind | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class RelationRule:
    """Phrases that are a span together.

    Attributes:
        kind: The kind of span.
        of: The names of the phrases; at each place one or more that will do.
        not_after: Sequences of phrases; right after one of them it is not a span.
    """

    kind: SpanKind
    of: tuple[tuple[str, ...], ...]
    not_after: tuple[tuple[str, ...], ...] = ()

    def spell_out(self) -> list[tuple[str, ...]]:
        """Return all sequences of names that it stands for."""
        return list(product(*self.of))


@dataclass(frozen=True, slots=True)
class ChunkRules:
    """All rules of one language.

    Attributes:
        phrases: The phrases, those that win first.
        relations: The relations, those that win first.
        longest: The longest span, in words.
    """

    phrases: tuple[PhraseRule, ...]
    relations: tuple[RelationRule, ...] = ()
    longest: int = LONGEST

    @classmethod
    def of(cls, language: str | Path) -> ChunkRules:
        """Return the rules of a language: one of ours by its two letters, or somebody else's by the path of its folder.

        Raises:
            InputError: A rule is wrong, or there are none; the error names file and rule.
            SpecError: There is no such language.
        """
        file = find_language(language) / "spans.toml"
        if not file.is_file():
            raise InputError(
                "the folder of rules has no such file", file=file, remedy=f"Write it; {GUIDE} shows what it has"
            )
        return parse_rules(read_rules(language, "spans"), file)


def parse_rules(table: Mapping[str, Any], file: Path) -> ChunkRules:
    """Return the rules that a file has.

    Args:
        table: What is in the file.
        file: The file, for error messages.

    Raises:
        InputError: A rule is wrong; the error names file and rule.
    """
    reader = _RulesReader(file)
    reader.check_keys("the file", table, {"phrases": list}, {"longest": int, "parts": dict, "relations": list})
    longest = table.get("longest", LONGEST)
    if longest < 2:
        raise reader.error("longest", f"{longest} is too few words", "Give at least 2")
    named: dict[str, Pattern] = {}
    for name, text in table.get("parts", {}).items():
        named[name] = reader.read_pattern(f"part {name!r}", text, named)
    phrases: dict[str, PhraseRule] = {}
    for number, rule in enumerate(table["phrases"], 1):
        phrase = reader.read_phrase(number, rule, named, known=list(phrases))
        phrases[phrase.name] = phrase
    relations = [reader.read_relation(n, rule, list(phrases)) for n, rule in enumerate(table.get("relations", []), 1)]
    return ChunkRules(tuple(phrases.values()), tuple(relations), longest)


class _RulesReader:
    """Reads the rules of one file, and says of each error which rule it is in."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def error(self, where: str, problem: str, remedy: str | None = _REMEDY) -> InputError:
        return InputError(f"{where}: {problem}", file=self._file, remedy=remedy)

    def check_keys(
        self, where: str, table: Any, needed: Mapping[str, type], others: Mapping[str, type] | None = None
    ) -> None:
        if not isinstance(table, dict):
            raise self.error(where, "is not a table")
        allowed = {**needed, **(others or {})}
        for key, value in table.items():
            if key not in allowed:
                raise self.error(where, f"there is no {key!r}", f"There are: {', '.join(allowed)}")
            if not isinstance(value, allowed[key]) or isinstance(value, bool):
                raise self.error(where, f"{key!r} is of type {type(value).__name__}")
        for key in needed:
            if not table.get(key):
                raise self.error(where, f"has no {key!r}")

    def read_pattern(self, where: str, text: Any, named: Mapping[str, Pattern]) -> Pattern:
        if not isinstance(text, str):
            raise self.error(where, f"the pattern is of type {type(text).__name__}")
        try:
            return parse_pattern(text, named)
        except SpecError as error:
            raise self.error(where, error.message, error.remedy) from error

    def read_phrase(self, number: int, rule: Any, named: Mapping[str, Pattern], known: list[str]) -> PhraseRule:
        self.check_keys(f"phrase {number}", rule, {"name": str, "pattern": str}, {"kind": str, "after": str})
        name, after = rule["name"], rule.get("after", "")
        where = f"phrase {name!r}"
        if name in known:
            raise self.error(where, "is there twice", "Join the patterns with '|'")
        if set(name) & set("| "):
            raise self.error(where, "the name has a space or a '|' in it", "Take another name")
        if after:
            self._check_names(where, [after], known)
        pattern = self.read_pattern(where, rule["pattern"], named)
        if may_be_empty(pattern):
            raise self.error(where, "the pattern also matches no words at all", "Let at least one test be needed")
        return PhraseRule(name, pattern, self._read_kind(where, rule["kind"]) if "kind" in rule else None, after)

    def read_relation(self, number: int, rule: Any, known: list[str]) -> RelationRule:
        where = f"relation {number}"
        self.check_keys(where, rule, {"kind": str, "of": list}, {"not_after": list})
        kind = self._read_kind(where, rule["kind"])
        where = f"relation {number}, {kind}"
        for key in ("of", "not_after"):
            if not all(isinstance(each, str) and each.strip() for each in rule.get(key, [])):
                raise self.error(where, f"{key!r} has an entry that is not a name")
        of = tuple(tuple(each.split("|")) for each in rule["of"])
        not_after = tuple(tuple(each.split()) for each in rule.get("not_after", []))
        for names in (*of, *not_after):
            self._check_names(where, names, known)
        if prod(map(len, of)) > _MOST_SEQUENCES:
            raise self.error(where, f"stands for more than {_MOST_SEQUENCES:,} sequences", "Give fewer choices")
        if len(of) < 2:
            raise self.error(where, "is of one phrase only", "Give the phrase a kind")
        return RelationRule(kind, of, not_after)

    def _read_kind(self, where: str, text: str) -> SpanKind:
        known = [kind for kind in SpanKind if kind is not SpanKind.WORDS]
        if text not in known:
            raise self.error(where, f"there is no kind {text!r}", f"There are: {', '.join(known)}")
        return SpanKind(text)

    def _check_names(self, where: str, names: list[str] | tuple[str, ...], known: list[str]) -> None:
        for name in names:
            if name not in known:
                raise self.error(where, f"there is no phrase {name!r} above", f"There are: {', '.join(known)}")
