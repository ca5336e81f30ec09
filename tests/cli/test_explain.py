import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tertium.audit.explanation.explaining import explain
from tertium.audit.explanation.tree_kernel import TreeKernel
from tertium.cli.app import app
from tertium.errors import InputError, SpecError
from tertium.registry import FORMATS
from tertium.report.tables.explanation import kernel_table
from tests.cli.running import run_bytes

pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to explain trees")

PEN = ("I have a red pen", "I had a red pen", "A red pen is mine")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments], catch_exceptions=True)


def test_fragments_are_printed_by_what_became_of_them() -> None:
    printed = call(*PEN, "-m", "stm:depth=2").output
    for part in (
        "Matched subtrees",
        "Subtrees not matched, or matched less often",
        "Subtrees only in the references",
        "(NP DT JJ NN)",
        "reference 2",
        "stm:parser=spacy",
    ):
        assert part in printed


@pytest.mark.parametrize("metric", ["stm", "dstm", "hwcm", "tkm", "dtkm", "bleu", "meteor"])
@pytest.mark.parametrize("name", list(FORMATS))
def test_every_metric_is_explained_in_every_format(metric: str, name: str, tmp_path: Path) -> None:
    printed = call(*PEN, "-m", metric, "-f", name).output
    assert "pen" in printed or metric == "tkm" or (metric == "stm" and name != "html")
    target = tmp_path / "explanation"
    assert call(*PEN, "-m", metric, "-f", name, "-o", str(target)).output == ""
    assert target.read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(("metric", "pictures"), [("stm", 3), ("hwcm", 3), ("tkm", 3), ("bleu", 0), ("meteor", 2)])
def test_a_page_has_the_trees_of_all_sides_with_marks(metric: str, pictures: int) -> None:
    page = call(*PEN, "-m", metric, "-f", "html").output
    assert page.count("<figure") == pictures
    assert ("tertium-node tertium-" in page) == (metric in ("stm", "hwcm", "tkm"))


def test_sentences_of_a_page_are_told_apart() -> None:
    page = call("I ran. You sat.", "I ran.", "-f", "html").output
    for name in ("Hypothesis, sentence 1", "Hypothesis, sentence 2", ">Reference<"):
        assert name in page


def test_data_is_whole() -> None:
    data = json.loads(call(*PEN, "-m", "hwcm:length=2", "-f", "json").output)
    assert data["metric"] == "hwcm"
    assert {"text": "pen → red", "size": 2, "count": 1, "clipped": 1, "references": [1, 1]} in data["fragments"]
    table = call(*PEN, "-m", "hwcm:length=2", "-f", "tsv").output
    assert table.startswith("chain\tlength\thypothesis\tmatched\treference1\treference2\n")
    assert "pen → red\t2\t1\t1\t1\t1\n" in table


def test_kernels_are_printed() -> None:
    assert "K(hyp, ref)" in call(*PEN, "-m", "tkm").output
    explanation = replace(explain(*PEN[:1], PEN[1:], "tkm"), kernels=[TreeKernel(500.0, 1000.0, None, 0.0)])
    assert kernel_table(explanation).rows[0] == ["Reference 1", "10^217.15", "10^434.29", "0", "0.0000"]


def test_empty_texts_are_explained_too() -> None:
    for metric in ("stm", "hwcm", "tkm", "bleu"):
        assert call("", "", "-m", metric).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["alone"], InputError, "at least one reference"),
        (["a", "a", "-m", "blend"], SpecError, "Use one of: bertscore"),
        (["a", "a", "-m", "stm:depth=0"], SpecError, "Give 1 to 20"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], error: type[Exception], message: str) -> None:
    found = call(*arguments).exception
    assert isinstance(found, error)
    assert message in str(found)


def test_it_runs_as_a_program_and_help_has_examples() -> None:
    for arguments in (["a b", "a c", "-m", "bleu"], ["--help"]):
        assert run_bytes("explain", *arguments).stdout
