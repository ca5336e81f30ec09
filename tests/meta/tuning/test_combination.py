"""Learned combinations: they find what is there to be found, hold out what they say, and are metrics afterwards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import InputError, SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import read_judged
from tertium.meta.tuning.combination import FeatureSet, train_combination
from tertium.meta.tuning.learning import learn
from tertium.metrics.features.model import make_model
from tertium.registry import TRAINERS
from tertium.types import References, TestSet
from tests.meta.judged import make_judged

NAMES = ["score of chrf", "score of ter", "score of bleu"]


def make_features(count: int = 400, groups: int = 3, seed: int = 1) -> list[FeatureSet]:
    """Judgments that are a known function of two features, and a third that is noise."""
    generator = np.random.Generator(np.random.PCG64(seed))
    found = []
    for group in range(groups):
        rows = generator.normal(size=(count, 3))
        human = np.tanh(rows[:, 0]) - 0.5 * rows[:, 1] + generator.normal(0, 0.2, size=count)
        people = generator.normal([2.0, -2.0, 0.0], 1.0, size=(count, 3))
        found.append(
            FeatureSet(
                name=f"made/p{group}",
                group=f"p{group}",
                rows=rows,
                owner=np.arange(count),
                human=human,
                by_people=people,
                spoilt=np.zeros((0, 3)),
                spoilt_human=np.zeros(0),
            )
        )
    return found


@pytest.mark.parametrize("trainer", list(TRAINERS))
def test_every_trainer_beats_the_best_single_feature(trainer: str) -> None:
    found = train_combination(make_features(), NAMES, trainer=trainer)
    assert len(found.held_out) == 3
    for each in found.held_out:
        assert each.learned > max(each.single.values())
        assert each.learned > 0.85


@pytest.mark.parametrize("trainer", list(TRAINERS))
def test_the_file_predicts_what_scikit_learn_does(trainer: str) -> None:
    """The predictor that the file has, in numpy, against that of the library, before numbers were shortened."""
    (only,) = make_features(groups=1)
    found = train_combination([only], NAMES, trainer=trainer)
    assert not found.held_out
    model = make_model(found.table, "")
    standard = np.clip((only.rows - model.means) / model.deviations, -model.clip, model.clip)
    predicted = model.predictor.predict(standard)
    assert predicted == pytest.approx(_reference_prediction(trainer, only, standard, found.seed), abs=0.02)


def _reference_prediction(trainer: str, only: FeatureSet, standard: np.ndarray, seed: int) -> np.ndarray:
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR, LinearSVC

    human = (only.human - only.human.mean()) / only.human.std()
    if trainer in ("ridge", "ridge-by-kind"):  # one set, and no features with a penalty of their own
        return np.asarray(Ridge(alpha=1000.0).fit(standard, human).predict(standard))
    if trainer == "svr":
        return np.asarray(SVR(C=0.3, epsilon=0.8, gamma=1 / 12).fit(standard, human).predict(standard))
    if trainer == "human-or-machine":
        rows = np.concatenate([only.by_people, only.rows])
        means, deviations = rows.mean(axis=0), rows.std(axis=0)
        both = np.clip((rows - means) / deviations, -4, 4)
        machine = LinearSVC(C=0.01, class_weight="balanced", dual=False, random_state=0)
        machine.fit(both, np.repeat([1, 0], len(only.rows)))
        return np.asarray(machine.decision_function(both[len(only.rows) :]))
    # Boosting is ours: its trees are scikit-learn's, added up as they were grown.
    from tertium.meta.tuning.trainers import TrainingRows, train_ranking
    from tertium.metrics.features.predictor import KINDS

    grown = train_ranking(TrainingRows(names=NAMES, features=standard, target=human, groups=np.zeros(len(human))), seed)
    return KINDS["trees"].read(grown, 3).predict(standard)


def test_held_out_pairs_are_not_learned_from() -> None:
    sets = make_features()
    first = train_combination(sets, NAMES)
    turned = replace(sets[0], human=sets[0].human[::-1].copy())
    second = train_combination([turned, *sets[1:]], NAMES)
    # The weights that pair 0 is measured with do not depend on what people said of it.
    assert second.held_out[0].learned != pytest.approx(first.held_out[0].learned)
    again = train_combination([turned, *sets[1:]], NAMES)
    assert again.to_toml() == second.to_toml(), "the same data give the same file"


def test_ranking_learns_order_and_nothing_else() -> None:
    """Judgments that are stretched keep their order, so the trees are the same."""
    sets = make_features(count=150, groups=1)
    stretched = [replace(each, human=np.exp(3 * each.human)) for each in sets]
    assert (
        train_combination(sets, NAMES, trainer="ranking").table["predictor"]
        == train_combination(stretched, NAMES, trainer="ranking").table["predictor"]
    )


def test_people_need_two_references() -> None:
    (only,) = make_features(groups=1)
    with pytest.raises(SpecError, match="one reference per segment"):
        train_combination([replace(only, by_people=np.zeros((0, 3)))], NAMES, trainer="human-or-machine")


def test_what_cannot_be_learned() -> None:
    with pytest.raises(SpecError, match="there is no trainer 'magic'"):
        train_combination(make_features(), NAMES, trainer="magic")
    with pytest.raises(InputError, match="no judged set"):
        train_combination([], NAMES)
    with pytest.raises(SpecError, match="no metrics and no features to combine"):
        learn([make_judged()])
    with pytest.raises(SpecError, match="given twice"):
        learn([make_judged()], ["chrf", "chrf"])
    with pytest.raises(SpecError, match="there is no metric 'crf'"):
        learn([make_judged()], ["crf"])
    with pytest.raises(SpecError, match="chrf has no figure 'beauty'"):
        learn([make_judged()], ["beauty of chrf"])
    with pytest.raises(SpecError, match="there is no feature 'token9'"):
        learn([make_judged()], features=["token9"])


def test_a_combination_is_a_metric(tmp_path: Path) -> None:
    sets = [make_judged(f"made/{pair}", seed=seed) for seed, pair in enumerate(("aa-en", "bb-en", "cc-en"))]
    found = learn(sets, ["chrf", "ter", "penalty of meteor:stages=exact"], name="mine")
    path = tmp_path / "mine.toml"
    path.write_text(found.to_toml(), encoding="utf-8")
    judged = make_judged(seed=9)
    outputs = list(judged.test_set.systems["fair"])
    result = tertium.score(outputs, list(judged.test_set.references.flat), [str(path), "chrf"])[str(path)]
    assert 0 <= result.value <= 100
    assert result.segments is not None
    assert result.value == pytest.approx(result.segments.mean())
    assert np.corrcoef(result.segments, judged.segment_scores()[2])[0, 1] > 0.5
    assert result.signature.startswith("mine:")
    assert "sha256:" in result.signature


def test_two_references(tmp_path: Path) -> None:
    """The best reference of each translation counts, in training as in scoring."""
    judged = make_judged(segments=15)
    nested = [[text, "nothing like it at all"] for text in judged.test_set.references.flat]
    both = replace(judged, test_set=TestSet(systems=judged.test_set.systems, references=References.from_nested(nested)))
    found = learn([both], ["chrf"], trainer="human-or-machine")
    path = tmp_path / "mine.toml"
    path.write_text(found.to_toml(), encoding="utf-8")
    outputs = list(judged.test_set.systems["good"])
    one = tertium.score(outputs, [pair[0] for pair in nested], [str(path)])[str(path)]
    two = tertium.score(outputs, nested, [str(path)])[str(path)]
    assert one.segments is not None
    assert two.segments is not None
    assert (two.segments >= one.segments - 1e-9).all()


def test_combination_of_metrics_on_real_judgments(data: Path) -> None:
    """Four metrics together do better than each, on every pair that was held out."""
    sets: list[JudgedSet] = [each for each in read_judged(data / "wmt15-daseg") if each.name.endswith("-en")]
    found = learn(sets, ["bleu:lowercase", "chrf++", "ter", "meteor"])
    gains = [each.learned - max(each.single.values()) for each in found.held_out]
    assert np.mean(gains) > 0.005
