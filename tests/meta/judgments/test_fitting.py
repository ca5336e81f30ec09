"""Experiments leave out the judged sets that their metrics are not for, whole, and say so once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tertium.errors import SpecError
from tertium.meta.correlation.running import correlate
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.learning import learn, tune, weigh_fragments
from tertium.metrics.score_files.external_scores import ExternalScores
from tertium.report import describe_outcome, render
from tests.meta.judged import make_judged


@pytest.fixture(scope="module")
def sets() -> list[JudgedSet]:
    pairs = ("xx-en", "en-ru", "yy-en", "unknown")
    languages = {"xx-en": "en", "en-ru": "ru", "yy-en": "eng", "unknown": ""}
    made = [make_judged(f"made/{pair}", seed=seed, segments=12) for seed, pair in enumerate(pairs)]
    return [replace(each, language=languages[each.name.partition("/")[2]]) for each in made]


NOTE = "left out: made/en-ru, since meteor is for English"


def test_a_set_is_left_out_for_all_metrics(sets: list[JudgedSet]) -> None:
    outcome = correlate(sets, ["bleu", "meteor"], test="none")
    assert outcome.sets == ["made/xx-en", "made/yy-en", "made/unknown"]
    assert list(outcome.notes) == outcome.to_dict()["notes"] == [NOTE]
    assert render(describe_outcome(outcome), "text").count(NOTE) == 1


def test_metrics_for_any_language_keep_all_sets(sets: list[JudgedSet]) -> None:
    outcome = correlate(sets, ["bleu", "meteor-universal"], test="none")
    assert len(outcome.sets) == len(sets)
    assert not outcome.notes


def test_many_metrics_are_named_without_their_settings(sets: list[JudgedSet]) -> None:
    metrics = ["chrf", *(f"meteor:alpha={alpha}" for alpha in (0.5, 0.6, 0.7, 0.8)), "meteor-1.5"]
    (note,) = correlate(sets, metrics, test="none").notes
    assert note == "left out: made/en-ru, since meteor, meteor-1.5 are for English"


def test_nothing_left_is_an_error(sets: list[JudgedSet]) -> None:
    with pytest.raises(SpecError, match="meteor is for English, and the translations are in Russian"):
        correlate(sets[1], ["bleu", "meteor"])


def test_scores_of_other_metrics_are_for_any_language(sets: list[JudgedSet]) -> None:
    judged = sets[1]
    external = ExternalScores({"meteor": judged.segment_scores()}, {}, {"meteor": True})
    outcome = correlate(judged, ["bleu"], external={judged.name: external}, test="none")
    assert outcome.studies[0].figure("meteor").value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("learned", "note"),
    [
        (lambda sets: tune("meteor:stages=porter", sets[:3]), NOTE.replace("meteor", "meteor:stages=porter")),
        (lambda sets: weigh_fragments("hwcm:length=1", sets[:3]), NOTE.replace("meteor", "hwcm:length=1")),
        (lambda sets: learn(sets[:3], ["chrf", "meteor"]), NOTE),
        (lambda sets: learn(sets[:3], ["chrf"], ["length.words"]), NOTE.replace("meteor is", "features are")),
    ],
)
def test_nothing_is_learned_from_them(
    learned: Callable[[list[JudgedSet]], Any], note: str, sets: list[JudgedSet]
) -> None:
    pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to learn weights of chains")
    found = learned(sets)
    assert list(found.notes) == found.to_dict()["notes"] == [note]
    assert list(found.trained_on) == ["made/xx-en", "made/yy-en"]


def test_features_alone_need_a_set_that_they_are_for(sets: list[JudgedSet]) -> None:
    with pytest.raises(SpecError, match="no judged set is left: left out: made/en-ru, since features are for English"):
        learn(sets[1:2], ["chrf"], ["length.words"])
