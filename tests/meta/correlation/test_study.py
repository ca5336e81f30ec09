"""Studies: figures, tests, outliers, kinds and lengths on a made-up judged set, against scipy and by definition."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import tertium
from tertium.errors import InputError, SpecError
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.running import correlate
from tertium.meta.correlation.scores import MetricScores
from tertium.meta.correlation.study import run_study
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.metrics.score_files.external_scores import ExternalScores
from tertium.stats.few_points import interval_of_few
from tests.meta.judged import make_judged, make_ranked

COUNT = 100


@pytest.fixture(scope="module")
def judged() -> JudgedSet:
    return make_judged()


def score(judged: JudgedSet, spec: str) -> np.ndarray:
    """Systems by segments, by the public door."""
    references = judged.test_set.references
    nested = [references.of(place) for place in range(len(references))]
    found = [tertium.score(list(texts), nested, [spec])[spec].segments for texts in judged.test_set.systems.values()]
    return np.array(found)


def test_pooled(judged: JudgedSet) -> None:
    outcome = correlate(judged, ["chrf"], resamples=COUNT)
    expected = stats.pearsonr(score(judged, "chrf").ravel(), judged.segment_scores().ravel()).statistic
    (study,) = outcome.studies
    assert study.figures[0].value == pytest.approx(expected, abs=1e-12)
    assert study.figures[0].count == 6 * 40
    interval = study.figures[0].interval
    assert interval is not None
    assert interval.low < expected < interval.high


def test_lower_is_better_is_turned_round(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["ter"], resamples=COUNT).studies
    expected = stats.pearsonr(score(judged, "ter").ravel(), judged.segment_scores().ravel()).statistic
    assert study.figures[0].value == pytest.approx(-expected, abs=1e-12)
    assert np.allclose(study.scores["ter"], score(judged, "ter").ravel()), "plots show scores as they are"


def test_by_system_is_the_mean_over_systems(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["chrf"], level="by-system", statistic="spearman", resamples=COUNT).studies
    human = judged.segment_scores()
    each = [stats.spearmanr(row, people).statistic for row, people in zip(score(judged, "chrf"), human, strict=True)]
    assert study.figures[0].value == pytest.approx(np.mean(each), abs=1e-12)
    assert list(study.figures[0].by_system.values()) == pytest.approx(each, abs=1e-12)


def test_by_segment_is_the_mean_over_segments(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["chrf"], level="by-segment", statistic="kendall-b", resamples=COUNT).studies
    pairs = zip(score(judged, "chrf").T, judged.segment_scores().T, strict=True)
    each = [stats.kendalltau(metric, people).statistic for metric, people in pairs]
    assert study.figures[0].value == pytest.approx(np.nanmean(each), abs=1e-12)


def test_systems_are_scored_from_summed_statistics(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["bleu"], level="system", resamples=COUNT).studies
    references = [judged.test_set.references.of(place) for place in range(len(judged.test_set))]
    corpus = [
        tertium.score(list(texts), references, ["bleu"])["bleu"].value for texts in judged.test_set.systems.values()
    ]
    assert study.scores["bleu"].tolist() == pytest.approx(corpus)
    assert study.figures[0].value == pytest.approx(stats.pearsonr(corpus, judged.system_scores()).statistic)


def test_missing_judgments_are_fine(judged: JudgedSet) -> None:
    kept = np.random.default_rng(3).random(len(judged.judgments)) < 0.4
    sparse = replace(judged, judgments=judged.judgments.select(kept))
    (study,) = correlate(sparse, ["chrf", "bleu"], resamples=COUNT).studies
    human = sparse.segment_scores()
    known = ~np.isnan(human)
    assert study.figures[0].value == pytest.approx(stats.pearsonr(score(sparse, "chrf")[known], human[known]).statistic)
    assert study.figures[0].count == known.sum()


def test_a_system_that_nobody_judged_is_left_out(judged: JudgedSet) -> None:
    kept = np.array([name != "bad" for name in judged.judgments.system])
    (study,) = correlate(
        replace(judged, judgments=judged.judgments.select(kept)), ["bleu"], level="system", resamples=COUNT
    ).studies
    assert "bad" not in study.systems
    assert study.figures[0].count == 5


def test_random_scores_are_in_a_lower_cluster(judged: JudgedSet) -> None:
    random = np.random.default_rng(1).normal(size=(6, 40))
    external = {judged.name: _external({"noise": random})}
    (study,) = correlate(judged, ["chrf"], external=external, resamples=400).studies
    assert [figure.rank for figure in study.figures] == [1, 2]
    assert study.adjusted is not None
    assert study.adjusted[0, 1] < 0.05


def test_scores_from_elsewhere_take_part_in_everything(judged: JudgedSet) -> None:
    human = judged.segment_scores()
    external = {judged.name: _external({"oracle": human, "reversed": -human}, lower=["reversed"])}
    for level in ("pooled", "system", "by-system", "by-segment"):
        (study,) = correlate(judged, ["chrf"], external=external, level=level, resamples=COUNT).studies
        assert study.figure("oracle").value == pytest.approx(1)
        assert study.figure("reversed").value == pytest.approx(1)


def test_between_has_people_last(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["chrf", "bleu"], resamples=COUNT).studies
    assert study.between.shape == (3, 3)
    assert study.between[2, 0] == pytest.approx(study.figures[0].value)
    assert np.allclose(np.diag(study.between), 1)


def test_a_stray_system_is_named_and_left_out() -> None:
    """One system is far better than its scores say, as in figure 2 of Callison-Burch, Osborne and Koehn."""
    metric = np.array([50.0, 51, 52, 53, 54, 55, 50.2])
    people = np.array([3.0, 3.11, 3.19, 3.3, 3.41, 3.5, 4.2])
    study = _study_of_systems(metric, people, Question(level="system", resamples=COUNT))
    figure = study.figures[0]
    assert list(figure.stray) == ["s6"]
    assert figure.value**2 < 0.2
    assert figure.without_stray is not None
    assert figure.without_stray**2 > 0.98
    assert figure.influence["s6"] < -0.5
    assert figure.influence["s6"] == pytest.approx(
        stats.pearsonr(metric, people).statistic - stats.pearsonr(metric[:-1], people[:-1]).statistic
    )


def test_an_extreme_system_is_named_and_left_out() -> None:
    people = np.array([3.0, 3.1, 3.05, 3.2, 3.15, 3.12, 0.5])
    study = _study_of_systems(
        np.array([30.0, 29, 31, 30.5, 29.5, 31.5, 10]), people, Question(level="system", resamples=COUNT)
    )
    assert list(study.extreme) == ["s6"]
    without = study.figures[0].without_extreme
    assert without is not None
    assert study.figures[0].value > 0.9 > without


def test_few_systems_have_no_outliers() -> None:
    study = _study_of_systems(
        np.array([1.0, 2, 3, 90]), np.array([1.0, 2, 3, -50]), Question(level="system", resamples=COUNT)
    )
    assert not study.extreme
    assert not study.figures[0].stray


def test_kinds_of_systems() -> None:
    """A kind that people like better than the metric does is underrated; within kinds the metric is always right."""
    metric = np.array([10.0, 11, 12, 20, 21, 22])
    people = np.array([3.0, 3.1, 3.2, 2.0, 2.1, 2.2])
    kinds = {f"s{place}": "rule-based" if place < 3 else "statistical" for place in range(6)}
    study = _study_of_systems(metric, people, Question(level="system", resamples=COUNT), kinds)
    everything, rules, statistical = study.kinds
    assert (everything.kind, rules.kind, statistical.kind) == ("", "rule-based", "statistical")
    assert everything.value < 0 < 0.99 < rules.value
    assert (everything.within, everything.across) == (1.0, 0.0)
    assert rules.offset > 1
    assert statistical.offset < -1


def test_lengths_cover_all_translations(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["chrf"], resamples=COUNT).studies
    assert sum(band.count for band in study.lengths) == 240
    highs = [band.high for band in study.lengths]
    assert highs == sorted(highs)


@pytest.mark.parametrize("statistic", ["accuracy-calibrated", "soft-accuracy"])
def test_statistics_of_segments(judged: JudgedSet, statistic: str) -> None:
    level = "system" if statistic == "soft-accuracy" else "by-segment"
    human = judged.segment_scores()
    external = {judged.name: _external({"oracle": human, "noise": np.random.default_rng(1).normal(size=human.shape)})}
    (study,) = correlate(judged, [], external=external, level=level, statistic=statistic, resamples=COUNT).studies
    oracle, noise = study.figures
    assert oracle.value > 0.99 > 0.8 > noise.value
    assert (oracle.rank, noise.rank) == (1, 2)
    assert noise.interval is not None
    assert noise.interval.low <= noise.value <= noise.interval.high


def test_rankings() -> None:
    ranked = make_ranked()
    wins = -np.array([ranked.judgments.value.reshape(30, 6).T]).squeeze()
    external = {ranked.name: _external({"oracle": wins, "constant": np.zeros((6, 30))})}
    (study,) = correlate(ranked, ["chrf"], external=external, statistic="kendall-wmt", resamples=COUNT).studies
    chrf, oracle, constant = study.figures
    assert oracle.value == 1
    assert constant.value == 0, "a tie is neither right nor wrong"
    assert 0 < chrf.value < 1
    assert oracle.count == 30 * 15


def test_questions_that_cannot_be_asked(judged: JudgedSet) -> None:
    with pytest.raises(SpecError, match="not defined at the level"):
        correlate(judged, ["bleu"], statistic="soft-accuracy")
    with pytest.raises(SpecError, match="no permutation test"):
        correlate(judged, ["bleu"], statistic="kendall-wmt", test="permutation")
    with pytest.raises(SpecError, match="there is no such setting"):
        correlate(judged, ["bleu"], lvl="system")
    with pytest.raises(SpecError, match="outlier"):
        correlate(judged, ["bleu"], cutoff=0.0)
    with pytest.raises((SpecError, InputError), match="rank"):
        correlate(judged, ["bleu"], statistic="kendall-wmt")
    with pytest.raises((SpecError, InputError), match="fluency"):
        correlate(judged, ["bleu"], judgment="fluency")
    with pytest.raises(InputError, match="no judged set"):
        correlate([], ["bleu"])


def test_no_test_means_no_draws(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["bleu", "chrf"], test="none").studies
    assert study.p_values is None
    assert all(figure.interval is None and figure.rank is None for figure in study.figures)


@pytest.mark.parametrize("test", ["permutation", "williams", "bootstrap"])
def test_every_test_tells_good_from_random(judged: JudgedSet, test: str) -> None:
    random = np.random.default_rng(1).normal(size=(6, 40))
    external = {judged.name: _external({"noise": random})}
    (study,) = correlate(judged, ["chrf"], external=external, test=test, resamples=400).studies
    assert study.p_values is not None
    assert study.p_values[0, 1] < 0.01


def _external(scores: dict[str, np.ndarray], lower: list[str] | None = None) -> ExternalScores:
    return ExternalScores(
        segments=scores, systems={}, higher_is_better={name: name not in (lower or []) for name in scores}
    )


def _study_of_systems(metric: np.ndarray, people: np.ndarray, question: Question, kinds: dict[str, str] | None = None):  # type: ignore[no-untyped-def]
    names = [f"s{place}" for place in range(len(metric))]
    test_set = tertium.TestSet(
        systems={name: ["a"] for name in names}, references=tertium.References.from_nested(["a"]), kinds=kinds or {}
    )
    judgments = Judgments(
        system=names,
        segment=np.zeros(len(names), dtype=np.int64),
        annotator=[""] * len(names),
        kind=["da"] * len(names),
        value=people,
    )
    judged = JudgedSet(name="made", test_set=test_set, judgments=judgments)
    scores = MetricScores(metric="metric", segments=np.full((len(names), 1), np.nan), systems=metric)
    return run_study(judged, [scores], question)


@pytest.mark.parametrize(
    ("statistic", "method"), [("pearson", "fisher-z"), ("kendall-b", "simulation"), ("accuracy", "simulation")]
)
def test_intervals_of_few_systems_are_those_of_few_points(statistic: str, method: str) -> None:
    metric, people = np.array([1.0, 3, 2, 4, 6, 5]), np.array([1.0, 2, 3, 4, 5, 6])
    study = _study_of_systems(metric, people, Question(level="system", statistic=statistic, seed=7))
    (figure,) = study.figures
    assert figure.interval == interval_of_few(figure.value, 6, statistic, seed=7)
    assert figure.interval.method == method
    assert figure.to_dict()["interval"]["method"] == method
    assert "few systems (6): figures are uncertain, and intervals are wide" in study.notes


def test_systems_are_drawn_where_that_is_asked_for() -> None:
    metric, people = np.array([1.0, 3, 2, 4, 6, 5]), np.array([1.0, 2, 3, 4, 5, 6])
    study = _study_of_systems(metric, people, Question(level="system", exchange="systems", resamples=COUNT))
    interval = study.figures[0].interval
    assert interval is not None
    assert (interval.method, interval.resamples) == ("bootstrap", COUNT)
    assert any("bootstrap intervals are too narrow" in note for note in study.notes)


def test_three_systems_have_no_interval_and_ten_are_not_few() -> None:
    three = _study_of_systems(np.array([1.0, 2, 3.5]), np.array([1.0, 2, 3]), Question(level="system"))
    assert three.figures[0].interval is not None
    assert np.isnan(three.figures[0].interval.low)
    assert "few systems (3): there is no interval with fewer than 4" in three.notes
    ten = _study_of_systems(np.arange(10.0) ** 2, np.arange(10.0), Question(level="system"))
    assert not any("few systems" in note for note in ten.notes)


def test_soft_accuracy_is_about_other_segments(judged: JudgedSet) -> None:
    (study,) = correlate(judged, ["chrf"], level="system", statistic="soft-accuracy", resamples=40).studies
    assert study.figures[0].interval is not None
    assert study.figures[0].interval.method == "bootstrap"
    assert study.drawn == "segments"
    assert any("few systems (6): the interval is about other segments" in note for note in study.notes)


def test_permutations_follow_the_number_of_tests(judged: JudgedSet) -> None:
    """With 1,000 for each of 55 tests, Holm's correction of the smallest p there can be is 0.055."""
    generator = np.random.default_rng(5)
    people = judged.segment_scores()
    noise = np.linspace(0.1, 4, 11) * people.std()
    scores = {f"{size:.2f}": people + size * generator.normal(size=people.shape) for size in noise}
    external = {judged.name: _external(scores)}
    (study,) = correlate(judged, [], external=external).studies
    assert study.test_resamples == 400 * 55
    assert study.adjusted is not None
    assert study.adjusted[0, 10] < 0.05
    assert not study.notes
    (few,) = correlate(judged, [], external=external, resamples=1000).studies
    assert few.test_resamples == 1000
    assert few.adjusted is not None
    assert few.adjusted.min() > 0.05
    assert few.notes == [
        "55 tests of 1,000 resamples: after the correction no difference can be significant; "
        "it could with 22,000 resamples, or fewer metrics"
    ]
    assert few.figures[0].interval == study.figures[0].interval, "intervals do not depend on the number of tests"
