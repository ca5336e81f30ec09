"""``tertium.diff`` as a whole: what it returns, in which forms, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars
import pytest

import tertium
from tertium import samples
from tertium.contrast import DiffOptions, diff_systems
from tertium.errors import InputError, SpecError

SYSTEMS = {name: samples.read_lines(f"system.{name}.txt") for name in ("neural", "literal")}
REFERENCES = list(zip(samples.read_lines("reference.A.txt"), samples.read_lines("reference.B.txt"), strict=True))


@pytest.fixture(scope="module")
def found() -> tertium.Diff:
    return tertium.diff(
        SYSTEMS,
        REFERENCES,
        documents=samples.read_lines("documents.txt"),
        sources=samples.read_lines("source.es.txt"),
        labels={"parity": ["even", "odd"] * 7},
        top=3,
    )


def test_totals_are_the_scores(found: tertium.Diff) -> None:
    for place, (name, texts) in enumerate(SYSTEMS.items()):
        assert found.total.scores[place] == pytest.approx(tertium.score(texts, REFERENCES, ["chrf"])["chrf"].value)
        assert found.scores[name].spec == "chrf"
    assert (found.total.count, found.total.is_small, found.total.better) == (14, True, None)
    assert [each.by for each in found.breakdowns] == ["length", "frequency", "difficulty", "document", "parity"]
    for each in found.breakdowns:
        assert sum(bucket.count for bucket in each.buckets) == 14
        ahead = np.sum([bucket.ahead for bucket in each.buckets], axis=0)
        assert tuple(ahead) == found.total.ahead


def test_documents_are_those_of_score(found: tertium.Diff) -> None:
    documents = samples.read_lines("documents.txt")
    for place, texts in enumerate(SYSTEMS.values()):
        expected = tertium.score(texts, REFERENCES, ["chrf"], documents=documents)["chrf"].documents or {}
        buckets = {bucket.name: bucket.scores[place] for bucket in found.breakdown("document").buckets}
        assert buckets == pytest.approx(dict(expected))


def test_segments_are_those_with_the_largest_differences(found: tertium.Diff) -> None:
    scores = [np.asarray(tertium.score(texts, REFERENCES, ["chrf"])["chrf"].segments) for texts in SYSTEMS.values()]
    difference = scores[1] - scores[0]
    assert [each.better for each in found.segments] == sorted((each.better for each in found.segments), reverse=False)
    worst = [each for each in found.segments if each.better == "neural"]
    assert [each.difference for each in worst] == pytest.approx(np.sort(difference)[:3])
    first = worst[0]
    place = first.segment - 1
    assert first.outputs[1].text == SYSTEMS["literal"][place]
    assert first.references == list(REFERENCES[place])
    assert first.source == samples.read_lines("source.es.txt")[place]
    assert first.document == samples.read_lines("documents.txt")[place]


def test_frames_are_tables_for_others(found: tertium.Diff) -> None:
    frames = [found.by_bucket(), found.by_word_group(), found.by_ngram(), found.by_segment()]
    tables = [polars.DataFrame(frame) for frame in frames]
    assert tables[0].height == sum(len(each.buckets) for each in found.breakdowns) == polars.DataFrame(found).height
    assert tables[0]["p_value"].null_count() == tables[0].height
    assert tables[1].height == sum(len(each.groups) for each in found.words)
    assert tables[2].height == len(found.right.ngrams) + len(found.unmatched.ngrams)
    assert tables[3]["segment"].to_list() == [each.segment for each in found.segments]
    for part in (found.breakdowns[0], found.words[0], found.right):
        assert part.to_frame().to_dict()


def test_json_has_all(found: tertium.Diff) -> None:
    data: dict[str, Any] = json.loads(json.dumps(found.to_dict()))
    assert data["systems"] == ["neural", "literal"]
    assert [each["by"] for each in data["words"]] == ["frequency", "form"]
    assert data["segments"][0]["outputs"][0]["words"][0][:2] == [0, 3]
    assert set(data["ngrams"]) == {"right", "unmatched"}
    assert data["total"]["scores"] == list(found.total.scores)


def test_notebooks_show_an_escaped_table() -> None:
    shown = tertium.diff({"<b>": ["a"], "x": ["b"]}, ["a"])._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<h2>Segments in which &lt;b&gt; is better by most</h2>" in shown
    assert "too few" in shown


def test_the_test_set_and_the_options_give_the_same(found: tertium.Diff) -> None:
    test_set = tertium.make_test_set(SYSTEMS, REFERENCES, samples.read_lines("documents.txt"))
    again = diff_systems(test_set, "chrf", DiffOptions(top=3, labels={"parity": ["even", "odd"] * 7}))
    assert again.by_bucket().to_dict().keys() == found.by_bucket().to_dict().keys()
    assert [bucket.scores for bucket in again.breakdown("parity").buckets] == [
        bucket.scores for bucket in found.breakdown("parity").buckets
    ]


def test_data_frames_will_do(found: tertium.Diff) -> None:
    first, second = zip(*REFERENCES, strict=True)
    frame = polars.DataFrame({**SYSTEMS, "A": first, "B": second, "source": samples.read_lines("source.es.txt")})
    again = tertium.diff(frame, hypothesis=list(SYSTEMS), columns="reference=A+B", top=3)
    assert again.total == found.total
    assert [each.outputs for each in again.segments] == [each.outputs for each in found.segments]
    assert [each.source for each in again.segments] == [each.source for each in found.segments]


def test_words_are_those_of_the_metric_unless_others_are_asked_for() -> None:
    systems = {"a": ["The cat."], "b": ["the cat"]}
    assert tertium.diff(systems, ["the cat."]).tokenize == "13a"
    lower = tertium.diff(systems, ["the cat."], "bleu:lowercase,tokenize=none")
    assert (lower.tokenize, lower.lowercase) == ("none", True)
    other = tertium.diff(systems, ["the cat."], "bleu:lowercase", tokenize="char", lowercase=False)
    assert (other.tokenize, other.lowercase) == ("char", False)


@pytest.mark.parametrize("spec", ["bleu", "chrf++", "ter", "wer", "nist", "meteor", "unigram"])
def test_every_metric_will_do(spec: str) -> None:
    found = tertium.diff(SYSTEMS, REFERENCES, spec)
    assert found.total.scores[0] != found.total.scores[1]
    assert len(found.segments) >= 5


@pytest.mark.parametrize("text", ["", " ", "a"])
def test_empty_segments_are_no_trouble(text: str) -> None:
    found = tertium.diff({"a": [text, ""], "b": ["", ""]}, [[text], ["", text]])
    assert found.total.count == 2


def test_many_segments_of_one_kind_are_no_trouble() -> None:
    found = tertium.diff({"a": ["same"] * 150, "b": ["same"] * 150}, ["same"] * 150)
    assert (found.total.p_value, found.total.better, list(found.segments)) == (1.0, None, [])
    assert "p = 1.0000" in str(found)


@pytest.mark.parametrize("count", [1, 3])
def test_two_systems_are_needed(count: int) -> None:
    systems = {f"system{number}": ["a"] for number in range(count)}
    with pytest.raises(InputError, match="Give exactly two systems"):
        tertium.diff(systems, ["a"])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"labels": {"x": ["a", "b"]}}, InputError, "2 labels 'x', but 1 segment"),
        ({"labels": {"x": "a"}}, InputError, "one string"),
        ({"labels": {"length": ["a"]}}, SpecError, "cannot be called 'length'"),
        ({"top": -1}, SpecError, "-1 segments"),
        ({"rate": 2}, SpecError, "between 0 and 1"),
        ({"method": "t-test"}, SpecError, "there is no test 't-test'"),
        ({"tokenize": "nothing"}, SpecError, "there is no tokenizer"),
        ({"frequencies": "no-such-file.txt"}, InputError, "no-such-file.txt"),
        ({"frequencies": "nothing(x)"}, SpecError, "count provider"),
        ({"function_words": "klingon"}, InputError, "word list"),
        ({"sources": ["a", "b"]}, InputError, "sources"),
        ({"metric": "blue"}, SpecError, "bleu"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tertium.diff({"a": ["x"], "b": ["y"]}, ["x"], **arguments)


def test_an_unknown_breakdown_lists_those_there_are(found: tertium.Diff) -> None:
    with pytest.raises(SpecError, match="length, frequency, difficulty, document, parity"):
        found.breakdown("domain")
