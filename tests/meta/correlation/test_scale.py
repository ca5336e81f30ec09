"""Normalised judgments: of single annotators, or as they came; table 8 of METEOR and figures 2 and 3 use them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tertium import samples
from tertium.meta.correlation.experiment import load_experiment
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.running import correlate, run_experiment
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import MEAN
from tertium.meta.judgments.layouts import read_judged
from tertium.metrics.scoring import score_systems

COMBINED = ("fluency", "adequacy")


@pytest.fixture(scope="module")
def judged() -> JudgedSet:
    (found,) = read_judged(samples.path("judgments.tsv"))
    return found


def averaged(judged: JudgedSet, *, with_z: bool) -> JudgedSet:
    """The same set, with means over the annotators, as some data have them; and means of z-scores if wanted."""
    rows: list[tuple[str, int, str, float]] = []
    for kind in COMBINED:
        spread = judged.judgments.segment_scores(judged.systems, len(judged.test_set), kind)
        names = [(kind, spread)] + ([(f"{kind}-z", spread**2)] if with_z else [])
        rows += [
            (system, segment, name, float(scores[at, segment - 1]))
            for name, scores in names
            for at, system in enumerate(judged.systems)
            for segment in range(1, len(judged.test_set) + 1)
        ]
    judgments = Judgments(
        system=[row[0] for row in rows],
        segment=np.array([row[1] for row in rows]),
        annotator=[MEAN] * len(rows),
        kind=[row[2] for row in rows],
        value=np.array([row[3] for row in rows]),
    )
    return replace(judged, judgments=judgments)


def test_table_8_normalises_the_judgments_of_single_annotators(judged: JudgedSet) -> None:
    """The figures of a slow, obvious computation: each annotator's mean and deviation become those of all."""
    outcome = run_experiment(load_experiment("meteor-table-8"), [judged])
    scores = score_systems(judged.test_set, ["meteor"])
    rows = list(
        zip(
            judged.judgments.system,
            judged.judgments.segment.tolist(),
            judged.judgments.annotator,
            judged.judgments.kind,
            judged.judgments.value.tolist(),
            strict=True,
        )
    )

    def common(value: float, annotator: str, kind: str) -> float:
        own = [row[4] for row in rows if row[2:4] == (annotator, kind)]
        every = [row[4] for row in rows if row[3] == kind]
        return float(np.mean(every) + np.std(every) * (value - np.mean(own)) / np.std(own))

    for cell, change in zip(outcome.experiment.cells, (False, True), strict=True):
        figures = []
        for system in judged.systems:
            human = []
            for segment in range(1, len(judged.test_set) + 1):
                of_kind = [
                    np.mean(
                        [
                            common(row[4], row[2], kind) if change else row[4]
                            for row in rows
                            if row[:2] == (system, segment) and row[3] == kind
                        ]
                    )
                    for kind in COMBINED
                ]
                human.append(np.mean(of_kind))
            figures.append(np.corrcoef(human, scores[system]["meteor"].segments)[0, 1])
        assert outcome.figure(cell, judged.name).value == pytest.approx(np.mean(figures), abs=1e-12)
    raw, normalised = (outcome.figure(cell, judged.name).value for cell in outcome.experiment.cells)
    assert raw != normalised


def test_means_are_replaced_by_those_of_normalised_judgments(judged: JudgedSet) -> None:
    means = averaged(judged, with_z=True)
    outcome = run_experiment(load_experiment("meteor-table-8"), [means])
    assert [study.judgment for study in outcome.studies] == ["combined", "combined-z"]
    assert [study.annotators for study in outcome.studies] == [0, 0]
    asked = correlate(means, ["meteor"], level="by-system", judgment="combined-z", test="none")
    assert outcome.studies[1].figures[0].value == asked.studies[0].figures[0].value
    assert not any("annotator" in note for study in outcome.studies for note in study.notes)


def test_means_alone_are_said_not_to_change(judged: JudgedSet) -> None:
    outcome = run_experiment(load_experiment("meteor-table-8"), [averaged(judged, with_z=False)])
    raw, normalised = outcome.studies
    assert normalised.figures[0].value == pytest.approx(raw.figures[0].value, abs=1e-12)
    assert [note for note in normalised.notes if "one annotator, or are means" in note]
    assert not [note for note in raw.notes if "annotator" in note]


@pytest.mark.parametrize(("figure", "kind"), [(2, "adequacy"), (3, "fluency")])
def test_figures_2_and_3_are_of_adequacy_and_of_fluency(figure: int, kind: str, judged: JudgedSet) -> None:
    experiment = load_experiment(f"callison-burch-figure-{figure}")
    assert experiment.question == Question(level="system", judgment=kind, test="none")
    study = run_experiment(experiment, [judged]).studies[0]
    assert study.judgment == kind
    np.testing.assert_array_equal(study.human, judged.system_scores(kind))
