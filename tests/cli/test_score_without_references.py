"""``tertium score`` and ``tertium compare`` of hypotheses alone."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_score import run

LINES = "the cat sat on the mat\nthe dog sat on the mat\n"


def build(folder: Path) -> str:
    (folder / "english.txt").write_text(LINES, encoding="utf-8")
    run("index", "build", str(folder / "english.txt"), "-l", "en", "-o", str(folder / "english.index"))
    return f"slor:index={folder}/english.index"


def test_systems_are_scored_and_compared_without_references(tmp_path: Path) -> None:
    spec = build(tmp_path)
    (tmp_path / "a.txt").write_text("the cat sat on the mat\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("mat the on sat cat the\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt")]
    for command in ("score", "compare"):
        printed = run(command, *files, "-m", spec).stdout.decode()
        assert "slor is a weak measure" in printed
        assert "|refs:0|corpus:" in printed


def test_a_metric_that_needs_references_is_named(tmp_path: Path) -> None:
    spec = build(tmp_path)
    (tmp_path / "a.txt").write_text("the cat\n", encoding="utf-8")
    failed = run("score", str(tmp_path / "a.txt"), "-m", spec, "-m", "bleu", status=2)
    assert b"no references are given, and bleu needs references. Give a file with -r." in failed.stderr
