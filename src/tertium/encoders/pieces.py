"""Pieces of words, as an encoder sees a text, by the library `tokenizers`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.encoders.given_files import read_json
from tertium.errors import InputError, MissingExtraError
from tertium.types import Offsets


@dataclass(frozen=True, kw_only=True)
class PiecedTexts:
    """Texts as pieces. The first and the last piece of each text mark its ends.

    Attributes:
        numbers: The numbers of the pieces of all texts.
        offsets: Where the pieces of each text start.
        spans: Where each piece starts and ends in its text; both 0 at the ends.
        shortened: The texts that had more pieces than the encoder takes: the rest is left out.
    """

    numbers: NDArray[np.uint32]
    offsets: Offsets
    spans: NDArray[np.int64]
    shortened: Sequence[int]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def find_words(self, texts: Sequence[Sequence[str]]) -> NDArray[np.int64]:
        """Return which word each piece is of, counted through all texts; -1 at the ends.

        Args:
            texts: The words of each text, which were joined by spaces.
        """
        found = np.full(len(self.numbers), -1, dtype=np.int64)
        before = 0
        for words, low, high in zip(texts, self.offsets[:-1].tolist(), self.offsets[1:].tolist(), strict=True):
            starts = np.cumsum([0, *(len(word) + 1 for word in words)])
            places = self.spans[low + 1 : high - 1, 0]
            found[low + 1 : high - 1] = before + np.searchsorted(starts, places, side="right") - 1
            before += len(words)
        return found


class PieceTokenizer:
    """What splits texts into pieces.

    Args:
        table: What a ``tokenizer.json`` has.
        longest: How many pieces a text may have, with both ends.
    """

    def __init__(self, table: Mapping[str, Any], longest: int) -> None:
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtraError("an encoder", "encoder") from error
        # Padding and cutting are not the tokenizer's: a text must not depend on its neighbours.
        self.table = {**table, "padding": None, "truncation": None}
        self.longest = longest
        try:
            self._tokenizer = Tokenizer.from_str(json.dumps(self.table))
        except Exception as error:  # the library raises nothing more precise
            raise InputError(f"the tokenizer cannot be used: {error}", remedy="Give a tokenizer.json") from error
        # Text that looks like a mark, such as [SEP], is text.
        self._tokenizer.encode_special_tokens = True

    @classmethod
    def read(cls, path: Path, longest: int) -> PieceTokenizer:
        """From a ``tokenizer.json``.

        Raises:
            InputError: It is not such a file.
        """
        try:
            table = read_json(path)
        except (OSError, ValueError) as error:
            raise InputError(f"the tokenizer cannot be read: {error}", file=path) from error
        if not isinstance(table, dict):
            raise InputError("the file is not a tokenizer", file=path)
        return cls(table, longest)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all that decides how texts are split."""
        kept = {key: self.table.get(key) for key in ("normalizer", "pre_tokenizer", "post_processor", "model")}
        return sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()

    @property
    def size(self) -> int:
        """How many kinds of pieces there are."""
        return int(self._tokenizer.get_vocab_size())

    def split(self, texts: Sequence[str]) -> PiecedTexts:
        """Split texts into pieces."""
        numbers: list[int] = []
        spans: list[tuple[int, int]] = []
        offsets, shortened = [0], []
        for place, text in enumerate(texts):
            found = self._tokenizer.encode(text)
            ids, places = found.ids, found.offsets
            if len(ids) > self.longest:
                shortened.append(place)
                ids = [*ids[: self.longest - 1], ids[-1]]
                places = [*places[: self.longest - 1], places[-1]]
            numbers += ids
            spans += places
            offsets.append(len(numbers))
        return PiecedTexts(
            numbers=np.array(numbers, dtype=np.uint32),
            offsets=np.array(offsets, dtype=np.int64),
            spans=np.array(spans, dtype=np.int64).reshape(-1, 2),
            shortened=shortened,
        )

    def name(self, number: int) -> str:
        """Return a piece by its number."""
        return str(self._tokenizer.id_to_token(number))
