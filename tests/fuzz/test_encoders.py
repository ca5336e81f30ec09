"""Attacks on files of encoders: weights, tokenizers and settings."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tertium.encoders.archive import unpack
from tertium.encoders.pieces import PieceTokenizer
from tertium.encoders.store import read_architecture
from tertium.encoders.vocabulary import read_vocabulary
from tertium.encoders.weight_files import read_tensors
from tertium.encoders.weights import Architecture, Weights
from tests.encoders.small_bundle import make_bundle, write_table
from tests.encoders.small_encoder import PIECES, make_config, make_tensors, make_tokenizer, write_encoder
from tests.encoders.test_archive import pack
from tests.encoders.test_weights import write_onnx
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoil
from tests.fuzz.test_readers import with_file


def make_files() -> dict[str, bytes]:
    """Small weights in both formats."""
    tensors = {"embeddings.LayerNorm.weight": np.ones(3, dtype=np.float32)}
    with TemporaryDirectory() as folder:
        write_onnx(tensors, Path(folder) / "model.onnx")
        write_encoder(Path(folder) / "whole")
        return {
            ".onnx": (Path(folder) / "model.onnx").read_bytes(),
            ".safetensors": (Path(folder) / "whole" / "model.safetensors").read_bytes(),
        }


FILES = make_files()
PAIRS, DATA = make_bundle(make_tensors(layers=1))
TABLE = write_table(PAIRS)
ARCHIVE = pack({"inside": pack({"vocab.txt": b"a", "variables.index": TABLE})})


def use(path: Path) -> None:
    Weights.of(Architecture(heads=4), read_tensors(path))


@attack(spoil(FILES[".safetensors"]), brief=25)
def test_weights(content: bytes) -> None:
    with_file(use, "model.safetensors", content)


@attack(spoil(FILES[".onnx"]), brief=25)
def test_graphs(content: bytes) -> None:
    with_file(use, "model.onnx", content)


@attack(spoil(TABLE), brief=50)
def test_bundles(content: bytes) -> None:
    def use_table(path: Path) -> None:
        path.with_name("variables.data-00000-of-00001").write_bytes(DATA)
        use(path)

    with_file(use_table, "variables.index", content)


@attack(spoil("\n".join(PIECES)), brief=25)
def test_vocabularies(content: bytes) -> None:
    with_file(lambda path: PieceTokenizer(read_vocabulary(path), 40).split(["the cat"]), "vocab.txt", content)


@attack(spoil(ARCHIVE), brief=25)
def test_archives(content: bytes) -> None:
    def use_archive(path: Path) -> None:
        with unpack(path):
            pass

    with_file(use_archive, "model.jar", content)


@attack(spoil(json.dumps(make_tokenizer())), brief=25)
def test_tokenizers(content: bytes) -> None:
    with_file(lambda path: PieceTokenizer.read(path, 40).split(["the cat"]), "tokenizer.json", content)


@attack(spoil(json.dumps(make_config())), brief=25)
def test_configurations(content: bytes) -> None:
    with_file(read_architecture, "config.json", content)
