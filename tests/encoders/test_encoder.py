"""States are those of the definition, and those of a text alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors import safe_open

from tertium import _core
from tertium.encoders import Encoder, find_installed, match_texts
from tertium.encoders.weights import list_names
from tertium.errors import InputError, SpecError, TextError, TextWarning
from tests.encoders.small_encoder import HEADS, HIDDEN, INNER, LAYERS, PIECES, make_tensors
from tests.oracle import encoder as oracle

TEXTS = st.lists(st.text(alphabet="thecadogs not.,", max_size=30), min_size=1, max_size=8)


def split(encoder: Encoder, text: str) -> list[str]:
    return encoder.name_pieces(encoder.split([text]))


@given(TEXTS, st.sampled_from([1, 2, 5]))
def test_states_are_those_of_the_definition(small: Encoder, texts: Sequence[str], threads: int) -> None:
    found = small.encode(texts, layers=range(LAYERS + 1), threads=threads)
    assert found.states.shape == (found.pieces.offsets[-1], LAYERS + 1, HIDDEN)
    tensors = {name: tensor.astype(np.float64) for name, tensor in make_tensors().items()}
    for start, end in zip(found.pieces.offsets[:-1], found.pieces.offsets[1:], strict=True):
        numbers = found.pieces.numbers[start:end].tolist()
        wanted = oracle.encode(tensors, numbers, heads=HEADS, first_position=0, epsilon=1e-5)
        np.testing.assert_allclose(found.states[start:end], np.stack(wanted, axis=1), atol=2e-4)


@given(TEXTS)
def test_a_text_has_the_same_states_in_any_company(small: Encoder, texts: Sequence[str]) -> None:
    together = small.encode(texts, threads=2)
    order = list(range(len(texts)))[::-1]
    mixed = small.encode([texts[place] for place in order], threads=1)
    assert np.array_equal(together.choose(order).states, mixed.states)
    for place, text in enumerate(texts):
        assert np.array_equal(together.choose([place]).states, small.encode([text], threads=1).states)


@given(TEXTS)
def test_partners_are_the_nearest(small: Encoder, texts: Sequence[str]) -> None:
    one = small.encode(texts, threads=1)
    other = small.encode([text[::-1] for text in texts], threads=1)
    ours, theirs = match_texts(one, other, threads=2)
    for place in range(len(texts)):
        first, second = (each.choose([place]).states for each in (one, other))
        rows = slice(*one.pieces.offsets[place : place + 2])
        other_rows = slice(*other.pieces.offsets[place : place + 2])
        for layer in range(LAYERS):
            wanted = oracle.match(first[:, layer], second[:, layer])
            np.testing.assert_allclose(ours.cosines[rows, layer], wanted[0], atol=1e-5)
            np.testing.assert_allclose(theirs.cosines[other_rows, layer], wanted[1], atol=1e-5)
            partner = second[ours.partners[rows, layer], layer]
            lengths = np.linalg.norm(first[:, layer], axis=1) * np.linalg.norm(partner, axis=1)
            np.testing.assert_allclose((first[:, layer] * partner).sum(axis=1) / lengths, wanted[0], atol=1e-5)


def test_a_text_that_looks_like_a_mark_is_text(small: Encoder) -> None:
    assert split(small, "The [SEP] cat") == ["[CLS]", "the", "[", "s", "##e", "##p", "]", "cat", "[SEP]"]
    assert split(small, "") == ["[CLS]", "[SEP]"]
    pieces = small.split(["The cat"])
    assert pieces.spans.tolist() == [[0, 0], [0, 3], [4, 7], [0, 0]]


def test_a_text_that_is_too_long_is_cut_with_a_warning(small: Encoder) -> None:
    with pytest.warns(TextWarning, match="1 text is longer than 40 pieces"):
        found = small.encode(["cat " * 50, "cat"], threads=1)
    assert np.diff(found.pieces.offsets).tolist() == [40, 3]
    assert small.name_pieces(found.pieces)[39] == "[SEP]"


def test_what_is_not_a_text_is_refused(small: Encoder) -> None:
    with pytest.raises(TextError, match="lone surrogate"):
        small.encode(["fine", "\ud800"])
    with pytest.raises(TextError, match="is of type int"):
        small.encode([3])  # type: ignore[list-item]


def test_layers_are_those_there_are(small: Encoder) -> None:
    assert small.choose_layers(None) == (1, 2, 3)
    assert small.choose_layers([2, 0, 2]) == (0, 2)
    with pytest.raises(SpecError, match=r"has no layer '4'\. There are: 0 to 3"):
        small.encode(["cat"], layers=[4])
    with pytest.raises(SpecError, match="has no layer '-1'"):
        small.encode(["cat"], layers=[-1])


def test_no_texts_have_no_states(small: Encoder) -> None:
    found = small.encode([])
    assert len(found) == 0
    assert found.states.shape == (0, LAYERS, HIDDEN)
    ours, _ = match_texts(found, found)
    assert ours.cosines.shape == (0, LAYERS)


def test_the_kernel_refuses_what_does_not_fit() -> None:
    tensors = [np.ravel(tensor).astype(np.float32) for tensor in make_tensors().values()]
    options = {"heads": HEADS, "inner": INNER, "first_position": 0, "epsilon": 1e-5}
    kernel = _core.Encoder(tensors, **options)  # type: ignore[arg-type]
    assert (kernel.layers, kernel.hidden, kernel.longest) == (LAYERS, HIDDEN, 40)
    with pytest.raises(InputError, match="tensors"):
        _core.Encoder(tensors[:-1], **options)  # type: ignore[arg-type]
    numbers, offsets = np.array([1, 2], dtype=np.uint32), np.array([0, 2])
    for wrong in (np.array([0, 1]), np.array([1, 2]), np.array([0, 3, 2]), np.array([], dtype=np.int64)):
        with pytest.raises(InputError, match="offsets"):
            kernel.encode(numbers, wrong, [1], 1)
    with pytest.raises(InputError, match="none of the"):
        kernel.encode(np.array([1, len(PIECES)], dtype=np.uint32), offsets, [1], 1)
    with pytest.raises(InputError, match="layers"):
        kernel.encode(numbers, offsets, [2, 1], 1)
    with pytest.raises(InputError, match="more than 40 pieces"):
        kernel.encode(np.zeros(41, dtype=np.uint32), np.array([0, 41]), [1], 1)
    states = kernel.encode(numbers, offsets, [1, 2], 1)
    with pytest.raises(InputError, match="different layers"):
        _core.match_states(states, offsets, states[:, :1].copy(), offsets, True, 1)
    with pytest.raises(InputError, match="numbers of texts"):
        _core.match_states(states, offsets, states, np.array([0, 1, 2]), True, 1)


def test_the_real_encoder_is_that_of_its_authors(real: Encoder) -> None:
    """Cosines of means at the last layer, from onnxruntime 1.31.1 on the ONNX file of the Maven artifact 0.36.2."""
    found = real.encode(["How much protein should a female eat?", "Eat 46 grams of protein a day.", "The tax office."])
    means = [found.choose([place]).states[:, -1].astype(np.float64).mean(axis=0) for place in range(3)]
    means = [mean / np.linalg.norm(mean) for mean in means]
    assert found.states.shape[1:] == (12, 384)
    golden = [0.8742243, 0.7365236]
    np.testing.assert_allclose([means[0] @ means[1], means[0] @ means[2]], golden, atol=1e-5)


@pytest.mark.parametrize(
    "text", ["Sie hielt Abstand zu den großen Tieren.", "Она вчера не пришла.", "城市的人口超过一百万。"]
)
def test_the_multilingual_encoder_is_that_of_the_definition(multilingual: Encoder, text: str) -> None:
    """Four layers of the real weights in float64, with the words of the text alone; case and scripts are kept."""
    folder = find_installed("bert-multilingual")
    assert folder is not None
    found = multilingual.encode([text], layers=range(5), threads=1)
    numbers = found.pieces.numbers.tolist()
    known = sorted(set(numbers))
    with safe_open(folder / "weights.safetensors", "numpy") as file:
        tensors = {name: file.get_tensor(name) for name in list_names(4)[1:]}
        words = file.get_slice("embeddings.word_embeddings.weight")
        tensors["embeddings.word_embeddings.weight"] = np.concatenate([words[n : n + 1] for n in known])
    places = [known.index(number) for number in numbers]
    wanted = oracle.encode(tensors, places, heads=12, first_position=0, epsilon=1e-12)
    np.testing.assert_allclose(found.states, np.stack(wanted, axis=1), atol=1e-4)
    pieces = [piece.removeprefix("##") for piece in multilingual.name_pieces(found.pieces)[1:-1]]
    assert "".join(pieces) == text.replace(" ", "")
