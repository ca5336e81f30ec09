"""How far annotators agree, on made judgments and on those of WMT12."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium.meta.judgments.agreement import measure_agreement, measure_preferences
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.layouts import read_judged
from tertium.meta.judgments.looks import find_looks, find_preferences
from tests.oracle import agreement as oracle

Row = tuple[str, int, str, str, float]


def make(rows: list[Row], sheet: list[str] | None = None) -> Judgments:
    system, segment, annotator, kind, value = zip(*rows, strict=True)
    return Judgments(
        system=system,
        segment=np.array(segment),
        annotator=annotator,
        kind=kind,
        value=np.array(value, dtype=float),
        sheet=sheet,
    )


def crowd(seed: int = 0) -> Judgments:
    """Eight annotators of 60 outputs, one who says anything and one who is severe; every third value is missing."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=60)
    rows: list[Row] = []
    for number in range(8):
        for item in range(60):
            if rng.random() < 1 / 3:
                continue
            noise = rng.normal()
            value = noise if number == 6 else quality[item] + 0.3 * noise - 5 * (number == 7)
            rows.append(("a", item + 1, f"annotator{number}", "da", float(value)))
    return make(rows)


def test_outlier_annotators_are_found() -> None:
    agreement = measure_agreement(crowd())
    assert {report.annotator: report.flags for report in agreement.outlier_annotators} == {
        "annotator6": ["correlation", "kappa"],
        "annotator7": ["mean", "kappa"],
    }
    assert (agreement.annotators, agreement.items, agreement.shared) == (8, 60, 60)
    assert np.isnan(agreement.fleiss)  # no two values are the same
    assert np.isnan(agreement.cohen)
    assert agreement.repeats == 0


def test_reports_are_those_of_numpy() -> None:
    judgments = crowd(3)
    scores = np.full((8, 60), np.nan)
    for annotator, segment, value in zip(judgments.annotator, judgments.segment, judgments.value, strict=True):
        scores[int(annotator[-1]), segment - 1] = value
    for number, report in enumerate(measure_agreement(judgments).reports):
        others = np.delete(scores, number, axis=0)
        shared = ~np.isnan(scores[number]) & ~np.isnan(others).all(axis=0)
        assert report.count == (~np.isnan(scores[number])).sum()
        assert report.shared == shared.sum()
        assert report.mean == pytest.approx(np.nanmean(scores[number]))
        assert report.deviation == pytest.approx(np.nanstd(scores[number]))
        means = np.nanmean(others[:, shared], axis=0)
        assert report.correlation == pytest.approx(np.corrcoef(scores[number, shared], means)[0, 1])
        own = np.repeat(scores[number][None], 7, axis=0).ravel()
        assert report.kappa == pytest.approx(oracle.cohen(own.tolist(), others.ravel().tolist(), "quadratic"))


def test_agreement_of_grades_is_that_of_the_oracle() -> None:
    rng = np.random.default_rng(5)
    quality = rng.integers(1, 6, 40)
    grades = np.clip(quality + rng.integers(-1, 2, (3, 40)), 1, 5).astype(float)
    grades[0, :10] = np.nan
    rows: list[Row] = [
        ("a", item + 1, f"j{annotator}", "fluency", grades[annotator, item])
        for annotator in range(3)
        for item in range(40)
        if not np.isnan(grades[annotator, item])
    ]
    agreement = measure_agreement(make(rows), resamples=200)
    units = [[value for value in column if value == value] for column in grades.T]
    assert agreement.alpha == pytest.approx(oracle.krippendorff(units, "interval"))
    assert agreement.fleiss == pytest.approx(oracle.fleiss(units))
    for name, weights in (("cohen", "nominal"), ("weighted", "quadratic")):
        pairs = [(0, 1, 30), (0, 2, 30), (1, 2, 40)]
        expected = sum(size * oracle.cohen(grades[a], grades[b], weights) for a, b, size in pairs) / 100
        assert getattr(agreement, name) == pytest.approx(expected)
    assert agreement.interval is not None
    assert agreement.interval.low < agreement.alpha < agreement.interval.high
    assert json.loads(json.dumps(agreement.to_dict()))["kind"] == "fluency"


def test_a_judge_is_compared_with_earlier_looks() -> None:
    rows: list[Row] = [("a", at, "x", "da", float(value)) for at, value in enumerate([1, 2, 3], start=1)]
    again: list[Row] = [("a", at, "x", "da", float(value)) for at, value in enumerate([1, 2, 5], start=1)]
    agreement = measure_agreement(make(rows + again, ["first"] * 3 + ["second"] * 3))
    assert agreement.repeats == 3
    assert agreement.intra_alpha == pytest.approx(oracle.krippendorff([[1, 1], [2, 2], [3, 5]], "interval"))
    assert agreement.intra_kappa == pytest.approx(oracle.cohen([1, 2, 3], [1, 2, 5], "quadratic"))
    assert np.isnan(agreement.alpha)  # there is nobody else


def test_looks_sum_errors_and_combine_grades() -> None:
    errors = make([("a", 1, "x", "mqm", 1), ("a", 1, "x", "mqm", 5), ("a", 1, "y", "mqm", 0)])
    assert find_looks(errors, "mqm").value.tolist() == [6, 0]
    grades = make([("a", 1, "x", "fluency", 1), ("a", 1, "x", "adequacy", 2), ("a", 1, "y", "fluency", 5)])
    assert find_looks(grades, "combined").value.tolist() == [1.5]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3), st.integers(1, 2), st.sampled_from("xyz"), st.sampled_from("12"), st.integers(1, 3)
        ),
        min_size=4,
        max_size=40,
    )
)
def test_preferences_are_those_of_the_oracle(drawn: list[tuple[int, int, str, str, int]]) -> None:
    drawn = list({row[:4]: row for row in drawn}.values())
    judgments = make(
        [(f"s{system}", segment, annotator, "rank", float(rank)) for system, segment, annotator, _, rank in drawn],
        [sheet for *_, sheet, _ in drawn],
    )
    said = [
        ((a[0], b[0], a[1]), a[2], int(np.sign(b[4] - a[4])))
        for a in drawn
        for b in drawn
        if a[0] < b[0] and a[1:4] == b[1:4]
    ]
    assume(said and not all(preference == 0 for *_, preference in said))
    looks = find_preferences(judgments.comparisons())
    for same_annotator in (False, True):
        found = measure_preferences(looks, same_annotator=same_annotator)
        if found.pairs:
            pairs, observed, kappa = oracle.preference_kappa(said, same_judge=same_annotator)
            assert (found.pairs, found.observed) == (pairs, pytest.approx(observed))
            assert found.kappa == pytest.approx(kappa, nan_ok=True)
    measure_agreement(judgments)  # whatever is missing


def test_agreement_of_ranks_does_not_depend_on_the_order_of_systems(made_data: Path) -> None:
    judgments = read_judged(made_data / "wmt12-ranking", pairs=["de-en"])[0].judgments
    turned = judgments.select(np.arange(len(judgments))[::-1])
    # Of an annotator's looks at a segment the first counts, which is another one now: alpha is not quite the same.
    there, back = measure_agreement(judgments), measure_agreement(turned)
    assert there.preferences == back.preferences
    assert there.intra_preferences == back.intra_preferences
    assert there.alpha == pytest.approx(back.alpha, abs=0.01)


def test_wmt12(data: Path) -> None:
    """Our own figures, so that a change is seen: the ones that WMT published are not at hand."""
    found = {judged.name[-5:]: measure_agreement(judged.judgments) for judged in read_judged(data / "wmt12-ranking")}
    for pair, inter, intra in (("de-en", 0.388, 0.399), ("fr-en", 0.279, 0.363)):
        agreement = found[pair]
        assert agreement.preferences is not None
        assert agreement.intra_preferences is not None
        assert agreement.preferences.kappa == pytest.approx(inter, abs=0.0006)
        assert agreement.intra_preferences.kappa == pytest.approx(intra, abs=0.0006)
        assert agreement.intra_alpha > agreement.alpha > 0.3
        assert agreement.outlier_annotators
