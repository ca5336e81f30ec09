"""Whatever the bytes are, a reader gives a whole test set or an error of ours, never another exception."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path
from zipfile import ZIP_STORED

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.errors import TertiumError
from tertium.text.readers import SUFFIXES, open_test_set
from tests.office_files import make_docx, make_xlsx

XLIFF = (
    b'<?xml version="1.0"?><xliff version="1.2"><file source-language="ca" target-language="es"><body>'
    b'<trans-unit id="1"><source>x</source><target>y &amp; <g id="1">z</g></target></trans-unit></body></file></xliff>'
)
PO = b'msgid ""\nmsgstr "charset=UTF-8"\n\n#, fuzzy\nmsgctxt "c"\nmsgid "a"\n"b"\nmsgstr "c\\n"\n#~ msgid "o"\n'
GOOD = {
    ".txt": b"a\r\nb\nc\x0c\n",
    ".tsv": b"system\tseg\tmt\tref\nA\t1\tx\ty\nB\t1\tz\t\\N\n",
    ".csv": b'mt,ref\n"x ""y"", z",r\n"a\nb",\\N\n',
    ".jsonl": b'{"mt": "x", "references": ["y", null], "doc": 1}\n{"mt": "\\u00e9"}\n',
    ".ndjson": b'{"mt": "x", "src": "y"}\n',
    ".sgm": b"<tstset><doc docid=d sysid=A><seg id=1>a &amp; &#233;</seg></doc></tstset>",
    ".sgml": b'<refset refid="r"><DOC docid="d">\n<seg id="1">a</seg><seg id=2>b</seg></DOC></refset>',
    ".xml": b'<?xml version="1.0"?><dataset><doc id="d"><src><seg id="1">x</seg></src>'
    b'<hyp system="A"><seg id="1">y &amp; z</seg></hyp></doc></dataset>',
    **dict.fromkeys((".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff"), XLIFF),
    ".tmx": b'<?xml version="1.0"?><tmx><header srclang="ca"/><body><tu tuid="1"><tuv xml:lang="ca"><seg>a</seg></tuv>'
    b'<tuv xml:lang="es"><seg>a <ph>x</ph> &lt; b</seg></tuv></tu></body></tmx>',
    **dict.fromkeys((".po", ".pot"), PO),
    # Stored, so that what is damaged is also the XML; its checksum then says so.
    ".docx": make_docx(method=ZIP_STORED),
    ".xlsx": make_xlsx(method=ZIP_STORED),
}


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """Good content, with pieces cut out and others put in."""
    pieces = st.sampled_from(
        [b"\0", b"\r", b"\n", b"\t", b'"', b"<", b">", b"&#0;", b"{", b"\xff", b"\xfe", b"\\N", b"]"]
    )
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(content)))
        length = draw(st.integers(0, 12))
        content = content[:start] + draw(pieces | st.binary(max_size=4)) + content[start + length :]
    return content


def read_or_refuse(suffix: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"set{suffix}"
        path.write_bytes(content)
        try:
            whole = open_test_set([path]).read()
        except TertiumError:
            return
        assert len(whole) > 0
        assert all(isinstance(text, str) and "\0" not in text for texts in whole.systems.values() for text in texts)


@pytest.mark.filterwarnings("ignore:.*of .* units (is|are) ")  # some of these files are not translated
@pytest.mark.parametrize("suffix", {content: suffix for suffix, content in GOOD.items()}.values())
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_damaged_files(suffix: str, data: st.DataObject) -> None:
    read_or_refuse(suffix, data.draw(damaged(GOOD[suffix])))


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damaged_gzip(data: st.DataObject) -> None:
    read_or_refuse(".txt.gz", data.draw(damaged(gzip.compress(GOOD[".txt"] * 5, mtime=0))))


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damaged_parquet(data: st.DataObject) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table({"mt": ["x", "y"], "ref": ["z", None]}), sink)
    read_or_refuse(".parquet", data.draw(damaged(sink.getvalue().to_pybytes())))


def test_every_suffix_is_damaged() -> None:
    assert {*GOOD, ".parquet"} == set(SUFFIXES)
