"""Tensor bundles: the files in which TensorFlow keeps the variables of a model.

A bundle is a table and its data: ``variables.index`` and ``variables.data-00000-of-00001``. The table is sorted by key,
in blocks; a footer says where the block is that lists the others. Each entry says of a tensor what numbers it has, its
shape, and where they are in the data. Nothing in these files is a program.

What the files say about sizes is believed only as far as the files have as many bytes. Checksums are not looked at:
encoders are known by the SHA-256 of their weights, which says more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.encoders.given_files import require_ordinary
from tertium.encoders.weights import Tensor
from tertium.errors import InputError

SUFFIX = ".index"
DATA = ".data-00000-of-00001"

_MAGIC = (0xDB4775248B80FB57).to_bytes(8, "little")
_FOOTER = 48
# That of an encoder has some ten thousand bytes.
_LARGEST_TABLE = 1 << 20
_LONGEST_KEY = 1 << 10
_MOST_DIMENSIONS = 8
# How many bytes of seven bits a number of 64 bits has.
_LONGEST_NUMBER = 10
# The type of float32, and the bytes of each.
_FLOAT, _WIDTH = 1, 4
# The bytes of fields of a fixed width, by their kind.
_FIXED = {1: 8, 5: 4}
# Numbers of the fields of an entry, and of the parts of a shape.
_KIND, _SHAPE, _SHARD, _OFFSET, _SIZE, _SLICES = 1, 2, 3, 4, 5, 7
_DIMENSION, _LENGTH = 2, 1
_BERT = re.compile(r"(?:module/)?bert/")


class _DamagedError(Exception):
    """The table is not what it should be."""


@dataclass(frozen=True, kw_only=True)
class _StoredTensor:
    """A tensor of the table.

    Attributes:
        kind: The number of the type of its numbers.
        shape: Its shape.
        offset: Where it is in the data.
        size: How many bytes it has.
        is_part: Whether it is in another file, or in slices.
    """

    kind: int
    shape: tuple[int, ...]
    offset: int
    size: int
    is_part: bool


def read_bundle(path: Path) -> dict[str, Tensor]:
    """Return the float32 tensors of BERT's layers in a bundle, by the names that `transformers` gives them.

    Args:
        path: The table; the data is in a file beside it.

    Raises:
        InputError: One of the files is damaged, or there is no data beside the table.
    """
    data = path.with_name(path.name.removesuffix(SUFFIX) + DATA)
    try:
        require_ordinary(path)
        if path.stat().st_size > _LARGEST_TABLE:
            raise _DamagedError("it is too large for a table")
        entries = {name: entry for name, entry in _list_entries(path.read_bytes()) if entry.kind == _FLOAT}
    except (OSError, _DamagedError) as error:
        raise InputError(
            f"the table of tensors cannot be read: {error}", file=path, remedy="Give a whole bundle"
        ) from error
    try:
        return _read_data(entries, data)
    except (OSError, ValueError, _DamagedError) as error:
        raise InputError(f"the weights cannot be read: {error}", file=data, remedy="Give a whole bundle") from error


def _read_data(entries: dict[str, _StoredTensor], path: Path) -> dict[str, Tensor]:
    require_ordinary(path)
    there = path.stat().st_size
    for name, entry in entries.items():
        if entry.is_part:
            raise _DamagedError(f"{name} is not in one piece")
        if entry.size != _WIDTH * math.prod(entry.shape) or entry.offset + entry.size > there:
            raise _DamagedError(f"{name} does not fit into its {there} bytes")
    if sum(entry.size for entry in entries.values()) > there:
        raise _DamagedError("tensors overlap")
    found: dict[str, Tensor] = {}
    with path.open("rb") as file:
        for name, entry in entries.items():
            short, is_transposed = _rename(name)
            if short:
                file.seek(entry.offset)
                tensor = np.fromfile(file, dtype="<f4", count=entry.size // _WIDTH).reshape(entry.shape)
                found[short] = tensor.T if is_transposed else tensor
    return found


def _rename(name: str) -> tuple[str, bool]:
    """Return the name in `transformers`, and whether the tensor is transposed there; empty if it is not of BERT."""
    begin = _BERT.match(name)
    if begin is None:
        return "", False
    short = re.sub(r"\blayer_(?=\d)", "layer.", name[begin.end() :]).replace("/", ".")
    if short.endswith(".kernel"):
        return short.removesuffix("kernel") + "weight", True
    return f"{short}.weight" if short.endswith("_embeddings") else short, False


def _list_entries(table: bytes) -> Iterator[tuple[str, _StoredTensor]]:
    """Yield the tensors of a table by name."""
    if len(table) < _FOOTER or not table.endswith(_MAGIC):
        raise _DamagedError("it does not end as a table of tensors does")
    footer = _Cursor(table[-_FOOTER:])
    # First where remarks on the table are, which nobody needs, then where its list of blocks is.
    _, _, start, size = (footer.take_number() for _ in range(4))
    left = len(table)
    for _, place in _list_pairs(table, start, size):
        handle = _Cursor(place)
        start, size = handle.take_number(), handle.take_number()
        left -= size
        if left < 0:
            raise _DamagedError("its blocks overlap")
        for key, value in _list_pairs(table, start, size):
            if key:  # the empty key has facts of the whole bundle
                yield key.decode(errors="replace"), _read_entry(value)


def _list_pairs(table: bytes, start: int, size: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield keys and values of a block; each key is given as what differs from the key before it."""
    if size < 4 or start + size >= len(table):
        raise _DamagedError("a block is not inside the file")
    if table[start + size]:
        raise _DamagedError("a block is compressed")
    block = table[start : start + size]
    # At its end are places where a search may start, and how many.
    end = size - 4 - 4 * int.from_bytes(block[-4:], "little")
    if end < 0:
        raise _DamagedError("a block is shorter than it says")
    rest, key = _Cursor(block[:end]), b""
    while rest.left:
        shared, own, length = rest.take_number(), rest.take_number(), rest.take_number()
        if shared > min(len(key), _LONGEST_KEY):
            raise _DamagedError("a key has more in common with the one before it than that has")
        key = key[:shared] + rest.take(own)
        yield key, rest.take(length)


def _read_entry(value: bytes) -> _StoredTensor:
    numbers: dict[int, int] = {}
    shape: list[int] = []
    for field, content in _list_fields(value):
        if isinstance(content, int):
            numbers[field] = content
        elif field == _SHAPE:
            shape = [_read_length(part) for name, part in _list_fields(content) if name == _DIMENSION]
        elif field == _SLICES:
            numbers[_SLICES] = 1
    if len(shape) > _MOST_DIMENSIONS:
        raise _DamagedError(f"a tensor has {len(shape)} dimensions")
    return _StoredTensor(
        kind=numbers.get(_KIND, 0),
        shape=tuple(shape),
        offset=numbers.get(_OFFSET, 0),
        size=numbers.get(_SIZE, 0),
        is_part=bool(numbers.get(_SHARD) or numbers.get(_SLICES)),
    )


def _read_length(dimension: int | bytes) -> int:
    fields = {} if isinstance(dimension, int) else dict(_list_fields(dimension))
    length = fields.get(_LENGTH, 0)
    if not isinstance(length, int):
        raise _DamagedError("a shape is not made of numbers")
    return length


def _list_fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the numbers and the contents of the fields of a message of Protocol Buffers."""
    rest = _Cursor(message)
    while rest.left:
        mark = rest.take_number()
        kind = mark & 7
        if kind == 0:
            yield mark >> 3, rest.take_number()
        elif kind == 2:
            yield mark >> 3, rest.take(rest.take_number())
        elif kind in _FIXED:
            yield mark >> 3, int.from_bytes(rest.take(_FIXED[kind]), "little")
        else:
            raise _DamagedError("an entry has a field of no known kind")


class _Cursor:
    """Bytes that are taken from their beginning."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    @property
    def left(self) -> int:
        """How many bytes are left."""
        return len(self._content) - self._place

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        if count > self.left:
            raise _DamagedError("it ends in the middle of an entry")
        self._place += count
        return self._content[self._place - count : self._place]

    def take_number(self) -> int:
        """Return the next number: seven bits per byte, the lowest first; the eighth says that more follow."""
        number = 0
        for place in range(_LONGEST_NUMBER):
            (byte,) = self.take(1)
            number |= (byte & 127) << (7 * place)
            if byte < 128:
                return number
        raise _DamagedError("a number has more than 64 bits")
