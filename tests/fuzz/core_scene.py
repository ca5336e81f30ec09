"""Arguments for the core: texts, rows and keys that fit together, and what can be wrong with each."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from tertium import _core
from tests.fuzz.hostile import TEXTS

NUMBERS = (-(1 << 70), -(1 << 63), -1, 0, 1, 2, 3, 100, 101, 1025, 1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, 1 << 64)
FLOATS = (0.0, -0.0, 0.5, 1.0, -1.0, math.nan, math.inf, -math.inf, 5e-324, 1.7e308, -1e300)
ODDITIES = (None, True, 1.5, "x", b"x", [], (), {}, [1], ["a", 2], ["a", None], object(), "\ud800", ["\ud800"])


class Scene:
    """Hypotheses and references that fit together, and all that the core makes of them.

    Args:
        seed: What all of it depends on.
    """

    def __init__(self, seed: int) -> None:
        self.dice = dice = Random(seed)
        self.count = dice.choice((0, 1, 1, 2, 3, 5))
        self.hypotheses = [self.text() for _ in range(self.count)]
        sizes = [dice.choice((1, 1, 2, 3)) for _ in range(self.count)]
        self.references = [
            self.text() if dice.random() < 0.7 else self.hypotheses[at]
            for at, size in enumerate(sizes)
            for _ in range(size)
        ]
        self.offsets = np.cumsum([0, *sizes], dtype=np.int64)
        self.tokenizer = dice.choice(("none", "13a", "intl", "zh", "char", "chrf"))
        self.tokens = [_core.tokenize(texts, self.tokenizer, 1) for texts in (self.hypotheses, self.references)]
        self.vocabulary = _core.Vocabulary(*self.tokens)
        self.has_words = dice.random() < 0.7
        self.width = dice.choice((1, 1, 2, 4))
        self.rows = dice.choice((1, 2, 9))

    def text(self) -> str:
        """A text of few words, some of them odd."""
        words = ("the", "cat", "a", "b", "dog", ".", *self.dice.sample(TEXTS, 2))
        text = " ".join(self.dice.choices(words, k=self.dice.choice((0, 1, 3, 8, 30))))
        return text.encode("utf-8", "ignore").decode()

    def texts(self) -> list[str]:
        """Some texts."""
        return [self.text() for _ in range(self.dice.choice((0, 1, 2, 4)))]

    def numbers(self, kind: type, count: int, least: int, most: int) -> np.ndarray[Any, Any]:
        """An array that is right."""
        return np.array([self.dice.randint(least, most) for _ in range(count)], dtype=kind)

    def floats(self, *shape: int) -> np.ndarray[Any, Any]:
        """Numbers, now and then odd ones."""
        values = [
            self.dice.choice(FLOATS) if self.dice.random() < 0.1 else self.dice.random()
            for _ in range(math.prod(shape))
        ]
        return np.array(values, dtype=np.float64).reshape(shape)

    def forest(self, count: int, *, is_chain: bool = False) -> _core.Forest:
        """Trees of as many segments."""
        trees = (
            ("(S (NP (N dog)) (VP (V barks)))", "(S (S (S (N a))))", "(N a)")
            if is_chain
            else ("(S (NP (N dog)) (VP (V barks)))", "(S (S (S (N a)) (N a)) (N a))", "", "(A) (B)", "( (X y))")
        )
        return _core.read_brackets(self.dice.choices(trees, k=count), self.dice.random() < 0.5, False, True, 1)

    def stage(self) -> tuple[Any, ...]:
        """The keys that a module has for the words."""
        words = len(self.vocabulary)
        sizes = [self.dice.choice((0, 1, 1, 2)) for _ in range(words)]
        values = [key for size in sizes for key in sorted(self.dice.sample(range(words + 2), min(size, words + 2)))]
        offsets = np.cumsum([0, *(min(size, words + 2) for size in sizes)], dtype=np.int64)
        distances = (
            None if self.dice.random() < 0.5 else np.array([self.dice.random() for _ in values], dtype=np.float32)
        )
        return offsets, np.array(values, dtype=np.uint32), distances, self.dice.choice((0.0, 0.5, *FLOATS))


def spoil_array(dice: Random, array: np.ndarray[Any, Any]) -> object:
    """The same with something wrong: its type, its order, its shape, a number in it."""
    kind = dice.randrange(8)
    if kind == 0:
        with np.errstate(all="ignore"):
            return array.astype(
                dice.choice((np.int8, np.int32, np.float32, np.float64, np.bool_, np.complex128, object))
            )
    if kind == 1:
        return np.repeat(array, 2, axis=-1)[..., ::2]  # not contiguous
    if kind == 2:
        return array[..., ::-1]
    if kind == 3:
        return np.asfortranarray(array) if array.ndim > 1 else array.reshape(1, -1)
    if kind == 4:
        return array[:0] if dice.random() < 0.5 else np.concatenate([array, array])
    if kind == 5 and array.ndim == 2:
        return array[:, :0]
    if kind == 6:
        return array.tolist()
    changed = array.copy()
    if changed.size:
        odd = dice.choice(FLOATS if changed.dtype.kind == "f" else (-1, 0, 1, -(1 << 62), (1 << 62), 255, 1 << 31))
        with np.errstate(all="ignore"):
            changed.flat[dice.randrange(changed.size)] = np.array(odd).astype(changed.dtype)
    return changed


def spoil(dice: Random, value: object) -> object:
    """The same with something wrong, or something else."""
    if dice.random() < 0.15:
        return dice.choice(ODDITIES)
    if isinstance(value, np.ndarray):
        return spoil_array(dice, value)
    if isinstance(value, int):
        return dice.choice(NUMBERS)
    if isinstance(value, float):
        return dice.choice(FLOATS)
    if isinstance(value, str):
        return dice.choice(TEXTS)
    if isinstance(value, bytes):
        return value + dice.choice((b"\xff", b"\0", b"\n" * 100, b"\xed\xa0\x80"))
    if isinstance(value, (list, tuple)) and value:
        at = dice.randrange(len(value))
        changed = [*value[:at], spoil(dice, value[at]), *value[at + 1 :]]
        if dice.random() < 0.3:
            del changed[at]
        return type(value)(changed)
    return dice.choice(ODDITIES)
