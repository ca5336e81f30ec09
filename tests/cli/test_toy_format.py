"""A new output format needs one file and one line in the registry: every command then offers it and renders with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tertium import samples
from tertium.annotation import Sitting
from tertium.cli.app import app
from tertium.corpus import build_index
from tertium.postedit import Repository
from tests.annotation.campaigns import give, prepare
from tests.cli.mtness_running import LITERAL, OURS, PAIR
from tests.cli.test_tune import data, folders

__all__ = ["folders"]  # the fixture

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCES = ["-r", str(samples.path("reference.A.txt"))]
TREE = "(S (NP (PRP I)) (VP (VBD ran)))"
INDEX, NEW, GROWING, REPOSITORY, FOLDERS = "INDEX", "NEW", "GROWING", "REPOSITORY", "FOLDERS"
CAMPAIGNS, JUDGMENTS = "CAMPAIGNS", "JUDGMENTS"

COMMANDS = {
    "score": [*SYSTEMS, *REFERENCES],
    "compare": [*SYSTEMS, *REFERENCES, "--resamples", "40"],
    "diff": [*SYSTEMS[:2], *REFERENCES, "--resamples", "40"],
    "report": [*SYSTEMS[:2], *REFERENCES, "-m", "chrf", "--resamples", "40"],
    "correlate": [*SYSTEMS, *REFERENCES, "-j", str(samples.path("judgments.tsv")), "-m", "chrf", "--resamples", "40"],
    "tune": ["--learn", "ridge", "-m", "chrf", "-m", "ter", FOLDERS],
    "audit segment": ["he was taken away", "-r", "he was led away", "--budget", "50"],
    "audit corpus": [*SYSTEMS, *REFERENCES, "--edited", "2"],
    "align": ["the cat sat", "the cat was sitting"],
    "explain": ["the cat sat", "the cat was sitting", "-m", "bleu"],
    "tree": [TREE],
    "index build": [str(samples.path("reference.A.txt")), "-o", NEW, "--replace"],
    "index add": [str(samples.path("reference.B.txt")), "-i", GROWING],
    "index merge": [GROWING],
    "index join": [INDEX, GROWING, "-o", NEW, "--replace"],
    "index info": [INDEX],
    "count": ["de la", "--index", INDEX],
    "mtness": [LITERAL, *PAIR, *OURS, "-i", INDEX, "-q"],
    "models list": [],
    "doctor": [],
    "metrics": [],
    "plugins": [],
    "judge prepare": [CAMPAIGNS, "new", *SYSTEMS, *REFERENCES, "--annotator", "Ada"],
    "judge import": [CAMPAIGNS, "again", JUDGMENTS, *SYSTEMS, *REFERENCES],
    "judge list": [CAMPAIGNS],
    "judge status": [CAMPAIGNS, "test"],
    "judge renew": [CAMPAIGNS, "test", "Ben"],
    "judge export": [CAMPAIGNS, "test"],
    "postedit apply": [LITERAL, "--dry-run", "--repository", REPOSITORY],
    "postedit list": ["--repository", REPOSITORY],
    "postedit log": ["--repository", REPOSITORY],
}


def list_commands(command: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
    """The commands that have ``--format``."""
    for name, each in getattr(command, "commands", {}).items():
        yield from list_commands(each, (*names, name))
    if any(each.name == "output_format" for each in command.params):
        yield " ".join(names)


def test_every_command_with_a_format_is_tried() -> None:
    assert set(list_commands(typer.main.get_command(app))) == set(COMMANDS)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory, index: str, folders: list[str]) -> dict[str, list[str]]:
    """What stands for the names in capitals."""
    folder = tmp_path_factory.mktemp("toy")
    build_index([samples.path("reference.A.txt")], folder / "growing.index")
    Repository(folder / "decisions.sqlite")
    store, keys = prepare(folder)
    give(Sitting(store, keys["Ada"]), iter([4, 2] * 100))
    store.close()
    return {
        CAMPAIGNS: [str(folder / "campaigns.sqlite")],
        JUDGMENTS: [str(samples.path("judgments.tsv"))],
        INDEX: [index],
        REPOSITORY: [str(folder / "decisions.sqlite")],
        FOLDERS: data(folders),
        NEW: [str(folder / "new.index")],
        GROWING: [str(folder / "growing.index")],
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_a_toy_format_renders_the_document_of_every_command(command: str, places: dict[str, list[str]]) -> None:
    arguments = [part for each in COMMANDS[command] for part in places.get(each, [each])]
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.toy_format", *command.split(), *arguments, "-f", "toy"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("toy: "), done.stdout
    assert "tables" in done.stdout
