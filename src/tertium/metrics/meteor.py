"""METEOR: Banerjee and Lavie 2005, and its successor 1.5 by Denkowski and Lavie 2014.

The words of a hypothesis are aligned with those of a reference in stages (``tertium.lexicon.modules``), and then

``P = matched / words of the hypothesis``, ``R = matched / words of the reference``,
``Fmean = P R / (alpha P + (1 - alpha) R)``, ``penalty = gamma (chunks / matches) ** beta``,
``score = Fmean (1 - penalty)``,

where a match counts as much as its module weighs, and a word ``delta`` or, if it is a function word, ``1 - delta``.
With the values of 2005 all words and modules weigh the same, and Fmean is 10PR / (R + 9P).
Of several references the one with the best score counts; the corpus score is that of the summed statistics.

*Our deviations*: the paper leaves open how text is tokenised, and which of several alignments with equally few
crossings is meant. Ours is mteval's tokenizer in lower case, then the fewest chunks, then the smallest sum of
positions. The alignment is exact where the programs of the authors searched, and 1.5's phrase table is not part of
this.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal, Self

import numpy as np

from tertium import _core
from tertium.alignment import Alignments
from tertium.errors import SpecError
from tertium.languages import Languages, share_languages
from tertium.lexicon.function_words import describe_words, find_languages_of_words, load_function_words
from tertium.lexicon.keys import Keys
from tertium.lexicon.module import LinkingModule, Module, find_languages
from tertium.lexicon.modules import parse_stages
from tertium.metrics.metric import Batch, ratio
from tertium.metrics.spec import require
from tertium.metrics.tokenized import TokenizedMetric
from tertium.types import Array, Matrix, Offsets, References

# The columns of a row; those of each stage follow: matches, then weights of content and function words on both sides.
_LENGTHS = (0, 1)
_FUNCTION_WORDS = (2, 3)
_CHUNKS, _CROSSINGS, _UNPROVEN = 4, 5, 6
_STAGES = 7
_BY_STAGE = 5

# The kernel weighs stages against each other by powers, which grow with their number.
_MOST_STAGES = 8

# Scores that differ by less are the same but for rounding.
_ROUNDING = 1e-12

_RATES = ("score", "precision", "recall", "f1", "fmean", "penalty")
# Modules that match words of the same meaning.
_SYNONYMS = ("wn_synonym", "thesaurus", "relatedness", "contextual")
_LOWER_IS_BETTER = ("penalty", "chunks", "crossings")

Figure = Literal["score", "precision", "recall", "f1", "fmean", "penalty", "chunks", "crossings", "matches"]
ModuleKeys = tuple[np.ndarray, np.ndarray, np.ndarray | None, float]
Search = tuple[list[ModuleKeys], np.ndarray, Literal["min-crossing", "min-chunk"], int, int]


@dataclass(frozen=True, kw_only=True)
class Meteor(TokenizedMetric):
    """METEOR as of 2005.

    Attributes:
        stages: The modules that match words, in order, such as ``exact+porter+wn_synonym``.
        weights: How much a match by each module counts, such as ``1+0.8+0.6``; all the same if empty.
        alpha: How much recall outweighs precision in Fmean.
        beta: The exponent of the penalty.
        gamma: The greatest penalty.
        delta: How much content words count against function words; 0.5 is the same for both.
        function_words: Which words are function words: ``english``, a file with one word per line, or none.
        alignment: Whether crossings are fewest, stage by stage, or chunks, over all stages.
        references: Whether the best of several references counts, or words may match in any of them.
        perfect: Whether a segment that matches whole, in one chunk, counts as having none, and so has no penalty.
        figure: What the value is: the score, or one of the figures that it is made of.
        budget: How many steps the search for an alignment may take; beyond, it is not proven to be the best.
    """

    name: ClassVar[str] = "meteor"
    display_name: ClassVar[str] = "METEOR"
    summary: ClassVar[str] = "aligned words, stems and synonyms, with a penalty for scattered matches (2005)"
    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    decimals: ClassVar[int] = 4
    component_decimals: ClassVar[Mapping[str, int]] = {
        **dict.fromkeys(_RATES, 4),
        **dict.fromkeys(("chunks", "crossings", "matches", "unproven"), 0),
    }
    for_language: ClassVar[str] = "meteor-universal, with stages such as exact+snowball(german)"

    lowercase: bool = True
    stages: str = "exact+porter+wn_synonym"
    weights: str = ""
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    delta: float = 0.5
    function_words: str = ""
    alignment: Literal["min-crossing", "min-chunk"] = "min-crossing"
    references: Literal["best", "pooled"] = "best"
    perfect: bool = False
    figure: Figure = "score"
    budget: int = 4_000_000

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("alpha", "gamma", "delta"):
            value, usual = getattr(self, name), getattr(type(self), name)
            require(0 <= value <= 1, f"{name} of {self.name} is {value:g}", f"Give 0 to 1; usual is {usual:g}")
        usual = f"Give a number above 0; usual is {type(self).beta:g}"
        require(0 < self.beta < math.inf, f"beta of {self.name} is {self.beta:g}", usual)
        require(0 <= self.budget < 2**63, f"budget of {self.name} is {self.budget}", "Give 0 or more steps, below 2^63")
        stages, weights = len(self._modules), len(self._weights)
        require(stages <= _MOST_STAGES, f"{self.name} has {stages} stages", f"Give at most {_MOST_STAGES}")
        require(
            stages == weights, f"{self.name} has {stages} stages and {weights} weights", "Give one weight per stage"
        )
        if self.delta not in (0.5, type(self).delta) and not self.function_words:
            raise SpecError(
                f"delta={self.delta:g} weighs function words, but {self.name} has no list of them",
                remedy="Give function_words=english, or a file with one word per line",
            )
        if self.function_words:
            load_function_words(self.function_words)

    @property
    def higher_is_better(self) -> bool:
        """So for the score, but not for penalty, chunks and crossings."""
        return self.figure not in _LOWER_IS_BETTER

    @property
    def languages(self) -> Languages | None:
        """Those that the tokenizer, all modules and the list of function words are for."""
        words = find_languages_of_words(self.function_words)
        return share_languages([super().languages, find_languages(self._modules), words])

    @property
    def parts(self) -> Sequence[str]:
        """Those of an encoder, if ``contextual`` is among the stages."""
        return ("encoder", "e5-small-v2") if "contextual" in self.stages else ()

    @property
    def shown_decimals(self) -> int:
        """None for what is counted."""
        return self.decimals if self.figure in _RATES else 0

    @property
    def blind_to(self) -> Sequence[str]:
        """Modules match single words, and chunks are only counted; content counts no more unless its weight says so."""
        knows_synonyms = any(stage.startswith(_SYNONYMS) for stage in self.stages.split("+"))
        weighs_content = self.delta > 0.5 and bool(self.function_words)
        return [
            "paraphrases" if knows_synonyms else "synonyms",
            "order",
            *["content"] * (not weighs_content),
        ]

    @cached_property
    def _modules(self) -> list[Module | LinkingModule]:
        return parse_stages(self.stages)

    @cached_property
    def _stage_names(self) -> list[str]:
        """The names of the modules, with a number where one comes again."""
        names = [module.name for module in self._modules]
        again = [names[:stage].count(name) + 1 for stage, name in enumerate(names)]
        return [name if number == 1 else f"{name}#{number}" for name, number in zip(names, again, strict=True)]

    @cached_property
    def _weights(self) -> list[float]:
        if not self.weights:
            return [1.0] * len(self._modules)
        try:
            weights = [float(weight) for weight in self.weights.split("+")]
        except ValueError as error:
            raise SpecError(
                f"weights={self.weights} of {self.name} are not numbers",
                remedy="Write one per stage: weights=1+0.8+0.6",
            ) from error
        are_shares = all(0 <= weight <= 1 for weight in weights)
        require(are_shares, f"weights={self.weights} of {self.name} are not all from 0 to 1", "Give 1 to the heaviest")
        return weights

    def resources(self) -> Mapping[str, str]:
        """Return versions of tokenizer, stemmer, WordNet, thesauri and function words."""
        found = dict(super().resources())
        for module in self._modules:
            for name, version in module.resources.items():
                # Two stages may have stemmers, or thesauri, of their own.
                known = found.get(name)
                found[name] = version if known in (None, version) else f"{known}+{version}"
        if self.function_words:
            found["function_words"] = describe_words(self.function_words)
        return found

    def tally(self, batch: Batch[_core.Tokens], threads: int = 1) -> Matrix:
        """Return lengths, chunks, crossings and the matches of each stage, of the best reference or of all pooled."""
        offsets = batch.offsets
        vocabulary, search = self._number(batch, threads)
        rows = self._forgive(_core.tally_meteor(vocabulary, offsets, *search))
        if len(rows) == len(batch.hypotheses):
            return rows
        best = self._find_best(rows, offsets)
        if self.references == "best":
            return rows[best]
        pooled = self._forgive(_core.pool_meteor(vocabulary, offsets, best, *search))
        # A link by an earlier stage in another reference may break a chunk; then the best reference alone is better.
        is_worse = self._figures(pooled)["score"] < self._figures(rows[best])["score"]
        return np.where(is_worse[:, None], rows[best], pooled)

    def _forgive(self, rows: Matrix) -> Matrix:
        """Return rows in which a whole match, in one chunk, counts as having none, as in METEOR 1.5."""
        if self.perfect:
            matches = _count_matches(rows)
            is_whole = (matches == rows[:, _LENGTHS[0]]) & (matches == rows[:, _LENGTHS[1]])
            rows[is_whole & (rows[:, _CHUNKS] == 1), _CHUNKS] = 0
        return rows

    def _number(self, batch: Batch[_core.Tokens], threads: int) -> tuple[_core.Vocabulary, Search]:
        """Return the words by number, and what the search needs to know of them."""
        in_context = any(isinstance(module, LinkingModule) for module in self._modules)
        vocabulary = _core.Vocabulary(batch.hypotheses, batch.references, in_context)
        words = vocabulary.words()
        distinct = list(dict.fromkeys(words)) if in_context else words
        numbers = {word: number for number, word in enumerate(distinct)}
        places = np.array([numbers[word] for word in words], dtype=np.int64) if in_context else None
        stages: list[ModuleKeys] = []
        for module in self._modules:
            if isinstance(module, LinkingModule):
                keys = _link(module, batch, threads)
            else:
                keys = module.keys(distinct) if places is None else module.keys(distinct).select(places)
            distances = None if keys.distances is None else keys.distances.astype(np.float32, copy=False)
            stages.append((keys.offsets, keys.values, distances, keys.limit))
        return vocabulary, (stages, self._find_function_words(words), self.alignment, self.budget, threads)

    def _find_function_words(self, words: Sequence[str]) -> np.ndarray:
        known = load_function_words(self.function_words) if self.function_words else frozenset()
        return np.fromiter((word.lower() in known for word in words), dtype=np.bool_, count=len(words))

    def _find_best(self, rows: Matrix, offsets: Offsets) -> Offsets:
        """Return the reference of each segment with the best score, the first of several."""
        scores = self._figures(rows)["score"]
        best = np.maximum.reduceat(scores, offsets[:-1])
        is_best = scores >= np.repeat(best, np.diff(offsets)) - _ROUNDING
        candidates = np.flatnonzero(is_best)
        return candidates[np.searchsorted(candidates, offsets[:-1])].astype(np.int64)

    def score(self, tallies: Matrix) -> Array:
        """Return METEOR of each row, from 0 to 1, or the figure that was asked for."""
        return self._figures(tallies)[self.figure]

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return precision, recall, F1, Fmean, penalty, chunks, crossings, and matches in all and by each module."""
        figures = self._figures(tallies)
        by_module = {
            f"matches_{name}": tallies[..., _STAGES + _BY_STAGE * stage] for stage, name in enumerate(self._stage_names)
        }
        others = {name: value for name, value in figures.items() if name != self.figure}
        return {**others, **by_module, "unproven": tallies[..., _UNPROVEN]}

    def _figures(self, tallies: Matrix) -> dict[str, Array]:
        matches = _count_matches(tallies)
        chunks = tallies[..., _CHUNKS]
        precision, recall = self._rate(tallies, 0), self._rate(tallies, 1)
        product = precision * recall
        fmean = ratio(product, self.alpha * precision + (1 - self.alpha) * recall)
        penalty = self.gamma * ratio(chunks, matches) ** self.beta
        return {
            "score": np.asarray(fmean * (1 - penalty)),
            "precision": precision,
            "recall": recall,
            "f1": ratio(2 * product, precision + recall),
            "fmean": fmean,
            "penalty": penalty,
            "chunks": chunks,
            "crossings": tallies[..., _CROSSINGS],
            "matches": matches,
        }

    def _rate(self, tallies: Matrix, side: int) -> Array:
        """Return precision (of the hypothesis, side 0) or recall (of the reference, side 1)."""
        content, function = self.delta, 1 - self.delta
        start = _STAGES + 1 + 2 * side
        by_stage = content * tallies[..., start::_BY_STAGE] + function * tallies[..., start + 1 :: _BY_STAGE]
        matched = (by_stage * np.asarray(self._weights)).sum(axis=-1)
        function_words = tallies[..., _FUNCTION_WORDS[side]]
        words = content * (tallies[..., _LENGTHS[side]] - function_words) + function * function_words
        return ratio(matched, words)

    def align(self, hypotheses: Sequence[str], references: References, threads: int = 1) -> Alignments:
        """Return each segment's alignment with the best of its references, or with all of them pooled, to look at."""
        batch = self.prepare_batch(hypotheses, references, threads)
        offsets = batch.offsets
        vocabulary, search = self._number(batch, threads)
        rows = self._forgive(_core.tally_meteor(vocabulary, offsets, *search))
        best = self._find_best(rows, offsets)
        rows, chosen = rows[best], best.copy()
        pooled = self.references == "pooled"
        if pooled:
            counted = self.tally(batch, threads)
            # Where all references together are not better than one, that one counts.
            chosen[(counted != rows).any(axis=1)] = -1
            rows = counted
        starts, links, distances, counts = _core.link_meteor(vocabulary, offsets, chosen, *search)
        return Alignments(
            hypotheses=self._in_original_case(hypotheses, batch.hypotheses.to_lists(), threads),
            references=self._in_original_case(references.flat, batch.references.to_lists(), threads),
            offsets=offsets,
            best=best,
            starts=starts,
            links=links,
            distances=distances,
            counts=counts,
            rates={name: values for name, values in self._figures(rows).items() if name in _RATES},
            modules=self._stage_names,
            objective=self.alignment,
            pooled=pooled,
        )

    def limit_search(self, steps: int) -> Self:
        """Return the same metric with fewer steps for the alignment of a segment."""
        return replace(self, budget=min(self.budget, steps))

    def _in_original_case(
        self, texts: Sequence[str], words: Sequence[Sequence[str]], threads: int
    ) -> list[Sequence[str]]:
        """Return the words as they were written, unless the case made others of them."""
        written = replace(self, lowercase=False).prepare(texts, threads).to_lists()
        return [its if len(its) == len(ours) else ours for its, ours in zip(written, words, strict=True)]


def _count_matches(tallies: Matrix) -> Array:
    """Return matches by all modules."""
    return np.asarray(tallies[..., _STAGES::_BY_STAGE].sum(axis=-1))


def _link(module: LinkingModule, batch: Batch[_core.Tokens], threads: int) -> Keys:
    """The matches of each hypothesis with each of its references, as keys of all places."""
    hypotheses, references = batch.hypotheses.to_lists(), batch.references.to_lists()
    counts = np.diff(batch.offsets)
    whose = np.repeat(np.arange(len(counts)), counts)
    links = module.link([hypotheses[number] for number in whose.tolist()], references, threads)
    # A hypothesis with several references was given once for each, and its words have one place each.
    lengths = np.array([len(words) for words in hypotheses], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    places = np.concatenate([np.arange(lengths[number]) + starts[number] for number in whose] or [starts])
    our_count, their_count = int(lengths.sum()), sum(map(len, references))
    return replace(links, ours=places[links.ours]).to_keys(our_count, their_count)
