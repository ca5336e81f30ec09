"""A byte-order mark is dropped, which a note and the signature say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium import open_test_set
from tertium.errors import TertiumWarning
from tests.cli.running import run

TEXT = "the cat sat on the mat\na dog ran off\n"


def test_a_note_names_the_file_and_the_signature_says_so(tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.txt", tmp_path / "marked.txt"
    plain.write_text(TEXT, encoding="utf-8")
    marked.write_text(TEXT, encoding="utf-8-sig")
    done = run("score", str(marked), "-r", str(plain), "-m", "bleu")
    assert done.stderr.startswith(f"tertium: {marked}: the byte-order mark was dropped, and the signature says so")
    assert "|refs:1|text:bom-dropped|" in done.stdout
    assert "100.00" in done.stdout
    done = run("score", str(plain), "-r", str(plain), "-m", "bleu")
    assert "text:" not in done.stdout
    assert "byte-order" not in done.stderr


def test_each_way_of_reading_says_so(tmp_path: Path) -> None:
    path = tmp_path / "marked.txt"
    path.write_text(TEXT, encoding="utf-8-sig")
    with pytest.warns(TertiumWarning, match="byte-order mark"):
        test_set = open_test_set([path], [path]).read()
    assert test_set.changes == ("bom-dropped",)
    assert test_set.systems["marked"][0] == "the cat sat on the mat"
    with pytest.warns(TertiumWarning, match="byte-order mark"):
        batches = list(open_test_set([path], [path]).batches(1))
    assert "bom-dropped" in batches[0].changes


def test_the_mark_of_a_table_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("hypothesis\treference\na\ta\n", encoding="utf-8-sig")
    assert open_test_set([path]).read().changes == ()
