"""The command as people run it, in this process: starting another one takes longer than most of the work."""

from __future__ import annotations

import io
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
import typer

from tertium.cli import main
from tertium.cli.app import app
from tertium.cli.sacrebleu import PassingCommand
from tertium.sacrebleu.command_arguments import build_parser

TERTIUM = str(Path(sys.executable).parent / "tertium")


def run_bytes(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command with its own standard streams; what is printed may be no text."""
    printed, said = io.BytesIO(), io.BytesIO()
    status: Any = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [TERTIUM, *arguments])
        # They are kept: what is around a buffer closes it when it goes.
        streams = [io.TextIOWrapper(buffer, encoding="utf-8") for buffer in (io.BytesIO(stdin), printed, said)]
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            main()
        except SystemExit as error:
            status = error.code or 0
        except Exception:  # as the interpreter does
            traceback.print_exc()
            status = 1
    for stream in streams[1:]:
        stream.flush()
    return subprocess.CompletedProcess([TERTIUM, *arguments], status, printed.getvalue(), said.getvalue())


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command, and read what it printed."""
    done = run_bytes(*arguments)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_apart(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
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
