"""Pipes to real programs: nothing is lost, nothing hangs, whatever is done to the programs."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.mtness.resources.apertium.pair import find_pair
from tertium.mtness.resources.apertium.pipe import Pipe, PipeError
from tertium.mtness.resources.apertium.stream import escape

from .apertium_installed import needs_apertium

pytestmark = pytest.mark.posix

WORDS = ("El gat menja peix.", "La casa és gran.", "Tinc set i fred.", "Avui plou molt.", "Vull un disc dur.")
# Programs of our own that answer at a NUL, so that dying and hanging can be had on demand. Each answers with capitals.
PROGRAM = """
import os, signal, sys, time
rest = b""
while True:
    got = os.read(0, 65536)
    if not got:
        sys.exit()
    *whole, rest = (rest + got).split(b"\\0")
    for text in whole:
        if b"die" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if b"hang" in text:
            time.sleep(60)
        if b"noise" in text:
            os.write(2, b"x" * 3_000_000)
        if b"half" in text:
            os.write(1, text[:2])
            sys.exit()
        if b"short" in text:
            text = text[:2]
        os.write(1, text.upper() + b"\\0")
"""


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    python = Path("/usr/bin/python3")
    return [str(python) if python.exists() else "python3", "-S", "-E", str(path)]


@pytest.fixture
def tagging() -> Iterator[Pipe]:
    with Pipe(find_pair("ca", "es").make_tagging()) as pipe:
        yield pipe


def test_many_texts_are_answered_in_order(program: list[str]) -> None:
    texts = [f"text {number} " + "x" * (number % 700) for number in range(5000)]
    done: list[int] = []
    with Pipe([program, program, program]) as pipe:
        assert pipe.send(texts, done.append) == [text.upper() for text in texts]
        assert pipe.send(["a"]) == ["A"]
        assert pipe.send([]) == []
        assert pipe.restarts == 0
    assert sum(done) == len(texts)


@pytest.mark.parametrize("kind", ["die", "half", "short"])
def test_a_text_that_kills_costs_no_other(program: list[str], kind: str) -> None:
    texts = [f"text {number}" for number in range(300)]
    bad = (0, 7, 8, 150, 299)
    for place in bad:
        texts[place] = kind
    done: list[int] = []
    with Pipe([program, program], timeout=10) as pipe:
        answers = pipe.send(texts, done.append)
    assert [place for place, answer in enumerate(answers) if answer is None] == list(bad)
    assert [answer for answer in answers if answer is not None] == [text.upper() for text in texts if text != kind]
    assert sum(done) == len(texts)


def test_a_text_that_hangs_costs_no_other(program: list[str]) -> None:
    with Pipe([program, program], timeout=0.5) as pipe:
        assert pipe.send(["a", "b", "hang", "c"]) == ["A", "B", None, "C"]


def test_complaints_do_not_block(program: list[str]) -> None:
    with Pipe([program], timeout=10) as pipe:
        assert pipe.send(["noise", "a", "noise", "b"]) == ["NOISE", "A", "NOISE", "B"]


def test_programs_that_never_work_are_an_error(tmp_path: Path) -> None:
    with Pipe([["sh", "-c", "echo no data >&2; exit 3"]]) as pipe, pytest.raises(PipeError, match="no data"):
        pipe.send(["a", "b"])
    with Pipe([[str(tmp_path / "absent")]]) as pipe, pytest.raises(PipeError, match="cannot be started"):
        pipe.send(["a"])


def test_an_interrupted_batch_leaves_nothing_behind(program: list[str]) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with Pipe([program]) as pipe:
        with pytest.raises(KeyboardInterrupt):
            pipe.send([f"old {number}" for number in range(2000)], interrupt)
        assert pipe.send(["new"]) == ["NEW"]


def test_processes_end_with_the_pipe(program: list[str]) -> None:
    pipe = Pipe([program, program])
    pipe.send(["a"])
    numbers = pipe.process_ids
    assert len(numbers) == 2
    del pipe
    gc.collect()
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_gets_programs_of_its_own(program: list[str]) -> None:
    with Pipe([program]) as pipe:
        pipe.send(["a"])
        before = pipe.process_ids
        child = os.fork()
        if child == 0:
            good = pipe.send(["b"]) == ["B"] and pipe.process_ids != before
            pipe.close()
            os._exit(0 if good else 1)
        _, status = os.waitpid(child, 0)
        assert status == 0
        assert pipe.send(["c"]) == ["C"]
        assert pipe.process_ids == before


def test_threads_share_a_pipe(program: list[str]) -> None:
    answers: dict[str, list[str | None]] = {}
    with Pipe([program, program]) as pipe:

        def work(name: str) -> None:
            answers[name] = [answer for _ in range(5) for answer in pipe.send([f"{name}{n}" for n in range(200)])]

        threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b", "c")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for name, given in answers.items():
        assert given == [f"{name.upper()}{n}" for n in range(200)] * 5


@needs_apertium
@pytest.mark.parametrize("which", [0, 1, 2], ids=["first", "middle", "last"])
def test_a_program_killed_in_the_middle(tagging: Pipe, which: int) -> None:
    texts = [escape(f"{WORDS[number % 5]} Número {number}.") for number in range(600)]
    expected = tagging.send(texts)
    kills: list[int] = []

    def kill(_: int) -> None:
        if len(kills) < 3:
            kills.append(tagging.process_ids[which])
            thread = threading.Thread(target=os.kill, args=(kills[-1], signal.SIGKILL))
            thread.start()
            thread.join()

    assert tagging.send(texts, kill) == expected
    assert None not in expected
    assert len(set(kills)) >= 1
    assert tagging.restarts >= 1


@needs_apertium
def test_a_program_stopped_in_the_middle() -> None:
    texts = [escape(f"{WORDS[number % 5]} Número {number}.") for number in range(300)]
    with Pipe(find_pair("ca", "es").make_tagging(), timeout=2) as pipe:
        expected = pipe.send(texts)
        stopper = threading.Thread(target=os.kill, args=(pipe.process_ids[1], signal.SIGSTOP))
        stopper.start()
        stopper.join()
        begin = time.monotonic()
        assert pipe.send(texts) == expected
        assert pipe.restarts == 1
        assert time.monotonic() - begin < 20
