"""Scoring: keys, batches, threads, streams and documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tertium
from tertium import References, TestSet
from tertium.errors import InputError, SpecError
from tertium.metrics import parse, score_reader, score_stream, score_systems
from tertium.stats import Resampling
from tertium.text.readers import open_test_set
from tertium.types import BATCH
from tests.metrics.tallying import make_corpus
from tests.strategies import Corpus, corpora

ALL = ["bleu", "chrf", "chrf++", "nist", "ter", "unigram", "wer"]
STREAMED = [spec for spec in ALL if spec != "nist"]


def as_test_set(corpus: Corpus, **columns: Any) -> TestSet:
    return TestSet(systems={"one": corpus.hypotheses}, references=References.from_nested(corpus.references), **columns)


def test_keys_are_the_specs_as_given() -> None:
    specs = ["bleu", " bleu:lowercase ", "bleu:lowercase=yes", "chrf:beta=2.0"]
    result = tertium.score(["A b"], ["a b"], specs)
    assert list(result) == specs
    assert [result[spec].spec for spec in specs] == specs
    assert len(result) == 4
    assert result.system == ""
    assert result.count == 1


MANY = [
    *ALL,
    "bleu:lowercase",
    "bleu:tokenize=char",
    "bleu:order=2",
    "nist:lowercase",
    "nist:tokenize=none,order=2",
    "unigram:lowercase",
    "unigram:report=recall",
    "wer:tokenize=13a",
    "chrf:lowercase",
    "chrf:whitespace",
    "chrf:char_order=2",
    "chrf++:lowercase",
    "chrf++:beta=1",
    "ter:case_sensitive",
    "ter:normalized",
    "ter:no_punct",
]


@given(corpus=corpora())
@example(Corpus(["The Cat. the,,5"], [["the cat . The,,5", "cat"]]))
def test_metrics_asked_for_together_score_as_each_alone(corpus: Corpus) -> None:
    together = tertium.score(corpus.hypotheses, corpus.references, MANY, threads=1)
    for spec in MANY:
        alone = tertium.score(corpus.hypotheses, corpus.references, [spec], threads=1)[spec]
        np.testing.assert_array_equal(together[spec].tallies, alone.tallies, err_msg=spec)
        assert together[spec].value == alone.value


def test_a_metric_that_was_not_asked_for_is_a_key_error_that_lists_the_others() -> None:
    result = tertium.score(["a"], ["a"], ["bleu", "ter"])
    with pytest.raises(KeyError, match=r"no score by 'chrf'.*bleu, ter"):
        result["chrf"]
    with pytest.raises(SpecError):
        result["chrf"]
    assert "chrf" not in result
    assert result.get("chrf") is None


@pytest.mark.parametrize(
    ("metrics", "message"), [("bleu", "the metrics are one string, 'bleu'"), ([], "there is no metric")]
)
def test_metrics_are_a_list_that_is_not_empty(metrics: Any, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        tertium.score(["a"], ["a"], metrics)


@pytest.mark.parametrize("function", [tertium.score, lambda h, r, m: tertium.compare({"a": h, "b": h}, r, m)])
def test_an_unknown_metric_is_refused_before_anything_is_scored(function: Callable[..., Any]) -> None:
    message = (
        r"there is no metric 'blue'. Did you mean 'bleu'\? There are: bertscore, bertscore-qe, blend, bleu, cder, "
    )
    with pytest.raises(SpecError, match=message):
        function(["a"], ["a"], ["ter", "blue"])


@given(corpus=corpora(), threads=st.integers(1, 3))
def test_a_corpus_is_the_sum_of_its_segments(corpus: Corpus, threads: int) -> None:
    result = tertium.score(corpus.hypotheses, corpus.references, STREAMED, threads=threads)
    for spec in STREAMED:
        alone = [
            tertium.score([hypothesis], [references], [spec], threads=threads)[spec]
            for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
        ]
        np.testing.assert_array_equal(result[spec].tallies, np.concatenate([score.tallies for score in alone]))
        np.testing.assert_array_equal(result[spec].segments, np.concatenate([score.segments for score in alone]))


def test_batches_threads_and_streams_do_not_change_a_score() -> None:
    corpus = make_corpus(2 * BATCH + 5)
    test_set = as_test_set(corpus, documents=[f"d{number // 1000}" for number in range(2 * BATCH + 5)])
    one, two, three = (score_systems(test_set, STREAMED, threads=threads)["one"] for threads in (1, 2, 3))
    parts = [
        score_systems(test_set[start : start + 100], STREAMED, threads=1)["one"]
        for start in (0, BATCH - 50, 2 * BATCH - 95)
    ]
    streamed = score_stream(test_set.batches(1000), STREAMED, threads=2)["one"]
    assert one.count == streamed.count == 2 * BATCH + 5
    for spec in STREAMED:
        for other in (two, three):
            np.testing.assert_array_equal(one[spec].tallies, other[spec].tallies)
            assert one[spec].value == other[spec].value
        for start, part in zip((0, BATCH - 50, 2 * BATCH - 95), parts, strict=True):
            np.testing.assert_array_equal(part[spec].segments, one[spec].segments[start : start + 100])  # type: ignore[index]
        assert streamed[spec].value == pytest.approx(one[spec].value, rel=1e-12)
        assert streamed[spec].signature == one[spec].signature
        assert streamed[spec].documents == pytest.approx(one[spec].documents, rel=1e-12)
        assert list(streamed[spec].documents) == [f"d{number}" for number in range(2 * BATCH // 1000 + 1)]  # type: ignore[arg-type]
        assert streamed[spec].components == pytest.approx(one[spec].components, rel=1e-12)
        assert streamed[spec].segments is None
        assert streamed[spec].tallies is None


@given(corpus=corpora(max_segments=6), size=st.integers(1, 4))
def test_a_stream_scores_as_the_whole(corpus: Corpus, size: int) -> None:
    test_set = as_test_set(corpus)
    whole = score_systems(test_set, STREAMED)["one"]
    streamed = score_stream(iter(list(test_set.batches(size))), STREAMED)["one"]
    for spec in STREAMED:
        assert streamed[spec].value == pytest.approx(whole[spec].value, rel=1e-12, abs=1e-12)


def test_a_metric_that_must_see_all_references_refuses_a_stream() -> None:
    with pytest.raises(SpecError, match=r"'nist:order=3' has to see all references.*Read the whole test set"):
        score_stream([as_test_set(make_corpus(3))], ["bleu", "nist:order=3"])


@pytest.mark.parametrize(
    ("metrics", "wanted", "way"),
    [
        (STREAMED, {}, "passages"),
        (["bleu", "nist"], {}, "read"),
        (["bleu"], {"by_segment": True}, "read"),
        (["bleu"], {"resampling": Resampling(resamples=40)}, "read"),
    ],
)
def test_a_reader_is_read_whole_only_where_that_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metrics: list[str], wanted: dict[str, Any], way: str
) -> None:
    (tmp_path / "one.txt").write_text("a b c d e\nx y\n", encoding="utf-8")
    reader = open_test_set([tmp_path / "one.txt"], [tmp_path / "one.txt"])
    whole = reader.read()
    ways: list[str] = []
    monkeypatch.setattr(reader, "read", lambda: ways.append("read") or whole)
    passages = reader.passages
    monkeypatch.setattr(reader, "passages", lambda **place: ways.append("passages") or passages(**place))
    scores = score_reader(reader, metrics, **wanted)["one"]
    assert ways == [way]
    assert scores[metrics[0]].value == score_systems(whole, metrics)["one"][metrics[0]].value
    assert (scores[metrics[0]].segments is None) == (way == "passages")


def test_an_empty_stream_has_no_score() -> None:
    with pytest.raises(InputError, match="not a single segment"):
        score_stream([], ["bleu"])


def test_a_system_that_is_missing_from_a_part_of_a_stream_has_no_score() -> None:
    references = References.from_nested(["a b"])
    parts = [
        TestSet(systems={"one": ["a b"], "two": ["a b"]}, references=references),
        TestSet(systems={"one": ["x y"]}, references=references),
    ]
    with pytest.raises(InputError):
        score_stream(parts, ["wer"])


def test_documents_that_are_missing_from_a_part_of_a_stream_are_an_error() -> None:
    references = References.from_nested(["a b"])
    parts = [
        TestSet(systems={"one": ["a b"]}, references=references, documents=documents) for documents in (["d"], None)
    ]
    with pytest.raises(InputError):
        score_stream(parts, ["wer"])


def test_progress_is_told_of_every_segment_once() -> None:
    told: list[int] = []
    tertium.score(["a"] * (BATCH + 3), ["a"] * (BATCH + 3), ["wer", "unigram"], progress=told.append)
    assert told == [BATCH, 3]


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_one_or_more(threads: int) -> None:
    with pytest.raises(SpecError, match=f"the number of threads cannot be {threads}"):
        tertium.score(["a"], ["a"], ["wer"], threads=threads)


def test_more_threads_than_segments_will_do() -> None:
    assert tertium.score(["a"], ["a"], ["wer"], threads=1000)["wer"].value == 0


@given(corpus=corpora(max_segments=6), data=st.data())
def test_a_document_scores_as_its_segments_alone(corpus: Corpus, data: st.DataObject) -> None:
    count = len(corpus.hypotheses)
    documents = data.draw(st.lists(st.sampled_from(["x", "y", ""]), min_size=count, max_size=count))
    result = tertium.score(corpus.hypotheses, corpus.references, STREAMED, documents=documents)
    for spec in STREAMED:
        found = result[spec].documents
        assert found is not None
        assert list(found) == list(dict.fromkeys(documents))
        for name, value in found.items():
            chosen = [index for index, document in enumerate(documents) if document == name]
            alone = tertium.score(
                [corpus.hypotheses[index] for index in chosen], [corpus.references[index] for index in chosen], [spec]
            )
            assert value == pytest.approx(alone[spec].value, abs=1e-9)


def test_without_documents_there_are_none() -> None:
    assert tertium.score(["a"], ["a"], ["wer"])["wer"].documents is None


def test_a_metric_object_is_scored_by_its_settings() -> None:
    metric = parse("ter:normalized")
    by_object = tertium.score(["a b c"], ["a b d"], [metric])[metric.settings()]
    assert by_object.value == tertium.score(["a b c"], ["a b d"], ["ter:normalized"])["ter:normalized"].value
    comparison = tertium.compare({"one": ["a b c"], "two": ["a b d"]}, ["a b d"], [metric], resamples=40)
    assert list(comparison.systems["one"]) == [metric.settings()]
