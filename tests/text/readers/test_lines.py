from __future__ import annotations

import gzip
import io
import sys
import tracemalloc
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.text.readers import open_test_set, read_lines


def lines_of(content: bytes, directory: Path, block_size: int) -> list[str]:
    path = directory / "text"
    path.write_bytes(content)
    return [line for lines in read_lines(str(path), block_size=block_size) for line in lines]


@pytest.mark.parametrize("block_size", [1, 2, 3, 4, 5, 100])
@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\r\nb\rc\n", ["a\r", "b\rc"]),
        (b"a\nb\r", ["a", "b\r"]),
        (b"\xef\xbb\xbf\xef\xbb\xbfa\n", ["\ufeffa"]),
        ("é\n漢字\n😀\n".encode(), ["é", "漢字", "😀"]),
    ],
)
def test_lines(content: bytes, lines: list[str], block_size: int, tmp_path: Path) -> None:
    assert lines_of(content, tmp_path, block_size) == lines


@pytest.mark.parametrize("block_size", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("content", "line"),
    [(b"a\nb\xff\n", 2), (b"a\nb\nc\0\nd\n", 3), (b"a\n\xc3", 2), (b"a\n\xed\xa0\x80\n", 2)],
)
def test_errors_name_the_line_whatever_the_blocks(content: bytes, line: int, block_size: int, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        lines_of(content, tmp_path, block_size)
    assert raised.value.line == line


@pytest.mark.parametrize("block_size", [1, 3, 1000])
@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf16_is_known_by_its_mark(mark: bytes, block_size: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file is UTF-16"):
        lines_of(mark + b"a\0", tmp_path, block_size)


@pytest.mark.parametrize("block_size", [1, 3, 1000])
def test_utf32_is_not_taken_for_utf16(block_size: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file is UTF-32"):
        lines_of("a".encode("utf-32"), tmp_path, block_size)


def test_old_mac_file_beyond_the_longest_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="carriage return alone"):
        lines_of(b"a\r" * (9 << 20), tmp_path, 1 << 20)


@pytest.mark.parametrize("cut", range(1, 60))
def test_gzip_cut_anywhere_is_never_complete(cut: int, tmp_path: Path) -> None:
    whole = gzip.compress(b"a\nb\nc\n" * 20, mtime=0)
    path = tmp_path / "hyp.gz"
    path.write_bytes(whole[: -min(cut, len(whole) - 1)])
    with pytest.raises(InputError):
        open_test_set([path]).read()


def test_garbage_behind_gzip(tmp_path: Path) -> None:
    path = tmp_path / "hyp.gz"
    path.write_bytes(gzip.compress(b"a\n", mtime=0) + b"garbage")
    with pytest.raises(InputError, match="corrupt"):
        open_test_set([path]).read()


def test_small_gzip_of_a_large_text_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "hyp.gz"
    path.write_bytes(gzip.compress(b"a word and another\n" * 2_000_000, mtime=0))
    tracemalloc.start()
    count = sum(map(len, open_test_set([path]).batches(1000)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_000_000
    assert peak < 16 << 20


@pytest.mark.parametrize("content", [b"a\nb\n", gzip.compress(b"a\nb\n", mtime=0)])
def test_standard_input(content: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    reference = tmp_path / "ref.txt"
    reference.write_text("x\ny\n")
    assert open_test_set(["-"], [reference]).read().systems == {"stdin": ["a", "b"]}


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        open_test_set(["-"]).read()


def test_name_with_a_nul_character() -> None:
    with pytest.raises(InputError, match="cannot be the name of a file"):
        open_test_set(["a\0b"]).read()


def test_remedies_fit_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a b.txt.gz"
    path.write_bytes(gzip.compress(b"\xff\xfea\0", mtime=0))
    with pytest.raises(InputError, match=r"gunzip -c '.*a b.txt.gz' \| iconv"):
        open_test_set([path]).read()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\0")))
    with pytest.raises(InputError, match=r"stdin:1: .*between the program that writes and this one"):
        open_test_set(["-"]).read()
