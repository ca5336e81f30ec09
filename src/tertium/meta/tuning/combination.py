"""A learned combination of metrics, and how well it does on language pairs that it has never seen.

Judgments of each set are put on one scale (mean 0, deviation 1) before they are learned from. Each language pair is
held out in turn; then all of them make the model that is given in the end: a file that is itself a metric.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.json_result import JsonResult
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.spoiling import NOTHING_SPOILT, spoil
from tertium.meta.tuning.trainers import FIXED, Trainer, TrainingRows
from tertium.metrics.features import AGAINST_SOURCES, describe_resources
from tertium.metrics.features.figures import OF, compute_figures
from tertium.metrics.features.model import FORMAT, Model, make_model
from tertium.metrics.features.text import Pairs, Texts, split
from tertium.notebook import ShownInNotebooks
from tertium.progress import Progress
from tertium.registry import TRAINERS, load, unknown
from tertium.stats.correlation import correlate_vectors
from tertium.stats.resampling import SEED
from tertium.types import Array, Matrix

_CLIP = 4.0
# Pairs whose features are computed at a time: the states of an encoder take room.
_BATCH = 256
# What has never been seen may be better or worse than all that has.
_ROOM = 0.25


@dataclass(frozen=True, kw_only=True)
class FeatureSet:
    """The features of the translations of one judged set, each with each of its references.

    Attributes:
        name: The judged set.
        group: What is held out together: the language pair.
        rows: One row per translation and reference.
        owner: Which translation each row is of.
        human: What people said of each translation; not a number where nobody did.
        by_people: Rows of references, as translations by people, each with each other reference.
        spoilt: Rows of spoilt translations, if there are any.
        spoilt_human: What people would say of these.
    """

    name: str
    group: str
    rows: Matrix
    owner: np.ndarray
    human: Array
    by_people: Matrix
    spoilt: Matrix
    spoilt_human: Array


@dataclass(frozen=True)
class HeldOutPair(JsonResult):
    """A language pair that was not learned from.

    Attributes:
        group: The language pair.
        learned: The mean statistic of the combination over its sets.
        single: That of each metric that is part of it.
    """

    group: str
    learned: float
    single: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Combination(JsonResult, ShownInNotebooks):
    """A learned combination of metrics.

    Attributes:
        table: The model, as its file has it.
        held_out: How it does on pairs that it was not learned from; empty if there is only one.
        fitted: The mean statistic on the sets that it was learned from, which flatters it.
        statistic: The statistic.
        trainer: How it was learned.
        trained_on: The names of the judged sets.
        seed: The seed.
        notes: Which judged sets were left out, and why.
    """

    table: Mapping[str, Any]
    held_out: Sequence[HeldOutPair]
    fitted: float
    statistic: str
    trainer: str
    trained_on: Sequence[str]
    seed: int
    notes: Sequence[str] = ()

    def to_toml(self) -> str:
        """Return it as a file that is itself a metric: ``tertium score -m FILE.toml``."""
        import tomli_w

        return tomli_w.dumps(dict(self.table))


def collect_features(
    judged: JudgedSet,
    names: Sequence[str],
    *,
    judgment: str = "",
    plain: bool = True,
    spoilt: bool = False,
    threads: int = 1,
    progress: Progress | None = None,
) -> FeatureSet:
    """Return the features of the judged translations of a set, and of its references as translations by people.

    Args:
        judged: The set.
        names: The features.
        judgment: The kind of judgment; the usual one if empty.
        plain: Whether other metrics see words as features do.
        spoilt: Whether features of spoilt translations are wanted too.
        threads: How many threads to use.
        progress: Called with the number of translations.
    """
    flat = judged.flat(judgment)
    owner = np.repeat(np.arange(len(flat)), flat.references.counts)
    whose = owner.tolist()
    hypotheses = [flat.hypotheses[place] for place in whose]
    sources = None if flat.sources is None else [flat.sources[place] for place in whose]
    if sources is None and not AGAINST_SOURCES.isdisjoint(names):
        raise InputError(
            "a feature compares with the source, and the source segments are not known",
            file=judged.origin,
            remedy="Give data with a column source, or leave the feature out",
        )
    rows = _compute(names, hypotheses, flat.references.flat, sources, plain, threads)
    people = [
        (one, other, place)
        for place in np.unique(flat.segment_index).tolist()
        for texts in [judged.test_set.references.of(place)]
        for first, one in enumerate(texts)
        for second, other in enumerate(texts)
        if first != second
    ]
    whole = judged.test_set.sources
    by_people = _compute(
        names,
        [one for one, _, _ in people],
        [other for _, other, _ in people],
        None if whole is None else [whole[place] for _, _, place in people],
        plain,
        threads,
    )
    bad = spoil(flat) if spoilt else NOTHING_SPOILT
    firsts = [flat.references.of(place)[0] for place in bad.places]
    origins = None if flat.sources is None else [flat.sources[place] for place in bad.places]
    if progress is not None:
        progress(len(flat))
    return FeatureSet(
        name=judged.origin,
        group=judged.name.rpartition("/")[2],
        rows=rows,
        owner=owner,
        human=flat.scores,
        by_people=by_people,
        spoilt=_compute(names, bad.hypotheses, firsts, origins, plain, threads),
        spoilt_human=bad.judgments,
    )


def train_combination(
    sets: Sequence[FeatureSet],
    names: Sequence[str],
    *,
    trainer: str = "ridge",
    name: str = "learned",
    language: str = "",
    statistic: str = "pearson",
    plain: bool = True,
    standardise: bool = True,
    spoilt_weight: float = 0.0,
    seed: int = SEED,
) -> Combination:
    """Learn a combination of features, and says how it does on pairs that were held out.

    Args:
        sets: The features of judged sets.
        names: What the features are called: those of ``tertium.metrics.features``, or ``figure of spec``.
        trainer: One of ``tertium.registry.TRAINERS``.
        name: What the metric is to be called.
        language: The language of the translations.
        statistic: How agreement is measured on pairs held out.
        plain: Whether other metrics see words as features do.
        standardise: Whether judgments of each set are put on one scale first; needless if they are on one already.
        spoilt_weight: How much a spoilt translation counts, if there are some.
        seed: The seed of what is drawn.
    """
    if trainer not in TRAINERS:
        raise unknown("trainer", trainer, TRAINERS)
    if standardise:
        sets = [_standardise(each) for each in sets]
    if not sets:
        raise InputError("no judged sets to learn from are given", remedy="Give judged data")
    about = {"name": name, "language": language, "plain": plain, **_describe_weights(names)}
    groups = list(dict.fromkeys(each.group for each in sets))
    held_out = []
    for group in groups if len(groups) > 1 else []:
        inside = [each for each in sets if each.group == group]
        others = [each for each in sets if each.group != group]
        model = make_model(_train(others, names, trainer, about, spoilt_weight, seed), "")
        single = {
            feature.partition(OF)[2]: _mean_of_column(inside, place, statistic)
            for place, feature in enumerate(names)
            if feature.startswith(f"score{OF}")
        }
        held_out.append(HeldOutPair(group, _mean(model, inside, statistic), single))
    table = _train(sets, names, trainer, about, spoilt_weight, seed)
    model = make_model(table, "")
    fitted = _mean(model, sets, statistic)
    return Combination(
        table=table,
        held_out=held_out,
        fitted=fitted,
        statistic=statistic,
        trainer=trainer,
        trained_on=[each.name for each in sets],
        seed=seed,
    )


def _compute(
    names: Sequence[str],
    hypotheses: Sequence[str],
    references: Sequence[str],
    sources: Sequence[str] | None,
    plain: bool,
    threads: int,
) -> Matrix:
    given = [hypotheses, references, *([] if sources is None else [sources])]
    parts = []
    for start in range(0, len(hypotheses), _BATCH):
        sides = (texts[start : start + _BATCH] for texts in given)
        pairs = Pairs(*(Texts(texts, [split(text) for text in texts]) for texts in sides))
        parts.append(compute_figures(names, pairs, plain=plain, threads=threads))
    return np.concatenate(parts) if parts else np.zeros((0, len(names)))


def _train(
    sets: Sequence[FeatureSet],
    names: Sequence[str],
    trainer: str,
    about: Mapping[str, Any],
    spoilt_weight: float,
    seed: int,
) -> dict[str, Any]:
    """Return the table of a model file."""
    if trainer == "human-or-machine":
        rows, target, groups = _label(sets)
    else:
        rows = np.concatenate([each.rows for each in sets])
        target = np.concatenate([each.human[each.owner] for each in sets])
        groups = np.concatenate([np.full(len(each.rows), place) for place, each in enumerate(sets)])
    means, deviations = rows.mean(axis=0), rows.std(axis=0)
    # A feature that never varies in training says nothing.
    deviations = np.where(deviations > 1e-12, deviations, 1.0)
    is_fixed = np.isin(names, list(FIXED))
    means, deviations = np.where(is_fixed, 0.0, means), np.where(is_fixed, 1.0, deviations)
    means, deviations = (np.array([_short(value) for value in values]) for values in (means, deviations))
    # What is spoilt is learned from, but does not decide what is usual.
    spoilt = [(each.spoilt, each.spoilt_human, np.full(len(each.spoilt), at)) for at, each in enumerate(sets)]
    features, judgments, places = (np.concatenate(parts) for parts in zip((rows, target, groups), *spoilt, strict=True))
    standard = np.clip((features - means) / deviations, -_CLIP, _CLIP)
    weights = np.where(np.arange(len(standard)) < len(rows), 1.0, spoilt_weight)
    train: Trainer = load(TRAINERS, trainer, "trainer")
    given = TrainingRows(names=names, features=standard, target=judgments, groups=places, weights=weights)
    predictor = dict(train(given, seed))
    trained_on = ", ".join(each.name for each in sets)
    table: dict[str, Any] = {
        "format": FORMAT,
        **about,
        "trained_on": f"{sum(len(each.human) for each in sets)} translations by {trainer}: {trained_on}",
        "clip": _CLIP,
        "floor": -1.0,
        "ceiling": 1.0,
        "predictor": predictor,
        "feature": [
            {"name": name, "mean": float(mean), "deviation": float(deviation)}
            for name, mean, deviation in zip(names, means, deviations, strict=True)
        ],
    }
    predicted = make_model(table, "").predict(rows)
    room = _ROOM * max(float(np.ptp(predicted)), 1e-6)
    return {**table, "floor": float(predicted.min()) - room, "ceiling": float(predicted.max()) + room}


def _describe_weights(names: Sequence[str]) -> dict[str, str]:
    """Return the vectors of words and the encoders that features use, since others would give senseless scores."""
    used = describe_resources([name for name in names if OF not in name])
    return {kind: used[kind] for kind in ("vectors", "encoder", "multilingual") if kind in used}


def _short(value: float) -> float:
    """More digits than these make no score differ, and other processors give other ones."""
    return float(f"{value:.6g}")


def _label(sets: Sequence[FeatureSet]) -> tuple[Matrix, Array, np.ndarray]:
    """Return translations by people and by machines, labelled."""
    lacking = [each.name for each in sets if not len(each.by_people)]
    if lacking:
        raise SpecError(
            f"{lacking[0]} has one reference per segment, so there is no translation by people to score",
            remedy="Use judged data with two or more references, or another trainer",
        )
    parts = [part for each in sets for part in (each.by_people, each.rows)]
    sides = [side for each in sets for side in (np.ones(len(each.by_people)), -np.ones(len(each.rows)))]
    places = [np.full(len(part), number // 2) for number, part in enumerate(parts)]
    return np.concatenate(parts), np.concatenate(sides), np.concatenate(places)


def _standardise(each: FeatureSet) -> FeatureSet:
    mean, spread = each.human.mean(), each.human.std()
    human, spoilt = ((side - mean) / (spread if spread > 0 else 1.0) for side in (each.human, each.spoilt_human))
    return replace(each, human=human, spoilt_human=spoilt)


def _mean(model: Model, sets: Sequence[FeatureSet], statistic: str) -> float:
    return _average([_agree(each, model.predict(each.rows), statistic) for each in sets])


def _mean_of_column(sets: Sequence[FeatureSet], column: int, statistic: str) -> float:
    return _average([abs(_agree(each, each.rows[:, column], statistic)) for each in sets])


def _agree(each: FeatureSet, scores: Array, statistic: str) -> float:
    """Return the best reference of each translation counts."""
    best = np.full(len(each.human), -np.inf)
    np.maximum.at(best, each.owner, scores)
    return correlate_vectors(best, each.human, statistic)


def _average(values: Sequence[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else np.nan
