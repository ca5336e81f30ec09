"""The function for Hugging Face's Trainer that the page on data frames shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

import tertium

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "dataframes.md"
WORDS = ["<pad>", "</s>", "the", "cat", "sat", "on", "mat"]


class Tokenizer:
    """Stands for a tokenizer of ``transformers``: it refuses numbers that are not of a token, as those in Rust do."""

    pad_token_id = 0

    def batch_decode(self, tokens: Any, skip_special_tokens: bool = False) -> list[str]:
        assert skip_special_tokens
        assert (tokens >= 0).all(), "OverflowError: can't convert negative int to unsigned"
        return [" " + " ".join(WORDS[number] for number in row if number > 1) for row in tokens.tolist()]


def load() -> Any:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    [code] = [block for block in blocks if "def compute_metrics" in block]
    names: dict[str, Any] = {"tokenizer": Tokenizer()}
    exec(code, names)
    return names["compute_metrics"]


def test_tokens_are_decoded_and_scored() -> None:
    predictions = np.array([[2, 3, 4, 5, 2, 6, 1], [2, 3, 4, 1, 0, 0, -100]])
    labels = np.array([[2, 3, 4, 5, 2, 6, 1], [2, 6, 4, 1, -100, -100, -100]])
    texts = ["the cat sat on the mat", "the cat sat"]
    expected = tertium.score(texts, [texts[0], "the mat sat"], ["bleu", "chrf"])
    compute_metrics = load()
    wanted = {"bleu": expected["bleu"].value, "chrf": expected["chrf"].value}
    assert compute_metrics((predictions, labels)) == wanted
    assert compute_metrics(((predictions, "hidden states"), labels)) == wanted
