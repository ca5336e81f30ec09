"""The JSON of commands is what `tertium schema COMMAND --result` says, with no field that the schema lacks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from tertium import samples
from tertium.cli.app import app
from tertium.codec import describe_result
from tertium.postedit import Repository
from tertium.usecases import USE_CASES, load_use_case

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("neural", "literal")]
REFERENCE = str(samples.path("reference.A.txt"))
SEGMENT = ["the cat sat on the mat", "on the mat sat the cat"]
MTNESS = samples.path("reference.A.txt").parent / "mtness"
OUTPUTS = [str(MTNESS / f"system.{name}.es.txt") for name in ("better", "literal")]
COMMANDS = {
    "score": [
        *SYSTEMS,
        "-r",
        REFERENCE,
        "--by-segment",
        "--document-ids",
        str(samples.path("documents.txt")),
        "--by-document",
        "--intervals",
        "-m",
        "bleu",
        "-m",
        "chrf",
    ],
    "compare": [*SYSTEMS, "-r", REFERENCE, "--pairs", "all", "-m", "chrf"],
    "diff": [*SYSTEMS, "-r", REFERENCE],
    "report": [*SYSTEMS, "-r", REFERENCE, "-m", "bleu", "-m", "chrf"],
    "correlate": [
        *SYSTEMS,
        str(samples.path("system.careful.txt")),
        "-r",
        REFERENCE,
        "-j",
        str(samples.path("judgments.tsv")),
        "-m",
        "chrf",
        "-m",
        "wer",
        "--agreement",
    ],
    "audit segment": [*SEGMENT, "-a", "chrf", "--budget", "20"],
    "audit corpus": [*SYSTEMS, "-r", REFERENCE, "--edited", "5"],
    "align": SEGMENT,
    "explain": [*SEGMENT, "-m", "bleu"],
}


def close(schema: Any) -> Any:
    """The same schema, which allows no other fields."""
    if isinstance(schema, list):
        return [close(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: close(part) for name, part in schema.items()}
    return closed | ({"additionalProperties": False} if "required" in schema and "properties" in schema else {})


def make_validator(name: str) -> Draft202012Validator:
    schema = describe_result(load_use_case(name).result_classes, name)
    Draft202012Validator.check_schema(schema)
    names = ("$ref", "anyOf")
    return Draft202012Validator(
        {"$defs": close(schema["$defs"]), **{key: schema[key] for key in names if key in schema}}
    )


def run(name: str, *arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*name.split(), *arguments, "-f", "json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    assert found.pop("schema") == 1
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_writes_is_described(name: str) -> None:
    make_validator(name).validate(run(name, *COMMANDS[name]))


@pytest.mark.parametrize("metric", ["meteor", "ter", "stm", "chrf++", "nist"])
def test_explanations_of_all_kinds(metric: str) -> None:
    make_validator("explain").validate(run("explain", *SEGMENT, "-m", metric))


@pytest.mark.parametrize("outputs", [OUTPUTS[:1], OUTPUTS], ids=["one system", "two systems"])
def test_machine_translationness(outputs: list[str]) -> None:
    options = ["-l", "es", "--counts", f"scan({MTNESS / 'corpus.es.txt'})", "--tagger", "wordlist", "--all"]
    make_validator("mtness").validate(run("mtness", *outputs, *options, "--dictionary", "none"))


def test_decisions_and_pairs(tmp_path: Any) -> None:
    path = tmp_path / "kept.sqlite"
    Repository(path).import_([{"span": "es lleno", "suggestion": "está lleno"}])
    for name in ("postedit list", "postedit log"):
        make_validator(name).validate(run(name, "--repository", str(path)))


def test_every_described_command_is_tried() -> None:
    described = {name for name in USE_CASES if load_use_case(name).results}
    elsewhere = {"mtness", "tune", "postedit list", "postedit log"}
    assert described == {*COMMANDS, *elsewhere}
