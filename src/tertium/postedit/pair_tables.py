"""Pairs as tab-separated tables, for sharing repositories and for translation memories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.delimited import read_cells

COLUMNS = (
    "source", "span", "suggestion", "accepted", "declined", "documents", "error", "language_pair", "source_words",
    "last", "repository", "exported",
)  # fmt: skip
_NUMBERS = ("accepted", "declined", "documents")
_TIMES = ("last", "exported")
_BREAKS = str.maketrans("\t\n\r", "   ")


def format_time(seconds: float | None) -> str:
    """Return a time in ISO 8601, in UTC; empty if there is none.

    >>> format_time(0.5)
    '1970-01-01T00:00:00.500000+00:00'
    """
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()


def write_pairs(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the rows of ``Repository.export`` as a table with a header."""
    lines = ["\t".join(COLUMNS)]
    for row in rows:
        texts = {
            **{name: str(row[name]) for name in COLUMNS},
            **{name: format_time(row[name]) for name in _TIMES},
            "source_words": "|".join(row["source_words"]),
        }
        lines.append("\t".join(texts[name].translate(_BREAKS) for name in COLUMNS))
    return "\n".join(lines) + "\n"


def read_pairs(path: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a table of pairs, as ``Repository.import_`` takes them.

    Only ``span`` and ``suggestion`` are needed, in any order; such a pair was accepted once, in one document.

    Raises:
        InputError: The file cannot be read, or is not such a table.
    """
    lines = read_cells(str(path), comment=None)
    first, names = next(lines, (1, []))
    if missing := [name for name in ("span", "suggestion") if name not in names]:
        raise InputError(
            f"the table has no column {missing[0]!r}",
            file=path,
            line=first,
            remedy=f"Name the columns in its first line: {', '.join(COLUMNS)}; span and suggestion are required",
        )
    rows = []
    for number, cells in lines:
        if len(cells) != len(names):
            raise InputError(
                f"the line has {len(cells)} cells, and the first has {len(names)}",
                file=path,
                line=number,
                remedy="Separate cells by one tab",
            )
        # A table without a repository replaces what was imported from it before, and does not add to it.
        named = {
            "repository": f"file {Path(path).name}",
            **_read_row(dict(zip(names, cells, strict=True)), path, number),
        }
        if not named["span"] or named["span"] == named["suggestion"]:
            raise InputError("the pair changes nothing", file=path, line=number, remedy="Remove the line")
        rows.append(named)
    return rows


def _read_row(cells: Mapping[str, str], path: str | Path, line: int) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, text in cells.items():
        if name in ("span", "suggestion"):
            row[name] = text
        elif name not in COLUMNS or not text:
            continue
        elif name in _NUMBERS:
            if not (text.isascii() and text.isdecimal() and len(text) <= 12):
                raise InputError(f"{text!r} is not a number", file=path, line=line, remedy=f"Correct the column {name}")
            row[name] = int(text)
        elif name in _TIMES:
            row[name] = _read_time(text, path, line)
        else:
            row[name] = text.split("|") if name == "source_words" else text
    return row


def _read_time(text: str, path: str | Path, line: int) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise InputError(
            f"{text!r} is not a time", file=path, line=line, remedy="Write it as 2026-01-31T12:00:00+00:00"
        ) from error
