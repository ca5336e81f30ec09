"""``python -m tertium.scale.spark``: files in, a folder with results out, in steps that are not done twice."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from tertium import _core
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tertium.metrics.spec import parse_all
from tertium.registry import DEFAULT_METRICS
from tertium.results import GroupedScores
from tertium.scale.conditions import parse_conditions
from tertium.scale.counting import CountingWork, finish_counts
from tertium.scale.finishing import finish
from tertium.scale.spark.hadoop_files import HadoopFiles, find_reason
from tertium.scale.spark.indexing import build_spark_index
from tertium.scale.spark.running import collect, explain
from tertium.scale.spark.scoring import fit, keep, make_work, score_segments, tally_partitions
from tertium.scale.spark.spark_counts import count_partitions
from tertium.scale.work import ScoringWork
from tertium.stats.resampling import Resampling

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_SUFFIXES = {".parquet": "parquet", ".jsonl": "jsonl", ".json": "jsonl", ".tsv": "tsv", ".txt": "text"}
_COMPRESSED = (".gz", ".bz2", ".zst", ".snappy")
_LINE = "value"


def run_command(arguments: Namespace, spark: SparkSession) -> str:
    """Do what the arguments say, and return what is printed.

    Args:
        arguments: Those of ``build_parser``.
        spark: The session.

    Raises:
        TertiumError: Something cannot be read or does not fit together.
    """
    if not arguments.output.strip() or "\0" in arguments.output:
        raise SpecError("this is not the name of a folder", remedy="Give a folder for the results with -o")
    run = {"score": _score, "count": _count, "index": _index}[arguments.command]
    return run(arguments, spark)


def _score(arguments: Namespace, spark: SparkSession) -> str:
    steps = _Steps(arguments, spark)
    conditions = parse_conditions(arguments.keep) if arguments.keep else []
    metrics = list(
        dict.fromkeys([*(arguments.metrics or DEFAULT_METRICS), *(condition.spec for condition in conditions)])
    )
    columns = _choose_columns(arguments, steps.data, metrics)
    work = make_work(
        steps.data,
        metrics,
        by=arguments.by,
        unit=arguments.unit,
        seed=arguments.seed,
        blocks=arguments.blocks if arguments.confidence is not None else 0,
        **columns,
    )
    fitted = fit(steps.data, work)
    for data, place in steps.remaining("sums"):
        if arguments.by_segment:
            steps.write(score_segments(data, fitted.metrics, learned=fitted.learned, **columns), "segments", place)
        if conditions:
            steps.write(keep(data, arguments.keep, learned=fitted.learned, **columns), "kept", place)
        steps.write(tally_partitions(data, fitted), "sums", place)
    resampling = (
        None if arguments.confidence is None else Resampling(arguments.confidence, arguments.resamples, arguments.seed)
    )
    scores = finish(steps.read("sums"), work, resampling)
    steps.files.write(f"{steps.output}/scores.json", json.dumps(scores.to_dict(), indent=2, ensure_ascii=False))
    return _describe(scores, work)


def _describe(scores: GroupedScores, work: ScoringWork) -> str:
    lines = [str(scores)]
    if work.bad_rows == "quarantine":
        lines.append(f"{scores.bad_rows:,} rows could not be scored and were left out")
    return "\n".join(lines)


def _choose_columns(arguments: Namespace, data: DataFrame, metrics: Sequence[str]) -> dict[str, Any]:
    """Return which columns have what. Columns of text files have numbers: the hypothesis, then references."""
    if not data.columns:
        raise InputError(
            "there are no columns", file=arguments.input[0], remedy="Give files with a header and at least one row"
        )
    is_text = data.columns[0] == "_c0"
    references = arguments.references
    if references is None and any(metric.needs_references for metric in parse_all(metrics).values()):
        references = [name for name in data.columns[1:] if name != arguments.source] if is_text else ["reference"]
    return {
        "hypothesis": "_c0" if is_text and arguments.hypothesis == "hypothesis" else arguments.hypothesis,
        "references": references or (),
        "source": arguments.source,
        "row_id": arguments.row_id,
        "bad_rows": arguments.bad_rows,
        "language": arguments.language,
    }


def _count(arguments: Namespace, spark: SparkSession) -> str:
    path = Path(arguments.phrases)
    if not path.is_file():
        raise InputError("there is no such file", file=path, remedy="Give a text file with one phrase per line")
    try:
        phrases = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise InputError("the text is not valid UTF-8", file=path, remedy="Convert it to UTF-8") from error
    steps = _Steps(arguments, spark)
    work = CountingWork(
        phrases=phrases, text=_choose_text(arguments, steps.data), normalisation=Normalisation(arguments.language)
    )
    for data, place in steps.remaining("counted"):
        steps.write(count_partitions(data, work), "counted", place)
    counts, tokens = finish_counts(steps.read("counted"), work)
    found = {"tokens": tokens, "counts": [each.to_dict() for each in counts]}
    steps.files.write(f"{steps.output}/counts.json", json.dumps(found, indent=2, ensure_ascii=False))
    return "\n".join(f"{each.phrase}\t{'' if each.count is None else each.count}\t{each.lines or 0}" for each in counts)


def _index(arguments: Namespace, spark: SparkSession) -> str:
    data = _read(spark, arguments.input, arguments.input_format, lines=True)
    text = _choose_text(arguments, data)
    manifest = build_spark_index(data, arguments.output, text=text, normalisation=Normalisation(arguments.language))
    lines, tokens = (sum(getattr(shard, name) for shard in manifest.shards) for name in ("lines", "tokens"))
    return f"{arguments.output}: {tokens:,} tokens in {lines:,} lines, {len(manifest.shards)} shard(s)"


def _choose_text(arguments: Namespace, data: DataFrame) -> str:
    text = arguments.text or (_LINE if data.columns == [_LINE] else "text")
    if text not in data.columns:
        raise InputError(
            f"there is no column {text!r}", remedy=f"Name the column of texts with --text: {', '.join(data.columns)}"
        )
    return str(text)


class _Steps:
    """The input in parts of some files each, and what was written of each part."""

    def __init__(self, arguments: Namespace, spark: SparkSession) -> None:
        if arguments.files_at_once < 1:
            raise SpecError("at least one file is read at once", remedy="Give --files-at-once 1 or more")
        self._spark = spark
        self._format = arguments.input_format
        self._lines = arguments.command == "count"
        self.output = arguments.output.rstrip("/")
        self.files = HadoopFiles(spark)
        self.data = _read(spark, arguments.input, self._format, lines=self._lines)
        names = sorted(self.data.inputFiles())
        size = arguments.files_at_once
        self._parts = [names[start : start + size] for start in range(0, len(names), size)]
        self._require_same(arguments, names)

    def remaining(self, kind: str) -> Iterator[tuple[DataFrame, str]]:
        """Yield the parts of the input that were not done before, and the names of their results."""
        for number, names in enumerate(self._parts):
            place = f"step-{number:06}"
            if not self.files.exists(f"{self.output}/{kind}/{place}/_SUCCESS"):
                yield _read(self._spark, names, self._format, lines=self._lines), place

    def write(self, data: DataFrame, kind: str, place: str) -> None:
        """Write a result as Parquet. Spark writes the file _SUCCESS when all of it is there."""
        explain(lambda: data.write.mode("overwrite").parquet(f"{self.output}/{kind}/{place}"))

    def read(self, kind: str) -> pa.Table:
        """Return the results of all parts."""
        places = [f"{self.output}/{kind}/step-{number:06}" for number in range(len(self._parts))]
        return collect(self._spark.read.parquet(*places))

    def _require_same(self, arguments: Namespace, names: Sequence[str]) -> None:
        """Refuse to go on with what another command began, or with files that have changed."""
        path = f"{self.output}/command.json"
        settings = {name: value for name, value in vars(arguments).items() if name not in ("master", "output")}
        ours = {
            "tertium": _core.__version__,
            "settings": settings,
            "files": [list(self.files.describe(name)) for name in names],
        }
        written = json.dumps(ours, indent=2, ensure_ascii=False)
        if not self.files.exists(path):
            if self.files.exists(self.output):
                raise InputError(
                    "there is something else in this folder", file=self.output, remedy="Give a new folder with -o"
                )
            self.files.write(path, written)
        elif json.loads(self.files.read(path)) != json.loads(written):
            raise InputError(
                "this folder has results of another command, or of files that have changed",
                file=path,
                remedy="Give a new folder with -o, or remove this one",
            )


def _read(spark: SparkSession, paths: Sequence[str], kind: str, *, lines: bool = False) -> DataFrame:
    if kind == "auto":
        kind = _find_format(paths[0], lines=lines)
    reader = spark.read
    try:
        match kind:
            case "parquet":
                return reader.parquet(*paths)
            case "jsonl":
                return reader.json(list(paths))
            case "tsv":
                return reader.csv(list(paths), sep="\t", quote="", header=True)
            case _ if lines:
                return reader.text(list(paths))
        return reader.csv(list(paths), sep="\t", quote="")
    except Exception as error:
        raise InputError(
            f"Spark cannot read it: {find_reason(error)}", file=paths[0], remedy="Check path and format"
        ) from error


def _find_format(path: str, *, lines: bool) -> str:
    name = path.rstrip("/*").lower()
    for suffix in _COMPRESSED:
        name = name.removesuffix(suffix)
    found = _SUFFIXES.get(Path(name).suffix)
    if found is None and not lines:
        raise InputError(
            "the format cannot be seen from the name",
            file=path,
            remedy="Give --input-format parquet, jsonl, tsv or text",
        )
    return found or "text"
