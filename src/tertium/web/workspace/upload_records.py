"""Uploads: files that were received, whose roles are still to be confirmed."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.files.database import Database
from tertium.files.group_writer import GroupWriter
from tertium.web.workspace.file_store import StoredFile
from tertium.web.workspace.records import MissingRecordError


@dataclass(frozen=True)
class Upload:
    """Some files that were uploaded together.

    Attributes:
        id: Its number.
        files: The files.
        job: The job that scores them, once it is asked for.
    """

    id: int
    files: tuple[StoredFile, ...]
    job: int | None = None


class Uploads:
    """The uploads of a workspace.

    Args:
        database: The database of the workspace.
        writer: What writes into it.
    """

    def __init__(self, database: Database, writer: GroupWriter) -> None:
        self._database = database
        self._writer = writer

    def add(self, files: Sequence[StoredFile]) -> int:
        """Remember files that were received together, and return the number of the upload."""
        text = json.dumps([vars(each) for each in files])

        def write(connection: sqlite3.Connection) -> int:
            cursor = connection.execute("INSERT INTO main.upload (created, files) VALUES (?, ?)", [time.time(), text])
            return int(cursor.lastrowid or 0)

        return self._writer.write(write)

    def get(self, identity: int) -> Upload:
        """Return an upload by its number.

        Raises:
            MissingRecordError: There is none.
        """

        def read(connection: sqlite3.Connection) -> tuple[str, int | None] | None:
            query = "SELECT files, job FROM upload WHERE id = ?"
            row: tuple[str, int | None] | None = connection.execute(query, [identity]).fetchone()
            return row

        row = self._database.read(read)
        if row is None:
            raise MissingRecordError(f"there is no upload {identity}", remedy="Upload the files again")
        return Upload(identity, tuple(StoredFile(**each) for each in json.loads(row[0])), row[1])
