import json

import pytest
from hypothesis import given

from tertium import registry
from tertium.report import render
from tertium.report.tables.trees import constituent_table, describe_parse, word_frame
from tertium.syntax.brackets import read_brackets
from tertium.syntax.trees import Constituents
from tests.report.shown import content_of
from tests.report.trees import CONSTITUENTS, DEPENDENCIES, NASTY, NASTY_WORDS, PEN, PEN_WORDS, constituents


def test_text_has_the_tree_its_brackets_and_its_dependencies() -> None:
    lines = render(describe_parse([PEN], [PEN_WORDS], notes=["parser:none"]), "text").splitlines()
    for line in (
        "S",
        "· NP",
        "· · PRP   I",
        "· · · NN  pen",
        "(S (NP (PRP I)) (VP (VBP have) (NP (DT a) (JJ red) (NN pen))))",
        "1  I     PRP  nsubj     have (2)",
        "2  have  VBP  ROOT",
        "parser:none",
    ):
        assert line in lines


def test_tsv_has_a_row_a_word() -> None:
    assert render(describe_parse([PEN], [PEN_WORDS]), "tsv").splitlines()[:3] == [
        "sentence\tid\tform\txpos\thead\tdeprel",
        "1\t1\tI\tPRP\t2\tnsubj",
        "1\t2\thave\tVBP\t0\tROOT",
    ]
    alone = word_frame([PEN, PEN], []).to_dict()
    assert alone["form"] == ["I", "have", "a", "red", "pen"] * 2
    assert alone["sentence"] == ["1"] * 5 + ["2"] * 5
    assert set(alone["head"]) == {""}


def test_json_has_everything() -> None:
    data = json.loads(render(describe_parse([PEN], [PEN_WORDS]), "json"))
    assert data["constituents"][0]["parents"] == list(PEN.parents)
    assert data["dependencies"][0]["heads"] == list(PEN_WORDS.heads)
    assert read_brackets(data["constituents"][0]["brackets"])[0].labels == PEN.labels


def test_html_has_both_pictures_of_each_sentence() -> None:
    page = render(describe_parse([PEN, PEN], [PEN_WORDS, PEN_WORDS]), "html")
    assert page.count("<svg") == 4
    assert "Dependencies 2" in page


def test_deep_trees_stay_within_a_terminal() -> None:
    depth = 500
    [tree] = read_brackets("(X " * depth + "(NN word)" + ")" * depth)
    table = constituent_table(tree)
    assert max(len(row[0]) for row in table.rows) < 60
    assert [row[0] for row in table.rows[:3]] == ["X", "· X", "· · X"]
    assert table.rows[24][0] == "· " * 24 + "X"
    assert table.rows[25][0] == "· " * 24 + "[25] X"
    assert table.rows[-1] == ["· " * 24 + "[500] NN", "word"]
    assert "the level of a node" in table.notes[0]
    for name in registry.FORMATS:
        assert "word" in render(describe_parse([tree], []), name)


def test_trees_of_usual_depth_have_no_levels_and_no_notes() -> None:
    [tree] = read_brackets("(X " * 24 + "(NN word)" + ")" * 24)
    table = constituent_table(tree)
    assert table.rows[-1] == ["· " * 24 + "NN", "word"]
    assert not table.notes


@pytest.mark.parametrize("name", list(registry.FORMATS))
def test_any_tree_is_described_in_any_format(name: str) -> None:
    for tree in CONSTITUENTS.values():
        assert render(describe_parse([tree], []), name)
    for words in DEPENDENCIES.values():
        assert render(describe_parse([], [words]), name)
    assert render(describe_parse([], []), name)


@given(constituents())
def test_any_words_are_described(tree: Constituents) -> None:
    document = describe_parse([tree], [])
    for name in ("text", "md", "html"):
        assert render(document, name)


def test_text_is_escaped() -> None:
    assert "<script" not in content_of(render(describe_parse([NASTY], [NASTY_WORDS]), "html"))
    assert "\x1b" not in render(describe_parse([NASTY], [NASTY_WORDS]), "text")
