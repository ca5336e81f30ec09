"""Scores of metrics that a folder of judged translations has ready, as those of mt-metrics-eval have."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from tertium.errors import InputError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.score_files.external_scores import ExternalScores, make_external
from tertium.metrics.score_files.metrics_eval_scores import read_score_file
from tertium.metrics.score_files.placed_scores import PlacedScores


def read_stored_scores(
    judged: JudgedSet, metrics: Sequence[str] | None = None, *, lower: Collection[str] = ()
) -> ExternalScores:
    r"""Read scores of metrics that the folder of a judged set has ready, for ``correlate(external=...)``.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tertium import read_judged
    >>> files = {
    ...     "system-outputs/de-en/one.txt": "a dog\n",
    ...     "references/de-en.refA.txt": "the dog\n",
    ...     "human-scores/de-en.wmt-z.seg.score": "one\t0.3\n",
    ...     "metric-scores/de-en/COMET-refA.seg.score": "one\t0.8\n",
    ... }
    >>> with TemporaryDirectory() as folder:
    ...     for name, text in files.items():
    ...         path = Path(folder, name)
    ...         path.parent.mkdir(parents=True, exist_ok=True)
    ...         _ = path.write_text(text)
    ...     (judged,) = read_judged(folder)
    ...     scores = read_stored_scores(judged)
    >>> scores.segments["COMET-refA"]
    array([[0.8]])

    Args:
        judged: From ``read_judged``.
        metrics: Their names, such as ``COMET-22-refA``; by default all that use no other references than the set does.
        lower: Metrics whose lower scores are better.

    Raises:
        InputError: There are no such scores, or a file is wrong; it names file and line.
    """
    if isinstance(metrics, str) or isinstance(lower, str):
        raise InputError("the names of the metrics are one string", remedy="Give a list of names")
    if judged.stored is None or not judged.stored.files:
        raise InputError(
            f"{judged.name} has no scores of metrics ready",
            remedy="They stand in metric-scores/PAIR/NAME-REF.seg.score in folders of mt-metrics-eval",
        )
    wanted = judged.stored.usual if metrics is None else list(dict.fromkeys(metrics))
    for name in wanted:
        if name not in judged.stored.files:
            raise InputError(
                f"{judged.name} has no scores of the metric {name!r}",
                remedy=f"There are: {', '.join(judged.stored.files)}",
            )
    return make_external({name: _read(judged, name) for name in wanted}, judged.name).turn(lower)


def _read(judged: JudgedSet, metric: str) -> PlacedScores:
    stored, systems = judged.stored, judged.systems
    assert stored is not None  # noqa: S101 - the caller looked
    placed = PlacedScores.empty(len(systems), len(judged.test_set))
    for level, path in stored.files[metric].items():
        scores = read_score_file(path, level, stored.systems, len(judged.test_set)).scores
        for row, name in enumerate(systems):
            if name in scores:
                placed.put(row, level, scores[name])
    if np.isnan(placed.segments).all() and np.isnan(placed.systems).all():
        raise InputError(
            f"there is no score of a system that takes part in {judged.name}",
            file=next(iter(stored.files[metric].values())),
            remedy="Leave the metric out",
        )
    return placed
