"""Spelling: words that no dictionary has, which are misspelt, made up, or were left as they stood in the source.

Hunspell itself does the checking, by the dictionaries of LibreOffice and Firefox that every system offers.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from tertium.errors import InputError, MissingExtraError, SpecError
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

FOLDERS = ("/usr/share/hunspell", "/usr/share/myspell/dicts", "/usr/share/myspell")
_VARIABLE = "DICPATH"
# Where a language has no country of its own name, or the packages of Debian are called otherwise.
_USUAL = {"en": "en_US", "ca": "ca_ES", "eu": "eu_ES", "gl": "gl_ES", "sv": "sv_SE", "da": "da_DK", "cs": "cs_CZ"}
_PACKAGES = {"en": "en-us", "de": "de-de", "pt": "pt-pt"}

_WORD = re.compile(r"[^\W\d_]+(?:['\-·][^\W\d_]+)*")
_PIECES = re.compile(r"['\-·]")
_CODE = re.compile(r"[a-z]{2,3}(?:[_-][A-Za-z0-9]+)*")
# Signs that are written in more than one way; the mark of Apertium for a word that it does not know.
_SAME = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-", "\u00ad": None})
_MARK = "*"
# Addresses of pages and people, names of files, tags of messages; a tagger may see words in them.
_RUN = re.compile(r"\S+")
_ADDRESS = re.compile(r"://|www\.|@|\w\.\w|(?<!\w)#\w")
# What stands at a word of a programming language or of markup, without a space between them.
_BEFORE_CODE = frozenset("<\\/$%&#=_{~^|")
_AFTER_CODE = frozenset("=_{(/\\|")
_QUOTES = frozenset("\"'`«»“”‘’")
# Shorter words in capitals are taken to be abbreviations.
_LONGEST_ABBREVIATION = 4


class MisspellingKind(StrEnum):
    """What is the matter with a word."""

    UNTRANSLATED = "untranslated"
    UNKNOWN_WORD = "unknown word"


class Misspelling(NamedTuple):
    """A word that is not in the dictionary.

    Attributes:
        segment: Which segment, from 0.
        token: Which of its tokens, from 0.
        kind: What is the matter with it.
    """

    segment: int
    token: int
    kind: MisspellingKind


class SpellChecker:
    """A Hunspell dictionary.

    Args:
        path: Its ``.dic`` file; the ``.aff`` file is beside it.

    Raises:
        InputError: There are no such files, or they are not a dictionary.
        MissingExtraError: The library is not installed.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).with_suffix(".dic")
        self._known: dict[str, bool] = {}
        self._hunspell = _load(self.path)

    @classmethod
    def of(cls, language: str, place: str | Path | None = None) -> SpellChecker:
        """Return the dictionary of a language.

        Args:
            language: A code such as ``es`` or ``es_MX``; ``es`` is any Spanish, but that of Spain first.
            place: A folder of dictionaries, or a ``.dic`` file; if None, the folders in ``DICPATH`` and then those of
                the system.

        Raises:
            InputError: There is none.
            SpecError: That is not a code of a language.
            MissingExtraError: The library is not installed.
        """
        return cls(find_dictionary(language, place))

    @property
    def version(self) -> str:
        """Names and versions of program and dictionary, for signatures."""
        library = import_module("hunspell").__version__
        digest = blake2b(digest_size=4)
        for file in (self.path.with_suffix(".aff"), self.path):
            digest.update(file.read_bytes())
        return f"chunspell-{library},{self.path.stem}-{digest.hexdigest()}"

    def unknown(self, words: Sequence[str]) -> list[bool]:
        """Return whether each word is a word that is not in the dictionary.

        Numbers, codes, addresses, single letters, abbreviations in capitals and names such as *iPhone* are not words.
        Several words with spaces between them are unknown if one of them is.
        """
        return [any(self._is_unknown(piece) for piece in word.split()) for word in words]

    def suggest(self, word: str, limit: int = 5) -> tuple[str, ...]:
        """Return words that may be meant, the likeliest first. This takes up to a second."""
        try:
            return tuple(dict.fromkeys(self._hunspell.suggest(_tidy(word))))[:limit]
        except UnicodeEncodeError:
            return ()  # the dictionary is in an old encoding without these letters

    def _is_unknown(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = not is_word(word) or self._spell(_tidy(word))
        return not known

    def _spell(self, word: str) -> bool:
        try:
            return self._hunspell.spell(word)
        except UnicodeEncodeError:
            return False  # as above


class _Hunspell(Protocol):
    def spell(self, word: str) -> bool: ...

    def suggest(self, word: str) -> tuple[str, ...]: ...


def _load(path: Path) -> _Hunspell:
    try:
        library = import_module("hunspell")
    except ImportError as error:
        raise MissingExtraError("the check of spelling", "spelling") from error
    for file in (path.with_suffix(".aff"), path):
        try:
            with file.open("rb") as stream:
                start = stream.read(64)
        except OSError as error:
            raise InputError(
                f"the dictionary cannot be read: {error.strerror}", file=file, remedy="Give .aff and .dic side by side"
            ) from error
    # Hunspell takes anything for a dictionary, and then knows no word.
    if not re.match(rb"(?:\xef\xbb\xbf)?\s*\d", start):
        raise InputError(
            "this is not a Hunspell dictionary: its first line has to be a number", file=path, remedy="Give another one"
        )
    try:
        made = library.Hunspell(path.stem, hunspell_data_dir=str(path.parent), system_encoding="UTF-8")
    except (OSError, UnicodeEncodeError) as error:
        raise InputError(f"the dictionary cannot be loaded: {error}", file=path, remedy="Give another one") from error
    return cast(_Hunspell, made)


def find_dictionary(language: str, place: str | Path | None = None) -> Path:
    """Return the ``.dic`` file of a language, as for ``SpellChecker.of``."""
    if not _CODE.fullmatch(language):
        raise SpecError(f"{language!r} is not a code of a language", remedy="Give one such as es or es_MX")
    if place is not None and not Path(place).is_dir():
        return Path(place)
    folders = _list_folders() if place is None else [Path(place)]
    code = language.replace("-", "_")
    preferred = [code, f"{code}_{code.upper()}", _USUAL.get(code, code)]
    for folder in folders:
        others = sorted(each.stem for each in folder.glob(f"{code}_*.dic"))
        for name in (*preferred, *others):
            if all((folder / f"{name}{suffix}").is_file() for suffix in (".dic", ".aff")):
                return folder / f"{name}.dic"
    package = _PACKAGES.get(code, code.replace("_", "-").lower())
    raise InputError(
        f"there is no Hunspell dictionary for {language!r} in {', '.join(map(str, folders))}",
        remedy=f"Run: apt-get install hunspell-{package}; or give a folder that has {code}.aff and {code}.dic",
    )


def has_dictionaries() -> bool:
    """Return whether there is a dictionary in one of the usual folders."""
    return any(any(folder.glob("*.dic")) for folder in _list_folders())


def _list_folders() -> list[Path]:
    named = [Path(each) for each in os.environ.get(_VARIABLE, "").split(os.pathsep) if each]
    return [*named, *map(Path, FOLDERS)]


def _tidy(word: str) -> str:
    return unicodedata.normalize("NFC", word.translate(_SAME)).removeprefix(_MARK)


def is_word(text: str) -> bool:
    """Return whether a text is a word that a dictionary may be expected to have.

    >>> [is_word(text) for text in ("l'home", "1,5", "x", "iPhone", "ONU", "example.org", "SALIDA")]
    [True, False, False, False, False, False, True]
    """
    word = _tidy(text)
    if len(word) < 2 or not _WORD.fullmatch(word):
        return False
    if word.isupper():
        return len(word) > _LONGEST_ABBREVIATION
    return all(each[1:] == each[1:].lower() for each in _PIECES.split(word))


def find_misspellings(
    segments: Sequence[Segment], checker: SpellChecker, source_checker: SpellChecker | None = None
) -> list[Misspelling]:
    """Return the words that are not in the dictionary, in the order of the text.

    A word is *untranslated* if the very word stands in the source, and the source's dictionary, where there is one, has
    it. Addresses are left alone, and so are names: what the tagger calls one, what has a capital inside of a sentence,
    and what starts a sentence, unless it is untranslated. So are verbs with pronouns, which dictionaries have few of.

    Args:
        segments: The segments.
        checker: The dictionary of the target language.
        source_checker: The dictionary of the source language.
    """
    names = {
        token.text
        for segment in segments
        if not segment.text.isupper()
        for token, starts in _with_starts(segment.tokens)
        if not starts and token.text[:1].isupper()
    }
    found = []
    for number, segment in enumerate(segments):
        source = None
        addresses = [run.span() for run in _RUN.finditer(segment.text) if _ADDRESS.search(run[0])]
        checked = [
            place
            for place, (token, starts) in enumerate(_with_starts(segment.tokens))
            if token.tag.part not in (Part.PROPER, Part.PUNCTUATION, Part.NUMERAL)
            and (segment.text.isupper() or not token.text[:1].isupper() or (starts and token.text not in names))
            and not any(start <= token.start < end for start, end in addresses)
        ]
        unknown = checker.unknown([segment.tokens[place].text for place in checked])
        for place in (place for place, is_unknown in zip(checked, unknown, strict=True) if is_unknown):
            if source is None:
                source = _words_of(segment.source or "")
            pieces = [piece for piece in segment.tokens[place].text.split() if checker.unknown([piece])[0]]
            copied = [piece for piece in pieces if _tidy(piece).casefold() in source]
            token = segment.tokens[place]
            if copied and (source_checker is None or not all(source_checker.unknown(copied))):
                found.append(Misspelling(number, place, MisspellingKind.UNTRANSLATED))
            elif (
                "+" not in token.native
                and (segment.text.isupper() or not token.text[:1].isupper())
                and not _is_code(segment.text, token)
            ):
                found.append(Misspelling(number, place, MisspellingKind.UNKNOWN_WORD))
    return found


def _is_code(text: str, token: Token) -> bool:
    """Return whether a word is part of code, or is mentioned between quotation marks: *x=optval*, *"noshade"*."""
    before, after = text[: token.start][-1:], text[token.end :][:1]
    if (before and before in _BEFORE_CODE) or (after and after in _AFTER_CODE):
        return True
    return bool(before and after) and before in _QUOTES and after in _QUOTES


def _words_of(text: str) -> set[str]:
    """The words of a text, and what they are made of: *l'home*, and *l* and *home*."""
    words = set(_WORD.findall(_tidy(text).casefold()))
    return words | {piece for word in words for piece in _PIECES.split(word)}


def _with_starts(tokens: Sequence[Token]) -> list[tuple[Token, bool]]:
    """Each token, and whether a sentence starts with it, marks apart."""
    pairs, starts = [], True
    for token in tokens:
        is_mark = token.tag.part is Part.PUNCTUATION or not any(each.isalnum() for each in token.text)
        pairs.append((token, starts and not is_mark))
        if not is_mark:
            starts = False
        elif token.tag.form == "final" or token.text in (".", "!", "?", "…", ":", "¡", "¿"):
            starts = True
    return pairs
