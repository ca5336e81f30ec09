"""Localisation files as test sets: XLIFF, TMX, PO, and tables of office files.

Hypotheses and references are the targets of their units.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

from tertium.errors import InputError, TertiumWarning
from tertium.text.bilingual import BilingualDocument, BilingualUnit, read_bilingual
from tertium.text.readers.segment_run import Key, Request, SegmentRun, System


def read(request: Request) -> Iterator[SegmentRun]:
    """Read a localisation file as a whole, since its units are aligned by their names."""
    document = read_bilingual(
        request.path,
        request.format,
        source_language=request.source_language,
        target_language=request.target_language,
    )
    units, wanted = document.units, request.wanted
    _check(document, request)
    if request.role == "hypotheses":
        _warn_of_unfinished(document)
    named = "documents" in wanted and any(unit.document for unit in units)
    yield SegmentRun(
        length=len(units),
        systems=[System(None, [unit.target for unit in units])] if "hypotheses" in wanted else [],
        references=[[unit.target for unit in units]] if request.role == "references" else [],
        sources=[unit.source for unit in units] if "sources" in wanted else None,
        documents=[unit.document for unit in units] if named else None,
        lines=[unit.line for unit in units],
        keys=_list_keys(units),
        ids=[unit.id for unit in units],
        language=document.target_language,
    )


def _check(document: BilingualDocument, request: Request) -> None:
    if not document.units:
        raise InputError("the file has no units to translate", file=document.file, remedy="Give another file")
    if request.role in ("hypotheses", "references") and not any(unit.target for unit in document.units):
        raise InputError(
            "no unit of the file has a target", file=document.file, remedy=f"Give a file with {request.role}"
        )
    if request.role == "references" and (lacking := [unit for unit in document.units if not unit.target]):
        raise InputError(
            f"the unit {lacking[0].id!r} has no target, so that its segment has no reference",
            file=document.file,
            line=lacking[0].line,
            remedy="Translate it, or remove it from every file",
        )
    if request.role == "documents" and not any(unit.document for unit in document.units):
        raise InputError("the file does not name documents", file=document.file, remedy="Give another file")


def _warn_of_unfinished(document: BilingualDocument) -> None:
    """Warn of units without a target, which are empty segments, and of those whose translation is only a guess."""
    units = document.units
    empty, fuzzy = sum(not unit.target for unit in units), sum(unit.state == "fuzzy" for unit in units if unit.target)
    for number, what, taken in ((empty, "not translated", "empty"), (fuzzy, "fuzzy", "translated")):
        if number:
            verb = "is" if number == 1 else "are"
            text = f"{document.file}: {number:,} of {len(units):,} units {verb} {what}, and taken as {taken}"
            warnings.warn(TertiumWarning(text), stacklevel=2)


def _list_keys(units: Sequence[BilingualUnit]) -> list[Key]:
    """Return the document and the key of each unit; of equal ones, the second has the number 2."""
    counts: dict[Key, int] = {}
    keys = []
    for unit in units:
        key = (unit.document, unit.key or unit.id)
        count = counts[key] = counts.get(key, 0) + 1
        keys.append(key if count == 1 else (key[0], f"{key[1]} ({count})"))
    return keys
