"""Files wherever Spark finds them: on disks, in HDFS, in S3, by the file systems that it is configured with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class HadoopFiles:
    """Small files that this process writes itself.

    Args:
        spark: The session.
    """

    def __init__(self, spark: SparkSession) -> None:
        context = spark.sparkContext
        self._jvm: Any = context._jvm
        self._settings: Any = context._jsc.hadoopConfiguration()

    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder."""
        system, place = self._find(path)
        return bool(system.exists(place))

    def describe(self, path: str) -> tuple[str, int, int]:
        """Return the path, the size and the time of modification of a file."""
        system, place = self._find(path)
        status = system.getFileStatus(place)
        return path, int(status.getLen()), int(status.getModificationTime())

    def read(self, path: str) -> str:
        """Return the text of a small file."""
        system, place = self._find(path)
        stream = system.open(place)
        try:
            return str(self._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
        finally:
            stream.close()

    def write(self, path: str, text: str) -> None:
        """Write a small file under another name first: whoever sees it sees all of it."""
        system, place = self._find(path)
        _, temporary = self._find(f"{path}.writing")
        stream = system.create(temporary, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()
        system.delete(place, False)
        system.rename(temporary, place)

    def remove(self, path: str) -> None:
        """Remove a folder, if it is there."""
        system, place = self._find(path)
        system.delete(place, True)

    def _find(self, path: str) -> tuple[Any, Any]:
        place = self._jvm.org.apache.hadoop.fs.Path(path)
        return place.getFileSystem(self._settings), place
