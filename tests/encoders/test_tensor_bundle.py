"""Bundles of TensorFlow give the same weights; damaged ones are refused, and nothing is believed that is not there."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from tertium.encoders.tensor_bundle import read_bundle
from tertium.encoders.weight_files import read_tensors
from tertium.encoders.weights import Architecture, Weights
from tertium.errors import InputError
from tests.encoders.small_bundle import (
    MAGIC,
    make_bundle,
    write_block,
    write_bundle,
    write_entry,
    write_field,
    write_number,
    write_table,
)
from tests.encoders.small_encoder import HEADS, make_tensors

MADE = Architecture(heads=HEADS)
DATA = "variables.data-00000-of-00001"
NAME = b"bert/embeddings/LayerNorm/beta"


def write(folder: Path, table: bytes, data: bytes = bytes(80)) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DATA).write_bytes(data)
    path = folder / "variables.index"
    path.write_bytes(table)
    return path


def test_the_weights_are_those_of_other_files(tmp_path: Path) -> None:
    tensors = make_tensors()
    path = write_bundle(tmp_path / "bundle")
    found = read_tensors(path)
    assert "module.cls.bias" not in found
    assert Weights.of(MADE, found).digest == Weights.of(MADE, tensors).digest
    for each in (1, 3, 500):
        path.write_bytes(write_table(make_bundle(tensors)[0], each=each))
        assert Weights.of(MADE, read_tensors(path)).digest == Weights.of(MADE, tensors).digest


def test_a_tensor_is_read_as_it_is(tmp_path: Path) -> None:
    numbers = np.array([1.5, -2.25, 1e-30], dtype="<f4")
    path = write(tmp_path, write_table([(NAME, write_entry([3], 4, 12))]), b"\xff" * 4 + numbers.tobytes())
    assert read_bundle(path)["embeddings.LayerNorm.beta"].tolist() == numbers.tolist()


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (write_entry([21], 0, 84), "does not fit into its 80 bytes"),
        (write_entry([10], 44, 40), "does not fit"),
        (write_entry([11], 0, 40), "does not fit"),
        (write_entry([1 << 40, 1 << 40], 0, 40), "does not fit"),
        (write_entry([1 << 62], 0, 1 << 64 - 1), "does not fit"),
        (write_entry([(1 << 64) - 1], 0, 40), "does not fit"),
        (write_entry([3], (1 << 63) - 1, 12), "does not fit"),
        (write_entry([10], 0, 40, more=write_field(3, 1)), "not in one piece"),
        (write_entry([10], 0, 40, more=write_field(7, b"")), "not in one piece"),
    ],
)
def test_claims_that_the_data_does_not_bear_out_are_refused(tmp_path: Path, entry: bytes, message: str) -> None:
    path = write(tmp_path, write_table([(NAME, entry)]))
    with pytest.raises(InputError, match=rf"{DATA}: the weights cannot be read: .*{message}"):
        read_bundle(path)


def test_tensors_that_share_their_data_are_refused_before_they_are_read(tmp_path: Path) -> None:
    """Else a small file could ask for any amount of memory."""
    size = 1 << 20
    pairs = [(f"bert/{number:04}".encode(), write_entry([size // 4], 0, size)) for number in range(1000)]
    path = write(tmp_path, write_table(pairs), bytes(size))
    tracemalloc.start()
    with pytest.raises(InputError, match="tensors overlap"):
        read_bundle(path)
    assert tracemalloc.get_traced_memory()[1] < 4 * size
    tracemalloc.stop()


def end(*places: int) -> bytes:
    return b"".join(map(write_number, places)).ljust(40, b"\0") + struct.pack("<Q", MAGIC)


def test_damaged_tables_are_refused(tmp_path: Path) -> None:
    good = write_table([(NAME, write_entry([3], 0, 12))])
    # A list of blocks that has the same block again and again.
    block = write_block([(NAME, b"\0" * 60)])
    handle = write_number(0) + write_number(len(block))
    again = write_block([(bytes([number]), handle) for number in range(100)])
    looping = block + b"\0\1\2\3\4" + again + b"\0\1\2\3\4" + end(0, 0, len(block) + 5, len(again))
    for table, message in (
        (b"", "does not end as a table"),
        (good[:-1], "does not end as a table"),
        (good[:-8] + bytes(8), "does not end as a table"),
        (write_table([(NAME, b"")], compression=1), "compressed"),
        (b"\0" * 5 + end(0, 0, 0, 1 << 40), "not inside the file"),
        (b"\0" * 5 + end(0, 0, 1 << 63, 4), "not inside the file"),
        (b"\0" * 5 + end(0, 0, 0, 3), "not inside the file"),
        (b"\xff" * 4 + b"\0" + end(0, 0, 0, 4), "shorter than it says"),
        (b"\x80" * 40 + struct.pack("<Q", MAGIC), "more than 64 bits"),
        (b"\5\0\0" + bytes(5) + end(0, 0, 0, 7), "more in common"),
        (b"\0\x7f\0" + bytes(5) + end(0, 0, 0, 7), "ends in the middle"),
        (write_table([(NAME, b"\x0b")]), "no known kind"),
        (write_table([(NAME, write_field(2, write_field(2, write_field(1, b"x"))))]), "not made of numbers"),
        (write_table([(NAME, b"\x0a\xff")]), "ends in the middle"),
        (looping, "overlap"),
        (write_table([(NAME, write_entry([1] * 9, 0, 4))]), "9 dimensions"),
    ):
        path = write(tmp_path, table)
        with pytest.raises(InputError, match=rf"variables.index: the table of tensors cannot be read: .*{message}"):
            read_bundle(path)


def test_every_cut_is_refused_or_read(tmp_path: Path) -> None:
    table = write_table(make_bundle(make_tensors())[0][:4])
    for length in range(len(table)):
        path = write(tmp_path, table[-length:] if length % 2 else table[:length])
        with pytest.raises(InputError, match="cannot be read"):
            read_bundle(path)


def test_missing_files_and_large_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_bundle(tmp_path / "bundle")
    with pytest.raises(InputError, match="table of tensors cannot be read"):
        read_bundle(path.with_name("absent.index"))
    monkeypatch.setattr("tertium.encoders.tensor_bundle._LARGEST_TABLE", 100)
    with pytest.raises(InputError, match="too large for a table"):
        read_bundle(path)
    monkeypatch.undo()
    path.with_name(DATA).unlink()
    with pytest.raises(InputError, match=rf"{DATA}: the weights cannot be read"):
        read_bundle(path)
