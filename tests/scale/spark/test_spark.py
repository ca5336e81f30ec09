"""Spark with real executor processes gives what one machine gives, also when processes are killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import tertium
from tertium.corpus import Normalisation, open_index
from tertium.corpus.scan import ScanCounts
from tertium.errors import InputError, SpecError
from tertium.scale import BadRowError
from tests.scale.rows_of_text import CORPUS, SYSTEMS, make_sample, read, read_references

METRICS = (
    "bleu",
    "chrf++",
    "ter",
    "nist",
    "meteor",
    "meteor-1.5",
    "wer",
    "gleu",
    "ribes",
    "cder",
    "per",
    "character",
    "unigram",
    "hwcm",
    "stm",
    "dstm",
    "tkm",
    "dtkm",
    "blend",
)


@pytest.fixture(scope="module")
def sample(spark: Any) -> Any:
    return spark.createDataFrame(make_sample()).repartition(4).cache()


def test_every_metric_by_group(spark: Any, sample: Any) -> None:
    from tertium.scale.spark import score

    found = score(sample, METRICS, by="system")
    for system in SYSTEMS:
        expected = tertium.score(read(f"system.{system}.txt"), read_references(), METRICS)
        for spec in METRICS:
            assert found[system][spec].value == pytest.approx(expected[spec].value, rel=1e-12)
            assert found[system][spec].signature == expected[spec].signature
    assert found.bad_rows == 0


def test_the_whole_intervals_and_a_comparison(sample: Any) -> None:
    from tertium.scale.spark import compare, score

    everything = score(sample, ["bleu"], confidence=0.9, resamples=200)
    whole = [text for system in SYSTEMS for text in read(f"system.{system}.txt")]
    expected = tertium.score(whole, read_references() * 3, ["bleu"])["bleu"]
    assert everything.total["bleu"].value == expected.value
    interval = everything.total["bleu"].interval
    assert interval is not None
    assert interval.low < expected.value < interval.high
    compared = compare(sample, ["chrf"], baseline="neural")
    local = tertium.compare({name: read(f"system.{name}.txt") for name in SYSTEMS}, read_references(), ["chrf"])
    difference = compared.test("chrf", "careful").difference
    assert difference == pytest.approx(-local.test("chrf", "neural").difference, abs=1e-12)


def test_segment_scores_and_kept_rows(sample: Any) -> None:
    from tertium.scale.spark import keep, score_segments

    scored = score_segments(sample, ["bleu", "nist"]).where("system = 'neural'").orderBy("segment").toArrow()
    expected = tertium.score(read("system.neural.txt"), read_references(), ["bleu"])["bleu"].segments
    assert expected is not None
    assert scored.column("bleu").to_pylist() == expected.tolist()
    kept = keep(sample, "bleu > 50").where("system = 'neural'")
    assert kept.columns == sample.columns
    assert kept.count() == (expected > 50).sum()


def test_bad_rows_are_named_or_put_into_quarantine(spark: Any) -> None:
    from tertium.scale.spark import score, score_segments

    rows = [("a", "the cat", "a cat"), ("b", None, "a dog"), ("c", "the dog", None)]
    data = spark.createDataFrame(rows, "id string, mt string, ref string").repartition(1)
    columns: Any = {"hypothesis": "mt", "references": "ref", "row_id": "id"}
    with pytest.raises(BadRowError, match=r"row \d of partition 0 \(id = '[bc]'\): .*quarantine"):
        score(data, ["bleu"], **columns)
    assert score(data, ["wer"], **columns, bad_rows="quarantine").bad_rows == 2
    scored = score_segments(data, ["wer"], **columns, bad_rows="quarantine").orderBy("id").toArrow().to_pylist()
    assert [(row["wer"], row["bad_row"]) for row in scored] == [
        (0.5, None),
        (None, "the hypothesis is null"),
        (None, "there is no reference"),
    ]


def test_what_is_wrong_is_said_before_anything_runs(sample: Any) -> None:
    from tertium.scale.spark import count, keep, score

    with pytest.raises(InputError, match=r"no column 'mt'.*Choose from: system, segment"):
        score(sample, ["bleu"], hypothesis="mt")
    with pytest.raises(SpecError, match="there is no metric 'blue'"):
        score(sample, ["blue"])
    with pytest.raises(SpecError, match="is not a condition"):
        keep(sample, "bleu")
    with pytest.raises(InputError, match="no column 'text'"):
        count(sample, ["a"])


def test_counts_and_mtness_over_a_data_frame(spark: Any, tmp_path: Path) -> None:
    from tertium.scale.spark import SparkCounts, count

    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    data = spark.createDataFrame([(line,) for line in [*lines, None]], "text string").repartition(3)
    phrases = ["está lleno", "es lleno", "el *", "nowhere to be found", "\t"]
    rules = Normalisation("es")
    scan = ScanCounts([CORPUS], rules)
    assert count(data, phrases, normalisation=rules) == scan.count_many(phrases)
    provider = SparkCounts(data, normalisation=rules)
    assert provider.size is None
    assert provider.count_many(["de"]) == scan.count_many(["de"])
    assert provider.size == scan.size
    assert provider.describe()["provider"] == "spark"


def find_children(parent: int) -> list[int]:
    return [
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if (text := read_stat(stat)) and int(text.rpartition(")")[2].split()[1]) == parent
    ]


def read_stat(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it ended in this moment
        return ""


def find_processes(words: str, parent: int | None = None) -> list[int]:
    """All descendants of this process with some words in their command."""
    found = []
    for child in find_children(os.getpid() if parent is None else parent):
        try:
            command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found += [child] if words in command else []
        found += find_processes(words, child)
    return found


@pytest.mark.posix
@pytest.mark.parametrize("victim", ["CoarseGrainedExecutorBackend", "pyspark.daemon"])
def test_a_killed_process_changes_nothing(spark: Any, victim: str) -> None:
    from tertium.scale.spark import score

    texts = pa.table({"hypothesis": read("system.neural.txt") * 400, "reference": read_references() * 400})
    data = spark.createDataFrame(texts).repartition(16)
    killed: list[int] = []

    def kill() -> None:
        time.sleep(1.5)
        for process in find_processes(victim)[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    found = score(data, ["bleu", "meteor", "ter"], confidence=0.95, resamples=100)
    killer.join()
    assert killed
    expected = score(data, ["bleu", "meteor", "ter"], confidence=0.95, resamples=100)
    assert found.to_dict() == expected.to_dict()
    local = tertium.score(read("system.neural.txt") * 400, read_references() * 400, ["bleu"])
    assert found.total["bleu"].value == local["bleu"].value


def test_an_index_is_built_and_joined(spark: Any, tmp_path: Path) -> None:
    from tertium.scale.spark import build_spark_index

    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    data = spark.createDataFrame([(line,) for line in lines], "text string").repartition(3)
    manifest = build_spark_index(data, tmp_path / "es.index", normalisation=Normalisation("es"))
    assert len(manifest.shards) == 1
    index = open_index(tmp_path / "es.index")
    scan = ScanCounts([CORPUS], Normalisation("es"))
    phrases = ["está lleno", "de la", "el *"]
    assert [each.count for each in index.count_many(phrases)] == [each.count for each in scan.count_many(phrases)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["es.index"]
    with pytest.raises(InputError, match="there is something at this place"):
        build_spark_index(data, tmp_path / "es.index")
