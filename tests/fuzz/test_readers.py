"""Attacks on the readers of test sets and tables."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_STORED

import pytest
from hypothesis import strategies as st

from tertium import make_test_set, read_test_set
from tertium.edits import Edit
from tertium.errors import TertiumError
from tertium.files.table import read_table
from tertium.lexicon.function_words import load_function_words
from tertium.lexicon.mythes import read_thesaurus
from tertium.meta import read_judged, read_judgments, read_stored_scores
from tertium.metrics import read_scores
from tertium.mtness.resources.pair_dictionary import read_dictionary
from tertium.mtness.resources.wordlist import read_wordlist
from tertium.mtness.text.taggers.wordlist_tagger import read_tagged
from tertium.postedit.pair_tables import read_pairs
from tertium.text import parse_bilingual, read_bilingual
from tertium.text.readers import Columns
from tests.fuzz.attacks import attack, attempt
from tests.fuzz.hostile import spoil, texts
from tests.office_files import DOCUMENT, STRINGS, WORKSHEET, make_docx, make_xlsx

TSV = "segment\tsource\tref\tmt_one\tmt_two\tdoc\n1\ts\tthe dog\ta dog\tdog\td1\n2\tt\tthe cat\tcat\ta cat\td1\n"
CSV = 'source,ref,mt_one\n"a, b","the ""dog""",dog\nc,"two\nlines",cat\n'
LONG = "system\tsegment\thyp\tref\none\t1\ta dog\tdog\none\t2\tcat\tthe cat\ntwo\t1\tdog\tthe dog\ntwo\t2\tx\tthe cat\n"
JSONL = '{"source": "s", "ref": "the dog", "mt": {"one": "a dog"}}\n{"ref": ["a", "b"], "hyp": "x", "n": 1.5}\n'
SGML = (
    '<refset setid="s" srclang="cs" trglang="en" refid="r"><doc docid="d" sysid="one"><p>\n'
    '<seg id="1">the &amp; dog</seg>\n<seg id="2"> the\n cat </seg></p></doc></refset>\n'
)
XML = (
    '<?xml version="1.0" encoding="utf-8"?>\n<dataset id="x"><doc id="d" origlang="cs"><src lang="cs"><p>'
    '<seg id="1">s</seg></p></src>'
    '<ref lang="en" translator="A"><p><seg id="1">the dog</seg></p></ref><hyp system="one" lang="en"><p>'
    '<seg id="1">a dog</seg></p></hyp></doc></dataset>\n'
)
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>'
)
XLIFF = (
    '<?xml version="1.0" encoding="utf-8"?>\n<xliff version="1.2"><file original="f" source-language="ca"><body>'
    '<trans-unit id="1"><source>s</source><target>a <g id="1">b</g> &amp; <![CDATA[c]]></target></trans-unit>'
    '<trans-unit id="2"><source>s</source><target/></trans-unit></body></file></xliff>\n'
)
XLIFF_2 = (
    '<xliff version="2.0" srcLang="ca" trgLang="es"><file id="f"><unit id="1"><segment><source>s</source>'
    '<target>a<ph id="1"/> b</target></segment><segment><source>t</source></segment></unit></file></xliff>\n'
)
TMX = (
    '<tmx version="1.4"><header srclang="ca"/><body><tu tuid="1"><tuv xml:lang="ca"><seg>s</seg></tuv>'
    '<tuv xml:lang="es"><seg>a <bpt i="1">b</bpt>c</seg></tuv></tu><tu><tuv xml:lang="ca"><seg>t</seg></tuv></tu>'
    "</body></tmx>\n"
)
PO = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#, fuzzy\nmsgctxt "c"\nmsgid "s"\n'
    'msgid_plural "t"\nmsgstr[0] "a\\n"\n"\\303\\251 b"\nmsgstr[1] ""\n\n#~ msgid "o"\n#~ msgstr "p"\n'
)
JUDGMENTS = (
    "system\tsegment\tannotator\tkind\tvalue\none\t1\tAda\tadequacy\t4\ntwo\t1\tBob\tadequacy\t2\n"
    "one\t2\tAda\tfluency\t5\n"
)
SCORES = "system\tsegment\tcomet\tter-\none\t1\t0.8\t20\none\t2\t0.5\t.3\ntwo\t1\t1e-3\t4\ntwo\t2\t0\t9\n"


def make_parquet() -> bytes:
    """A small table, if there is the library that reads it."""
    pyarrow = pytest.importorskip("pyarrow", reason="NO PYARROW: Parquet is not attacked")
    from pyarrow import parquet

    content = io.BytesIO()
    columns = {
        "ref": ["the dog", "the cat", None],
        "mt_one": ["a dog", "", "x"],
        "n": [1, 2, 3],
        "l": [["a"], [], None],
    }
    parquet.write_table(pyarrow.table(columns), content)
    return content.getvalue()


def with_file(read: Callable[[Path], Any], name: str, content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        read(path)


def read_set(path: Path) -> None:
    read_test_set([path])


def read_set_and_reference(path: Path) -> None:
    read_test_set([path], [path], unescape=True, check_text=True)


@attack(spoil("the dog\na cat\n\nlast"), brief=25)
def test_text(content: bytes) -> None:
    with_file(read_set_and_reference, "one.txt", content)


@attack(spoil(TSV, LONG), brief=25)
def test_tsv(content: bytes) -> None:
    with_file(read_set, "one.tsv", content)


@attack(spoil(CSV, TSV.replace("\t", ",")), brief=25)
def test_csv(content: bytes) -> None:
    with_file(read_set, "one.csv", content)


@attack(spoil(JSONL, '{"ref": "a", "hyp": "b"}\n' * 3), brief=25)
def test_jsonl(content: bytes) -> None:
    with_file(read_set, "one.jsonl", content)


def test_parquet() -> None:
    attack(spoil(make_parquet(), most=3), brief=25)(lambda content: with_file(read_set, "one.parquet", content))()


@attack(spoil(SGML, SGML.replace("refset", "tstset")), st.sampled_from(["one.sgm", "one.txt"]), brief=25)
def test_sgml(content: bytes, name: str) -> None:
    with_file(read_set_and_reference, name, content)


@attack(
    spoil(XML, *(XML.replace("utf-8", name) for name in ("shift_jis", "utf-16", "x-none")), BOMB + XML[39:]), brief=25
)
def test_wmt_xml(content: bytes) -> None:
    with_file(read_set, "one.xml", content)


def edit_each(path: Path) -> None:
    """Edit each unit of a localisation file, and read what was written."""
    document = read_bilingual(path)
    assert document.edit({}) == path.read_bytes()
    for number, unit in enumerate(document.units):
        try:
            content = document.edit({number: [Edit(0, len(unit.target), "x & y")]})
        except TertiumError:
            continue  # a tag stands in the way
        languages = (document.source_language, document.target_language)
        again = parse_bilingual(content, document.format, "again", *languages)
        assert again.units[number].target == "x & y"


@attack(
    spoil(XLIFF, XLIFF_2, XLIFF.replace("utf-8", "utf-16"), XLIFF.replace("utf-8", "utf-7"), BOMB + XLIFF[39:]),
    brief=25,
)
def test_xliff(content: bytes) -> None:
    with_file(read_set, "one.xliff", content)
    with_file(edit_each, "one.xliff", content)


@attack(spoil(TMX, TMX.replace("es", "ca"), BOMB + TMX), brief=25)
def test_tmx(content: bytes) -> None:
    with_file(read_set_and_reference, "one.tmx", content)
    with_file(edit_each, "one.tmx", content)


@attack(spoil(DOCUMENT, DOCUMENT.replace("w:", ""), BOMB + DOCUMENT[21:]), brief=25)
def test_docx(content: bytes) -> None:
    archive = make_docx(content)
    with_file(read_set, "one.docx", archive)
    with_file(edit_each, "one.docx", archive)


@attack(spoil(WORKSHEET), spoil(STRINGS), brief=25)
def test_xlsx(sheet: bytes, strings: bytes) -> None:
    archive = make_xlsx(sheet, strings)
    with_file(read_set, "one.xlsx", archive)
    with_file(edit_each, "one.xlsx", archive)


@attack(spoil(make_docx(), make_xlsx(), make_xlsx(method=ZIP_STORED), most=3), brief=25)
def test_office_archives(content: bytes) -> None:
    with_file(edit_each, "one.docx", content)
    with_file(edit_each, "one.xlsx", content)


@attack(spoil(PO, PO.replace("UTF-8", "ISO-8859-1"), PO.replace("\n", "\r\n")), brief=25)
def test_po(content: bytes) -> None:
    with_file(read_set, "one.po", content)
    with_file(edit_each, "one.po", content)


@attack(spoil(*(pack(SGML.encode() * 9) for pack in (gzip.compress, bz2.compress, lzma.compress)), most=3))
def test_compressed(content: bytes) -> None:
    for suffix in ("gz", "xz", "bz2", "zst"):
        with_file(read_set, f"one.txt.{suffix}", content)


@attack(texts("hyp=mt_one,ref=ref,source=s,document=d,segment=n"))
def test_columns(text: str) -> None:
    with_file(lambda path: read_test_set([path], columns=Columns.parse(text)), "one.tsv", TSV.encode())


@attack(spoil(TSV, CSV, JSONL), st.sampled_from(["t.tsv", "t.csv", "t.jsonl", "t.parquet", "t.tsv.gz"]), brief=25)
def test_tables(content: bytes, name: str) -> None:
    with_file(read_table, name, content)


@attack(spoil(JUDGMENTS, JUDGMENTS.replace("\t", ",")), st.sampled_from(["j.tsv", "j.csv"]), brief=25)
def test_judgments(content: bytes, name: str) -> None:
    with_file(read_judgments, name, content)


@attack(spoil(SCORES, "system\tcomet\none\t0.5\ntwo\t.4\n"), brief=25)
def test_scores(content: bytes) -> None:
    test_set = make_test_set({"one": ["a", "b"], "two": ["c", "d"]}, ["a", "b"])
    with_file(lambda path: read_scores(path, test_set), "scores.tsv", content)


@attack(spoil(JUDGMENTS), spoil("the dog\na cat\n"))
def test_judged_folder(judgments: bytes, text: bytes) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("system.one.txt", "system.two.txt", "reference.A.txt"):
            (folder / file).write_bytes(text if file.startswith("system.one") else b"the dog\na cat\n")
        (folder / "judgments.tsv").write_bytes(judgments)
        read_judged(folder)


@attack(spoil("one\t0.5\none\tNone\ntwo\t1e3\ntwo\t-2\n"), st.sampled_from(["m.seg.score", "m.sys.score"]), brief=25)
def test_score_files(content: bytes, name: str) -> None:
    test_set = make_test_set({"one": ["a", "b"], "two": ["c", "d"]}, ["a", "b"])
    with_file(lambda path: read_scores(path, test_set), name, content)


COMET_JSON = '{"x/one.txt": [{"src": "s", "mt": "a", "COMET": 0.5}, {"mt": "b", "COMET": 1}]}'
COMET_TEXT = "one.txt\tSegment 0\tscore: 0.5\none.txt\tSegment 1\tscore: 1.0\none.txt\tscore: 0.75\n"
COMET_TABLE = "src,mt,ref,COMET\ns,a,r,0.5\ns,b,r,1\n"


@attack(spoil(COMET_JSON, COMET_TEXT, COMET_TABLE), st.sampled_from(["c.json", "c.txt", "c.csv"]), brief=25)
def test_comet(content: bytes, name: str) -> None:
    test_set = make_test_set({"one": ["a", "b"]}, ["a", "b"])
    with_file(lambda path: read_scores(path, test_set), name, content)


MAROT = (
    "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
    "one\td\t1\t1\tr\ts\t<v>a</v>\tAccuracy\tMajor\t{}\n"
    'two\td\t1\t1\tr\ts\tc\tNo-error\tno-error\t{"segment": {"references": {"A": "x"}}}\n'
)
APPRAISE = (
    'u,w.one,1,TGT,deu,eng,60,d#one,False,"[{""start_i"":0,""end_i"":0,""severity"":""minor"",""error_type"":null}]",1,2\n'
    "u,w.two,2,TGT,deu,eng,60,d#two,False,[],1,2\nu,w.two,2,BAD,deu,eng,60,d#two#bad1,False,[],1,2\n"
)
APPRAISE_JSONL = (
    '{"annotator": "u", "source_text": "s", "target_id": "one", "target_text": "a", "score": 5, "item_type": "TGT", '
    '"mqm_annotations": "[]", "item_id": 3, "source_language": "deu", "target_language": "eng", "document_id": "d"}\n'
)
PEARMUT = (
    '{"annotation": [{"one": {"score": 70, "error_spans": [{"start_i": 0, "end_i": 0, "category": "A/B", '
    '"severity": "minor"}], "sliders": {"Tone": 3}}}], "item": [{"item_id": "i", "src": "s", "ref": "r", '
    '"tgt": {"one": "a", "two": "c"}}], "user_id": "u", "item_i": 0}'
)
EXPORTS = {
    "m.tsv": MAROT,
    "a.csv": APPRAISE,
    "a.jsonl": APPRAISE_JSONL,
    "p.jsonl": PEARMUT,
    "p.json": f'{{"c": [{PEARMUT}]}}',
}


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_of_annotations(name: str) -> None:
    test_set = make_test_set({"one": ["a", "b"], "two": ["c", "d"]}, ["a", "b"])

    def read(content: bytes) -> None:
        attempt(lambda: with_file(lambda path: read_judgments(path, test_set=test_set), name, content))
        with_file(lambda path: read_judged(path.parent), name, content)

    with_file(lambda path: read_judgments(path, test_set=test_set), name, EXPORTS[name].encode())
    attack(spoil(EXPORTS[name]), brief=25)(read)()


METRICS_EVAL = {
    "system-outputs/de-en/one.txt": "a\nb\n",
    "system-outputs/de-en/refB.txt": "c\nd\n",
    "references/de-en.refA.txt": "a\nb\n",
    "references/de-en.refB.txt": "c\nd\n",
    "documents/de-en.docs": "news d1\nnews d1\n",
    "human-scores/de-en.mqm.seg.score": "one -1\none None\n",
    "human-scores/de-en.mqm.seg.rating": (
        'one\t{"errors": [{"start": 0, "end": 1, "severity": "major"}]}\trater\none\tNone\n'
    ),
    "metric-scores/de-en/M-refA.sys.score": "one\t1\nrefB\t2\n",
}


@attack(spoil(*METRICS_EVAL.values()), st.sampled_from(list(METRICS_EVAL)), brief=25)
def test_metrics_eval_folder(content: bytes, file: str) -> None:
    with TemporaryDirectory() as name:
        for each, text in METRICS_EVAL.items():
            path = Path(name, each)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if each == file else text.encode())
        for judged in read_judged(name):
            read_stored_scores(judged)


WORDS = "# words\nperro\tperro\tNCMS000\nperra\tperro\tNOUN|Gender=Fem\nde el\tdel\tADP\n\n"


@attack(spoil(WORDS), st.sampled_from(["auto", "tertium", "eagles", "universal"]), brief=25)
def test_word_lists(content: bytes, tags: str) -> None:
    with_file(lambda path: read_wordlist(path, tags=tags), "words.tsv", content)
    with_file(lambda path: read_tagged(path, tags=tags), "tagged.tsv", content)


@attack(spoil("source\ttarget\ndog\tperro\nthe\tel\tthe\tDET\tel\tDET\n"))
def test_dictionaries(content: bytes) -> None:
    with_file(lambda path: read_dictionary(path, "en"), "dictionary.tsv", content)


@attack(spoil("UTF-8\ndog|2\n(noun)|hound|cur\n(verb)|follow\ncat|1\n-|puss\n", "ISO8859-1\na|1\n-|b\n"))
def test_thesauri(content: bytes) -> None:
    with_file(read_thesaurus, "th_en.dat", content)


@attack(spoil("# words\nthe\nof\n\n"))
def test_function_words(content: bytes) -> None:
    with_file(lambda path: load_function_words(str(path)), "words.txt", content)


@attack(
    spoil("span\tsuggestion\taccepted\trejected\tdocuments\ndisco duro\tdisco\t1\t0\t1\n", "span\tsuggestion\na\tb\n")
)
def test_pairs(content: bytes) -> None:
    with_file(read_pairs, "pairs.tsv", content)
