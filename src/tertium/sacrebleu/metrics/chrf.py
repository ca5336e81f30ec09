"""chrF and chrF++ with sacrebleu's interface, as in ``sacrebleu.metrics.chrf``. Counts come from Tertium's core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tertium import _core
from tertium.sacrebleu.arguments import check_number, check_whole
from tertium.sacrebleu.metrics.base import Score, Signature
from tertium.sacrebleu.metrics.core_metric import CoreMetric
from tertium.sacrebleu.refusals import NothingToScoreError
from tertium.text.case import lowered
from tertium.types import Matrix, Offsets

_TINY = 1e-16

Prepared = tuple[_core.Characters, _core.Tokens | None]


class CHRFSignature(Signature):
    """The signature of chrF.

    Args:
        args: The attributes of the metric.
    """

    def __init__(self, args: Any) -> None:
        super().__init__(args)
        self._abbr.update({"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"})
        self.info.update(
            {
                "case": "lc" if args["lowercase"] else "mixed",
                "eff": "no" if args["eps_smoothing"] else "yes",
                "nc": args["char_order"],
                "nw": args["word_order"],
                "space": "yes" if args["whitespace"] else "no",
            }
        )


class CHRFScore(Score):
    """A chrF score.

    Args:
        score: The score, from 0 to 100.
        char_order: The longest character n-grams.
        word_order: The longest word n-grams.
        beta: How many times recall weighs as much as precision.
    """

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}{'+' * word_order}", score)


class CHRF(CoreMetric):
    """chrF, and chrF++ with ``word_order=2``.

    Args:
        char_order: The longest character n-grams.
        word_order: The longest word n-grams.
        beta: How many times recall weighs as much as precision.
        lowercase: Whether case is ignored.
        whitespace: Whether white space counts as characters.
        eps_smoothing: Whether the F of each order is averaged, as chrF++.py, NLTK and Moses do.
        references: One list per reference translation, to be prepared once for all systems.
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        check_whole("char_order", char_order)
        check_whole("word_order", word_order)
        check_number("beta", beta)
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _preprocess_segment(self, sent: str) -> str:
        """Return a segment, in lower case if wanted."""
        return sent.lower() if self.lowercase else sent

    def _prepare(self, segments: Sequence[str], threads: int) -> Prepared:
        segments = lowered(segments, self.lowercase)
        characters = _core.pack_characters(segments, bool(self.whitespace), threads)
        return characters, _core.tokenize(segments, "chrf", threads) if self.word_order > 0 else None

    def _tally(self, hypotheses: Prepared, references: Prepared, offsets: Offsets, threads: int) -> Matrix:
        if self.order == 0:
            raise NothingToScoreError("char_order and word_order are 0", remedy="Give n-grams of at least one order")
        return _core.tally_chrf(
            hypotheses,
            references,
            offsets,
            self.char_order,
            self.word_order,
            float(self.beta),
            bool(self.eps_smoothing),
            threads,
        )

    def _compute_score_from_stats(self, stats: Any) -> CHRFScore:
        """Return the score of one row: n-grams of hypothesis and reference, and matches, by order."""
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)

    def _compute_f_score(self, statistics: Sequence[float]) -> float:
        """Return F of one row, from 0 to 100."""
        factor = self.beta**2
        total = precisions = recalls = 0.0
        orders = 0
        for order in range(self.order):
            ours, theirs, matches = statistics[3 * order : 3 * order + 3]
            precision = matches / ours if ours > 0 else _TINY
            recall = matches / theirs if theirs > 0 else _TINY
            weighted = factor * precision + recall
            total += (1 + factor) * precision * recall / weighted if weighted > 0 else _TINY
            if ours > 0 and theirs > 0:
                precisions += precision
                recalls += recall
                orders += 1
        if self.eps_smoothing:
            return 100 * total / self.order
        if precisions + recalls == 0:
            return 0.0
        precisions /= orders
        recalls /= orders
        return 100 * ((1 + factor) * precisions * recalls / (factor * precisions + recalls))

    def _score_rows(self, rows: Any) -> Any:
        """Return the score of each row, order by order in the type of the numbers.

        sacrebleu writes a score without any match as a number of 64 bits, and then a list with one is of that type.
        """
        if self.eps_smoothing:
            return self._score_rows_by_order(rows)
        factor = self.beta**2
        kind = rows.dtype.type
        precisions, recalls, orders = (np.zeros(len(rows), rows.dtype) for _ in range(3))
        for ours, theirs, matches in self._split(rows):
            present = (ours > 0) & (theirs > 0)
            precisions = precisions + np.where(present, matches / np.where(present, ours, 1), kind(0))
            recalls = recalls + np.where(present, matches / np.where(present, theirs, 1), kind(0))
            orders = orders + present
        precisions, recalls = precisions / np.maximum(orders, 1), recalls / np.maximum(orders, 1)
        empty = precisions + recalls == 0
        score = (1 + factor) * precisions * recalls / np.where(empty, 1, factor * precisions + recalls)
        scores = np.where(empty, kind(0), 100 * score)
        return scores.astype(np.float64) if empty.any() else scores

    def _score_rows_by_order(self, rows: Any) -> Any:
        """Return the mean F of each row.

        In sacrebleu the tiny values are numbers of 64 bits, and so is a sum until one of 32 bits is added to it.
        """
        factor = self.beta**2
        kind = rows.dtype.type
        neither = (1 + factor) * _TINY * _TINY / (factor * _TINY + _TINY)
        total, is_narrow = np.zeros(len(rows)), np.zeros(len(rows), bool)
        for ours, theirs, matches in self._split(rows):
            precision = matches / np.where(ours > 0, ours, 1)
            recall = np.where(theirs > 0, matches / np.where(theirs > 0, theirs, 1), kind(_TINY))
            weighted = np.where(ours > 0, factor * precision, kind(factor * _TINY)) + recall
            raised = np.where(ours > 0, (1 + factor) * precision, kind((1 + factor) * _TINY))
            each = raised * recall / np.where(weighted > 0, weighted, 1)
            narrow = (weighted > 0) & ((ours > 0) | (theirs > 0))
            term = np.where(narrow, each, np.where(weighted > 0, neither, _TINY))
            is_narrow |= narrow
            total = np.where(is_narrow, total.astype(kind) + term.astype(kind), total + term)
        in_kind = 100 * total.astype(kind) / self.order
        return in_kind if is_narrow.all() else np.where(is_narrow, in_kind, 100 * total / self.order)

    def _split(self, rows: Any) -> Iterator[tuple[Any, Any, Any]]:
        """Return n-grams of hypotheses and references, and matches, order by order."""
        for order in range(self.order):
            yield rows[:, 3 * order], rows[:, 3 * order + 1], rows[:, 3 * order + 2]
