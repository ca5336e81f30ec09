"""JSONL: one JSON object per line. ``null`` is a missing cell, and so is a key that a line does not have."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import BLOCK_SIZE, read_lines
from tertium.files.opening import shown
from tertium.files.rows import Choose, Rows

_ONE_OBJECT = "Give one JSON object per line, without line breaks inside"
_JSON_TYPES = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}

# Rows with this many cells are never divided, nor those in which more than one cell of eight is there.
_FEW_CELLS = 1 << 18
_SPARSE = 8


def read_jsonl(path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE) -> Iterator[Rows]:
    """Read a JSONL file. The columns of a run of rows are the keys that one of its lines has.

    Raises:
        InputError: A line is not a JSON object, or has a key twice.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_refuse_twins)
    done = 0
    for lines in read_lines(path, block_size=block_size):
        numbers = range(done + 1, done + 1 + len(lines))
        records = [_decode(decoder, line, number, path) for number, line in zip(numbers, lines, strict=True)]
        yield from _make_rows(records, numbers)
        done += len(lines)


def _make_rows(records: Sequence[Mapping[str, Any]], numbers: range) -> Iterator[Rows]:
    """Put records side by side; in parts where they have so different keys that most cells would be missing."""
    keys = dict.fromkeys(key for record in records for key in record)
    if len(keys) * len(records) > _FEW_CELLS + _SPARSE * sum(map(len, records)):
        middle = len(records) // 2
        yield from _make_rows(records[:middle], numbers[:middle])
        yield from _make_rows(records[middle:], numbers[middle:])
    else:
        yield Rows({key: [record.get(key) for record in records] for key in keys}, numbers)


def name_type(value: object) -> str:
    """Return what JSON calls the type of a value.

    >>> name_type([1]), name_type(2.5)
    ('a list', 'a number')
    """
    return _JSON_TYPES.get(type(value), "a number")


class _TwinKeyError(ValueError):
    """A key that an object has twice."""


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _TwinKeyError(next(key for key, count in counts.items() if count > 1))
    return found


def _decode(decoder: json.JSONDecoder, line: str, number: int, path: str) -> dict[str, Any]:
    remedy = _ONE_OBJECT
    try:
        value = decoder.decode(line)
        if isinstance(value, dict):
            return value
        problem = f"the line is {name_type(value)}, not an object"
    except _TwinKeyError as error:
        problem, remedy = f"the key {str(error)!r} occurs twice", "Give each key once"
    except RecursionError:
        problem = "the JSON is nested too deeply"
    except ValueError as error:
        column = f", character {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        problem = f"this is not JSON ({getattr(error, 'msg', error)}{column})"
    raise InputError(problem, file=shown(path), line=number, remedy=remedy)
