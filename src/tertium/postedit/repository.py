"""The repository of corrections: one SQLite file with every decision that proofreaders ever made.

It is a log. Rows are added and never changed: what is taken back gets a row that says so, and the record of a pair is
computed from the rows. Each decision is a transaction of its own that is on the disk before ``decide`` returns, so that
a process that is killed loses nothing of what was acknowledged; any number of processes may decide at once.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from tertium.errors import InputError, SpecError
from tertium.postedit.correction import Confirmation, Correction, Decision, Pair, PairKey, Record, gather_pairs
from tertium.postedit.decision_rows import (
    INSERT,
    LIVE,
    OURS,
    SELECT,
    TABLES,
    VERSION,
    read_imported,
    read_row,
    write_row,
)

VARIABLE = "TERTIUM_REPOSITORY"
DEFAULT_NAME = "postedit.sqlite"

_SECONDS_TO_WAIT = 60.0
_BROKEN = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR))
_Result = TypeVar("_Result")


def find_repository() -> Path:
    """The file that ``TERTIUM_REPOSITORY`` names, else ``postedit.sqlite`` in the working directory.

    It is not in the cache: what people decided cannot be made again.
    """
    return Path(os.environ.get(VARIABLE) or DEFAULT_NAME).expanduser()


def list_files(path: str | Path | None = None) -> list[Path]:
    """The files that a repository is kept in, whether they are there or not; those of the usual one if None.

    While somebody decides, the newest decisions are in a file beside it.
    """
    real = os.path.realpath(find_repository() if path is None else path)
    return [Path(f"{real}{ending}") for ending in ("", "-wal", "-shm", "-journal")]


class Repository:
    """What proofreaders decided.

    Args:
        path: The file, which is made if need be, with its folder; the usual one if None.
        make: Whether to make it; if not, one has to be there.
        now: The time in seconds since 1970.

    Raises:
        InputError: The file is damaged, somebody else's, or cannot be written.
    """

    def __init__(
        self, path: str | Path | None = None, *, make: bool = True, now: Callable[[], float] = time.time
    ) -> None:
        self.path = find_repository() if path is None else Path(path)
        self._clock = now
        if not make and not self.path.is_file():
            raise InputError(
                "there is no such repository",
                file=self.path,
                remedy=f"Give one with --repository, or by {VARIABLE}; `tertium postedit review` makes one",
            )
        self._use(self._prepare)

    @property
    def name(self) -> str:
        """What no other repository is called; it was drawn when the file was made."""
        return str(self._use(lambda connection: connection.execute("SELECT name FROM identity").fetchone()[0]))

    def decide(self, correction: Correction, accepted: bool, by: str = "", *, after: str = "") -> int:
        """Takes note of a decision; it is on the disk when this returns.

        Args:
            correction: What was decided about.
            accepted: Whether it was accepted.
            by: Who decided.
            after: The text of the segment afterwards.

        Returns:
            The number of the decision.
        """
        return self._add([self._row(correction, "accepted" if accepted else "declined", by, after=after)])[0]

    def propagate(self, corrections: Sequence[Correction], of: int, by: str = "") -> list[int]:
        """Takes note of further places that were changed because of a decision: part of no record, undone with it."""
        return self._add([self._row(each, "propagated", by, of=of) for each in corrections])

    def undo(self, decision: int | None = None, by: str = "") -> Decision:
        """Takes a decision back, with what was propagated from it; both stay in the log.

        Args:
            decision: Its number; the last one that was not taken back if None.
            by: Who takes it back.

        Raises:
            SpecError: There is no such decision, or it was taken back before.
        """

        def undo(connection: sqlite3.Connection) -> Decision:
            which = "ORDER BY id DESC LIMIT 1" if decision is None else "AND id = ?"
            query = f"{SELECT} WHERE decision IN ('accepted', 'declined') AND {LIVE} {which}"
            row = connection.execute(query, [] if decision is None else [decision]).fetchone()
            if row is None:
                what = "no decision" if decision is None else f"no decision {decision}"
                raise SpecError(f"there is {what} to undo", remedy="`tertium postedit log` shows what was decided")
            found = read_row(row)
            connection.execute(INSERT, self._row(found.correction, "undone", by, of=found.id))
            return found

        return self._write(undo)

    def record_of(self, pairs: Iterable[PairKey]) -> dict[PairKey, Record]:
        """The record of each pair; an empty one for pairs that nobody ever decided about."""
        wanted = list(dict.fromkeys(pairs))

        def select(connection: sqlite3.Connection) -> dict[PairKey, Record]:
            query = f"{SELECT} WHERE key_languages = ? AND key_old = ? AND key_new = ? AND {LIVE} ORDER BY id"
            found = [read_row(row) for key in wanted for row in connection.execute(query, key)]
            return {key: pair.record for (key, _), pair in gather_pairs(found).items()}

        records = self._use(select)
        return {key: records.get(key, Record()) for key in wanted}

    def decisions(self, documents: Sequence[str] | None = None) -> list[Decision]:
        """What was decided and not taken back, in order; about some documents, or all."""

        def select(connection: sqlite3.Connection) -> list[Decision]:
            if documents is None:
                return [read_row(row) for row in connection.execute(f"{SELECT} WHERE {LIVE} ORDER BY id")]
            query = f"{SELECT} WHERE document = ? AND decision <> 'imported' AND {LIVE} ORDER BY id"
            rows = [row for each in dict.fromkeys(documents) for row in connection.execute(query, [each])]
            return sorted(map(read_row, rows), key=lambda each: each.id)

        return self._use(select)

    def pairs(self, languages: str | None = None) -> list[Pair]:
        """All pairs with their records, the most often accepted first."""
        found = [pair for pair in gather_pairs(self.decisions()).values() if _is_of(pair, languages)]
        return sorted(found, key=lambda each: (-each.record.accepted, each.record.declined, each.key))

    def confirmed(
        self, minimum: int = 3, share: float = 0.9, documents: int = 2, languages: str | None = None
    ) -> list[Pair]:
        """The pairs that may be applied without asking, the most often accepted first.

        Args:
            minimum: How often they were accepted, at least.
            share: The part of the decisions that accepted them, at least.
            documents: In how many different documents they were accepted, at least: what is right all through one
                document may be wrong in every other.
            languages: Of this language pair only.

        Raises:
            SpecError: Nothing would be asked of a pair, or more than can be.
        """
        rule = Confirmation(minimum, share, documents)
        return [pair for pair in self.pairs(languages) if not rule.misses(pair.record)]

    def export(self, languages: str | None = None) -> list[dict[str, Any]]:
        """One row for each pair and repository that decided about it, as ``import_`` takes them."""
        name, now = self.name, self._now()
        found = gather_pairs(self.decisions(), by_origin=True).values()
        chosen = sorted((each for each in found if _is_of(each, languages)), key=lambda each: (each.key, each.origin))
        return [
            {**each.to_dict(), "repository": each.origin or name, "exported": each.exported or now} for each in chosen
        ]

    def import_(self, rows: Iterable[Mapping[str, Any]], by: str = "") -> int:
        """Takes over what was decided elsewhere; what is known already, or was decided here, is not counted again.

        Args:
            rows: As ``export`` gives them.
            by: Who imports.

        Returns:
            How many rows were new.
        """
        incoming = [read_imported(row, by, self._now()) for row in rows]

        def insert(connection: sqlite3.Connection) -> int:
            (own,) = connection.execute("SELECT name FROM identity").fetchone()
            query = f"{SELECT} WHERE decision = 'imported' AND {LIVE} ORDER BY id"
            known = {(each.correction.key, each.origin): each for each in map(read_row, connection.execute(query))}
            added = 0
            for each in incoming:
                before = known.get((each.correction.key, each.origin))
                if each.origin == own or (before is not None and not _is_news(each, before)):
                    continue
                known[each.correction.key, each.origin] = each
                connection.execute(INSERT, write_row(each))
                added += 1
            return added

        return self._write(insert)

    def _now(self) -> float:
        # To the microsecond, as times are written in tables, so that they are the same when they come back.
        return round(self._clock(), 6)

    def _row(
        self, correction: Correction, decision: str, by: str, *, of: int | None = None, after: str = ""
    ) -> list[Any]:
        return write_row(Decision(0, self._now(), decision, by, correction, of), after)

    def _add(self, rows: Sequence[list[Any]]) -> list[int]:
        return self._write(lambda connection: [connection.execute(INSERT, row).lastrowid or 0 for row in rows])

    def _write(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        def write(connection: sqlite3.Connection) -> _Result:
            connection.execute("BEGIN IMMEDIATE")
            result = action(connection)
            connection.execute("COMMIT")
            return result

        return self._use(write)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # Looked at first, so that what only reads does not wait for whoever writes.
        if connection.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            return
        connection.execute("BEGIN IMMEDIATE")
        self._require_own(connection)  # somebody else may have made it in the meantime
        for statement in TABLES:
            connection.execute(statement)
        if connection.execute("SELECT COUNT(*) FROM identity").fetchone()[0] == 0:
            connection.execute("INSERT INTO identity VALUES (?)", [uuid4().hex])
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")

    def _use(self, action: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Does something with the file, by a connection of its own, so that threads and forks share nothing."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_SECONDS_TO_WAIT, isolation_level=None)) as connection:
                self._require_own(connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                return action(connection)
        except sqlite3.Error as error:
            broken = getattr(error, "sqlite_errorcode", 0) & 0xFF in _BROKEN
            raise InputError(
                f"the repository {'is damaged' if broken else 'cannot be used'} ({error})",
                file=self.path,
                remedy="Give another place, or a copy that is whole" if broken else "Give another place",
            ) from error
        except (UnicodeEncodeError, OverflowError) as error:
            raise InputError(
                f"the decision cannot be kept: {error}", file=self.path, remedy="Mend the text or the count"
            ) from error
        except OSError as error:
            raise InputError(
                f"the repository cannot be used: {error.strerror or error}", file=self.path, remedy="Give another place"
            ) from error

    def _require_own(self, connection: sqlite3.Connection) -> None:
        """Refuses a database of somebody else's, or of a version to come, before anything is written into it."""
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        if (owner, version, tables) != (0, 0, 0) and owner != OURS:
            raise InputError(
                "the file is a database, and no repository of corrections", file=self.path, remedy="Give another place"
            )
        if version > VERSION:
            raise InputError(
                f"the repository is of version {version}, and this program knows those up to {VERSION}",
                file=self.path,
                remedy="Update Tertium",
            )


def _is_of(pair: Pair, languages: str | None) -> bool:
    return languages is None or pair.key.languages == languages.casefold()


def _is_news(new: Decision, old: Decision) -> bool:
    """Whether something else is said than before, and not by an older file."""
    if (new.accepted, new.declined, new.documents) == (old.accepted, old.declined, old.documents):
        return False
    return (new.exported or new.time) >= (old.exported or old.time)
