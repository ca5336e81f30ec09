"""Spoilt translations: what is made of a judged set, and what models learn from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import SpecError
from tertium.meta import learn, read_judged
from tertium.meta.tuning.spoiling import DEVIATIONS, spoil
from tertium.meta.tuning.trainers import TrainingRows, train_ridge_by_kind
from tertium.types import References

HEADER = "lp\tidx\thuman_da_z\tsource\treference\thypothesis\n"


def write_judged(folder: Path) -> Path:
    """Two judged sets in which no output is bad, and people liked the longer ones."""
    rows = []
    for pair in ("de-en", "cs-en"):
        for number in range(1, 31):
            text = " ".join(f"{word}{number % 5}" for word in ("house", "tree", "river", "stone")[: 2 + number % 3])
            rows.append(f"{pair}\t{number}\t{(number % 3) / 10}\tquelle{number} wort\t{text}\t{text}")
    folder.mkdir()
    (folder / "seg_da.tsv").write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return folder


def test_three_of_every_third_are_made(tmp_path: Path) -> None:
    flat = read_judged(write_judged(tmp_path / "judged"))[0].flat()
    made = spoil(flat)
    assert len(made.hypotheses) == 30
    others, halves, copies = (made.hypotheses[start : start + 10] for start in (0, 10, 20))
    assert list(made.places) == [*range(0, 30, 3)] * 3
    assert others[1] == flat.hypotheses[18]
    assert halves[2] == " ".join(flat.hypotheses[6].split()[: len(flat.hypotheses[6].split()) // 2])
    assert flat.sources is not None
    assert copies[3] == flat.sources[9]
    depths = (flat.scores.mean() - made.judgments) / flat.scores.std()
    assert depths == pytest.approx([DEVIATIONS] * 10 + [DEVIATIONS / 2] * 10 + [DEVIATIONS] * 10)
    assert len(spoil(replace(flat, sources=None)).hypotheses) == 20
    some = References.from_nested([None if at % 2 else "x" for at in range(30)])
    assert set(spoil(replace(flat, references=some)).places) == set(range(0, 30, 6))
    none = References.from_nested([None] * 30)
    assert not spoil(replace(flat, references=none)).hypotheses


def test_what_is_spoilt_costs_more_after_it(tmp_path: Path) -> None:
    judged = read_judged(write_judged(tmp_path / "judged"))
    asked = {"metrics": ["chrf", "wer"], "trainer": "ridge-by-kind"}
    plain, warned = (learn(judged, spoilt_weight=weight, **asked) for weight in (0.0, 1.0))  # type: ignore[arg-type]
    sums = [np.abs(found.table["predictor"]["weights"]).sum() for found in (plain, warned)]
    assert sums[1] > sums[0] + 0.1
    # Only what people judged decides what is usual, and how good the model is.
    assert [row["mean"] for row in plain.table["feature"]] == [row["mean"] for row in warned.table["feature"]]


def test_rows_count_by_their_weights() -> None:
    dice = np.random.default_rng(4)
    names = ["context2.sentence", "token1.recall"]
    rows, groups = dice.normal(size=(40, 2)), np.repeat([0, 1], 20)
    target = rows @ [1.0, -0.5] + groups
    twice = np.concatenate((np.arange(40), np.arange(10)))
    weights = np.where(np.arange(40) < 10, 2.0, 1.0)
    given = TrainingRows(names=names, features=rows, target=target, groups=groups, weights=weights)
    double = replace(given, features=rows[twice], target=target[twice], groups=groups[twice], weights=None)
    weighed, repeated = train_ridge_by_kind(given, 1), train_ridge_by_kind(double, 1)
    assert weighed["weights"] == pytest.approx(repeated["weights"], abs=1e-5)
    assert weighed["intercept"] == pytest.approx(repeated["intercept"], abs=1e-5)


def test_weights_and_trainers_that_cannot_be_are_refused(tmp_path: Path) -> None:
    judged = read_judged(write_judged(tmp_path / "judged"))
    with pytest.raises(SpecError, match="the weight of what is spoilt is 2"):
        learn(judged, ["chrf"], trainer="ridge-by-kind", spoilt_weight=2)
    with pytest.raises(SpecError, match="ridge does not learn from spoilt translations"):
        learn(judged, ["chrf"], spoilt_weight=0.1)
