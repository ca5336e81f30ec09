from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.text.readers import open_test_set

HEAD = "<?xml version='1.0' encoding='utf-8'?>\n<dataset id=\"t\">"
DOCUMENT = """<doc origlang="de" id="{id}">
<src lang="de"><p><seg id="1">eins</seg></p><p><seg id="2">zwei</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">one</seg><seg id="2">two &amp; &#233;</seg></p></ref>{more}
<hyp system="X" lang="en"><p><seg id="2">x2</seg><seg id="1"> x
 1 </seg></p></hyp>
<hyp system="Y" lang="en"><p><seg id="1">y1</seg><seg id="2"/></p></hyp>
</doc>"""
REFERENCE_B = '<ref lang="en" translator="B"><seg id="1">ein</seg><seg id="2">zwo</seg></ref>'


def write(directory: Path, text: str, name: str = "set.xml") -> Path:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_in_one_file(tmp_path: Path) -> None:
    documents = DOCUMENT.format(id="d1", more=REFERENCE_B) + DOCUMENT.format(id="d2", more="")
    found = open_test_set([write(tmp_path, f"{HEAD}<collection>{documents}</collection></dataset>")]).read()
    assert found.documents == ["d1", "d1", "d2", "d2"]
    assert found.sources == ["eins", "zwei"] * 2
    assert found.systems == {"X": ["x 1", "x2"] * 2, "Y": ["y1", ""] * 2}
    assert [found.references.of(at) for at in range(4)] == [["one", "ein"], ["two & é", "zwo"], ["one"], ["two & é"]]


def test_batches_of_any_size(tmp_path: Path) -> None:
    documents = "".join(DOCUMENT.format(id=f"d{number}", more="") for number in range(5))
    reader = open_test_set([write(tmp_path, f"{HEAD}{documents}</dataset>")], names=["one", "other"])
    assert [len(batch) for batch in reader.batches(4)] == [4, 4, 2]
    assert list(reader.read().systems) == ["one", "other"]


def test_hypotheses_and_references_in_files_of_their_own(tmp_path: Path) -> None:
    first, second = DOCUMENT.format(id="d1", more=""), DOCUMENT.format(id="d2", more="")
    hypotheses = write(tmp_path, f"{HEAD}{second}{first}</dataset>", "hyp.xml")
    references = write(tmp_path, f"{HEAD}{first}{second.replace('one', 'ONE')}</dataset>", "ref.xml")
    found = open_test_set([hypotheses], [references]).read()
    assert found.documents == ["d1", "d1", "d2", "d2"]
    assert found.references.flat == ["one", "two & é", "ONE", "two & é"]


def test_reference_that_lacks_one_segment_of_a_document(tmp_path: Path) -> None:
    broken = REFERENCE_B.replace('<seg id="2">zwo</seg>', "")
    with pytest.raises(InputError, match=r"set.xml:3: reference 'B' lacks segment '2' of document 'd'"):
        open_test_set([write(tmp_path, f"{HEAD}{DOCUMENT.format(id='d', more=broken)}</dataset>")]).read()


def test_references_in_two_languages(tmp_path: Path) -> None:
    french = REFERENCE_B.replace('"en"', '"fr"')
    with pytest.raises(InputError, match="there are references in 'en' and in 'fr'"):
        open_test_set([write(tmp_path, f"{HEAD}{DOCUMENT.format(id='d', more=french)}</dataset>")]).read()


def test_a_dtd_that_defines_nothing_is_no_harm(tmp_path: Path) -> None:
    text = f'<!DOCTYPE dataset SYSTEM "nowhere.dtd"><dataset>{DOCUMENT.format(id="d", more="")}</dataset>'
    assert len(open_test_set([write(tmp_path, text)]).read()) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file has no segments"),
        ("<dataset></dataset>", "the file has no segments"),
        ("<dataset><doc></doc></dataset>", "<doc> without id"),
        ('<dataset><src><seg id="1">x</seg></src></dataset>', "<src> outside of a <doc>"),
        ('<dataset><doc id="d"><seg id="1">x</seg></doc></dataset>', "<seg> outside of <src>"),
        ('<dataset><doc id="d"><hyp><seg>x</seg></hyp></doc></dataset>', "<seg> without id"),
        ('<dataset><doc id="d"><hyp><seg id="1">a<seg id="2">x</seg></seg></hyp></doc></dataset>', "<seg> outside of"),
        ("<dataset>" + "<p>" * 100_000, "the XML is broken: no element found"),
        ("<dataset>\x00</dataset>", "the XML is broken"),
    ],
)
def test_malformed(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        open_test_set([write(tmp_path, text)]).read()
    assert message in str(raised.value)


@pytest.mark.parametrize("encoding", ["shift_jis", "gb2312", "big5", "utf-32", "utf-16", "iso-8859-1", "windows-1252"])
def test_xml_is_read_in_the_encoding_that_it_declares(tmp_path: Path, encoding: str) -> None:
    word = "日本" if encoding in ("shift_jis", "gb2312", "big5", "utf-32", "utf-16") else "größer"
    path = tmp_path / "set.xml"
    path.write_bytes(
        f'<?xml version="1.0" encoding="{encoding}"?>\n<dataset id="s"><doc id="d">'
        f'<hyp system="x"><seg id="1">{word} 2</seg></hyp></doc></dataset>'.encode(encoding)
    )
    assert open_test_set([path]).read().systems["x"] == [f"{word} 2"]


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        ("klingon", "'klingon', which is unknown"),
        ("zip", "'zip', which is unknown"),
        ("big5", "not in the encoding that it declares"),
    ],
)
def test_xml_in_another_encoding_is_refused(tmp_path: Path, encoding: str, message: str) -> None:
    path = tmp_path / "set.xml"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?><dataset id="s"></dataset>'.encode() + b"\xff\xff")
    with pytest.raises(InputError, match=message):
        open_test_set([path]).read()
