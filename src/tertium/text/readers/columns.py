"""The roles of a table's columns: given by the caller, or found by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.errors import SpecError

NAMES = {
    "source": ("source", "src"),
    "reference": ("reference", "ref", "references"),
    "hypothesis": ("hypothesis", "hyp", "mt", "translation", "hypotheses"),
    "document": ("document", "doc", "docid", "doc_id"),
    "system": ("system",),
    "segment": ("segment", "seg", "sid", "idx", "id"),
}
"""The names that a column of each role may have, in upper or lower case."""

PLACE_NAMES = {role: NAMES[role] for role in ("system", "segment")}
"""The names of the columns that say which output a row is about, in every table."""

_FIELDS = {role: role for role in NAMES} | {"reference": "references", "hypothesis": "hypotheses"}
_GIVE_COLUMNS = (
    'Give names by role, such as columns="hypothesis=mt,reference=ref" or {"hypothesis": "mt", "reference": "ref"}; '
    f"the roles are {', '.join(NAMES)}"
)


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The columns of a table, by their role.

    A role that is ``None`` is found by the name of the column. A role that is empty (``""`` or ``()``) has no column,
    even if one has a fitting name.

    Attributes:
        source: The column of source segments.
        references: The columns of references.
        hypotheses: The columns of hypotheses, one per system; or a mapping from system to column.
        document: The column of documents.
        system: The column with the system of each row, where each system has its own rows.
        segment: The column by which the rows of different systems are aligned.
    """

    source: str | None = None
    references: tuple[str, ...] | None = None
    hypotheses: tuple[str, ...] | Mapping[str, str] | None = None
    document: str | None = None
    system: str | None = None
    segment: str | None = None

    def __post_init__(self) -> None:
        for name in ("references", "hypotheses"):
            value = getattr(self, name)
            if isinstance(value, str):  # a string would be taken for a sequence of letters
                object.__setattr__(self, name, (value,) if value else ())

    @classmethod
    def make(cls, given: Columns | str | Mapping[str, str | Sequence[str]] | None) -> Columns:
        """Return columns that are given as such, as a text to parse, or as a mapping from roles to names.

        >>> Columns.make({"hypothesis": "mt", "reference": ["ref1", "ref2"]}).references
        ('ref1', 'ref2')

        Raises:
            SpecError: There is no such role, or the columns are of another type.
        """
        if isinstance(given, Columns):
            return given
        if given is None or isinstance(given, str):
            return cls.parse(given or "")
        if not isinstance(given, Mapping):
            raise SpecError(f"columns= is of type {type(given).__name__}", remedy=_GIVE_COLUMNS)
        found: dict[str, Any] = {}
        for role, names in given.items():
            field = _FIELDS.get(_find_role(str(role)) or "")
            several = field in ("references", "hypotheses")
            if field is None or not _are_names(names, several=several):
                raise SpecError(f"columns= has {role!r}: {names!r}", remedy=_GIVE_COLUMNS)
            if field in found:
                raise SpecError(f"{role!r} is given twice in columns=", remedy=_GIVE_COLUMNS)
            found[field] = names if isinstance(names, str | Mapping) else tuple(names)
        return cls(**found)

    @classmethod
    def parse(cls, text: str) -> Columns:
        """Parse a list such as ``hypothesis=mt,reference=ref1+ref2,source=src,document=doc``.

        ``hypothesis.NAME=column`` names a system; ``system=`` says that there is no such column.

        >>> Columns.parse("hypothesis.online-B=mt,reference=ref1+ref2").references
        ('ref1', 'ref2')

        Raises:
            SpecError: The list does not have that form.
        """
        found: dict[str, str] = {}
        systems: dict[str, str] = {}
        for item in filter(None, (item.strip() for item in text.split(","))):
            key, equals, value = item.partition("=")
            role, _, system = key.strip().partition(".")
            known = _find_role(role)
            if not equals or known is None or (system and known != "hypothesis"):
                raise SpecError(
                    f"{item!r} is not of the form role=column",
                    remedy=f"The roles are {', '.join(NAMES)}, and hypothesis.NAME for a system with a name",
                )
            place, name = (systems, system) if system else (found, known)
            if name in place:
                raise SpecError(f"{key.strip()!r} is given twice in the columns {text!r}", remedy="Join columns with +")
            place[name] = value.strip()
        if systems and "hypothesis" in found:
            raise SpecError(
                f"some hypotheses in the columns {text!r} have a name, and some do not",
                remedy="Name all of them, or none",
            )
        split = {role: tuple(filter(None, value.split("+"))) for role, value in found.items()}
        return cls(
            source=found.get("source"),
            references=split.get("reference"),
            hypotheses=systems or split.get("hypothesis"),
            document=found.get("document"),
            system=found.get("system"),
            segment=found.get("segment"),
        )


def _find_role(name: str) -> str | None:
    return next((role for role, names in NAMES.items() if name.lower() in names), None)


def _are_names(given: object, *, several: bool) -> bool:
    """Return whether something is the name of a column; or, where there may be several, a list or a mapping of them."""
    if isinstance(given, str) or not several:
        return isinstance(given, str)
    names = given.values() if isinstance(given, Mapping) else given
    return isinstance(names, Iterable) and all(isinstance(name, str) for name in names)
