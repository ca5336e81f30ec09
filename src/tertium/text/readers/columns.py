"""The roles of a table's columns: given by the caller, or found by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
            known = next((known for known, names in NAMES.items() if role.lower() in names), None)
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
