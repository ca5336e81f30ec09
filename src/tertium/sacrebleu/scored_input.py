"""What the command scores: systems and references, from files, standard input or test sets."""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.errors import InputError, SpecError
from tertium.files.opening import STDIN
from tertium.sacrebleu.dataset import filter_subset, find_dataset, read_stream

_log = logging.getLogger("sacrebleu")


@dataclass(frozen=True)
class ScoredInput:
    """Systems and references, segment by segment.

    Attributes:
        systems: The translations of each system, by its name.
        references: One list per reference.
    """

    systems: dict[str, list[str]]
    references: list[list[str]]


def read_input(arguments: Namespace) -> ScoredInput:
    """Read what the arguments name, and check that it fits together.

    Raises:
        InputError: A file is missing or cannot be read, or lengths differ.
        SpecError: The arguments contradict each other.
    """
    references = _read_references(arguments)
    systems = _read_systems(arguments)
    is_empty = arguments.input is None and list(systems.values()) == [[""]]
    for name, lines in systems.items():
        for number, reference in enumerate(references, 1):
            if len(reference) != len(lines):
                if is_empty:
                    raise InputError(
                        "standard input is empty",
                        remedy="Give the translations there, one per line, or name their file after -i",
                    )
                raise InputError(
                    f"{name} has {len(lines)} segments, and reference {number} has {len(reference)}",
                    remedy="Give one line per segment in every file, also for an empty translation",
                )
    return ScoredInput(systems, references)


def take_part(whole: ScoredInput, arguments: Namespace, origlang: str | None, subset: str | None) -> ScoredInput:
    """Return the part of a test set that is by original language and subject of documents; see ``filter_subset``."""
    streams = [*whole.systems.values(), *whole.references]
    parts = filter_subset(streams, arguments.test_set, arguments.langpair, origlang, subset)
    count = len(whole.systems)
    return ScoredInput(dict(zip(whole.systems, parts[:count], strict=True)), parts[count:])


def _read_references(arguments: Namespace) -> list[list[str]]:
    if arguments.test_set is not None:
        return _read_test_sets(arguments.test_set.split(","), arguments.langpair)
    if arguments.num_refs == 1:
        return [read_stream(file, arguments.encoding) for file in arguments.refs]
    (file,) = arguments.refs
    rows = []
    for number, line in enumerate(read_stream(file, arguments.encoding), 1):
        fields = line.split("\t", arguments.num_refs - 1)
        if len(fields) != arguments.num_refs:
            raise InputError(
                f"{arguments.num_refs} references are expected (--num-refs), and {len(fields)} found",
                file=file,
                line=number,
                remedy="Separate the references by tabs",
            )
        rows.append(fields)
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(arguments.num_refs)]


def _read_test_sets(names: Sequence[str], langpair: str) -> list[list[str]]:
    """Return the references of test sets one after the other; all have the same number of them."""
    joined: list[list[str]] = []
    for name in names:
        dataset = find_dataset(name)
        fields = dataset.reference_fields(langpair)
        if not fields:
            raise InputError(
                f"there are no references for {name}/{langpair}", remedy=f"See: --list -t {name} -l {langpair}"
            )
        columns = list(dataset.read(langpair, fields).values())
        if joined and len(columns) != len(joined):
            raise InputError(
                f"{names[0]} has {len(joined)} references per segment, and {name} has {len(columns)}",
                remedy="Score the test sets one by one",
            )
        joined = [before + more for before, more in zip(joined, columns, strict=True)] if joined else columns
    return joined


def _read_systems(arguments: Namespace) -> dict[str, list[str]]:
    is_paired = arguments.paired_bs or arguments.paired_ar
    if arguments.input is None:
        return _split_standard_input(arguments.encoding, is_paired)
    systems: dict[str, list[str]] = {}
    for file in arguments.input:
        if file in systems:
            if not (is_paired and file == arguments.input[0]):
                raise SpecError(
                    f"{file!r} is given twice, and would name two systems", remedy="Give each file after -i once"
                )
            _log.info("Ignoring %r as it was also given as the baseline.", file)
            continue
        systems[file] = read_stream(file, arguments.encoding)
    if not systems:
        raise SpecError("no file follows -i", remedy="Name one file per system, or leave out -i for standard input")
    if is_paired:
        systems = {f"Baseline: {name}" if at == 0 else name: lines for at, (name, lines) in enumerate(systems.items())}
    return systems


def _split_standard_input(encoding: str, is_paired: bool) -> dict[str, list[str]]:
    """Return the systems of standard input, which are separated by tabs."""
    rows = [line.split("\t") for line in read_stream(STDIN, encoding) or [""]]
    count = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != count:
            raise InputError(
                f"the line has {len(row)} systems, separated by tabs, and the first line has {count}",
                file="stdin",
                line=number,
                remedy="Write one translation per system in each line",
            )
    names = [f"System {number}" for number in range(1, count + 1)]
    if is_paired:
        names = ["Baseline", *names[:-1]]
    # Blanks before a tab are taken off, but for the first line, as sacrebleu does: chrF can count white space.
    rows[1:] = [[text.rstrip() for text in row] for row in rows[1:]]
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}
