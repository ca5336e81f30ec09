"""Vocabularies: a list of pieces, one per line, as BERT was published with, made into what a ``tokenizer.json`` has.

Such a list does not say whether case counts. It does here, and accents are kept: an encoder that is known by name has
its digest, so a list that belongs to another kind of tokenizer is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tertium.encoders.given_files import read_small
from tertium.errors import InputError

VOCABULARY = "vocab.txt"

_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
# Words of more characters are unknown.
_LONGEST_WORD = 100


def read_vocabulary(path: Path) -> dict[str, Any]:
    """Return what a ``tokenizer.json`` would have, from a list of pieces.

    Raises:
        InputError: The file cannot be read, has a piece twice, or lacks the marks at the ends of texts.
    """
    try:
        text = read_small(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the vocabulary cannot be read: {error}", file=path) from error
    # Other characters that end lines elsewhere may be pieces.
    pieces = text.removesuffix("\n").split("\n")
    numbers = {piece.removesuffix("\r"): number for number, piece in enumerate(pieces)}
    if len(numbers) < len(pieces):
        raise InputError("the vocabulary has a piece twice", file=path)
    missing = [mark for mark in (_UNKNOWN, _FIRST, _LAST) if mark not in numbers]
    if missing:
        raise InputError(f"the vocabulary lacks {missing[0]}", file=path, remedy=f"Give the {VOCABULARY} of a BERT")
    return _make_table(numbers)


def _make_table(numbers: dict[str, int]) -> dict[str, Any]:
    def mark(piece: str, side: int) -> dict[str, Any]:
        return {"SpecialToken": {"id": piece, "type_id": side}}

    single = [mark(_FIRST, 0), {"Sequence": {"id": "A", "type_id": 0}}, mark(_LAST, 0)]
    return {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            # As letters: kept, where case is.
            "strip_accents": None,
            "lowercase": False,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": [*single, {"Sequence": {"id": "B", "type_id": 1}}, mark(_LAST, 1)],
            "special_tokens": {
                piece: {"id": piece, "ids": [numbers[piece]], "tokens": [piece]} for piece in (_FIRST, _LAST)
            },
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": _UNKNOWN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": _LONGEST_WORD,
            "vocab": numbers,
        },
    }
