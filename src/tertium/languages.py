"""Languages: two-letter codes (ISO 639-1), three-letter codes (ISO 639-3) and English names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_TABLE = """
af afr afrikaans    an arg aragonese    ar ara arabic       az aze azerbaijani  be bel belarusian   bg bul bulgarian
br bre breton       bs bos bosnian      ca cat catalan      cs ces czech        cy cym welsh        da dan danish
de deu german       el ell greek        en eng english      eo epo esperanto    es spa spanish      et est estonian
eu eus basque       fa fas persian      fi fin finnish      fo fao faroese      fr fra french       ga gle irish
gl glg galician     hi hin hindi        hr hrv croatian     hu hun hungarian    hy hye armenian     id ind indonesian
is isl icelandic    it ita italian      ja jpn japanese     kk kaz kazakh       ko kor korean       ky kir kyrgyz
lt lit lithuanian   lv lav latvian
mk mkd macedonian   ms msa malay        mt mlt maltese      nb nob bokmål       ne nep nepali       nl nld dutch
nn nno nynorsk      no nor norwegian    oc oci occitan      pl pol polish       pt por portuguese   ro ron romanian
ru rus russian      sc srd sardinian    sh hbs serbo-croatian                   sk slk slovak       sl slv slovenian
sq sqi albanian     sr srp serbian      st sot sesotho      sv swe swedish      ta tam tamil        tr tur turkish
tt tat tatar        uk ukr ukrainian    ur urd urdu         uz uzb uzbek        yi yid yiddish      zh zho chinese
"""
# ISO 639-2 has a second code for some languages; French is the one that is seen in file names.
_OTHER_CODES = {"fre": "fr"}
# What a resource for the first serves too.
_PARTS = {"no": frozenset(("nb", "nn"))}


Languages = frozenset[str]
"""Two-letter codes of the languages that something is for; where it may also be for any, ``None`` says so."""


class Language(NamedTuple):
    """The codes and the name of a language.

    Attributes:
        two_letters: Its code in ISO 639-1, such as ``es``.
        three_letters: Its code in ISO 639-3, such as ``spa``.
        name: Its English name, in lower case.
    """

    two_letters: str
    three_letters: str
    name: str


_CELLS = iter(_TABLE.split())
LANGUAGES = {two: Language(two, three, name) for two, three, name in zip(_CELLS, _CELLS, _CELLS, strict=True)}
"""The languages, by their two-letter codes."""

_TWO_LETTERS = {language.three_letters: two for two, language in LANGUAGES.items()} | _OTHER_CODES


def to_two_letters(code: str) -> str:
    """Return the two-letter code of a language. Case, region and variant are dropped; an unknown code stays.

    >>> [to_two_letters(code) for code in ("spa", "ES", "pt-BR", "cat_valencia", "xyz")]
    ['es', 'es', 'pt', 'ca', 'xyz']
    """
    main = re.split("[-_]", code.lower(), maxsplit=1)[0]
    return _TWO_LETTERS.get(main, main)


def is_same_language(code: str, other: str) -> bool:
    """Whether two codes are of the same language and variant.

    >>> is_same_language("es", "SPA"), is_same_language("cat", "ca_valencia")
    (True, False)
    """
    return _normalise(code) == _normalise(other)


def is_for(languages: Languages | None, code: str) -> bool:
    """Whether something for these languages is for a language; so it is where either is not known.

    >>> is_for(frozenset({"en"}), "eng"), is_for(frozenset({"en"}), "ru"), is_for(None, "ru"), is_for(frozenset(), "")
    (True, False, True, True)

    Args:
        languages: The languages; None for any.
        code: The code of a language; empty if it is not known.
    """
    return languages is None or not code or to_two_letters(code) in languages


def share_languages(parts: Iterable[Languages | None]) -> Languages | None:
    """Return the languages that all parts of something are for; None if each is for any.

    >>> share_languages([None, frozenset({"de", "en"}), frozenset({"en"})])
    frozenset({'en'})
    """
    known = [part for part in parts if part is not None]
    return frozenset.intersection(*known) if known else None


def name_language(code: str) -> str:
    """Return the English name of a language, or its code if it has no name here.

    >>> name_language("rus"), name_language("xyz")
    ('Russian', 'xyz')
    """
    known = LANGUAGES.get(to_two_letters(code))
    return known.name.title() if known else code


def find_by_name(name: str) -> Languages | None:
    """Return the codes of a language by its English name; None if it has none here.

    >>> sorted(find_by_name("norwegian"))
    ['nb', 'nn', 'no']
    """
    found = frozenset(code for code, language in LANGUAGES.items() if language.name == name.lower())
    return found | _PARTS.get(next(iter(found), ""), frozenset()) or None


def _normalise(code: str) -> list[str]:
    main, *variant = re.split("[-_]", code, maxsplit=1)
    return [to_two_letters(main), *variant]
