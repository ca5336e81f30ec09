"""Proposed edits: from an examination in memory, and from JSON on disk."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tertium.corpus.building import build_index
from tertium.edits import Edit
from tertium.errors import InputError, SpecError
from tertium.mtness import find_mtness, open_mtness
from tertium.mtness.detection.findings import Verdict
from tertium.postedit import propose_edits
from tertium.samples import mtness as samples
from tests.postedit.notation import make_data, write_data


def test_proposals_come_in_the_order_of_the_text(tmp_path: Path) -> None:
    found = propose_edits(write_data(tmp_path))
    assert [each.span for each in found.proposals] == [
        "Salida quiere",
        "quiere a las 8",
        "mueran de siete",
        "salida quiere",
        "irse",
    ]
    third = found.proposals[2]
    assert third.best is not None
    assert (third.best.text, third.count, third.best.count) == ("mueran de sed", 0, 164)
    assert third.source == "Es morin de set."
    assert [each.text for each in third.suggestions[1:]] == ["mueran de sets"]


def test_edits_of_a_suggestion_may_be_smaller_than_the_span(tmp_path: Path) -> None:
    data = make_data()
    data["findings"] = data["findings"][1:2]
    data["findings"][0]["suggestions"][0]["edits"] = [{"start": 7, "end": 13, "text": "vuelo"}]
    (proposal,) = propose_edits(write_data(tmp_path, data)).proposals
    assert proposal.suggestions[0].edits == (Edit(7, 13, "vuelo"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"segment": 9}, "there is no segment 9"),
        ({"start": 1}, "does not contain 'Salida quiere' at 1"),
        ({"text": 3}, "does not contain 3"),
        ({"suggestions": [{}]}, "'text' is missing"),
        ({"suggestions": [{"text": "a", "edits": [{"start": 0, "end": 99, "text": ""}]}]}, "outside of segment 1"),
        ({"verdict": None, "segment": None}, ""),
    ],
    ids=["segment", "place", "text", "suggestion", "edit", "not shown"],
)
def test_bad_findings_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    data = make_data()
    data["findings"] = [{**data["findings"][1], **change}]
    if not message:
        assert propose_edits(write_data(tmp_path, data)).proposals == ()
        return
    with pytest.raises(InputError) as error:
        propose_edits(write_data(tmp_path, data))
    assert "finding 1 cannot be read: " in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", '{"segments": [{}], "findings": []}', "\udcff", '{"a": "\\ud800"}'],
    ids=["cut off", "list", "empty", "no text", "not UTF-8", "half a character"],
)
def test_files_without_findings_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "found.json").write_text(content, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(InputError):
        propose_edits(tmp_path / "found.json")


def test_one_of_several_systems_is_chosen(tmp_path: Path) -> None:
    path = write_data(tmp_path, {"systems": [{"system": "old", **make_data()}, {"system": "new", **make_data()}]})
    assert len(propose_edits(path, system="new").proposals) == 5
    with pytest.raises(SpecError, match="There are: old, new"):
        propose_edits(path)


@pytest.mark.parametrize("sources", [True, False], ids=["sources", "no sources"])
def test_an_examination_and_its_json_propose_the_same(tmp_path: Path, sources: bool) -> None:
    literal, source = (samples.read_lines(name) for name in ("system.literal.es.txt", "source.ca.txt"))
    build_index([samples.path("corpus.es.txt")], tmp_path / "es.index")
    with open_mtness(
        "es", f"index({tmp_path / 'es.index'})", source_language="ca", tagger="wordlist", dictionary="pairs"
    ) as pipeline:
        found = find_mtness(literal, pipeline, sources=source if sources else None, everything=True)
    last = replace(found.instances[-1], verdict=Verdict.CANDIDATE, suggestions=(), count=None)
    found = replace(found, findings=[last if each is found.instances[-1] else each for each in found.findings])
    proposed = propose_edits(found)
    assert proposed == propose_edits(write_data(tmp_path, found.to_dict()))
    assert list(proposed.proposals) == found.proposals()
    assert {each.verdict for each in proposed.proposals} == {"instance", "candidate"}
    assert proposed.language_pair == "ca-es"
    assert len(proposed.segments) == len(literal)
