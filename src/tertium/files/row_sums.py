"""Checksums of rows that SQLite keeps by itself: triggers write them, and views compare them.

A table gets a column ``checksum``. Triggers fill it, and keep the number of rows of each table in ``row_count``. In
each connection a view stands before the table and has its name, so that every query compares the rows that it reads.
Statements that write name the table itself, as ``main.judgment``.

A row that a query does not find is not compared. So a store is verified as a whole when it is opened (``find_damage``).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b

_COUNTS = "row_count"
_SUM, _REQUIRE = "tertium_sum", "tertium_require"


def sum_row(key: bytes, values: Sequence[object]) -> bytes:
    """Return the checksum of a row, over its key and its values.

    >>> sum_row(b"dog", [3, None]) == sum_row(b"dog", [3, None]) != sum_row(b"dog", [4, None])
    True
    """
    return blake2b(key + json.dumps(values, default=_write_bytes).encode(), digest_size=8).digest()


def _write_bytes(value: object) -> str:
    return f"bytes {value.hex()}" if isinstance(value, bytes) else repr(value)


def define_sums(connection: sqlite3.Connection, problems: list[str]) -> None:
    """Define the functions that triggers and views call.

    Args:
        connection: The connection.
        problems: Gets the name of a row that has a wrong checksum. SQLite tells only that a function has failed.
    """

    def require(table: str, keys: int, checksum: object, *values: object) -> int:
        if sum_row(table.encode(), values) != checksum and (found := _look_again(connection, table, values[:keys])):
            problems.append(found)
            raise ValueError("wrong checksum")
        return 1

    connection.create_function(_SUM, -1, lambda table, *values: sum_row(table.encode(), values), deterministic=True)
    connection.create_function(_REQUIRE, -1, require, deterministic=True)


def add_sums(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Give tables checksums, also for the rows that they have."""
    connection.execute(f"CREATE TABLE {_COUNTS} (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, checksum BLOB NOT NULL)")
    for table in tables:
        columns, keys = _list_columns(connection, table)
        listed = ", ".join(columns)
        connection.execute(f"ALTER TABLE {table} ADD COLUMN checksum BLOB")
        connection.execute(f"UPDATE {table} SET checksum = {_SUM}('{table}', {listed})")  # noqa: S608
        count = f"INSERT INTO {_COUNTS} SELECT '{table}', COUNT(*), {_SUM}('{table}', COUNT(*)) FROM {table}"  # noqa: S608
        connection.execute(count)
        same = " AND ".join(f"{name} = NEW.{name}" for name in columns[:keys])
        fill = f"UPDATE {table} SET checksum = {_SUM}('{table}', {listed}) WHERE {same};"  # noqa: S608
        old = ", ".join(f"OLD.{name}" for name in columns)
        for name, event, action in (
            ("inserted", "AFTER INSERT", f"{fill} {_write_count(table, '+ 1')}"),
            # Otherwise a damaged row would get the checksum of what is in it.
            ("changing", f"BEFORE UPDATE OF {listed}", f"SELECT {_REQUIRE}('{table}', {keys}, OLD.checksum, {old});"),
            ("changed", f"AFTER UPDATE OF {listed}", fill),
            ("deleted", "AFTER DELETE", _write_count(table, "- 1")),
        ):
            connection.execute(f"CREATE TRIGGER {table}_{name} {event} ON {table} BEGIN {action} END")
    schema = _describe_tables(connection)
    row = ["", len(schema), sum_row(b"", schema)]
    connection.execute(f"INSERT INTO {_COUNTS} VALUES (?, ?, ?)", row)  # noqa: S608


def require_json(connection: sqlite3.Connection, columns: Mapping[str, Sequence[str]]) -> None:
    """Refuse columns with JSON that cannot be read, before they get checksums.

    Args:
        connection: The connection.
        columns: The columns of each table.

    Raises:
        sqlite3.DatabaseError: One cannot be read.
    """
    for table, names in columns.items():
        for name in names:
            rows = connection.execute(f"SELECT {name} FROM {table} WHERE {name} IS NOT NULL")  # noqa: S608
            for number, (text,) in enumerate(rows, 1):
                try:
                    json.loads(text)
                except (TypeError, ValueError) as error:
                    raise sqlite3.DatabaseError(f"row {number} of {table} cannot be read: {error}") from error


def compare_sums(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Put a view before each table, for this connection: a query that reads a damaged row fails."""
    for table in tables:
        columns, keys = _list_columns(connection, table)
        listed = ", ".join(columns)
        connection.execute(
            f"CREATE TEMP VIEW {table} AS SELECT {listed} FROM main.{table}"  # noqa: S608
            f" WHERE likelihood({_REQUIRE}('{table}', {keys}, checksum, {listed}), 0.9999)"
        )


def find_damage(connection: sqlite3.Connection, tables: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong in the tables: rows with a wrong checksum, rows that are missing, other tables."""
    rows = connection.execute(f"SELECT name, rows, checksum FROM {_COUNTS}")  # noqa: S608
    counts = {name: (rows, checksum) for name, rows, checksum in rows}
    schema = _describe_tables(connection)
    if counts.pop("", None) != (len(schema), sum_row(b"", schema)):
        yield "the description of the tables"
    if set(counts) != set(tables):
        yield "the list of the tables"
        return
    for table in tables:
        yield from _find_damaged_rows(connection, table)
        (count,) = connection.execute(f"SELECT COUNT(*) FROM main.{table} NOT INDEXED").fetchone()  # noqa: S608
        if counts[table] != (count, sum_row(table.encode(), [count])):
            yield f"the number of rows of {table} ({count})"


def _find_damaged_rows(
    connection: sqlite3.Connection, table: str, where: str = "", values: Sequence[object] = ()
) -> Iterator[str]:
    columns, keys = _list_columns(connection, table)
    query = f"SELECT {', '.join(columns)}, checksum FROM main.{table} {where or 'NOT INDEXED'}"  # noqa: S608
    for *found, checksum in connection.execute(query, values):
        if sum_row(table.encode(), found) != checksum:
            yield _name_row(table, found[:keys])


def _look_again(connection: sqlite3.Connection, table: str, key: Sequence[object]) -> str | None:
    """Return the name of a damaged row; None if it is whole.

    Where a query asks for ``role = 'target'``, SQLite may give the function that value in place of the row's own,
    before it leaves the row out. So the row is read by itself; and if its key leads nowhere, the table.
    """
    columns, keys = _list_columns(connection, table)
    where = f"WHERE {' AND '.join(f'{name} = ?' for name in columns[:keys])}"
    is_there = connection.execute(f"SELECT 1 FROM main.{table} {where}", key).fetchone()  # noqa: S608
    found = _find_damaged_rows(connection, table, where, key) if is_there else _find_damaged_rows(connection, table)
    return next(found, None)


def _name_row(table: str, keys: Sequence[object]) -> str:
    return f"{table} {', '.join(str(key)[:50] for key in keys)}"


def _write_count(table: str, change: str) -> str:
    return (
        f"UPDATE {_COUNTS} SET rows = rows {change}, checksum = {_SUM}('{table}', rows {change})"  # noqa: S608
        f" WHERE name = '{table}';"
    )


def _list_columns(connection: sqlite3.Connection, table: str) -> tuple[list[str], int]:
    """Return the columns of a table without its checksum, and how many of them, from the first, are its key."""
    rows = connection.execute(f"PRAGMA main.table_info({table})").fetchall()
    # A name that is damaged may have bytes that cannot be sent back to SQLite.
    if not all(row[1].isascii() and row[1].isidentifier() for row in rows):
        raise sqlite3.DatabaseError(f"a column of {table} has no proper name")
    return [row[1] for row in rows if row[1] != "checksum"], sum(bool(row[5]) for row in rows)


def _describe_tables(connection: sqlite3.Connection) -> list[object]:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY type, name")
    return [list(row) for row in rows]
