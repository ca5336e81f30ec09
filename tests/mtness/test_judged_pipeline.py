"""The sample systems from the text to the findings: by all evidence, by counts alone, and by the paper's rule."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tertium.corpus import PhraseIndex, build_index
from tertium.edits import apply_edits
from tertium.errors import InputError, SpecError
from tertium.mtness import MIN_PROBABILITY, ConfusionTable, Rule, find_mtness, list_hints, open_mtness
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.pipeline import Pipeline
from tertium.samples import mtness as samples
from tertium.types import References, TestSet
from tests.mtness.notation import GivenCounts, confused

GOLDEN = Path(__file__).parents[1] / "golden" / "mtness_samples.tsv"
SYSTEMS = {name: samples.read_lines(f"system.{name}.es.txt") for name in ("literal", "better")}
SOURCE = samples.read_lines("source.ca.txt")
CORPUS = f"scan({samples.path('corpus.es.txt')})"


def opened(**options: Any) -> Pipeline:
    return open_mtness("es", CORPUS, source_language="ca", tagger="wordlist", dictionary="pairs", **options)


def read_golden(rule: str, system: str) -> list[tuple[str, ...]]:
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        assert next(file).startswith("# commit bcd9b38")
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [tuple(row[2:]) for row in rows if row[:2] == [rule, system]]


def describe(finding: Finding) -> tuple[str, ...]:
    best = finding.best
    cells = (
        *(finding.segment, finding.start, finding.end, finding.text, finding.verdict, finding.error, finding.count),
        *((best.text, best.count) if best is not None else (None, None)),
    )
    return tuple("" if cell is None else str(cell) for cell in cells)


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("counts", {"counts_alone": True}),
        ("paper", {"rule": Rule(tested=False)}),
        ("paper", {"rule": Rule(tested=False), "counts_alone": True, "confusions": "none"}),
    ],
)
def test_counts_alone_find_what_they_found_before(rule: str, options: dict[str, Any]) -> None:
    with opened(**options) as pipeline:
        assert pipeline.judge is None
        for system, outputs in SYSTEMS.items():
            found = find_mtness(outputs, pipeline, sources=SOURCE)
            assert [describe(each) for each in found.findings] == read_golden(rule, system)
            assert all(each.probability is None for each in found.findings)
            assert "combiner" not in found.signature
            assert "learned" not in found.signature


@pytest.fixture(scope="module")
def pipeline() -> Iterator[Pipeline]:
    with opened() as found:
        yield found


def test_all_evidence_gives_probabilities(pipeline: Pipeline) -> None:
    found = find_mtness(SYSTEMS["literal"], pipeline, sources=SOURCE, everything=True)
    assert len(found.instances) > 10
    for finding in found.findings:
        if finding.verdict is not Verdict.INSTANCE:
            assert finding.probability is None
            continue
        assert finding.probability is not None
        assert MIN_PROBABILITY <= finding.probability < 1
        assert finding.best is not None
        assert finding.error == finding.best.repair.error
        shares = [each.probability for each in finding.suggestions]
        assert None not in shares
        assert shares == sorted(shares, reverse=True)  # type: ignore[type-var]
        assert sum(shares) <= finding.probability + 1e-9  # type: ignore[arg-type]
        for each in finding.suggestions:
            after = apply_edits(finding.text, each.repair.edits, finding.start)
            assert " ".join(after.split()) == each.text != finding.text
    json.dumps(found.to_dict())


def test_the_better_system_has_less_wrong(pipeline: Pipeline) -> None:
    rates = [
        len(find_mtness(outputs, pipeline, sources=SOURCE).instances)
        for outputs in (SYSTEMS["literal"], SYSTEMS["better"])
    ]
    assert rates[0] > 2 * rates[1]


def test_places_do_not_overlap(pipeline: Pipeline) -> None:
    found = find_mtness(SYSTEMS["literal"], pipeline, sources=SOURCE).instances
    places: dict[int, list[tuple[int, int]]] = {}
    for each in found:
        assert each.best is not None
        places.setdefault(each.segment, []).append((each.best.repair.start, each.best.repair.end))
    for some in places.values():
        for (_, end), (start, _) in zip(sorted(some), sorted(some)[1:], strict=False):
            assert end <= start


def test_a_higher_threshold_finds_less(pipeline: Pipeline) -> None:
    sizes = []
    for threshold in (0.05, 0.5, 0.8, 0.999):
        with opened(rule=Rule(min_probability=threshold)) as other:
            found = find_mtness(SYSTEMS["literal"], other, sources=SOURCE)
            assert all((each.probability or 1) >= threshold for each in found.instances)
            sizes.append(len(found.instances))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_what_was_learned_is_proposed(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    ConfusionTable([confused(["carpeta"], ["casilla"], 40, 40, gain=6.0)], language_pair="ca-es").write(path)
    text = ["La carpeta está llena."]
    for table, expected in ((path, {"casilla"}), ("none", set())):
        with opened(confusions=table, rule=Rule(min_probability=0.0001)) as pipeline:
            found = find_mtness(text, pipeline, sources=["La carpeta és plena."])
        words = {each.repair.replacement for one in found.findings for each in one.suggestions}
        assert words & {"casilla"} == expected
        assert ("learned:ca-es sha256:" in found.signature) == bool(expected)


def test_a_provider_without_a_size_goes_by_counts_alone() -> None:
    counts = GivenCounts({"disco duro": 900})
    with open_mtness("es", counts, source_language="ca", tagger="wordlist", dictionary="pairs") as pipeline:
        assert pipeline.judge is None
        (found,) = find_mtness(["El disco llevar."], pipeline, sources=["El disc dur."]).instances
        assert (found.probability, found.text) == (None, "disco llevar")


def test_tables_and_weights_that_are_not_there_are_told_of(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        opened(confusions=tmp_path / "missing.tsv")
    with pytest.raises(InputError, match="not a file of weights"):
        opened(weights=tmp_path / "missing.json")
    with pytest.raises(SpecError, match="least probability"):
        Rule(min_probability=1.0)


def test_the_number_of_threads_is_that_of_the_ledger(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    index = tmp_path / "index"
    build_index([samples.path("corpus.es.txt")], index)
    used: set[int | None] = set()
    score = PhraseIndex.score_words

    def note(self: PhraseIndex, texts: Any, mixture: Any, threads: int | None = None) -> Any:
        used.add(threads)
        return score(self, texts, mixture, threads)

    monkeypatch.setattr(PhraseIndex, "score_words", note)
    with open_mtness("es", f"index({index})", tagger="wordlist") as pipeline:
        find_mtness(["El disco es lleno."], pipeline, threads=1)
    assert used == {1}


def test_a_table_of_other_languages_is_said(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    ConfusionTable([], {}, "en-es").write(table)
    with opened(confusions=table) as pipeline:
        test_set = TestSet(systems={"a": ["x"]}, references=References.from_nested([[]]), sources=["y"])
        assert "the table of confusions is of en-es, and the output of ca-es" in list_hints(pipeline, test_set)
