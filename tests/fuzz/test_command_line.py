"""Attacks on the command line: arguments and files at random, in this process."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import typer
from hypothesis import strategies as st

from tertium.cli import main
from tertium.cli.app import app
from tests.cli.running import list_spellings
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import TEXTS, spoil
from tests.fuzz.test_readers import CSV, JSONL, JUDGMENTS, SGML, TSV, XML
from tests.fuzz.test_settings import BRACKETS, CONLLU, MODEL

# What acts on a terminal: controls but for tab and line end, and what turns the direction of text.
ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

COMMANDS: Sequence[Sequence[str]] = (
    ("score", "FILE", "-r", "good.txt", "-m", "bleu"),
    ("score", "FILE", "-m", "chrf", "--by-segment"),
    ("score", "good.txt", "-r", "good.txt", "-m", "FILE"),
    ("compare", "FILE", "good.txt", "-r", "good.txt", "-m", "chrf", "--resamples", "20"),
    ("diff", "good.txt", "FILE", "-r", "good.txt", "--labels", "FILE", "--resamples", "50"),
    ("report", "good.txt", "FILE", "-r", "good.txt", "-m", "chrf", "--resamples", "50", "-f", "html"),
    ("correlate", "good.txt", "-r", "good.txt", "--judgments", "FILE", "-m", "bleu"),
    ("correlate", "--experiment", "FILE"),
    ("align", "good.txt", "-r", "FILE", "--segment", "1"),
    ("explain", "good.txt", "-r", "FILE", "--segment", "1", "-m", "chrf"),
    ("tree", "FILE"),
    ("tree", "(S (NP (N dog)))"),
    ("count", "the dog", "--index", "FILE"),
    ("count", "--phrases", "FILE", "--index", "out.index"),
    ("index", "build", "FILE", "-o", "out.index"),
    ("index", "check", "FILE"),
    ("audit", "corpus", "FILE", "-r", "good.txt"),
    ("audit", "segment", "good.txt", "-r", "FILE", "--segment", "1", "--budget", "20"),
    ("postedit", "apply", "FILE", "--repository", "q.sqlite"),
    ("postedit", "list", "--repository", "FILE"),
    ("cache", "check"),
    ("cache", "clear", "features"),
    ("models", "install", "e5-small-v2", "--from", "FILE"),
    ("plugins",),
    ("plugins", "--template", "FILE"),
    ("judge", "prepare", "q.sqlite", "news", "FILE", "-r", "good.txt", "--annotator", "Ada"),
    ("judge", "list", "FILE"),
    ("judge", "export", "FILE", "news"),
    ("sacrebleu", "FILE", "-i", "good.txt", "-m", "bleu", "chrf", "-f", "text"),
    ("sacrebleu", "good.txt", "-i", "good.txt", "FILE", "--paired-bs", "-pbsn", "20"),
    ("sacrebleu", "FILE", "-sl", "-e", "latin-1", "-m", "ter"),
)
FILES = (
    "bad.txt",
    "bad.tsv",
    "bad.csv",
    "bad.jsonl",
    "bad.sgm",
    "bad.xml",
    "bad.toml",
    "bad.mrg",
    "bad.conllu",
    "bad.sqlite",
)
PLAIN = tuple(text for text in TEXTS if len(text) < 50 and "/" not in text and "\0" not in text and text != "\ud800")
VALUES = (
    *FILES,
    *PLAIN,
    "good.txt",
    "-",
    "no.txt",
    "/dev/null",
    ".",
    "\udcff.txt",
    "bleu",
    "meteor",
    "text",
    "json",
    "html",
    "tsv",
)
OPTIONS = (
    *("-h", "-m", "-f", "-r", "-n", "-o", "--format", "--metric", "--seed", "--threads", "--segment", "--columns"),
    *(
        "--by-segment",
        "--resamples",
        "--language",
        "--input-format",
        "--components",
        "--unescape",
        "--normalise=nfc",
        "--show",
        "--parser",
    ),
)


@st.composite
def arguments(draw: st.DrawFn) -> list[str]:
    file = draw(st.sampled_from(FILES))
    found = [word.replace("FILE", file) for word in draw(st.sampled_from(COMMANDS))]
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(1, len(found)))
        new = draw(st.sampled_from([[], [draw(st.sampled_from(VALUES))], [draw(st.sampled_from(OPTIONS))]]))
        found[place : place + draw(st.integers(0, 1))] = new
    return found


@contextmanager
def captured(arguments: Sequence[str], given: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Run as from a shell: what is written must be valid UTF-8 on standard output, and is escaped on the other."""
    out, err = io.BytesIO(), io.BytesIO()
    with (
        patch.object(sys, "argv", ["tertium", *arguments]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        patch.object(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True)) as stdout,
        patch.object(sys, "stderr", io.TextIOWrapper(err, "utf-8", "backslashreplace", write_through=True)) as stderr,
    ):
        yield out, err
        stdout.detach()
        stderr.detach()


@attack(
    arguments(), spoil(TSV, CSV, JSONL, SGML, XML, JUDGMENTS, MODEL, BRACKETS, CONLLU, "a dog\nthe cat\n"), brief=15
)
def test_commands(words: list[str], content: bytes) -> None:
    with TemporaryDirectory() as folder, chdir(folder), captured(words, content) as (out, err):
        for name in FILES:
            Path(name).write_bytes(content)
        Path("good.txt").write_text("a dog\nthe cat\n")
        try:
            main()
            code: object = 0
        except SystemExit as end:
            code = end.code
    told = err.getvalue().decode()
    assert code in (0, None, 2), (code, told)
    assert "Traceback" not in told
    assert not ACTIVE.search(told), told
    assert code != 2 or told or out.getvalue()
    assert "postedit" in words or not ACTIVE.search(out.getvalue().decode())


def test_every_command_is_attacked() -> None:
    """A demonstration and lists take no input; the others of these ask questions or need dictionaries."""
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert set(known) - {words[0] for words in COMMANDS} == {
        "demo",
        "doctor",
        "metrics",
        "mtness",
        "run",
        "schema",
        "serve",
        "tune",
    }
    for first, *words in COMMANDS:
        command = known[first].commands[words[0]] if hasattr(known[first], "commands") else known[first]
        assert {word for word in words if word.startswith("-")} <= list_spellings(command), first
