import json

import polars
import pyarrow
import pytest

import tertium
from tertium import metrics
from tertium.errors import SpecError

HYPOTHESES = ["the cat sat", "a dog"]
REFERENCES = ["the cat sat down", "a dog"]


def test_scores_are_a_table_for_polars_and_pyarrow() -> None:
    scores = tertium.score(HYPOTHESES, REFERENCES, ["bleu", "ter"], confidence=0.9, resamples=40)
    frame = polars.DataFrame(scores)
    assert frame["metric"].to_list() == ["bleu", "ter"]
    assert frame["value"].to_list() == [scores["bleu"].value, scores["ter"].value]
    assert frame["low"].to_list() == [scores[spec].interval.low for spec in scores]  # type: ignore[union-attr]
    assert pyarrow.table(scores)["signature"].to_pylist() == [score.signature for score in scores.values()]


def test_an_interval_that_was_not_asked_for_is_null() -> None:
    scores = tertium.score(HYPOTHESES, REFERENCES, ["chrf"])
    assert polars.DataFrame(scores)["low"].to_list() == [None]


def test_segments_are_a_table_counted_from_one() -> None:
    scores = tertium.score(HYPOTHESES, REFERENCES, ["chrf", "wer"])
    frame = polars.DataFrame(scores.by_segment())
    assert frame.columns == ["segment", "chrf", "wer"]
    assert frame["segment"].to_list() == [1, 2]
    assert frame["wer"].to_list() == scores["wer"].segments.tolist()  # type: ignore[union-attr]
    assert json.loads(json.dumps(scores.by_segment().to_dict()))["segment"] == [1, 2]


def test_tests_are_a_table() -> None:
    comparison = tertium.compare({"a": HYPOTHESES, "b": REFERENCES}, REFERENCES, ["ter"], resamples=40)
    frame = polars.DataFrame(comparison)
    assert frame["difference"].to_list() == [comparison.test("ter", "b").difference]
    assert frame["baseline"].to_list() == ["a"]


def test_a_stream_has_no_segments_to_give() -> None:
    test_set = metrics.make_test_set({"a": HYPOTHESES}, REFERENCES)
    scores = metrics.score_stream([test_set], ["ter"])["a"]
    with pytest.raises(SpecError, match="not kept"):
        scores.by_segment()
    with pytest.raises(SpecError, match="not kept"):
        _ = scores["ter"].rows


def test_notebooks_show_intervals() -> None:
    scores = tertium.score(HYPOTHESES, REFERENCES, ["wer", "chrf"], confidence=0.9, resamples=40)
    interval = scores["wer"].interval
    assert interval is not None
    shown = scores._repr_html_()
    assert f'<span class="interval">[{interval.low:.4f}, {interval.high:.4f}]</span>' in shown
    assert '"interval"' not in tertium.score(HYPOTHESES, REFERENCES, ["wer"])._repr_html_()
    comparison = tertium.compare({"a": HYPOTHESES, "b": REFERENCES}, REFERENCES, ["wer"], resamples=40)
    test = comparison.test("wer", "b")
    assert f'<td class="number">[{test.low:+.4f}, {test.high:+.4f}]</td>' in comparison._repr_html_()


def test_notebooks_show_escaped_tables() -> None:
    comparison = tertium.compare({"<a>": HYPOTHESES, "b": REFERENCES}, REFERENCES, ["ter"], resamples=40)
    assert "&lt;a&gt;" in comparison._repr_html_()
    assert ">ter ↓</th>" in comparison.systems["b"]._repr_html_()
