"""Ctrl-C stops every kernel, and what goes wrong in one is an error of ours."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from tertium import _core
from tertium.errors import InputError, InternalError, TertiumError

# Each takes minutes, most of them in one call of the core. The limit of time is for a kernel that does not listen.
WORK = {
    "meteor on repetitive segments": """
        def words(length): return [" ".join(random.choices("abcde", k=length)) for _ in range(300)] * 10
        run = lambda: tertium.score(words(400), words(350), ["meteor"])""",
    "wer on long segments": """
        def words(): return [" ".join(random.choices(many, k=60_000))] * 400
        run = lambda: tertium.score(words(), words(), ["wer"])""",
    "ter on long segments": """
        def words(): return [" ".join(random.choices(many, k=60_000))] * 400
        run = lambda: tertium.score(words(), words(), ["ter"])""",
    "cder on repetitive segments": """
        def words(): return [" ".join(random.choices("ab", k=20_000))] * 400
        run = lambda: tertium.score(words(), words(), ["cder"])""",
    "ribes on repetitive segments": """
        def words(): return [" ".join(random.choices("ab", k=20_000))] * 400
        run = lambda: tertium.score(words(), words(), ["ribes"])""",
    "character on segments with many shifts": """
        def words(): return [" ".join(random.choices(many, k=400)) for _ in range(4000)]
        run = lambda: tertium.score(words(), words(), ["character"])""",
    "audit corpus": """
        def words(): return [" ".join(random.choices(many, k=60)) for _ in range(4000)]
        systems = {name: words() for name in "abc"}
        test_set = tertium.TestSet(systems=systems, references=tertium.References.from_nested(words()))
        run = lambda: tertium.audit_corpus(test_set)""",
}
SCRIPT = """
import random, sys, tertium
random.seed(1)
many = [str(number) for number in range(60)]
{work}
sys.stdout.write("ready")
sys.stdout.flush()
try:
    run()
except KeyboardInterrupt:
    sys.exit(130)
"""
PATIENCE = 60


@pytest.mark.posix
def test_ctrl_c_stops_every_kernel() -> None:
    scripts = [SCRIPT.format(work="\n".join(line.strip() for line in work.splitlines())) for work in WORK.values()]
    children = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for script in scripts]
    try:
        for child in children:
            assert child.stdout is not None
            assert child.stdout.read(5) == b"ready"
        # They are in the middle of it by now: what comes before takes a fraction of a second.
        with pytest.raises(subprocess.TimeoutExpired):
            children[-1].wait(0.7)
        for child in children:
            child.send_signal(signal.SIGINT)
        statuses = [child.wait(PATIENCE) for child in children]
    finally:
        for child in children:
            child.kill()
            child.communicate()
    assert dict(zip(WORK, statuses, strict=True)) == dict.fromkeys(WORK, 130)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_panic_is_an_error_of_ours(threads: int, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InternalError, match=r"the core failed: panicked at src/.* no such thing\. Please report it"):
        _core.simulate_panic("no such\nthing", threads)
    assert issubclass(InternalError, TertiumError)
    assert capfd.readouterr() == ("", "")


def tokens() -> _core.Tokens:
    return _core.tokenize(["a b"], "none", 1)


@pytest.mark.parametrize("absurd", [-1, 0, 1 << 40, 1 << 62, 1 << 64, "1", None])
@pytest.mark.parametrize(
    "call",
    [
        lambda number: _core.tokenize(["a b"], "none", number),
        lambda number: _core.learn_information(tokens(), number),
        lambda number: _core.tally_bleu(tokens(), tokens(), np.arange(2), number, 1),
        lambda number: _core.sum_bootstrap(np.ones((2, 4)), 0, number if number != 0 else -2, 1, 1),
        lambda number: _core.PhraseScanner(["a"], (True, True, True), True, number),
    ],
)
def test_absurd_numbers_are_refused(call: Callable[[object], object], absurd: object) -> None:
    with pytest.raises(InputError, match=r"is not a number from [01] to \d+\. Give a whole number"):
        call(absurd)
