"""What people who had only the documentation stumbled over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.errors import TextWarning
from tests.cli.test_score import run

REFERENCE, SOURCE = str(samples.path("reference.A.txt")), str(samples.path("source.es.txt"))


def test_a_source_is_not_scored_as_a_system() -> None:
    files = [str(samples.path(f"{name}.txt")) for name in ("system.neural", "source.es", "reference.A")]
    done = run("score", *files, "-r", REFERENCE, "-s", SOURCE, "-f", "tsv", "-m", "bleu")
    assert b"system.neural" in done.stdout
    assert b"source" not in done.stdout
    assert b"source.es.txt was left out: it is the source" in done.stderr
    assert b"reference.A.txt was left out: it is a reference" in done.stderr


def test_output_in_another_language_than_the_references_is_warned_of() -> None:
    said = run("score", SOURCE, "-r", REFERENCE, "-m", "bleu").stderr.decode()
    assert "the output of source.es looks like Spanish, and the references like English" in said
    with pytest.warns(TextWarning, match="the output looks like Spanish"):
        tertium.score(samples.read_lines("source.es.txt"), samples.read_lines("reference.A.txt"))
    neural = str(samples.path("system.neural.txt"))
    assert run("score", neural, "-r", REFERENCE, "-m", "bleu").stderr == b""


def test_a_folder_that_is_not_there_is_said_before_any_work(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "x.json"
    said = run("score", "no-such-file", "-r", REFERENCE, "-o", str(place), status=2).stderr.decode()
    assert "there is no such folder" in said


def test_language_pairs_in_one_judged_table_are_warned_of(tmp_path: Path) -> None:
    table = tmp_path / "judged.tsv"
    rows = [f"{pair}\ta dog {n}\tthe dog {n}\t{n}" for n in range(4) for pair in ("ar-en", "ko-en")]
    table.write_text("\n".join(["lp\tmt\tref\tadequacy", *rows]) + "\n", encoding="utf-8")
    said = run("correlate", str(table), "--judgment", "adequacy", "-m", "chrf", "--test", "none").stderr.decode()
    assert "the column 'lp' has 2 language pairs (ar-en, ko-en), which are correlated together" in said


def test_pandas_without_pyarrow_names_the_command() -> None:
    program = (
        "import sys\n"
        "sys.modules['pyarrow'] = None\n"
        "import pandas, tertium\n"
        "frame = pandas.DataFrame({'mt': ['a'], 'ref': ['a']})\n"
        "try: tertium.score(frame)\n"
        "except tertium.MissingExtraError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "reading a DataFrame needs a library that is not installed (the extra 'parquet')" in done.stdout
