"""One segment on the command line: given as text, or chosen from files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.errors import InputError

if TYPE_CHECKING:
    from tertium.text import TestSetReader

SegmentNumber = Annotated[
    int | None,
    typer.Option(
        "--segment",
        min=1,
        metavar="N",
        help="Number of the segment in the files, from 1. Default: 1.",
        show_default=False,
        rich_help_panel=options.INPUT,
    ),
]


@dataclass(frozen=True)
class ChosenSegment:
    """A hypothesis and its references.

    Attributes:
        system: The system; empty for texts.
        hypothesis: The hypothesis.
        references: Its references.
    """

    system: str
    hypothesis: str
    references: list[str]


def take_text(text: str) -> str:
    """Return a text; refuse the name of a file in its place."""
    if is_file(text):
        # The result for a file name would look like the result for the file.
        raise InputError(f"{text!r} is a file, where a text is expected", remedy="Give the text itself, in quotes")
    return text


def take_texts(texts: Sequence[str], remedy: str) -> ChosenSegment:
    """Return a hypothesis and its references that are given as texts.

    Args:
        texts: The hypothesis, then the references.
        remedy: What to do if there is no reference, or one is a file.
    """
    if len(texts) < 2:
        raise InputError("there is no reference: a hypothesis and at least one reference are needed", remedy=remedy)
    hypothesis, *references = texts
    for text in references:
        if is_file(text):
            raise InputError(f"{text!r} is a file, where a text is expected", remedy=remedy)
    return ChosenSegment("", hypothesis, references)


def take_segment(reader: TestSetReader, number: int, system: str | None = None) -> ChosenSegment:
    """Return one segment of files.

    Args:
        reader: The files.
        number: The number of the segment, from 1.
        system: The system, where the files have several.
    """
    found: ChosenSegment | None = None
    count = 0
    # Read to the end, since files of different lengths would pair a segment with the reference of another.
    for part in reader.batches():
        at = number - count - 1
        if 0 <= at < len(part):
            name = _choose(list(part.systems), system)
            part.references[at : at + 1].require_one_each(number - 1)
            found = ChosenSegment(name, part.systems[name][at], list(part.references.of(at)))
        count += len(part)
    if found is None:
        remedy = f"Give 1 to {count:,}" if count else "Give files that are not empty"
        raise InputError(f"there is no segment {number:,}", remedy=remedy)
    return found


def _choose(names: list[str], wanted: str | None) -> str:
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted is None or wanted not in names:
        problem = "there are several systems" if wanted is None else f"there is no system {wanted!r}"
        raise InputError(problem, remedy=f"Give one with --system: {', '.join(names)}")
    return wanted


def is_file(text: str) -> bool:
    """Return whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False  # too long for a name, or not a valid name
