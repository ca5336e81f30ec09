"""``tertium diff``: the library's figures, in every format, and messages for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.registry import DIFF_PARTS
from tertium.report import describe_diff, render
from tests.cli.running import list_choices
from tests.cli.test_score import run

SYSTEMS = [samples.path(f"system.{name}.txt") for name in ("neural", "literal")]
ARGUMENTS = ["diff", *map(str, SYSTEMS), "-r", str(samples.path("reference.A.txt"))]


def make_expected(**settings: object) -> tertium.Diff:
    systems = {name: samples.read_lines(f"system.{name}.txt") for name in ("neural", "literal")}
    return tertium.diff(systems, samples.read_lines("reference.A.txt"), **settings)  # type: ignore[arg-type]


def test_figures_are_those_of_the_library(tmp_path: Path) -> None:
    labels = tmp_path / "domain.txt"
    labels.write_text("news\nchat\n" * 7, encoding="utf-8")
    arguments = ["--labels", str(labels), "-m", "bleu", "-l", "en", "--examples", "2", "--seed", "3", "-f", "json"]
    source, documents = str(samples.path("source.es.txt")), str(samples.path("documents.txt"))
    printed = json.loads(run(*ARGUMENTS, *arguments, "-s", source, "--document-ids", documents).stdout)
    expected = make_expected(
        metric="bleu",
        labels={"domain": ["news", "chat"] * 7},
        language="en",
        top=2,
        seed=3,
        sources=samples.read_lines("source.es.txt"),
        documents=samples.read_lines("documents.txt"),
    )
    names = {"system.neural": "neural", "system.literal": "literal"}
    assert [names.get(name, name) for name in printed["systems"]] == ["neural", "literal"]
    assert [each["by"] for each in printed["breakdowns"]] == [each.by for each in expected.breakdowns]
    assert [bucket["scores"] for each in printed["breakdowns"] for bucket in each["buckets"]] == [
        list(bucket.scores) for each in expected.breakdowns for bucket in each.buckets
    ]
    assert printed["breakdowns"][0]["buckets"][0]["p_value"] is None
    assert [each["segment"] for each in printed["segments"]] == [each.segment for each in expected.segments]
    assert [each["by"] for each in printed["words"]] == ["frequency", "function", "form"]


def test_text_has_every_part_and_marks_words() -> None:
    printed = run(*ARGUMENTS, "--examples", "1").stdout.decode()
    for heading in (
        "By length of the reference",
        "Words by frequency",
        "N-grams right in more segments",
        "Segments with",
    ):
        assert heading in printed
    assert "{+" in printed
    assert "[-" in printed
    assert "too few segments to rely on p" in printed


def test_parts_can_be_chosen_and_tsv_is_the_first() -> None:
    assert list_choices("diff", "parts") == list(DIFF_PARTS)
    printed = run(*ARGUMENTS, "--part", "words").stdout.decode()
    assert "Words by frequency" in printed
    assert "By length" not in printed
    heads = {"buckets": "by\tbucket", "words": "by\tgroup", "ngrams": "kind\tngram", "segments": "segment\tdocument"}
    assert set(heads) == set(DIFF_PARTS)
    for part in ("words", "segments"):
        assert run(*ARGUMENTS, "--part", part, "-f", "tsv").stdout.decode().startswith(heads[part])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (ARGUMENTS[:2] + ARGUMENTS[3:], "there is one system"),
        ([*ARGUMENTS, "--part", "word"], "Did you mean 'words'?"),
        ([*ARGUMENTS, "--rate", "5"], "a false discovery rate of 5"),
        ([*ARGUMENTS, "--labels", str(samples.path("systems.tsv"))], "labels 'systems', but 14 segments"),
        ([*ARGUMENTS, "--labels", "none.txt"], "none.txt: no such file"),
        ([*ARGUMENTS, *["--labels", str(samples.path("documents.txt"))] * 2], "two files of labels are called"),
        ([*ARGUMENTS, "--frequencies", "none.txt"], "none.txt: no such file"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], message: str) -> None:
    done = run(*arguments, status=2)
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_note_says_that_function_words_are_not_compared() -> None:
    note = b"function and content words are not compared: give --language en, or a list with --function-words FILE"
    assert note in run(*ARGUMENTS, "--part", "words", "--language", "de").stdout
    assert note not in run(*ARGUMENTS, "--part", "words", "--language", "en").stdout


def test_numbers_of_segments_are_plain() -> None:
    texts = ["the same words"] * 1200
    found = tertium.diff({"A": texts, "B": [*texts[:-1], "others"]}, texts)
    described = describe_diff(found, ["segments"])
    for output_format in ("text", "html"):
        said = render(described, output_format)
        assert "1200" in said.split("Segments ")[-1]
        assert "1,200" not in said.split("Segments ")[-1]
