"""From the fields of a request to its test set."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.registry import METRICS, unknown
from tertium.text import TestSetReader, open_test_set
from tertium.types import TestSet
from tertium.usecases import fields
from tertium.usecases.use_case import tell

# As people name the files of references: ref.txt, reference.B.txt, refs-2.en.
_REFERENCE = re.compile(r"ref(erence)?s?\d*([._-].*)?", re.IGNORECASE)

# A system may give a handful of segments exactly as the reference has them, and not more.
_SURELY_EQUAL = 10


@dataclass(frozen=True, kw_only=True)
class TestSetInput:
    """The files of a test set, for requests that read one."""

    hypotheses: fields.Hypotheses
    references: fields.References = ()
    source: fields.Source = None
    names: fields.Names = ()
    input_format: fields.InputFormat = "auto"
    columns: fields.ColumnNames = None
    unescape: fields.Unescape = False
    check_text: fields.CheckText = True
    language: fields.TargetLanguage = None

    def open(self) -> TestSetReader:
        """Return a reader of the files.

        A text file that is given as a hypothesis and as a reference, as by ``*.txt -r ref.txt``, is left out with a
        warning.

        Raises:
            InputError: Nothing else is given, or a file is not there.
        """
        for path in self.hypotheses:
            if path.partition(":")[0] in METRICS and not Path(path).exists():
                raise InputError("no such file", file=path, remedy=f"For a further metric repeat -m: -m {path}")
        open_files = partial(
            open_test_set,
            references=self.references,
            sources=self.source,
            # Requests that have no use for them do not have these fields.
            documents=getattr(self, "document_ids", None),
            format=self.input_format,
            columns=self.columns,
            unescape=self.unescape,
            normalise=getattr(self, "normalise", None) or "",
            check_text=self.check_text,
            language=self.language or "",
            source_language=getattr(self, "source_language", None) or "",
        )
        names = list(self.names)
        reader = open_files(self.hypotheses, names=names or None)
        if twice := _find_given_twice(reader):
            said = [self.hypotheses[at] for at in twice]
            if len(twice) == len(self.hypotheses):
                raise _refuse(said)
            given_sources = _list_paths(reader, "sources")
            for path in said:
                _say_left_out(
                    [path], "the source" if any(_is_same_file(path, each) for each in given_sources) else "a reference"
                )
            kept = [path for at, path in enumerate(self.hypotheses) if at not in twice]
            if len(names) == len(self.hypotheses):
                names = [name for at, name in enumerate(names) if at not in twice]
            reader = open_files(kept, names=names or None)
        return reader


def leave_out_references(reader: TestSetReader, systems: Collection[str]) -> list[str]:
    """Return the systems without those that are references, as in ``*.txt -r ref.txt``; after all has been read.

    Systems that are left out, and those that look like references and are scored, are warned of.

    Args:
        reader: The files, which have been read.
        systems: The names of the systems.

    Raises:
        InputError: No system is left.
    """
    equal = [name for name in reader.equal_to_reference if name in systems]
    if equal and reader.length >= _SURELY_EQUAL:
        kept = [name for name in systems if name not in equal]
        if not kept:
            raise _refuse(equal)
        _say_left_out(equal)
        return kept
    hypotheses, references = (_list_paths(reader, role) for role in ("hypotheses", "references"))
    named = [Path(path).name for path in hypotheses if _REFERENCE.fullmatch(Path(path).name)]
    if equal:
        _warn(equal, "equals a reference" if len(equal) == 1 else "equal references")
    elif named and references:
        _warn(named, "has the name of a reference" if len(named) == 1 else "have names of references")
    return list(systems)


def drop_references(reader: TestSetReader, test_set: TestSet) -> TestSet:
    """Return a test set without systems that are references; see ``leave_out_references``."""
    kept = leave_out_references(reader, test_set.systems)
    return replace(test_set, systems={name: test_set.systems[name] for name in kept})


def _find_given_twice(reader: TestSetReader) -> list[int]:
    """Return the places of text files among the hypotheses that are files of references or of the source, too."""
    others = [*_list_paths(reader, "references"), *_list_paths(reader, "sources")]
    given = [each for each in reader.requests if each.role == "hypotheses"]
    return [
        at
        for at, each in enumerate(given)
        if each.format == "text" and any(_is_same_file(each.path, path) for path in others)
    ]


def _is_same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:  # standard input, or a file that is not there: its reader says so
        return False


def _list_paths(reader: TestSetReader, role: str) -> list[str]:
    return [str(each.path) for each in reader.requests if each.role == role]


def _say_left_out(names: Sequence[str], what: str = "a reference") -> None:
    is_one = len(names) == 1
    why = f"it is {what}" if is_one else "they are references"
    tell(f"{', '.join(names)} {'was' if is_one else 'were'} left out: {why}")


def _refuse(names: Sequence[str]) -> InputError:
    what = "the hypotheses are a reference" if len(names) == 1 else "all hypotheses are references"
    return InputError(f"{what}: {', '.join(names)}", remedy="Give the output of a system")


def _warn(names: Sequence[str], why: str) -> None:
    what = "is scored as a system" if len(names) == 1 else "are scored as systems"
    tell(f"{', '.join(names)} {what}, and {why}; for another reference repeat -r")


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
