"""From the options of a command to a reader of its test set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tertium.cli.remarks import remark
from tertium.errors import InputError, SpecError
from tertium.registry import METRICS, unknown
from tertium.text import TestSetReader, open_test_set
from tertium.types import TestSet

# As people name the files of references: ref.txt, reference.B.txt, refs-2.en.
_REFERENCE = re.compile(r"ref(erence)?s?\d*([._-].*)?", re.IGNORECASE)


def open_input(
    hypotheses: Sequence[str],
    references: Sequence[str] | None,
    names: Sequence[str] | None,
    documents: str | None,
    input_format: str,
    columns: str | None,
    *,
    sources: str | None = None,
    language: str | None = None,
    source_language: str | None = None,
    unescape: bool = False,
    check_text: bool = False,
) -> TestSetReader:
    """Return a reader of the files that the options name."""
    for path in hypotheses:
        if path.partition(":")[0] in METRICS and not Path(path).exists():
            raise InputError("no such file", file=path, remedy=f"For a further metric repeat -m: -m {path}")
    return open_test_set(
        hypotheses,
        references or (),
        names=names or None,
        sources=sources,
        documents=documents,
        format=input_format,
        columns=columns,
        unescape=unescape,
        check_text=check_text,
        language=language or "",
        source_language=source_language or "",
    )


def warn_of_references(reader: TestSetReader) -> None:
    """Warn on standard error of systems that are references, as B is in ``-r A B``; after all has been read."""
    given = {
        role: [each.path for each in reader.requests if each.role == role] for role in ("hypotheses", "references")
    }
    named = [Path(path).name for path in given["hypotheses"] if _REFERENCE.fullmatch(Path(path).name)]
    if equal := reader.equal_to_reference:
        _warn(equal, "equals a reference" if len(equal) == 1 else "equal references")
    elif named and given["references"]:
        _warn(named, "has the name of a reference" if len(named) == 1 else "have names of references")


def _warn(names: Sequence[str], why: str) -> None:
    what = "is scored as a system" if len(names) == 1 else "are scored as systems"
    remark(f"{', '.join(names)} {what}, and {why}; for another reference repeat -r")


def label_systems(test_set: TestSet, kinds: Sequence[str], *, strict: bool = False) -> TestSet:
    """Return the same test set with kinds of systems, ``name=kind``; if strict, it must have all of these systems."""
    named = dict(test_set.kinds)
    for text in kinds:
        name, equals, kind = text.rpartition("=")
        if not equals or not name or not kind:
            raise SpecError(f"{text!r} is not a system and its kind", remedy="Give it as SYSTEM=KIND")
        if name in test_set.systems:
            named[name] = kind
        elif strict:
            raise unknown("system", name, test_set.systems)
    return replace(test_set, kinds=named)
