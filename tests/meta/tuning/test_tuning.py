"""Tuning: a metric gets back the values that the judgments were made with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import InputError, SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import read_judged
from tertium.meta.tuning.learning import tune
from tertium.meta.tuning.search import search_parameters, tally_judged
from tertium.meta.tuning.tunable import make_tunable
from tertium.metrics.spec import parse
from tertium.types import References, TestSet
from tests.meta.judged import make_judged


def judge_by(spec: str, judged: JudgedSet) -> JudgedSet:
    """The same translations, judged exactly as a metric would."""
    tallied = tally_judged(make_tunable(spec), judged)
    scores = parse(spec).for_segments().score(tallied.rows)
    values = np.maximum.reduceat(scores, tallied.offsets[:-1])
    # Cells come system after system, as the made-up judgments do.
    return replace(judged, judgments=judged.judgments.replace_values(values))


def test_values_are_found_again() -> None:
    sets = [
        judge_by("meteor:alpha=0.4,gamma=0.9,beta=1", make_judged(f"made/{pair}", seed=seed))
        for seed, pair in enumerate(("aa-en", "bb-en", "cc-en"))
    ]
    found = tune("meteor:stages=exact", sets)
    assert found.fitted > 0.999
    assert all(each.tuned > 0.999 for each in found.held_out)
    assert [each.group for each in found.held_out] == ["aa-en", "bb-en", "cc-en"]
    assert all(each.tuned > each.usual for each in found.held_out)
    assert parse(found.spec).settings() == found.spec


def test_held_out_pairs_are_not_tuned_on() -> None:
    """What people said of a pair makes no difference to the values that it is measured with."""
    sets = [make_judged(f"made/{pair}", seed=seed) for seed, pair in enumerate(("aa-en", "bb-en"))]
    first = tune("meteor:stages=exact", sets)
    judgments = sets[0].judgments
    changed = replace(sets[0], judgments=judgments.replace_values(judgments.value[::-1]))
    second = tune("meteor:stages=exact", [changed, sets[1]])
    assert first.held_out[0].spec == second.held_out[0].spec
    assert first.held_out[1].spec != second.held_out[1].spec


def test_the_same_pair_of_two_years_is_held_out_together() -> None:
    sets = [make_judged("one/aa-en", seed=1), make_judged("two/aa-en", seed=2), make_judged("one/bb-en", seed=3)]
    found = tune("meteor:stages=exact", sets)
    assert [list(each.sets) for each in found.held_out] == [["one/aa-en", "two/aa-en"], ["one/bb-en"]]


def test_one_pair_cannot_be_held_out() -> None:
    assert not tune("meteor:stages=exact", [make_judged()]).held_out


def test_the_best_reference_may_change_with_the_values() -> None:
    judged = make_judged(segments=12)
    texts = judged.test_set
    nested = [[text, f"{text} and more of it"] for text in texts.references.flat]
    both = replace(judged, test_set=TestSet(systems=texts.systems, references=References.from_nested(nested)))
    tunable = make_tunable("meteor:stages=exact")
    tallied = tally_judged(tunable, both)
    assert len(tallied.rows) == 2 * len(tallied.human)
    metric = tunable.set([0.1, 2.0, 0.3])
    scores = np.maximum.reduceat(metric.for_segments().score(tallied.rows), tallied.offsets[:-1])
    import tertium

    for place, (name, outputs) in enumerate(texts.systems.items()):
        direct = tertium.score(list(outputs), nested, [metric.settings()])[metric.settings()].segments
        assert direct is not None
        assert scores[place * 12 : (place + 1) * 12] == pytest.approx(direct), name


def test_weights_of_sizes() -> None:
    tunable = make_tunable("hwcm:length=3")
    assert [parameter.name for parameter in tunable.parameters] == [
        "weight of size 1",
        "weight of size 2",
        "weight of size 3",
    ]
    assert "weights=0.5+0+1" in tunable.set([0.5, 0.0, 1.0]).settings()
    assert "weights=1+1+1" in tunable.set([0.0, 0.0, 0.0]).settings(), "all zero is no metric"


def test_what_cannot_be_tuned() -> None:
    with pytest.raises(SpecError, match="nothing to tune"):
        make_tunable("bleu")
    with pytest.raises(InputError, match="no judged set"):
        search_parameters(make_tunable("meteor"), [])


def test_meteor_gains_on_pairs_never_seen(data: Path) -> None:
    sets = [each for each in read_judged(data / "wmt15-daseg") if each.name.endswith("-en")]
    found = tune("meteor:stages=exact", sets)
    assert np.mean([each.tuned - each.usual for each in found.held_out]) > 0.01
