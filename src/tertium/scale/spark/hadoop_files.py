"""Files wherever Spark finds them: on disks, in HDFS, in S3, by the file systems that it is configured with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

from tertium.errors import InputError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def find_reason(error: Exception) -> str:
    """Return what Spark says is wrong, in one line; of an error in Java, what that says."""
    cause = getattr(error, "java_exception", None)
    message = str(error if cause is None else cause.getMessage() or cause.toString())
    return message.partition("\n")[0].partition(". ")[0].rstrip(".")


class HadoopFiles:
    """Small files that this process writes itself.

    Each method raises an ``InputError`` if the file system cannot be reached, or refuses.

    Args:
        spark: The session.
    """

    def __init__(self, spark: SparkSession) -> None:
        context = spark.sparkContext
        self._jvm: Any = context._jvm
        self._settings: Any = context._jsc.hadoopConfiguration()

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder."""
        with _explaining(path):
            system, place = self._find(path)
            return bool(system.exists(place))

    def describe(self, path: str) -> tuple[str, int, int]:
        """Return the path, the size and the time of modification of a file."""
        with _explaining(path):
            system, place = self._find(path)
            status = system.getFileStatus(place)
            return path, int(status.getLen()), int(status.getModificationTime())

    def read(self, path: str) -> str:
        """Return the text of a small file."""
        with _explaining(path):
            system, place = self._find(path)
            stream = system.open(place)
            try:
                return str(self._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
            finally:
                stream.close()

    def write(self, path: str, text: str) -> None:
        """Write a small file under another name first: whoever sees it sees all of it."""
        with _explaining(path):
            system, place = self._find(path)
            _, temporary = self._find(f"{path}.writing")
            stream = system.create(temporary, True)
            try:
                stream.write(bytearray(text.encode()))
            finally:
                stream.close()
            system.delete(place, False)
            if not system.rename(temporary, place):
                raise InputError(f"{temporary} cannot be renamed to it", file=path, remedy="Check who may write there")

    def remove(self, path: str) -> None:
        """Remove a folder, if it is there."""
        with _explaining(path):
            system, place = self._find(path)
            system.delete(place, True)

    def _find(self, path: str) -> tuple[Any, Any]:
        place = self._jvm.org.apache.hadoop.fs.Path(path)
        return place.getFileSystem(self._settings), place


@contextmanager
def _explaining(path: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        # What Java raises comes as one of two classes: that of Py4J, or one that PySpark makes of it.
        if not hasattr(error, "java_exception") and not isinstance(error, PySparkException):
            raise
        raise InputError(
            f"Spark cannot use it: {find_reason(error)}",
            file=path,
            remedy="Check the address, and that Spark has the library and the settings of this file system",
        ) from error
