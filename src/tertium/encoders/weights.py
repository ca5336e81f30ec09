"""Weights of encoders in one canonical form.

Tensors have the names that BERT's have in the library `transformers`, without prefixes. They are float16 where that is
exact for all of them, else float32. The digest is that of names, shapes and numbers in this form: the same weights have
the same digest as safetensors and as ONNX, in any order, and in any precision that loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError

Tensor = NDArray[np.floating[Any]]

_EMBEDDINGS = (
    "embeddings.word_embeddings.weight",
    "embeddings.position_embeddings.weight",
    "embeddings.token_type_embeddings.weight",
    "embeddings.LayerNorm.weight",
    "embeddings.LayerNorm.bias",
)
_PARTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "attention.output.LayerNorm",
    "intermediate.dense",
    "output.dense",
    "output.LayerNorm",
)
_SHORT, _LONG = np.float16, np.float32

# Rows of what is looked up by number: any count of them.
_TABLES = 3

# What parts of a normalisation were called at first; files that were made from those of 2018 still have it.
_FORMER = {"LayerNorm.gamma": "LayerNorm.weight", "LayerNorm.beta": "LayerNorm.bias"}

# What is computed as BERT is, and how its tensors begin.
_KINDS = {"bert": "bert.", "roberta": "roberta.", "xlm-roberta": "roberta."}


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """What the tensors alone do not say about an encoder.

    Attributes:
        heads: How many heads attention has.
        first_position: The row of the positions that the first piece has.
        epsilon: What is added to variances.
    """

    heads: int
    first_position: int = 0
    epsilon: float = 1e-12

    @classmethod
    def read(cls, config: Mapping[str, Any]) -> Architecture:
        """From a ``config.json`` as `transformers` writes it.

        Raises:
            InputError: It is of an encoder that is computed in another way.
        """
        kind = config.get("model_type")
        if kind not in _KINDS:
            raise InputError(f"the encoder is of the kind {kind!r}", remedy=f"Use one of the kinds {', '.join(_KINDS)}")
        for key, wanted in (("hidden_act", "gelu"), ("position_embedding_type", "absolute")):
            if config.get(key, wanted) != wanted:
                raise InputError(
                    f"the encoder has {key} {config[key]!r}", remedy=f"Use an encoder with {key} {wanted!r}"
                )
        try:
            first = 0 if kind == "bert" else int(config["pad_token_id"]) + 1
            return cls(
                heads=int(config["num_attention_heads"]),
                first_position=first,
                epsilon=float(config.get("layer_norm_eps", 1e-12)),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the encoder's settings are incomplete: {error}") from error


@dataclass(frozen=True)
class Weights:
    """The weights of an encoder.

    Attributes:
        architecture: How they are used.
        tensors: By canonical name; float16 where that is exact, else float32.
    """

    architecture: Architecture
    tensors: Mapping[str, Tensor]

    @classmethod
    def of(cls, architecture: Architecture, tensors: Mapping[str, Tensor]) -> Weights:
        """Bring tensors to the canonical form; those of other tasks, such as a pooler, are left out.

        Raises:
            InputError: A tensor is missing, has another shape, or numbers that are not finite.
        """
        plain = {_shorten(name): tensor for name, tensor in tensors.items()}
        count = sum(name.endswith(".attention.self.query.weight") for name in plain)
        wanted = list_names(count)
        missing = [name for name in wanted if name not in plain]
        if missing or not count:
            raise InputError(f"the weights lack {missing[0] if missing else 'layers'}")
        kept = {name: np.ascontiguousarray(plain[name]) for name in wanted}
        _check(kept, wanted, architecture)
        short = all(_is_short(tensor) for tensor in kept.values())
        kind = _SHORT if short else _LONG
        return cls(architecture, {name: tensor.astype(kind, copy=False) for name, tensor in kept.items()})

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of architecture, names, shapes and numbers."""
        found = sha256(repr(sorted(asdict(self.architecture).items())).encode())
        for name in sorted(self.tensors):
            tensor = self.tensors[name]
            found.update(f"{name} {tensor.dtype.name} {tensor.shape}".encode())
            found.update(tensor.astype(tensor.dtype.newbyteorder("<"), copy=False).data)
        return found.hexdigest()

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return (len(self.tensors) - len(_EMBEDDINGS)) // (2 * len(_PARTS))

    @property
    def inner(self) -> int:
        """How many numbers there are between the two products after attention."""
        return len(self.tensors["encoder.layer.0.intermediate.dense.bias"])

    def flatten(self) -> list[NDArray[np.float32]]:
        """Return the tensors in the order that the kernel has, as lists of float32."""
        return [self.tensors[name].astype(np.float32, copy=False).ravel() for name in list_names(self.layers)]


def list_names(layers: int) -> list[str]:
    """Return the canonical names of the tensors of an encoder, in the order of the kernel."""
    inside = [
        f"encoder.layer.{layer}.{part}.{kind}"
        for layer in range(layers)
        for part in _PARTS
        for kind in ("weight", "bias")
    ]
    return [*_EMBEDDINGS, *inside]


def _is_short(tensor: Tensor) -> bool:
    """Whether numbers are the same as float16."""
    with np.errstate(over="ignore"):
        return tensor.dtype == _SHORT or bool(np.array_equal(tensor, tensor.astype(_SHORT)))


def _shorten(name: str) -> str:
    for prefix in set(_KINDS.values()):
        name = name.removeprefix(prefix)
    for former, now in _FORMER.items():
        if name.endswith(former):
            return name.removesuffix(former) + now
    return name


def _check(tensors: Mapping[str, Tensor], names: Sequence[str], architecture: Architecture) -> None:
    hidden = tensors["embeddings.LayerNorm.weight"].size
    inner = tensors["encoder.layer.0.intermediate.dense.bias"].size
    for number, name in enumerate(names):
        shape = tensors[name].shape
        if number < _TABLES:
            fits = len(shape) == 2 and shape[1] == hidden and shape[0] > 0
        else:
            wide = inner if "intermediate" in name else hidden
            narrow = inner if ".output.dense.weight" in name and "attention" not in name else hidden
            fits = shape == ((wide,) if name.endswith("bias") or "LayerNorm" in name else (wide, narrow))
        if not fits:
            raise InputError(f"the weights {name} have the shape {shape}, which does not fit the others")
        if not np.isfinite(tensors[name]).all():
            raise InputError(f"the weights {name} have numbers that are not finite")
    if architecture.heads < 1 or hidden % architecture.heads:
        raise InputError(f"states of {hidden} numbers cannot be shared by {architecture.heads} heads")
    if len(tensors[_EMBEDDINGS[1]]) <= architecture.first_position:
        raise InputError("the weights have no positions")
