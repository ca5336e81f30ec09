"""The package imports and scores where Unix's own modules and functions are missing, as on Windows.

It is a stand-in for a run on Windows, which the workflow has: file names, locks and pipes are not tried here.
"""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.files.whole import write_whole

OPEN_FILES = Path("/proc/self/fd")
# What only Unix has, of what a library might use.
MODULES = ["fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty"]
FUNCTIONS = [
    "fork",
    "geteuid",
    "getuid",
    "getpgid",
    "killpg",
    "mkfifo",
    "pread",
    "register_at_fork",
    "sched_getaffinity",
]
SIGNALS = ["SIGKILL", "SIGPIPE", "SIGSTOP", "SIGHUP", "SIGALRM"]

TAKE_AWAY = f"""
import os, signal, sys
for name in {MODULES}:
    sys.modules[name] = None
# Parts of Python itself that look for these names once, before they are gone.
import random, subprocess, threading, tempfile, logging, concurrent.futures.thread, multiprocessing.util
for name in {FUNCTIONS}:
    vars(os).pop(name, None)
for name in {SIGNALS}:
    vars(signal).pop(name, None)
"""


def run(code: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", TAKE_AWAY + code, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_imports_without_unix() -> None:
    code = """
import pkgutil
from importlib import import_module
import tertium
def fail(name):
    raise
for module in pkgutil.walk_packages(tertium.__path__, "tertium.", onerror=fail):
    try:
        import_module(module.name)
    except tertium.MissingExtraError:
        pass
    print(module.name)
"""
    assert len(run(code).split()) > 100


def test_scoring_and_comparing_work_without_unix() -> None:
    code = """
import tertium
outputs = {"a": ["the cat sat", "a dog"], "b": ["the cat", "a big dog"]}
print(tertium.score(outputs["a"], ["the cat sat", "a big dog"], ["bleu", "chrf", "ter", "meteor"]))
tertium.compare(outputs, ["the cat sat", "a big dog"], ["bleu"], resamples=50)
"""
    assert "bleu" in run(code)


def test_an_index_is_built_without_unix(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("a cat sat\na dog sat\n", encoding="utf-8")
    code = """
import sys
from tertium.cli import main
text, index = sys.argv[1:]
sys.argv = ["tertium", "index", "build", text, "-o", index]
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
sys.argv = ["tertium", "count", "sat", "-i", index, "-f", "json"]
main()
"""
    assert '"sat"' in run(code, str(text), str(tmp_path / "index"))


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="NO /proc: only Linux lists the open files of a process")
@pytest.mark.parametrize("fails", [False, True])
def test_a_result_is_closed_before_it_is_renamed_or_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    # Windows refuses both while the file is open.
    def is_open(path: Path) -> bool:
        return any(os.path.realpath(link) == str(path.resolve()) for link in OPEN_FILES.iterdir())

    rename, remove = Path.replace, Path.unlink
    seen = []

    def check_rename(self: Path, target: Path) -> Path:
        seen.append(is_open(self))
        if fails:
            raise OSError(errno.ENOSPC, "No space left on device")
        return rename(self, target)

    def check_removal(self: Path, missing_ok: bool = False) -> None:
        seen.append(is_open(self))
        remove(self, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "replace", check_rename)
    monkeypatch.setattr(Path, "unlink", check_removal)
    with pytest.raises(InputError) if fails else nullcontext():
        write_whole(b"result", tmp_path / "result.txt", remedy="Make room")
    assert seen == ([False, False] if fails else [False])
    assert [path.name for path in tmp_path.iterdir()] == ([] if fails else ["result.txt"])


# CPython before 3.11.5 matches them wrongly. `(?>(?:a|b)*)` means the same and is right everywhere.
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+")


def list_possessive_groups(source: str) -> Iterator[str]:
    """The strings of a source file that repeat a group possessively, each after its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            # A value may be a group.
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "()" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        else:
            continue
        if POSSESSIVE_GROUP.search(text):
            yield f"{node.lineno}: {text}"


@pytest.mark.parametrize("pattern", ['r"(?:a|b)*+"', 'rb"(a)++"', 'rf"{letter}?+"', 'r"(a){1,2}+"'])
def test_possessive_groups_are_found(pattern: str) -> None:
    assert list(list_possessive_groups(f"x = {pattern}"))


def test_no_pattern_repeats_a_group_possessively() -> None:
    source = Path(__file__).parents[1] / "src" / "tertium"
    found = [
        f"{file}:{each}" for file in source.rglob("*.py") for each in list_possessive_groups(file.read_text("utf-8"))
    ]
    found += [str(file) for file in source.rglob("*.toml") if POSSESSIVE_GROUP.search(file.read_text("utf-8"))]
    assert found == []
