"""Files of weights: safetensors, ONNX, and bundles of TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tertium.encoders.given_files import require_ordinary
from tertium.encoders.tensor_bundle import SUFFIX, read_bundle
from tertium.encoders.weights import Tensor
from tertium.errors import InputError, MissingExtraError

_EXTRA = "encoder"


def read_tensors(path: Path) -> dict[str, Tensor]:
    """Return all tensors of a file by name.

    Raises:
        InputError: The file is damaged, or of another format.
        MissingExtraError: The library that reads the format is not installed.
    """
    if path.suffix == ".safetensors":
        return read_safetensors(path)
    if path.suffix == ".onnx":
        return read_onnx(path)
    if path.suffix == SUFFIX:
        return read_bundle(path)
    raise InputError(
        "the format of these weights is not read, since reading it may run a program",
        file=path,
        remedy=f"Give weights as .safetensors, .onnx or {SUFFIX}",
    )


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """Return the tensors of a file of safetensors."""
    try:
        from safetensors import SafetensorError
        from safetensors.numpy import load_file
    except ImportError as error:
        raise MissingExtraError("an encoder", _EXTRA) from error
    try:
        require_ordinary(path)
        found = load_file(path)
    except (SafetensorError, OSError, KeyError, ValueError, AttributeError, TypeError) as error:
        # The last two: numbers of a kind that numpy does not have, such as those of 8 bits.
        raise InputError(f"the weights cannot be read: {error}", file=path, remedy="Install them again") from error
    return {name: tensor for name, tensor in found.items() if tensor.dtype.kind == "f"}


def write_safetensors(tensors: Mapping[str, Tensor], path: Path) -> None:
    """Write tensors to a file.

    Raises:
        OSError: It cannot be written.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    try:
        save_file(dict(tensors), path)
    except SafetensorError as error:  # it hides what the system said in a text
        raise OSError(str(error)) from error


def read_onnx(path: Path) -> dict[str, Tensor]:
    """Return the tensors of an ONNX graph.

    Exporters transpose the weights of products and give them numbers for names; the products still have the names of
    the layers that they come from.
    """
    try:
        import onnx
        from onnx import numpy_helper
    except ImportError as error:
        raise MissingExtraError("weights in ONNX", _EXTRA) from error
    try:
        require_ordinary(path)
        graph = onnx.load(path).graph
        found = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    except Exception as error:  # protobuf raises exceptions of several kinds, without a common class
        raise InputError(f"the weights cannot be read: {error}", file=path, remedy="Give a whole ONNX file") from error
    for node in graph.node:
        if node.op_type == "MatMul":
            name = node.name.strip("/").replace("/", ".").removesuffix(".MatMul")
            found |= {f"{name}.weight": found[given].T for given in node.input if given in found}
    return {name: np.asarray(tensor) for name, tensor in found.items() if tensor.dtype.kind == "f"}
