"""A list of pieces becomes the tokenizer of a cased BERT."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer

from tertium.encoders.pieces import PieceTokenizer
from tertium.encoders.vocabulary import read_vocabulary
from tertium.errors import InputError

LISTED = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "Das",
    "das",
    "ist",
    "schön",
    "s",
    "##ch",
    "##ö",
    "##n",
    "漢",
    ".",
]
LISTED += ["\u2028", "##s", "é"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    path.write_bytes("\n".join([*LISTED, ""]).encode())
    return path


@given(
    st.lists(st.sampled_from(["Das", "das", "ist", "schön", "schs", "漢漢", ".", "é", "e\u0301", " ", "x"])).map(
        "".join
    )
)
def test_texts_are_split_as_by_the_library(path: Path, text: str) -> None:
    theirs = BertWordPieceTokenizer(
        {piece: number for number, piece in enumerate(LISTED)}, lowercase=False, strip_accents=False
    )
    assert PieceTokenizer(read_vocabulary(path), 99).split([text]).numbers.tolist() == theirs.encode(text).ids


def test_case_and_accents_count_and_marks_in_text_are_text(path: Path) -> None:
    tokenizer = PieceTokenizer(read_vocabulary(path), 99)
    numbers = tokenizer.split(["Das ist schön. [SEP]"]).numbers.tolist()
    assert [tokenizer.name(number) for number in numbers[:7]] == ["[CLS]", "Das", "ist", "schön", ".", "[UNK]", "[UNK]"]
    assert numbers.count(LISTED.index("[SEP]")) == 1
    assert tokenizer.size == len(LISTED)


def test_the_digest_does_not_depend_on_line_ends(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "vocab.txt"
    other.write_bytes("\r\n".join(LISTED).encode())
    assert PieceTokenizer(read_vocabulary(other), 1).digest == PieceTokenizer(read_vocabulary(path), 1).digest


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[UNK]\n[CLS]\n\xff", "cannot be read"),
        (b"[UNK]\n[CLS]\n[SEP]\na\na\n", "a piece twice"),
        (b"[UNK]\n[CLS]\na\n", r"lacks \[SEP\]"),
        (b"", r"lacks \[UNK\]"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=rf"vocab.txt: the vocabulary .*{message}"):
        read_vocabulary(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_vocabulary(tmp_path / "absent.txt")
