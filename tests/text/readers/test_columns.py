from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError, SpecError
from tertium.text import open_test_set
from tertium.text.readers.columns import Columns
from tertium.text.readers.layout import Finder, TableLayout, is_reference

EVERYTHING = frozenset(("hypotheses", "references", "sources", "documents"))


def find(header: str, columns: Columns | None = None) -> TableLayout:
    finder = Finder(columns=columns or Columns(), file="set.tsv", wanted=EVERYTHING, role="hypotheses")
    return finder.find(header.split())


def test_parse() -> None:
    assert Columns.parse("hypothesis=mt, reference=ref1+ref2,source=src,document=doc") == Columns(
        source="src", references=("ref1", "ref2"), hypotheses=("mt",), document="doc"
    )
    assert Columns.parse("hyp.A=mt1,hyp.B=mt2,segment=n") == Columns(hypotheses={"A": "mt1", "B": "mt2"}, segment="n")
    assert Columns.parse("system=,reference=") == Columns(system="", references=())
    assert Columns.parse("") == Columns()


@pytest.mark.parametrize(
    "text", ["mt", "colour=mt", "source.A=x", "source=a,src=b", "hyp.A=x,hyp.A=y", "hyp=x,hyp.A=y"]
)
def test_parse_refuses(text: str) -> None:
    with pytest.raises(SpecError):
        Columns.parse(text)


def test_a_single_name_is_not_a_list_of_letters() -> None:
    assert Columns(references="ref", hypotheses="mt") == Columns(references=("ref",), hypotheses=("mt",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["ref", "Reference", "reference1", "reference_B", "ref:2", "ref A", "refA", "references"]
)
def test_references_are_known_by_name(name: str) -> None:
    assert is_reference(name)


@pytest.mark.parametrize("name", ["referee", "refined", "ref_lang", "reference_id", "ref-score", "xref", "preference"])
def test_other_columns_are_no_references(name: str) -> None:
    assert not is_reference(name)


def test_wide() -> None:
    layout = find("id SRC ref1 ref2 hyp:A hypothesis:B doc_id")
    assert layout == TableLayout(
        hypotheses=(("hyp:A", "A"), ("hypothesis:B", "B")), references=("ref1", "ref2"), source="SRC", document="doc_id"
    )


def test_long() -> None:
    assert find("system sid mt") == TableLayout(hypotheses=(("mt", None),), system="system", segment="sid")


def test_what_is_named_is_not_looked_for() -> None:
    assert find("system mt hyp", Columns(system="", hypotheses=("hyp",))) == TableLayout(hypotheses=(("hyp", None),))
    assert find("mt ref", Columns(references=())) == TableLayout(hypotheses=(("mt", None),))


def test_several_named_columns_name_their_systems() -> None:
    assert find("a hyp:b", Columns(hypotheses=("a", "hyp:b"))).hypotheses == (("a", "a"), ("hyp:b", "b"))
    assert find("a b", Columns(hypotheses={"X": "b"})).hypotheses == (("b", "X"),)


@pytest.mark.parametrize("header", ["hyp mt", "hyp:A mt", "source src mt", "system hyp:A hyp:B", "system id seg mt"])
def test_ambiguous(header: str) -> None:
    with pytest.raises(InputError, match="could each be the"):
        find(header)


def test_a_file_without_a_header_has_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "two.tsv").write_text("the cat\ta cat\nthe dog\ta dog\n")
    with pytest.raises(InputError) as raised:
        open_test_set([tmp_path / "two.tsv"]).read()
    said = raised.value.for_command_line()
    assert "as in --columns hypothesis=COLUMN, or add a first line with names of columns if these are texts" in said
