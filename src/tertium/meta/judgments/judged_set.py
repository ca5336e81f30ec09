"""A test set together with what people said about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import InputError
from tertium.meta.judgments.judgments import Judgments
from tertium.types import Array, Counts, Matrix, References, TestSet


@dataclass(frozen=True)
class Cells:
    """Outputs that were judged: one entry per output.

    Attributes:
        system_index: Which of the test set's systems each is from.
        segment_index: Which segment each is of, counted from 0.
    """

    system_index: Counts
    segment_index: Counts

    def __len__(self) -> int:
        return len(self.system_index)

    def __iter__(self) -> Iterator[Counts]:
        """Return both arrays, so that they can be unpacked."""
        yield self.system_index
        yield self.segment_index


@dataclass(frozen=True, kw_only=True)
class FlatSegments:
    """Outputs that were judged, with their text, so that nothing else has to be parsed.

    Attributes:
        hypotheses: The outputs.
        references: The references of each output.
        system_index: Which of the test set's systems each is from.
        segment_index: Which segment each is of, counted from 0.
        sources: The source of each output, if known.
        scores: What people said of each output, higher being better; not a number where that was not asked for.
        changes: What was done to the texts after they were read, as in ``TestSet``.
    """

    hypotheses: Sequence[str]
    references: References
    system_index: Counts
    segment_index: Counts
    sources: Sequence[str] | None
    scores: Array
    changes: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self.hypotheses)

    def to_test_set(self, name: str = "judged") -> TestSet:
        """Return it as a test set of one system, which can be scored like any other."""
        return TestSet(
            systems={name: list(self.hypotheses)},
            references=self.references,
            sources=self.sources,
            changes=self.changes,
        )


@dataclass(frozen=True, kw_only=True)
class StoredScores:
    """Scores of metrics that a folder has ready. They are read when they are asked for.

    Attributes:
        files: By metric, the file of each level: ``seg`` and ``sys``.
        systems: The systems that files may have scores of, whether they take part or not.
        usual: The metrics that use no other references than those of the test set.
    """

    files: Mapping[str, Mapping[str, Path]]
    systems: Sequence[str]
    usual: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class JudgedSet:
    """A test set and its judgments.

    Attributes:
        name: What it is called in tables, such as ``wmt17-toen/de-en``.
        test_set: Outputs and references.
        judgments: Judgments of systems and segments of the test set.
        language: The language of the outputs, such as ``en``, if known; by default that of the test set.
        notes: What was left out when it was read, and why.
        stored: Scores of metrics that the folder has ready, for ``read_stored_scores``.

    Raises:
        InputError: A system or a segment was judged that the test set does not have.
    """

    name: str
    test_set: TestSet
    judgments: Judgments
    language: str = ""
    notes: Sequence[str] = ()
    stored: StoredScores | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "language", self.language or self.test_set.language)
        if self.test_set.language != self.language:
            object.__setattr__(self, "test_set", replace(self.test_set, language=self.language))
        if unknown := [name for name in self.judgments.systems if name not in self.test_set.systems]:
            raise InputError(
                f"the system {unknown[0]!r} was judged, but there is no output of it",
                remedy=f"Give its output, or leave its judgments out. The systems are: {', '.join(self.systems)}",
            )
        highest = int(self.judgments.segment.max(initial=0))
        if highest > len(self.test_set):
            raise InputError(
                f"segment {highest} was judged, but the test set has {len(self.test_set)} segments",
                remedy="Count segments from 1, and give all of them",
            )

    @property
    def origin(self) -> str:
        """Its name, and what was done to its texts: ``wmt17-toen/de-en (unescaped)``."""
        return f"{self.name} ({', '.join(self.test_set.changes)})" if self.test_set.changes else self.name

    @property
    def systems(self) -> list[str]:
        """The names of the systems, in the order of the rows of all scores."""
        return list(self.test_set.systems)

    def segment_scores(self, kind: str = "") -> Matrix:
        """Return scores of segments, systems x segments; see ``Judgments.segment_scores``."""
        return self.judgments.segment_scores(self.systems, len(self.test_set), kind)

    def system_scores(self, kind: str = "") -> Array:
        """Return scores of systems; see ``Judgments.system_scores``."""
        return self.judgments.system_scores(self.systems, kind)

    def judged_cells(self, kind: str = "") -> Cells:
        """Return which segments of which systems have a score, system after system."""
        return Cells(*(at.astype(np.int64) for at in np.nonzero(~np.isnan(self.segment_scores(kind)))))

    def flat(self, kind: str = "") -> FlatSegments:
        """Return the outputs that have a score, and nothing else: few, often, among many that were not judged."""
        scores = self.segment_scores(kind)
        return self.take(~np.isnan(scores), scores)

    def take(self, mask: NDArray[np.bool_], scores: Matrix | None = None) -> FlatSegments:
        """Return some outputs: those of a mask of systems x segments; with their scores, if these are given."""
        systems, segments = (at.astype(np.int64) for at in np.nonzero(mask))
        outputs = list(self.test_set.systems.values())
        references = [self.test_set.references.of(at) for at in range(len(self.test_set))]
        sources = self.test_set.sources
        return FlatSegments(
            hypotheses=[
                outputs[system][segment] for system, segment in zip(systems.tolist(), segments.tolist(), strict=True)
            ],
            references=References.from_nested([references[segment] for segment in segments.tolist()]),
            system_index=systems,
            segment_index=segments,
            sources=None if sources is None else [sources[segment] for segment in segments.tolist()],
            scores=np.full(len(systems), np.nan) if scores is None else scores[systems, segments],
            changes=self.test_set.changes,
        )

    def restrict(self, systems: Sequence[str]) -> JudgedSet:
        """Return the same segments, of some systems only; ranks count among them only."""
        if unknown := [name for name in systems if name not in self.test_set.systems]:
            raise InputError(
                f"{self.name} has no system {unknown[0]!r}", remedy=f"The systems are: {', '.join(self.systems)}"
            )
        kept = np.array([name in systems for name in self.judgments.system], dtype=bool)
        chosen = {name: texts for name, texts in self.test_set.systems.items() if name in systems}
        kinds = {name: kind for name, kind in self.test_set.kinds.items() if name in systems}
        test_set = replace(self.test_set, systems=chosen, kinds=kinds)
        return replace(self, test_set=test_set, judgments=self.judgments.select(kept))

    def to_dict(self) -> dict[str, Any]:
        """Return what it is, as a dictionary for JSON; texts are left out."""
        return {
            "name": self.name,
            "language": self.language,
            "systems": self.systems,
            "segments": len(self.test_set),
            "judgments": len(self.judgments),
            "kinds": self.judgments.kinds,
            "annotators": len(self.judgments.annotators),
            "notes": list(self.notes),
            "stored": [] if self.stored is None else list(self.stored.files),
        }
