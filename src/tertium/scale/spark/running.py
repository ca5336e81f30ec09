"""Running functions of record batches on Spark, and saying in our own errors what went wrong there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from tertium.errors import InputError, TertiumError
from tertium.scale.rows import BadRowError

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

Batches = Iterable[pa.RecordBatch]
# The last line of a traceback of a worker: one of our errors, with its message.
_OURS = re.compile(r"^tertium\.(?:\w+\.)*(?P<kind>\w+): (?P<message>.+)$", flags=re.MULTILINE)
_ABSENT = "No module named 'tertium'"


def map_batches(
    data: DataFrame,
    columns: Sequence[str],
    function: Callable[[Batches, str], Iterator[pa.RecordBatch]],
    schema: pa.Schema,
) -> DataFrame:
    """Run a function where the rows are.

    Args:
        data: The rows.
        columns: The columns that the function needs; no others are sent to it.
        function: From the batches of a partition and its name to batches. It is pickled, with all that it refers to.
        schema: The schema of what it yields.
    """

    def run(batches: Batches) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        return function(batches, f"partition {context.partitionId()}" if context is not None else "")

    return select(data, columns).mapInArrow(run, from_arrow_schema(schema))


def select(data: DataFrame, columns: Sequence[str]) -> DataFrame:
    """Return some columns, in this order."""
    return data.select(*(find_column(data, name) for name in columns))


def find_column(data: DataFrame, name: str) -> Column:
    """Return a column; its name may have dots and other marks in it."""
    return data["`" + name.replace("`", "``") + "`"]


def read_schema(data: DataFrame) -> pa.Schema:
    """Return the schema of a data frame as Arrow has it."""
    return to_arrow_schema(data.schema)


def collect(data: DataFrame) -> pa.Table:
    """Return all rows of a small data frame.

    Raises:
        TertiumError: A worker raised it; the same error, without the traceback of the worker.
    """
    return explain(data.toArrow)


def explain(action: Callable[[], Any]) -> Any:
    """Do something on Spark. An error of ours that a worker raised is raised here as such.

    Raises:
        TertiumError: A worker raised it.
    """
    try:
        return action()
    except PySparkException as error:
        if _ABSENT in str(error):
            raise InputError(
                "the Python of the workers does not have Tertium",
                remedy="Set PYSPARK_PYTHON to a Python that has it, or ship it with the job: see the page on Spark",
            ) from error
        found = _OURS.search(str(error))
        if found is None:
            raise
        kinds: dict[str, type[TertiumError]] = {"BadRowError": BadRowError, "InputError": InputError}
        raise kinds.get(found["kind"], TertiumError)(found["message"].rstrip(".")) from error
