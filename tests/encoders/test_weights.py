"""The same weights have the same digest, wherever they come from; what is not an encoder's is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from safetensors.numpy import save_file

from tertium.encoders.weight_files import read_tensors
from tertium.encoders.weights import Architecture, Tensor, Weights
from tertium.errors import InputError
from tests.encoders.small_encoder import HEADS, INNER, LAYERS, make_config, make_tensors

MADE = Architecture(heads=HEADS)


def write_onnx(tensors: dict[str, Tensor], path: Path) -> None:
    """As exporters do: weights of products are transposed and nameless, and their products have names."""
    nodes, stored = [], []
    for number, (name, tensor) in enumerate(tensors.items()):
        if name.endswith(".weight") and tensor.ndim == 2 and "embeddings" not in name:
            given = f"onnx::MatMul_{number}"
            place = "/" + name.removesuffix(".weight").replace(".", "/").replace("layer/", "layer.") + "/MatMul"
            nodes.append(helper.make_node("MatMul", ["x", given], [f"y{number}"], name=place))
            stored.append(numpy_helper.from_array(np.ascontiguousarray(tensor.T), given))
        else:
            stored.append(numpy_helper.from_array(tensor, name))
    stored.append(numpy_helper.from_array(np.arange(40), "embeddings.position_ids"))
    onnx.save(helper.make_model(helper.make_graph(nodes, "encoder", [], [], stored)), path)


def test_the_same_weights_have_the_same_digest_in_every_form(tmp_path: Path) -> None:
    tensors = make_tensors()
    short = {name: tensor.astype(np.float16) for name, tensor in tensors.items()}
    save_file({f"bert.{name}": tensor for name, tensor in reversed(tensors.items())}, tmp_path / "a.safetensors")
    save_file(short, tmp_path / "b.safetensors")
    write_onnx(tensors, tmp_path / "c.onnx")
    digests = {
        Weights.of(MADE, read_tensors(tmp_path / name)).digest for name in ("a.safetensors", "b.safetensors", "c.onnx")
    }
    assert digests == {Weights.of(MADE, tensors).digest}
    weights = Weights.of(MADE, tensors)
    assert (weights.layers, weights.inner) == (LAYERS, INNER)
    assert {tensor.dtype for tensor in weights.tensors.values()} == {np.dtype(np.float16)}
    assert all(np.array_equal(weights.tensors[name], tensor) for name, tensor in tensors.items())


def test_anything_else_has_another_digest() -> None:
    tensors = make_tensors()
    usual = Weights.of(MADE, tensors)
    name = "encoder.layer.1.output.dense.weight"
    changed = tensors[name].copy()
    changed[0, 0] += 2**-9
    other = Weights.of(MADE, tensors | {name: changed})
    assert other.digest != usual.digest
    assert Weights.of(Architecture(heads=2), tensors).digest != usual.digest
    # One number that float16 does not have, and all of them are float32.
    changed[0, 0] += 1e-5
    long = Weights.of(MADE, tensors | {name: changed})
    assert {tensor.dtype for tensor in long.tensors.values()} == {np.dtype(np.float32)}
    assert np.array_equal(long.tensors[name], changed)


@pytest.mark.parametrize(
    ("name", "tensor", "message"),
    [
        ("embeddings.LayerNorm.bias", None, "lack embeddings.LayerNorm.bias"),
        ("encoder.layer.0.attention.self.key.weight", np.ones((3, 3)), "does not fit"),
        ("encoder.layer.2.output.dense.weight", np.ones((INNER, 24)), "does not fit"),
        ("embeddings.word_embeddings.weight", np.ones(24), "does not fit"),
        ("encoder.layer.1.output.LayerNorm.bias", np.full(24, np.nan), "not finite"),
    ],
)
def test_weights_that_are_not_an_encoders_are_refused(name: str, tensor: Tensor | None, message: str) -> None:
    tensors = {**make_tensors(), name: tensor}
    with pytest.raises(InputError, match=message):
        Weights.of(MADE, {key: value for key, value in tensors.items() if value is not None})


def test_what_cannot_work_is_refused() -> None:
    with pytest.raises(InputError, match="lack layers"):
        Weights.of(MADE, make_tensors(layers=0))
    with pytest.raises(InputError, match="cannot be shared by 5 heads"):
        Weights.of(Architecture(heads=5), make_tensors())
    with pytest.raises(InputError, match="no positions"):
        Weights.of(Architecture(heads=4, first_position=40), make_tensors())


def test_settings_of_encoders_are_read() -> None:
    assert Architecture.read(make_config()) == Architecture(heads=HEADS, epsilon=1e-5)
    roberta = make_config(model_type="xlm-roberta", pad_token_id=1)
    assert Architecture.read(roberta) == Architecture(heads=HEADS, first_position=2, epsilon=1e-5)
    for changes, message in (
        ({"model_type": "t5"}, "of the kind 't5'"),
        ({"hidden_act": "relu"}, "hidden_act 'relu'"),
        ({"position_embedding_type": "relative_key"}, "relative_key"),
        ({"num_attention_heads": None}, "incomplete"),
        ({"model_type": "roberta"}, "incomplete"),
    ):
        with pytest.raises(InputError, match=message):
            Architecture.read(make_config(**changes))


def test_damaged_files_and_other_formats_are_refused(tmp_path: Path) -> None:
    for name, message in (
        ("a.safetensors", "cannot be read"),
        ("a.onnx", "cannot be read"),
        ("pytorch_model.bin", "may run a program"),
    ):
        path = tmp_path / name
        path.write_bytes(b"\x80nonsense" * 20)
        with pytest.raises(InputError, match=message):
            read_tensors(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_tensors(tmp_path / "absent.safetensors")
