"""Human judgments of translations: one row per judgment, of any kind, with any of them missing.

Higher is better in every score that is made here. Repeats of one annotator (the same output on several sheets) are
averaged first, so that each annotator counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError, SpecError
from tertium.frame import Frame
from tertium.meta.judgments.coding import Coding, Groups
from tertium.meta.judgments.comparisons import Comparisons, pair_up
from tertium.meta.judgments.error_spans import ErrorSpans
from tertium.meta.judgments.kinds import COMBINED, KINDS, MEAN, choose_kind
from tertium.meta.judgments.row_checks import RowError, as_segments, as_values, check_rows, find_twin
from tertium.types import Array, Counts, Matrix, check_segments

_TWINS = "Give each its annotator, or its sheet if one annotator did it again, or leave one out"


@dataclass(frozen=True, eq=False, kw_only=True)
class Judgments:
    """Judgments of any number of kinds, by any number of annotators.

    Attributes:
        system: The system that was judged.
        segment: The segment, counted from 1; 0 for a judgment of the whole system.
        annotator: Who judged; an empty name where nobody knows.
        kind: One of ``kinds.KINDS``. ``mqm`` is the penalty of one error, and several rows are summed; 0
            says that no error was found. ``rank`` is 1 for the best, compared within annotator, segment and sheet.
        value: The value.
        sheet: What was judged together, or again; where none is given, all is on one sheet.
        spans: The errors that annotators marked in the texts, where they did.
        other_kinds: Names of kinds that are not among ``kinds.KINDS``: scores as another tool calls them, such as
            ``wmt-z``. Higher is better, and annotators are averaged.
        notes: What was left out when they were read, and why.
    """

    system: Sequence[str]
    segment: Counts
    annotator: Sequence[str]
    kind: Sequence[str]
    value: Array
    sheet: Sequence[str] | None = None
    spans: ErrorSpans | None = None
    other_kinds: Sequence[str] = ()
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        vars(self)["segment"] = as_segments(self.segment)
        vars(self)["value"] = as_values(self.value)
        for name in ("system", "annotator", "kind", *(("sheet",) if self.sheet is not None else ())):
            column = check_segments(getattr(self, name), f"the column {name!r}")
            vars(self)[name] = tuple(column)
            self._check_length(name, len(column))
        self._check_length("segment", len(self.segment))
        check_rows(self._kind, self.segment, self.value, self.other_kinds)
        self._check_twins()

    def __len__(self) -> int:
        return len(self.value)

    __hash__ = None  # type: ignore[assignment]  # arrays have no hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Judgments):
            return NotImplemented
        texts = ("system", "annotator", "kind", "sheet")
        return all(getattr(self, name) == getattr(other, name) for name in (*texts, "spans")) and all(
            np.array_equal(mine, theirs) for mine, theirs in ((self.segment, other.segment), (self.value, other.value))
        )

    @property
    def kinds(self) -> list[str]:
        """The kinds that there are judgments of."""
        return [kind for kind in (*KINDS, *self.other_kinds) if kind in self._kind.names]

    @property
    def annotators(self) -> list[str]:
        """The annotators, in the order of their appearance."""
        return list(self._judge.names)

    @property
    def known_annotators(self) -> list[str]:
        """The annotators that are single people: not those without a name, and not means over people."""
        return [name for name in self.annotators if name not in ("", MEAN)]

    @property
    def systems(self) -> list[str]:
        """The systems that were judged, in the order of their appearance."""
        return list(self._system.names)

    def of_kind(self, kind: str) -> Judgments:
        """Return the judgments of one kind; of both kinds for ``combined`` and ``combined-z``."""
        return self.select(self._is_kind(choose_kind(kind, self.kinds)))

    def of_annotator(self, annotator: str) -> Judgments:
        """Return the judgments of one annotator."""
        if annotator not in self._judge.names:
            raise InputError(
                f"there is no annotator {annotator!r}", remedy=f"The annotators are: {_listed(self.annotators)}"
            )
        return self.select(self._judge.codes == self._judge.names.index(annotator))

    def select(self, mask: NDArray[Any]) -> Judgments:
        """Return some of the judgments, with the marked errors of the segments that they are about.

        Args:
            mask: True for each that is wanted, or the positions of those that are.
        """
        at = np.flatnonzero(mask) if mask.dtype == bool else mask
        if len(np.unique(at)) < len(at):
            raise ValueError("a judgment is selected twice")
        rows = at.tolist()
        part = object.__new__(Judgments)  # what was checked as a whole needs no check in parts
        for name in ("system", "annotator", "kind", "sheet"):
            column = getattr(self, name)
            vars(part)[name] = None if column is None else tuple(map(column.__getitem__, rows))
        vars(part).update(segment=self.segment[at], value=self.value[at])
        vars(part).update(other_kinds=self.other_kinds, notes=self.notes)
        spans = None if self.spans is None else self.spans.of_outputs(part.system, part.segment)
        vars(part)["spans"] = spans
        return part

    def replace_values(self, value: Array) -> Judgments:
        """Return the same judgments with other values."""
        return Judgments(
            system=self.system,
            segment=self.segment,
            annotator=self.annotator,
            kind=self.kind,
            value=value,
            sheet=self.sheet,
            spans=self.spans,
            other_kinds=self.other_kinds,
            notes=self.notes,
        )

    @classmethod
    def concatenate(cls, parts: Sequence[Judgments]) -> Judgments:
        """Return judgments of several origins, one after the other."""
        joined: dict[str, list[str]] = {name: [] for name in ("system", "annotator", "kind", "sheet")}
        for part in parts:
            joined["system"] += part.system
            joined["annotator"] += part.annotator
            joined["kind"] += part.kind
            joined["sheet"] += [""] * len(part) if part.sheet is None else part.sheet
        return cls(
            system=joined["system"],
            segment=np.concatenate([part.segment for part in parts]),
            annotator=joined["annotator"],
            kind=joined["kind"],
            value=np.concatenate([part.value for part in parts]),
            sheet=None if all(part.sheet is None for part in parts) else joined["sheet"],
            spans=ErrorSpans.concatenate([part.spans for part in parts if part.spans is not None]),
            other_kinds=list(dict.fromkeys(kind for part in parts for kind in part.other_kinds)),
            notes=[note for part in parts for note in part.notes],
        )

    def to_frame(self) -> Frame:
        """Return it as columns that polars, pandas, duckdb and pyarrow read."""
        columns: dict[str, Sequence[str] | NDArray[Any]] = {
            "system": self.system,
            "segment": self.segment,
            "annotator": self.annotator,
            "kind": self.kind,
            "value": self.value,
        }
        return Frame(columns if self.sheet is None else {**columns, "sheet": self.sheet})

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON."""
        return self.to_frame().to_dict()

    def find_kind(self, kind: str = "", *, whole_systems: bool = False) -> str:
        """Return the kind that scores are made of.

        Args:
            kind: The kind that is wanted; empty for the natural one: combined, direct assessment, MQM, ranks.
            whole_systems: Whether judgments of whole systems will do, or only those of segments.

        Raises:
            SpecError: There is no judgment of that kind.
        """
        if whole_systems:
            return choose_kind(kind, self.kinds)
        if not (self.segment > 0).any():
            raise SpecError("no segment was judged, only whole systems", remedy="Take scores of systems")
        present = np.flatnonzero(np.bincount(self._kind.codes[self.segment > 0]))
        names = {self._kind.names[code] for code in present.tolist()}
        return choose_kind(kind, [each for each in self.kinds if each in names])

    def segment_scores(self, systems: Sequence[str], count: int, kind: str = "") -> Matrix:
        """Return scores of segments, higher being better: systems x segments, NaN where nobody judged.

        It is the mean over annotators; for ``combined``, the mean of fluency and adequacy, NaN where one of them is not
        known. For ``mqm``, it is minus the mean over annotators of the sum of penalties. For ``rank``, it is the share
        of comparisons won on that segment, a tie counting half.

        Args:
            systems: The rows.
            count: How many segments there are.
            kind: The kind, or nothing for the natural one.
        """
        if len(self) and self.segment.max() > count:
            raise InputError(
                f"segment {self.segment.max()} was judged, but there are only {count}",
                remedy="Count segments from 1, and give all of them",
            )
        return self._scores(self.segment, self.segment > 0, systems, count, self.find_kind(kind))

    def system_scores(self, systems: Sequence[str], kind: str = "") -> Array:
        """Return scores of systems, higher being better, NaN where nobody judged.

        Where whole systems were judged (segment 0), only these judgments count, for every system. Otherwise it is the
        mean over the segments that were judged; for ``rank``, wins among wins and losses in all comparisons, ties left
        out, as in WMT12.

        Args:
            systems: The entries.
            kind: The kind, or nothing for the natural one.
        """
        kind = self.find_kind(kind, whole_systems=True)
        whole = self._is_kind(kind) & (self.segment == 0)
        rows = whole if whole.any() else self._is_kind(kind)
        if kind == "rank":
            return _pick(self._compare(rows, self.systems).win_ratios(), self.systems, systems)
        # Whole systems have one cell each, as if they were segments; others are numbered without gaps.
        segment = np.ones_like(self.segment) if whole.any() else Groups.by(self.segment).of_row + 1
        count = int(segment.max(initial=0))
        return _mean_of_known(self._scores(segment, rows, systems, count, kind))

    def comparisons(self, systems: Sequence[str] | None = None) -> Comparisons:
        """Return each two systems that were ranked by one annotator, on one segment, on one sheet.

        Args:
            systems: The systems to compare, in the order by which the comparisons number them; all by default.
        """
        return self._compare(self._is_kind("rank"), self.systems if systems is None else systems)

    def _compare(self, rows: NDArray[np.bool_], systems: Sequence[str]) -> Comparisons:
        position = self._system.positions(systems)
        at = np.flatnonzero(rows & (position >= 0))
        position, segment, annotator, value = position[at], self.segment[at], self._judge.codes[at], self.value[at]
        sheet = Groups.by(annotator, segment, self._sheet.codes[at]).of_row
        first, second = pair_up(sheet)
        swapped = value[second] < value[first]
        return Comparisons(
            segment=segment[first],
            better=position[np.where(swapped, second, first)],
            worse=position[np.where(swapped, first, second)],
            annotator=annotator[first],
            tie=value[first] == value[second],
            sheet=sheet[first],
            systems=list(systems),
            annotators=self.annotators,
        )

    @cached_property
    def _system(self) -> Coding:
        return Coding.of(self.system)

    @cached_property
    def _judge(self) -> Coding:
        return Coding.of(self.annotator)

    @cached_property
    def _kind(self) -> Coding:
        return Coding.of(self.kind)

    @cached_property
    def _sheet(self) -> Coding:
        return Coding([""], np.zeros(len(self), dtype=np.int64)) if self.sheet is None else Coding.of(self.sheet)

    def _is_kind(self, kind: str) -> NDArray[np.bool_]:
        wanted = COMBINED.get(kind, (kind,))
        return np.array([name in wanted for name in self._kind.names], dtype=bool)[self._kind.codes]

    def _scores(
        self, segment: Counts, rows: NDArray[np.bool_], systems: Sequence[str], count: int, kind: str
    ) -> Matrix:
        if kind in COMBINED:
            first, second = (self._scores(segment, rows, systems, count, name) for name in COMBINED[kind])
            return (first + second) / 2
        rows = rows & self._is_kind(kind)
        if kind == "rank":
            return _pick(self._compare(rows, self.systems).segment_shares(count), self.systems, systems)
        position = self._system.positions(systems)
        at = np.flatnonzero(rows & (position >= 0))
        keys = [position[at], segment[at], self._judge.codes[at]]
        values = -self.value[at] if kind == "mqm" else self.value[at]
        # Errors of one look are summed; looks of one annotator, then annotators, are averaged.
        looks = Groups.by(*keys, self._sheet.codes[at])
        values, keys = looks.sums(values), [key[looks.first] for key in keys]
        annotators = Groups.by(*keys)
        values, keys = annotators.means(values), [key[annotators.first] for key in keys[:2]]
        cells = Groups.by(*keys)
        scores = np.full((len(systems), count), np.nan)
        scores[keys[0][cells.first], keys[1][cells.first] - 1] = cells.means(values)
        return scores

    def _check_length(self, name: str, length: int) -> None:
        if length != len(self.value):
            raise InputError(
                f"there are {len(self.value)} values, but the column {name!r} has {length} entries",
                remedy="Give one entry per judgment in every column",
            )

    def _check_twins(self) -> None:
        columns = (self._system.codes, self.segment, self._judge.codes, self._kind.codes, self._sheet.codes)
        twin = find_twin(columns, may_repeat=self._is_kind("mqm"))
        if twin is not None:
            what = f"{self.kind[twin]} of segment {self.segment[twin]} of {self.system[twin]!r}"
            raise RowError(
                f"is the second of {what} by the annotator {self.annotator[twin]!r}", index=twin, remedy=_TWINS
            )


def _mean_of_known(scores: Matrix) -> Array:
    known = ~np.isnan(scores)
    count = known.sum(axis=1)
    total = np.where(known, scores, 0.0).sum(axis=1)
    means: Array = np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0)
    return means


def _pick(rows: NDArray[np.float64], names: Sequence[str], wanted: Sequence[str]) -> NDArray[np.float64]:
    """Return the rows of the wanted names; NaN for a name without one."""
    index = {name: at for at, name in enumerate(names)}
    picked = np.full((len(wanted), *rows.shape[1:]), np.nan)
    for at, name in enumerate(wanted):
        if name in index:
            picked[at] = rows[index[name]]
    return picked


def _listed(names: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
