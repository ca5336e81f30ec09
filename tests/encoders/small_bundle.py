"""A bundle as TensorFlow writes it, with the weights of the small encoder: table, data and a list of pieces."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tertium.encoders.weights import Tensor
from tests.encoders.small_encoder import PIECES, make_tensors

MAGIC = 0xDB4775248B80FB57
Pair = tuple[bytes, bytes]


def write_number(number: int) -> bytes:
    """Seven bits per byte, the lowest first."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def write_field(number: int, content: int | bytes) -> bytes:
    """A field of a message: a number, or bytes."""
    if isinstance(content, int):
        return write_number(number << 3) + write_number(content)
    return write_number(number << 3 | 2) + write_number(len(content)) + content


def write_entry(shape: Sequence[int], offset: int, size: int, *, kind: int = 1, more: bytes = b"") -> bytes:
    """What the table says of a tensor; its checksum has a fixed width, and is not looked at."""
    sides = b"".join(write_field(2, write_field(1, side)) for side in shape)
    fields = [write_field(1, kind), write_field(2, sides), write_field(4, offset), write_field(5, size)]
    return b"".join(fields) + write_number(6 << 3 | 5) + struct.pack("<I", 7) + more


def write_block(pairs: Sequence[Pair]) -> bytes:
    """Keys without what they share with the key before."""
    found, before = b"", b""
    for key, value in pairs:
        shared = 0
        while shared < min(len(key), len(before)) and key[shared] == before[shared]:
            shared += 1
        found += write_number(shared) + write_number(len(key) - shared) + write_number(len(value))
        found += key[shared:] + value
        before = key
    return found + struct.pack("<II", 0, 1)


def write_table(pairs: Sequence[Pair], *, each: int = 10, compression: int = 0) -> bytes:
    """A whole table, with some pairs in each block."""
    table, listed = b"", []
    blocks = [pairs[place : place + each] for place in range(0, len(pairs), each)]
    for block in blocks:
        content = write_block(block)
        listed.append((block[-1][0], write_number(len(table)) + write_number(len(content))))
        table += content + bytes([compression]) + b"\1\2\3\4"
    remarks, index = write_block([]), write_block(listed)
    places = [len(table), len(remarks), len(table) + len(remarks) + 5, len(index)]
    table += remarks + b"\0\1\2\3\4" + index + b"\0\1\2\3\4"
    return table + b"".join(map(write_number, places)).ljust(40, b"\0") + struct.pack("<Q", MAGIC)


def name_as_tensorflow(name: str) -> str:
    """The name that a tensor of the small encoder has there."""
    name = name.replace("layer.", "layer_").replace(".", "/")
    if "LayerNorm" in name:
        return "module/bert/" + name.replace("/weight", "/gamma").replace("/bias", "/beta")
    if "embeddings" in name:
        return "module/bert/" + name.removesuffix("/weight")
    return "module/bert/" + name.replace("/weight", "/kernel")


def make_bundle(tensors: Mapping[str, Tensor]) -> tuple[list[Pair], bytes]:
    """What the table has, and the data."""
    named = {name_as_tensorflow(name): tensor for name, tensor in tensors.items()}
    pairs: list[Pair] = [(b"", write_field(1, 1))]
    data = b""
    for name in sorted(named):
        tensor = named[name].T if name.endswith("kernel") else named[name]
        content = np.ascontiguousarray(tensor, dtype="<f4").tobytes()
        pairs.append((name.encode(), write_entry(tensor.shape, len(data), len(content))))
        data += content
    # What is not of the encoder: a counter, and weights of a task.
    pairs.append((b"module/cls/bias", write_entry([2], 0, 8)))
    pairs.append((b"steps", write_entry([], 0, 8, kind=9)))
    return pairs, data + bytes(8)


def write_bundle(folder: Path, *, seed: int = 1) -> Path:
    """A folder as TensorFlow writes it; the table is returned."""
    pairs, data = make_bundle(make_tensors(seed))
    (folder / "variables").mkdir(parents=True)
    (folder / "assets").mkdir()
    (folder / "assets" / "vocab.txt").write_bytes("\n".join([*PIECES, ""]).encode())
    (folder / "variables" / "variables.data-00000-of-00001").write_bytes(data)
    path = folder / "variables" / "variables.index"
    path.write_bytes(write_table(pairs))
    return path
