"""Any program as a translator, and what is said of one that does not work."""

from __future__ import annotations

import shlex
import sys

import pytest

from tertium.errors import InputError, SpecError
from tertium.mtness.learning.inputs import open_translator
from tertium.mtness.resources import command_translator
from tertium.mtness.resources.command_translator import CommandTranslator


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


UPPER = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line.decode().upper().encode())"


def test_each_line_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_translator, "_BATCH", 3)
    done: list[int] = []
    texts = ["a", "", "c\nd\u2028e", "é", "  f  g "]
    with open_translator("es", "ca", command(UPPER)) as translator:
        assert translator.translate(texts, done.append) == ["A", "", "C D E", "É", "F G"]
        assert translator.translate([]) == []
        assert translator.version == command(UPPER)
    assert done == [3, 2]


def test_lines_may_end_as_on_windows_or_not_at_all() -> None:
    code = "import sys; sys.stdout.buffer.write(b'\\r\\n'.join(sys.stdin.buffer.read().split(b'\\n')[:-1]))"
    assert CommandTranslator(command(code)).translate(["a", "b"]) == ["a", "b"]


def test_half_a_surrogate_pair_is_no_text_for_a_program() -> None:
    assert CommandTranslator(command(UPPER)).translate(["a\ud800b"]) == ["A?B"]


@pytest.mark.parametrize(
    ("given", "message", "remedy"),
    [
        ("/no/such/program -x", "/no/such/program cannot be run: No such file", "Check the command"),
        (command("import sys; sys.exit('no model')"), "failed with status 1: no model", "Check the command"),
        (command("import sys; sys.exit(3)"), "failed with status 3: it said nothing", "Check the command"),
        (command("print('a')"), "wrote 1 lines for 2 segments", "one line per line"),
        (command("import sys; print(sys.stdin.read() + 'more')"), "wrote 3 lines for 2", "one line per line"),
        (command("pass"), "wrote 0 lines for 2 segments", "one line per line"),
    ],
)
def test_a_program_that_does_not_work_is_told_of(given: str, message: str, remedy: str) -> None:
    with pytest.raises(InputError) as caught:
        CommandTranslator(given).translate(["a", "b"])
    assert message in str(caught.value)
    assert remedy in str(caught.value)


def test_a_program_that_takes_too_long_is_stopped() -> None:
    translator = CommandTranslator(command("import time; time.sleep(60)"), timeout=0.3)
    with pytest.raises(InputError, match=r"took longer than 0\.3 s"):
        translator.translate(["a"])


@pytest.mark.parametrize("given", ["", "  ", "'a"])
def test_what_is_no_command_is_refused(given: str) -> None:
    with pytest.raises(SpecError, match="command"):
        CommandTranslator(given)
