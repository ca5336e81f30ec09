"""Machine-translationness from Python."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars
import pyarrow
import pytest

from tertium.corpus.building import build_index
from tertium.corpus.counts import Count, Counts
from tertium.corpus.scan import ScanCounts
from tertium.errors import InputError, SpecError
from tertium.mtness import compare_mtness, find_mtness, find_mtness_by_system, make_segments, open_mtness
from tertium.mtness.detection.findings import Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.stages import Stage
from tertium.samples import mtness as samples
from tertium.stats.resampling import Resampling
from tertium.types import References, TestSet
from tests.mtness.notation import GivenCounts

LITERAL, BETTER, SOURCE = (
    samples.read_lines(name) for name in ("system.literal.es.txt", "system.better.es.txt", "source.ca.txt")
)
OURS: dict[str, Any] = {"source_language": "ca", "tagger": "wordlist", "dictionary": "pairs"}
DOCUMENTS = [f"document {number // 12}" for number in range(36)]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    folder = tmp_path_factory.mktemp("corpus") / "es.index"
    build_index([samples.path("corpus.es.txt")], folder)
    with open_mtness("es", f"index({folder})", **OURS) as opened:
        yield opened


@pytest.fixture(scope="module")
def literal(pipeline: Pipeline) -> Examination:
    return find_mtness(LITERAL, pipeline, sources=SOURCE, documents=DOCUMENTS, system="literal")


def make_test_set(**systems: list[str]) -> TestSet:
    return TestSet(systems=systems, references=References.from_nested([[]] * 36), sources=SOURCE, documents=DOCUMENTS)


def test_planted_errors_are_found(literal: Examination) -> None:
    """Most of them; the samples were written so that they can be."""
    rows = [row.split("\t") for row in samples.read_lines("planted.tsv")[1:]]
    found = {(each.segment + 1, each.best.repair.replacement) for each in literal.instances if each.best}
    planted = {int(row[0]) for row in rows if "literal" in row[4]}
    assert len({segment for segment, _ in found} & planted) >= 0.8 * len(planted)
    assert len({segment for segment, _ in found} - planted) <= 1


def test_an_examination_is_a_table(literal: Examination) -> None:
    frame = polars.DataFrame(literal)
    assert frame.height == len(literal.findings)
    assert frame["target"].to_list() == [LITERAL[each.segment] for each in literal.findings]
    assert frame["segment"].dtype == polars.Int64
    assert frame["count"].to_list() == [each.count for each in literal.findings]
    assert frame["expected"].null_count() == sum(each.expected is None for each in literal.findings)
    assert pyarrow.table(literal).column_names == frame.columns


def test_an_examination_without_findings_is_a_table(pipeline: Pipeline) -> None:
    empty = find_mtness([""], pipeline)
    assert polars.DataFrame(empty).height == 0
    assert polars.DataFrame(empty)["repaired"].dtype == polars.String


def test_an_examination_is_json(literal: Examination) -> None:
    data = json.loads(json.dumps(literal.to_dict(), allow_nan=False))
    assert (data["system"], data["language_pair"]) == ("literal", "ca-es")
    assert data["instances"] == sum(data["errors"].values()) == len(literal.instances)
    assert data["spans"] == {str(verdict): literal.verdicts[verdict] for verdict in Verdict}
    assert [each["number"] for each in data["segments"]] == list(range(1, 37))


def test_rates_are_in_1000_words(literal: Examination) -> None:
    assert literal.rate == pytest.approx(1000 * len(literal.instances) / sum(literal.words))
    assert literal.candidate_rate == pytest.approx(1000 * len(literal.candidates) / sum(literal.words))
    assert literal.tallies.sum(axis=0).tolist() == [
        len(literal.instances), len(literal.candidates), sum(literal.words)
    ]  # fmt: skip


def test_without_words_there_is_no_rate(pipeline: Pipeline) -> None:
    empty = find_mtness(["", "…"], pipeline)
    assert math.isnan(empty.rate)
    assert math.isnan(empty.candidate_rate)
    assert math.isnan(empty.by_document()[0]["rate"])
    assert empty.to_dict()["words"] == 0


def test_documents(literal: Examination) -> None:
    rows = literal.by_document()
    assert [row["document"] for row in rows] == ["document 0", "document 1", "document 2"]
    assert sum(row["words"] for row in rows) == sum(literal.words)
    assert sum(row["instances"] for row in rows) == len(literal.instances)
    for row in rows:
        assert row["rate"] == pytest.approx(1000 * row["instances"] / row["words"])


def test_repaired_text_has_the_first_suggestion(literal: Examination) -> None:
    columns = literal.by_finding().columns
    for target, repaired, span, suggestion in zip(
        *(columns[name] for name in ("target", "repaired", "span", "suggestion")), strict=True
    ):
        if suggestion:
            assert target.replace(span, suggestion, 1) == repaired != target


def test_systems_are_compared(pipeline: Pipeline) -> None:
    examinations = find_mtness_by_system(make_test_set(literal=LITERAL, better=BETTER), pipeline)
    assert [each.system for each in examinations] == ["literal", "better"]
    resampling = Resampling(resamples=500, seed=7)
    (found,) = compare_mtness(examinations, resampling)
    assert found.better == "better"
    assert found.difference.low < found.difference.high < 0
    assert found.rate < found.baseline_rate
    (turned,) = compare_mtness(examinations[::-1], resampling)
    assert turned.better == "better"
    assert turned.difference.value == pytest.approx(-found.difference.value)
    (again,) = compare_mtness(examinations, resampling, threads=2)
    assert again.to_dict() == found.to_dict()


def test_a_system_is_no_better_than_itself(pipeline: Pipeline) -> None:
    examinations = find_mtness_by_system(make_test_set(one=LITERAL, other=list(LITERAL)), pipeline)
    (found,) = compare_mtness(examinations)
    assert found.better is None
    assert found.difference.value == 0


def test_one_system_has_nothing_to_be_compared_with(literal: Examination) -> None:
    assert compare_mtness([literal]) == []


def test_systems_of_other_texts_are_not_compared(pipeline: Pipeline, literal: Examination) -> None:
    with pytest.raises(InputError, match="'literal' 36"):
        compare_mtness([literal, find_mtness(BETTER[:3], pipeline, system="short")])
    with pytest.raises(InputError, match="no words"):
        compare_mtness([literal, find_mtness([""] * 36, pipeline, system="empty")])


def test_what_one_system_has_is_a_suggestion_for_the_other(pipeline: Pipeline) -> None:
    segments = make_segments(make_test_set(literal=LITERAL, better=BETTER), "literal")
    assert segments[0].other_systems == {"better": BETTER[0]}
    with open_mtness("es", pipeline.counts, tagger="wordlist") as alone:
        found = find_mtness_by_system(
            TestSet(systems={"a": LITERAL, "b": BETTER}, references=References.from_nested([[]] * 36)), alone
        )
        (first, *_) = alone.run(segments[:1], Stage.SUGGESTIONS)
        assert ("other system", "vuelo") in {(str(each.action), each.replacement) for each in first.repairs}
        # A suggestion is not evidence.
        by_itself = find_mtness(LITERAL, alone)
    assert [each.text for each in found[0].instances] == [each.text for each in by_itself.instances] != []


def test_progress_counts_segments(pipeline: Pipeline) -> None:
    done: list[int] = []
    find_mtness_by_system(make_test_set(literal=LITERAL, better=BETTER), pipeline, progress=done.append)
    assert sum(done) == 72


class Newspaper:
    """A provider of somebody's own, which is no subclass of anything."""

    name = "newspaper"
    size = None

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = counts

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        return [Count(phrase=phrase, count=self.counts.get(phrase.lower(), 0)) for phrase in phrases]

    def describe(self) -> Mapping[str, str]:
        return {"provider": self.name, "year": "2006"}


def test_a_provider_of_ones_own_and_of_unknown_size() -> None:
    provider = Newspaper({"salida vuelo": 310, "salida quiere": 1, "salida": 9000, "quiere": 9000, "vuelo": 9000})
    assert isinstance(provider, Counts)
    with open_mtness("es", provider, **OURS) as pipeline:
        found = find_mtness(["Salida quiere."], pipeline, sources=["Sortida vol."])
    (finding,) = found.instances
    assert (finding.text, finding.count, finding.best and finding.best.count) == ("Salida quiere", 1, 310)
    assert "provider=newspaper,year=2006" in found.signature


def test_where_the_size_is_not_known_what_is_not_found_is_a_candidate_as_in_the_paper() -> None:
    with open_mtness("es", GivenCounts({}), **OURS) as pipeline:
        found = find_mtness(LITERAL, pipeline, sources=SOURCE, everything=True)
    assert {each.expected for each in found.findings} == {None}
    for finding in found.findings:
        # Of spans in each other, the smallest is told of.
        smaller = [each for each in found.candidates if each.segment == finding.segment and each is not finding]
        within = any(finding.start <= each.start and each.end <= finding.end for each in smaller)
        assert finding.verdict is (Verdict.UNDECIDED if within else Verdict.CANDIDATE)


def test_some_phrases_that_cannot_be_counted_are_a_warning() -> None:
    class Choosy(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [
                Count(phrase=each, count=None, error="too long") if len(each) > 15 else Count(phrase=each, count=1)
                for each in phrases
            ]

    with open_mtness("es", Choosy({}), **OURS) as pipeline:
        found = find_mtness(LITERAL, pipeline, sources=SOURCE, everything=True)
    (warning,) = found.warnings
    assert "phrases could not be counted" in warning
    assert "too long" in {each.note for each in found.findings}


def test_a_plain_file_is_scanned(literal: Examination) -> None:
    with open_mtness("es", f"scan({samples.path('corpus.es.txt')})", **OURS) as pipeline:
        assert isinstance(pipeline.counts, ScanCounts)
        found = find_mtness(LITERAL, pipeline, sources=SOURCE)
    texts = {each.text for each in literal.instances}
    assert len(found.instances) > 15
    assert {each.text for each in found.instances} <= texts


def test_without_sources_there_are_other_repairs(pipeline: Pipeline) -> None:
    found = find_mtness(LITERAL, pipeline)
    errors = {str(each.error) for each in found.instances}
    assert {"ser/estar", "apocopation"} <= errors
    # Other senses are known from what was learned of the system only.
    senses = [each for each in found.instances if str(each.error) == "wrong sense"]
    assert {str(each.best.repair.action) for each in senses if each.best} <= {"learned"}


def test_what_does_not_fit_together(pipeline: Pipeline, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="sources"):
        find_mtness(LITERAL, pipeline, sources=SOURCE[:3])
    with pytest.raises(InputError, match="documents"):
        find_mtness(LITERAL, pipeline, sources=SOURCE, documents=["one"])
    with pytest.raises(InputError, match="str"):
        find_mtness("El disco es lleno", pipeline)
    with pytest.raises(InputError):
        find_mtness([None], pipeline)  # type: ignore[list-item]
    with pytest.raises(SpecError, match="source language"):
        open_mtness("es", dictionary="pairs")
    with pytest.raises(SpecError, match="'xx'"):
        open_mtness("xx")
    with pytest.raises(InputError, match="no such index"):
        open_mtness("es", f"index({tmp_path / 'none'})", **OURS)
