"""Where installed encoders lie, and how any encoder is opened.

Scoring never fetches weights. An encoder that is not installed is refused, and the error names the command.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from tertium.encoders.catalogue import CATALOGUE, DEFAULT, MULTILINGUAL, KnownEncoder, find_known
from tertium.encoders.encoder import Encoder
from tertium.encoders.given_files import read_json
from tertium.encoders.pieces import PieceTokenizer
from tertium.encoders.weight_files import read_tensors
from tertium.encoders.weights import Architecture, Weights
from tertium.errors import InputError, MissingPartError
from tertium.files.user_folders import expand_user, find_models_folder
from tertium.parts import name_tertium

WEIGHTS = "weights.safetensors"
TOKENIZER = "tokenizer.json"
LICENCE = "LICENSE"

# Segments are cut at as many pieces, where an encoder has room for more.
_LONGEST = 512
# What a folder in the usual layout may have, best first.
_USUAL = ("model.safetensors", "model.onnx", "onnx/model.onnx")


def find_installed(name: str) -> Path | None:
    """Return the folder of an encoder by its name; None if it is not installed."""
    folder = find_models_folder() / find_known(name).name
    return folder if (folder / WEIGHTS).is_file() else None


def has_default() -> bool:
    """Return whether the encoder of metrics that do not say another is installed."""
    return find_installed(DEFAULT) is not None


def has_multilingual() -> bool:
    """Return whether the encoder of metrics that compare with the source is installed."""
    return find_installed(MULTILINGUAL) is not None


def open_encoder(encoder: str) -> Encoder:
    """Open an encoder: one that is installed, by its name, or a folder in the usual layout. It is kept in memory.

    A folder has ``config.json``, ``tokenizer.json`` and ``model.safetensors`` or ``model.onnx``.

    Args:
        encoder: The name, or the folder; a name with a slash or a dot at its start is a folder.

    Raises:
        InputError: It is not what was installed, or is not an encoder.
        MissingPartError: It is not installed.
        MissingExtraError: The libraries that encoders need are not installed.
        SpecError: There is no encoder of that name.
    """
    if is_folder(encoder):
        folder = expand_user(encoder)
        found = [folder / name for name in _USUAL if (folder / name).is_file()]
        if not found:
            raise InputError(
                "there are no weights of an encoder in the folder",
                file=folder,
                remedy=f"Give a folder with config.json, tokenizer.json and {_USUAL[0]}",
            )
        return _open_folder(folder.resolve(), found[0], _stamp(found[0]))
    installed = find_installed(encoder)
    if installed is None:
        raise MissingPartError(
            f"the encoder {encoder} is not installed",
            command=f"{name_tertium()} models install {encoder}",
            note=f"up to {find_known(encoder).megabytes} MB",
        )
    return _open_installed(installed, encoder, _stamp(installed / WEIGHTS))


def is_folder(encoder: str) -> bool:
    """Return whether an encoder is given as a folder, and not by its name."""
    return encoder not in CATALOGUE and (os.sep in encoder or encoder.startswith((".", "~")) or Path(encoder).is_dir())


def _stamp(path: Path) -> int:
    return path.stat().st_mtime_ns


@lru_cache(maxsize=4)
def _open_installed(folder: Path, name: str, changed: int) -> Encoder:
    known = find_known(name)
    weights = Weights.of(known.architecture, read_tensors(folder / WEIGHTS))
    tokenizer = PieceTokenizer.read(folder / TOKENIZER, _find_longest(weights))
    require_known(known, weights, tokenizer, folder)
    return Encoder(name, weights, tokenizer)


@lru_cache(maxsize=4)
def _open_folder(folder: Path, weights: Path, changed: int) -> Encoder:
    read = Weights.of(read_architecture(folder / "config.json"), read_tensors(weights))
    return Encoder(folder.name, read, PieceTokenizer.read(folder / TOKENIZER, _find_longest(read)))


def _find_longest(weights: Weights) -> int:
    positions = len(weights.tensors["embeddings.position_embeddings.weight"])
    return min(_LONGEST, positions - weights.architecture.first_position)


def read_architecture(path: Path) -> Architecture:
    """Return how weights are used, from a ``config.json``.

    Raises:
        InputError: There is no such file, or the encoder is of a kind that is not known.
    """
    try:
        config: Any = read_json(path)
    except (OSError, ValueError) as error:
        raise InputError(f"the encoder's settings cannot be read: {error}", file=path) from error
    if not isinstance(config, dict):
        raise InputError("the file does not have an encoder's settings", file=path)
    try:
        return Architecture.read(config)
    except InputError as error:
        raise InputError(error.message, file=path, remedy=error.remedy) from error


def require_known(known: KnownEncoder, weights: Weights, tokenizer: PieceTokenizer, where: Path) -> None:
    """Refuse weights or a tokenizer other than those that are known by a name.

    Raises:
        InputError: They are others.
    """
    for problem, found, wanted in (
        (f"the weights are not those of {known.name}", weights.digest, known.weights),
        (f"the tokenizer is not that of {known.name}", tokenizer.digest, known.tokenizer),
    ):
        if found != wanted:
            raise InputError(
                f"{problem}: SHA-256 {found[:12]}…, not {wanted[:12]}…",
                file=where,
                remedy=f"Install it again: tertium models install {known.name}",
            )
