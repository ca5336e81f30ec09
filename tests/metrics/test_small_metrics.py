"""RIBES, PER, CDER, GLEU and CharacTER: equal to other programs on WMT17, and at home with all that metrics can do."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import tertium
from tertium import samples
from tertium.metrics.spec import parse
from tests.golden import make_small_metrics as golden

NAMES = ["ribes", "per", "cder", "gleu", "character"]
REFERENCES = [f"the {word} dog saw a small cat in the old park {word}" for word in "abcdefghij"] * 12
GOOD = [text.replace("small", "tiny") for text in REFERENCES]
BAD = ["in a park dog" for _ in REFERENCES]
ROWS = [
    tuple(row.values())
    for row in csv.DictReader(
        (line for line in golden.OUTPUT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")),
        delimiter="\t",
    )
]


@pytest.mark.skipif(not golden.DATA.is_dir(), reason=f"NO DATA: {golden.DATA} is absent")
@pytest.mark.filterwarnings("ignore::tertium.TextWarning")
@pytest.mark.parametrize("system", golden.SYSTEMS)
def test_every_segment_of_wmt17_equals_the_peer(system: str) -> None:
    rows = {metric: (float(plain), float(weighted)) for name, metric, _, plain, weighted in ROWS if name == system}
    assert len(rows) == 4
    result = tertium.score(golden.read(f"hyp.{system}.txt"), golden.read("reference.txt"), list(rows))
    for metric, expected in rows.items():
        segments = result[metric].segments
        assert segments is not None
        weighted = float(segments @ np.arange(1, len(segments) + 1))
        assert (float(segments.sum()), weighted) == pytest.approx(expected, rel=1e-12)


def test_golden_rows_have_their_origin() -> None:
    assert {row[2] for row in ROWS} >= {"RIBES.py 1.03", "cer 1.2.0"}
    assert all(len(row) == len(golden.COLUMNS) for row in ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_the_better_system_is_named(name: str) -> None:
    found = tertium.compare({"good": GOOD, "bad": BAD}, REFERENCES, [name], baseline="good", resamples=200)
    test = found.test(name, "bad")
    assert test.better == "good"
    assert (test.difference < 0) == parse(name).higher_is_better
    assert test.p_value < 0.01


@pytest.mark.parametrize("name", NAMES)
def test_scores_have_intervals_and_documents(name: str) -> None:
    documents = ["one"] * 10 + ["two"] * 110
    texts = [*GOOD[:15], *BAD[15:]]
    result = tertium.score(texts, REFERENCES, [name], confidence=0.95, resamples=200, documents=documents)[name]
    assert result.interval is not None
    assert result.interval.low < result.value < result.interval.high
    assert result.documents is not None
    alone = tertium.score(texts[:10], REFERENCES[:10], [name])[name]
    assert result.documents["one"] == pytest.approx(alone.value)


def test_agreement_with_people_is_positive_whichever_way_the_scores_go() -> None:
    judged = tertium.read_judged(samples.path("judgments.tsv"))
    outcome = tertium.correlate(judged, NAMES, statistic="kendall-b", resamples=100)
    values = {figure.metric: figure.value for figure in outcome.studies[0].figures}
    assert set(values) == set(NAMES)
    assert min(values.values()) > 0.2
