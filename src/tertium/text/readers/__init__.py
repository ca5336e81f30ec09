"""Readers: test sets from files. See ``docs/reference/malformed-input.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import read_lines
from tertium.files.opening import STDIN
from tertium.languages import read_languages
from tertium.text.readers.columns import Columns
from tertium.text.readers.formats import SUFFIXES, find_format
from tertium.text.readers.lockstep import TestSetReader
from tertium.text.readers.place import Passage, Place
from tertium.text.readers.segment_run import Request, Role, SegmentRun, System
from tertium.text.text_changes import check_form
from tertium.types import TestSet

__all__ = [
    "SUFFIXES",
    "Columns",
    "Passage",
    "Place",
    "Request",
    "SegmentRun",
    "System",
    "TestSetReader",
    "open_test_set",
    "read_lines",
    "read_test_set",
]


def open_test_set(
    hypotheses: Sequence[str | Path],
    references: Sequence[str | Path] = (),
    *,
    names: Sequence[str] | None = None,
    sources: str | Path | None = None,
    documents: str | Path | None = None,
    format: str = "auto",  # noqa: A002 - the name that a caller expects
    columns: Columns | str | Mapping[str, str | Sequence[str]] | None = None,
    kinds: Mapping[str, str] | None = None,
    unescape: bool = False,
    normalise: str = "",
    check_text: bool = True,
    language: str = "",
    source_language: str = "",
) -> TestSetReader:
    """Prepare to read a test set in batches. The files are opened when the reader is read.

    >>> from tertium import samples
    >>> reader = open_test_set([samples.path("system.neural.txt")], [samples.path("reference.A.txt")])
    >>> [len(batch) for batch in reader.batches(8)]
    [8, 6]

    Files of hypotheses may contain references, sources and documents as well (tables, WMT XML), or sources and
    documents (localisation files). What is given in a file of its own replaces these.

    Args:
        hypotheses: The files of the systems; ``-`` is standard input.
        references: The files of the references; none if the hypotheses bring theirs, or none are needed.
        names: One name per system; otherwise the names in the files, or else the names of the files.
        sources: The file of source segments.
        documents: The file with the document of each segment.
        format: The format of all files, or ``auto``: each by its suffix.
        columns: What the columns of tables contain, where their names do not say so: a string such as
            ``"hypothesis=mt,reference=ref"``, or a dictionary from roles to names.
        kinds: The kind of each system (rule-based, neural, human ...), by its name.
        unescape: Turns entities such as ``&apos;`` into characters; signatures say so.
        normalise: The Unicode normal form that texts are given, ``nfc`` or ``nfkc``; signatures say so.
        check_text: Whether to warn of files that look tokenised or escaped, or have other forms of characters than the
            references.
        language: The language of hypotheses and references: a code such as ``en`` or ``pt-BR``, an English name, or a
            language pair such as ``de-en``; by default what SGML, WMT XML and localisation files say of it. In a TMX
            file with several languages, it chooses the target.
        source_language: The language of the sources, to choose it in such a file, where ``language`` is not a pair.

    Returns:
        A reader; its ``batches`` and ``read`` return the test set.

    Raises:
        SpecError: There is no such format, language or normal form, or the columns cannot be parsed.
        InputError: No hypotheses, or standard input given twice.
    """
    given: list[tuple[Role, str]] = [
        *(("hypotheses", str(path)) for path in _listed(hypotheses)),
        *(("references", str(path)) for path in _listed(references)),
        *((("sources", str(sources)),) if sources is not None else ()),
        *((("documents", str(documents)),) if documents is not None else ()),
    ]
    if not any(role == "hypotheses" for role, _ in given):
        raise InputError("no hypotheses are given", remedy="Give at least one file of hypotheses")
    if sum(path == STDIN for _, path in given) > 1:
        raise InputError("standard input is given twice", file="stdin", remedy="Give - for one file only")
    named = Columns.make(columns)
    languages = read_languages(language, source_language)
    return TestSetReader(
        requests=[
            Request(
                path=path,
                role=role,
                wanted=_wanted(role, given),
                format=find_format(path, format),
                columns=named,
                source_language=languages.source,
                target_language=languages.target,
            )
            for role, path in given
        ],
        names=names,
        kinds=kinds or {},
        unescape=unescape,
        normalise=check_form(normalise),
        check_text=check_text,
        language=languages.target,
    )


def read_test_set(hypotheses: Sequence[str | Path], references: Sequence[str | Path] = (), **options: Any) -> TestSet:
    """Read a test set from files.

    >>> from tertium import samples
    >>> test_set = read_test_set([samples.path("system.neural.txt")], [samples.path("reference.A.txt")])
    >>> list(test_set.systems), len(test_set)
    (['system.neural'], 14)

    Args:
        hypotheses: The files of the systems; ``-`` is standard input.
        references: The files of the references.
        **options: Those of ``open_test_set``.

    Raises:
        SpecError: There is no such format, or the columns cannot be parsed.
        InputError: A file cannot be read, or the files do not fit each other.
    """
    return open_test_set(hypotheses, references, **options).read()


def _listed(paths: Sequence[str | Path]) -> Sequence[str | Path]:
    return [paths] if isinstance(paths, (str, Path)) else paths  # a name alone would pass for a list of letters


def _wanted(role: Role, given: Sequence[tuple[Role, str]]) -> frozenset[Role]:
    if role != "hypotheses":
        return frozenset((role,))
    elsewhere = {other for other, _ in given if other != "hypotheses"}
    everything: tuple[Role, ...] = ("hypotheses", "references", "sources", "documents")
    return frozenset(wanted for wanted in everything if wanted not in elsewhere)
