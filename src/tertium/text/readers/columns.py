"""Which column of a table holds what: named by the caller, or found by its name."""

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
"""What a column of each role may be called, whatever its case."""


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The columns of a table, by what they hold.

    What is ``None`` is found by its name; what is empty (``""`` or ``()``) is taken not to be there, whatever the
    columns are called.

    Attributes:
        source: The column of source segments.
        references: The columns of references.
        hypotheses: The columns of hypotheses, one a system; or a mapping from system to column.
        document: The column of documents.
        system: The column that says which system a row is of, where each system has rows of its own.
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
            if isinstance(value, str):  # a single name would pass for a sequence of letters
                object.__setattr__(self, name, (value,) if value else ())

    @classmethod
    def parse(cls, text: str) -> Columns:
        """Reads a list such as ``hypothesis=mt,reference=ref1+ref2,source=src,document=doc``.

        ``hypothesis.NAME=column`` gives a system its name; ``system=`` says that there is no such column.

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
                    f"columns are given as role=column, which {item!r} is not",
                    remedy=f"The roles are {', '.join(NAMES)}, and hypothesis.NAME for a system with a name",
                )
            place, name = (systems, system) if system else (found, known)
            if name in place:
                raise SpecError(f"{key.strip()!r} stands twice in the columns {text!r}", remedy="Join columns with +")
            place[name] = value.strip()
        if systems and "hypothesis" in found:
            raise SpecError(
                f"hypotheses with and without a name stand in the columns {text!r}", remedy="Name all of them, or none"
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
