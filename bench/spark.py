"""Spark beside one process: equal for every metric on WMT17, processor time on ten million pairs, phrases in gigabytes.

Two executor processes with one core each. Times of Spark are those of all its processes, Java and Python, from the
start of a job to its end. BENCH_PAIRS and BENCH_GIGABYTES choose smaller sizes.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import tertium
from bench.pairs import DATA, read_lines
from tertium.corpus import Normalisation
from tertium.corpus.scan import ScanCounts

PAIRS = int(os.environ.get("BENCH_PAIRS", "10_000_000"))
GIGABYTES = float(os.environ.get("BENCH_GIGABYTES", "5"))
PHRASES = 100_000
LANGUAGES = ("de", "lv", "zh")
SURFACE = ("bleu", "chrf", "chrf++", "ter", "nist", "wer", "unigram", "gleu", "ribes", "cder", "per", "character")
LEXICAL = ("meteor", "meteor-1.5")
# Parsing takes long: these are compared on some segments of each system.
PARSED = ("hwcm", "stm", "tkm", "dstm", "dtkm", "blend")
PARSED_SEGMENTS = 60


def start() -> Any:
    """A session with two executors."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    return (
        SparkSession.builder.master("local-cluster[2,1,2048]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.log.level", "OFF")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )


def read_wmt(most: int | None = None) -> pa.Table:
    """One row per output of WMT17."""
    rows: dict[str, list[Any]] = {name: [] for name in ("pair", "system", "hypothesis", "reference")}
    for language in LANGUAGES:
        folder = DATA / "wmt17-toen" / f"{language}-en"
        references = read_lines(folder / "reference.txt")[:most]
        for path in sorted(folder.glob("hyp.*.txt")):
            rows["hypothesis"] += read_lines(path)[:most]
            rows["reference"] += references
            rows["pair"] += [f"{language}-en"] * len(references)
            rows["system"] += [path.name] * len(references)
    return pa.table(rows)


def show_equality(spark: Any, folder: Path) -> None:
    """Every metric, by language pair and system, on Spark and here."""
    from tertium.scale.spark import score

    print("\nWMT17 de, lv, zh: the largest relative difference between Spark and one process")
    for metrics, most in ((SURFACE + LEXICAL, None), (PARSED, PARSED_SEGMENTS)):
        table = read_wmt(most)
        pq.write_table(table, folder / "wmt.parquet", row_group_size=5000)
        data = spark.read.parquet(str(folder / "wmt.parquet")).repartition(8)
        found = score(data, metrics, by=["pair", "system"])
        whole = tertium.make_test_set({"": table["hypothesis"].to_pylist()}, table["reference"].to_pylist())
        worst = dict.fromkeys(metrics, 0.0)
        for pair, system in found:
            chosen = pa.compute.and_(pa.compute.equal(table["pair"], pair), pa.compute.equal(table["system"], system))
            part = table.filter(chosen)
            test_set = tertium.make_test_set({"": part["hypothesis"].to_pylist()}, part["reference"].to_pylist())
            local = tertium.score_systems(test_set, metrics, fit_to=whole.references)[""]
            for spec in metrics:
                ours, theirs = found[pair, system][spec].value, local[spec].value
                worst[spec] = max(worst[spec], abs(ours - theirs) / max(abs(theirs), 1e-300))
        print(f"  {table.num_rows:,} rows, {len(found)} groups")
        print("  " + ", ".join(f"{spec} {value:.0e}" if value else f"{spec} 0" for spec, value in worst.items()))


def read_seconds() -> float:
    """Processor seconds of this process and all its descendants that are alive; workers of Spark stay for a while."""
    clock = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for process in [os.getpid(), *list_descendants(os.getpid())]:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15])) / clock
    return total


def list_descendants(parent: int) -> Iterator[int]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            yield int(stat.parent.name)
            yield from list_descendants(int(stat.parent.name))


def measure(work: Callable[[], Any], clock: Callable[[], float]) -> tuple[Any, float, float]:
    """What it returns, processor seconds by a clock of its processes, seconds by the clock on the wall."""
    before, started = clock(), time.perf_counter()
    found = work()
    return found, clock() - before, time.perf_counter() - started


def show_cost(spark: Any, folder: Path) -> None:
    """Ten million pairs: Spark, and `score_stream` with two threads on the same file."""
    from tertium.scale.spark import score

    metrics = ["bleu", "chrf", "meteor"]
    table = read_wmt()
    path = folder / "pairs.parquet"
    with pq.ParquetWriter(path, table.schema) as writer:
        written = 0
        while written < PAIRS:
            part = table.slice(0, PAIRS - written)
            writer.write_table(part, row_group_size=100_000)
            written += part.num_rows
    print(f"\n{written:,} pairs, {path.stat().st_size >> 20} MB of Parquet, {', '.join(metrics)}")
    columns = tertium.open_test_set([path], [path], columns="hypothesis=hypothesis,reference=reference,system=")

    def run_here() -> Any:
        return tertium.score_reader(columns, metrics, threads=2)

    data = spark.read.parquet(str(path))
    score(data.limit(1000), metrics)  # so that workers have started and loaded their lexicons
    on_spark, spark_seconds, spark_clock = measure(lambda: score(data, metrics).total, read_seconds)
    here, here_seconds, here_clock = measure(run_here, time.process_time)
    (local,) = here.values()
    assert all(abs(on_spark[spec].value - local[spec].value) < 1e-9 for spec in metrics)
    print(f"  {'':20}{'CPU s':>9}{'seconds':>9}{'pairs/s':>10}")
    for name, processor, clock in (
        ("Spark, 2 executors", spark_seconds, spark_clock),
        ("one process", here_seconds, here_clock),
    ):
        print(f"  {name:20}{processor:9.1f}{clock:9.1f}{written / clock:10,.0f}")
    print(f"  Spark takes {spark_seconds / here_seconds:.2f} times the processor time")
    path.unlink()


def show_counts(spark: Any, folder: Path) -> None:
    """100,000 phrases in gigabytes of text: Spark, and `scan` with two threads."""
    from tertium.scale.spark import SparkCounts

    draw = random.Random(3)
    lines: list[str] = []
    import gzip

    for path in sorted((DATA.parent / "corpora").glob("es-*.gz")):
        lines += gzip.decompress(path.read_bytes()).decode().splitlines()
    chosen = [line.split() for line in draw.sample(lines, 60_000) if len(line.split()) > 6]
    phrases = list({" ".join(words[at : at + draw.randint(2, 4)]) for words in chosen for at in (0, 3)})[:PHRASES]
    block = "\n".join(lines).encode() + b"\n"
    total = 0
    parts = folder / "text"
    parts.mkdir()
    number = 0
    while total < GIGABYTES * 1e9:
        (parts / f"part-{number:04}.txt").write_bytes(block)
        total += len(block)
        number += 1
    print(f"\n{len(phrases):,} phrases in {total / 1e9:.2f} GB of text")
    rules = Normalisation("es")
    counts = SparkCounts(spark.read.text(str(parts)), text="value", normalisation=rules)
    counts.count_many(phrases[:10])
    found, spark_seconds, spark_clock = measure(lambda: counts.count_many(phrases), read_seconds)
    scan = ScanCounts(sorted(parts.iterdir()), rules, threads=2)
    expected, here_seconds, here_clock = measure(lambda: scan.count_many(phrases), time.process_time)
    assert found == expected, "the counts differ"
    for name, processor, clock in (("Spark", spark_seconds, spark_clock), ("scan", here_seconds, here_clock)):
        print(f"  {name:8}{processor:9.1f} CPU s {clock:8.1f} s {total / 1e6 / processor:8.1f} MB per CPU second")
    shutil.rmtree(parts)


def main() -> None:
    """Run all three."""
    warnings.simplefilter("ignore")
    spark = start()
    try:
        with tempfile.TemporaryDirectory() as name:
            show_equality(spark, Path(name))
            show_cost(spark, Path(name))
            show_counts(spark, Path(name))
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
