"""Learned weights of individual chains and subtrees: the objective, weights that are known, and what is held out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import tertium
from tertium.errors import InputError, SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.tuning.fragment_counts import FragmentCounts, FragmentKey, count_judged_fragments
from tertium.meta.tuning.fragment_training import FragmentScorer, learn_weights, score_by, score_equally
from tertium.meta.tuning.fragment_tuning import split_parts, tune_fragments
from tertium.meta.tuning.learning import weigh_fragments
from tertium.metrics.spec import parse
from tertium.metrics.syntactic import FragmentMetric
from tertium.stats.partial import partial_correlation
from tertium.types import References, TestSet
from tests.meta.judged import make_judged
from tests.oracle import fragment_weights as oracle


@dataclass(frozen=True)
class Parsed:
    """Judged sets with two references per segment, and a file with a tree of each text."""

    sets: Sequence[JudgedSet]
    parser: str

    def count(self, spec: str) -> tuple[FragmentMetric, list[FragmentCounts], dict[FragmentKey, int]]:
        metric = parse(f"{spec},parser={self.parser}")
        assert isinstance(metric, FragmentMetric)
        numbers: dict[FragmentKey, int] = {}
        return metric, [count_judged_fragments(metric, each, numbers) for each in self.sets], numbers


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory) -> Parsed:
    sets = []
    for seed, pair in enumerate(("aa-en", "bb-en", "cc-en")):
        judged = make_judged(f"made/{pair}", segments=20, seed=seed)
        # The second reference lacks the first word, unless there is no other.
        nested = [[text, text.partition(" ")[2] or text] for text in judged.test_set.references.flat]
        test_set = TestSet(systems=judged.test_set.systems, references=References.from_nested(nested))
        sets.append(replace(judged, test_set=test_set))
    texts = {text for each in sets for texts in each.test_set.systems.values() for text in texts}
    texts |= {text for each in sets for text in each.test_set.references.flat}
    path = tmp_path_factory.mktemp("trees") / "trees.conllu"
    # The tags are made up, so that these trees have no brackets; the head of a word is the one in the middle before it.
    sentences = [
        "".join(f"{place}\t{word}\t_\t_\tX\t_\t{place // 2}\tdep\t_\t_\n" for place, word in enumerate(text.split(), 1))
        for text in sorted(texts)
    ]
    path.write_text("\n".join(sentences), encoding="utf-8")
    return Parsed(sets, f"conllu({path})")


@pytest.mark.parametrize("spec", ["hwcm:length=3", "dstm:depth=3,epsilon=0.01,weights=1+2+0.5", "hwcm:effective=no"])
def test_scores_are_those_of_the_metric(parsed: Parsed, spec: str, tmp_path: Path) -> None:
    metric, sets, numbers = parsed.count(spec)
    usual = score_equally(metric, sets[0])
    assert usual == pytest.approx(_score(parsed.sets[0], metric.settings()), abs=1e-12)
    found = tune_fragments(metric, sets[:1], numbers, least=2)
    path = tmp_path / "mine.toml"
    path.write_text(found.to_toml(), encoding="utf-8")
    learned = learn_weights(metric, sets[:1], penalty=1.0, least=2)
    scores = score_by(metric, sets[0], learned)
    assert scores == pytest.approx(_score(parsed.sets[0], str(path)), abs=1e-12)
    assert np.abs(scores - usual).max() > 0.01


def _score(judged: JudgedSet, spec: str) -> list[float]:
    flat = judged.flat()
    references = [list(flat.references.of(place)) for place in range(len(flat))]
    segments = tertium.score(list(flat.hypotheses), references, [spec])[spec].segments
    assert segments is not None
    return segments.tolist()


def test_the_gradient_is_that_of_the_correlation(parsed: Parsed) -> None:
    metric, sets, _ = parsed.count("hwcm:length=3,epsilon=0.001")
    kept = np.unique(sets[0].fragment)[::3]
    scorer = FragmentScorer(metric, sets[0], kept)
    generator = np.random.Generator(np.random.PCG64(1))
    weights = np.exp(generator.normal(0, 0.5, metric.sizes + len(kept)))
    r, gradient = scorer.agree(weights)
    assert r == pytest.approx(oracle.pearson(scorer.score(weights).tolist(), sets[0].human.tolist()))
    for place in generator.integers(len(weights), size=15):
        step = np.zeros(len(weights))
        step[place] = 1e-5
        slope = (scorer.agree(weights + step)[0] - scorer.agree(weights - step)[0]) / 2e-5
        assert gradient[place] == pytest.approx(slope, abs=1e-7)


def test_no_other_weights_are_better(parsed: Parsed) -> None:
    """The slow objective is higher for any weights around those found, and for equal ones."""
    metric, sets, _ = parsed.count("hwcm:length=2")
    learned = learn_weights(metric, sets, penalty=5.0, least=3)
    human = [each.human.tolist() for each in sets]

    def lose(weights: np.ndarray) -> float:
        some = replace(learned, others=weights[: metric.sizes], weights=weights[metric.sizes :])
        scores = [score_by(metric, each, some).tolist() for each in sets]
        return oracle.lose(scores, human, weights.tolist(), 5.0)

    best = np.concatenate((learned.others, learned.weights))
    generator = np.random.Generator(np.random.PCG64(2))
    least = lose(best)
    assert least < lose(np.ones(len(best)))
    for _ in range(10):
        assert least < lose(best * np.exp(generator.normal(0, 0.05, len(best))))


def test_weights_are_found_again(parsed: Parsed) -> None:
    """People who mind only one word: it gets the greatest weight, on pairs never seen too."""
    metric, sets, numbers = parsed.count("hwcm:length=1")
    (bread,) = (number for (_, key), number in numbers.items() if key == ("bread",))
    weights = replace(
        learn_weights(metric, sets, penalty=1.0, least=2), kept=np.array([bread]), weights=np.array([30.0])
    )
    judged = [replace(each, human=score_by(metric, each, replace(weights, others=np.ones(1)))) for each in sets]
    found = tune_fragments(metric, judged, numbers, penalty=0.1, resamples=40)
    assert found.list_extremes(1)[-1][0] == "bread"
    assert [each.group for each in found.held_out] == ["aa-en", "bb-en", "cc-en"]
    assert all(each.learned > each.usual + 0.05 for each in found.held_out)
    assert found.mean is not None
    low, high = found.mean.gain
    assert 0 < low < found.mean.learned - found.mean.usual < high
    assert found.mean.rare < found.mean.learned
    assert found.mean.beyond_rare[0] > 0
    # The same with length held constant, which is not what these people judged by.
    assert [each.group for each in found.equal_length] == ["aa-en", "bb-en", "cc-en", ""]
    for controlled, set_ in zip(found.equal_length, judged, strict=False):
        expected = partial_correlation(score_equally(metric, set_), set_.human, [set_.length], "pearson")
        assert controlled.usual == pytest.approx(expected)
        assert controlled.learned > controlled.usual
    strict = tune_fragments(metric, judged[:1], numbers, penalty=1e6)
    assert list(strict.weights.weights.values()) == pytest.approx(np.ones(len(strict.weights.weights)), abs=0.01)
    assert strict.mean is None


def test_neither_a_pair_nor_a_reference_is_on_both_sides(parsed: Parsed) -> None:
    """What people said of a pair, or of other translations of its sentences, does not change how it is scored."""
    metric, sets, numbers = parsed.count("hwcm:length=1")
    # A few sentences of the second pair are those of the first.
    shared = [*sets[0].references[:4], *sets[1].references[4:]]
    sets[1] = replace(sets[1], references=shared)
    assert split_parts(sets[:1], sets[1:], 1) == [{texts[0] for texts in sets[0].references}]
    before = tune_fragments(metric, sets, numbers, resamples=5)
    barred = [*sets[1].human[:4] + 50, *sets[1].human[4:]]
    changed = [replace(sets[0], human=sets[0].human[::-1]), replace(sets[1], human=np.array(barred)), sets[2]]
    after = tune_fragments(metric, [replace(sets[0]), *changed[1:]], numbers, resamples=5)
    assert before.held_out[0].learned == after.held_out[0].learned
    assert before.held_out[2].learned != after.held_out[2].learned
    turned = tune_fragments(metric, [changed[0], *sets[1:]], numbers, resamples=5)
    assert before.held_out[1].learned != turned.held_out[1].learned


def test_pairs_of_the_same_sentences_are_held_out_in_parts(parsed: Parsed) -> None:
    _, sets, _ = parsed.count("hwcm:length=1")
    same = replace(sets[1], references=sets[0].references)
    parts = split_parts(sets[:1], [same], 1)
    firsts = {texts[0] for texts in sets[0].references}
    assert len(parts) == 5
    assert set().union(*parts) == firsts
    assert sum(map(len, parts)) == len(firsts)


@pytest.mark.parametrize(
    ("spec", "settings", "message"),
    [
        ("bleu", {}, "no fragments to weigh. Use hwcm, stm or dstm"),
        ("tkm", {}, "no fragments to weigh"),
        ("hwcm:report=f1", {}, "for report=precision, not for report=f1"),
        ("hwcm", {"penalty": 0.0}, "the penalty is 0. Give a number above 0"),
        ("hwcm", {"least": 0}, "at least 0 translations. Give 1 or more"),
    ],
)
def test_what_cannot_be_learned(spec: str, settings: dict[str, float], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        weigh_fragments(spec, [make_judged(segments=2)], **settings)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_there_must_be_judgments() -> None:
    with pytest.raises(InputError, match="no judged sets to learn from"):
        weigh_fragments("hwcm", [])
