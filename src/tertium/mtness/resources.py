"""Taggers and dictionaries by name: ``apertium``, ``spacy(fr_core_news_sm)``, ``wordlist(words.tsv)``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tertium import registry
from tertium.errors import SpecError
from tertium.mtness.apertium.pair import find_analyser, find_pair
from tertium.mtness.dictionary import Dictionary, Inflector
from tertium.mtness.tagger import Tagger

AUTO = "auto"
"""Apertium where it is installed, else our own small lists."""

NONE = "none"

_SPEC = re.compile(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def open_tagger(spec: str, language: str) -> Tagger:
    """The tagger of a language.

    Args:
        spec: Its name and, in parentheses, the model or file it needs; ``auto`` for whatever there is.
        language: The two letters of the language.

    Raises:
        SpecError: There is no such tagger, or it does not know the language.
        InputError: A file is missing or wrong.
    """
    if spec == AUTO:
        spec = "apertium" if has_apertium(language) else "wordlist"
    name, argument = split_spec(spec, registry.TAGGERS, "tagger")
    tagger: Tagger = registry.load(registry.TAGGERS, name, "tagger")(argument, language)
    return tagger


def open_dictionary(spec: str, source: str, target: str) -> tuple[Dictionary | None, Inflector | None]:
    """The dictionary of two languages, and what inflects the words of the second.

    Args:
        spec: Its name and, in parentheses, the files it needs; ``auto`` for whatever there is, ``none`` for none.
        source: The two letters of the source language.
        target: Those of the target language.

    Raises:
        SpecError: There is no such dictionary, or it does not know the languages.
        InputError: A file is missing or wrong.
    """
    if spec == NONE:
        return None, None
    if spec == AUTO:
        spec = "apertium" if has_apertium(source, target) else "pairs"
    name, argument = split_spec(spec, registry.DICTIONARIES, "dictionary")
    found: tuple[Dictionary, Inflector | None] = registry.load(registry.DICTIONARIES, name, "dictionary")(
        argument, source, target
    )
    return found


def has_apertium(language: str, target: str | None = None) -> bool:
    """Whether Apertium is installed with a language, or with a pair of them."""
    try:
        if target is None:
            find_analyser(language)
        else:
            find_pair(language, target)
    except SpecError:
        return False
    return True


def split_spec(spec: str, table: Mapping[str, str], what: str) -> tuple[str, str]:
    """The name and the argument of a spec; the argument may be empty."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise SpecError(
            f"{spec!r} is no {what}", remedy=f"There are: {', '.join(table)}; write an argument as name(argument)"
        )
    if found[1] not in table:
        raise registry.unknown(what, found[1], table)
    return found[1], (found[2] or "").strip()
