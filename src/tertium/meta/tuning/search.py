"""Tuning: the parameters of a metric that agree best with people, and how well they do on language pairs never seen.

The words are aligned, or the trees counted, once; only the formula changes: METEOR's alpha, beta, gamma, delta and
weights of modules, the weights of depths and chains of the syntactic metrics. Nelder and Mead's search starts from the
usual values, and from others.

Each language pair is held out in turn, tuned without, and measured on: that figure is the honest one. What is given in
the end is tuned on everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.errors import InputError
from tertium.json_result import JsonResult
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.tunable import Tunable
from tertium.metrics.metric import Metric
from tertium.metrics.tallying import collect, fit
from tertium.notebook import ShownInNotebooks
from tertium.progress import Progress
from tertium.stats.correlation import correlate_vectors
from tertium.stats.resampling import SEED
from tertium.types import Array, Matrix, Offsets, References, TestSet

_STARTS = 4

# A search that takes this many steps has long stopped to gain anything that another data set would show.
_MOST_STEPS = 600


@dataclass(frozen=True, kw_only=True)
class TuningSet:
    """The tallies of judged translations, from which any setting of the formula can be scored.

    Attributes:
        name: The judged set.
        group: What is held out together: the language pair.
        rows: One row of tallies a translation, or for each of its references.
        offsets: Where the rows of each translation start.
        human: What people said of each translation.
    """

    name: str
    group: str
    rows: Matrix
    offsets: Offsets
    human: Array

    def measure(self, metric: Metric, statistic: str) -> float:
        """Return how far the metric agrees with people here; the best reference of each translation counts."""
        scores = np.maximum.reduceat(metric.for_segments().score(self.rows), self.offsets[:-1])
        return correlate_vectors(scores if metric.higher_is_better else -scores, self.human, statistic)


@dataclass(frozen=True, kw_only=True)
class HeldOut(JsonResult):
    """A language pair that was not tuned on.

    Attributes:
        group: The language pair.
        sets: The judged sets of it.
        usual: The mean statistic with the usual values.
        tuned: The mean statistic with values that were tuned on all other pairs.
        spec: The metric with these values.
    """

    group: str
    sets: Sequence[str]
    usual: float
    tuned: float
    spec: str


@dataclass(frozen=True, kw_only=True)
class Tuning(JsonResult, ShownInNotebooks):
    """A tuned metric.

    Attributes:
        spec: The metric, tuned on all judged sets.
        base: The metric that it was made from.
        held_out: How it does on pairs that it was not tuned on; empty if there is only one.
        values: The tuned values, by parameter.
        usual: The usual values, by parameter.
        fitted: The mean statistic on the sets that it was tuned on, which flatters it.
        statistic: The statistic.
        trained_on: The names of the judged sets.
        seed: The seed of the starts of the search.
        notes: Which judged sets were left out, and why.
    """

    spec: str
    base: str
    held_out: Sequence[HeldOut]
    values: dict[str, float]
    usual: dict[str, float]
    fitted: float
    statistic: str
    trained_on: Sequence[str]
    seed: int
    notes: Sequence[str] = ()

    def to_toml(self) -> str:
        """Return it as a file that is itself a metric: ``tertium score -m FILE.toml``."""
        import tomli_w

        training = {
            "base": self.base,
            "sets": list(self.trained_on),
            "statistic": self.statistic,
            "seed": self.seed,
            "fitted": round(self.fitted, 4),
            "held_out": {each.group: round(each.tuned, 4) for each in self.held_out},
        }
        return tomli_w.dumps({"spec": self.spec, "training": training})


def tally_judged(
    tunable: Tunable, judged: JudgedSet, judgment: str = "", *, threads: int = 1, progress: Progress | None = None
) -> TuningSet:
    """Tally the judged translations of a set."""
    flat = judged.flat(judgment)
    # Which reference is best may change with the formula, so each is tallied by itself.
    apart = tunable.by_reference
    hypotheses, references = list(flat.hypotheses), flat.references
    offsets: Offsets = np.arange(len(hypotheses) + 1)
    if apart:
        counts = references.counts
        hypotheses = [text for text, count in zip(hypotheses, counts.tolist(), strict=True) for _ in range(count)]
        offsets = references.offsets
        references = References(references.flat, np.arange(len(references.flat) + 1))
    fitted = fit({"": tunable.metric}, judged.test_set.references, threads)
    found = collect(
        [TestSet(systems={"": hypotheses}, references=references)],
        fitted,
        keep_rows=True,
        threads=threads,
        progress=progress,
    )
    rows = np.concatenate(found.tallies[""][""].rows)
    return TuningSet(
        name=judged.origin, group=judged.name.rpartition("/")[2], rows=rows, offsets=offsets, human=flat.scores
    )


def search_parameters(
    tunable: Tunable, sets: Sequence[TuningSet], *, statistic: str = "pearson", seed: int = SEED
) -> Tuning:
    """Find the values that agree best with people, and says how they do on pairs that were held out.

    Args:
        tunable: The metric.
        sets: The tallied sets.
        statistic: What is to be as high as possible, on average over the sets.
        seed: Where else than at the usual values the search starts.
    """
    if not sets:
        raise InputError("no judged sets to tune on are given", remedy="Give judged data")
    held_out = []
    groups = list(dict.fromkeys(each.group for each in sets))
    for group in groups if len(groups) > 1 else []:
        inside = [each for each in sets if each.group == group]
        best = tunable.set(_search(tunable, [each for each in sets if each.group != group], statistic, seed))
        usual = _mean(tunable.metric, inside, statistic)
        names = [each.name for each in inside]
        held_out.append(
            HeldOut(group=group, sets=names, usual=usual, tuned=_mean(best, inside, statistic), spec=best.settings())
        )
    values = _search(tunable, sets, statistic, seed)
    tuned = tunable.set(values)
    names = [parameter.name for parameter in tunable.parameters]
    return Tuning(
        spec=tuned.settings(),
        base=tunable.metric.settings(),
        held_out=held_out,
        values=dict(zip(names, values.tolist(), strict=True)),
        usual=dict(zip(names, tunable.usual.tolist(), strict=True)),
        fitted=_mean(tuned, sets, statistic),
        statistic=statistic,
        trained_on=[each.name for each in sets],
        seed=seed,
    )


def _search(tunable: Tunable, sets: Sequence[TuningSet], statistic: str, seed: int) -> Array:
    from scipy.optimize import minimize

    bounds = [(parameter.low, parameter.high) for parameter in tunable.parameters]
    low, high = np.array(bounds).T

    def lose(values: Array) -> float:
        return -_mean(tunable.set(_rounded(np.clip(values, low, high))), sets, statistic)

    generator = np.random.Generator(np.random.PCG64(seed))
    starts = [tunable.usual, *(low + (high - low) * generator.random((_STARTS - 1, len(low))))]
    options = {"maxfev": _MOST_STEPS, "xatol": 1e-3, "fatol": 1e-5}
    found = [minimize(lose, start, method="Nelder-Mead", bounds=bounds, options=options) for start in starts]
    best = min(found, key=lambda result: float(result.fun))
    return _rounded(np.clip(best.x, low, high))


def _rounded(values: Array) -> Array:
    """Three decimals: what is more is not known from any data, and cannot be read."""
    return np.round(values, 3)


def _mean(metric: Metric, sets: Sequence[TuningSet], statistic: str) -> float:
    values = [each.measure(metric, statistic) for each in sets]
    return float(np.mean([-1.0 if np.isnan(value) else value for value in values]))
