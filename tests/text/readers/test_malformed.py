"""Every row of docs/reference/malformed-input.md, made and read: the page cannot say what is not so.

A case is a function with the name of a row. It makes the input and reads it; the message has to be the one on the page,
with the temporary directory cut off. Rows that are accepted return normally, after checking what was read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import InputError, TertiumError
from tertium.text.readers import open_test_set
from tertium.types import References, TestSet, check_segments

IS_ROOT = getattr(os, "geteuid", lambda: -1)() == 0
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "malformed-input.md"
ROW = re.compile(r"^\| `(?P<id>[a-z0-9-]+)` \| (?P<input>.+?) \| (?:`(?P<message>.+)`|accepted: .+) \|$", re.MULTILINE)

Case = Callable[["Place"], Any]
CASES: dict[str, Case] = {}


class Place:
    """A temporary directory, and short ways to fill and to read it."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.directory = directory
        self.monkeypatch = monkeypatch

    def write(self, name: str, content: str | bytes) -> str:
        path = self.directory / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def at(self, name: str) -> str:
        return str(self.directory / name)

    def read(self, hypotheses: str | bytes, references: str | bytes = "a\nb\n", **options: Any) -> TestSet:
        """Plain files."""
        files = [self.write("hyp.txt", hypotheses)]
        return open_test_set(files, [self.write("ref.txt", references)], **options).read()

    def read_as(self, name: str, content: str | bytes, **options: Any) -> TestSet:
        """One file that holds everything."""
        return open_test_set([self.write(name, content)], **options).read()

    def read_all(self, *files: tuple[str, str], references: Sequence[tuple[str, str]] = ()) -> TestSet:
        hypotheses = [self.write(name, content) for name, content in files]
        return open_test_set(hypotheses, [self.write(name, content) for name, content in references]).read()

    def pipe(self, content: bytes) -> None:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def case(function: Case) -> Case:
    CASES[function.__name__.replace("_", "-")] = function
    return function


# --- plain files


@case
def unequal_lengths(place: Place) -> None:
    place.read("a\nb\nc\n", "a\nb\n")


@case
def empty_file(place: Place) -> None:
    place.read("", "")


@case
def nul_byte(place: Place) -> None:
    place.read("a\nb\0c\n")


@case
def invalid_utf8(place: Place) -> None:
    place.read("a\ncaf\xe9\n".encode("latin-1"))


@case
def utf16(place: Place) -> None:
    place.read("a\nb\n".encode("utf-16"))


@case
def utf16_without_mark(place: Place) -> None:
    place.read("a\nb\n".encode("utf-16-le"))


@case
def huge_line(place: Place) -> None:
    place.read(b"a\n" + b"x" * (17 << 20) + b"\n")


@case
def lone_carriage_returns(place: Place) -> None:
    place.read("a\rb\r")


@case
def crlf(place: Place) -> None:
    assert place.read("a\r\nb\r\n").systems["hyp"] == ["a", "b"]


@case
def byte_order_mark(place: Place) -> None:
    assert place.read(b"\xef\xbb\xbfa\nb\n").systems["hyp"] == ["a", "b"]


@case
def no_last_newline(place: Place) -> None:
    assert place.read("a\nb").systems["hyp"] == ["a", "b"]


@case
def unicode_line_separators(place: Place) -> None:
    assert place.read("a\u2028\u0085\x0b\x0c\x1c\nb\n").systems["hyp"] == ["a\u2028\u0085\x0b\x0c\x1c", "b"]


@case
def blank_lines(place: Place) -> None:
    assert place.read("\n\n").systems["hyp"] == ["", ""]


@case
def truncated_gzip(place: Place) -> None:
    text = "".join(f"line {number}\n" for number in range(1000)).encode()
    open_test_set([place.write("hyp.txt.gz", gzip.compress(text, mtime=0)[:-8])]).read()


@case
def corrupt_gzip(place: Place) -> None:
    compressed = bytearray(gzip.compress(b"a\nb\n", mtime=0))
    compressed[-8] ^= 0xFF  # the checksum
    open_test_set([place.write("hyp.txt.gz", bytes(compressed))]).read()


@case
def not_gzip(place: Place) -> None:
    open_test_set([place.write("hyp.txt.gz", "a\nb\n")]).read()


@case
def gzip_without_suffix(place: Place) -> None:
    assert place.read(gzip.compress(b"a\nb\n")).systems["hyp"] == ["a", "b"]


@case
def other_compressions(place: Place) -> None:
    for name, compressed in (("hyp.txt.xz", lzma.compress(b"a\nb\n")), ("hyp.txt.bz2", bz2.compress(b"a\nb\n"))):
        assert place.read_as(name, compressed).systems["hyp"] == ["a", "b"]
        assert place.read_as("plain.txt", compressed).systems["plain"] == ["a", "b"]


@case
def truncated_xz(place: Place) -> None:
    place.read_as("hyp.txt.xz", lzma.compress(b"a\nb\n" * 1000)[:-12])


@case
def corrupt_bzip2(place: Place) -> None:
    compressed = bytearray(bz2.compress(b"a\nb\n"))
    compressed[12] ^= 0xFF  # the checksum
    place.read_as("hyp.txt.bz2", bytes(compressed))


@case
def not_xz(place: Place) -> None:
    place.read_as("hyp.txt.xz", "a\nb\n")


@case
def no_zstandard(place: Place) -> None:
    for name in ("compression.zstd", "backports.zstd", "zstandard"):
        place.monkeypatch.setitem(sys.modules, name, None)
    place.read_as("hyp.txt.zst", bytes.fromhex("28b52ffd0458210000") + b"a\nb\n")


@case
def zip_archive(place: Place) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("hyp.txt", "a\nb\n")
    place.read_as("hyp.zip", content.getvalue())


@case
def json_file(place: Place) -> None:
    place.read_as("set.json", '[\n{"mt": "a", "ref": "b"}\n]\n')


@case
def translation_memory(place: Place) -> None:
    place.read_as("set.tmx", "<tmx>\n</tmx>\n")


@case
def directory(place: Place) -> None:
    Path(place.at("outputs")).mkdir()
    open_test_set([place.at("outputs")]).read()


@case
def no_permission(place: Place) -> None:
    # Root may read everything, so that the refusal itself comes from a stand-in there; its conversion is the real one.
    path = place.write("hyp.txt", "a\n")
    if IS_ROOT:

        def refuse(self: Path, mode: str) -> None:
            raise PermissionError(13, "Permission denied", str(self))

        place.monkeypatch.setattr(Path, "open", refuse)
    else:
        Path(path).chmod(0)
    open_test_set([path]).read()


@case
def no_such_file(place: Place) -> None:
    place.write("online-B.txt", "a\n")
    open_test_set([place.at("online-b.txt")]).read()


@case
def no_such_directory(place: Place) -> None:
    open_test_set([place.at("nowhere/hyp.txt")]).read()


@case
def stdin_twice(place: Place) -> None:
    open_test_set(["-"], ["-"])


@case
def stdin_read_again(place: Place) -> None:
    place.pipe(b"a\n")
    reader = open_test_set(["-"])
    assert reader.read().systems == {"stdin": ["a"]}
    reader.read()


# --- names and formats


@case
def no_hypotheses(place: Place) -> None:
    open_test_set([])


@case
def unknown_format(place: Place) -> None:
    place.read("a\n", "a\n", format="docx")


@case
def wrong_number_of_names(place: Place) -> None:
    place.read("a\nb\n", names=["A", "B"])


@case
def same_name_twice(place: Place) -> None:
    files = [place.write("a.txt", "x\n"), place.write("b.txt", "y\n")]
    open_test_set(files, names=["A", "A"]).read()


@case
def same_file_twice(place: Place) -> None:
    file = place.write("a.txt", "x\n")
    open_test_set([file, file]).read()


@case
def unknown_kind(place: Place) -> None:
    place.read("a\nb\n", kinds={"uedin": "neural"})


# --- tables


@case
def no_column_of_hypotheses(place: Place) -> None:
    place.read_as("set.tsv", "src\toutput\nx\ty\n")


@case
def no_such_column(place: Place) -> None:
    place.read_as("set.tsv", "src\tmt\nx\ty\n", columns="reference=gold")


@case
def ambiguous_columns(place: Place) -> None:
    place.read_as("set.csv", "hyp,mt\nx,y\n")


@case
def columns_not_parsed(place: Place) -> None:
    place.read_as("set.csv", "hyp\nx\n", columns="mt")


@case
def duplicate_column(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\tref\nx\ty\tz\n")


@case
def perhaps_a_reference(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\tref_tokens\nx\ty\t1\n")


@case
def ragged_row(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\nx\ty\nz\n")


@case
def header_only(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\n")


@case
def missing_hypothesis(place: Place) -> None:
    place.read_as("set.tsv", "mt\tref\nx\ty\n\\N\ty\n")


@case
def missing_source(place: Place) -> None:
    place.read_as("set.csv", "src,mt\n\\N,x\n")


@case
def missing_reference(place: Place) -> None:
    test_set = place.read_as("set.tsv", "mt\tref1\tref2\nx\ty\t\\N\nx\t\tz\n")
    assert [test_set.references.of(0), test_set.references.of(1)] == [["y"], ["", "z"]]


@case
def open_quote(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\nx,y\n"x,y\nx,y\n')


@case
def stray_quote(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\n"x"z,y\n')


@case
def huge_cell(place: Place) -> None:
    place.read_as("set.csv", 'mt,ref\n"' + "x\n" * 70_000 + '",y\n')


@case
def quote_in_tsv(place: Place) -> None:
    assert place.read_as("set.tsv", 'mt\n"x\n').systems["set"] == ['"x']


@case
def quotes_as_text_in_tsv(place: Place) -> None:
    texts = ['"Hello"', '""', '"a" and "b"', '"for their ends""."', 'He said "yes".']
    assert place.read_as("set.tsv", "\n".join(["mt", *texts, ""])).systems["set"] == texts


@case
def quoted_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\tref\n"plain"\ty\n"He said ""yes""."\tz\n')


@case
def quoted_header_of_tsv(place: Place) -> None:
    place.read_as("set.tsv", '"mt"\t"ref"\n"x"\t"y"\n')


@case
def quoted_line_break_in_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\n"x\ny"\nplain\n"He said ""yes\nor no"""\n')


@case
def quotation_over_lines_in_tsv(place: Place) -> None:
    texts = ['"I am here.', 'Nobody else is," he said.', '"Why', 'not?"']
    assert place.read_as("set.tsv", "\n".join(["mt", *texts, ""])).systems["set"] == texts


@case
def quoted_tab_in_tsv(place: Place) -> None:
    place.read_as("set.tsv", 'mt\tref\n"x\tz"\ty\n')


@case
def segment_of_one_system_only(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\nA\t1\tx\nA\t2\ty\nB\t1\tz\n")


@case
def segment_twice_in_table(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\nA\t1\tx\nA\t1\ty\n")


@case
def reference_differs_in_table(place: Place) -> None:
    place.read_as("set.tsv", "system\tseg\tmt\tref\nA\t1\tx\tr\nB\t1\tz\ts\n")


@case
def reference_differs_between_tables(place: Place) -> None:
    place.read_all(("a.tsv", "mt\tref\nx\tr\n"), ("b.tsv", "mt\tref\nx\ts\n"))


@case
def bad_json(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x"}\n{"mt": "x"\n')


@case
def json_not_an_object(place: Place) -> None:
    place.read_as("set.jsonl", '["x", "y"]\n')


@case
def json_wrong_type(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": 3}\n')


@case
def json_key_twice(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x", "mt": "y"}\n')


@case
def json_nested_too_deeply(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": ' + "[" * 100_000 + "\n")


@case
def json_half_a_character(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "\\ud83d"}\n')


@case
def json_nul(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "a\\u0000b"}\n')


@case
def json_missing_hypothesis(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x"}\n{"ref": "x"}\n')


@case
def json_key_never_there(place: Place) -> None:
    place.read_as("set.jsonl", '{"mt": "x", "ref": "y"}\n', columns="reference=gold")


@case
def not_parquet(place: Place) -> None:
    pytest.importorskip("pyarrow")
    place.read_as("set.parquet", "mt,ref\nx,y\n")


@case
def parquet_wrong_type(place: Place) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"mt": [1, 2]}), place.at("set.parquet"))
    open_test_set([place.at("set.parquet")]).read()


@case
def parquet_null_hypothesis(place: Place) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"mt": ["x", None]}), place.at("set.parquet"))
    open_test_set([place.at("set.parquet")]).read()


@case
def parquet_without_pyarrow(place: Place) -> None:
    place.monkeypatch.setitem(sys.modules, "pyarrow", None)
    place.read_as("set.parquet", b"")


# --- XML and SGML


def xml(*segments: str, prologue: str = "") -> str:
    body = "\n".join(segments)
    return (
        f'<?xml version="1.0"?>{prologue}\n<dataset id="t"><doc id="d">\n<src lang="de"><p>\n<seg id="1">eins</seg>\n'
        f'<seg id="2">zwei</seg>\n</p></src>\n<hyp system="A" lang="en"><p>\n{body}\n</p></hyp></doc></dataset>\n'
    )


@case
def xml_entity_bomb(place: Place) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    place.read_as("set.xml", xml('<seg id="1">&b;</seg>', prologue=bomb))


@case
def xml_external_entity(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">&x;</seg>', prologue='<!DOCTYPE x [<!ENTITY x SYSTEM "/etc/passwd">]>'))


@case
def xml_unknown_entity(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">&x;</seg>', prologue='<!DOCTYPE x SYSTEM "elsewhere.dtd">'))


@case
def xml_not_well_formed(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one & two</seg>'))


@case
def xml_segment_twice(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>', '<seg id="1">two</seg>'))


@case
def xml_segment_missing(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>'))


@case
def xml_segment_too_many(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>', '<seg id="2">two</seg>', '<seg id="3">three</seg>'))


@case
def xml_other_root(place: Place) -> None:
    place.read_as("page.xml", "<html></html>\n")


@case
def xml_without_hypotheses(place: Place) -> None:
    place.read_as("set.xml", '<dataset><doc id="d"><src lang="de"><seg id="1">eins</seg></src></doc></dataset>\n')


def sgml(kind: str, *segments: str, system: str = "A") -> str:
    body = "\n".join(segments)
    return (
        f'<{kind} setid="t" srclang="any" trglang="en">\n<doc docid="d" sysid="{system}">\n{body}\n</doc>\n</{kind}>\n'
    )


@case
def sgml_segment_twice(place: Place) -> None:
    place.read_as("hyp.sgm", sgml("tstset", "<seg id=1>one</seg>", "<seg id=1>two</seg>"))


@case
def sgml_segment_missing(place: Place) -> None:
    reference = sgml("refset", "<seg id=1>one</seg>", "<seg id=2>two</seg>")
    place.read_all(("hyp.sgm", sgml("tstset", "<seg id=1>one</seg>")), references=[("ref.sgm", reference)])


@case
def sgml_open_segment(place: Place) -> None:
    place.read_as("hyp.sgm", sgml("tstset", "<seg id=1>one", "<seg id=2>two</seg>"))


@case
def sgml_without_document(place: Place) -> None:
    place.read_as("hyp.sgm", "<tstset>\n<seg id=1>one</seg>\n</tstset>\n")


@case
def sgml_entity_definition(place: Place) -> None:
    place.read_as("hyp.sgm", '<!DOCTYPE x [<!ENTITY a "ha">]>\n' + sgml("tstset", "<seg id=1>&a;</seg>"))


# --- lists in a program


@case
def hypotheses_one_string(place: Place) -> None:
    check_segments("a cat", "the hypotheses")


@case
def hypothesis_not_a_string(place: Place) -> None:
    check_segments(["a cat", None], "the hypotheses")  # type: ignore[list-item]


@case
def references_one_string(place: Place) -> None:
    References.from_nested("a cat")


@case
def references_nested_too_deeply(place: Place) -> None:
    References.from_nested([["a cat"], [["a dog"]]])  # type: ignore[list-item]


@case
def reference_not_a_string(place: Place) -> None:
    References.from_nested(["a cat", 7])  # type: ignore[list-item]


@case
def segment_without_reference(place: Place) -> None:
    References.from_nested(["a cat", None, []]).require_one_each()


@case
def lists_of_unequal_length(place: Place) -> None:
    TestSet(systems={"A": ["a cat"]}, references=References.from_nested(["a cat", "a dog"]))


@case
def sources_of_unequal_length(place: Place) -> None:
    TestSet(systems={"A": ["a cat"]}, references=References.from_nested(["a cat"]), sources=["un gato", "un perro"])


@case
def no_system(place: Place) -> None:
    TestSet(systems={}, references=References.from_nested(["a cat"]))


@case
def no_segments(place: Place) -> None:
    TestSet.concatenate([])


def rows_of_page() -> dict[str, str | None]:
    return {row["id"]: row["message"] for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))}


def test_the_page_and_the_cases_have_the_same_rows() -> None:
    assert list(rows_of_page()) == list(CASES)


@pytest.mark.parametrize("identity", CASES)
def test_message_is_the_one_on_the_page(identity: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(tmp_path, monkeypatch)
    expected = rows_of_page()[identity]
    if expected is None:
        CASES[identity](place)
        return
    with pytest.raises(TertiumError) as raised:
        CASES[identity](place)
    assert raised.value.for_command_line().replace(f"{tmp_path}{os.sep}", "").replace(str(tmp_path), ".") == expected


@pytest.mark.posix
@pytest.mark.skipif(IS_ROOT, reason="root may read every file, so that nobody refuses")
def test_real_refusal_of_the_operating_system(tmp_path: Path) -> None:
    path = tmp_path / "hyp.txt"
    path.write_text("a\n")
    path.chmod(0)
    with pytest.raises(InputError, match="no permission to read the file"):
        open_test_set([path]).read()


def test_error_while_reading_is_converted() -> None:
    # A real error from the operating system, for root too: nobody may read the memory of a process from address 0.
    path = Path("/proc/self/mem")
    if not path.exists():
        pytest.skip("there is no /proc here")
    with pytest.raises(InputError, match=r"/proc/self/mem: the file cannot be read \(Input/output error\)"):
        open_test_set([path]).read()
