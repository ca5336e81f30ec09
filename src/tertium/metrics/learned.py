"""Learned metrics: a model file that weighs features, such as Ma, Graham, Wang and Liu's Blend did, 2017.

Each feature of a hypothesis and its reference is standardised as in training, ``f = (value - mean) / deviation``, cut
at ``clip``, and a predictor (a weighted sum, support vectors or trees) makes of all of them the judgment that people
would give, in standard deviations. ``score = 100 (predicted - floor) / (ceiling - floor)``, cut at 0 and 100. A
hypothesis whose words and marks are those of the reference has 100, one without words has 0. Of several references
the best counts; the corpus score is the mean over the segments.

*Our deviations*: Blend was a support vector regression over the scores of many metrics by several groups. Ours is a
weighted sum of figures of our own, most of them simpler than a metric; it was trained on the same kind of judgments.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from tertium.encoders.catalogue import MULTILINGUAL
from tertium.errors import InputError
from tertium.languages import Languages, share_languages, to_two_letters
from tertium.metrics import features
from tertium.metrics.features.figures import compute_figures
from tertium.metrics.features.model import Model, load_model
from tertium.metrics.features.text import Pairs, Texts, is_word, split
from tertium.metrics.metric import UNSAID, Batch, Metric, ratio
from tertium.metrics.spec import parse_from_file
from tertium.syntax.parser import check_segments, check_sources
from tertium.types import Array, Matrix, Offsets

_BUILT_IN = Path(__file__).with_name("blend.toml")
_WITH_ENCODER = Path(__file__).with_name("concord.toml")
_WITHOUT_REFERENCES = Path(__file__).with_name("concord-qe.toml")
_AGAINST_SOURCES = Path(__file__).with_name("concord-source.toml")


@dataclass(frozen=True, kw_only=True)
class LearnedMetric(Metric):
    """What the metrics of model files have in common."""

    for_language: ClassVar[str] = f"bertscore:encoder={MULTILINGUAL}"
    scale: ClassVar[tuple[float, float]] = (0, 100)
    needs_model: ClassVar[bool] = True
    component_decimals: ClassVar[Mapping[str, int]] = {"judgment": 4}

    @property
    def batch_size(self) -> int:
        """Features take long, and the states of an encoder take room."""
        return 128 if self.model.encoder or self.model.multilingual else 2048

    @property
    def _path(self) -> Path:
        return _BUILT_IN

    @property
    def model(self) -> Model:
        """What the file has."""
        return load_model(self._path)

    @property
    def needs_references(self) -> bool:
        """As the features of the model do."""
        return self.model.needs_references

    @property
    def needs_sources(self) -> bool:
        """As the features of the model do."""
        return self.model.needs_sources

    @property
    def blind_to(self) -> Sequence[str]:
        """A model knows what it was trained on."""
        return ["training"]

    @property
    def languages(self) -> Languages | None:
        """The language that it was trained for, and those of all that it is made of."""
        own = [frozenset({to_two_letters(self.model.language)})] if self.model.language else []
        own += [features.LANGUAGES] if self.model.own else []
        return share_languages([*own, *(parse_from_file(spec).languages for spec in self.model.others)])

    @property
    def parts(self) -> Sequence[str]:
        """Those of all features, and of the metrics that are features."""
        others = (part for spec in self.model.others for part in parse_from_file(spec).parts)
        return [*features.list_parts(self.model.own), *others]

    @property
    def preparation(self) -> Hashable:
        """All learned metrics have the same words."""
        return "learned"

    def resources(self) -> Mapping[str, str]:
        """Return the model, and the versions of all that its features depend on."""
        found = {"model": self.model.version, **features.describe_resources(self.model.own)}
        for spec in self.model.others:
            for name, version in parse_from_file(spec).resources().items():
                known = found.get(name)
                found[name] = version if known in (None, version) else f"{known}+{version}"
        return found

    def prepare(self, segments: Sequence[str], threads: int = 1) -> Texts:
        """Return the words and marks of each segment."""
        check_segments(segments)
        return Texts(segments, [split(segment) for segment in segments])

    def prepare_sources(self, sources: Sequence[str], threads: int = 1) -> Texts:
        """Return the same for sources."""
        check_sources(sources)
        return self.prepare(sources, threads)

    def tally(self, batch: Batch[Texts], threads: int = 1) -> Matrix:
        """Return the score of each segment, and 1."""
        pairs = Pairs(batch.hypotheses, batch.references, batch.sources)
        scores = self._score_segments(pairs, batch.offsets, threads)
        return np.column_stack((scores, np.ones(len(scores))))

    def _score_segments(self, pairs: Pairs, offsets: Offsets, threads: int) -> Array:
        """Return the score of each hypothesis; references are not looked at."""
        scores = self._predict(Pairs(pairs.ours, pairs.ours, pairs.sources), threads)
        scores[[not any(map(is_word, tokens)) for tokens in pairs.hypotheses]] = 0.0
        return scores

    def _predict(self, pairs: Pairs, threads: int) -> Array:
        model = self.model
        self._check_resources(model)
        values = compute_figures(model.names, pairs, plain=model.plain, threads=threads)
        return model.scale(model.predict(values))

    def _check_resources(self, model: Model) -> None:
        """Refuse vectors or an encoder that the model was not trained with: scores would look fine and mean nothing."""
        found = features.describe_resources(model.own)
        for kind, what, wanted, remedy in (
            ("vectors", "vectors", model.vectors, "version of wordllama"),
            ("encoder", "encoder", model.encoder, "encoder"),
            ("multilingual", "multilingual encoder", model.multilingual, "encoder"),
        ):
            if wanted and found.get(kind, wanted) != wanted:
                raise InputError(
                    f"the model was trained with the {what} {wanted!r}, and what is installed is {found[kind]!r}",
                    file=self._path,
                    remedy=f"Install the {remedy} that it was trained with, or train it again",
                )

    def score(self, tallies: Matrix) -> Array:
        """Return the mean score of each row's segments, from 0 to 100."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the same as a judgment in standard deviations, as people's are in training."""
        model = self.model
        return {"judgment": model.floor + self.score(tallies) / 100 * (model.ceiling - model.floor)}


@dataclass(frozen=True, kw_only=True)
class ReferencedModel(LearnedMetric):
    """The metrics of model files that compare with references.

    Attributes:
        references: Whether the best of several references counts, or the mean over them.
    """

    references: Literal["best", "mean"] = "best"

    def _score_segments(self, pairs: Pairs, offsets: Offsets, threads: int) -> Array:
        if not self.needs_references:
            return super()._score_segments(pairs, offsets, threads)
        numbers = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        whose = numbers.tolist()
        ours = Texts([pairs.ours.segments[n] for n in whose], [pairs.ours.tokens[n] for n in whose])
        sources = None if pairs.sources is None else pairs.sources.select(whose, shared=True)
        scores = self._score_pairs(Pairs(ours, pairs.theirs, sources), threads)
        if self.references == "best":
            return np.maximum.reduceat(scores, offsets[:-1]) if len(scores) else scores
        return np.asarray(np.bincount(numbers, scores, len(offsets) - 1) / np.diff(offsets))

    def _score_pairs(self, pairs: Pairs, threads: int) -> Array:
        scores = self._predict(pairs, threads)
        for number, (ours, theirs) in enumerate(zip(pairs.hypotheses, pairs.references, strict=True)):
            # A model has seen few of either in training, so these are not left to it.
            if ours == theirs and ours:
                scores[number] = 100.0
            elif not any(map(is_word, ours)) or not any(map(is_word, theirs)):
                scores[number] = 0.0
        return scores


@dataclass(frozen=True, kw_only=True)
class Learned(ReferencedModel):
    """The metric of a model file.

    Attributes:
        file: The model file.
    """

    name: ClassVar[str] = "learned"
    summary: ClassVar[str] = "a model that `tertium tune` wrote"

    file: str

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.model  # a file that is not a model is refused at once

    @property
    def _path(self) -> Path:
        return Path(self.file)

    def settings(self) -> str:
        """Return the model by its own name: where the file lies on this machine decides nothing."""
        return f"{self.model.name}:references={self.references}"


@dataclass(frozen=True, kw_only=True)
class Blend(ReferencedModel):
    """The model that comes with the package, for English."""

    name: ClassVar[str] = "blend"
    display_name: ClassVar[str] = "Blend"
    summary: ClassVar[str] = "learned from human judgments, without an encoder"


@dataclass(frozen=True, kw_only=True)
class Concord(ReferencedModel):
    """The model with an encoder that comes with the package, for English; the encoder has to be installed."""

    name: ClassVar[str] = "concord"
    summary: ClassVar[str] = "learned from human judgments, with contextual embeddings"
    explainable: ClassVar[bool] = True

    @property
    def _path(self) -> Path:
        return _WITH_ENCODER


@dataclass(frozen=True, kw_only=True)
class ConcordQe(LearnedMetric):
    """The models that do without references, for English; the encoders that they use have to be installed.

    Attributes:
        source: Whether the hypothesis is compared with its source; else it is looked at alone.
    """

    name: ClassVar[str] = "concord-qe"
    summary: ClassVar[str] = "quality estimation, learned from human judgments; `:source` compares with the source"

    source: bool = field(default=False, metadata=UNSAID)

    @property
    def caution(self) -> str:
        """It may be wrong about meaning."""
        if self.source:
            return (
                "an estimate without references: a multilingual encoder compares with the source, and sees less than "
                "a reader of both languages"
            )
        return (
            "an estimate from the output alone: it sees neither the source nor a reference, so a fluent sentence with "
            "another meaning has a high score"
        )

    @property
    def blind_to(self) -> Sequence[str]:
        """It sees no reference, and the source only with ``source``."""
        return [*["source"] * (not self.source), *super().blind_to]

    @property
    def _path(self) -> Path:
        return _AGAINST_SOURCES if self.source else _WITHOUT_REFERENCES
