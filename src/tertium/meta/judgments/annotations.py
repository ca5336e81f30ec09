"""Annotations as tools for human evaluation export them: looks of annotators at outputs, and the texts they looked at.

Exports name items in their own ways. Where they number segments as the test set does, the numbers count. Otherwise an
item is the segment whose output, and whose source if it is known, is the text that was annotated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tertium.errors import InputError
from tertium.files.opening import shown
from tertium.meta.judgments.error_spans import ErrorSpans, MarkedError
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.row_checks import RowError
from tertium.types import References, TestSet

# From this share on, texts that differ from the outputs mean that segments are numbered in another way.
_TOO_MANY = 0.5


@dataclass(frozen=True, kw_only=True)
class Annotation:
    """One look of an annotator at one output.

    Attributes:
        line: Where it stands in the file.
        item: The key of what was looked at, among ``Annotations.items``.
        system: The system whose output it is.
        annotator: Who looked.
        values: The kind and the value of each judgment.
        errors: The errors that were marked.
        document: The document, as the file calls it.
        number: The number of the item, which may be that of the segment, or count within a batch.
    """

    line: int
    item: str
    system: str
    annotator: str
    values: Sequence[tuple[str, float]]
    errors: Sequence[MarkedError] = ()
    document: str = ""
    number: int = 0


@dataclass(kw_only=True)
class Item:
    """A segment that was annotated, as far as the file tells.

    Attributes:
        line: Where it stands in the file first.
        number: The number of the segment, counted from 1, if the file has it.
        source: The source, if the file has it.
        targets: The output of each system, if the file has it.
        references: The references, if the file has them.
    """

    line: int
    number: int | None = None
    source: str | None = None
    targets: dict[str, str] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Annotations:
    """The annotations of a file, or of one campaign or language pair in it.

    Attributes:
        path: The file.
        name: The campaign or the language pair; empty if the file has one only.
        rows: The annotations.
        items: What was annotated, by its key.
        language: The language of the outputs, if the file has it.
        other_kinds: Kinds of judgments that are not ours.
        notes: What was left out, and why.
        unit: What ``line`` counts.
        unplaced: What to do where items have neither numbers nor texts.
    """

    path: str
    name: str = ""
    rows: Sequence[Annotation]
    items: Mapping[str, Item]
    language: str = ""
    other_kinds: Sequence[str] = ()
    notes: Sequence[str] = ()
    unit: str = "line"
    unplaced: str = "Give the outputs, so that texts can be compared"

    def error(self, line: int, message: str, remedy: str) -> InputError:
        """Return an error that names a place in the file."""
        if self.unit == "line":
            return InputError(message, file=shown(self.path), line=line, remedy=remedy)
        return InputError(f"{self.unit} {line}: {message}", file=shown(self.path), remedy=remedy)

    def place(self, test_set: TestSet | None = None) -> Judgments:
        """Return judgments of the segments of a test set.

        Args:
            test_set: The outputs; without them, the file has to number its segments.

        Raises:
            InputError: A system or a text is not in the test set, or segments cannot be known.
        """
        placing = _Placing(self, test_set)
        columns: dict[str, list[Any]] = {name: [] for name in ("system", "segment", "annotator", "kind", "value")}
        sheet: list[str] = []
        lines: list[int] = []
        spans: list[tuple[str, int, str, MarkedError]] = []
        looks: Counter[tuple[str, str, int]] = Counter()
        for row in self.rows:
            system, segment = placing.find(row)
            looks[row.annotator, system, segment] += 1
            again = looks[row.annotator, system, segment]
            spans += [(system, segment, row.annotator, error) for error in row.errors]
            for kind, value in row.values:
                for name, cell in zip(columns, (system, segment, row.annotator, kind, value), strict=True):
                    columns[name].append(cell)
                sheet.append("" if again == 1 else str(again))
                lines.append(row.line)
        repeated = sum(count - 1 for count in looks.values())
        try:
            return Judgments(
                system=columns["system"],
                segment=np.array(columns["segment"], dtype=np.int64),
                annotator=columns["annotator"],
                kind=columns["kind"],
                value=np.array(columns["value"], dtype=np.float64),
                sheet=sheet if repeated else None,
                spans=ErrorSpans.collect(spans) if spans else None,
                other_kinds=self.other_kinds,
                notes=[*self.notes, *_note_repeats(repeated), *placing.list_notes()],
            )
        except RowError as error:
            raise self.error(lines[error.index], f"the judgment {error.problem}", error.remedy or "") from None

    def make_test_set(self) -> TestSet:
        """Return the texts that were annotated, with their references, as a test set.

        Raises:
            InputError: The file does not have the output of every system for every segment, or a reference.
        """
        items = list(self.items.values())
        if all(item.number is not None for item in items):
            items.sort(key=lambda item: item.number or 0)
        systems = list(dict.fromkeys(row.system for row in self.rows))
        outputs: dict[str, list[str]] = {name: [] for name in systems}
        for item in items:
            for name in systems:
                if name not in item.targets:
                    raise self.error(
                        item.line,
                        f"there is no output of {name!r} for this segment",
                        "Put the outputs of all systems beside the file, as system.NAME.txt, and reference.txt",
                    )
                outputs[name].append(item.targets[name])
            if not item.references:
                raise self.error(
                    item.line,
                    "there is no reference for this segment",
                    "Put reference.txt beside the file, and the outputs as system.NAME.txt",
                )
        has_sources = all(item.source is not None for item in items)
        return TestSet(
            systems=outputs,
            references=References.from_nested([item.references for item in items]),
            sources=[item.source or "" for item in items] if has_sources else None,
            language=self.language,
        )

    def number_items(self) -> Annotations:
        """Return the same annotations, of segments that are numbered as in ``make_test_set``."""
        keys = list(self.items)
        if all(item.number is not None for item in self.items.values()):
            keys.sort(key=lambda key: self.items[key].number or 0)
        items = {key: Item(**{**vars(self.items[key]), "number": number}) for number, key in enumerate(keys, start=1)}
        return Annotations(**{**vars(self), "items": items})


class _Placing:
    """Where annotations belong in a test set."""

    def __init__(self, annotations: Annotations, test_set: TestSet | None) -> None:
        self.annotations = annotations
        self.test_set = test_set
        self.systems: dict[str, str] = {}
        self.places: dict[tuple[str, str], int] = {}
        self.by_text: dict[str, dict[str, list[int]]] = {}
        self.different: list[tuple[str, int]] = []
        self.compared = 0

    def find(self, row: Annotation) -> tuple[str, int]:
        """Return the system and the segment of an annotation."""
        system = self._find_system(row)
        if (system, row.item) not in self.places:
            item = self.annotations.items[row.item]
            found = self._find_text(row, system, item) if item.number is None else self._check_number(row, system, item)
            self.places[system, row.item] = found
        return system, self.places[system, row.item]

    def list_notes(self) -> list[str]:
        """Return that texts differ from the outputs; refuse it where most do."""
        if not self.different:
            return []
        system, segment = self.different[0]
        share = f"{len(self.different)} of {self.compared} annotated texts differ from the outputs"
        example = f"the first is segment {segment} of {system!r}"
        if len(self.different) > _TOO_MANY * self.compared:
            raise InputError(
                f"{share}; {example}",
                file=shown(self.annotations.path),
                remedy="Give the outputs that were annotated, of the whole test set",
            )
        return [f"{share}; {example}"]

    def _find_system(self, row: Annotation) -> str:
        """Appraise's names may begin with that of the test set: ``wmt23.ONLINE-A``."""
        if self.test_set is None or row.system in self.systems:
            return self.systems.get(row.system, row.system)
        for name in (row.system, row.system.partition(".")[2]):
            if name in self.test_set.systems:
                self.systems[row.system] = name
                return name
        raise self.annotations.error(
            row.line,
            f"there is no output of the system {row.system!r}",
            f"Give it, or leave its annotations out. The systems are: {', '.join(self.test_set.systems)}",
        )

    def _check_number(self, row: Annotation, system: str, item: Item) -> int:
        number = item.number or 0
        if self.test_set is None:
            return number
        if not 1 <= number <= len(self.test_set):
            raise self.annotations.error(
                row.line,
                f"the segment is {number}, but there are {len(self.test_set)}",
                "Give the outputs of the whole test set, one segment per line",
            )
        text = item.targets.get(row.system)
        if text is not None:
            self.compared += 1
            if text.split() != self.test_set.systems[system][number - 1].split():
                self.different.append((system, number))
        return number

    def _find_text(self, row: Annotation, system: str, item: Item) -> int:
        text = item.targets.get(row.system)
        if text is None or self.test_set is None:
            raise self.annotations.error(
                row.line, "it cannot be known which segment this is", self.annotations.unplaced
            )
        if system not in self.by_text:
            places: dict[str, list[int]] = {}
            for at, output in enumerate(self.test_set.systems[system], start=1):
                places.setdefault(" ".join(output.split()), []).append(at)
            self.by_text[system] = places
        found = self.by_text[system].get(" ".join(text.split()), [])
        sources = self.test_set.sources
        if len(found) > 1 and item.source is not None and sources is not None:
            wanted = item.source.split()
            found = [at for at in found if sources[at - 1].split() == wanted] or found
        if not found:
            raise self.annotations.error(
                row.line,
                f"the text is not an output of {system!r}",
                "Give the outputs that were annotated, one segment per line",
            )
        return found[0]


def _note_repeats(repeated: int) -> list[str]:
    if not repeated:
        return []
    return [
        f"{repeated} repeated {'look' if repeated == 1 else 'looks'} of an annotator at the same output: each "
        "annotator counts once, with the mean"
    ]
