"""Tune the parameters of a metric on judged translations, or learn a combination of metrics."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.combination import Combination, collect_features, learn
from tertium.meta.tuning.search import Tuning, make_tunable, tally_judged, tune
from tertium.metrics import features as own_features
from tertium.metrics.features.figures import OF
from tertium.metrics.spec import parse
from tertium.progress import Progress
from tertium.stats.resampling import SEED
from tertium.threads import resolve_threads


def tune_metric(
    spec: str,
    judged: Sequence[JudgedSet],
    *,
    judgment: str = "",
    statistic: str = "pearson",
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Finds the parameters of a metric that agree best with people.

    Args:
        spec: The metric: METEOR, or a syntactic metric with sizes. Its values are where the search starts.
        judged: The judged sets; language pairs are held out in turn.
        judgment: The kind of judgment; the natural one if empty.
        statistic: What is to be as high as possible: one of ``tertium.registry.COEFFICIENTS``.
        seed: The seed of further starts.
        threads: How many threads to use.
        progress: Called with the number of segments after each batch.
    """
    tunable = make_tunable(spec)
    threads = resolve_threads(threads)
    sets = [tally_judged(tunable, each, judgment, threads=threads, progress=progress) for each in judged]
    return tune(tunable, sets, statistic=statistic, seed=seed)


def learn_metric(
    judged: Sequence[JudgedSet],
    metrics: Sequence[str] = (),
    features: Sequence[str] = (),
    *,
    trainer: str = "ridge",
    name: str = "learned",
    judgment: str = "",
    statistic: str = "pearson",
    plain: bool = True,
    standardise: bool = True,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Combination:
    """Learns a combination of metrics and features from what people said.

    Args:
        judged: The judged sets; language pairs are held out in turn.
        metrics: Specs of metrics whose scores are features; or ``figure of spec``, such as ``penalty of meteor``.
        features: Names of ``tertium.metrics.features``, which know only English; ``["all"]`` for all of them.
        trainer: ``ridge``, ``svr``, ``ranking`` or ``human-or-machine``.
        name: What the metric is to be called in signatures.
        judgment: The kind of judgment; the natural one if empty.
        statistic: How agreement is measured on pairs held out.
        plain: Whether metrics see words in lower case, split as features have them; else text as it is.
        standardise: Whether judgments of each set are put on one scale first.
        seed: The seed of what is drawn.
        threads: How many threads to use.
        progress: Called with the number of segments after each set.
    """
    threads = resolve_threads(threads)
    names = [spec if OF in spec else f"score{OF}{spec}" for spec in metrics]
    for each in names:
        parse(each.partition(OF)[2])
    names += own_features.NAMES if list(features) == ["all"] else features
    if not names:
        raise SpecError("there is nothing to combine", remedy="Give some metrics, or features")
    if len(set(names)) < len(names):
        raise SpecError("a metric or feature is given twice", remedy="Give each once")
    sets = [
        collect_features(each, names, judgment=judgment, plain=plain, threads=threads, progress=progress)
        for each in judged
    ]
    languages = {each.language for each in judged}
    language = languages.pop() if len(languages) == 1 else ""
    return learn(
        sets,
        names,
        trainer=trainer,
        name=name,
        language=language,
        statistic=statistic,
        plain=plain,
        standardise=standardise,
        seed=seed,
    )
