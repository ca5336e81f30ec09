"""One thread that writes into a database: those who write at the same time share one commit, and one wait for the disk.

A caller gets its result when the commit is on the disk. What one caller did wrong is undone alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from tertium.files.database import Database

_Result = TypeVar("_Result")
_Request = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]

# This many at most share a commit, so that the first of them does not wait for ever.
_MOST = 256


class GroupWriter:
    """Writes into a database, in one thread and one connection.

    Args:
        database: The database. Other processes may write into it too.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: SimpleQueue[_Request | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=f"writer of {database.path.name}", daemon=True)
        self._thread.start()

    def write(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run an action; what it wrote is on the disk when this returns, or nothing of it is.

        Raises:
            InputError: The database is damaged or cannot be used.
        """
        future: Future[_Result] = Future()
        self._queue.put((action, future))
        return future.result()

    def close(self) -> None:
        """Stop after what was asked for is written."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            requests = [first]
            ended = False
            while not self._queue.empty() and len(requests) < _MOST:
                following = self._queue.get()
                if following is None:
                    ended = True
                    break
                requests.append(following)
            self._commit(requests)
            if ended:
                return

    def _commit(self, requests: list[_Request]) -> None:
        results: list[tuple[Future[Any], Any, BaseException | None]] = []

        def run(connection: sqlite3.Connection) -> None:
            for action, future in requests:
                connection.execute("SAVEPOINT one")
                try:
                    results.append((future, action(connection), None))
                except sqlite3.Error:
                    raise  # of the database, not of what was asked
                except BaseException as error:  # the caller's own, which the caller gets
                    connection.execute("ROLLBACK TO one")
                    results.append((future, None, error))
                connection.execute("RELEASE one")

        try:
            self._database.write(run)
        except BaseException as error:  # all of them wait for an answer
            for _, future in requests:
                future.set_exception(error)
            return
        for future, result, failure in results:
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)
