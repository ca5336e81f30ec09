"""Finds out which column of a table holds what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.errors import InputError
from tertium.text.readers.columns import NAMES, Columns

_NAMED_HYPOTHESIS = re.compile(r"(?:hypothesis|hyp):(.+)", re.IGNORECASE | re.DOTALL)
_REFERENCE = re.compile(r"(?:reference|ref)(?:[_.\- ]?(?:\d+|[A-Za-z])|:.+)?", re.IGNORECASE | re.DOTALL)
# Columns that may be a reference, or may say something about one.
_PERHAPS_REFERENCE = re.compile(r"(?:reference|ref)[\W_\d].*", re.IGNORECASE | re.DOTALL)
# Columns that surely say something about one.
_ABOUT_REFERENCE = re.compile(
    r".*[\W_](?:id|lang|language|len|length|score|count|num|translator|url|file|system|domain)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, kw_only=True)
class TableLayout:
    """The columns of one table, found.

    Attributes:
        hypotheses: Column and name of each system; no name where the name of the file has to do.
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
        """Every column that is used."""
        single = (self.source, self.document, self.system, self.segment)
        columns = [*(column for column, _ in self.hypotheses), *self.references, *filter(None, single)]
        return list(dict.fromkeys(columns))


@dataclass(frozen=True, kw_only=True)
class Finder:
    """Finds the columns of one table.

    Attributes:
        columns: What the caller named.
        file: The table, for messages.
        wanted: What is wanted of the table: ``hypotheses``, ``references``, ``sources``, ``documents``.
        role: That of them without which the table is of no use.
        ragged: Whether references may be absent from some of the rows, as in JSONL, so that none is missed here.
    """

    columns: Columns
    file: str
    wanted: frozenset[str]
    role: str
    ragged: bool = False

    def find(self, header: Sequence[str]) -> TableLayout:
        """Finds out what each column holds.

        Raises:
            InputError: A named column is not there, or more than one could be meant.
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
                raise self._ambiguous("hypothesis", found, f"beside a column {system!r} there can be one only")
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
        """The error for a table without what it was given for."""
        role = "hypothesis" if self.role == "hypotheses" else self.role.removesuffix("s")
        return InputError(
            f"there is no column for the {self.role}",
            file=self.file,
            remedy=f"The columns are {', '.join(header)}: name the one that is meant, as in {role}=COLUMN",
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
            raise self._ambiguous(role, found, "which of them is meant is not clear")
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
            several = len(given) > 1  # a single one is named by its file, as it would be without a named column
            return tuple(
                (self._existing(column, header), _own_name(column) or (column if several else None)) for column in given
            )
        named = [column for column in header if _own_name(column)]
        plain = [column for column in header if column.lower() in NAMES["hypothesis"]]
        if len(plain) > 1 or (plain and named):
            raise self._ambiguous("hypothesis", plain + named, "which of them are meant is not clear")
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
        )


def is_hypothesis(column: str) -> bool:
    """Whether a column of this name is taken for hypotheses: ``mt``, ``hypothesis``, ``hyp:NAME`` ..."""
    return column.lower() in NAMES["hypothesis"] or _own_name(column) is not None


def is_reference(column: str) -> bool:
    """Whether a column of this name is taken for a reference: ``reference``, ``ref:2``, ``reference_B`` ..."""
    return bool(_REFERENCE.fullmatch(column)) and not _ABOUT_REFERENCE.fullmatch(column)


def check_reference(column: str, file: str) -> None:
    """Raises an ``InputError`` for a name that may be that of a reference, or of something about one."""
    doubtful = _PERHAPS_REFERENCE.fullmatch(column) and not _ABOUT_REFERENCE.fullmatch(column)
    if doubtful and not is_reference(column):
        raise InputError(
            f"whether the column {column!r} is a reference is not clear",
            file=file,
            remedy=f"Name the references, such as reference={column}, or reference=ref if it is none",
        )


def _own_name(column: str) -> str | None:
    named = _NAMED_HYPOTHESIS.fullmatch(column)
    return named[1] if named else None
