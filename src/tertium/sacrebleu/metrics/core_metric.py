"""A metric whose rows come from Tertium's core, for a whole corpus at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium import _core
from tertium.errors import TextError
from tertium.sacrebleu.arguments import check_sentence, list_columns, list_texts
from tertium.sacrebleu.metrics.base import Metric, _require_same_length
from tertium.sacrebleu.refusals import MissingReferenceError, UnusableTextError
from tertium.threads import resolve_threads
from tertium.types import Matrix, Offsets


@dataclass(frozen=True)
class PreparedReferences:
    """References in the form that the core takes, to be used again for any number of systems.

    Attributes:
        texts: All references, segment after segment.
        offsets: Where the references of each segment start.
        prepared: The same as tokens or characters.
    """

    texts: Sequence[str]
    offsets: Offsets
    prepared: Any

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def count(self) -> int:
        """How many references each segment has; -1 if that differs."""
        counts = np.unique(np.diff(self.offsets))
        return int(counts[0]) if len(counts) == 1 else -1


class CoreMetric(Metric):
    """A metric of the core: ``_prepare`` makes tokens or characters of a batch, ``_tally`` counts."""

    @abstractmethod
    def _prepare(self, segments: Sequence[str], threads: int) -> Any:
        """Return the hypotheses as the core takes them."""

    def _prepare_references(self, segments: Sequence[str], threads: int) -> Any:
        """Return the references as the core takes them."""
        return self._prepare(segments, threads)

    @abstractmethod
    def _tally(self, hypotheses: Any, references: Any, offsets: Offsets, threads: int) -> Matrix:
        """Return one row per segment."""

    @abstractmethod
    def _score_rows(self, rows: Any) -> Any:
        """Return the score of each row, computed in the type of the numbers as sacrebleu does."""

    def _cache_references(self, references: Iterable[Iterable[str | None]]) -> PreparedReferences:
        """Prepare references, given as one list per translation."""
        found = self._prepare_all(*_flatten(list_columns(references)))
        self.num_refs = found.count
        return found

    def _prepare_all(self, texts: Sequence[str], offsets: Offsets) -> PreparedReferences:
        try:
            return PreparedReferences(texts, offsets, self._prepare_references(texts, resolve_threads(None)))
        except TextError as error:
            segment = int(np.searchsorted(offsets, error.index, side="right"))
            raise UnusableTextError(f"a reference of segment {segment} {error.problem}", remedy=error.remedy) from error

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: references as texts, since what the core makes of them stays in its process."""
        kept = self._ref_cache
        return {**self.__dict__, "_ref_cache": kept and (kept.texts, kept.offsets)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._ref_cache:
            self._ref_cache = self._prepare_all(*self._ref_cache)

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> Matrix:
        """Return one row of counts per segment."""
        hypotheses = list_texts(hypotheses, "hypothesis")
        kept: PreparedReferences = self._find_references(references)
        _require_same_length(len(hypotheses), len(kept))
        self.num_refs = kept.count
        threads = resolve_threads(None)
        try:
            prepared = self._prepare(hypotheses, threads)
        except TextError as error:
            raise UnusableTextError(f"hypothesis {error.index + 1} {error.problem}", remedy=error.remedy) from error
        self._warn_of_tokenized(hypotheses)
        return self._tally(prepared, kept.prepared, kept.offsets, threads)

    def _aggregate_and_compute(self, stats: Any) -> Any:
        """Return the score of the sum of rows."""
        return self._compute_score_from_stats(np.asarray(stats, dtype=np.float64).sum(axis=0).tolist())

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Return the score of one segment.

        Args:
            hypothesis: A string.
            references: A list of strings; ``None`` stands for a missing one.
        """
        check_sentence(type(self).__name__, hypothesis, references)
        given = [reference for reference in references if reference is not None]
        if not given:
            raise MissingReferenceError("all references are None", remedy="Give at least one reference")
        self.num_refs = len(given)
        return self._compute_score_from_stats(self._tally_one(hypothesis, given))

    def _tally_one(self, hypothesis: str, references: Sequence[str]) -> list[float]:
        """Return the row of one segment."""
        try:
            ours, theirs = self._prepare([hypothesis], 1), self._prepare_references(references, 1)
        except TextError as error:
            raise UnusableTextError(f"the segment {error.problem}", remedy=error.remedy) from error
        row: list[float] = self._tally(ours, theirs, np.array((0, len(references))), 1)[0].tolist()
        return row

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Return the references of a segment, for ``_compute_segment_statistics``."""
        return {"references": list(refs)}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[float]:
        """Return the row of a segment."""
        return self._tally_one(hypothesis, ref_kwargs["references"])


def _flatten(columns: Sequence[Sequence[str | None]]) -> tuple[Sequence[Any], Offsets]:
    """Return all references, segment after segment, and where those of each segment start."""
    if all(_core.find_not_text(column) is None for column in columns):
        offsets = np.arange(len(columns[0]) + 1) * len(columns)
        if len(columns) == 1:
            return columns[0], offsets
        return [text for texts in zip(*columns, strict=True) for text in texts], offsets
    flat: list[Any] = []
    ends = [0]
    for number, texts in enumerate(zip(*columns, strict=True), start=1):
        flat.extend(text for text in texts if text is not None)
        if len(flat) == ends[-1]:
            raise MissingReferenceError(
                f"segment {number} has no reference", remedy="Give each segment at least one reference that is not None"
            )
        ends.append(len(flat))
    offsets = np.array(ends)
    wrong = _core.find_not_text(flat)
    if wrong is not None:
        segment = int(np.searchsorted(offsets, wrong, side="right"))
        raise UnusableTextError(
            f"a reference of segment {segment} is of type {type(flat[wrong]).__name__}", remedy="Give lists of strings"
        )
    return flat, offsets
