"""What a correlation comes to, in sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tertium import samples
from tertium.meta import JudgedSet, correlate, read_judged
from tertium.report import conclude_outcome


@pytest.fixture(scope="module")
def judged() -> JudgedSet:
    (found,) = read_judged(samples.path("judgments.tsv"))
    return found


def test_the_best_metric_is_named_with_its_interval_and_whether_others_differ(judged: JudgedSet) -> None:
    first, second = conclude_outcome(correlate(judged, ["bleu", "chrf", "ter"], resamples=200))
    assert first.startswith("BLEU agrees best with the annotators (Pearson's r over all translations 0.6")
    assert second == "The difference to chrF and TER is not significant."


def test_one_metric_is_not_the_best(judged: JudgedSet) -> None:
    (only,) = conclude_outcome(correlate(judged, ["chrf"], resamples=200))
    assert only.startswith("chrF agrees with the annotators (")


def test_few_points_are_said_to_be_few(judged: JudgedSet) -> None:
    said = conclude_outcome(correlate(judged, ["bleu", "chrf"], level="system", resamples=200))
    assert "That is from 3 systems only: too few to choose a metric by." in " ".join(said)


def test_judgments_that_are_all_the_same_say_nothing(judged: JudgedSet) -> None:
    same = replace(judged, judgments=judged.judgments.replace_values(np.full(len(judged.judgments), 3.0)))
    (said,) = conclude_outcome(correlate(same, ["bleu", "chrf"], resamples=200))
    assert said.startswith("No metric can be compared")
