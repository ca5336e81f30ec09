"""The worst twin: always a twin, never better, and never below what is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from tertium.audit.segment import AuditedSegment
from tertium.audit.twins.worst_twin import TWIN_KINDS, bound_meteor, find_worst_twin
from tertium.errors import InputError, SpecError
from tertium.metrics.meteor import Meteor
from tertium.types import Array

HYPOTHESIS = "the cats were sitting on a mat in the house , and the dog slept near the big old door of it"
REFERENCE = "the cat sat on the mat in the house , while a dog was sleeping by the door of the old house"


def read(hypothesis: str, *references: str) -> AuditedSegment:
    return AuditedSegment.read(hypothesis, references, "bleu:tokenize=none")


@pytest.mark.parametrize("spec", ["meteor", "meteor-1.5", "chrf", "ter", "wer", "nist", "meteor:alignment=min-chunk"])
def test_a_worse_twin_is_found_by_any_metric(spec: str) -> None:
    segment = read(HYPOTHESIS, REFERENCE)
    twin = find_worst_twin(segment, spec, evaluations=600)
    assert twin.drop > 0.05
    assert (twin.after < twin.before) == twin.higher_is_better
    assert segment.is_twin([twin.words])[0]
    peer = BLEU(tokenize="none", effective_order=True)
    before, after = (peer.sentence_score(text, [REFERENCE]) for text in (HYPOTHESIS, twin.text))
    assert (before.counts, before.totals, before.score) == (after.counts, after.totals, after.score)
    assert twin.bleu == pytest.approx(before.score)
    assert twin.twins <= twin.evaluations + 2


def test_meteor_falls_to_its_bound() -> None:
    twin = find_worst_twin(read(HYPOTHESIS, REFERENCE), "meteor", evaluations=6000)
    assert twin.bound is not None
    assert twin.after == pytest.approx(twin.bound)
    assert twin.drop > 0.2


def test_a_search_is_the_same_for_the_same_seed() -> None:
    segment = read(HYPOTHESIS, REFERENCE)
    ours, again, other = (find_worst_twin(segment, "chrf", evaluations=300, seed=seed) for seed in (1, 1, 2))
    assert (ours.words, ours.after, ours.evaluations) == (again.words, again.after, again.evaluations)
    assert ours.words != other.words


def test_kinds_limit_what_a_twin_may_be() -> None:
    segment = read(HYPOTHESIS, REFERENCE)
    by_order = find_worst_twin(segment, "meteor", evaluations=1000, kinds=["orders"])
    assert Counter(by_order.words) == Counter(segment.hypothesis)
    by_word = find_worst_twin(segment, "meteor", kinds=["substitutions"], fillers=["jazz", "door", "zinc"])
    changed = [word for word, old in zip(by_word.words, segment.hypothesis, strict=True) if word != old]
    assert set(changed) == {"jazz", "zinc"}
    both = find_worst_twin(segment, "meteor", evaluations=1000, kinds=["orders", "substitutions"])
    every = find_worst_twin(segment, "meteor", evaluations=1000, kinds=TWIN_KINDS)
    assert every.after <= both.after <= min(by_order.after, by_word.after)


def test_synonyms_and_stems_are_lost() -> None:
    segment = read("a huge automobile stopped", "a big car stops")
    twin = find_worst_twin(segment, "meteor", kinds=["substitutions"])
    assert twin.after < 0.5 * twin.before
    assert twin.words[0] == "a"


def test_any_scorer_will_do() -> None:
    def count_letters(texts: Sequence[str]) -> Array:
        return np.array([float(text.index("z")) if "z" in text else 100.0 for text in texts])

    segment = read("p q r z", "a b")
    twin = find_worst_twin(segment, count_letters, evaluations=300, kinds=["orders"])
    assert twin.words[0] == "z"
    assert (twin.metric, twin.bound, twin.higher_is_better) == ("scorer", None, True)
    with pytest.raises(InputError, match="one number per text"):
        find_worst_twin(segment, lambda texts: np.zeros(1 + len(texts)), evaluations=10)


@pytest.mark.parametrize(
    ("hypothesis", "references"),
    [
        ("", ["a b"]),
        ("", [""]),
        ("a", ["a"]),
        ("x", ["a"]),
        ("a b c d e", ["a b c d e"]),
        ("x y z", ["a b c"]),
        ("a b x a b x a b", ["a b c"]),
        ("naïve 東京 🚁 a", ["東京 a naïve", "🚁 b"]),
        (" ".join(f"w{n}" if n % 3 else f"u{n}" for n in range(100)), [" ".join(f"w{n}" for n in range(100))]),
    ],
)
@pytest.mark.parametrize("spec", ["meteor", "chrf", "ter"])
def test_odd_segments(hypothesis: str, references: list[str], spec: str) -> None:
    segment = read(hypothesis, *references)
    twin = find_worst_twin(segment, spec, evaluations=300)
    assert segment.is_twin([twin.words])[0]
    assert twin.drop >= 0
    if twin.bound is not None:
        assert twin.after >= twin.bound - 1e-9
    assert twin.to_dict()["text"] == twin.text


def test_a_bound_is_known_only_where_all_matches_weigh_the_same() -> None:
    segment = read("a b x", "a b c")
    # Two of three words match: half of Fmean, which is 2 / (0.9 * 3 + 0.1 * 3).
    assert bound_meteor(segment, Meteor()) == pytest.approx(0.5 * 2 / 3)
    assert bound_meteor(segment, Meteor(weights="1+0.5+0.5")) is None
    assert bound_meteor(segment, Meteor(stages="porter+exact")) is None
    assert bound_meteor(segment, Meteor(figure="recall")) is None
    # METEOR would cut a word in two that is one for BLEU.
    assert bound_meteor(read("a, b", "a, c"), Meteor()) is None
    assert bound_meteor(read("a b c", "a", "b c d"), Meteor()) == pytest.approx(0.5 * 2 / 3)


def test_what_cannot_be_searched_is_refused() -> None:
    segment = read("a b", "a c")
    with pytest.raises(SpecError, match="kind of twin"):
        find_worst_twin(segment, "meteor", kinds=["luck"])
    with pytest.raises(SpecError, match="no kind"):
        find_worst_twin(segment, "meteor", kinds=[])
    with pytest.raises(SpecError, match="metric"):
        find_worst_twin(segment, "nonesuch")
    for budget in ({"evaluations": 0}, {"seconds": 0}):
        with pytest.raises(InputError, match="no budget"):
            find_worst_twin(segment, "meteor", **budget)


def test_time_is_kept() -> None:
    twin = find_worst_twin(read(HYPOTHESIS, REFERENCE), "chrf", evaluations=10_000_000, seconds=0.2)
    assert twin.evaluations < 10_000_000
