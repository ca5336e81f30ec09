"""A workspace: a folder with test sets, their scores, uploaded files, reports, campaigns, and jobs."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError
from tertium.files.database import Database
from tertium.files.group_writer import GroupWriter
from tertium.results import Comparison, Scores
from tertium.types import References, TestSet
from tertium.web.workspace.file_store import FileStore
from tertium.web.workspace.jobs import Jobs
from tertium.web.workspace.loaded_set import LoadedSet
from tertium.web.workspace.records import MissingRecordError, ScoreTable, StoredSegment, StoredTestSet
from tertium.web.workspace.score_files import (
    has_segment_scores,
    read_comparison,
    read_segment_scores,
    write_outcome,
    write_segment_scores,
)
from tertium.web.workspace.text_file import TextFile, write_texts
from tertium.web.workspace.upload_records import Uploads
from tertium.web.workspace.workspace_tables import (
    WORKSPACE_MARK,
    WORKSPACE_NAMES,
    WORKSPACE_TABLES,
    WORKSPACE_VERSION,
    add_checksums,
)

_FOLDERS = ("files", "texts", "scores", "reports")
_KEPT_SETS = 8
_COLUMNS = "id, name, segments, texts, source_language, language, changes, created, revision"


class Workspace:
    """A folder of the web app.

    Args:
        folder: The folder; ``Workspace.open`` creates it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _FOLDERS:
            (folder / name).mkdir(exist_ok=True)
        self.database = Database(
            path=folder / "tertium.sqlite",
            kind="workspace",
            tables=WORKSPACE_TABLES,
            application=WORKSPACE_MARK,
            version=WORKSPACE_VERSION,
            upgrades={2: lambda connection: add_checksums(connection, folder)},
            summed=WORKSPACE_NAMES,
            private=True,
            damaged_remedy="Restore the workspace from a copy, or give another folder",
        )
        self.database.verify()  # created, or refused
        self.writer = GroupWriter(self.database)
        self.jobs = Jobs(self.database, self.writer, folder)
        self.files = FileStore(folder / "files")
        self.uploads = Uploads(self.database, self.writer)
        self._loaded: OrderedDict[int, LoadedSet] = OrderedDict()
        self._lock = threading.Lock()
        self._local = threading.local()

    @classmethod
    def open(cls, folder: str | Path) -> Workspace:
        """Open a workspace, or create one in a folder that is new, empty or has campaigns only.

        Raises:
            InputError: The folder cannot be used, or the workspace is of a newer version.
        """
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            return cls(place)
        except OSError as error:
            raise InputError(
                f"the workspace cannot be used ({error.strerror})", file=place, remedy="Give another folder"
            ) from error

    def close(self) -> None:
        """Stop jobs and writing; what was acknowledged is on the disk already."""
        self.jobs.stop()
        self.writer.close()

    def add_test_set(
        self,
        name: str,
        test_set: TestSet,
        *,
        languages: tuple[str, str] = ("", ""),
        kinds: Mapping[str, str] | None = None,
    ) -> int:
        """Store a test set and return its number. The same one under the same name is stored once.

        Args:
            name: Its name. If another test set has it, a number is added.
            test_set: The texts.
            languages: The codes of the source language and the target language; by default that of the test set.
            kinds: The kind of each system, by its name; by default those of the test set.
        """
        layers, columns = _make_layers(test_set, kinds or test_set.kinds)
        searched = sum(role in ("system", "reference", "source") for role, _, _ in layers)
        digest = write_texts(columns, self.folder / "texts", searched=searched)
        source, target = languages[0], languages[1] or test_set.language
        name = " ".join(name.split())[:200] or "test set"

        def write(connection: sqlite3.Connection) -> int:
            for number in range(1, 10_000):
                chosen = name if number == 1 else f"{name} ({number})"
                query = "SELECT id, texts FROM test_set WHERE name = ?"
                found = connection.execute(query, [chosen]).fetchone()
                if found is None:
                    break
                kept = connection.execute(
                    "SELECT role, name, kind FROM layer WHERE test_set = ? ORDER BY place", [found[0]]
                ).fetchall()
                if found[1] == digest and kept == layers:
                    return int(found[0])
            identity = connection.execute(
                "INSERT INTO main.test_set "
                "(name, segments, texts, source_language, language, changes, created, revision) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                [chosen, len(test_set), digest, source, target, json.dumps(list(test_set.changes)), time.time()],
            ).lastrowid
            connection.executemany(
                "INSERT INTO main.layer (test_set, place, role, name, kind) VALUES (?, ?, ?, ?, ?)",
                [(identity, place, *layer) for place, layer in enumerate(layers)],
            )
            return int(identity or 0)

        return self.writer.write(write)

    def test_sets(self) -> list[StoredTestSet]:
        """Return all test sets, the newest first."""
        return self.database.read(lambda connection: self._read_records(connection, "ORDER BY id DESC", []))

    def test_set(self, identity: int) -> StoredTestSet:
        """Return a test set by its number.

        Raises:
            MissingRecordError: There is none.
        """
        revision = self._read_revision(identity)
        with self._lock:
            loaded = self._loaded.get(identity)
        if loaded is not None and loaded.record.revision == revision:
            return loaded.record
        return self._read_record(identity)

    def whole_specs(self, identity: int) -> list[str]:
        """Return the metrics whose scores are stored and not damaged."""
        rows = self.database.read(lambda connection: _read_outcomes(connection, identity))
        folder = self.folder / "scores"
        return [outcome["spec"] for digest, outcome in rows if has_segment_scores(digest, folder)]

    def remove_test_set(self, identity: int) -> None:
        """Remove a test set and its scores. Files stay, since another one may have the same content."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM main.score WHERE test_set = ?", [identity])
            connection.execute("DELETE FROM main.layer WHERE test_set = ?", [identity])
            connection.execute("DELETE FROM main.test_set WHERE id = ?", [identity])

        self.writer.write(write)
        with self._lock:
            self._loaded.pop(identity, None)

    def read_test_set(self, identity: int) -> TestSet:
        """Return the whole test set, as metrics take it."""
        # Without its scores: they may be damaged, and are made again of the texts.
        record = self._read_record(identity)
        stored = TextFile(self.folder / "texts" / f"{record.texts}.texts")
        columns: dict[str, list[list[str | None]]] = {}
        systems: dict[str, list[str]] = {}
        for place, (role, name) in enumerate(self._read_roles(identity)):
            texts = stored.layer(place)
            if role == "system":
                systems[name] = [each or "" for each in texts]
            else:
                columns.setdefault(role, []).append(texts)
        return TestSet(
            systems=systems,
            references=References.from_columns(columns["reference"])
            if "reference" in columns
            else References.from_nested([None] * record.segments),
            sources=_take(columns, "source"),
            documents=_take(columns, "documents"),
            ids=_take(columns, "ids"),
            kinds=record.kinds,
            changes=record.changes,
            language=record.languages[1],
        )

    def segment(self, identity: int, number: int) -> StoredSegment:
        """Return a segment by its number, counted from 1."""
        return self.load(identity).segment(number)

    def scores(self, identity: int) -> ScoreTable | None:
        """Return the scores of all segments; none if the test set was not scored yet."""
        return self.load(identity).scores

    def add_scores(self, identity: int, systems: Mapping[str, Scores], comparison: Comparison | None = None) -> None:
        """Store scores of all systems with their segments, and the comparison of the systems if there are several.

        Raises:
            MissingRecordError: There is no such test set, or no longer.
        """
        rows = []
        for spec in next(iter(systems.values())):
            segments = [each[spec].segments for each in systems.values()]
            kept = [each for each in segments if each is not None]
            digest = write_segment_scores(kept, self.folder / "scores")
            rows.append((identity, spec, digest, json.dumps(write_outcome(systems, spec, comparison)), time.time()))

        def write(connection: sqlite3.Connection) -> None:
            # First: who scores a test set may find that it was removed meanwhile.
            changed = connection.execute("UPDATE main.test_set SET revision = revision + 1 WHERE id = ?", [identity])
            if not changed.rowcount:
                raise _make_missing(identity)
            for row in rows:
                # REPLACE would not call the trigger that counts rows.
                connection.execute("DELETE FROM main.score WHERE test_set = ? AND spec = ?", row[:2])
                connection.execute(
                    "INSERT INTO main.score (test_set, spec, digest, outcome, created) VALUES (?, ?, ?, ?, ?)", row
                )

        self.writer.write(write)

    def comparison(self, identity: int) -> Comparison | None:
        """Return the comparison of the systems by all metrics, without segments; none if nothing was scored yet."""
        loaded = self.load(identity)

        def make() -> Comparison | None:
            rows = self.database.read(lambda connection: _read_outcomes(connection, identity))
            return read_comparison([each for _, each in rows], loaded.record.systems) if rows else None

        found: Comparison | None = loaded.keep("comparison", make)
        return found

    def load(self, identity: int) -> LoadedSet:
        """Return a test set with its texts and scores, as it is now.

        Raises:
            MissingRecordError: There is none.
        """
        revision = self._read_revision(identity)
        with self._lock:
            loaded = self._loaded.get(identity)
            if loaded is not None and loaded.record.revision == revision and not loaded.texts.is_changed:
                self._loaded.move_to_end(identity)
                return loaded
        made = self._load(identity)
        with self._lock:
            self._loaded[identity] = made
            while len(self._loaded) > _KEPT_SETS:
                self._loaded.popitem(last=False)
        return made

    def _connect(self) -> sqlite3.Connection:
        """Return a connection of this thread that stays open: pages look at the revision at each request."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self.database.path, isolation_level=None, timeout=60)
            self._local.connection = connection
        return connection

    def _read_revision(self, identity: int) -> int:
        """Return the revision of a test set, which is looked at in each request."""
        try:
            row = self._connect().execute("SELECT revision FROM test_set WHERE id = ?", [identity]).fetchone()
        except sqlite3.Error as error:
            raise self.database.make_damaged(str(error)) from error
        if row is None:
            raise _make_missing(identity)
        return int(row[0])

    def _read_record(self, identity: int) -> StoredTestSet:
        found = self.database.read(lambda connection: self._read_records(connection, "WHERE id = ?", [identity]))
        if not found:
            raise _make_missing(identity)
        return found[0]

    def _read_roles(self, identity: int) -> list[tuple[str, str]]:
        query = "SELECT role, name FROM layer WHERE test_set = ? ORDER BY place"
        return self.database.read(lambda connection: connection.execute(query, [identity]).fetchall())

    def _load(self, identity: int) -> LoadedSet:
        record = self._read_record(identity)
        texts = TextFile(self.folder / "texts" / f"{record.texts}.texts")
        outcomes = self.database.read(lambda connection: _read_outcomes(connection, identity))
        return LoadedSet(record, texts, self._read_roles(identity), self._make_table(record, outcomes))

    def _make_table(self, record: StoredTestSet, rows: Sequence[tuple[str, dict[str, Any]]]) -> ScoreTable | None:
        if not rows:
            return None
        shape = (len(record.systems), record.segments)
        outcomes = [outcome for _, outcome in rows]
        corpus = [[outcome["systems"][name]["value"] for name in record.systems] for outcome in outcomes]
        return ScoreTable(
            specs=tuple(outcome["spec"] for outcome in outcomes),
            systems=record.systems,
            values=np.stack([read_segment_scores(digest, self.folder / "scores", shape) for digest, _ in rows]),
            corpus=np.array(corpus, dtype=np.float64),
            higher_is_better=tuple(outcome["higher_is_better"] for outcome in outcomes),
            decimals=tuple(outcome["decimals"] for outcome in outcomes),
            signatures=tuple(next(iter(outcome["systems"].values()))["signature"] for outcome in outcomes),
        )

    def _read_records(self, connection: sqlite3.Connection, where: str, values: list[object]) -> list[StoredTestSet]:
        found = []
        rows = connection.execute(f"SELECT {_COLUMNS} FROM test_set {where}", values)  # noqa: S608 - our own words
        for row in rows.fetchall():
            identity, name, segments, texts, source, target, changes, created, revision = row
            layers = connection.execute(
                "SELECT role, name, kind FROM layer WHERE test_set = ? ORDER BY place", [identity]
            ).fetchall()
            roles = [role for role, _, _ in layers]
            specs = connection.execute("SELECT spec FROM score WHERE test_set = ? ORDER BY id", [identity])
            found.append(
                StoredTestSet(
                    id=identity,
                    name=name,
                    segments=segments,
                    systems=tuple(name for role, name, _ in layers if role == "system"),
                    references=roles.count("reference"),
                    has_sources="source" in roles,
                    has_documents="documents" in roles,
                    languages=(source, target),
                    kinds={name: kind for role, name, kind in layers if role == "system" and kind},
                    created=created,
                    specs=tuple(spec for (spec,) in specs),
                    texts=texts,
                    changes=tuple(json.loads(changes)),
                    revision=revision,
                )
            )
        return found


def _make_missing(identity: int) -> MissingRecordError:
    return MissingRecordError(
        f"there is no test set {identity}, or it was removed", remedy="Choose one on the first page"
    )


def _read_outcomes(connection: sqlite3.Connection, identity: int) -> list[tuple[str, dict[str, Any]]]:
    rows = connection.execute("SELECT digest, outcome FROM score WHERE test_set = ? ORDER BY id", [identity])
    return [(digest, json.loads(outcome)) for digest, outcome in rows]


def _make_layers(
    test_set: TestSet, kinds: Mapping[str, str]
) -> tuple[list[tuple[str, str, str]], list[Sequence[str | None]]]:
    """Return role, name and kind of each layer, and its texts; those that are searched come first."""
    layers: list[tuple[str, str, str]] = []
    columns: list[Sequence[str | None]] = []

    def add(role: str, name: str, texts: Sequence[str | None] | None, kind: str = "") -> None:
        if texts is not None:
            layers.append((role, name, kind))
            columns.append(texts)

    add("source", "", test_set.sources)
    most = int(test_set.references.counts.max(initial=0))
    nested = [test_set.references.of(number) for number in range(len(test_set))] if most else []
    for place in range(most):
        add("reference", str(place + 1), [each[place] if place < len(each) else None for each in nested])
    for name, outputs in test_set.systems.items():
        add("system", name, outputs, kinds.get(name, ""))
    add("documents", "", test_set.documents)
    add("ids", "", test_set.ids)
    return layers, columns


def _take(columns: Mapping[str, Sequence[Sequence[str | None]]], role: str) -> list[str] | None:
    return [each or "" for each in columns[role][0]] if role in columns else None
