"""The errors that Tertium raises.

The library raises them, and the command line prints them: first the message, then the remedy. Messages quote names and
text from files, so that they are printed without control characters.
"""

from __future__ import annotations

import sys
import warnings
from functools import partial
from pathlib import Path

from tertium.printable import make_printable


class TertiumError(Exception):
    """The base class of Tertium's errors.

    Args:
        message: What is wrong, in one sentence without a full stop.
        remedy: What to do about it, in one sentence without a full stop.
        command_remedy: What to do about it on the command line, where that is something else.
    """

    def __init__(self, message: str, *, remedy: str | None = None, command_remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.command_remedy = command_remedy or remedy

    def __str__(self) -> str:
        return make_printable(self._write(self.remedy))

    def for_command_line(self) -> str:
        """Return the message and the remedy for those who gave options, not arguments."""
        return make_printable(self._write(self.command_remedy))

    def _write(self, remedy: str | None) -> str:
        return f"{self.message}. {remedy}." if remedy else f"{self.message}."


class TertiumWarning(UserWarning):
    """Something that Tertium went on without, such as a cache that cannot be written. The command line prints it."""

    def for_command_line(self) -> str:
        """Return the message for those who gave options, not arguments; without a full stop."""
        return str(self)


class TertiumNote(TertiumWarning):
    """What a run says beside its result, such as which files it left out. The command line prints it."""


class InputError(TertiumError):
    """Data that cannot be used: wrong shape, wrong encoding, a missing file.

    Args:
        message: What is wrong.
        file: The file with the problem, if there is one.
        line: The line of that file, counted from 1.
        remedy: What to do about it.
        command_remedy: What to do about it on the command line, where that is something else.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        remedy: str | None = None,
        command_remedy: str | None = None,
    ) -> None:
        super().__init__(message, remedy=remedy, command_remedy=command_remedy)
        self.file = None if file is None else str(file)
        self.line = line

    def _write(self, remedy: str | None) -> str:
        if self.file is None:
            return super()._write(remedy)
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {super()._write(remedy)}"


class TextError(InputError):
    """A segment that the core refuses. A caller that knows file and line replaces it by an error that names them.

    Args:
        problem: What is wrong with the segment, such as ``"is of type int"``.
        index: The position of the segment among those that were given, counted from 0.
        remedy: What to do about it.
    """

    def __init__(self, problem: str, *, index: int, remedy: str) -> None:
        super().__init__(f"segment {index + 1} {problem}", remedy=remedy)
        self.problem = problem
        self.index = index


class SpecError(TertiumError):
    """A metric, tokenizer, format or option that does not exist or does not take that value."""


class InternalError(TertiumError):
    """A failure of the core that is a bug of Tertium, not of the input. The command line ends with status 1."""


class TextWarning(TertiumWarning):
    """A text that looks as if something was done to it that metrics do not expect, such as tokenisation.

    Args:
        message: What it looks like, and where.
        remedy: What to do about it.
        command_remedy: What to do about it on the command line.
        kind: What was found: ``tokenised``, ``escaped`` or ``forms``; empty for others.
    """

    def __init__(self, message: str, *, remedy: str, command_remedy: str, kind: str = "") -> None:
        super().__init__(f"{message}. {remedy}")
        self.message = message
        self.remedy = remedy
        self.kind = kind
        self._for_command_line = f"{message}. {command_remedy}"

    def for_command_line(self) -> str:
        """Return the message and the remedy for those who gave options, not arguments; without a full stop."""
        return self._for_command_line


class PluginError(TertiumError):
    """A plug-in of another package that cannot be imported, fails, or violates its contract.

    Args:
        kind: What it adds, such as ``"metric"``.
        name: Its name.
        package: The package that it is from.
        problem: What is wrong with it, as the end of a sentence.
        remedy: What to do about it, if not what is usual.
    """

    def __init__(self, kind: str, name: str, package: str, problem: str, remedy: str = "") -> None:
        usual = (
            f"Report it to the authors of the package, or remove it: pip uninstall {package}. "
            "The contract is on the page 'Contracts of plug-ins' of the documentation"
        )
        super().__init__(f"the {kind} {name!r} of the package {package!r} {problem}", remedy=remedy or usual)
        self.package = package
        self.problem = problem


class MissingPartError(TertiumError):
    """An optional part that is needed and is not installed: a library, a model or a program.

    Args:
        message: What needs which part, in one sentence without a full stop.
        command: The command that installs it.
        note: More about that command, in parentheses after it.
    """

    def __init__(self, message: str, *, command: str, note: str = "") -> None:
        super().__init__(message, remedy=f"Run: {command}{f' ({note})' if note else ''}")
        self.command = command
        self.note = note

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), command=self.command, note=self.note), (self.message,)


class MissingExtraError(MissingPartError):
    """An optional library that is needed and is not installed.

    Args:
        what: What needs the library, such as ``the tokenizer 'ja-mecab'``.
        extra: The extra of this package that installs it.
    """

    def __init__(self, what: str, extra: str) -> None:
        from tertium.parts import PARTS, write_command  # it describes errors of this module

        super().__init__(
            f"{what} needs a library that is not installed (the extra {extra!r})", command=write_command([PARTS[extra]])
        )
        self.what = what
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        return type(self), (self.what, self.extra)


def warn_caller(warning: TertiumWarning) -> None:
    """Warn, as from the line that called the library, so that Python shows the warning once for that line."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "tertium":
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level)
