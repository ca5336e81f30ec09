"""An index of the texts of a data frame: shards are built where the rows are, and joined into one index."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pyarrow as pa

from tertium.corpus.building import MEMORY, build_index, join_indexes
from tertium.corpus.manifest import Manifest
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError
from tertium.scale.spark.running import Batches, collect, map_batches

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_BUILT = pa.schema([("path", pa.string())])
_PARTS = ".parts"
# More than one letter before the colon, since that would be a drive of Windows.
_ADDRESS = re.compile(r"[A-Za-z][\w+.-]+:/")


def build_spark_index(
    data: DataFrame,
    output: str | Path,
    *,
    text: str = "text",
    normalisation: Normalisation | None = None,
    memory: int = MEMORY,
) -> Manifest:
    """Build one index of all texts. Each partition becomes an index of its own, and these are joined in the end.

    The folder has to be on a file system that all workers and this process share: a disk, if Spark runs on one machine,
    or a network drive. It needs room for twice the index.

    Args:
        data: One text per row: a line, or several.
        output: The folder of the index; it must not exist yet.
        text: The column of texts; nulls are passed over.
        normalisation: How text becomes words.
        memory: The bytes of memory to use, on each worker and here.

    Raises:
        InputError: There is something at that place, it cannot be written, or it is an address such as ``hdfs://``.
    """
    if _ADDRESS.match(str(output)):
        raise InputError(
            "an index is written by this machine and by workers as files",
            file=output,
            remedy="Give a folder of a drive that they share, not an address",
        )
    folder = Path(output).resolve()
    if folder.exists():
        raise InputError("there is something at this place", file=folder, remedy="Give a new folder")
    if text not in data.columns:
        raise InputError(f"there is no column {text!r}", remedy=f"Choose from: {', '.join(data.columns)}")
    parts = folder.with_name(f".{folder.name}{_PARTS}")
    parts.mkdir(parents=True, exist_ok=True)
    try:
        build = partial(
            _build, parts=str(parts), text=text, normalisation=normalisation or Normalisation(), memory=memory
        )
        built = collect(map_batches(data, [text], build, _BUILT)).column("path").to_pylist()
        if not built:
            raise InputError("there is not a single text", remedy="Give at least one row that is not null")
        # A task that was retried or run twice left parts that are in nobody's list.
        return join_indexes(sorted(built), folder, memory=memory)
    finally:
        shutil.rmtree(parts, ignore_errors=True)


def _build(
    batches: Batches, place: str, *, parts: str, text: str, normalisation: Normalisation, memory: int
) -> Iterator[pa.RecordBatch]:
    """Build the index of a partition, and yield where it is."""
    with tempfile.TemporaryDirectory() as scratch:
        lines = Path(scratch, place or "rows")
        with lines.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(
                f"{each}\n" for batch in batches for each in batch.column(text).to_pylist() if each is not None
            )
        if not lines.stat().st_size:
            return
        # Its own name for each attempt: two that run at once must not share a folder.
        path = Path(parts, f"{place.replace(' ', '-')}-{uuid4().hex}.index")
        build_index([lines], path, normalisation=normalisation, memory=memory)
    yield pa.RecordBatch.from_arrays([pa.array([str(path)])], schema=_BUILT)
