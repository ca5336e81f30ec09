"""Weights of all evidence, learned from repairs of which it is known whether they are right."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from tertium.errors import InputError
from tertium.mtness.detection.combiner import ALL, SETTLED, Combiner, CountEvidence, list_features
from tertium.mtness.learning.training import Example, find_right, iterate_bins, train_combiner
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tests.mtness.notation import confused, replacing, tagged
from tests.oracle.wer import distance

TRUE = {"bias": -1.5, "gain": 0.8, "loss": 0.4, "synonyms": -2.0}


def draw_examples(count: int, seed: int = 3) -> list[Example]:
    dice = Random(seed)
    found = []
    for _ in range(count):
        gain = dice.gauss(1, 3)
        features = {
            "bias": 1.0,
            "gain": max(gain, 0.0),
            "loss": min(gain, 0.0),
            "synonyms": float(dice.random() < 0.2),
        }
        odds = sum(TRUE[name] * value for name, value in features.items())
        right = dice.random() < 1 / (1 + math.exp(-odds))
        found.append(Example(features, "A2" if dice.random() < 0.5 else "learned", right))
    return found


def test_weights_are_recovered() -> None:
    examples = draw_examples(6000)
    combiner = train_combiner(examples, "made up")
    assert combiner.origin == "made up"
    assert set(combiner.weights) == set(TRUE)
    for name, weight in TRUE.items():
        assert combiner.weights[name] == pytest.approx(weight, abs=0.25)
    # What is predicted is calibrated, here and in other text of the same kind.
    for action, share in combiner.shares.items():
        right = [each.right for each in examples if action in (each.action, ALL)]
        assert share == pytest.approx(np.mean(right), abs=0.02)
    others = draw_examples(6000, seed=4)
    probabilities = expit([combiner.weigh(each.features) for each in others]).tolist()
    for size, mean, share in iterate_bins(probabilities, [each.right for each in others]):
        assert abs(mean - share) < 3 * math.sqrt(0.25 / size) + 0.01


def test_a_feature_that_tells_all_has_a_weight_that_is_not_endless() -> None:
    examples = [Example({"bias": 1.0, "refuted": float(not right)}, "A2", right) for right in [True, False] * 50]
    weights = train_combiner(examples).weights
    assert -20 < weights["refuted"] < -3
    assert all(map(math.isfinite, weights.values()))


def test_how_sure_counts_alone_are_is_learned() -> None:
    others = [Example({"bias": 1.0}, "learned", right) for right in [True, False] * 20]
    assert train_combiner(others).settled == SETTLED
    counted = [Example({"bias": 1.0}, "A2", number < 10, settled=True) for number in range(46)]
    assert train_combiner([*others, *counted]).settled == pytest.approx((10 + 4 * 0.75) / 50)
    wrong = [Example({"bias": 1.0}, "A2", False, settled=True)] * 9000
    assert train_combiner([*others, *wrong]).settled == 0.001
    read_again = Combiner({"gain": 1.0}, {}, "here", 0.31)
    assert '"settled": 0.31' in read_again.render()


def test_features_that_an_example_lacks_are_0_there() -> None:
    examples = [Example({"bias": 1.0, "action A2": 1.0}, "A2", True)] * 20 + [Example({"bias": 1.0}, "x", False)] * 20
    weights = train_combiner(examples).weights
    assert weights["bias"] < 0 < weights["bias"] + weights["action A2"]


WORDS = st.lists(st.sampled_from(["a", "b", "c", "'", "¿"]), max_size=6)


@given(st.lists(st.tuples(WORDS, st.integers(0, 6), st.integers(0, 2), WORDS, WORDS), max_size=5))
def test_a_repair_is_right_if_it_brings_the_text_nearer(
    drawn: list[tuple[list[str], int, int, list[str], list[str]]],
) -> None:
    changes = []
    expected = []
    for words, start, length, new, original in drawn:
        first = min(start, len(words))
        stop = min(first + length, len(words))
        changes.append((words, (first, stop, tuple(new)), original))
        after = [*words[:first], *new, *words[stop:]]
        expected.append(distance(after, original) < distance(words, original))
    assert find_right(changes, 1) == expected


def test_right_and_wrong_repairs() -> None:
    words, original = ["haz", "clic", "a", "la", "lista"], ["haz", "clic", "en", "la", "lista"]
    changes = [(2, 3, ("en",)), (2, 3, ("por",)), (2, 3, ()), (2, 2, ("en",)), (4, 5, ("cola",))]
    assert find_right([(words, change, original) for change in changes]) == [True, False, False, False, False]
    assert find_right([]) == []


def test_bins_hold_all_examples() -> None:
    found = list(iterate_bins([0.0, 0.05, 0.95, 1.0, 0.1], [False, True, True, True, False]))
    assert found == [(2, 0.025, 0.5), (1, 0.1, 0.0), (2, 0.975, 1.0)]
    assert list(iterate_bins([], [])) == []


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    combiner = train_combiner(draw_examples(200), "made up")
    path = tmp_path / "weights.json"
    path.write_text(combiner.render(), encoding="utf-8")
    found = Combiner.read(path)
    assert found.version == combiner.version
    assert (found.origin, set(found.weights), set(found.shares)) == ("made up", set(TRUE), {"A2", "learned", ALL})
    assert found.weights == pytest.approx(combiner.weights, abs=1e-4)
    assert replace(found, weights={**found.weights, "gain": 9.0}).version != found.version


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"origin": "", "weights": {}}',
        '{"origin": "", "weights": [], "shares": {}}',
        '{"origin": "", "weights": {"gain": "x"}, "shares": {}}',
        '{"origin": "", "weights": {"gain": null}, "shares": {}}',
        '{"origin": "", "weights": {"gain": NaN}, "shares": {}}',
        '{"origin": "", "weights": {}, "shares": {"A2": Infinity}}',
        '{"origin": "", "weights": {"gain": 1' + "0" * 400 + '}, "shares": {}}',
        "[" * 100_000,
        "\ufeff{}",
    ],
)
def test_a_file_that_is_none_of_weights_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"weights\.json") as caught:
        Combiner.read(path)
    assert caught.value.remedy == "Make one with tertium mtness learn"
    with pytest.raises(InputError, match="missing"):
        Combiner.read(tmp_path / "missing")


def test_our_own_weights_are_there() -> None:
    combiner = Combiner.read()
    assert combiner.weights["gain"] > 0
    assert combiner.weights["refuted"] < 0
    assert all(0 <= share <= 1 for share in combiner.shares.values())


def test_features_of_a_repair() -> None:
    segment = tagged("disco/noun llevar/verb")
    repair = replace(replacing(segment, "llevar", "duro"), change=(1, 2, ("duro",)), gain=12.0)
    found = list_features(repair, CountEvidence(strength=9.0, refuted=True))
    name = str(OTHER_TRANSLATION)
    assert found == {
        "bias": 1.0,
        "gain": 10.0,
        "loss": 0.0,
        "gain as long": 10.0,
        f"gain {name}": 10.0,
        "longer": 0.0,
        "inserted": 0.0,
        "deleted": 0.0,
        "strength": 6.0,
        "refuted": 1.0,
        f"action {name}": 1.0,
    }
    confusion = replace(confused(["llevar"], [], 9, 10, gain=-20.0), synonyms=True)
    learned = replace(repair, gain=-2.0, change=(1, 2, ()), confusion=confusion)
    more = list_features(learned, CountEvidence())
    assert (more["gain"], more["loss"], more["gain shorter"], more["longer"], more["deleted"]) == (0, -2, -2, -1, 1)
    assert (more["typical"], more["synonyms"]) == (-10.0, 1.0)
    assert "gain longer" in list_features(replace(repair, change=(1, 1, ("a",))), CountEvidence())


def test_a_repair_without_a_language_model_has_no_features() -> None:
    repair = replacing(tagged("disco/noun llevar/verb"), "llevar", "duro")
    with pytest.raises(ValueError, match="language model"):
        list_features(repair, CountEvidence())


def test_weights_of_unknown_features_are_nothing() -> None:
    assert Combiner({"gain": 2.0, "loss": 1.0}).weigh({"gain": 1.5, "other": 7.0}) == 3.0
