"""Scores that are there already: those of COMET or any other metric, in files or in arrays.

``scores(comet.txt)`` reads them from a file, ``scores(comet.{system}.txt)`` from one file per system, and
``tertium.given_scores`` takes them from Python. They belong to the segments of one test set, and take part like the
scores of any metric, with intervals and tests. The corpus score is the mean over the segments,
``score = (1 / n) sum_i s_i``.

Only the user of the machine names a file, on the command line or in Python: see ``refuse_local``.

*Our deviations*: none. The scores are those of the file.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any, ClassVar, NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike

from tertium.errors import InputError, SpecError
from tertium.files.compression import drop_compression_suffix
from tertium.files.opening import shown
from tertium.metrics.metric import FINITE, LARGEST_SCORE, UNSAID, Batch, Metric, ratio
from tertium.metrics.score_files.external_scores import read_scores
from tertium.metrics.spec import require, require_plain
from tertium.types import Array, Matrix, TestSet

SYSTEM = "{system}"
"""What stands for the name of each system in the name of a file."""

_NUMBERS = "Give a list of numbers, one per segment; or a dictionary with such a list for each system"


@dataclass(frozen=True, kw_only=True)
class GivenScores(Metric):
    """Scores from a file, or from Python.

    Attributes:
        file: The file; ``{system}`` in its name stands for the name of each system. Empty for scores from Python.
        column: The column of a table, or the metric of a file that has several.
        label: What tables call it; the column, or the name of the file, if empty.
        lower_is_better: Whether a lower score is a better one.
        values: The scores of each system, once they are known.
        digest: A digest of them, and of nothing else.
        is_bound: Whether they are those of a test set that is being scored.
    """

    name: ClassVar[str] = "scores"
    summary: ClassVar[str] = "scores that you have in a file"
    argument: ClassVar[str] = "file"
    decimals: ClassVar[int] = 4

    file: str = field(default="", metadata=UNSAID)
    column: str = field(default="", metadata=UNSAID)
    label: str = field(default="", metadata=UNSAID)
    lower_is_better: bool = False
    values: Mapping[str, Array] = field(default_factory=dict, repr=False, compare=False)
    digest: str = field(default="", repr=False)
    is_bound: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            bool(self.file or self.values),
            "scores has no file",
            f"Write scores(FILE), such as 'scores(comet.txt)', or 'scores(comet.{SYSTEM}.txt)' for several systems",
        )
        require_plain(self.name, "label", self.label)

    @property
    def title(self) -> str:
        """The label; else the column, or what the file is called without the system and suffixes."""
        column = "" if self.column.lower() == "score" else self.column
        return self.label or column or _name_file(self.file)

    @property
    def is_given(self) -> bool:
        """They are."""
        return True

    @property
    def needs_fit(self) -> bool:
        """They are of a whole test set, which is therefore read whole."""
        return True

    @property
    def needs_references(self) -> bool:
        """They are there, and need no texts."""
        return False

    @property
    def higher_is_better(self) -> bool:
        """As the user says."""
        return not self.lower_is_better

    @property
    def preparation(self) -> Hashable:
        """Nothing is prepared."""
        return self.name

    def settings(self) -> str:
        """Return the metric as a spec, with the file in parentheses."""
        begin = f"{self.name}:file={self.file}," if self.file else f"{self.name}:"
        return f"{self.name}({self.file or 'given'}):{super().settings().removeprefix(begin)}"

    def resources(self) -> Mapping[str, str]:
        """Return the digest of the scores."""
        return {"scores": f"sha256:{self.digest[:8]}"} if self.digest else {}

    def bind(self, test_set: TestSet) -> Self:
        """Return the same with the scores of all systems of a test set.

        Raises:
            InputError: A file is wrong, or does not have one score for each segment of each system.
            SpecError: It is not clear which scores are meant.
        """
        values = self._read(test_set) if self.file else self._check(test_set)
        for system, scores in values.items():
            beyond = np.flatnonzero(np.abs(scores) > LARGEST_SCORE)
            if len(beyond):
                raise InputError(
                    f"score {beyond[0] + 1} of {system!r} is {scores[beyond[0]]:g}, not {FINITE}",
                    file=self.file or None,
                    remedy="Give one number per segment",
                )
        return replace(self, values=values, digest=_digest(values), is_bound=True)

    def take(self, system: str, first: int, count: int) -> Matrix:
        """Return the score of each segment, and 1."""
        if not self.is_bound:
            self._refuse_texts()
        return np.column_stack((self.values[system][first : first + count], np.ones(count)))

    def prepare(self, segments: Sequence[str], threads: int = 1) -> Sequence[str]:
        """Return the segments as they are."""
        return segments

    def tally(self, batch: Batch[Any], threads: int = 1) -> Matrix:
        """Refuse texts: nobody knows their scores."""
        self._refuse_texts()

    def score(self, tallies: Matrix) -> Array:
        """Return the mean score of each row's segments."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def _refuse_texts(self) -> NoReturn:
        raise SpecError(
            f"the scores of {self.title!r} are given, and other texts cannot be scored by them",
            remedy="Use a metric that computes scores here, such as chrf",
        )

    def _read(self, test_set: TestSet) -> dict[str, Array]:
        """Return the scores of files."""
        if SYSTEM not in self.file:
            return self._read_file(self.file, test_set)
        found: dict[str, Array] = {}
        for name, outputs in test_set.systems.items():
            path = self.file.replace(SYSTEM, name)
            if not Path(path).is_file():
                raise InputError(
                    f"there is no file with the scores of the system {name!r}",
                    file=shown(path),
                    remedy=f"Name files after systems, which are called: {', '.join(test_set.systems)}",
                )
            found |= self._read_file(path, replace(test_set, systems={name: outputs}, kinds={}))
        return found

    def _read_file(self, path: str, test_set: TestSet) -> dict[str, Array]:
        found = read_scores(path, test_set, metrics=[self.column] if self.column else None, complete=True)
        if len(found.names) > 1:
            raise InputError(
                f"there are scores of several metrics: {', '.join(found.names)}",
                file=shown(path),
                remedy=f"Choose one, such as 'scores({self.file}):column={found.names[0]}'",
            )
        (metric,) = found.names
        if metric not in found.segments:
            raise InputError(
                f"there are scores of whole systems by {metric!r}, and none of segments",
                file=shown(path),
                remedy="Give one score per segment: intervals and tests are made from them",
            )
        rows = found.segments[metric]
        for (name, _), row in zip(test_set.systems.items(), rows, strict=True):
            missing = np.flatnonzero(np.isnan(row))
            if len(missing) == len(row) and len(test_set.systems) > 1:
                raise InputError(
                    f"there are no scores of the system {name!r}",
                    file=shown(path),
                    remedy=f"Give one score for each segment of: {', '.join(test_set.systems)}",
                )
            if len(missing):
                several = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
                of_system = f" of the system {name!r}" if len(test_set.systems) > 1 else ""
                raise InputError(
                    f"there is no score of segment {missing[0] + 1}{several}{of_system}",
                    file=shown(path),
                    remedy="Give one score for each segment",
                )
        return dict(zip(test_set.systems, rows, strict=True))

    def _check(self, test_set: TestSet) -> dict[str, Array]:
        """Return the scores from Python, of the systems of a test set."""
        count, found = len(test_set), {}
        for name in test_set.systems:
            known = name if name in self.values or len(test_set.systems) > 1 else ""
            if known not in self.values:
                listed = ", ".join(map(repr, self.values))
                there = (
                    f"There are scores of: {listed}" if listed != "''" else "Give a dictionary from systems to scores"
                )
                raise InputError(f"{self.title!r} has no scores of the system {name!r}", remedy=there)
            if len(self.values[known]) != count:
                raise InputError(
                    f"there are {len(self.values[known])} scores of {self.title!r}"
                    f"{f' of the system {name!r}' if name else ''}, but {count} segments",
                    remedy="Give one score per segment, in their order",
                )
            found[name] = self.values[known]
        return found


def given_scores(
    name: str, scores: ArrayLike | Mapping[str, ArrayLike], *, lower_is_better: bool = False
) -> GivenScores:
    """Return scores that you have as a metric, to be given to ``score``, ``compare``, ``diff`` or ``correlate``.

    >>> import tertium
    >>> comet = tertium.given_scores("comet", [0.8, 0.7])
    >>> result = tertium.score(["a dog", "the cat"], ["a dog", "a cat"], metrics=["chrf", comet])
    >>> print(result["comet"])
    comet = 0.7500

    Args:
        name: What it is called in results and tables, such as ``"comet"``.
        scores: One number per segment: a list, an array or a column; for several systems a dictionary from their names
            to such lists.
        lower_is_better: Whether a lower score is a better one.

    Raises:
        InputError: A score is missing or not a finite number.
        SpecError: The name has characters that cannot stand in a signature.
    """
    if not isinstance(name, str) or not name:
        raise SpecError(f"the name of the scores is {name!r}", remedy="Give a name, such as 'comet'")
    by_system = scores if isinstance(scores, Mapping) else {"": scores}
    values = {str(system): _as_numbers(column, name, str(system)) for system, column in by_system.items()}
    if not values:
        raise InputError(f"there are no scores of {name!r}", remedy=_NUMBERS)
    return GivenScores(label=name, lower_is_better=lower_is_better, values=values, digest=_digest(values))


def _as_numbers(column: Any, name: str, system: str) -> Array:
    whose = f"{name!r} of the system {system!r}" if system else repr(name)
    cells = list(column) if hasattr(column, "__iter__") and not isinstance(column, str | bytes | Mapping) else None
    if cells is None:
        raise InputError(f"the scores of {whose} are of type {type(column).__name__}", remedy=_NUMBERS)
    for number, cell in enumerate(cells, start=1):
        try:
            is_number = not isinstance(cell, str | bytes | bool) and abs(float(cell)) <= LARGEST_SCORE
        except (TypeError, ValueError, OverflowError):
            is_number = False
        if not is_number:
            raise InputError(
                f"score {number} of {whose} is {cell!r}, not {FINITE}", remedy="Give one number per segment"
            )
    return np.array([float(cell) for cell in cells])


def _name_file(file: str) -> str:
    """Return what the scores of a file are called.

    >>> [_name_file(name) for name in ("out/comet.{system}.txt", "COMET-22-refA.seg.score", "{system}/bleurt.tsv.gz")]
    ['comet', 'COMET-22-refA', 'bleurt']
    """
    name = PurePath(drop_compression_suffix(file)).name
    stem = name.removesuffix(".seg.score") if name.endswith(".seg.score") else PurePath(name).stem
    return re.sub(r"[._\-]*\{system\}[._\-]*", "", stem) or name


def _digest(values: Mapping[str, Array]) -> str:
    found = sha256()
    for column in values.values():
        found.update(np.ascontiguousarray(column, dtype="<f8").tobytes())
    return found.hexdigest()
