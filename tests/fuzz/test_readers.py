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

import pytest
from hypothesis import strategies as st

from tertium import make_test_set, read_test_set
from tertium.files.table import read_table
from tertium.lexicon.function_words import load_function_words
from tertium.lexicon.mythes import read_thesaurus
from tertium.meta import read_judged, read_judgments, read_scores
from tertium.mtness.resources.pair_dictionary import read_dictionary
from tertium.mtness.resources.wordlist import read_wordlist
from tertium.mtness.text.taggers.wordlist_tagger import read_tagged
from tertium.postedit.pair_tables import read_pairs
from tertium.text.readers import Columns
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoil, texts

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
