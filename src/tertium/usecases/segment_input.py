"""One segment: given as text, or chosen from files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.options import INPUT, argument, option
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput

if TYPE_CHECKING:
    from tertium.text import TestSetReader

# As people name files: one word with a usual suffix, compressed or not.
_LIKE_FILE = re.compile(r"\S+\.(txt|tsv|csv|jsonl|parquet|sgml?|xml)(\.(gz|xz|bz2|zst))?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class ChosenSegment:
    """A hypothesis and its references.

    Attributes:
        hypothesis: The hypothesis.
        references: Its references.
        system: The system; empty for texts.
        number: The number of the segment in the files, from 1; 0 for texts.
    """

    hypothesis: str
    references: list[str]
    system: str = ""
    number: int = 0

    def entitle(self, title: str) -> str:
        """Return a title with the place of the segment, if it is from files.

        >>> ChosenSegment(hypothesis="", references=[], system="neural", number=3).entitle("Alignment")
        'Alignment of segment 3, neural'
        """
        return f"{title} of segment {self.number}, {self.system}" if self.number else title


def take_text(text: str) -> str:
    """Return a text; refuse the name of a file in its place."""
    if is_file(text):
        # The result for a file name would look like the result for the file.
        raise InputError(f"{text!r} is a file, where a text is expected", remedy="Give the text itself, in quotes")
    return text


@dataclass(frozen=True, kw_only=True)
class SegmentInput:
    """One segment, for requests about a single one: given as text, or chosen from files."""

    texts: Annotated[
        tuple[str, ...],
        argument(
            "HYP [REF]...",
            help="A hypothesis and its references, as text; or a file of hypotheses, as for `tertium score`.",
            is_path=True,
        ),
    ]
    references: Annotated[
        tuple[str, ...],
        option(
            "--reference",
            "-r",
            metavar="REF",
            help="A reference as text, or a file of references. Repeat for more references.",
            group=INPUT,
            is_path=True,
        ),
    ] = ()
    segment: Annotated[
        int | None,
        option(
            "--segment",
            least=1,
            metavar="N",
            help="Number of the segment in the files, from 1. Default: 1.",
            group=INPUT,
        ),
    ] = None
    system: Annotated[
        str | None,
        option("--system", metavar="NAME", help="System, where the files have several.", group=INPUT),
    ] = None
    input_format: fields.InputFormat = "auto"
    columns: fields.ColumnNames = None

    def choose(self) -> ChosenSegment:
        """Return the hypothesis and its references: given as texts, or one segment of files.

        Raises:
            InputError: Texts and files are mixed, there is no reference, or no such segment.
        """
        given = [*self.texts, *self.references]
        for_files = {"--segment": self.segment, "--system": self.system, "--columns": self.columns}
        chosen = [name for name, value in for_files.items() if value is not None]
        chosen += ["--input-format"] * (self.input_format != "auto")
        others = [text for text in given if not _names_file(text)]
        if len(others) < len(given):
            if others:
                raise InputError(
                    f"{others[0]!r} is not a file, but others are", remedy="Give texts only, or files only"
                )
            if len(self.texts) > 1 and not self.references:
                raise InputError(
                    f"{self.texts[1]!r} is a file, where a text is expected", remedy="Give files of references with -r"
                )
            files = TestSetInput(
                hypotheses=self.texts,
                references=self.references,
                input_format=self.input_format,
                columns=self.columns,
                check_text=False,
            )
            return take_segment(files.open(), self.segment or 1, self.system)
        if missing := [text for text in given if _LIKE_FILE.fullmatch(text)]:
            raise InputError("no such file", file=missing[0], remedy="Check the path, or give a text of several words")
        if chosen:
            raise InputError(f"{chosen[0]} applies to files", remedy="Leave it out, or give files")
        if len(given) < 2:
            raise InputError(
                "there is no reference: a hypothesis and at least one reference are needed",
                remedy="Give references as text after the hypothesis, or give files with -r",
            )
        return ChosenSegment(hypothesis=given[0], references=given[1:])


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
            found = ChosenSegment(
                hypothesis=part.systems[name][at],
                references=list(part.references.of(at)),
                system=name,
                number=number,
            )
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


def _names_file(text: str) -> bool:
    return text == "-" or is_file(text)


def is_file(text: str) -> bool:
    """Return whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False  # too long for a name, or not a valid name
