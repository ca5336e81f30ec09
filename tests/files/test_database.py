"""One SQLite file: whose it is, which version it has, and what happens when it cannot be used."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.files import database
from tertium.files.database import Database, UnusableDatabaseError

OURS = 0x54727454


@pytest.fixture
def notes(tmp_path: Path) -> Database:
    table = "CREATE TABLE notes (text TEXT NOT NULL)"
    return Database(path=tmp_path / "folder" / "notes.sqlite", kind="file of notes", tables=(table,), application=OURS)


def read(notes: Database) -> list[str]:
    return notes.read(lambda connection: [text for (text,) in connection.execute("SELECT text FROM notes")])


def add(notes: Database, text: str) -> None:
    notes.write(lambda connection: connection.execute("INSERT INTO notes VALUES (?)", [text]))


def pragma(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def test_a_new_file_is_marked_as_ours(notes: Database) -> None:
    assert read(notes) == []
    assert pragma(notes.path, "application_id") == OURS
    assert pragma(notes.path, "user_version") == 1
    add(notes, "a")
    assert read(notes) == ["a"]


def test_a_transaction_that_fails_leaves_nothing(notes: Database) -> None:
    def insert_and_fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO notes VALUES ('half')")
        raise KeyError("half")

    with pytest.raises(KeyError):
        notes.write(insert_and_fail)
    assert read(notes) == []


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE other (x)"],
        ["PRAGMA application_id = 7"],
        ["PRAGMA user_version = 1"],
        # The same table is no proof: a file is ours only if it says so.
        ["CREATE TABLE notes (text TEXT NOT NULL)", "INSERT INTO notes VALUES ('theirs')"],
        ["CREATE VIEW other AS SELECT 1"],
    ],
    ids=["table", "mark", "version", "same table", "view"],
)
def test_the_database_of_another_program_is_left_alone(notes: Database, statements: list[str]) -> None:
    notes.path.parent.mkdir()
    # Their changes may still be in a file beside it, and it is not for us to carry them over.
    with closing(sqlite3.connect(notes.path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    before = {file.name: file.read_bytes() for file in notes.path.parent.iterdir()}
    for action in (lambda: read(notes), lambda: add(notes, "ours")):
        with pytest.raises(InputError, match="the file is a database, but not a file of notes"):
            action()
    assert {file.name: file.read_bytes() for file in notes.path.parent.iterdir()} == before


def test_a_later_version_is_refused(notes: Database) -> None:
    add(replace(notes, version=2), "new")
    with pytest.raises(InputError, match=r"has version 2, and this program reads version 1\. Update Tertium"):
        read(notes)


def test_damage_is_told_from_what_only_cannot_be_used(notes: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_SECONDS_TO_WAIT", 0.1)
    add(notes, "a")
    with closing(sqlite3.connect(notes.path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnusableDatabaseError, match="the file of notes cannot be used"):
            add(notes, "b")
    notes.delete()
    notes.path.write_bytes(b"not a database " * 100)
    with pytest.raises(InputError, match="the file of notes is damaged") as caught:
        read(notes)
    assert not isinstance(caught.value, UnusableDatabaseError)


@pytest.mark.posix
@pytest.mark.parametrize("name", ["a b?c=d#e%20.sqlite", "\udcff.sqlite"], ids=["signs", "bytes"])
def test_any_name_of_a_file_will_do(notes: Database, name: str) -> None:
    odd = replace(notes, path=notes.path.with_name(name))
    add(odd, "a")
    assert read(odd) == ["a"]
    with closing(sqlite3.connect(odd.path)) as connection:
        connection.execute("PRAGMA application_id = 7")
    with pytest.raises(InputError, match="not a file of notes"):
        read(odd)


def test_all_files_of_a_database_are_deleted(notes: Database) -> None:
    add(notes, "a")
    notes.delete()
    assert list(notes.path.parent.iterdir()) == []
