"""The store: what goes in comes out, at any place, and search finds it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import compare_systems, make_test_set, read_test_set, samples, score_systems
from tertium.errors import InputError, SpecError
from tertium.types import References, TestSet
from tertium.web.workspace import Workspace
from tertium.web.workspace.file_store import clean_name
from tertium.web.workspace.text_file import TextFile, fold, write_texts

NAMES = ("careful", "neural", "literal")


def read_sample() -> TestSet:
    return read_test_set(
        [samples.path(f"system.{name}.txt") for name in NAMES],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=NAMES,
        sources=samples.path("source.es.txt"),
        documents=samples.path("documents.txt"),
    )


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace.open(tmp_path / "work")
    yield opened
    opened.close()


def columns_of(test_set: TestSet) -> list[object]:
    references = [test_set.references.of(number) for number in range(len(test_set))]
    columns = [test_set.sources, test_set.documents, test_set.ids]
    kept = [None if each is None else list(each) for each in columns]
    systems = {name: list(texts) for name, texts in test_set.systems.items()}
    return [systems, references, *kept, dict(test_set.kinds), list(test_set.changes), test_set.language]


def test_a_test_set_comes_out_as_it_went_in(workspace: Workspace) -> None:
    test_set = replace(read_sample(), language="en", kinds={"neural": "nmt"}, changes=("unescaped",))
    number = workspace.add_test_set("sample", test_set, languages=("es", ""))
    assert columns_of(workspace.read_test_set(number)) == columns_of(test_set)
    record = workspace.test_set(number)
    assert (record.systems, record.references, record.languages) == (NAMES, 2, ("es", "en"))
    assert (record.has_sources, record.has_documents, record.segments) == (True, True, 14)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(st.none() | TEXTS, min_size=n, max_size=n), min_size=1)))
def test_any_text_is_kept_and_found(tmp_path_factory: pytest.TempPathFactory, layers: list[list[str | None]]) -> None:
    folder = tmp_path_factory.mktemp("texts")
    texts = TextFile(folder / f"{write_texts(layers, folder)}.texts")
    rows = [list(row) for row in zip(*layers, strict=True)]
    assert [texts.segment(number) for number in range(texts.segments)] == rows
    assert [texts.layer(place) for place in range(texts.layers)] == layers
    for wanted in {text for row in rows for text in row if text} | {"a", "ß"}:
        slow = [n for n, row in enumerate(rows) if any(text is not None and fold(wanted) in fold(text) for text in row)]
        assert texts.search(wanted).tolist() == slow


def test_references_may_differ_in_number(workspace: Workspace) -> None:
    references = References.from_nested([["a", "b"], None, "", ["x"]])
    test_set = TestSet(systems={"s": ["1", "2", "3", "4"]}, references=references)
    number = workspace.add_test_set("uneven", test_set)
    assert columns_of(workspace.read_test_set(number)) == columns_of(test_set)
    assert workspace.segment(number, 1).references == ["a", "b"]
    assert workspace.segment(number, 2).references == []


def test_the_same_test_set_is_stored_once_and_another_gets_another_name(workspace: Workspace) -> None:
    first = workspace.add_test_set("name", make_test_set({"a": ["x"]}, ["x"]))
    assert workspace.add_test_set("name", make_test_set({"a": ["x"]}, ["x"])) == first
    second = workspace.add_test_set("name", make_test_set({"a": ["y"]}, ["x"]))
    renamed = workspace.add_test_set("name", make_test_set({"b": ["x"]}, ["x"]))
    assert [each.name for each in workspace.test_sets()] == ["name (3)", "name (2)", "name"]
    assert len({first, second, renamed}) == 3


def test_scores_come_back_with_their_segments_and_tests(workspace: Workspace) -> None:
    test_set = read_sample()
    number = workspace.add_test_set("sample", test_set)
    assert workspace.scores(number) is None
    assert workspace.comparison(number) is None
    comparison = compare_systems(test_set, ["bleu", "ter"], pairs="all")
    workspace.add_scores(number, comparison.systems, comparison)
    table = workspace.scores(number)
    assert table is not None
    assert (table.specs, table.systems, table.higher_is_better) == (("bleu", "ter"), NAMES, (True, False))
    for metric, spec in enumerate(table.specs):
        for system, name in enumerate(NAMES):
            assert np.array_equal(table.values[metric, system], comparison.systems[name][spec].segments)
            assert table.corpus[metric, system] == comparison.systems[name][spec].value
    again = workspace.comparison(number)
    assert again is not None
    assert again.to_dict(segments=False) == comparison.to_dict(segments=False)


def test_one_system_has_scores_without_tests(workspace: Workspace) -> None:
    test_set = make_test_set({"one": ["a b", "c"]}, ["a", "c"])
    number = workspace.add_test_set("one", test_set)
    workspace.add_scores(number, score_systems(test_set, ["chrf"]))
    comparison = workspace.comparison(number)
    assert comparison is not None
    assert (list(comparison.systems), comparison.tests) == (["one"], [])


def test_segments_are_ordered_and_searched(workspace: Workspace) -> None:
    test_set = read_sample()
    number = workspace.add_test_set("sample", test_set)
    comparison = compare_systems(test_set, ["chrf"], pairs="all")
    workspace.add_scores(number, comparison.systems, comparison)
    loaded = workspace.load(number)
    values = loaded.values("chrf", "neural", "literal")
    order = loaded.order("chrf", "neural", "literal", reverse=True)
    assert (np.diff(values[order]) <= 0).all()
    listed = loaded.listed("chrf", "neural", "literal", reverse=True, wanted="AGREEMENT").tolist()
    assert listed == [place for place in order.tolist() if has_word(test_set, place, "agreement")] != []
    document = loaded.documents()[1]
    assert test_set.documents is not None
    assert {test_set.documents[place] for place in loaded.listed("", "", document=document)} == {document}
    assert loaded.listed("", "", reverse=True)[0] == 13
    with pytest.raises(SpecError, match=r"'blue'.*bleu|chrf"):
        loaded.order("blue", "neural")


def has_word(test_set: TestSet, place: int, word: str) -> bool:
    texts = [*(each[place] for each in test_set.systems.values()), *test_set.references.of(place)]
    return any(word in text.lower() for text in texts)


def test_what_is_not_there_is_named(workspace: Workspace) -> None:
    with pytest.raises(SpecError, match="no test set 7"):
        workspace.test_set(7)
    with pytest.raises(SpecError, match="no job 7"):
        workspace.jobs.get(7)
    with pytest.raises(SpecError, match=r"kind of job 'tidy'.*score"):
        workspace.jobs.submit("tidy", {})
    number = workspace.add_test_set("s", make_test_set({"a": ["x"]}, ["x"]))
    with pytest.raises(SpecError, match=r"no segment 2.*Give 1 to 1"):
        workspace.segment(number, 2)


def test_a_newer_workspace_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path)
    number = workspace.add_test_set("s", make_test_set({"a": ["x"]}, ["x"]))
    workspace.close()
    (texts,) = (tmp_path / "texts").iterdir()
    texts.write_bytes(texts.read_bytes()[:-1])
    again = Workspace.open(tmp_path)
    with pytest.raises(InputError, match="missing or damaged"):
        again.load(number)
    again.close()
    with sqlite3.connect(tmp_path / "tertium.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InputError, match=r"version 99.*Update Tertium"):
        Workspace.open(tmp_path)


def test_scores_of_a_removed_test_set_are_refused_and_its_number_is_not_given_again(workspace: Workspace) -> None:
    test_set = make_test_set({"a": ["x"]}, ["x"])
    number = workspace.add_test_set("s", test_set)
    scores = score_systems(test_set, ["chrf"])
    workspace.remove_test_set(number)
    with pytest.raises(SpecError, match="or it was removed"):
        workspace.add_scores(number, scores)
    following = workspace.add_test_set("s", make_test_set({"a": ["y"]}, ["x"]))
    assert following != number
    assert workspace.test_set(following).specs == ()


def test_names_of_uploaded_files_are_cut_by_bytes_and_keep_their_suffixes() -> None:
    name = clean_name("字" * 120 + ".tsv.gz")
    assert len(name.encode()) <= 200
    assert name.startswith("字")
    assert name.endswith("字.tsv.gz")


def test_a_removed_test_set_is_gone(workspace: Workspace) -> None:
    number = workspace.add_test_set("s", make_test_set({"a": ["x"]}, ["x"]))
    workspace.remove_test_set(number)
    assert workspace.test_sets() == []
    with pytest.raises(SpecError):
        workspace.load(number)
