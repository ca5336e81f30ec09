"""What the layouts share: a folder of judged translations, its language pairs and its outputs."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import numpy as np

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.files.opening import explaining_os_errors
from tertium.files.table import TableFile
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import MEAN
from tertium.meta.judgments.mqm_weights import MqmWeights
from tertium.meta.judgments.row_checks import RowError
from tertium.types import Array, Counts, References, TestSet

_OUTPUT = re.compile(r"(?:hyp|system)\.(?P<name>.+)\.txt")
_REFERENCE = re.compile(r"ref(?:erence)?(?:\.(?P<name>.+))?\.txt")
_SOURCE = re.compile(r"source(?:\..+)?\.txt")


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A folder of judged translations.

    Attributes:
        path: The folder.
        pairs: The language pairs that are wanted; all of them for ``None``.
        file: The table in it that was named, if one was.
        references: The names of the references that are wanted; all of them for ``None``.
        include_human: Whether translations of people that were judged like systems take part.
        weights: The weights of errors.
    """

    path: Path
    pairs: Sequence[str] | None = None
    file: Path | None = None
    references: Sequence[str] | None = None
    include_human: bool = False
    weights: MqmWeights = field(default_factory=MqmWeights)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.path.resolve().name

    def choose_pairs(self, table: TableFile, column: str = "lp") -> dict[str, Counts]:
        """Return the rows of each language pair that is wanted, in the order of the file."""
        cells = table.texts(column)
        rows: dict[str, list[int]] = {}
        for at, pair in enumerate(cells):
            rows.setdefault(pair, []).append(at)
        self.check_pairs(list(rows))
        wanted = rows if self.pairs is None else self.pairs
        return {pair: np.array(rows[pair], dtype=np.int64) for pair in wanted}

    def check_pairs(self, known: Sequence[str]) -> None:
        """Raise an ``InputError`` where a language pair is wanted that is not there."""
        for pair in self.pairs or ():
            if pair not in known:
                raise InputError(
                    f"there is no language pair {pair!r}", file=self.path, remedy=f"There are: {', '.join(known)}"
                )

    def choose_references(self, known: Collection[str], folder: Path) -> list[str]:
        """Return the names of the references that are wanted, of those that there are."""
        for name in self.references or ():
            if name not in known:
                raise InputError(
                    f"there is no reference {name!r}",
                    file=folder,
                    remedy=f"There are: {', '.join(known)}" if any(known) else "The references have no names here",
                )
        return list(known if self.references is None else dict.fromkeys(self.references))

    def has_outputs(self, folder: Path) -> bool:
        """Return whether there is a file that ``read_outputs`` would take for the output of a system."""
        with explaining_os_errors(str(folder)):
            return any(_OUTPUT.fullmatch(path.name) for path in folder.iterdir())

    def read_outputs(self, folder: Path) -> TestSet:
        """Read ``hyp.<system>.txt``, ``reference*.txt`` and ``source*.txt``, one segment per line, as they stand."""
        with explaining_os_errors(str(folder)):
            files = sorted(path for path in folder.iterdir() if path.is_file())
        systems = {found["name"]: path for path in files if (found := _OUTPUT.fullmatch(path.name))}
        references: dict[str, Path] = {}
        for path in files:
            if found := _REFERENCE.fullmatch(path.name):
                name = found["name"] or ""
                references[path.name if name in references else name] = path  # ref.txt beside reference.txt
        sources = {path.name: path for path in files if _SOURCE.fullmatch(path.name)}
        if not systems or not references:
            what, example = ("references", "reference.txt") if systems else ("outputs", "hyp.<system>.txt")
            raise InputError(f"there are no {what} here", file=folder, remedy=f"Name the files {example}")
        chosen = self.choose_references(references, folder)
        references = {name: references[name] for name in chosen}
        texts = read_alike([*references.values(), *systems.values(), *list(sources.values())[:1]])
        return TestSet(
            systems={name: texts[path] for name, path in systems.items()},
            references=References.from_columns([texts[path] for path in references.values()]),
            sources=next((texts[path] for path in sources.values()), None),
        )


def refuse_special_files(folder: Path) -> None:
    """Refuse a folder with pipes, sockets or devices, or with links to them: reading some of them never ends.

    Args:
        folder: The folder. Folders that links lead to are not searched.

    Raises:
        InputError: There is such a file.
    """
    with explaining_os_errors(str(folder)):
        for path in folder.rglob("*"):
            try:
                mode = path.stat().st_mode
            except OSError:  # a link that leads nowhere is an error only if it is read
                continue
            if not (S_ISREG(mode) or S_ISDIR(mode)):
                raise InputError(
                    "this is a pipe, a socket or a device, not a file",
                    file=path,
                    remedy="Remove it from the folder, or replace it by a file with its content",
                )


def target_language(pair: str) -> str:
    """Return the language of the outputs of a pair such as ``de-en``."""
    return pair.rpartition("-")[2]


def make_judgments(
    table: TableFile,
    rows: Counts,
    *,
    system: Sequence[str],
    segment: Counts,
    kind: Sequence[str],
    value: Array,
    annotator: Sequence[str] | None = None,
    sheet: Sequence[str] | None = None,
) -> Judgments:
    """Make judgments of rows of a table; what is wrong with one is said with file and line.

    Args:
        table: Where they are from.
        rows: Which row of the table each judgment is from.
        system: The system of each.
        segment: The segment of each, 0 for the whole system.
        kind: The kind of each.
        value: The value of each.
        annotator: The annotator of each; by default all are means over annotators whom nobody knows.
        sheet: The sheet of each, if there are sheets.
    """
    annotator = [MEAN] * len(rows) if annotator is None else annotator
    try:
        return Judgments(system=system, segment=segment, annotator=annotator, kind=kind, value=value, sheet=sheet)
    except RowError as error:
        raise table.error(int(rows[error.index]), f"the judgment {error.problem}", error.remedy or "") from None


def check_known(table: TableFile, rows: Counts, systems: Sequence[str], known: Collection[str]) -> None:
    """Raise an ``InputError`` for the first row whose system has no output."""
    for at, name in zip(rows, systems, strict=True):
        if name not in known:
            raise table.error(
                int(at),
                f"the system {name!r} was judged, but there is no output of it",
                f"Give hyp.{name}.txt, or leave the row out. There are: {', '.join(known)}",
            )


def check_range(table: TableFile, rows: Counts, segments: Counts, test_set: TestSet, column: str) -> None:
    """Raise an ``InputError`` for the first row whose segment the test set does not have."""
    beyond = np.flatnonzero(segments > len(test_set))
    if len(beyond):
        at = int(beyond[0])
        raise table.error(
            int(rows[at]),
            f"the {column} is {segments[at]}, but there are {len(test_set)} segments",
            "Count the lines of the outputs from 1",
        )


def read_alike(paths: Sequence[Path]) -> dict[Path, list[str]]:
    """Read files that must have the same number of lines."""
    texts = {path: list(iterate_lines(path)) for path in paths}
    first = paths[0]
    for path, lines in texts.items():
        if len(lines) != len(texts[first]):
            raise InputError(
                f"there are {len(lines)} lines, but {first.name} has {len(texts[first])}",
                file=path,
                line=min(len(lines), len(texts[first])) + 1,
                remedy="Give one line per segment in every file, an empty line where there is no text",
            )
    return texts
