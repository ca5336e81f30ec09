"""What uploaded files are: guessed from their names, and confirmed by whoever uploaded them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tertium.errors import TertiumError
from tertium.files.compression import drop_compression_suffix
from tertium.languages import LANGUAGES
from tertium.text import SUFFIXES, find_format

ROLES = {"system": "system", "reference": "reference", "source": "source", "documents": "documents", "": "not used"}

_NAMES = {
    "reference": re.compile(r"(^|[._\-\s])(refs?|references?)(\d*|[a-z])([._\-\s]|$)", re.IGNORECASE),
    "source": re.compile(r"(^|[._\-\s])(src|sources?)([._\-\s]|$)", re.IGNORECASE),
    "documents": re.compile(r"(^|[._\-\s])(docs?|documents?|doc-?ids?|docids?)([._\-\s]|$)", re.IGNORECASE),
}
_PAIR = re.compile(r"(?:^|[._\-])([a-z]{2})-([a-z]{2})(?=[._\-]|$)")
# As in `newstest.deen`; only of these, since four letters are mostly a name.
_JOINED = re.compile(r"(?:^|[._\-])(en[a-z]{2}|[a-z]{2}en)(?=[._\-]|$)")
# Test sets in one file need no file of references.
_WHOLE = frozenset(("tsv", "csv", "jsonl", "parquet", "xliff", "tmx", "po", "wmt-xml"))


def guess_role(name: str) -> str:
    """Return what a file probably is.

    >>> [guess_role(name) for name in ("ref.txt", "newstest-src.de", "reference.B.txt", "docids.txt", "nmt.refined")]
    ['reference', 'source', 'reference', 'documents', 'system']
    """
    return next((role for role, pattern in _NAMES.items() if pattern.search(name)), "system")


def has_everything(name: str) -> bool:
    """Return whether a file is of a format in which systems and references stand together."""
    return _find_format(name) in _WHOLE


def is_plain(name: str) -> bool:
    """Return whether a file is of a format that does not name its systems, so that the file's name does."""
    return _find_format(name) in ("text", "sgml")


def name_systems(names: Sequence[str]) -> list[str]:
    """Return a name for the system of each file: without suffix, and without what all of them begin and end with.

    >>> name_systems(["test.nmt-a.en.txt", "test.rules.en.txt"]), name_systems(["nmt.txt"])
    (['nmt-a', 'rules'], ['nmt'])
    """
    stems = [_drop_suffix(name) for name in names]
    if len(set(stems)) < 2:
        return stems
    start = _measure_common(stems)
    end = _measure_common([stem[start:][::-1] for stem in stems])
    short = [stem[start : len(stem) - end] for stem in stems]
    return short if all(short) and len(set(short)) == len(short) else stems


def guess_languages(names: Sequence[str], roles: Sequence[str]) -> tuple[str, str]:
    """Return the codes of the source language and the target language that names of files tell; empty if none.

    >>> guess_languages(["newstest-ref.en", "newstest-src.de"], ["reference", "source"])
    ('de', 'en')
    >>> guess_languages(["newstest2017.RWTH.de-en"], ["system"])
    ('de', 'en')
    """
    found = {"source": "", "reference": "", "system": ""}
    for name, role in zip(names, roles, strict=True):
        joined = [(pair[:2], pair[2:]) for pair in _JOINED.findall(name.lower())]
        for source, target in [*_PAIR.findall(name.lower()), *joined]:
            if {source, target} <= LANGUAGES.keys():
                return source, target
        codes = [part for part in re.split(r"[._\-]", name.lower())[1:] if part in LANGUAGES]
        if codes and role in found and not found[role]:
            found[role] = codes[-1]
    return found["source"], found["reference"] or found["system"]


def _measure_common(names: Sequence[str]) -> int:
    """Return the length of what all names begin with, up to a sign that separates parts of names."""
    length = 0
    for place, characters in enumerate(zip(*names, strict=False), 1):
        if len(set(characters)) > 1:
            break
        if characters[0] in "._-":
            length = place
    return length


def _drop_suffix(name: str) -> str:
    plain = drop_compression_suffix(name)
    suffix = Path(plain).suffix
    return plain[: -len(suffix)] if suffix.lower() in SUFFIXES else plain


def _find_format(name: str) -> str:
    try:
        return find_format(name, "auto")
    except TertiumError:
        return "text"
