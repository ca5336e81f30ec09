"""BLEU with sacrebleu's interface, as in ``sacrebleu.metrics.bleu``. Tokens and counts come from Tertium's core."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import numpy as np

from tertium import _core
from tertium.sacrebleu.arguments import check_number, check_whole
from tertium.sacrebleu.metrics.base import Score, Signature, sacrelogger
from tertium.sacrebleu.metrics.core_metric import CoreMetric
from tertium.sacrebleu.refusals import UnknownChoiceError, WrongSettingError
from tertium.sacrebleu.tokenizers.loading import TOKENIZER_CLASSES, make_tokenizer, prepare_tokens
from tertium.types import Matrix, Offsets

MAX_NGRAM_ORDER = 4
"""The longest n-grams, unless another order is given."""

# Logarithm of a zero precision: finite, and large enough to make the score zero.
_LOG_OF_ZERO = -9999999999

# By target language, if no tokenizer is named: its tokenizer, and what the language is called.
_OF_LANGUAGE = {"zh": ("zh", "Chinese"), "ja": ("ja-mecab", "Japanese"), "ko": ("ko-mecab", "Korean")}


class BLEUSignature(Signature):
    """The signature of BLEU.

    Args:
        args: The attributes of the metric.
    """

    def __init__(self, args: Any) -> None:
        super().__init__(args)
        self._abbr.update({"case": "c", "eff": "e", "tok": "tok", "smooth": "s"})
        smooth = args["smooth_method"]
        usual = BLEU.SMOOTH_DEFAULTS[smooth]
        if usual is not None:
            value = usual if args["smooth_value"] is None else args["smooth_value"]
            smooth = f"{smooth}[{value:.2f}]"
        self.info.update(
            {
                "case": "lc" if args["lowercase"] else "mixed",
                "eff": "yes" if args["effective_order"] else "no",
                "tok": args["tokenizer_signature"],
                "smooth": smooth,
            }
        )


class BLEUScore(Score):
    """A BLEU score.

    Args:
        score: The score, from 0 to 100.
        counts: Matching n-grams of each order.
        totals: N-grams of the hypotheses of each order.
        precisions: Precisions of each order in per cent, smoothed.
        bp: The brevity penalty.
        sys_len: Words of the hypotheses.
        ref_len: Words of the references that are closest in length.
    """

    def __init__(
        self,
        score: float,
        counts: Sequence[float],
        totals: Sequence[float],
        precisions: Sequence[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join([f"{precision:.1f}" for precision in precisions])
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEU(CoreMetric):
    """BLEU.

    Args:
        lowercase: Whether case is ignored.
        force: Whether hypotheses that look tokenised are accepted without a warning.
        tokenize: The name of the tokenizer; ``None`` for that of the target language, else ``13a``.
        smooth_method: ``exp``, ``floor``, ``add-k`` or ``none``.
        smooth_value: The value of ``floor`` and ``add-k``; ``None`` for the usual one.
        max_ngram_order: The longest n-grams.
        effective_order: Whether orders without n-grams are left out, as is best for single segments.
        trg_lang: The target language, which may choose the tokenizer.
        references: One list per reference translation, to be prepared once for all systems.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = TOKENIZER_CLASSES.keys()
    TOKENIZER_DEFAULT = "13a"
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Sequence[Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        _check_smoothing(smooth_method)
        check_whole("max_ngram_order", max_ngram_order)
        if smooth_value is not None and self.SMOOTH_DEFAULTS[smooth_method] is not None:
            check_number("smooth_value", smooth_value)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer = make_tokenizer(_choose_tokenizer(tokenize, trg_lang))
        self.tokenizer_signature = self.tokenizer.signature()
        if references is not None:
            self._ref_cache = self._cache_references(references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Return the score of counts.

        Args:
            correct: Matching n-grams of each order.
            total: N-grams of the hypotheses of each order.
            sys_len: Words of the hypotheses.
            ref_len: Words of the references.
            smooth_method: ``exp``, ``floor``, ``add-k`` or ``none``.
            smooth_value: The value of ``floor`` and ``add-k``; ``None`` for the usual one.
            effective_order: Whether orders without n-grams are left out.
            max_ngram_order: The longest n-grams.
        """
        _check_smoothing(smooth_method)
        value: Any = BLEU.SMOOTH_DEFAULTS[smooth_method] if smooth_value is None else smooth_value
        penalty = _brevity(sys_len, ref_len)
        precisions = [0.0] * max_ngram_order
        if not any(correct):
            return BLEUScore(0.0, correct, total, precisions, penalty, sys_len, ref_len)
        if smooth_method == "add-k":
            correct, total = _add(correct, total, value, max_ngram_order)
        orders = max_ngram_order
        halving = 1.0
        for order in range(max_ngram_order):
            if total[order] == 0:
                break
            if effective_order:
                orders = order + 1
            if correct[order]:
                precisions[order] = 100.0 * correct[order] / total[order]
            elif smooth_method == "exp":
                halving *= 2
                precisions[order] = 100.0 / (halving * total[order])
            elif smooth_method == "floor":
                precisions[order] = 100.0 * value / total[order]
        score = penalty * math.exp(sum(map(_log, precisions[:orders])) / orders)
        return BLEUScore(score, correct, total, precisions, penalty, sys_len, ref_len)

    def _preprocess_segment(self, sent: str) -> str:
        """Return a segment in lower case, if wanted, with spaces between its tokens."""
        text: str = self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())
        return text

    def _prepare(self, segments: Sequence[str], threads: int) -> _core.Tokens:
        return prepare_tokens(self.tokenizer, segments, self.lowercase, threads)

    def _tally(self, hypotheses: _core.Tokens, references: _core.Tokens, offsets: Offsets, threads: int) -> Matrix:
        return _core.tally_bleu(hypotheses, references, offsets, self.max_ngram_order, threads)

    def _compute_score_from_stats(self, stats: Any) -> BLEUScore:
        """Return the score of one row: both lengths, then matches and n-grams by order."""
        # Rows of resamples are arrays of 32 bits, and scores of them have that precision.
        counts: Any = stats if isinstance(stats, np.ndarray) else [int(count) for count in stats]
        order = self.max_ngram_order
        return self.compute_bleu(
            counts[2 : 2 + order],
            counts[2 + order :],
            int(counts[0]),
            int(counts[1]),
            self.smooth_method,
            self.smooth_value,
            self.effective_order,
            order,
        )

    def _score_rows(self, rows: Any) -> Any:
        """Return the score of each row. Precisions have the type of the numbers, all else 64 bits."""
        order = self.max_ngram_order
        matches, totals = rows[:, 2 : 2 + order], rows[:, 2 + order :]
        found = matches.any(axis=1)
        value = self.SMOOTH_DEFAULTS[self.smooth_method] if self.smooth_value is None else self.smooth_value
        if self.smooth_method == "add-k" and value is not None:
            added = rows.dtype.type(value)
            matches = np.concatenate([matches[:, :1], matches[:, 1:] + added], axis=1)
            totals = np.concatenate([totals[:, :1], totals[:, 1:] + added], axis=1)
        counted = np.logical_and.accumulate(totals != 0, axis=1)
        divisors = np.where(counted, totals, 1)
        precisions = 100.0 * matches / divisors
        unmatched = counted & (matches == 0)
        if self.smooth_method == "exp":
            halvings = np.ldexp(rows.dtype.type(1), np.cumsum(unmatched, axis=1))
            precisions = np.where(unmatched, 100.0 / (halvings * divisors), precisions)
        elif self.smooth_method == "floor" and value is not None:
            precisions = np.where(unmatched, 100.0 * value / divisors, precisions)
        orders = counted.sum(axis=1) if self.effective_order else np.full(len(rows), order)
        return np.where(found, _penalties(rows) * _means(np.where(counted, precisions, 0), orders), 0.0)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> BLEUScore:
        """Return the score of one segment; best with ``effective_order``.

        Args:
            hypothesis: A string.
            references: A list of strings; ``None`` stands for a missing one.
        """
        if not self.effective_order:
            sacrelogger.warning("It is recommended to enable `effective_order` for sentence-level BLEU.")
        score: BLEUScore = super().sentence_score(hypothesis, references)
        return score


def _penalties(rows: Any) -> Any:
    """Return the brevity penalty of each row, with the exponential function of ``compute_bleu``."""
    ours, theirs = rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64)
    exponents = np.where(ours < theirs, 1 - theirs / np.maximum(ours, 1), 0.0)
    return np.where((ours == 0) & (theirs > 0), 0.0, _exponentials(exponents))


def _means(precisions: Any, orders: Any) -> Any:
    """Return the geometric mean of the first precisions of each row, added order by order as ``compute_bleu`` does."""
    flat = np.where(precisions > 0, precisions, 1).ravel().tolist()
    logs = np.where(precisions > 0, np.reshape(list(map(math.log, flat)), precisions.shape), _LOG_OF_ZERO)
    total = np.zeros(len(logs))
    for order in range(precisions.shape[1]):
        total = np.where(order < orders, total + logs[:, order], total)
    return _exponentials(total / np.maximum(orders, 1))


def _exponentials(exponents: Any) -> Any:
    # NumPy's own function may differ in the last digit, which can decide between two resamples.
    return np.array(list(map(math.exp, exponents.tolist())))


def _brevity(ours: int, theirs: int) -> float:
    if ours >= theirs:
        return 1.0
    return math.exp(1 - theirs / ours) if ours > 0 else 0.0


def _log(precision: float) -> float:
    return _LOG_OF_ZERO if precision == 0.0 else math.log(precision)


def _add(
    correct: Sequence[float], total: Sequence[float], value: float, orders: int
) -> tuple[list[float], list[float]]:
    """Return new counts with a value added from order 2 on, up to the first order that has no n-grams even so."""
    correct, total = list(correct), list(total)
    if orders == 0 or total[0] == 0:
        return correct, total
    for order in range(1, orders):
        correct[order] += value
        total[order] += value
        if total[order] == 0:
            break
    return correct, total


def _check_smoothing(method: str) -> None:
    if not isinstance(method, str) or method not in BLEU.SMOOTH_DEFAULTS:
        raise UnknownChoiceError(
            f"there is no smoothing method {method!r}", remedy=f"There are: {', '.join(BLEU.SMOOTH_DEFAULTS)}"
        )


def _choose_tokenizer(name: str | None, language: str) -> str:
    """Return the tokenizer that is named or that the language has; log a warning if it has another."""
    if not isinstance(language, Hashable):
        raise WrongSettingError(f"trg_lang is of type {type(language).__name__}", remedy="Give a code such as 'de'")
    usual, called = _OF_LANGUAGE.get(language, (BLEU.TOKENIZER_DEFAULT, ""))
    if name is None:
        return usual
    if called and name != usual:
        sacrelogger.warning(f"Consider using the '{usual}' or 'spm' tokenizer for {called}.")
    return name
