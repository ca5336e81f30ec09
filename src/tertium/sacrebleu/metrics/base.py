"""The base classes of scores, signatures and metrics, as in ``sacrebleu.metrics.base``.

A class that derives from :class:`Metric` and has its five private methods works here as it does in sacrebleu. The
metrics of this package replace the loop over segments by Tertium's core: see ``core_metric.py``.
"""

from __future__ import annotations

import json
import logging
from abc import ABCMeta, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from tertium.sacrebleu.arguments import check_corpus, check_number, check_sentence, check_whole, list_columns
from tertium.sacrebleu.refusals import NoReferencesError, UnequalLengthError, UnscoredError
from tertium.sacrebleu.version import __version__

sacrelogger = logging.getLogger("sacrebleu")

# Lines that end in a period of its own, from which on a text counts as tokenised.
_TOKENIZED_LINES = 100


class Score:
    """The score of a metric.

    Args:
        name: The name of the metric.
        score: Its value.
    """

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False) -> str:
        """Return the score as text.

        Args:
            width: How many decimals.
            score_only: Whether the number alone is wanted.
            signature: The signature to show.
            is_json: Whether JSON is wanted, with the items of the signature.
        """
        value = f"{self.score:.{width}f}"
        interval: dict[str, Any] = {}
        shown = value
        if self._mean > 0:
            mean, half = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            text = f"μ = {mean} ± {half}"
            shown = f"{value} ({text})"
            interval = {"confidence_mean": float(mean), "confidence_var": float(half), "confidence": text}
        if score_only:
            return shown
        if is_json:
            items: dict[str, Any] = {"name": self.name, "score": float(value), "signature": signature, **interval}
            if self._verbose:
                items["verbose_score"] = self._verbose
            for item in filter(None, signature.split("|")):
                key, _, setting = item.partition(":")
                items[key] = setting
            return json.dumps(items, indent=1, ensure_ascii=False)
        title = f"{self.name}|{signature}" if signature else self.name
        return f"{title} = {shown} {self._verbose}" if self._verbose else f"{title} = {shown}"

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Keep the mean and half the width of the 95% interval of resampled scores."""
        self._keep_interval([each.score for each in scores])

    def _keep_interval(self, values: Iterable[float]) -> None:
        # Imported only here: it takes as long as all of this package.
        import statistics

        ordered = sorted(values)
        cut = len(ordered) // 40
        self._ci = 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])
        self._mean = statistics.mean(ordered)

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """The settings of a metric, and the facts of its last run.

    Args:
        args: The attributes of the metric.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise UnscoredError(
                "the number of references is unknown", remedy="Score something before you ask for the signature"
            )
        count = args["num_refs"]
        self._abbr = {
            "version": "v",
            "nrefs": "#",
            "test": "t",
            "lang": "l",
            "subset": "S",
            "origlang": "o",
            "bs": "bs",
            "ar": "ar",
            "seed": "rs",
        }
        self.info: dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if count == -1 else count,
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """Return the signature as text, with short names if wanted. The version is last."""
        items = []
        for name in [*(name for name in self.info if name != "version"), "version"]:
            value = self.info[name]
            if value is None:
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            items.append(f"{self._abbr[name] if short else name}:{value}")
        return "|".join(items)

    def update(self, key: str, value: Any) -> None:
        """Add an item, or replace its value."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()


class Metric(metaclass=ABCMeta):
    """A metric: rows of numbers of each segment, and a score of their sum."""

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = Signature

    num_refs: int

    def __init__(self) -> None:
        self._ref_cache: Any = None
        self._force = True
        self.n_bootstrap: int | None = None
        self.seed: str | None = None

    @abstractmethod
    def _aggregate_and_compute(self, stats: Any) -> Any:
        """Return the score of the sum of rows."""

    @abstractmethod
    def _compute_score_from_stats(self, stats: Any) -> Any:
        """Return the score of one row."""

    @abstractmethod
    def _preprocess_segment(self, sent: str) -> str:
        """Return a segment as the metric wants it."""

    @abstractmethod
    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Return what is needed of the references of a segment."""

    @abstractmethod
    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> Any:
        """Return the row of a segment."""

    def _cache_references(self, references: Iterable[Iterable[str | None]]) -> Any:
        """Prepare references, given as one list per translation."""
        cache, counts = [], set()
        for entries in zip(*list_columns(references), strict=True):
            lines = [line for line in entries if line is not None]
            counts.add(len(lines))
            cache.append(self._extract_reference_info([self._preprocess_segment(line) for line in lines]))
        self.num_refs = counts.pop() if len(counts) == 1 else -1
        return cache

    def _find_references(self, references: Sequence[Sequence[str | None]] | None) -> Any:
        """Return references, prepared here or before."""
        if references:
            return self._cache_references(references)
        if not self._ref_cache:
            raise NoReferencesError(
                "no references are given, and the metric has none",
                remedy="Give references here, or to the metric when you make it",
            )
        return self._ref_cache

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]] | None
    ) -> Any:
        """Return one row of numbers per segment."""
        cache = self._find_references(references)
        _require_same_length(len(hypotheses), len(cache))
        self._warn_of_tokenized(hypotheses)
        return [
            self._compute_segment_statistics(self._preprocess_segment(hypothesis), kept)
            for hypothesis, kept in zip(hypotheses, cache, strict=True)
        ]

    def _warn_of_tokenized(self, hypotheses: Sequence[str]) -> None:
        """Log a warning if many hypotheses look tokenised."""
        if self._force or sum(map(_ends_in_tokenized_period, hypotheses)) < _TOKENIZED_LINES:
            return
        sacrelogger.warning("That's 100 lines that end in a tokenized period ('.')")
        sacrelogger.warning("It looks like you forgot to detokenize your test data, which may hurt your score.")
        sacrelogger.warning(
            "If you insist your data is detokenized, or don't care, you can suppress this message with the "
            "`force` parameter."
        )

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Return the score of one segment.

        Args:
            hypothesis: A string.
            references: A list of strings; ``None`` stands for a missing one.
        """
        check_sentence(type(self).__name__, hypothesis, references)
        rows = self._extract_corpus_statistics([hypothesis], [[reference] for reference in references])
        return self._aggregate_and_compute(rows)

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[Sequence[str]] | None,
        n_bootstrap: int = 1,
    ) -> Any:
        """Return the score of a corpus.

        Args:
            hypotheses: A list of strings.
            references: One list per reference translation, each as long as the hypotheses; ``None`` inside a list
                stands for a missing reference. ``None`` for all: those that the metric was made with.
            n_bootstrap: From 2 on, the score has a 95% interval of that many bootstrap resamples.
        """
        check_corpus(type(self).__name__, hypotheses, references)
        stats = self._extract_corpus_statistics(hypotheses, references)
        score = self._aggregate_and_compute(stats)
        self.n_bootstrap = self.seed = None
        check_number("n_bootstrap", n_bootstrap)
        if n_bootstrap > 1:
            check_whole("n_bootstrap", n_bootstrap)
            # Imported only here: most scores have no interval.
            from tertium.sacrebleu.resampling import resample_scores

            self.n_bootstrap = n_bootstrap
            self.seed, values = resample_scores(stats, self, n_bootstrap)
            score._keep_interval(values.tolist() if values.dtype == "float64" else values)
        return score

    def get_signature(self) -> Signature:
        """Return the settings, and the facts of the last run."""
        return self._SIGNATURE_TYPE(self.__dict__)


def _ends_in_tokenized_period(line: str) -> bool:
    return line.endswith(" .")


def _require_same_length(hypotheses: int, references: int) -> None:
    if hypotheses != references:
        raise UnequalLengthError(
            f"there are {hypotheses} hypotheses, and references for {references} segments",
            remedy="Give one reference per hypothesis in each list; None stands for a missing one",
        )
