"""Taggers and dictionaries by name: ``apertium``, ``spacy(fr_core_news_sm)``, ``wordlist(words.tsv)``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium import registry
from tertium.calls import Call, parse_call
from tertium.errors import SpecError
from tertium.mtness.resources import pair_dictionary
from tertium.mtness.resources.apertium.pair import find_analyser, find_pair
from tertium.mtness.resources.dictionary import Dictionary, Inflector
from tertium.mtness.text.tagger import Tagger
from tertium.mtness.text.taggers import wordlist_tagger

AUTO = "auto"
"""Apertium where it is installed, else our own small lists."""

NONE = "none"


def open_tagger(spec: str, language: str, rules: Path | None = None) -> Tagger:
    """Open the tagger of a language.

    Args:
        spec: Its name and, in parentheses, the model or file it needs; ``auto`` for the best that is installed.
        language: The two letters of the language.
        rules: The folder of the language, if it is not one of ours.

    Raises:
        SpecError: There is no such tagger, or it does not know the language.
        InputError: A file is missing or wrong.
    """
    if spec == AUTO:
        spec, _ = choose_tagger(language)
    name, argument = _parse_spec(spec, registry.TAGGERS, "tagger", (AUTO,))
    tagger: Tagger = registry.make(registry.TAGGERS, name, "tagger", argument, language, rules)
    return tagger


def open_dictionary(spec: str, source: str, target: str) -> tuple[Dictionary | None, Inflector | None]:
    """Return the dictionary of two languages, and what inflects the words of the second.

    Args:
        spec: Its name and, in parentheses, the files it needs; ``auto`` for the best that is installed, or ``none``.
        source: The two letters of the source language.
        target: Those of the target language.

    Raises:
        SpecError: There is no such dictionary, or it does not know the languages.
        InputError: A file is missing or wrong.
    """
    if spec == NONE:
        return None, None
    if spec == AUTO:
        spec, _ = choose_dictionary(source, target)
    name, argument = _parse_spec(spec, registry.DICTIONARIES, "dictionary", (AUTO, NONE))
    found: tuple[Dictionary, Inflector | None] = registry.make(
        registry.DICTIONARIES, name, "dictionary", argument, source, target
    )
    return found


def choose_tagger(language: str) -> tuple[str, str]:
    """Return what ``auto`` is for a language; and if that is our small list, why, and what to install for more.

    Raises:
        SpecError: There is no tagger.
    """
    try:
        find_analyser(language).make_tagging()
    except SpecError as missing:
        if language not in wordlist_tagger.OURS:
            raise SpecError(
                f"there is no tagger of the language {language!r}: {missing.message}",
                remedy="Install an Apertium pair that translates from it (with apt-get, apertium-…), or choose the "
                "tagger spacy, or wordlist(words.tsv) with a list of your own",
            ) from missing
        return "wordlist", f"words are tagged by our own small list only: {missing}"
    return "apertium", ""


def choose_dictionary(source: str, target: str) -> tuple[str, str]:
    """Return the same for a dictionary of two languages.

    Args:
        source: The two letters of the source language.
        target: Those of the target language.

    Raises:
        SpecError: There is none.
    """
    try:
        pair = find_pair(source, target)
        for make in (pair.make_analysis, pair.make_disambiguation, pair.make_bilingual, pair.make_generation):
            make()
    except SpecError as missing:
        if (source, target) != pair_dictionary.OURS:
            raise SpecError(
                f"there is no dictionary from {source!r} to {target!r}: {missing.message}",
                remedy="Install the Apertium pair (with apt-get, apertium-…), or choose the dictionary "
                "pairs(pairs.tsv) with a table of your own, or none",
            ) from missing
        return "pairs", f"translations are from our own small table only: {missing}"
    return "apertium", ""


def _parse_spec(spec: str, table: Mapping[str, str], what: str, others: Sequence[str]) -> Call:
    """The name and the argument of a spec; the other names are only listed in errors."""
    call = parse_call(spec)
    known = registry.list_names(table, what)
    if call is None:
        raise SpecError(
            f"{spec!r} is not a {what}",
            remedy=f"There are: {', '.join((*known, *others))}; write an argument as name(argument)",
        )
    if call.name not in known:
        raise registry.unknown(what, call.name, (*known, *others))
    return call
