"""Run the commands of Markdown pages, and write what they print into the pages.

Commands are in blocks marked ``console``, after ``$`` and followed by what they print; or in blocks marked ``sh``,
without output. Every command is run, in the order of the page. What a page shows as output is written anew. A block of
commands only has no output: write ``…`` below them to have it filled in. A command that fails shows its message; it has
to have one on the page.

The commands of a page run in one folder, a copy of the bundled samples with the files that the page names
(``example_folder.py``), so that nothing is left behind. ``examples.toml`` lists those files, and the commands that are
not run, with the reason; of these ours are parsed.

    python scripts/refresh_examples.py                    # all pages
    python scripts/refresh_examples.py README.md docs/tutorial/*.md
    python scripts/refresh_examples.py --check docs/tutorial/first-score.md
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent))

from example_folder import ROOT, SETTINGS, make_folder

from tertium.cli.app import app
from tertium.errors import TertiumError, TextWarning

BLOCK = re.compile(r"(?P<open>^```(?P<kind>console|sh)\n)(?P<body>.*?)(?P<close>^```$)", re.DOTALL | re.MULTILINE)
# What differs in every copy: how old the files of a corpus are, what an index is called, and when something was done.
VARYING = [
    (re.compile(r"\b(state|corpus)=\w+"), r"\1=…"),
    (re.compile(r"\bshard-\w{16}"), "shard-…" + 15 * " "),
]
_PROMPT = "$ "
_COMMENT = re.compile(r"(?:^|\s)# .*$")
_ASSIGNMENT = re.compile(r'(?P<name>[a-z_]+)="(?P<value>[^"]*)"')
_OURS = re.compile(r"""tertium (?P<words>(?:'[^']*'|"[^"]*"|[^|'"])*)(?:\|(?P<rest>.*))?""", re.DOTALL)


class ExampleError(Exception):
    """A command of a page does not do what the page says."""


def _find_programs() -> str:
    """Return where commands are looked for: `python` is ours, which a machine may have as `python3` only."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@dataclass
class Session:
    """A shell that knows as much as pages need: folders, variables, pipes. Our own commands run in this process.

    Attributes:
        place: The working folder.
        variables: Those that commands have set.
    """

    place: Path
    variables: dict[str, str] = field(default_factory=dict)

    def run(self, line: str) -> str:
        """Run one command, and return what it prints: its message, if it fails."""
        if find_reason(line):
            check_command(line)
            return ""
        if assigned := _ASSIGNMENT.fullmatch(line):
            self.variables[assigned["name"]] = assigned["value"]
            return ""
        if line.startswith("cd "):
            self.place /= line.removeprefix("cd ").strip()
            return ""
        ours = _OURS.fullmatch(self._expand(line))
        if ours is None:
            return self._run_shell(line)
        printed = self._run_ours(ours["words"])
        return self._run_shell(ours["rest"], printed) if ours["rest"] else printed

    def _expand(self, line: str) -> str:
        for name, value in self.variables.items():
            line = line.replace(f"${name}", value)
        return line

    def _run_ours(self, text: str) -> str:
        before = Path.cwd()
        os.chdir(self.place)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", TextWarning)  # pages show what warnings say in words
                found = CliRunner().invoke(app, self._list_words(text), env={"PATH": _find_programs()})
        finally:
            os.chdir(before)
        if isinstance(found.exception, TertiumError):
            return f"{found.stdout}tertium: {found.exception.for_command_line()}\n"
        if found.exit_code:
            raise ExampleError(f"{found.exception!r}\n{found.output}") from found.exception
        return found.stdout

    def _list_words(self, text: str) -> list[str]:
        words: list[str] = []
        for word in shlex.split(text, comments=True):
            files = sorted(self.place.glob(word)) if "*" in word and " " not in word else []
            words += [str(path.relative_to(self.place)) for path in files] or [word]
        return words

    def _run_shell(self, line: str, given: str = "") -> str:
        finished = subprocess.run(  # noqa: S603
            ["/bin/sh", "-ec", line],
            cwd=self.place,
            env={**os.environ, **self.variables, "PATH": _find_programs()},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if finished.returncode:
            raise ExampleError(finished.stdout + finished.stderr)
        return finished.stdout


def find_reason(line: str) -> str:
    """Return why a command is not run; nothing if it is."""
    return next((why for start, why in SETTINGS["not_run"].items() if line.startswith(start)), "")


def check_command(line: str) -> None:
    """Parse a command of ours without running it; those of others are not looked at.

    Raises:
        click.UsageError: It has not these options.
    """
    words = shlex.split(line, comments=True)
    if words[0] != "tertium":
        return
    command: Any = get_command(app)
    context = command.make_context("tertium", words[1:])
    while hasattr(command, "commands"):
        name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, list(rest), parent=context)


def refresh(page: str, text: str) -> str:
    """Return a page with what its commands print now.

    Args:
        page: The page, by its path from the root of the project.
        text: Its text.

    Raises:
        ExampleError: A command fails that should not.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "samples"
        make_folder(page, text, place)
        session = Session(place)
        return BLOCK.sub(lambda match: match["open"] + _refresh_block(session, match) + match["close"], text)


def list_commands(kind: str, body: str) -> list[tuple[str, str]]:
    r"""Return the commands of a block, and what it shows of each.

    >>> list_commands("console", "$ a \\\n    b\nhello\n$ c\n")
    [('$ a \\\n    b\n', 'hello\n'), ('$ c\n', '')]
    """
    found: list[tuple[str, str]] = []
    continued = False
    for line in body.splitlines(keepends=True):
        if continued:
            found[-1] = (found[-1][0] + line, "")
        elif kind == "sh" or line.startswith(_PROMPT):
            found.append((line, ""))
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line)
        continued = bool(found) and not found[-1][1] and line.endswith("\\\n")
    return found


def _refresh_block(session: Session, match: re.Match[str]) -> str:
    commands = list_commands(match["kind"], match["body"])
    shows_output = any(shown for _, shown in commands)
    parts = []
    for given, shown in commands:
        line = given.removeprefix(_PROMPT if match["kind"] == "console" else "").replace("\\\n", " ")
        line = _COMMENT.sub("", line).strip()
        try:
            printed = _tidy(session.run(line)) if line else ""
        except ExampleError as error:
            raise ExampleError(f"{line}\n{error}") from error
        if printed.startswith("tertium: ") and not shown:
            raise ExampleError(f"{line}\n{printed}")
        # What a command prints that is not run here is kept: another test compares it.
        parts += [given, (shown if find_reason(line) else printed) if shows_output else ""]
    return "".join(parts)


def _tidy(output: str) -> str:
    for pattern, replacement in VARYING:
        output = pattern.sub(replacement, output)
    lines = [line.rstrip() for line in output.strip().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def list_pages() -> list[str]:
    """Return the pages that have commands, by their paths from the root of the project."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [str(page.relative_to(ROOT)) for page in pages if BLOCK.search(page.read_text(encoding="utf-8"))]


def main() -> int:
    """Refresh or check the pages; 1 if a command fails, or, with ``--check``, if a page is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print differences, and write nothing")
    parser.add_argument("pages", nargs="*", type=Path, help="pages; all by default")
    options = parser.parse_args()
    os.environ.setdefault("TERTIUM_CACHE", tempfile.mkdtemp())
    stale = failed = 0
    for page in [path.resolve() for path in options.pages] or [ROOT / name for name in list_pages()]:
        before = page.read_text(encoding="utf-8")
        name = str(page.relative_to(ROOT.resolve()))
        try:
            after = refresh(name, before)
        except ExampleError as error:
            failed += 1
            sys.stderr.write(f"{name}: {error}\n")
            continue
        if before == after:
            continue
        stale += 1
        if options.check:
            lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, "now", lineterm="")
            sys.stdout.write("\n".join(lines) + "\n")
        else:
            page.write_text(after, encoding="utf-8")
    return 1 if failed or (options.check and stale) else 0


if __name__ == "__main__":
    sys.exit(main())
