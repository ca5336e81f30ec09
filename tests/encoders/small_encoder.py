"""An encoder that is small enough for tests: random weights, and letters and a few words as pieces."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file

from tertium.encoders.weights import Tensor, list_names

HIDDEN, INNER, LAYERS, HEADS, POSITIONS = 24, 40, 3, 4, 40
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["the", "cat", "dog", "sat", "on", "mat", "not", ".", ",", "[", "]"]
LETTERS = [*string.ascii_lowercase, *(f"##{letter}" for letter in string.ascii_lowercase)]
PIECES = [*MARKS, *WORDS, *LETTERS]


def make_tokenizer(**changes: Any) -> dict[str, Any]:
    """What a tokenizer.json has, with padding and cutting, which must not count."""
    marks = [
        {"id": number, "content": mark, "special": True, "single_word": False, "lstrip": False, "rstrip": False}
        | {"normalized": False}
        for number, mark in enumerate(MARKS)
    ]
    ends = {mark: {"id": mark, "ids": [MARKS.index(mark)], "tokens": [mark]} for mark in ("[CLS]", "[SEP]")}
    single = [
        {"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    ]
    return {
        "version": "1.0",
        "truncation": {"direction": "Right", "max_length": 8, "strategy": "LongestFirst", "stride": 0},
        "padding": {
            "strategy": {"Fixed": 32},
            "direction": "Right",
            "pad_to_multiple_of": None,
            "pad_id": 0,
            "pad_type_id": 0,
            "pad_token": "[PAD]",
        },
        "added_tokens": marks,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": single,
            "pair": [*single, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": ends,
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {piece: number for number, piece in enumerate(PIECES)},
        },
        **changes,
    }


def make_tensors(seed: int = 1, layers: int = LAYERS) -> dict[str, Tensor]:
    """Random weights that are exact as float16."""
    dice = np.random.default_rng(seed)
    found: dict[str, Tensor] = {}
    for name in list_names(layers):
        if "embeddings" in name and "LayerNorm" not in name:
            rows = {"word": len(PIECES), "posi": POSITIONS, "toke": 2}[name.split(".")[1][:4]]
            shape: tuple[int, ...] = (rows, HIDDEN)
        else:
            wide = INNER if "intermediate" in name else HIDDEN
            narrow = INNER if ".output.dense" in name and "attention" not in name else HIDDEN
            shape = (wide,) if name.endswith("bias") or "LayerNorm" in name else (wide, narrow)
        found[name] = dice.normal(scale=0.5, size=shape).astype(np.float16).astype(np.float32)
    return found


def make_config(**changes: Any) -> dict[str, Any]:
    """What a config.json has."""
    return {"model_type": "bert", "num_attention_heads": HEADS, "hidden_act": "gelu", "layer_norm_eps": 1e-5, **changes}


def write_encoder(folder: Path, *, seed: int = 1, prefix: str = "", **config: Any) -> Path:
    """A folder in the usual layout."""
    folder.mkdir(parents=True, exist_ok=True)
    extra = {"pooler.dense.weight": np.ones((HIDDEN, HIDDEN), dtype=np.float32)}
    save_file(
        {f"{prefix}{name}": tensor for name, tensor in (make_tensors(seed) | extra).items()},
        folder / "model.safetensors",
    )
    (folder / "tokenizer.json").write_text(json.dumps(make_tokenizer()), encoding="utf-8")
    (folder / "config.json").write_text(json.dumps(make_config(**config)), encoding="utf-8")
    return folder
