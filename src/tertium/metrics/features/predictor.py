"""Predictors: what makes one number of many features, as model files have them; numpy is all they need.

``linear``: ``intercept + sum(weight * feature)``. ``kernel``, as support vector regression has it:
``intercept + sum_i coefficient_i * exp(-gamma * |feature - vector_i|^2)``. ``trees``, as boosting has it: ``intercept``
plus the leaf of each tree; a row goes left where its feature is at most the threshold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from tertium.types import Array, Matrix

# How many rows are compared with all vectors at a time.
_BATCH = 1024


class Predictor(Protocol):
    """What predicts a number from features."""

    @property
    def intercept(self) -> float:
        """What is predicted for features that say nothing."""
        ...

    def predict(self, features: Matrix) -> Array:
        """Return one number per row of standardised features."""
        ...


@dataclass(frozen=True)
class Linear:
    """A weighted sum."""

    intercept: float
    weights: Array

    @classmethod
    def read(cls, table: Mapping[str, Any], count: int) -> Self:
        """From the table of a model file, for some number of features."""
        return cls(float(table["intercept"]), _numbers(table["weights"], (count,)))

    def predict(self, features: Matrix) -> Array:
        """Return one number per row of standardised features."""
        # A matrix product may round a row differently at another place among the rows; this sum does not.
        return np.asarray(self.intercept + np.ascontiguousarray(features * self.weights).sum(axis=1))


@dataclass(frozen=True)
class Kernel:
    """Support vectors with a Gaussian kernel."""

    intercept: float
    gamma: float
    coefficients: Array
    vectors: Matrix

    @classmethod
    def read(cls, table: Mapping[str, Any], count: int) -> Self:
        """From the table of a model file, for some number of features."""
        coefficients = _numbers(table["coefficients"], (len(table["coefficients"]),))
        vectors = _numbers(table["vectors"], (len(coefficients), count))
        gamma = float(table["gamma"])
        if not 0 < gamma < np.inf:
            raise ValueError(f"gamma is {gamma:g}, not above 0")
        return cls(float(table["intercept"]), gamma, coefficients, vectors)

    def predict(self, features: Matrix) -> Array:
        """Return one number per row of standardised features."""
        norms = np.einsum("ij,ij->i", self.vectors, self.vectors)
        found = np.full(len(features), self.intercept)
        for start in range(0, len(features), _BATCH):
            rows = features[start : start + _BATCH]
            squares = np.einsum("ij,ij->i", rows, rows)[:, None] + norms - 2 * rows @ self.vectors.T
            found[start : start + _BATCH] += np.exp(-self.gamma * np.maximum(squares, 0)) @ self.coefficients
        return found


@dataclass(frozen=True, kw_only=True)
class Trees:
    """Regression trees, whose nodes are in one list: children come after their parents, leaves have no children.

    Attributes:
        roots: The first node of each tree.
        features: Which feature each node asks for; -1 at leaves.
        values: The threshold of each node, or the value of a leaf.
        lefts: Where to go if the feature is at most the threshold.
        rights: Where to go if not.
    """

    intercept: float
    roots: NDArray[np.int64]
    features: NDArray[np.int64]
    values: Array
    lefts: NDArray[np.int64]
    rights: NDArray[np.int64]

    @classmethod
    def read(cls, table: Mapping[str, Any], count: int) -> Self:
        """From the table of a model file, for some number of features."""
        size = len(table["values"])
        places = {name: _numbers(table[name], (size,)).astype(np.int64) for name in ("features", "lefts", "rights")}
        roots = _numbers(table["roots"], (len(table["roots"]),)).astype(np.int64)
        is_leaf = places["features"] == -1
        node = np.arange(size)
        for name in ("lefts", "rights"):
            # Children come after their parents, so that no walk goes round in circles.
            if not (is_leaf | ((places[name] > node) & (places[name] < size))).all():
                raise ValueError(f"{name} do not lead to later nodes")
        if (places["features"] >= count).any() or (places["features"] < -1).any():
            raise ValueError(f"the trees ask for a feature that is none of the {count}")
        if ((roots < 0) | (roots >= size)).any():
            raise ValueError("a root is none of the nodes")
        return cls(
            intercept=float(table["intercept"]), roots=roots, values=_numbers(table["values"], (size,)), **places
        )

    def predict(self, features: Matrix) -> Array:
        """Return one number per row of standardised features."""
        at = np.broadcast_to(self.roots, (len(features), len(self.roots))).copy()
        rows = np.arange(len(features))[:, None]
        while (wanted := self.features[at]).max(initial=-1) >= 0:
            goes_left = features[rows, np.maximum(wanted, 0)] <= self.values[at]
            at = np.where(wanted < 0, at, np.where(goes_left, self.lefts[at], self.rights[at]))
        return np.asarray(self.intercept + self.values[at].sum(axis=1))


KINDS: Mapping[str, type[Linear] | type[Kernel] | type[Trees]] = {"linear": Linear, "kernel": Kernel, "trees": Trees}


def _numbers(values: Sequence[Any], shape: tuple[int, ...]) -> NDArray[np.float64]:
    found = np.array(values, dtype=np.float64)
    if found.shape != shape:
        raise ValueError(f"there are {found.shape} numbers where {shape} are wanted")
    if not np.isfinite(found).all():
        raise ValueError("a number is not finite")
    return found
