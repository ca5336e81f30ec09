"""The commands for one segment take their input alike: as texts, or from files."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from tertium import samples
from tertium.cli.app import app
from tertium.errors import TertiumError

# Made once, since that takes longer than most of what it is asked here.
PROGRAM: Any = typer.main.get_command(app)
NEURAL = str(samples.path("system.neural.txt"))
REFERENCES = [str(samples.path(f"reference.{name}.txt")) for name in "AB"]
COMMANDS = {
    "align": ["align"],
    "explain": ["explain", "-m", "wer"],
    "audit segment": ["audit", "segment", "-a", "wer", "--budget", "5", "--variants", "0"],
}


Ask = Callable[..., list[str]]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Runs a command, and returns the words of the hypothesis as the command saw them."""

    def run(command: str, *arguments: str, text: str = "") -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        PROGRAM.main([*COMMANDS[command], *arguments, "-f", "json"], standalone_mode=False)
        hypothesis = json.loads(capsys.readouterr().out)["hypothesis"]
        return hypothesis.split() if isinstance(hypothesis, str) else list(hypothesis)

    return run


def test_they_have_the_same_arguments_and_options() -> None:
    commands = PROGRAM.commands
    found = [commands["align"], commands["explain"], commands["audit"].commands["segment"]]
    inputs = [
        {(tuple(each.opts), each.metavar) for each in command.params if getattr(each, "rich_help_panel", "") == "Input"}
        for command in found
    ]
    assert inputs[0] == inputs[1] == inputs[2]
    assert len(inputs[0]) == 5
    assert {each.metavar for command in found for each in command.params if each.param_type_name == "argument"} == {
        "HYP [REF]..."
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_texts_and_files(ask: Ask, command: str, tmp_path: Path) -> None:
    words = ["he", "was", "taken", "away"]
    text = " ".join(words)
    assert ask(command, text, "he was led away", "he was brought away") == words
    assert ask(command, text, "-r", "he was led away") == words
    hypothesis, table = tmp_path / "hypothesis", tmp_path / "table.tsv"
    hypothesis.write_text(f"no\n{text}\n", encoding="utf-8")
    reference = tmp_path / "reference"
    reference.write_text("yes\nhe was led away\n", encoding="utf-8")
    assert ask(command, str(hypothesis), "-r", str(reference), "--segment", "2") == words
    assert ask(command, str(hypothesis), "-r", str(reference)) == ["no"]
    assert ask(command, "-", "-r", str(reference), "--segment", "2", text=f"no\n{text}\n") == words
    table.write_text(f"hyp:a\thyp:b\tref\nno\t{text}\the was led away\n", encoding="utf-8")
    assert ask(command, str(table), "--system", "b") == words
    table.write_text(f"mt\tgold\n{text}\the was led away\n", encoding="utf-8")
    assert ask(command, str(table), "--columns", "hypothesis=mt,reference=gold", "--input-format", "tsv") == words


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["alone"], "there is no reference"),
        ([NEURAL, REFERENCES[0]], "is a file, where a text is expected. Give files of references with -r"),
        ([NEURAL, "-r", "a text"], "'a text' is not a file, but others are. Give texts only, or files only"),
        (["hpy.txt", "-r", "rfe.txt"], "hpy.txt: no such file"),
        (["a b", "a c", "--segment", "2"], "--segment applies to files. Leave it out, or give files"),
        (["a b", "a c", "--input-format", "tsv"], "--input-format applies to files"),
        ([NEURAL, "-r", REFERENCES[0], "--segment", "99"], "Give 1 to 14"),
    ],
)
def test_what_is_wrong_is_explained(command: str, arguments: list[str], message: str) -> None:
    with pytest.raises(TertiumError) as refusal:
        PROGRAM.main([*COMMANDS[command], *arguments], standalone_mode=False)
    assert message in str(refusal.value)
