"""What a workspace returns: test sets, segments and scores, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tertium.errors import SpecError
from tertium.types import Array


class MissingRecordError(SpecError):
    """A test set, segment, upload or job that is not there, or no longer."""


@dataclass(frozen=True, kw_only=True)
class StoredTestSet:
    """A test set of a workspace.

    Attributes:
        id: Its number.
        name: Its name.
        segments: How many segments it has.
        systems: The names of its systems, in the order of the files.
        references: How many references a segment has at most.
        has_sources: Whether the source is known.
        has_documents: Whether documents are known.
        languages: The codes of the source language and the target language; empty if not known.
        kinds: The kind of each system, where known.
        created: When it was added, in seconds since 1970.
        specs: The metrics that it was scored by.
        texts: The digest of its texts.
        changes: What was done to the texts after they were read.
        revision: A number that grows when scores are added.
    """

    id: int
    name: str
    segments: int
    systems: tuple[str, ...]
    references: int
    has_sources: bool
    has_documents: bool
    languages: tuple[str, str] = ("", "")
    kinds: Mapping[str, str] = field(default_factory=dict)
    created: float = 0.0
    specs: tuple[str, ...] = ()
    texts: str = ""
    changes: tuple[str, ...] = ()
    revision: int = 0


@dataclass(frozen=True, kw_only=True)
class StoredSegment:
    """The texts of one segment.

    Attributes:
        number: Its number, counted from 1.
        outputs: The output of each system, by its name.
        references: Its references.
        source: The source; none if not known.
        document: Its document; none if not known.
        id: What the files call it; none if they do not.
    """

    number: int
    outputs: Mapping[str, str]
    references: Sequence[str]
    source: str | None = None
    document: str | None = None
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class ScoreTable:
    """The scores of all segments of a test set.

    Attributes:
        specs: The metrics.
        systems: The systems.
        values: Metrics by systems by segments.
        corpus: The scores of whole systems: metrics by systems.
        higher_is_better: Of each metric, whether a higher score is a better one.
        decimals: Of each metric, how many decimals to print.
        signatures: Of each metric.
    """

    specs: tuple[str, ...]
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    corpus: Array
    higher_is_better: tuple[bool, ...]
    decimals: tuple[int, ...]
    signatures: tuple[str, ...]
