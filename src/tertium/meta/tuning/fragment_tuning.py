"""Weights of individual fragments, and how well they do on translations that they were not learned from.

Each language pair is held out in turn, and with it its systems. Some references stand in several pairs, since the same
text was translated from several languages: no translation with a reference of what is held out is learned from. So
neither a system nor a sentence is on both sides. Where pairs share most of their references, each is held out in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.errors import InputError
from tertium.json_result import JsonResult
from tertium.meta.tuning.fragment_counts import FragmentCounts, FragmentKey
from tertium.meta.tuning.fragment_training import LearnedWeights, learn_weights, score_by, score_equally
from tertium.metrics.fragment_weights import FragmentWeights, spell_fragment
from tertium.metrics.syntactic import FragmentMetric
from tertium.notebook import ShownInNotebooks
from tertium.registry import PARTIAL_STATISTICS
from tertium.stats.correlation import correlate_rows, correlate_vectors
from tertium.stats.partial import correlate_partial_rows
from tertium.stats.resampling import SEED
from tertium.types import Array, Counts, Matrix

# The best of some on WMT15 and WMT16; other data had no part in the choice.
PENALTY = 1.0
LEAST = 2

_PARTS = 5
# The share of other pairs' translations that may be left out of the training.
_MOST_LOST = 0.25
_RESAMPLES = 1000
_LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class HeldOutWeights(JsonResult):
    """Translations that weights of fragments were not learned from.

    Attributes:
        group: The language pair; empty for the mean over all judged sets.
        sets: The judged sets of it.
        usual: The mean statistic over the sets, with equal weights.
        rare: The mean statistic if only the weights of fragments that are too rare to have their own are learned.
        learned: The mean statistic with all weights learned, from other pairs and other sentences.
        gain: The 95 % interval of ``learned - usual``.
        beyond_rare: The 95 % interval of ``learned - rare``: what individual weights add.
    """

    group: str
    sets: Sequence[str]
    usual: float
    rare: float
    learned: float
    gain: tuple[float, float]
    beyond_rare: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class FragmentTuning(JsonResult, ShownInNotebooks):
    """A metric with learned weights of individual fragments.

    Attributes:
        weights: The weights, learned from all judged sets.
        held_out: How they do on pairs that they were not learned from; empty if there is only one.
        mean: The same, over the judged sets of all pairs; None if there is only one pair.
        equal_length: The same of all pairs, and last the mean, with the length of translations held constant; empty if
            the statistic has no partial correlation.
        fitted: The mean statistic on the sets that they were learned from, which is too optimistic.
        statistic: The statistic.
        trained_on: The names of the judged sets.
        penalty: How strong the prior for equal weights was.
        least: How many translations must have a fragment for it to have a weight of its own.
        seed: The seed of parts and resamples.
        notes: Which judged sets were left out, and why.
    """

    json_fields = "weights=weight_data held_out mean equal_length fitted statistic trained_on penalty least seed notes"

    weights: FragmentWeights
    held_out: Sequence[HeldOutWeights]
    mean: HeldOutWeights | None
    equal_length: Sequence[HeldOutWeights]
    fitted: float
    statistic: str
    trained_on: Sequence[str]
    penalty: float
    least: int
    seed: int
    notes: Sequence[str] = ()

    def list_extremes(self, count: int) -> list[tuple[str, float]]:
        """Return the fragments that count least and most, that number of each, by weight."""
        ordered = sorted(self.weights.weights.items(), key=lambda item: (item[1], item[0]))
        return ordered if len(ordered) <= 2 * count else ordered[:count] + ordered[-count:]

    @property
    def weight_data(self) -> dict[str, Any]:
        """The weights as JSON has them: the metric, the weight of other fragments by size, and the fragments."""
        return {
            "spec": self.weights.spec,
            "others": list(self.weights.others),
            "fragments": dict(self.weights.weights),
        }

    def to_toml(self) -> str:
        """Return it as a file that is itself a metric: ``tertium score -m FILE.toml``."""
        return self.weights.to_toml(
            {
                "sets": list(self.trained_on),
                "statistic": self.statistic,
                "penalty": self.penalty,
                "least": self.least,
                "seed": self.seed,
                "fitted": round(self.fitted, 4),
                "held_out": {each.group: round(each.learned, 4) for each in self.held_out},
            }
        )


def tune_fragments(
    metric: FragmentMetric,
    sets: Sequence[FragmentCounts],
    numbers: dict[FragmentKey, int],
    *,
    statistic: str = "pearson",
    penalty: float = PENALTY,
    least: int = LEAST,
    resamples: int = _RESAMPLES,
    seed: int = SEED,
) -> FragmentTuning:
    """Learn weights of fragments, and measure them on translations that were held out.

    Args:
        metric: The metric.
        sets: The counted sets.
        numbers: The numbers of the fragments in them.
        statistic: How agreement is measured on what is held out; what is learned maximises Pearson's r.
        penalty: See ``learn_weights``.
        least: See ``learn_weights``.
        resamples: How often references are drawn for the interval.
        seed: The seed of parts and resamples.
    """
    if not sets:
        raise InputError("no judged sets to learn from are given", remedy="Give judged data")
    groups = list(dict.fromkeys(each.group for each in sets))
    learned_scores: dict[str, Matrix] = {}
    for group in groups if len(groups) > 1 else []:
        learned_scores |= _score_held_out(metric, sets, group, penalty, least, seed)
    has_partial = statistic in PARTIAL_STATISTICS.values()
    held_out, equal_length = (
        _measure(sets, learned_scores, statistic, partial=partial, resamples=resamples, seed=seed)
        if learned_scores and (has_partial or not partial)
        else []
        for partial in (False, True)
    )
    learned = learn_weights(metric, sets, penalty=penalty, least=least)
    fitted = [correlate_vectors(score_by(metric, each, learned), each.human, statistic) for each in sets]
    return FragmentTuning(
        weights=_name_weights(metric, learned, numbers),
        held_out=held_out[:-1],
        mean=held_out[-1] if held_out else None,
        equal_length=equal_length,
        fitted=float(np.mean(fitted)),
        statistic=statistic,
        trained_on=[each.name for each in sets],
        penalty=penalty,
        least=least,
        seed=seed,
    )


def split_parts(inside: Sequence[FragmentCounts], outside: Sequence[FragmentCounts], seed: int) -> list[set[str]]:
    """Return first references that are held out together.

    These are all of a pair's. But if too many translations of other pairs have one of the pair's references, they are
    parts of them: then more is left to learn from each time.
    """
    ours = {text for each in inside for texts in each.references for text in texts}
    lost = sum(not ours.isdisjoint(texts) for each in outside for texts in each.references)
    parts = _PARTS if lost > _MOST_LOST * sum(map(len, outside)) else 1
    firsts = sorted({texts[0] for each in inside for texts in each.references})
    shuffled = np.random.Generator(np.random.PCG64(seed)).permutation(len(firsts)).tolist()
    return [{firsts[place] for place in shuffled[part::parts]} for part in range(min(parts, len(firsts)))]


def _score_held_out(
    metric: FragmentMetric, sets: Sequence[FragmentCounts], group: str, penalty: float, least: int, seed: int
) -> dict[str, Matrix]:
    """Return the scores of a pair's translations, by weights from other pairs and other references.

    Returns:
        By judged set, three rows: by equal weights, by those of rare fragments only, and by all weights.
    """
    inside = [each for each in sets if each.group == group]
    outside = [each for each in sets if each.group != group]
    found = {each.name: np.full((3, len(each)), np.nan) for each in inside}
    for part in split_parts(inside, outside, seed):
        chosen = [np.array([texts[0] in part for texts in each.references], dtype=bool) for each in inside]
        tested = [each.take(kept) for each, kept in zip(inside, chosen, strict=True)]
        barred = {text for each in tested for texts in each.references for text in texts}
        rest = [
            each.take(np.array([barred.isdisjoint(texts) for texts in each.references], dtype=bool)) for each in outside
        ]
        rest = [each for each in rest if len(each) > 1]
        rare, learned = (
            learn_weights(metric, rest, penalty=penalty, least=least, rare_only=rare_only)
            for rare_only in (True, False)
        )
        for each, kept in zip(tested, chosen, strict=True):
            scores = (score_equally(metric, each), score_by(metric, each, rare), score_by(metric, each, learned))
            found[each.name][:, kept] = scores
    return found


def _measure(
    sets: Sequence[FragmentCounts],
    scores: dict[str, Matrix],
    statistic: str,
    *,
    partial: bool,
    resamples: int,
    seed: int,
) -> list[HeldOutWeights]:
    """Compare learned with equal weights, pair by pair and, last, over all sets.

    References are resampled, and with each all translations that have it. With ``partial``, length is held constant.
    """
    texts = sorted({each.references[place][0] for each in sets for place in range(len(each))})
    places = {text: place for place, text in enumerate(texts)}
    clusters: list[Counts] = [np.array([places[refs[0]] for refs in each.references]) for each in sets]
    generator = np.random.Generator(np.random.PCG64(seed))
    # Resamples x sets x rows of scores; the first is what was observed.
    figures = np.empty((1 + resamples, len(sets), 3))
    for resample in range(1 + resamples):
        drawn = np.bincount(generator.integers(len(texts), size=len(texts)), minlength=len(texts))
        for place, (each, cluster) in enumerate(zip(sets, clusters, strict=True)):
            chosen = np.repeat(np.arange(len(each)), drawn[cluster]) if resample else np.arange(len(each))
            rows, human, length = scores[each.name][:, chosen], each.human[chosen], each.length[chosen]
            humans = np.tile(human, (3, 1))
            if partial:
                figures[resample, place] = correlate_partial_rows(rows, humans, [np.tile(length, (3, 1))], statistic)
            else:
                figures[resample, place] = correlate_rows(rows, humans, statistic)
    by_group = {
        group: [place for place, each in enumerate(sets) if each.group == group]
        for group in dict.fromkeys(each.group for each in sets)
    }
    everything = list(range(len(sets)))
    return [_summarise(group, chosen, sets, figures) for group, chosen in [*by_group.items(), ("", everything)]]


def _summarise(
    group: str, chosen: Sequence[int], sets: Sequence[FragmentCounts], figures: np.ndarray
) -> HeldOutWeights:
    usual, rare, learned = np.moveaxis(figures[:, chosen].mean(axis=1), -1, 0)
    return HeldOutWeights(
        group=group,
        sets=[sets[place].name for place in chosen],
        usual=float(usual[0]),
        rare=float(rare[0]),
        learned=float(learned[0]),
        gain=_find_ends(learned[1:] - usual[1:]),
        beyond_rare=_find_ends(learned[1:] - rare[1:]),
    )


def _find_ends(drawn: Array) -> tuple[float, float]:
    low, high = np.nanquantile(drawn, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2]).tolist()
    return low, high


def _name_weights(metric: FragmentMetric, learned: LearnedWeights, numbers: dict[FragmentKey, int]) -> FragmentWeights:
    keys = {number: key for key, number in numbers.items()}
    named = {
        spell_fragment(keys[number][1], chain=metric.chains): float(weight)
        for number, weight in zip(learned.kept.tolist(), learned.weights, strict=True)
    }
    return FragmentWeights(
        spec=metric.settings(),
        chains=metric.chains,
        weights=dict(sorted(named.items())),
        others=[float(weight) for weight in learned.others],
    )
