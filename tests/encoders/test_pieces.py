"""Texts are split the same whatever their neighbours, and tokenizers are compared by what counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.encoders.pieces import PieceTokenizer
from tertium.errors import InputError
from tests.encoders.small_encoder import make_tokenizer


def test_padding_and_cutting_do_not_count() -> None:
    tokenizer = PieceTokenizer(make_tokenizer(), 40)
    assert PieceTokenizer(make_tokenizer(padding=None, truncation=None), 40).digest == tokenizer.digest
    assert PieceTokenizer(make_tokenizer(pre_tokenizer={"type": "Whitespace"}), 40).digest != tokenizer.digest
    both = tokenizer.split(["the cat sat on the mat , the dog not", "dog"])
    assert both.offsets.tolist() == [0, 12, 15]
    alone = tokenizer.split(["dog"])
    assert both.numbers[12:].tolist() == alone.numbers.tolist()
    assert not both.shortened


def test_a_file_that_is_not_a_tokenizer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    for text, message in (("{", "cannot be read"), ("[]", "not a tokenizer"), ("{}", "cannot be used")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=message):
            PieceTokenizer.read(path, 40)
