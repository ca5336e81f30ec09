"""All texts of a test set in one file: any segment is read at once, and a search goes through one block of memory.

Texts stand segment by segment, layer by layer. A second block has the same texts folded, for search without regard to
case. The file is mapped into memory, so that what is not looked at is not read, and several processes share it.
"""

from __future__ import annotations

import mmap
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.files.whole import write_whole
from tertium.web.workspace.digests import DamagedFileError, make_damaged, take_digest

_MAGIC = b"TertiumT"
_HEAD = 8 * 5
# UTF-8 never has these bytes: the first stands for a text that is missing, such as a second reference, the second for
# the end of a folded text, so that nothing is found across two texts.
_MISSING = b"\xff"
_END = b"\xfe"


def fold(text: str) -> str:
    """Return a text as searches see it.

    >>> fold("STRASSE") == fold("Straße")
    True
    """
    return unicodedata.normalize("NFC", text).casefold()


def write_texts(layers: Sequence[Sequence[str | None]], folder: Path, *, searched: int | None = None) -> str:
    """Write the texts of all layers, and return the digest that names the file.

    Args:
        layers: The texts of each layer, one per segment; None where there is none.
        folder: The folder of such files.
        searched: In how many of them, from the first, texts are searched for; all by default.
    """
    pieces = [_MISSING if text is None else _encode(text) for row in zip(*layers, strict=True) for text in row]
    rows = zip(*layers[:searched], strict=True)
    folded = [_END.join(_encode(fold(text)) for text in row if text is not None) + _END for row in rows]
    body = b"".join(
        [
            np.array(
                [len(layers[0]), len(layers), sum(map(len, pieces)), sum(map(len, folded))], dtype="<i8"
            ).tobytes(),
            _find_ends(pieces).tobytes(),
            _find_ends(folded).tobytes(),
            *pieces,
            *folded,
        ]
    )
    digest = take_digest(body)
    path = folder / f"{digest}.texts"
    try:
        TextFile(path).close()  # the same texts were stored before
    except DamagedFileError:
        write_whole(_MAGIC + body, path)
    return digest


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _find_ends(pieces: Sequence[bytes]) -> NDArray[np.int64]:
    return np.cumsum(np.fromiter(map(len, pieces), dtype="<i8", count=len(pieces)))


class TextFile:
    """The texts of a test set.

    Args:
        path: The file.

    Raises:
        DamagedFileError: The file is missing or damaged.
    """

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as stream:
                self._path, self._state = path, _look_at(path)
                self._memory = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise _damaged(path) from error
        with memoryview(self._memory) as content:
            if content[:8] != _MAGIC or sha256(content[8:]).hexdigest() != path.stem:
                raise _damaged(path)
        counts = np.frombuffer(self._memory, dtype="<i8", count=3, offset=8)
        self.segments, self.layers, texts = map(int, counts)
        count = self.segments * self.layers
        numbers = _HEAD + 8 * (count + self.segments)
        self._start, self._folded_start = numbers, numbers + texts
        self._ends = np.frombuffer(self._memory, dtype="<i8", count=count, offset=_HEAD)
        ends = np.frombuffer(self._memory, dtype="<i8", count=self.segments, offset=_HEAD + 8 * count)
        # A list: Python finds a place in it four times as fast as in an array.
        self._folded_ends: list[int] = (ends + self._folded_start).tolist()

    @property
    def is_changed(self) -> bool:
        """Whether the file was written to, or replaced, since it was opened."""
        return _look_at(self._path) != self._state

    def segment(self, number: int) -> list[str | None]:
        """Return the texts of a segment, counted from 0: one per layer."""
        first = number * self.layers
        ends = self._ends[max(first - 1, 0) : first + self.layers].tolist()
        if first == 0:
            ends.insert(0, 0)
        start = self._start
        content = self._memory[start + ends[0] : start + ends[-1]]
        base = ends[0]
        pieces = [content[low - base : high - base] for low, high in pairwise(ends)]
        return [None if piece == _MISSING else piece.decode() for piece in pieces]

    def layer(self, place: int) -> list[str | None]:
        """Return the texts of a layer: one per segment."""
        highs = self._ends[place :: self.layers].tolist()
        lows = [0, *self._ends[:-1].tolist()][place :: self.layers]
        start, memory = self._start, self._memory
        pieces = (memory[start + low : start + high] for low, high in zip(lows, highs, strict=True))
        return [None if piece == _MISSING else piece.decode() for piece in pieces]

    def search(self, wanted: str) -> NDArray[np.int64]:
        """Return the segments that have a text somewhere, in order, counted from 0.

        Args:
            wanted: What to look for; upper and lower case are the same.
        """
        needle = _encode(fold(wanted))
        if not needle:
            return np.arange(self.segments)
        find, ends = self._memory.find, self._folded_ends
        found: list[int] = []
        segment = 0
        at = find(needle, self._folded_start)
        while at >= 0:
            segment = bisect_right(ends, at, segment)
            found.append(segment)
            # On to the next segment: how often it occurs in this one does not matter.
            at = find(needle, ends[segment])
        return np.array(found, dtype=np.int64)

    def close(self) -> None:
        """Forget the file. Arrays that were made of it keep it open."""
        del self._ends
        self._memory.close()


def _look_at(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _damaged(path: Path) -> DamagedFileError:
    return make_damaged(path, "the texts of the test set are", "Upload its files again, under the same name")
