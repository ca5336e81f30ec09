"""Trainers: from features and judgments to a predictor, by scikit-learn. Predictors themselves need only numpy.

``ridge``: least squares with a penalty on weights. ``ridge-by-kind``: the same with a penalty for each kind of feature,
learned from differences within judged sets only. ``svr``: support vector regression with a Gaussian kernel.
``ranking``: boosted trees that learn which of two translations people found better, and nothing of by how much.
``human-or-machine`` (Kulesza and Shieber 2004): a support vector machine that tells translations by people from those
by machines; how far a translation is on the people's side is its score. It needs no judgments, but two references.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.errors import MissingExtraError
from tertium.types import Array, Matrix

# A penalty as strong as this is best, or near it, for some dozens of features that say much the same.
_RIDGE_PENALTY = 1000.0
_SVR_COST = 0.3
# Judgments need not be met more closely than this, in deviations: two thirds fewer vectors, and no worse for it.
_SVR_EASE = 0.8
_SVM_COST = 0.01

_TREES = 150
_RATE = 0.1
_LEAVES = 8
_FEWEST_IN_LEAF = 40
_PARTNERS = 20

# Penalties of ``ridge-by-kind``, by how the names of features begin; others have the usual one.
_PENALTIES = {"context": 100.0, "state.": 10_000.0, "alone": 3000.0, "source": 100.0}

# Weights that are not learned: judged translations have too few of such errors.
FIXED = {"numbers.swapped": -0.2}


@dataclass(frozen=True, kw_only=True)
class TrainingRows:
    """What is learned from.

    Attributes:
        names: What the features are called.
        features: Standardised features, one row per translation and reference; those with fixed weights as they are.
        target: What people said.
        groups: The judged set of each row.
        weights: How much each row counts; all the same by default. Only ``ridge-by-kind`` looks at it.
    """

    names: Sequence[str]
    features: Matrix
    target: Array
    groups: np.ndarray
    weights: Array | None = None


Trainer = Callable[[TrainingRows, int], Mapping[str, Any]]


def train_ridge(rows: TrainingRows, seed: int) -> dict[str, Any]:
    """Return a weighted sum of features."""
    linear_model = _load("linear_model")
    fitted = linear_model.Ridge(alpha=_RIDGE_PENALTY).fit(rows.features, rows.target)
    return _linear(fitted.coef_, fitted.intercept_)


def train_ridge_by_kind(rows: TrainingRows, seed: int) -> dict[str, Any]:
    """Return a weighted sum of features that was learned within judged sets, each kind with a penalty of its own."""
    given = np.array([FIXED.get(name, 0.0) for name in rows.names])
    is_free = np.array([name not in FIXED for name in rows.names])
    goal = rows.target - rows.features @ given
    features = rows.features[:, is_free]
    centred, wanted = features.copy(), goal.copy()
    counted = np.ones(len(goal)) if rows.weights is None else rows.weights
    for group in np.unique(rows.groups):
        inside = rows.groups == group
        centred[inside] -= np.average(centred[inside], axis=0, weights=counted[inside])
        wanted[inside] -= np.average(wanted[inside], weights=counted[inside])
    penalties = [_find_penalty(name) for name, free in zip(rows.names, is_free.tolist(), strict=True) if free]
    weights = given.copy()
    weighed = centred.T * counted
    weights[is_free] = np.linalg.solve(weighed @ centred + np.diag(penalties), weighed @ wanted)
    usual = np.average(features, axis=0, weights=counted)
    return _linear(weights, float(np.average(goal, weights=counted) - usual @ weights[is_free]))


def _find_penalty(name: str) -> float:
    return next((penalty for start, penalty in _PENALTIES.items() if name.startswith(start)), _RIDGE_PENALTY)


def train_svr(rows: TrainingRows, seed: int) -> dict[str, Any]:
    """Return a sum of likenesses to translations seen in training."""
    gamma = 1.0 / (4 * rows.features.shape[1])
    fitted = _load("svm").SVR(C=_SVR_COST, epsilon=_SVR_EASE, gamma=gamma).fit(rows.features, rows.target)
    return {
        "kind": "kernel",
        "intercept": float(fitted.intercept_[0]),
        "gamma": gamma,
        "coefficients": _short(fitted.dual_coef_[0]),
        "vectors": [_short(vector, 3) for vector in fitted.support_vectors_],
    }


def train_ranking(rows: TrainingRows, seed: int) -> dict[str, Any]:
    """Return trees that are boosted by which of two translations of one set people preferred (RankNet's loss)."""
    features, target, groups = rows.features, rows.target, rows.groups
    tree = _load("tree")
    generator = np.random.Generator(np.random.PCG64(seed))
    scores = np.zeros(len(target))
    grown: dict[str, list[float]] = {name: [] for name in ("roots", "features", "values", "lefts", "rights")}
    for _ in range(_TREES):
        better, worse = _draw_pairs(target, groups, generator)
        doubt = 1.0 / (1.0 + np.exp(scores[better] - scores[worse]))
        push = np.bincount(better, doubt, len(target)) - np.bincount(worse, doubt, len(target))
        weight = np.bincount(better, doubt * (1 - doubt), len(target)) + np.bincount(
            worse, doubt * (1 - doubt), len(target)
        )
        step = push / np.maximum(weight, 1e-6)
        fitted = tree.DecisionTreeRegressor(
            max_leaf_nodes=_LEAVES, min_samples_leaf=_FEWEST_IN_LEAF, random_state=0
        ).fit(features, step, sample_weight=np.maximum(weight, 1e-6))
        scores += _RATE * fitted.predict(features)
        _plant(grown, fitted.tree_)
    return {"kind": "trees", "intercept": 0.0, **grown}


def train_human_or_machine(rows: TrainingRows, seed: int) -> dict[str, Any]:
    """Return a plane between translations by people (target above 0) and by machines."""
    svm = _load("svm")
    machine = svm.LinearSVC(C=_SVM_COST, class_weight="balanced", dual=False, random_state=0)
    fitted = machine.fit(rows.features, (rows.target > 0).astype(int))
    return _linear(fitted.coef_[0], fitted.intercept_[0])


def _draw_pairs(target: Array, groups: np.ndarray, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return pairs of translations of one set, better first; each has some partners, drawn anew each time."""
    firsts, seconds = [], []
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        firsts.append(np.repeat(members, _PARTNERS))
        seconds.append(generator.choice(members, size=len(members) * _PARTNERS))
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    swap = target[first] < target[second]
    better, worse = np.where(swap, second, first), np.where(swap, first, second)
    differ = target[better] > target[worse]
    return better[differ], worse[differ]


def _plant(grown: dict[str, list[float]], tree: Any) -> None:
    """Add the nodes of a tree of scikit-learn's, in its order: parents come first."""
    start = len(grown["values"])
    is_leaf = tree.children_left < 0
    grown["roots"].append(start)
    grown["features"].extend(np.where(is_leaf, -1, tree.feature).tolist())
    values = np.where(is_leaf, _RATE * tree.value[:, 0, 0], tree.threshold)
    grown["values"].extend(_short(values, 6))
    grown["lefts"].extend(np.where(is_leaf, 0, tree.children_left + start).tolist())
    grown["rights"].extend(np.where(is_leaf, 0, tree.children_right + start).tolist())


def _linear(weights: Array, intercept: float) -> dict[str, Any]:
    (shortened,) = _short(np.array([intercept]))
    return {"kind": "linear", "intercept": shortened, "weights": _short(weights)}


def _short(values: Array, digits: int = 6) -> list[float]:
    """Number with as many digits as matter, since the file is to be small."""
    return [float(f"{value:.{digits}g}") for value in values]


def _load(module: str) -> Any:
    from importlib import import_module

    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise MissingExtraError("learning a combination of metrics", "learn") from error
