"""What attacks have found, kept so that it stays mended."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from tertium import _core, read_test_set, score
from tertium.annotation import CampaignStore, import_judgments
from tertium.errors import InputError, InternalError
from tertium.files.lines import LONGEST_LINE
from tertium.files.table import read_table
from tertium.sacrebleu.dataset.raw_xml import read_xml_fields
from tertium.text.bilingual.office_archive import OfficeArchive
from tests.fuzz.attacks import attack, attempt
from tests.fuzz.test_campaigns import COLUMNS, ERRORS, SPANS, TEXTS, read_columns
from tests.fuzz.test_readers import PO, TMX, XLIFF, XML, with_file
from tests.fuzz.test_resources import make_stream
from tests.sacrebleu.made_test_sets import make_xml


def refuse(path: Path, content: str | bytes, message: str) -> None:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError, match=message):
        read_test_set([path])


def test_chrf_without_an_order_of_words() -> None:
    """It panicked where words were given and did not count."""
    tokens, characters = _core.tokenize(["a b"], "none", 1), _core.pack_characters(["a b"], False, 1)
    given = (characters, tokens)
    rows = _core.tally_chrf(given, given, np.array([0, 1]), 2, 0, 2.0, False, 1)
    assert rows.tolist() == [[2, 2, 2, 1, 1, 1]]


def test_a_panic_is_a_finding() -> None:
    """The attacks on readers took it for a refusal, since it is an error of ours."""
    with pytest.raises(InternalError):
        attempt(lambda: _core.simulate_panic("x", 1))


@pytest.mark.parametrize("ends", [[0, 3, 1 << 30], [0, 3, 40], [0, 3, -1], [0, 1 << 30, 6], [0, 5, 2], [1 << 30, 3, 6]])
def test_offsets_that_lie(ends: list[int]) -> None:
    """What lay behind the buffer was read as text: pyarrow does not look, and the interface does not say sizes."""
    pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: its offsets cannot lie")
    stream = make_stream(pyarrow.table({"hyp": ["a", "b"], "ref": ["abc", "def"]}))
    right, wrong = (np.array(offsets, dtype=np.int32).tobytes() for offsets in ([0, 3, 6], ends))
    assert stream.count(right) == 1
    stream = stream.replace(right, wrong)
    for data in (pyarrow.ipc.open_stream(stream), pyarrow.ipc.open_stream(stream).read_all()):
        with pytest.raises(InputError, match="cannot be read as Arrow"):
            score(data, metrics=["chrf"])


def test_one_segment_with_many_references(tmp_path: Path) -> None:
    """It made as many columns for thousands of others: 4 MB became 30 GB."""
    lines = [{"hyp": "a", "ref": ["a"] * 100_000}, *({"hyp": "a", "ref": "a"} for _ in range(2000))]
    content = "".join(f"{json.dumps(line)}\n" for line in lines)
    refuse(tmp_path / "ragged.jsonl", content, "cells would be empty")


@attack(st.just(20_000), brief=1)
def test_other_keys_in_each_line(count: int) -> None:
    """Each block made a matrix of its lines and all their keys."""
    content = "".join(f'{{"hyp": "a", "ref": "a", "k{number}": 1}}\n' for number in range(count))
    with_file(lambda path: read_test_set([path]), "keys.jsonl", content.encode())


def test_a_whole_table_of_other_keys(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    path.write_text("".join(f'{{"k{number}": 1}}\n' for number in range(20_000)))
    with pytest.raises(InputError, match="cells would be empty"):
        read_table(path)


@attack(st.just(60_000), brief=1)
def test_many_columns_of_references(count: int) -> None:
    """Each was looked for among all: a million took hours."""
    names = "".join(f"\tref_{number}" for number in range(count))
    content = f"hyp{names}\na{count * chr(9)}\n"
    with_file(lambda path: read_test_set([path], check_text=False), "wide.tsv", content.encode())


@attack(st.just(10_001), brief=1)
def test_too_many_systems(count: int) -> None:
    """A million took hours and all memory; in XML, each was looked for among all."""
    table = "system\tsegment\thyp\tref\n" + "".join(f"s{number}\t1\ta\ta\n" for number in range(count))
    one = '<hyp system="s{}" lang="en"><p><seg id="1">a</seg></p></hyp>'
    body = "".join(one.format(number) for number in range(count))
    for name, content in (("long.tsv", table), ("many.xml", f'<dataset><doc id="d">{body}</doc></dataset>')):
        with pytest.raises(InputError, match="10,001 systems; the most is 10,000"):
            with_file(lambda path: read_test_set([path]), name, content.encode())


LONG = "a" * (LONGEST_LINE + 1)


def test_long_texts_in_localisation_files(tmp_path: Path) -> None:
    """A string of 1 GB took more than 8 GB of memory."""
    refuse(tmp_path / "one.po", PO.replace('msgstr[0] "a', f'msgstr[0] "{LONG}'), "the line is longer than 16 MiB")
    lines = '"\n"'.join([LONG[:-80]] * 5)
    refuse(tmp_path / "two.po", PO.replace('msgstr[0] "a', f'msgstr[0] "{lines}'), "the string is longer than 16 MiB")
    refuse(tmp_path / "one.xliff", XLIFF.replace("<target>a", f"<target>{LONG}"), "a text is longer than 16 MiB")
    refuse(tmp_path / "one.tmx", TMX.replace("<seg>a", f"<seg>{LONG}"), "a text is longer than 16 MiB")
    refuse(tmp_path / "one.xml", XML.replace(">a dog", f">{LONG}"), "the segment is longer than 16 MiB")


def test_a_part_that_says_it_is_short(tmp_path: Path) -> None:
    """All of it was unpacked before the size was compared: 1 MB became 2 GB."""
    path = tmp_path / "lie.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (64 << 20))
        archive.getinfo("word/document.xml").file_size = 100
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="cannot be read"):
            OfficeArchive(path.read_bytes(), "lie.docx").read("word/document.xml")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["tf-8", "shift_jis", "utf-7"])
def test_encodings_of_published_xml(tmp_path: Path, name: str) -> None:
    """An unknown one ended ``sacrebleu`` with a LookupError."""
    path = tmp_path / "test.xml"
    path.write_text(make_xml().replace("utf-8", name), encoding="utf-8")
    with pytest.raises(InputError, match=r"encoding|broken"):
        read_xml_fields(path)


@pytest.mark.parametrize(("column", "value"), [("start", "x"), ("end", "9" * 5000), ("segment", "1.5")])
def test_spans_that_are_not_numbers(tmp_path: Path, column: str, value: str) -> None:
    """They ended ``judge import`` with a ValueError."""
    spans = read_columns(ERRORS[1].encode(), SPANS)
    spans[column] = [value]
    with pytest.raises(InputError, match="Give a whole number"):
        import_judgments(
            CampaignStore(tmp_path / "c.sqlite"), "news", TEXTS, read_columns(ERRORS[0].encode(), COLUMNS), spans=spans
        )


@pytest.mark.parametrize("value", ["x", "nan", "1e999"])
def test_judgments_that_are_not_numbers(tmp_path: Path, value: str) -> None:
    judgments = read_columns(ERRORS[0].encode(), COLUMNS)
    judgments["kind"], judgments["value"] = ["da", "da"], ["5", value]
    with pytest.raises(InputError, match="a judgment is"):
        import_judgments(CampaignStore(tmp_path / "c.sqlite"), "news", TEXTS, judgments)
