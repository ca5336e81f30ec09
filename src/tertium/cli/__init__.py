"""The command line: parse, call the library, hand the result to a report. No arithmetic here."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any

from tertium.cli.remarks import remark
from tertium.errors import InternalError, TertiumError, TertiumWarning


def main() -> None:
    """Run the command. Exit status: 0 success, 2 bad input, 1 internal error, 130 stopped by Ctrl-C, 143 by SIGTERM."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        # As an exception, so that programs that we have started end with us.
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        # Importing the commands takes a moment, in which Ctrl-C must not show a traceback.
        from tertium.cli.commands import COMMANDS, GROUPS, make_app

        first = sys.argv[1] if len(sys.argv) > 1 else ""
        if first == "--version":
            app = make_app([])
        elif first in COMMANDS or first in GROUPS:
            app = make_app([first])
        else:
            app = make_app()
        with warnings.catch_warnings():
            warnings.simplefilter("always", TertiumWarning)
            warnings.showwarning = _make_printer()
            _run(app)
    except TertiumError as error:
        remark(error.for_command_line())
        sys.exit(1 if isinstance(error, InternalError) else 2)
    except MemoryError:
        remark("there is not enough memory. Split the input, or close other programs.")
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has seen enough, as in `tertium score … | head`. Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        remark("stopped")
        sys.exit(130)
    except Exception as error:
        # A bug of ours shows its traceback. That of a plug-in is of use only to its authors, who can get it in Python.
        from tertium.plugins import find_culprit

        culprit = find_culprit(error)
        if not culprit:
            raise
        remark(
            f"a plug-in fails: {type(error).__name__}: {error} ({culprit}). Report it to the authors of the package."
        )
        sys.exit(2)


def _run(app: Callable[[], None]) -> None:
    """Run a command, which ends with ``SystemExit``. It has failed if a program that it used fails in the end."""
    try:
        app()
    except SystemExit as ended:
        if not ended.code:
            from tertium.programs import end_programs

            end_programs()
        raise


def _make_printer() -> Callable[..., None]:
    """Return what prints a warning of ours as a line, once in a run, and any other as Python does."""
    printed: set[str] = set()

    def show(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
        if not isinstance(message, TertiumWarning):
            sys.stderr.write(warnings.formatwarning(message, category, *place[:2]))
        elif (line := message.for_command_line()) not in printed:
            printed.add(line)
            remark(f"{line}.")

    return show
