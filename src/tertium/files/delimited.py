r"""TSV and CSV: a header, the same number of cells in each row, and ``\N`` for a missing cell.

TSV has no quoting: a ``"`` is a character. A TSV file that was written with the quoting of CSV, as pandas does, is
refused where that is certain. CSV is that of RFC 4180: a quoted cell may contain commas and line breaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import BLOCK_SIZE, iterate_lines, read_lines
from tertium.files.opening import STDIN, shown
from tertium.files.quoted_cells import UNQUOTED, refuse_broken_cells
from tertium.files.rows import Cells, Choose, Rows

MISSING = r"\N"
_BATCH = 8192
_MOST = 1 << 23  # characters


def read_tsv(path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE) -> Iterator[Rows]:
    """Read a TSV file.

    Raises:
        InputError: A column name occurs twice, a row does not have as many cells as the header, or cells are quoted.
    """
    header: list[str] = []
    checked = False
    done = 0
    for lines in read_lines(path, block_size=block_size):
        cells = [line.split("\t") for line in lines]
        start, done = done + 1, done + len(lines)
        if not checked and (quoted := _find_quoted(lines, cells)) is not None:
            _refuse_quoting(path, start + quoted, cells)
            checked = True
        if not header:
            if all(map(_is_in_quotes, cells[0])):
                raise InputError("the names of the columns are in quotes", file=shown(path), line=1, remedy=UNQUOTED)
            header = _read_header(cells.pop(0), path)
            start += 1
            if len(header) == 1:
                # With more columns, a line break inside a cell leaves a row with too few of them.
                refuse_broken_cells(path, lines)
        yield from _make_rows(header, cells, range(start, done + 1), path)


def read_csv(path: str, choose: Choose | None = None, block_size: int = BLOCK_SIZE) -> Iterator[Rows]:
    """Read a CSV file.

    Raises:
        InputError: As for ``read_tsv``, or a quote is not closed.
    """
    numbered = read_csv_cells(path, block_size)
    _, first = next(numbered)  # an empty file was refused before
    header = _read_header(first, path)
    for batch in _gather(numbered):
        yield from _make_rows(header, [cells for _, cells in batch], [line for line, _ in batch], path)


def read_cells(path: str | Path, comment: str | None = "#") -> Iterator[tuple[int, list[str]]]:
    """Read a tab-separated file without a header, such as a word list.

    Args:
        path: A file, plain or compressed, or ``-`` for standard input.
        comment: Lines that start with it are skipped, as are empty ones; only empty ones if None.

    Yields:
        The number of each line, and its cells without white space around them.

    Raises:
        InputError: The file cannot be read, is empty, or is not UTF-8.
    """
    for number, line in enumerate(iterate_lines(path), start=1):
        if line.strip() and (comment is None or not line.startswith(comment)):
            yield number, [cell.strip() for cell in line.split("\t")]


def _gather(numbered: Iterator[tuple[int, list[str]]]) -> Iterator[list[tuple[int, list[str]]]]:
    """Gather some thousand rows; fewer where they are long."""
    batch: list[tuple[int, list[str]]] = []
    characters = 0
    for line, cells in numbered:
        batch.append((line, cells))
        characters += sum(map(len, cells))
        if len(batch) >= _BATCH or characters >= _MOST:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def read_csv_cells(path: str, block_size: int = BLOCK_SIZE) -> Iterator[tuple[int, list[str]]]:
    """Read a CSV file without a header.

    Args:
        path: A file, plain or compressed, or ``-`` for standard input.
        block_size: How many bytes of text to read at once.

    Yields:
        The line that each row begins on, and its cells.

    Raises:
        InputError: The file cannot be read, is empty, is not UTF-8, or a quote is not closed.
    """
    import csv

    blocks = read_lines(path, block_size=block_size, keep_returns=True)
    reader = csv.reader((f"{line}\n" for lines in blocks for line in lines), strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells or [""]  # an empty line is a row of one empty cell
            line = reader.line_num + 1
    except csv.Error as error:
        message, remedy = _explain(str(error), csv.field_size_limit())
        raise InputError(message, file=shown(path), line=line, remedy=remedy) from None


def _explain(reason: str, longest: int) -> tuple[str, str]:
    if "field larger" in reason:  # csv's own limit, which belongs to the whole program: it is not ours to change
        message = f"a cell has more than {longest} characters"
        return message, "Is a quote left open? Close it, or give the text as TSV or JSONL"
    if "unexpected end" in reason:
        message = "the file ends inside a quoted cell that begins in this row"
        return message, 'Close the quote; a " inside a quoted cell is written twice'
    return (
        f"this is not CSV ({reason.partition(' - ')[0]})",
        'Quote cells that contain a quote, a comma or a line break, and write a " inside them twice',
    )


def _find_quoted(lines: Sequence[str], cells: Sequence[Sequence[str]]) -> int | None:
    """Return the first of some lines that has a cell that looks quoted as in CSV."""
    return next((at for at, line in enumerate(lines) if '""' in line and any(map(_is_quoted, cells[at]))), None)


def _refuse_quoting(path: str, line: int, cells: Sequence[Sequence[str]]) -> None:
    """Refuse TSV that is quoted as CSV, since its quotes would be scored as text.

    A writer of CSV quotes every cell with a quote in it. One cell with a quote elsewhere proves that the file is not
    quoted, so the whole file is read for it; of standard input only the rows at hand.
    """
    if path == STDIN:
        has_text_quotes = any(_has_text_quote(cell) for row in cells for cell in row)
    else:
        has_text_quotes = any(
            '"' in each and any(map(_has_text_quote, each.split("\t"))) for each in iterate_lines(path)
        )
    if not has_text_quotes:
        raise InputError(
            'a cell is quoted as in CSV: it is in quotes, and every " inside is written twice',
            file=shown(path),
            line=line,
            remedy=UNQUOTED,
        )


def _has_text_quote(cell: str) -> bool:
    """Return whether a cell has a quote that no writer of CSV would leave so; cut cells may go on elsewhere."""
    if '"' not in cell:
        return False
    if _is_in_quotes(cell):
        return '"' in cell[1:-1].replace('""', "")
    return cell[0] != '"' and cell[-1] != '"'


def _is_in_quotes(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def _is_quoted(cell: str) -> bool:
    """Return whether a cell looks quoted: ``"Hello"`` may be text, but ``"say ""hello"" twice"`` hardly is."""
    if not _is_in_quotes(cell):
        return False
    inner = cell[1:-1]
    return '""' in inner and '"' not in inner.replace('""', "")


def _read_header(cells: Sequence[str], file: str) -> list[str]:
    header = [name.strip() for name in cells]
    named = [name for name in header if name]  # pandas leaves the column of its index without a name
    twice = [name for name, count in Counter(named).items() if count > 1]
    if twice:
        raise InputError(
            f"the column {twice[0]!r} occurs twice",
            file=shown(file),
            line=1,
            remedy="Give each column its own name",
        )
    return header


def _make_rows(
    header: Sequence[str], cells: Sequence[Sequence[str]], lines: Sequence[int], file: str
) -> Iterator[Rows]:
    expected = len(header)
    if set(map(len, cells)) - {expected}:
        line, found = next((line, len(row)) for line, row in zip(lines, cells, strict=True) if len(row) != expected)
        row = cells[lines.index(line)]
        quoted = any(cell[:1] == '"' and cell.count('"') % 2 for cell in row)
        hint = f". If a tab or line break stands inside quotes: {UNQUOTED}" if quoted else ""
        raise InputError(
            f"expected {expected} cells, as in the header, but found {found}",
            file=shown(file),
            line=line,
            remedy=f"Write every cell of every row, empty ones as well{hint}",
        )
    if cells:
        columns = zip(header, zip(*cells, strict=True), strict=True)
        yield Rows({name: _mark_missing(column) for name, column in columns if name}, lines)


def _mark_missing(column: Sequence[str]) -> Cells:
    return [None if cell == MISSING else cell for cell in column] if MISSING in column else list(column)
