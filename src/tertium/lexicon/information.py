"""Information content: how rare each synset of WordNet is in running text (Resnik 1995).

``IC(s) = -log(count(s) / count(root))``, where an occurrence of a word counts for each of its synsets, by an equal
share, and for all that stands above. All verbs have one root, though WordNet has none for them. The file has the format
of WordNet::Similarity, which NLTK reads too: the version, then lines such as ``2084071n 1234.5``, with ``ROOT`` after
the count of a synset without hypernyms.

*Our deviation*: something above a synset by two ways counts once per occurrence. NLTK 3.9 counts it twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes
from tertium.files.whole import write_whole
from tertium.lexicon.packed_wordnet import load_wordnet

_HEADER = "wnver::"
_PARTS = "nv"
_REMEDY = "Count it again: tertium index information INDEX -o FILE"


@dataclass(frozen=True, eq=False)
class InformationContent:
    """How often each synset of the WordNet in this package occurs, and so how much it says.

    Attributes:
        counts: By number of the synset, how often it or something below it occurs; only nouns and verbs have counts.
        version: The name and the beginning of the hash of its file, for signatures.
    """

    counts: NDArray[np.float64]
    version: str = ""

    @cached_property
    def content(self) -> NDArray[np.float64]:
        """The information content of each synset, and of the root of verbs; infinite for what never occurs."""
        found = np.append(np.full(len(self.counts), np.inf), 0.0)
        for part, total in zip(_list_parts(), self.totals, strict=True):
            counts = self.counts[part]
            seen = counts > 0
            # A count above that of the root is a rounding error, or from another program.
            found[part][seen] = np.maximum(np.log(total) - np.log(counts[seen]), 0.0)
        return found

    @property
    def totals(self) -> tuple[float, float]:
        """The counts of the roots of nouns and verbs: the sums over all synsets without hypernyms."""
        nouns, verbs = (float(self.counts[part][load_wordnet().depths()[part] == 0].sum()) for part in _list_parts())
        return nouns, verbs

    @cached_property
    def most(self) -> float:
        """The greatest information content of a synset that occurs."""
        return float(self.content[np.isfinite(self.content)].max())


def count_information(counts: Mapping[str, float], *, smoothing: float = 1.0) -> InformationContent:
    """Count the synsets of words, and of all that stands above them.

    >>> information = count_information({"dog": 3, "dogs": 1, "cat": 2})
    >>> round(information.most, 2)
    6.33

    Args:
        counts: How often each word occurs, such as ``open_index("news.index").unigrams()`` or ``Counter(words)``. Words
            are looked up by their base forms; those that WordNet does not have are left out.
        smoothing: What is added to the count of each synset, so that none is 0.

    Raises:
        InputError: No word has a noun or a verb, or a number is negative or not finite.
    """
    if not all(count >= 0 and isfinite(count) for count in [smoothing, *counts.values()]):
        raise InputError("a count or the smoothing is negative or infinite", remedy="Give counts of 0 or more")
    wordnet = load_wordnet()
    last = sum(wordnet.synset_counts[:2])
    words = [word for word, count in counts.items() if count]
    offsets, synsets = wordnet.synsets(words)
    senses = np.diff(offsets)
    shares = np.repeat(
        [counts[word] / max(sense, 1) for word, sense in zip(words, senses.tolist(), strict=True)], senses
    )
    own = np.bincount(synsets, weights=shares, minlength=len(wordnet.synset_offsets()))
    found = np.flatnonzero(own[:last]).astype(np.uint32)
    if not len(found):
        raise InputError("no word is a noun or a verb of WordNet", remedy="Give counts of English words")
    starts, above, _ = wordnet.subsumers(np.arange(len(found) + 1), found, None)
    weights = np.repeat(own[found], np.diff(starts))
    raw = np.bincount(above, weights=weights, minlength=len(own) + 1)[: len(own)].astype(np.float64)
    raw[:last] += smoothing
    raw[last:] = 0
    return InformationContent(raw)


def write_information(information: InformationContent, path: str | Path) -> None:
    """Write information content into a file.

    Args:
        information: What ``count_information`` returns.
        path: The file; one that is there is replaced.

    Raises:
        InputError: The file cannot be written.
    """
    wordnet = load_wordnet()
    offsets, depths = wordnet.synset_offsets(), wordnet.depths()
    lines = [f"{_HEADER}{wordnet.version}"]
    for part, letter in zip(_list_parts(), _PARTS, strict=True):
        for offset, count, depth in zip(
            offsets[part].tolist(), information.counts[part].tolist(), depths[part].tolist(), strict=True
        ):
            if count:
                lines.append(f"{offset}{letter} {count!r}{'' if depth else ' ROOT'}")
    write_whole(("\n".join(lines) + "\n").encode("ascii"), Path(path))


def read_information(path: str | Path) -> InformationContent:
    """Read information content from a file that ``write_information``, or WordNet::Similarity, wrote.

    Args:
        path: The file, plain or compressed.

    Raises:
        InputError: There is no such file, it is malformed, or it is of another WordNet.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError("there is no such file of information content", file=path, remedy=_REMEDY)
    data = read_bytes(path)
    header, *lines = decode_text(data, str(path)).split("\n")
    if not header.startswith(_HEADER):
        raise InputError("this is not a file of information content", file=path, line=1, remedy=_REMEDY)
    offsets = load_wordnet().synset_offsets()
    numbers = {
        (letter, offset): part.start + place
        for part, letter in zip(_list_parts(), _PARTS, strict=True)
        for place, offset in enumerate(offsets[part].tolist())
    }
    counts = np.zeros(len(offsets))
    for row, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        synset, count = _read_line(line, path, row)
        if synset not in numbers:
            raise InputError(
                f"WordNet 3.0 has no synset {synset[1]}{synset[0]}",
                file=path,
                line=row,
                remedy=f"Give counts of WordNet 3.0. {_REMEDY}",
            )
        counts[numbers[synset]] = count
    if not counts.any():
        raise InputError("the file has no counts", file=path, remedy=_REMEDY)
    return InformationContent(counts, f"{path.name} sha256:{sha256(data).hexdigest()[:8]}")


def _read_line(line: str, path: Path, row: int) -> tuple[tuple[str, int], float]:
    fields = line.split()
    try:
        synset = (fields[0][-1], int(fields[0][:-1]))
        count = float(fields[1])
        is_right = len(fields) == 2 or fields[2:] == ["ROOT"]
    except (ValueError, IndexError):
        is_right = False
    if not is_right or not (count >= 0 and isfinite(count)):
        raise InputError(
            f"{line.strip()!r} is not a synset and its count",
            file=path,
            line=row,
            remedy=f"Such as 1740n 12.5. {_REMEDY}",
        )
    return synset, count


def _list_parts() -> tuple[slice, slice]:
    """Return the numbers of all nouns, and those of all verbs."""
    nouns, verbs, *_ = load_wordnet().synset_counts
    return slice(0, nouns), slice(nouns, nouns + verbs)
