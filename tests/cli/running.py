"""The command, run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import typer

from tertium.cli.app import app

TERTIUM = str(Path(sys.executable).parent / "tertium")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TERTIUM, *arguments], capture_output=True, text=True, check=False)


def list_choices(command: str, option: str) -> list[str]:
    """What an option of a command offers, in the order of its help."""
    found = {each.name: each for each in typer.main.get_command(app).commands[command].params}  # type: ignore[attr-defined]
    return str(found[option].metavar).split("|")
