"""Tune the parameters of a metric on judged translations, or learn a combination of metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.errors import SpecError
from tertium.meta.judgments.fitting import choose_fitting, choose_for_languages
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.combination import Combination, collect_features, train_combination
from tertium.meta.tuning.fragment_counts import FragmentKey, count_judged_fragments
from tertium.meta.tuning.fragment_tuning import LEAST, PENALTY, FragmentTuning, tune_fragments
from tertium.meta.tuning.search import Tuning, search_parameters, tally_judged
from tertium.meta.tuning.tunable import make_tunable
from tertium.metrics import features as own_features
from tertium.metrics.features.figures import OF
from tertium.metrics.spec import parse, require
from tertium.metrics.syntactic import FragmentMetric
from tertium.progress import Progress
from tertium.stats.resampling import SEED
from tertium.threads import resolve_threads


def tune(
    spec: str,
    judged: Sequence[JudgedSet],
    *,
    judgment: str = "",
    statistic: str = "pearson",
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Tune the parameters of a metric, so that it agrees best with human judgments.

    >>> from tertium import read_judged, samples
    >>> tuning = tune("meteor:stages=exact", read_judged(samples.path("judgments.tsv")))
    >>> sorted(tuning.values)
    ['alpha', 'beta', 'gamma']

    Args:
        spec: The metric: METEOR, or a syntactic metric with sizes. The search starts from its values.
        judged: The judged sets; each language pair is held out in turn. Those that the metric is not for are left out.
        judgment: The kind of judgment; the usual one if empty.
        statistic: The coefficient to maximise: one of ``tertium.registry.COEFFICIENTS``.
        seed: The seed of the other starting points of the search.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch.

    Returns:
        The tuned metric, and how it does on the language pairs held out.

    Raises:
        SpecError: If the metric has no parameters to tune.
    """
    tunable = make_tunable(spec)
    threads = resolve_threads(threads)
    fitting = choose_fitting(judged, {spec: tunable.metric})
    sets = [tally_judged(tunable, each, judgment, threads=threads, progress=progress) for each in fitting.sets]
    return replace(search_parameters(tunable, sets, statistic=statistic, seed=seed), notes=fitting.notes)


def weigh_fragments(
    spec: str,
    judged: Sequence[JudgedSet],
    *,
    judgment: str = "",
    statistic: str = "pearson",
    penalty: float = PENALTY,
    least: int = LEAST,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FragmentTuning:
    """Learn weights of individual subtrees or chains, so that a metric agrees best with human judgments.

    >>> from tertium import read_judged, samples
    >>> found = weigh_fragments("hwcm:length=2", read_judged(samples.path("judgments.tsv")))
    >>> found.weights.chains, len(found.weights.others)
    (True, 2)

    Args:
        spec: The metric: ``hwcm``, ``stm`` or ``dstm`` with settings, which reports precision.
        judged: The judged sets; each language pair is held out in turn. Those that the metric is not for are left out.
        judgment: The kind of judgment; the usual one if empty.
        statistic: The coefficient that measures agreement on what is held out. What is learned maximises Pearson's r.
        penalty: How strong the prior for equal weights is: per squared logarithm of a weight, this divided by the
            number of translations is taken off the mean correlation.
        least: A fragment has a weight of its own if at least this number of translations has it.
        seed: The seed of parts that are held out, and of the interval.
        progress: Called with the number of translations after each batch.

    Returns:
        The weights, themselves a metric once they are saved, and how they do on what was held out.

    Raises:
        SpecError: If the metric has no fragments to weigh, or a number is not possible.
    """
    metric = parse(spec)
    if not isinstance(metric, FragmentMetric):
        raise SpecError(f"{spec!r} has no fragments to weigh", remedy="Use hwcm, stm or dstm")
    require(not metric.fragment_weights, f"{spec!r} has weights of fragments already", "Leave fragment_weights out")
    require(0 < penalty < np.inf, f"the penalty is {penalty:g}", "Give a number above 0, such as 1")
    require(least >= 1, f"a fragment has to be in at least {least} translations", "Give 1 or more")
    numbers: dict[FragmentKey, int] = {}
    fitting = choose_fitting(judged, {spec: metric})
    sets = [
        count_judged_fragments(metric, each, numbers, judgment=judgment, progress=progress) for each in fitting.sets
    ]
    found = tune_fragments(metric, sets, numbers, statistic=statistic, penalty=penalty, least=least, seed=seed)
    return replace(found, notes=fitting.notes)


def learn(
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
    spoilt_weight: float = 0.0,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Combination:
    """Learn a combination of metrics and features from human judgments.

    >>> from tertium import read_judged, samples
    >>> combination = learn(read_judged(samples.path("judgments.tsv")), ["chrf", "ter"], name="mine")
    >>> [feature["name"] for feature in combination.table["feature"]]
    ['score of chrf', 'score of ter']

    Args:
        judged: The judged sets; each language pair is held out in turn. Those that a metric is not for are left out.
        metrics: Specs of metrics whose scores are features; or ``figure of spec``, such as ``penalty of meteor``.
        features: Names of ``tertium.metrics.features``, which are for English only; ``all`` for those
            that need no encoder, ``context`` for those that do, ``alone`` for those of the hypothesis only, ``source``
            for those of the hypothesis and its source.
        trainer: How to learn: one of ``tertium.registry.TRAINERS``.
        name: The name of the metric in signatures.
        judgment: The kind of judgment; the usual one if empty.
        statistic: The coefficient that measures agreement on the language pairs held out.
        plain: Whether metrics see lower-cased words, tokenised as for features; else the text as it is.
        standardise: Whether the judgments of each set are put on one scale first.
        spoilt_weight: Above 0, the model also learns from spoilt translations (the output for another segment, half of
            an output, the source itself), each of which counts as much. For ``ridge-by-kind`` only.
        seed: The seed of random draws.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each set.

    Returns:
        The combination, itself a metric once it is saved, and how it does on the language pairs held out.

    Raises:
        SpecError: If there is nothing to combine, or a metric, feature or trainer does not exist.
    """
    threads = resolve_threads(threads)
    require(0 <= spoilt_weight <= 1, f"the weight of what is spoilt is {spoilt_weight:g}", "Give 0 to 1, such as 0.02")
    require(
        not spoilt_weight or trainer == "ridge-by-kind",
        f"{trainer} does not learn from spoilt translations",
        "Use ridge-by-kind",
    )
    names = [spec if OF in spec else f"score{OF}{spec}" for spec in metrics]
    parsed = {spec: parse(spec) for spec in (each.partition(OF)[2] for each in names)}
    names += own_features.expand(features)
    if not names:
        raise SpecError("no metrics and no features to combine are given", remedy="Give at least one of either")
    if len(set(names)) < len(names):
        raise SpecError("a metric or feature is given twice", remedy="Give each once")
    fitting = choose_fitting(judged, parsed)
    if any(OF not in each for each in names):
        fitting = choose_for_languages(fitting, own_features.LANGUAGES, "features")
    if judged and not fitting.sets:
        raise SpecError(f"no judged set is left: {'; '.join(fitting.notes)}", remedy="Give metrics only, no features")
    sets = [
        collect_features(
            each,
            names,
            judgment=judgment,
            plain=plain,
            spoilt=spoilt_weight > 0,
            threads=threads,
            progress=progress,
        )
        for each in fitting.sets
    ]
    languages = {each.language for each in fitting.sets}
    language = languages.pop() if len(languages) == 1 else ""
    combination = train_combination(
        sets,
        names,
        trainer=trainer,
        name=name,
        language=language,
        statistic=statistic,
        plain=plain,
        standardise=standardise,
        spoilt_weight=spoilt_weight,
        seed=seed,
    )
    return replace(combination, notes=fitting.notes)
