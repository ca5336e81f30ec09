from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.text.readers import open_test_set

SOURCE = """<srcset setid="t" srclang="any">
<doc docid="d1" sysid="ref" genre="news"><hl>
<seg id="1">eins</seg>
</hl><p><seg id="2">zwei</seg></p></doc>
<doc docid="d2"><seg id="1">drei</seg></doc>
</srcset>
"""
# Capitals, no quotes, spaces, a line break in a segment, an escaped and a bare "&", another order of documents.
SYSTEM = """<TSTSET SETID=t TRGLANG=en>
<DOC DOCID=d2 SYSID=online-B><SEG ID=1> three &lt;3&gt; &amp;amp; &#233; a&b &nosuch; </SEG></DOC>
<!-- <DOC DOCID=d9><SEG ID=1>not there</SEG></DOC> -->
<DOC DOCID='d1' SYSID=online-B>
<SEG ID=2>
two
  halves</SEG>
<SEG ID=1>one  <b>bold</b> a < b</SEG>
</DOC>
</TSTSET>
"""
REFERENCES = "<refset>" + "".join(
    f'<doc docid="{document}" sysid="{name}">\n'
    + "".join(f'<seg id="{number}">{name} {document} {number}</seg>\n' for number in numbers)
    + "</doc>"
    for name in ("E01", "E02")
    for document, numbers in (("d1", (1, 2)), ("d2", (1,)))
)


def write(directory: Path, **files: str) -> dict[str, Path]:
    paths = {name: directory / f"{name}.sgm" for name in files}
    for name, text in files.items():
        paths[name].write_text(text, encoding="utf-8")
    return paths


def test_files_are_aligned_by_document_and_segment(tmp_path: Path) -> None:
    files = write(tmp_path, src=SOURCE, ref=REFERENCES, hyp=SYSTEM)
    found = open_test_set([files["hyp"]], [files["ref"]], sources=files["src"]).read()
    assert found.sources == ["eins", "zwei", "drei"]
    assert found.documents == ["d1", "d1", "d2"]
    assert found.systems == {
        "online-B": ["one  <b>bold</b> a < b", "two halves", "three <3> &amp; é a&b &nosuch;"],
    }
    assert found.references.of(2) == ["E01 d2 1", "E02 d2 1"]


def test_several_systems_in_one_file(tmp_path: Path) -> None:
    files = write(tmp_path, hyp=REFERENCES.replace("refset", "tstset"))
    assert list(open_test_set([files["hyp"]]).read().systems) == ["E01", "E02"]


def test_plain_hypotheses_with_an_sgml_reference(tmp_path: Path) -> None:
    files = write(tmp_path, ref=REFERENCES)
    plain = tmp_path / "hyp.txt"
    plain.write_text("a\nb\nc\n")
    found = open_test_set([plain], [files["ref"]]).read()
    assert found.references.of(0) == ["E01 d1 1", "E02 d1 1"]
    plain.write_text("a\nb\n")
    with pytest.raises(InputError, match=r"numbers of segments: .*hyp.txt has 2, .*ref.sgm has 3"):
        open_test_set([plain], [files["ref"]]).read()


def test_sysid_of_the_set_and_nist_xml(tmp_path: Path) -> None:
    path = tmp_path / "hyp.xml"
    path.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE mteval SYSTEM "ftp://elsewhere/mteval-xml-v1.3.dtd">\n'
        '<mteval><tstset setid="s" sysid="S"><doc docid="d"><seg id="1">x</seg></doc></tstset></mteval>'
    )
    assert open_test_set([path], format="sgml").read().systems == {"S": ["x"]}
    with pytest.raises(InputError, match="Give the format as sgml"):
        open_test_set([path]).read()


def test_sources_are_no_references(tmp_path: Path) -> None:
    files = write(tmp_path, src=SOURCE, hyp=SYSTEM)
    with pytest.raises(InputError, match="the file has no references"):
        open_test_set([files["hyp"]], [files["src"]]).read()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("<tstset>\n<doc>\n", 2, "<doc> without docid"),
        ("<tstset>\n<doc docid=d>\n<seg>x</seg>", 3, "<seg> without id"),
        ("<tstset>\n<doc docid=d>\n<seg id=1>x</doc>", 3, "has no </seg>"),
        ("<tstset>\n<doc docid=d>\n<seg id=1>x", 3, "has no </seg>"),
        ("<tstset>\n<doc docid=d>\n<seg id=1>x</seg></seg>", 3, "</seg> without a <seg>"),
        ("<tstset>\n<doc docid=d>\n<seg id=1>&#0;</seg>", 3, "&#0; is not a character"),
        ("<tstset>\n<doc docid=d>\n<seg id=1>&#xD800;</seg>", 3, "is not a character"),
        ("just\ntext\n", None, "the file has no segments"),
    ],
)
def test_malformed(text: str, line: int | None, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        open_test_set([write(tmp_path, hyp=text)["hyp"]]).read()
    assert message in str(raised.value)
    assert raised.value.line == line
