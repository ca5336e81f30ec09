"""Input on which a careless pattern takes time that grows with the square of its length: minutes for each of these.

Nothing is timed here; before they were mended, these tests did not end.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.mtness.text.words import split_words
from tertium.text.readers import read_test_set

MANY = 150_000


def write_sgml(folder: Path, segment: str, attributes: str = "", end: str = "") -> Path:
    path = folder / "set.sgm"
    path.write_text(
        f'<tstset setid="s" sysid="x"{attributes}><doc docid="d"><seg id="1">{segment}</seg></doc></tstset>{end}',
        encoding="utf-8",
    )
    return path


def write_xml(folder: Path, segment: str) -> Path:
    path = folder / "set.xml"
    path.write_text(
        f'<dataset id="s"><doc id="d"><src lang="a"><p><seg id="1">x</seg></p></src><hyp system="x" language="b">'
        f'<p><seg id="1">{segment}</seg></p></hyp></doc></dataset>',
        encoding="utf-8",
    )
    return path


def read_hypothesis(path: Path) -> str:
    return str(read_test_set([path]).systems["x"][0])


@pytest.mark.parametrize("write", [write_sgml, write_xml])
def test_blanks_without_a_line_break(tmp_path: Path, write: object) -> None:
    assert callable(write)
    blanks = " " * MANY
    assert read_hypothesis(write(tmp_path, f"a{blanks}b\n c")) == f"a{blanks}b c"


@pytest.mark.parametrize("piece", ["<!-- ", "<seg ", "</doc "])
def test_openings_without_an_end(tmp_path: Path, piece: str) -> None:
    assert read_hypothesis(write_sgml(tmp_path, "a", end=piece * MANY)) == "a"


def test_a_long_word_where_attributes_are(tmp_path: Path) -> None:
    assert read_hypothesis(write_sgml(tmp_path, "a", attributes=" " + "y" * MANY)) == "a"


def test_many_columns_and_one_name_twice(tmp_path: Path) -> None:
    path = tmp_path / "set.tsv"
    names = [f"c{number}" for number in range(MANY)]
    path.write_text("\t".join([*names, names[-1]]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"the column 'c{MANY - 1}' occurs twice"):
        read_test_set([path])


@pytest.mark.parametrize("text", ["1.a" * (MANY // 8), "http://)" * (MANY // 8), "a@a." * (MANY // 8)])
def test_what_looks_like_addresses_is_split_into_words(text: str) -> None:
    assert "".join(text[word.start : word.end] for word in split_words(text, "es")) == text
