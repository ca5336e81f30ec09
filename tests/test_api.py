"""The public API: shapes, keys, batches, streams, documents, threads, and everything that is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium import References, TestSet
from tertium.api import (
    BATCH,
    Resampling,
    compare_systems,
    make_test_set,
    needs_whole_test_set,
    score_stream,
    score_systems,
)
from tertium.errors import InputError, SpecError
from tests.metrics.tallying import make_corpus
from tests.strategies import Corpus, corpora

ALL = ["bleu", "chrf", "chrf++", "nist", "ter", "unigram", "wer"]
STREAMED = [spec for spec in ALL if spec != "nist"]


def as_test_set(corpus: Corpus, **columns: Any) -> TestSet:
    return TestSet({"one": corpus.hypotheses}, References.from_nested(corpus.references), **columns)


# Shapes.

WRONG_SHAPES: list[tuple[Any, Any, str]] = [
    ("a string", ["a"], "the hypotheses are one string"),
    (b"bytes", ["a"], "the hypotheses are one string"),
    (["a"], "a string", "the references are one string"),
    (["a", "b"], ["a"], "has 2 segments, but there are references for 1"),
    (["a"], ["a", "b"], "has 1 segments, but there are references for 2"),
    ([], ["a"], "has 0 segments, but there are references for 1"),
    ([], [], "there is not a single segment"),
    (["a", "b"], [["a", "b"]], "has 2 segments, but there are references for 1"),
    (["a", "b", "c"], [["a", "b", "c"], ["a", "b", "c"]], "has 3 segments, but there are references for 2"),
    (["a", "b"], ["a", None], "segment 2 has no reference"),
    (["a", "b", "c"], [None, "b", []], "segment 1 and 1 more has no reference"),
    (["a"], [[]], "segment 1 has no reference"),
    (["a"], [[None]], "segment 1 has no reference"),
    (["a", None], ["a", "b"], "segment 2 of the hypotheses is of type NoneType"),
    (["a", 1], ["a", "b"], "segment 2 of the hypotheses is of type int"),
    ([b"a"], ["a"], "segment 1 of the hypotheses is of type bytes"),
    ([["a"]], ["a"], "segment 1 of the hypotheses is of type list"),
    (["a"], [1], "the reference of segment 1 is of type int"),
    (["a"], [b"a"], "the reference of segment 1 is of type bytes"),
    (["a"], [[b"a"]], "a reference of segment 1 is of type bytes"),
    (["a"], [[["a"]]], "a reference of segment 1 is of type list, nested too deeply perhaps"),
    (["a", "b"], ["a", ["b", 2.0]], "a reference of segment 2 is of type float"),
    (["a"], [{"a"}], "the reference of segment 1 is of type set"),
    (["a"], [{"a": 1}], "the reference of segment 1 is of type dict"),
]


@pytest.mark.parametrize(("hypotheses", "references", "message"), WRONG_SHAPES)
def test_a_wrong_shape_is_an_error_and_never_a_score(hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        tertium.score(hypotheses, references, ALL)
    assert caught.value.remedy
    with pytest.raises(InputError):
        tertium.compare({"one": hypotheses, "two": hypotheses}, references, ALL)


@pytest.mark.parametrize("unordered", [{"a", "b"}, {"a": 1, "b": 2}, frozenset({"a", "b"})])
def test_what_has_no_order_is_no_list_of_segments(unordered: Any) -> None:
    with pytest.raises(InputError):
        tertium.score(unordered, ["a", "b"], ["wer"])
    with pytest.raises(InputError):
        tertium.score(["a", "b"], unordered, ["wer"])


def test_the_length_error_names_the_system() -> None:
    with pytest.raises(InputError, match=r"the system 'two' has 1 segments, but there are references for 2"):
        tertium.compare({"one": ["a", "b"], "two": ["a"]}, ["a", "b"])


def test_documents_must_fit() -> None:
    with pytest.raises(InputError, match="the list of documents has 1 segments"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents=["d"])
    with pytest.raises(InputError, match="the documents are one string"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents="dd")
    with pytest.raises(InputError, match="segment 2 of the documents is of type NoneType"):
        tertium.score(["a", "b"], ["a", "b"], ["wer"], documents=["d", None])  # type: ignore[list-item]


@pytest.mark.parametrize("make", [list, tuple, iter, np.array])
def test_any_sequence_or_iterator_of_strings_will_do(make: Callable[[list[str]], Any]) -> None:
    hypotheses, references = ["a b", "c d"], ["a c", "c d"]
    result = tertium.score(make(hypotheses), make(references), ["wer"], documents=make(["x", "y"]))
    assert result["wer"].value == 0.25
    assert result["wer"].documents == {"x": 0.5, "y": 0}


def test_a_missing_reference_is_left_out_and_an_empty_one_counts() -> None:
    missing = tertium.score(["a"], [["a b", None]], ["ter"])["ter"]
    empty = tertium.score(["a"], [["a b", ""]], ["ter"])["ter"]
    assert missing.components["reference_length"] == 2
    assert empty.components["reference_length"] == 1
    assert "|refs:1|" in missing.signature
    assert "|refs:2|" in empty.signature


def test_ragged_references_are_counted_in_the_signature() -> None:
    result = tertium.score(["a", "b"], [["a"], ["b", "c", "d"]], ["bleu"])["bleu"]
    assert "|refs:1-3|" in result.signature


def test_a_string_and_a_list_of_one_are_the_same() -> None:
    one, other = (tertium.score(["a b"], [reference], ALL) for reference in ("a c", ["a c"]))
    assert [score.value for score in one.values()] == [score.value for score in other.values()]


@pytest.mark.parametrize("spec", ALL)
@pytest.mark.parametrize("place", [0, 5])
def test_a_lone_surrogate_is_refused_on_either_side(spec: str, place: int) -> None:
    good, bad = ["a"] * 6, ["a"] * 6
    bad[place] = "x\udcff"
    for hypotheses, references in ((bad, good), (good, bad)):
        with pytest.raises(InputError, match=f"segment {place + 1} holds a lone surrogate"):
            tertium.score(hypotheses, references, [spec])


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter"])
def test_a_huge_segment_is_refused_on_either_side(spec: str) -> None:
    limit = 16 * 2**20
    huge = "é" * (limit // 2) + "x"
    for hypotheses, references in ((["a", huge], ["a", "b"]), (["a", "b"], ["a", huge])):
        with pytest.raises(InputError, match=f"segment 2 has {limit + 1} bytes; the most is {limit}"):
            tertium.score(hypotheses, references, [spec])


def test_a_segment_of_the_largest_size_is_scored() -> None:
    largest = "a " * (8 * 2**20)
    assert tertium.score([largest], [largest], ["unigram:tokenize=none"])["unigram:tokenize=none"].value == 1


def test_an_error_beyond_the_first_batch_counts_from_the_start_of_the_corpus() -> None:
    size = BATCH + 10
    segments = ["a"] * size
    bad = [*segments[:-1], "\ud800"]
    with pytest.raises(InputError, match=f"segment {size} has no reference"):
        tertium.score(segments, [*segments[:-1], None], ["wer"])
    with pytest.raises(InputError, match=f"segment {size} holds"):
        tertium.score(bad, segments, ["wer"])


def test_an_error_in_a_reference_names_its_segment_and_not_its_place_in_a_flat_list() -> None:
    with pytest.raises(InputError, match="segment 2 holds"):
        tertium.score(["a", "b"], [["a", "b", "c"], ["d", "\ud800"]], ["wer"])


# Metrics.


def test_keys_are_the_specs_as_given() -> None:
    specs = ["bleu", " bleu:lowercase ", "bleu:lowercase=yes", "chrf:beta=2.0"]
    result = tertium.score(["A b"], ["a b"], specs)
    assert list(result) == specs
    assert [result[spec].spec for spec in specs] == specs
    assert len(result) == 4
    assert result.system == ""
    assert result.count == 1


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
    with pytest.raises(SpecError, match=r"there is no metric 'blue'. Did you mean 'bleu'\? There are: bleu, chrf, "):
        function(["a"], ["a"], ["ter", "blue"])


# Batches, threads, streams.


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
    assert needs_whole_test_set(["bleu", "nist"])
    assert not needs_whole_test_set(STREAMED)


def test_an_empty_stream_has_no_score() -> None:
    with pytest.raises(InputError, match="not a single segment"):
        score_stream([], ["bleu"])


def test_a_system_that_is_missing_from_a_part_of_a_stream_has_no_score() -> None:
    references = References.from_nested(["a b"])
    parts = [TestSet({"one": ["a b"], "two": ["a b"]}, references), TestSet({"one": ["x y"]}, references)]
    with pytest.raises(InputError):
        score_stream(parts, ["wer"])


def test_progress_is_told_of_every_segment_once() -> None:
    told: list[int] = []
    tertium.score(["a"] * (BATCH + 3), ["a"] * (BATCH + 3), ["wer", "unigram"], progress=told.append)
    assert told == [BATCH, 3]


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_one_or_more(threads: int) -> None:
    with pytest.raises(SpecError, match=f"{threads} threads cannot work"):
        tertium.score(["a"], ["a"], ["wer"], threads=threads)


def test_more_threads_than_segments_will_do() -> None:
    assert tertium.score(["a"], ["a"], ["wer"], threads=10_000)["wer"].value == 0


# Documents.


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


# Results.


def test_everything_is_json() -> None:
    corpus = make_corpus(30)
    scored = tertium.score(corpus.hypotheses, corpus.references, ALL, confidence=0.9, documents=["d"] * 30)
    compared = tertium.compare(
        {"a": corpus.hypotheses, "b": corpus.hypotheses[::-1]}, corpus.references, ALL, resamples=20
    )
    for result in (scored, compared):
        written = json.dumps(result.to_dict(), allow_nan=False)
        assert json.loads(written) == result.to_dict()
    first = scored.to_dict()["scores"][0]
    assert set(first) == {"metric", "value", "signature", "interval", "components", "documents", "segments"}
    assert len(first["segments"]) == 30


def test_a_result_prints_as_one_line_a_metric() -> None:
    result = tertium.score(["a b"], ["a c"], ["wer", "ter"], confidence=0.95)
    assert str(result) == "wer = 0.5000 [0.5000, 0.5000]\nter = 50.00 [50.00, 50.00]"


def test_the_notebook_table_escapes_what_it_shows() -> None:
    from tertium.results import Table

    assert "<td>&lt;b&gt;</td>" in Table(columns=("<i>",), rows=[("<b>",)])._repr_html_()
    assert "<td>wer</td>" in tertium.score(["a"], ["a"], ["wer"])._repr_html_()


def test_equal_results_are_equal() -> None:
    one, other = (tertium.score(["a b"], ["a c"], ["wer"])["wer"] for _ in range(2))
    assert one == other


def test_a_signature_has_all_settings_references_and_version() -> None:
    result = tertium.score(["a"], ["a"], ["chrf"])["chrf"]
    assert result.signature == (
        "chrf:char_order=6,word_order=0,beta=2,lowercase=no,whitespace=no,eps_smoothing=no"
        f"|refs:1|tertium:{tertium.__version__}"
    )


# Confidence.


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, float("nan")])
def test_a_confidence_is_between_0_and_1(level: float) -> None:
    with pytest.raises(SpecError, match="is not between 0 and 1"):
        tertium.score(["a"], ["a"], ["wer"], confidence=level)
    with pytest.raises(SpecError, match="is not between 0 and 1"):
        tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer"], confidence=level)


@pytest.mark.parametrize("resamples", [0, -1])
def test_resamples_are_one_or_more(resamples: int) -> None:
    with pytest.raises(SpecError, match=f"{resamples} resamples tell nothing"):
        Resampling(resamples=resamples)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(SpecError, match=f"the seed {seed} is not a whole number"):
        tertium.score(["a"], ["a"], ["wer"], confidence=0.9, seed=seed)


@pytest.mark.parametrize("field", ["seed", "resamples"])
def test_a_fraction_is_no_number_of_draws(field: str) -> None:
    with pytest.raises(SpecError):
        tertium.score(["a"], ["a"], ["wer"], confidence=0.9, **{field: 10.5})  # type: ignore[arg-type]


def test_the_largest_seed_works() -> None:
    assert tertium.score(["a"], ["a"], ["wer"], confidence=0.9, seed=2**64 - 1)["wer"].interval is not None


# Comparisons.


def test_each_system_is_compared_with_the_first() -> None:
    systems = {name: [name, "x"] for name in "abc"}
    comparison = tertium.compare(systems, ["a", "x"], ["wer", "ter"], resamples=10)
    assert [(test.metric, test.system, test.baseline) for test in comparison.tests] == [
        ("wer", "b", "a"),
        ("wer", "c", "a"),
        ("ter", "b", "a"),
        ("ter", "c", "a"),
    ]
    assert list(comparison.systems) == ["a", "b", "c"]
    assert comparison.test("ter", "c").difference == 50


def test_a_named_baseline_is_used() -> None:
    comparison = tertium.compare({name: [name] for name in "abc"}, ["a"], ["wer"], baseline="b", resamples=10)
    assert [(test.system, test.baseline) for test in comparison.tests] == [("a", "b"), ("c", "b")]


def test_all_pairs_are_each_compared_once() -> None:
    comparison = tertium.compare({name: [name] for name in "abcd"}, ["a"], ["wer"], pairs="all", resamples=10)
    assert {frozenset((test.system, test.baseline)) for test in comparison.tests} == {
        frozenset(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")
    }
    assert len(comparison.tests) == 6
    assert comparison.test("wer", "c", "b").baseline == "b"


def test_a_test_that_was_not_made_lists_those_that_were() -> None:
    comparison = tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer"], resamples=10)
    with pytest.raises(KeyError, match=r"no test of 'a' by 'wer'.*wer: b - a"):
        comparison.test("wer", "a")


def test_p_values_are_corrected_metric_by_metric() -> None:
    corpus = make_corpus(60)
    systems = {"base": corpus.hypotheses, "x": corpus.hypotheses[::-1], "y": [text[:9] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ["chrf", "wer"], resamples=99)
    for spec in ("chrf", "wer"):
        tests = [test for test in comparison.tests if test.metric == spec]
        smallest = min(tests, key=lambda test: test.p_value)
        assert smallest.adjusted == pytest.approx(min(1, 2 * smallest.p_value))


def test_the_difference_is_that_of_the_scores() -> None:
    corpus = make_corpus(50)
    systems = {"one": corpus.hypotheses, "two": [text[:-3] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ALL, resamples=50)
    for test in comparison.tests:
        one, two = (comparison.systems[name][test.metric].value for name in ("one", "two"))
        assert test.difference == pytest.approx(two - one, abs=1e-12)
        assert test.low <= test.difference <= test.high


def test_a_comparison_scores_as_each_system_alone() -> None:
    corpus = make_corpus(40)
    systems = {"one": corpus.hypotheses, "two": [text[:-3] for text in corpus.hypotheses]}
    comparison = tertium.compare(systems, corpus.references, ALL, resamples=10)
    for name, hypotheses in systems.items():
        alone = tertium.score(hypotheses, corpus.references, ALL)
        assert [score.value for score in comparison.systems[name].values()] == [score.value for score in alone.values()]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"systems": {"a": ["a"]}}, InputError, "there is only one system"),
        ({"systems": {}}, InputError, "the test set has no system"),
        ({"baseline": "c"}, SpecError, "there is no system 'c' to be the baseline. There are: a, b"),
        ({"method": "t-test"}, SpecError, "there is no test 't-test'. There are: bootstrap, randomization"),
        ({"pairs": "every"}, SpecError, "every"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    given_arguments: dict[str, Any] = {
        "systems": {"a": ["a"], "b": ["b"]},
        "references": ["a"],
        "metrics": ["wer"],
        **arguments,
    }
    with pytest.raises(error, match=message):
        tertium.compare(**given_arguments)


def test_a_system_whose_name_is_empty_may_be_the_baseline() -> None:
    comparison = tertium.compare({"a": ["a"], "": ["b"]}, ["a"], ["wer"], baseline="", resamples=10)
    assert [(test.system, test.baseline) for test in comparison.tests] == [("a", "")]


def test_a_metric_asked_for_twice_is_tested_once() -> None:
    comparison = tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["wer", "wer"], resamples=10)
    assert len(comparison.tests) == 1


def test_a_comparison_records_how_it_was_made() -> None:
    comparison = compare_systems(
        make_test_set({"a": ["a"], "b": ["b"]}, ["a"]), ["wer"], Resampling(0.8, 30, 5), method="randomization"
    )
    assert (comparison.method, comparison.resamples, comparison.seed, comparison.level) == ("randomization", 30, 5, 0.8)
