"""From the options of a command to a reader of its test set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tertium.errors import SpecError
from tertium.registry import unknown
from tertium.text import TestSetReader, open_test_set
from tertium.types import TestSet


def open_input(
    hypotheses: Sequence[str],
    references: Sequence[str] | None,
    names: Sequence[str] | None,
    documents: str | None,
    input_format: str,
    columns: str | None,
) -> TestSetReader:
    """Return a reader of the files that the options name."""
    return open_test_set(
        hypotheses,
        references or (),
        names=names or None,
        documents=documents,
        format=input_format,
        columns=columns,
    )


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
