import json
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from tertium.cli.app import app
from tertium.errors import InputError, SpecError
from tertium.registry import FORMATS, TREE_FORMATS
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.trees import Parse
from tests.cli.running import list_choices, run_bytes

NEEDS_SPACY = pytest.mark.skipif(
    find_spec("spacy") is None, reason="NO SPACY: pip install 'tertium[syntax]' to parse text"
)
RAN = "(S (NP (PRP I)) (VP (VBD ran)))"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tree", *arguments], catch_exceptions=True)


def test_brackets_are_shown_as_they_are_given() -> None:
    printed = call(RAN).output
    assert RAN in printed
    assert "· · VBD  ran" in printed
    assert call(RAN, "-f", "brackets").output == f"{RAN}\n"


def test_brackets_have_dependencies_too() -> None:
    (tree,) = read_conllu(call(RAN, "-f", "conllu").output)
    assert tree.words == ["I", "ran"]
    assert tree.heads == [1, -1]


def test_several_trees_are_several() -> None:
    assert len(read_brackets(call(f"{RAN}\n{RAN}", "-f", "brackets").output)) == 2
    picture = ElementTree.fromstring(call(f"{RAN} {RAN}", "-f", "svg").output)
    assert len(picture.findall("{http://www.w3.org/2000/svg}svg")) == 2


@pytest.mark.parametrize("name", [*FORMATS, *TREE_FORMATS])
def test_every_format_is_printed_and_written(name: str, tmp_path: Path) -> None:
    printed = call(RAN, "-f", name).output
    assert "ran" in printed
    target = tmp_path / "tree"
    assert call(RAN, "-f", name, "-o", str(target)).output == ""
    assert target.read_text(encoding="utf-8") == printed


@pytest.mark.parametrize("name", ["svg", "dependency-svg"])
def test_a_picture_is_a_file_of_its_own(name: str) -> None:
    assert ElementTree.fromstring(call("(S (X <b&gt;))", "-f", name).output).get("width")


def test_the_option_offers_every_format_and_the_trees() -> None:
    alone = ["svg", "dependency-svg", "brackets", "conllu", "png", "pdf"]
    assert list_choices("tree", "output_format") == [*FORMATS, *alone]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["(S (NP"], InputError, "never closed"),
        (["(Applause.) Thanks."], InputError, "if it is a sentence and not a tree, name a parser: spacy"),
        (["a", "--parser", "nothing"], SpecError, "no parser"),
        ([RAN, "--parser", ""], SpecError, "is not a parser"),
        ([__file__], InputError, "is a file"),
        ([""], InputError, "the text has no words, and so no tree. Give a sentence"),
        ([" \t\n\u2003", "-f", "json"], InputError, "the text has no words"),
        (["", "-f", "svg", "--parser", "nothing"], InputError, "the text has no words"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], error: type[Exception], message: str) -> None:
    found = call(*arguments).exception
    assert isinstance(found, error)
    assert message in str(found)


class NoTrees:
    """A parser that finds nothing."""

    version = "none"

    def parse(self, segments: list[str]) -> list[Parse]:
        return [Parse() for _ in segments]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("svg", "constituents"),
        ("brackets", "constituents"),
        ("dependency-svg", "dependencies"),
        ("conllu", "dependencies"),
    ],
)
def test_trees_that_a_parser_does_not_give_are_missed(name: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.syntax.parsers.get_parser", lambda text, *, tokenised: NoTrees())
    assert f"'spacy' does not give {what} for this text" in str(call("a", "-f", name).exception)
    assert f"'other' does not give {what} for this text" in str(call("a", "-f", name, "--parser", "other").exception)
    assert json.loads(call("a", "-f", "json").output) == {"schema": 1, "constituents": [], "dependencies": []}
    assert "trees      0" in call("a").output


def test_a_parser_that_is_named_parses_brackets_too(tmp_path: Path) -> None:
    file = tmp_path / "trees.mrg"
    file.write_text("(FRAG (-LRB- -LRB-) (NN Applause) (-RRB- -RRB-))", encoding="utf-8")
    parser = f"ptb({file})"
    assert call("(Applause)", "--parser", parser, "-f", "brackets").output == f"{file.read_text(encoding='utf-8')}\n"
    assert "there is no parse of the segment" in str(call(RAN, "--parser", parser).exception)


@NEEDS_SPACY
def test_a_sentence_in_brackets_is_parsed_if_a_parser_is_named() -> None:
    data = json.loads(call("(Applause.)", "--parser", "spacy", "-f", "json").output)
    assert "".join(word for tree in data["dependencies"] for word in tree["words"]) == "(Applause.)"


@NEEDS_SPACY
def test_a_text_is_parsed_sentence_by_sentence() -> None:
    data = json.loads(call("I have a red pen. It writes.", "-f", "json").output)
    assert [tree["words"] for tree in data["dependencies"]] == [
        ["I", "have", "a", "red", "pen", "."],
        ["It", "writes", "."],
    ]
    assert data["constituents"][0]["brackets"].startswith("(S (NP (PRP I)) (VP (VBP have) (NP ")


def test_it_runs_as_a_program_and_help_has_examples() -> None:
    for arguments in ([RAN, "-f", "svg"], ["--help"]):
        finished = run_bytes("tree", *arguments)
        assert b"tertium" in finished.stdout
    failed = run_bytes("tree", "(S")
    assert failed.returncode == 2
    assert b"Traceback" not in failed.stderr
