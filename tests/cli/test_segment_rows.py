"""``tertium score --by-segment -f tsv``: the rows of a stream are those of a test set in memory."""

from __future__ import annotations

from io import FileIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import tertium
from tertium import samples
from tertium.cli.app import app
from tertium.errors import InputError, SpecError
from tertium.metrics import file_scoring
from tertium.report import describe_scores, render
from tertium.text import readers
from tertium.usecases import segment_rows

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCES = [str(samples.path(f"reference.{name}.txt")) for name in "AB"]
SPECS = ["bleu", "ter", "meteor:stages=exact"]


def write_whole_set(components: bool) -> str:
    test_set = tertium.open_test_set(SYSTEMS, REFERENCES).read()
    scores = tertium.score_systems(test_set, SPECS)
    return render(describe_scores(scores, segments=True, components=components), "tsv")


@pytest.mark.parametrize("components", [False, True])
@pytest.mark.parametrize("to_file", [False, True])
def test_the_rows_are_those_of_the_whole_test_set(components: bool, to_file: bool, tmp_path: Path) -> None:
    arguments = ["score", *SYSTEMS, "-r", REFERENCES[0], "-r", REFERENCES[1], "--by-segment"]
    arguments += [part for spec in SPECS for part in ("-m", spec)] + ["--components"] * components
    output = tmp_path / "segments.tsv"
    result = CliRunner().invoke(app, [*arguments, *(["-o", str(output)] if to_file else ["-f", "tsv"])])
    assert result.exit_code == 0, result.exception
    assert (output.read_text(encoding="utf-8") if to_file else result.stdout) == write_whole_set(components)


@given(size=st.integers(1, 15), threads=st.integers(1, 2))
def test_runs_of_any_length_give_the_same(size: int, threads: int) -> None:
    reader = tertium.open_test_set(SYSTEMS, REFERENCES)
    cut = pytest.MonkeyPatch()
    cut.setattr(file_scoring, "_read", lambda reader, threads: reader.passages(size))
    try:
        runs = list(tertium.score_segments(reader, SPECS, threads=threads))
    finally:
        cut.undo()
    assert len(runs) == -(-14 // size)
    whole = tertium.score_systems(tertium.open_test_set(SYSTEMS, REFERENCES).read(), SPECS)
    for name, scores in whole.items():
        expected = scores.by_segment().to_dict()
        found = [run[name].to_dict() for run in runs]
        for column, cells in expected.items():
            assert [cell for part in found for cell in part[column]] == cells


def test_an_error_in_the_last_line_leaves_no_result(tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("".join(f"{line}\n" for line in samples.read_lines("reference.A.txt")[:-1]), encoding="utf-8")
    output = tmp_path / "segments.tsv"
    output.write_text("what was here", encoding="utf-8")
    result = CliRunner().invoke(app, ["score", SYSTEMS[0], "-r", str(short), "--by-segment", "-o", str(output)])
    assert isinstance(result.exception, InputError)
    assert output.read_text(encoding="utf-8") == "what was here"
    result = CliRunner().invoke(app, ["score", SYSTEMS[0], "-r", str(short), "--by-segment", "-f", "tsv"])
    assert not result.stdout


def test_a_segment_that_cannot_be_scored_has_its_number_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    test_set = tertium.make_test_set({"a": ["x"] * 5}, ["x"] * 3 + [[]] + ["x"])
    monkeypatch.setattr(
        file_scoring,
        "_read",
        lambda *_: (readers.Passage(run, readers.Place(), readers.Place()) for run in test_set.batches(2)),
    )
    with pytest.raises(InputError, match="segment 4 has no reference"):
        list(tertium.score_segments(tertium.open_test_set(SYSTEMS[:1], REFERENCES), ["bleu"]))


def test_what_a_stream_cannot_give_is_refused_or_read_whole() -> None:
    reader = tertium.open_test_set(SYSTEMS[:1], REFERENCES)
    with pytest.raises(SpecError, match="has to see all references"):
        next(tertium.score_segments(reader, ["nist"]))
    result = CliRunner().invoke(
        app, ["score", SYSTEMS[0], "-r", REFERENCES[0], "-m", "nist", "--by-segment", "-f", "tsv"]
    )
    assert result.stdout.startswith("system\tsegment\tnist\n")
    assert len(result.stdout.splitlines()) == 15


def test_no_segments_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_scoring, "_read", lambda *_: iter([]))
    with pytest.raises(InputError, match="not a single segment"):
        list(tertium.score_segments(tertium.open_test_set(SYSTEMS[:1], REFERENCES), ["bleu"]))


def test_without_room_for_temporary_files_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(segment_rows.tempfile, "TemporaryFile", refuse)
    result = CliRunner().invoke(app, ["score", SYSTEMS[0], "-r", REFERENCES[0], "--by-segment", "-f", "tsv"])
    assert "cannot be kept in a temporary file: No space left on device" in str(result.exception)
    assert "TMPDIR" in str(result.exception)


@pytest.mark.posix
def test_a_full_disk_is_seen_before_anything_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where all rows would fit into the buffer of a file."""
    monkeypatch.setattr(segment_rows.tempfile, "TemporaryFile", lambda *_, **__: FileIO("/dev/full", "w"))
    result = CliRunner().invoke(app, ["score", SYSTEMS[0], "-r", REFERENCES[0], "--by-segment", "-f", "tsv"])
    assert "cannot be kept in a temporary file: No space left on device" in str(result.exception)
    assert not result.stdout
