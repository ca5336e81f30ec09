"""The module thesaurus: words match if a MyThes thesaurus relates them, for any language that has one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.languages import to_two_letters
from tertium.lexicon.keys import Keys
from tertium.lexicon.mythes import Thesaurus, read_thesaurus

# Where Debian's packages mythes-* put their files.
_INSTALLED = Path("/usr/share/mythes")
# How they are named: th_de_DE_v2.dat.
_NAME = re.compile(r"th_([a-z]{2,3})[_.]")
_REMEDY = (
    "Give the file of a MyThes thesaurus, such as thesaurus(th_de_DE_v2.dat); Debian and Ubuntu have them in packages "
    "such as mythes-de, mythes-es, mythes-ca, mythes-fr, mythes-ru and mythes-en-us"
)


class ThesaurusModule:
    """Words match if one is among the synonyms of the other, in upper or lower case.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._thesaurus = _load(path.resolve(), path.stat().st_mtime_ns)
        self.name = f"thesaurus({path.name})"
        language = _NAME.match(path.name)
        self.languages = frozenset({to_two_letters(language[1])}) if language else None
        self.resources: Mapping[str, str] = {"thesaurus": self._thesaurus.version}

    def keys(self, words: Sequence[str]) -> Keys:
        """Return one key per pair of related words; a word of the thesaurus matches itself too."""
        return _pair_keys(self._thesaurus, words)


def make(argument: str) -> ThesaurusModule:
    """Make the module of a file; a name without a folder is searched among the installed ones too."""
    if not argument:
        raise SpecError("the module 'thesaurus' has no file", remedy=_REMEDY)
    path = Path(argument)
    if not path.is_file() and path.name == argument:
        path = _INSTALLED / argument
    if not path.is_file():
        raise InputError("there is no such thesaurus", file=argument, remedy=_REMEDY)
    return ThesaurusModule(path)


@lru_cache(maxsize=8)
def _load(path: Path, changed: int) -> Thesaurus:
    return read_thesaurus(path)


def _pair_keys(thesaurus: Thesaurus, words: Sequence[str]) -> Keys:
    """One key per pair of related words; words that are not in the thesaurus have none."""
    # One more number, without related words, for words that are not in the thesaurus.
    missing = len(thesaurus.offsets) - 1
    numbers = thesaurus.numbers
    found = np.fromiter((numbers.get(word.lower(), missing) for word in words), np.int64, len(words))
    bounds = np.append(thesaurus.offsets, thesaurus.offsets[-1])
    starts, counts = bounds[found], np.diff(bounds)[found]
    owners = np.repeat(np.arange(len(words)), counts)
    firsts = np.cumsum(counts) - counts
    other = thesaurus.related[np.arange(len(owners)) + np.repeat(starts - firsts, counts)]
    is_here = np.zeros(missing + 1, dtype=np.bool_)
    is_here[found] = True
    here = is_here[other]  # a pair with only one of its words here matches nothing
    owners, other = owners[here], other[here]
    own = found[owners]
    _, values = np.unique(np.minimum(own, other) * (missing + 1) + np.maximum(own, other), return_inverse=True)
    order = np.lexsort((values, owners))
    offsets = np.searchsorted(owners, np.arange(len(words) + 1)).astype(np.int64)
    return Keys(offsets, values[order].astype(np.uint32))
