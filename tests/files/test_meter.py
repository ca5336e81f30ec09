"""How much of a file was read, whoever opens it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tertium.files.meter import Meter, report_share, watch
from tertium.files.opening import open_binary, read_blocks


def test_a_file_is_measured_by_the_one_who_listens(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"x" * 1000)
    meter, other = Meter(), Meter()
    assert meter.find_share() is None
    blocks = read_blocks(str(path), 250)
    shares = []
    while True:
        with meter.listen():
            if next(blocks, None) is None:
                break
        shares.append(meter.find_share())
    assert shares == [0.25, 0.5, 0.75, 1.0]
    assert meter.size == 1000
    assert meter.find_share() == 1.0  # it is closed
    assert other.find_share() is None


def test_a_compressed_file_is_measured_as_it_is_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "text.txt.gz"
    path.write_bytes(gzip.compress(b"some words\n" * 100_000))
    meter = Meter()
    with meter.listen():
        blocks = read_blocks(str(path), 64)
        next(blocks)
    assert meter.size == path.stat().st_size
    share = meter.find_share()
    assert share is not None
    assert 0 < share < 0.2


def test_a_format_that_goes_back_and_forth_says_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    path.write_bytes(b"x" * 100)
    meter = Meter()
    with meter.listen(), open_binary(str(path)) as stream:
        stream.seek(90)
        report_share(0.25)
        assert meter.find_share() == 0.25


@pytest.mark.posix
def test_what_is_not_a_file_has_no_size() -> None:
    meter = Meter()
    with meter.listen(), Path("/dev/null").open("rb") as stream:
        watch(stream)
    assert meter.find_share() is None


def test_nobody_has_to_listen(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"x")
    report_share(0.5)
    with open_binary(str(path)) as stream:
        assert stream.read() == b"x"
