"""An index whose files change while a process has it open: the process gets an error or the right answer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.corpus import build_index
from tertium.corpus.normalisation import Normalisation

# One answer for each line of input. With little memory, nothing that was read stays there.
CHILD = """
import sys
from tertium.corpus import open_index
from tertium.errors import InputError
indexes = [open_index(sys.argv[1], memory=memory) for memory in (1, 1 << 30)]
for line in sys.stdin:
    for index in indexes:
        try:
            counts = index.count_many(["el perro", "el * come", "uno 77 dos", "perro"], 2)
            answer = " ".join(str(each.count) for each in counts)
        except InputError as error:
            answer = f"refused {error.message}"
        print(answer, flush=True)
"""
RIGHT = "4000 0 1 4000"


class Asker:
    """A process with the index open."""

    def __init__(self, place: Path) -> None:
        command = [sys.executable, "-c", CHILD, str(place)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self) -> list[str]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        answers = [self.process.stdout.readline().rstrip("\n") for _ in range(2)]
        assert self.process.poll() is None, f"the process died with status {self.process.returncode}"
        return answers


@pytest.fixture
def place(tmp_path: Path) -> Path:
    text = tmp_path / "text.txt"
    text.write_text("".join(f"el perro\nuno {n} dos\n" for n in range(4000)), encoding="utf-8", newline="\n")
    build_index([text], tmp_path / "index", normalisation=Normalisation("es"))
    return tmp_path / "index"


@pytest.fixture
def asker(place: Path) -> Iterator[Asker]:
    asker = Asker(place)
    yield asker
    asker.process.communicate()


def check(answers: list[str]) -> None:
    for answer in answers:
        assert answer == RIGHT or answer.startswith("refused the file is damaged"), answer


@pytest.mark.posix
def test_a_process_survives_whatever_happens_to_the_files(place: Path, asker: Asker, tmp_path: Path) -> None:
    assert asker.ask() == [RIGHT, RIGHT]
    copy = tmp_path / "copy"
    shutil.copytree(place, copy)
    files = sorted(path for path in place.rglob("*.bin") if path.stat().st_size)
    assert len(files) > 8
    refused = 0
    for path in files:
        content = path.read_bytes()
        for damaged in (b"", content[: len(content) // 2], bytes(len(content)), bytes([1]) * len(content)):
            # In place, as `cp` writes: the file stays the same one.
            with path.open("r+b") as file:
                file.truncate(len(damaged))
                file.write(damaged)
            answers = asker.ask()
            check(answers)
            assert answers[1] == RIGHT, "what was verified stays in memory"
            refused += answers[0] != RIGHT
        path.write_bytes(content)
    # The files of checksums were read when the index was opened; the others are needed again and again.
    assert refused > 4 * 4
    shutil.copytree(copy, place, dirs_exist_ok=True)
    assert asker.ask() == [RIGHT, RIGHT]
