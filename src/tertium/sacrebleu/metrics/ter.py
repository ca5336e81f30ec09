"""TER with sacrebleu's interface, as in ``sacrebleu.metrics.ter``. Edits come from Tertium's core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tertium import _core
from tertium.sacrebleu.metrics.base import Score, Signature
from tertium.sacrebleu.metrics.core_metric import CoreMetric
from tertium.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from tertium.text.case import lowered
from tertium.types import Matrix, Offsets


class TERSignature(Signature):
    """The signature of TER.

    Args:
        args: The attributes of the metric.
    """

    def __init__(self, args: Any) -> None:
        super().__init__(args)
        self._abbr.update({"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"})
        self.info.update(
            {
                "case": "mixed" if args["case_sensitive"] else "lc",
                "tok": args["tokenizer_signature"],
                "norm": args["normalized"],
                "punct": not args["no_punct"],
                "asian": args["asian_support"],
            }
        )


class TERScore(Score):
    """A TER score.

    Args:
        score: Edits per word of the references, in per cent.
        num_edits: The edits.
        ref_length: The words of the references, averaged over those of each segment.
    """

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(CoreMetric):
    """Translation edit rate.

    Args:
        normalized: Whether Tercom's normalisation and tokenizer are applied.
        no_punct: Whether punctuation is removed.
        asian_support: Whether Chinese and Japanese characters and punctuation are treated too.
        case_sensitive: Whether case counts.
        references: One list per reference translation, to be prepared once for all systems.
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    def _preprocess_segment(self, sent: str) -> str:
        """Return a segment with spaces between its words."""
        return self.tokenizer(sent.rstrip())

    def _prepare(self, segments: Sequence[str], threads: int) -> _core.Tokens:
        return self._words(segments, 1, threads)

    def _prepare_references(self, segments: Sequence[str], threads: int) -> _core.Tokens:
        # sacrebleu normalises references twice, and hypotheses once.
        return self._words(segments, 2, threads)

    def _words(self, segments: Sequence[str], times: int, threads: int) -> _core.Tokens:
        segments = lowered(segments, not self.case_sensitive)
        return _core.tokenize_tercom(
            segments, bool(self.normalized), bool(self.no_punct), bool(self.asian_support), times, threads
        )

    def _tally(self, hypotheses: _core.Tokens, references: _core.Tokens, offsets: Offsets, threads: int) -> Matrix:
        return _core.tally_ter(hypotheses, references, offsets, threads)

    def _compute_score_from_stats(self, stats: Any) -> TERScore:
        """Return the score of one row: edits, and words of the references."""
        edits, words = stats[0], stats[1]
        score = edits / words if words > 0 else float(edits > 0)
        return TERScore(100 * score, edits, words)

    def _score_rows(self, rows: Any) -> Any:
        """Return the score of each row, in the type of the numbers; in 64 bits if one has no words to divide by."""
        edits, words = rows[:, 0], rows[:, 1]
        scores = 100 * np.where(words > 0, edits / np.where(words > 0, words, 1), (edits > 0).astype(rows.dtype))
        return scores if (words > 0).all() else scores.astype(np.float64)
