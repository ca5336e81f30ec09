"""The command, run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import typer

from tertium.cli.app import app
from tertium.cli.sacrebleu import PassingCommand
from tertium.sacrebleu.command_arguments import build_parser

TERTIUM = str(Path(sys.executable).parent / "tertium")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TERTIUM, *arguments], capture_output=True, text=True, check=False)


def list_spellings(command: Any) -> set[str]:
    """All spellings of the options of a command; one of them passes its arguments on to a parser of its own."""
    if isinstance(command, PassingCommand):
        return {spelling for action in build_parser()._actions for spelling in action.option_strings}
    return {spelling for option in command.params for spelling in [*option.opts, *option.secondary_opts]}


def list_choices(command: str, option: str) -> list[str]:
    """What an option of a command offers, in the order of its help."""
    found = {each.name: each for each in typer.main.get_command(app).commands[command].params}  # type: ignore[attr-defined]
    return str(found[option].metavar).split("|")
