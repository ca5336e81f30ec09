"""Thesauri in LibreOffice's format, MyThes: ``th_*.dat``.

Line 1 is the encoding, then each entry is ``word|n`` and n lines of meanings, ``part of speech|synonym|synonym…``. Two
words are related if one is among the synonyms in the other's entry; the relation is symmetric. It is not transitive: in
French that would turn 0.2 million pairs into 3.2 million, ``rampant`` and ``éveillé`` among them, while the Spanish,
Catalan and (nearly) German files list all such pairs themselves.

Antonyms are marked as annotations, ``(antonym)``, or as a part of speech, ``[ant]``; a pair that is marked so
anywhere is never related. Words of a wider or narrower sense, ``city (generic term)``, are not synonyms and are
skipped: they are 60 % of the English pairs, ``chemist`` and ``robinson`` among them. Other annotations are removed.
Synonyms of several words are skipped too, since they cannot match a token.
"""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError
from tertium.files.opening import read_bytes

# As in Debian's files: in English, Catalan, Spanish (with a broken accent), Polish and Slovak; Russian; Icelandic;
# Slovene; Indonesian.
_ANTONYM = re.compile(r"[(\[][^)\]\n]*(?:ant[^)\]\n]{1,4}n[iy]m|антон[иі]м|andheiti|protipomenka|(?<=\[)ant\])")
# English; German; Danish; Icelandic; Polish; Slovene; Slovak.
_GENERIC = re.compile(
    r"\([^)\n]*(?:generic term|oberbegriff|unterbegriff|overbegreb|underbegreb|yfirheiti|undirheiti"
    r"|poj[^)\n]{1,3}cie (?:pod|nad)rz|podpomenka|nadpomenka|kateg[^)\n]{1,2}ria)"
)
_ANNOTATION = re.compile(r"\([^()\n]*\)")
# The Brazilian file has no bar after its parts of speech: "(Sinônimo)anexar|juntar".
_JOINED = re.compile(r"\s*\([^()|]*\)\s*([^\s|].*)")

_CUT = "The file is damaged or incomplete; install it again"


@dataclass(frozen=True)
class Thesaurus:
    """The pairs of words that a thesaurus relates.

    Attributes:
        version: The name of its file and the beginning of its hash, for signatures.
        numbers: The words, in lower case.
        offsets: Where the related words of each word start, by its number, and where those of the last word end.
        related: The numbers of the related words, ascending; each word is related to itself.
    """

    version: str
    numbers: Mapping[str, int]
    offsets: NDArray[np.int64]
    related: NDArray[np.int64]


def read_thesaurus(path: Path) -> Thesaurus:
    """Read a thesaurus.

    Raises:
        InputError: The file is missing, not in its encoding, or not in the format.
    """
    data = read_bytes(path)
    entries = _collect(_decode(data, path).split("\n"), path)
    version = f"{path.stem} sha256:{sha256(data).hexdigest()[:8]}"
    return Thesaurus(version, *_relate(entries))


class _Entries:
    """The content of a file. Most synonyms are repeated, so each spelling has a number and is cleaned once.

    Attributes:
        written: The spellings of words, numbered in order of appearance.
        words: The words that have entries.
        ends: The number of synonyms up to the end of each entry, after a 0.
        synonyms: The synonyms of all entries.
    """

    def __init__(self) -> None:
        self.written: defaultdict[str, int] = defaultdict(count().__next__)
        self.words: list[int] = []
        self.ends = [0]
        self.synonyms: list[int] = []

    def add(self, word: str, meanings: Sequence[str]) -> None:
        """Add an entry."""
        number = self.written.__getitem__
        for meaning in meanings:
            self.synonyms.extend(map(number, _synonyms(meaning)))
        self.words.append(number(word))
        self.ends.append(len(self.synonyms))


def _collect(lines: Sequence[str], path: Path) -> _Entries:
    entries = _Entries()
    at, before = 1, ""
    while at < len(lines):
        word, bar, number = lines[at].rpartition("|")
        if not bar or not number.strip().isdecimal():
            if not lines[at].strip():
                at += 1
                continue
            raise InputError(
                f"{lines[at][:40].rstrip()!r} is not 'word|number of meanings'",
                file=path,
                line=at + 1,
                remedy=f"Check the number of meanings of {before}" if before else "Give a file th_*.dat, not th_*.idx",
            )
        before = f"{word!r} on line {at + 1}"
        end = at + 1 + int(number)
        meanings = lines[at + 1 : end]
        if end > len(lines) or (end == len(lines) and meanings and not meanings[-1].strip()):
            raise InputError(f"the file ends before the last meaning of {before}", file=path, line=at + 1, remedy=_CUT)
        if " " not in word:
            entries.add(word, meanings)
        at = end
    return entries


def _synonyms(meaning: str) -> list[str]:
    speech, _, rest = meaning.partition("|")
    synonyms = rest.split("|")
    if len(speech) > 1:  # most files have "-" there
        if joined := _JOINED.fullmatch(speech):
            synonyms.append(joined[1])
        if _ANTONYM.search(speech.lower()):
            return [f"{synonym} (antonym)" for synonym in synonyms]
    return synonyms


def _relate(entries: _Entries) -> tuple[dict[str, int], NDArray[np.int64], NDArray[np.int64]]:
    """The words, and offsets and numbers of the related words of each."""
    numbers, words, antonyms = _clean(list(entries.written))
    size = len(numbers)
    heads = np.repeat(words[np.array(entries.words, dtype=np.int64)], np.diff(entries.ends))
    written = np.array(entries.synonyms, dtype=np.int64)
    synonyms, opposed = words[written], antonyms[written]
    valid = (heads >= 0) & (synonyms >= 0)
    codes = _both_ways(heads[valid & ~opposed], synonyms[valid & ~opposed], size)
    against = _distinct(_both_ways(heads[valid & opposed], synonyms[valid & opposed], size))
    itself = np.arange(size, dtype=np.int64) * (size + 1)
    codes = _distinct(np.concatenate((itself, codes)))
    if len(against):
        is_against = against[np.searchsorted(against, codes).clip(max=len(against) - 1)] == codes
        codes = codes[~is_against | (codes % (size + 1) == 0)]  # the English file has "kern" as its own antonym
    offsets = np.searchsorted(codes, np.arange(size + 1) * size).astype(np.int64)
    return numbers, offsets, codes - np.repeat(np.arange(size) * size, np.diff(offsets))


def _clean(written: Sequence[str]) -> tuple[dict[str, int], NDArray[np.int64], NDArray[np.bool_]]:
    """Numbers for words; and for each spelling its number, or -1, and whether it is marked as an antonym."""
    text = "\n".join(written).lower()
    numbers: dict[str, int] = {}
    words = []
    for line in _ANNOTATION.sub(" ", _mask_generic(text)).split("\n"):
        word = line.strip()
        words.append(numbers.setdefault(word, len(numbers)) if word and " " not in word else -1)
    antonyms = np.zeros(len(words), dtype=np.bool_)
    if _ANTONYM.search(text):
        antonyms[:] = [_ANTONYM.search(line) is not None for line in text.split("\n")]
    return numbers, np.array(words, dtype=np.int64), antonyms


def _mask_generic(text: str) -> str:
    """The lines, with those of wider or narrower terms emptied."""
    if not _GENERIC.search(text):
        return text
    return "\n".join("" if _GENERIC.search(line) else line for line in text.split("\n"))


def _both_ways(one: NDArray[np.int64], other: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    return np.concatenate((one * size + other, other * size + one))


def _distinct(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Like ``np.unique``, which since numpy 2.3 hashes whole numbers and takes longer than sorting."""
    ordered = np.sort(codes)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def _decode(data: bytes, path: Path) -> str:
    first, _, _ = data.partition(b"\n")
    name = first.decode("utf-8-sig", errors="replace").strip()
    try:
        # Hunspell and MyThes write "microsoft-" before the name of a code page.
        return data.decode(codecs.lookup(name.lower().removeprefix("microsoft-")).name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"byte {data[error.start]:#04x} is not {name}", file=path, line=line, remedy=_CUT) from error
    except (LookupError, ValueError) as error:
        raise InputError(
            f"the first line is not an encoding: {name[:40]!r}",
            file=path,
            line=1,
            remedy="Give a MyThes thesaurus: a file th_*.dat, not th_*.idx, whose first line is such as UTF-8",
        ) from error
