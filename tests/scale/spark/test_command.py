"""``python -m tertium.scale.spark``: files in, a folder out, and no step twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import tertium
from tertium.errors import InputError, SpecError, TertiumError
from tests.encoders.small_encoder import write_encoder
from tests.scale.rows_of_text import CORPUS, SYSTEMS, make_sample, read, read_references


@pytest.fixture
def run(spark: Any, tmp_path: Path) -> Any:
    from tertium.scale.spark.arguments import build_parser
    from tertium.scale.spark.command import run_command

    def run_in_folder(*words: str) -> str:
        # Java keeps the folder that it was started in.
        named = [
            str(tmp_path / word) if "://" not in word and ((tmp_path / word).exists() or before == "-o") else word
            for before, word in zip(["", *words], words, strict=False)
        ]
        return run_command(build_parser().parse_args(named), spark)

    return run_in_folder


def write_tables(folder: Path) -> None:
    for number in range(3):
        pq.write_table(make_sample().slice(14 * number, 14), folder / f"part-{number}.parquet")


def test_scores_of_parquet_in_steps(run: Any, tmp_path: Path) -> None:
    write_tables(tmp_path)
    words = ["score", str(tmp_path / "part-*.parquet"), "-m", "bleu", "-m", "nist", "--by", "system"]
    words += ["--by-segment", "--keep", "chrf > 60", "--files-at-once", "2", "-o", str(tmp_path / "out")]
    printed = run(*words)
    expected = {
        name: tertium.score(read(f"system.{name}.txt"), read_references(), ["bleu", "nist"]) for name in SYSTEMS
    }
    assert f"system=neural: bleu = {expected['neural']['bleu'].value:.2f}\n" in printed
    found = json.loads((tmp_path / "out/scores.json").read_text(encoding="utf-8"))
    for group in found["groups"]:
        for score in group["scores"][:2]:
            assert score["value"] == pytest.approx(expected[group["values"][0]][score["metric"]].value, rel=1e-12)
    segments = pq.ParquetDataset(tmp_path / "out/segments/step-000000").read()
    assert {"bleu", "nist", "chrf"} <= set(segments.column_names)
    kept = sum(pq.ParquetDataset(each).read().num_rows for each in (tmp_path / "out/kept").iterdir())
    assert 0 < kept < 42
    # A step that was completed is not done again: its files are as they were.
    shutil.rmtree(tmp_path / "out/sums/step-000001")
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "out/sums/step-000000").iterdir()}
    assert run(*words) == printed
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out/sums/step-000000").iterdir()} == first
    with pytest.raises(InputError, match="results of another command, or of files that have changed"):
        run(*words, "--seed", "5")


def test_text_and_json_lines(run: Any, tmp_path: Path) -> None:
    pairs = list(zip(read("system.neural.txt"), read_references(), strict=True))
    lines = "".join(f"{text}\t{first}\t{second}\n" for text, (first, second) in pairs)
    (tmp_path / "pairs.txt").write_text(lines, encoding="utf-8")
    rows = (json.dumps({"mt": text, "gold": its}, ensure_ascii=False) for text, its in pairs)
    (tmp_path / "pairs.jsonl").write_text("\n".join(rows), encoding="utf-8")
    expected = tertium.score(read("system.neural.txt"), read_references(), ["chrf"], confidence=0.95)["chrf"]
    assert run("score", "pairs.txt", "-m", "chrf", "-o", "text") == str(expected).partition(" [")[0]
    named = ["--hypothesis", "mt", "--references", "gold"]
    printed = run("score", "pairs.jsonl", "-m", "chrf", *named, "--confidence", "0.95", "-o", "json")
    assert printed.startswith(f"chrf = {expected.value:.2f} [")
    # The second column as the source, and no references.
    spec = f"bertscore-qe:encoder={write_encoder(tmp_path / 'encoder')},layer=1"
    (tmp_path / "short.txt").write_text("the cat\ta cat\nthe dog\tdog\n", encoding="utf-8")
    alone = tertium.score(["the cat", "the dog"], None, [spec], sources=["a cat", "dog"])[spec]
    assert run("score", "short.txt", "-m", spec, "--source", "_c1", "-o", "sources") == str(alone)


def test_counts_and_an_index(run: Any, tmp_path: Path) -> None:
    shutil.copy(CORPUS, tmp_path / "corpus.txt")
    (tmp_path / "phrases.txt").write_text("está lleno\nes lleno\n", encoding="utf-8")
    printed = run("count", "corpus.txt", "--phrases", "phrases.txt", "--language", "es", "-o", "counted")
    run("index", "corpus.txt", "--language", "es", "-o", "es.index")
    counts = tertium.open_index(tmp_path / "es.index").count_many(["está lleno", "es lleno"])
    assert printed.splitlines() == [f"{each.phrase}\t{each.count}\t{each.lines}" for each in counts]
    written = json.loads((tmp_path / "counted/counts.json").read_text(encoding="utf-8"))
    assert [each["count"] for each in written["counts"]] == [each.count for each in counts]


def test_what_cannot_be_read(run: Any, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(InputError, match="the format cannot be seen from the name"):
        run("score", "x", "-o", "out")
    with pytest.raises(InputError, match=r"Spark cannot read it: .*PATH_NOT_FOUND"):
        run("score", "absent.parquet", "-o", "out")
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match="there is something else in this folder"):
        run("score", "x", "--input-format", "text", "-o", "out")
    with pytest.raises(InputError, match="there is no such file"):
        run("count", "x", "--phrases", "absent.txt", "-o", "counted")


def test_file_systems_that_are_not_there(run: Any, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"Spark cannot use it: .*absent"):
        run("score", "x", "--input-format", "text", "-o", "absent://bucket/out")
    with pytest.raises(InputError, match=r"Spark cannot read it: .*absent"):
        run("score", "absent://bucket/pairs.parquet", "-o", "out")
    with pytest.raises(InputError, match="not an address"):
        run("index", "x", "-o", "hdfs://localhost/x.index")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("output", ["", " ", "a\0b", "hdfs://nobody.invalid:1/out"])
def test_an_output_that_is_no_place_is_refused(spark: Any, tmp_path: Path, output: str) -> None:
    from tertium.scale.spark.arguments import build_parser
    from tertium.scale.spark.command import run_command

    (tmp_path / "a.tsv").write_text("hypothesis\treference\na\ta\n", encoding="utf-8")
    for words in (["score", str(tmp_path / "a.tsv")], ["index", str(tmp_path / "a.tsv"), "--text", "reference"]):
        with pytest.raises(TertiumError) as caught:
            run_command(build_parser().parse_args([*words, "-o", output]), spark)
        assert isinstance(caught.value, InputError | SpecError)


def test_files_without_the_columns_are_refused(run: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.tsv").write_text("", encoding="utf-8")
    (tmp_path / "a.jsonl").write_text('{"line": "a"}\n', encoding="utf-8")
    (tmp_path / "phrases.txt").write_text("a\n", encoding="utf-8")
    with pytest.raises(InputError, match="no columns"):
        run("score", "empty.tsv", "-o", "out1")
    with pytest.raises(InputError, match="there is no column 'text'"):
        run("count", "a.jsonl", "--phrases", "phrases.txt", "-o", "out2")
