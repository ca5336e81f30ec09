"""Files that are written whole or not at all, and with which permissions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tertium.files.whole import write_whole


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    """A private report once became readable for all when it was written again."""
    path = tmp_path / "report.html"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_whole(b"new", path)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == mode
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.posix
def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(b"new", tmp_path / "report.html")
    finally:
        os.umask(before)
    assert (tmp_path / "report.html").stat().st_mode & 0o777 == 0o640


@pytest.mark.posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_bytes(b"old")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_whole(b"new", tmp_path / "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600
