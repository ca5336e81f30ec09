"""Model files: features, how they are standardised, and the predictor that makes one number of them, as TOML.

A feature is one of ``tertium.metrics.features``, or ``figure of spec`` for a figure of another metric, such as
``score of chrf++`` or ``penalty of meteor``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.files.opening import explaining_os_errors, read_bytes
from tertium.files.toml import parse_toml
from tertium.metrics import features
from tertium.metrics.features.figures import OF, list_others
from tertium.metrics.features.predictor import KINDS, Predictor
from tertium.metrics.spec import parse_from_file
from tertium.types import Array, Matrix

FORMAT = 1
_REMEDY = "Train it again, with tertium tune or scripts/train_blend.py, or use the metric 'blend'"


@dataclass(frozen=True, kw_only=True)
class Model:
    """What a model file has.

    Attributes:
        name: What the model is called.
        language: The language of the texts that it is for.
        trained_on: The judgments that it was trained on.
        names: The features: names of ``tertium.metrics.features``, or ``figure of spec`` for another metric's.
        plain: Whether the other metrics see words as the features have them; else text as it is given.
        means: The mean of each feature in training.
        deviations: Its standard deviation.
        clip: Features are cut at this number of standard deviations from the mean.
        floor: The predicted judgment that is 0.
        ceiling: The one that is 100.
        predictor: What makes one number of the features.
        vectors: The vectors of words that it was trained with, as signatures have them; any if empty.
        encoder: The encoder that it was trained with, as signatures have it; any if empty.
        multilingual: The same of the encoder that compares with the source.
        version: Its name and the beginning of the file's hash, for signatures.
    """

    name: str
    language: str
    trained_on: str
    names: tuple[str, ...]
    plain: bool
    means: Array
    deviations: Array
    clip: float
    floor: float
    ceiling: float
    predictor: Predictor
    vectors: str
    encoder: str
    multilingual: str
    version: str

    @cached_property
    def own(self) -> list[str]:
        """The features that are not other metrics' figures."""
        return [name for name in self.names if OF not in name]

    @cached_property
    def others(self) -> dict[str, list[str]]:
        """The figures that are wanted of other metrics, by spec."""
        return list_others(self.names)

    @cached_property
    def needs_references(self) -> bool:
        """Whether a feature compares with a reference."""
        return any(name not in features.WITHOUT_REFERENCES for name in self.names)

    @cached_property
    def needs_sources(self) -> bool:
        """Whether a feature compares with the source."""
        return any(name in features.AGAINST_SOURCES for name in self.names)

    def predict(self, values: Matrix) -> Array:
        """Return the predicted judgment of each row of features."""
        standard = np.clip((values - self.means) / self.deviations, -self.clip, self.clip)
        return self.predictor.predict(standard)

    def scale(self, predicted: Array) -> Array:
        """Return predicted judgments as scores from 0 to 100."""
        return np.clip(100 * (predicted - self.floor) / (self.ceiling - self.floor), 0, 100)


def load_model(path: Path) -> Model:
    """Read a model file; each file is read once a process unless it changes.

    Raises:
        InputError: There is no such file, or it is not a model that this version can read.
    """
    with explaining_os_errors(str(path)):
        changed = path.stat().st_mtime_ns
    return _load(path.resolve(), changed)


@lru_cache(maxsize=16)
def _load(path: Path, changed: int) -> Model:
    data = read_bytes(path)
    table = parse_toml(data, path, kind="model", remedy=_REMEDY)
    if table.get("format") != FORMAT:
        problem = f"the model is of format {table.get('format', 'unknown')}, and this version reads format {FORMAT}"
        raise InputError(problem, file=path, remedy=_REMEDY)
    try:
        return make_model(table, sha256(data).hexdigest()[:8])
    except KeyError as error:
        raise InputError(f"the model lacks {error.args[0]!r}", file=path, remedy=_REMEDY) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"the model is damaged: {error}", file=path, remedy=_REMEDY) from error
    except SpecError as error:
        raise InputError(f"the model cannot be used: {error.message}", file=path, remedy=error.remedy) from error


def make_model(table: Mapping[str, Any], digest: str) -> Model:
    """Return a model from the table that its file has, checked.

    Args:
        table: As ``tomllib`` reads it.
        digest: The beginning of the file's hash, for signatures.

    Raises:
        KeyError: Something is missing.
        SpecError: A metric that is a feature does not exist, or cannot be one.
        ValueError: Something is not as it has to be.
    """
    rows = table["feature"]
    kind = table["predictor"]["kind"]
    if kind not in KINDS:
        raise ValueError(f"there is no predictor {kind!r}; there are: {', '.join(KINDS)}")
    model = Model(
        name=str(table["name"]),
        language=str(table["language"]),
        trained_on=str(table["trained_on"]),
        names=tuple(str(row["name"]) for row in rows),
        plain=bool(table.get("plain", True)),
        means=np.array([row["mean"] for row in rows], dtype=np.float64),
        deviations=np.array([row["deviation"] for row in rows], dtype=np.float64),
        clip=float(table["clip"]),
        floor=float(table["floor"]),
        ceiling=float(table["ceiling"]),
        predictor=KINDS[kind].read(table["predictor"], len(rows)),
        vectors=str(table.get("vectors", "")),
        encoder=str(table.get("encoder", "")),
        multilingual=str(table.get("multilingual", "")),
        version=f"{table['name']} sha256:{digest}",
    )
    _check(model)
    return model


def _check(model: Model) -> None:
    if not model.names or len(set(model.names)) < len(model.names):
        raise ValueError("it has no features, or one of them twice")
    numbers = np.array([*model.means, *model.deviations, model.clip, model.floor, model.ceiling])
    if not np.isfinite(numbers).all() or not (model.deviations > 0).all() or model.clip <= 0:
        raise ValueError("means, deviations and clip have to be finite, and the last two above 0")
    if not np.isfinite(model.predictor.intercept):
        raise ValueError("the intercept is not finite")
    if not model.floor < model.ceiling:
        raise ValueError("the floor is not below the ceiling")
    for name in model.own:
        if name not in features.ALL_NAMES:
            raise ValueError(f"there is no feature {name!r}")
    for spec in model.others:
        if "://" in spec:
            raise ValueError(f"{spec!r} names a server, and a model may not send segments anywhere")
        if spec.strip().endswith(".toml"):
            raise ValueError(f"{spec!r} is a model file, and may not be a feature of another: it could be this one")
        metric = parse_from_file(spec)
        if metric.needs_fit:
            raise ValueError(f"{spec!r} has to see all references first, so it cannot be a feature")
        if metric.needs_sources:
            raise ValueError(f"{spec!r} compares with the source, so it cannot be a feature: use the features 'source'")
        if metric.needs_index:
            raise SpecError(
                f"{spec!r} reads an index, and a model may not name a folder, so it cannot be a feature",
                remedy="Leave it out of the combination",
            )
