"""Finding the role of each column of a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.errors import InputError
from tertium.text.readers.columns import NAMES, Columns

_NAMED_HYPOTHESIS = re.compile(r"(?:hypothesis|hyp):(.+)", re.IGNORECASE | re.DOTALL)
_REFERENCE = re.compile(r"(?:reference|ref)(?:[_.\- ]?(?:\d+|[A-Za-z])|:.+)?", re.IGNORECASE | re.DOTALL)
# Columns that may be a reference, or contain something about one.
_PERHAPS_REFERENCE = re.compile(r"(?:reference|ref)[\W_\d].*", re.IGNORECASE | re.DOTALL)
# Columns that contain something about one.
_ABOUT_REFERENCE = re.compile(
    r".*[\W_](?:id|lang|language|len|length|score|count|num|translator|url|file|system|domain)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, kw_only=True)
class TableLayout:
    """The columns of one table, by their role.

    Attributes:
        hypotheses: Column and name of each system; no name where the file name is used.
        references: The columns of references.
        source: The column of source segments, if there is one; likewise the others.
    """

    hypotheses: tuple[tuple[str, str | None], ...] = ()
    references: tuple[str, ...] = ()
    source: str | None = None
    document: str | None = None
    system: str | None = None
    segment: str | None = None

    def names(self) -> list[str]:
        """Return the columns that are used."""
        single = (self.source, self.document, self.system, self.segment)
        columns = [*(column for column, _ in self.hypotheses), *self.references, *filter(None, single)]
        return list(dict.fromkeys(columns))


@dataclass(frozen=True, kw_only=True)
class Finder:
    """Finds the columns of one table.

    Attributes:
        columns: The columns that the caller named.
        file: The table, for messages.
        wanted: What is wanted of the table: ``hypotheses``, ``references``, ``sources``, ``documents``.
        role: The one of them that the table must have.
        ragged: Whether some rows may lack references, as in JSONL.
        has_header_line: Whether the names of columns are the first line of the file, as in TSV.
    """

    columns: Columns
    file: str
    wanted: frozenset[str]
    role: str
    ragged: bool = False
    has_header_line: bool = False

    def find(self, header: Sequence[str]) -> TableLayout:
        """Find the role of each column.

        Raises:
            InputError: A named column does not exist, or several columns could have a role.
        """
        hypotheses: tuple[tuple[str, str | None], ...] = ()
        system = segment = None
        if "hypotheses" in self.wanted:
            hypotheses = self._hypotheses(header)
            system = self._single(header, "system", self.columns.system)
        document = None
        if "documents" in self.wanted or system:
            document = self._single(header, "document", self.columns.document)
        if system:
            segment = self._single(header, "segment", self.columns.segment)
            if len(hypotheses) > 1:
                found = [column for column, _ in hypotheses]
                raise self._ambiguous("hypothesis", found, f"a table with a column {system!r} can have only one")
        layout = TableLayout(
            hypotheses=hypotheses,
            references=self._references(header) if "references" in self.wanted else (),
            source=self._single(header, "source", self.columns.source) if "sources" in self.wanted else None,
            document=document,
            system=system,
            segment=segment,
        )
        self._check_role(layout, header)
        return layout

    def missing(self, header: Sequence[str]) -> InputError:
        """Return the error for a table without the column that it was given for."""
        role = "hypothesis" if self.role == "hypotheses" else self.role.removesuffix("s")
        listed = f"The columns are {', '.join(header)}: choose one, as in "
        # Without a header, the first segment is taken for the names.
        add = ", or add a first line with names of columns if these are texts" if self.has_header_line else ""
        return InputError(
            f"there is no column for the {self.role}",
            file=self.file,
            remedy=f"{listed}{role}=COLUMN{add}",
            command_remedy=f"{listed}--columns {role}=COLUMN{add}",
        )

    def _check_role(self, layout: TableLayout, header: Sequence[str]) -> None:
        present = {
            "hypotheses": layout.hypotheses,
            "references": layout.references or self.ragged,
            "sources": layout.source,
            "documents": layout.document,
        }
        if not present[self.role]:
            raise self.missing(header)

    def _single(self, header: Sequence[str], role: str, named: str | None) -> str | None:
        if named is not None:
            return self._existing(named, header) if named else None
        found = [column for column in header if column.lower() in NAMES[role]]
        if len(found) > 1:
            raise self._ambiguous(role, found, "it is not clear which")
        return found[0] if found else None

    def _references(self, header: Sequence[str]) -> tuple[str, ...]:
        if self.columns.references is not None:
            named = self.columns.references
            return tuple(self._existing(column, header) for column in named if not self.ragged or column in header)
        for column in header:
            check_reference(column, self.file)
        return tuple(column for column in header if is_reference(column))

    def _hypotheses(self, header: Sequence[str]) -> tuple[tuple[str, str | None], ...]:
        given = self.columns.hypotheses
        if isinstance(given, Mapping):
            return tuple((self._existing(column, header), name) for name, column in given.items())
        if given is not None:
            several = len(given) > 1  # a single one is named after its file, as without a named column
            return tuple(
                (self._existing(column, header), _own_name(column) or (column if several else None)) for column in given
            )
        named = [column for column in header if _own_name(column)]
        plain = [column for column in header if column.lower() in NAMES["hypothesis"]]
        if len(plain) > 1 or (plain and named):
            raise self._ambiguous("hypothesis", plain + named, "it is not clear which")
        return tuple((column, _own_name(column)) for column in plain or named)

    def _existing(self, column: str, header: Sequence[str]) -> str:
        if column not in header:
            raise InputError(
                f"there is no column {column!r}", file=self.file, remedy=f"The columns are {', '.join(header)}"
            )
        return column

    def _ambiguous(self, role: str, found: Sequence[str], why: str) -> InputError:
        return InputError(
            f"the columns {', '.join(found)} could each be the {role}: {why}",
            file=self.file,
            remedy=f"Name the columns, such as {role}={found[0]}",
            command_remedy=f"Name the columns, such as --columns {role}={found[0]}",
        )


def is_hypothesis(column: str) -> bool:
    """Return whether a column of this name contains hypotheses: ``mt``, ``hypothesis``, ``hyp:NAME`` ..."""
    return column.lower() in NAMES["hypothesis"] or _own_name(column) is not None


def is_reference(column: str) -> bool:
    """Return whether a column of this name is a reference: ``reference``, ``ref:2``, ``reference_B`` ..."""
    return bool(_REFERENCE.fullmatch(column)) and not _ABOUT_REFERENCE.fullmatch(column)


def check_reference(column: str, file: str) -> None:
    """Raise an ``InputError`` for a column that may be a reference, or contain something about one."""
    doubtful = _PERHAPS_REFERENCE.fullmatch(column) and not _ABOUT_REFERENCE.fullmatch(column)
    if doubtful and not is_reference(column):
        raise InputError(
            f"it is not clear whether the column {column!r} is a reference",
            file=file,
            remedy=f"Name the column of references: reference={column}, or another",
            command_remedy=f"Name the column of references: --columns reference={column}, or another",
        )


def _own_name(column: str) -> str | None:
    named = _NAMED_HYPOTHESIS.fullmatch(column)
    return named[1] if named else None
