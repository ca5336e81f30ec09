"""What the metrics over parse trees have in common: Liu and Gildea 2005.

Fragments of the hypothesis' tree (subtrees of each depth, chains of each length) are counted, and clipped by how often
the reference that has them most often has them; the fractions are averaged over the sizes:
``score = sum_n w_n (clipped_n / count_n) / sum_n w_n``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from tertium import _core
from tertium.errors import SpecError
from tertium.metrics.metric import Metric, ratio
from tertium.metrics.spec import require
from tertium.syntax.cache import get_cached_parser
from tertium.syntax.parser import Parser
from tertium.types import Array, Matrix, Offsets

# The columns of a size: matches in any reference, fragments, then matches in the nearest reference, its fragments, and
# whether the size counts.
_BY_SIZE = 5


@dataclass(frozen=True, kw_only=True)
class ParsedMetric(Metric):
    """A metric over the parses of segments.

    Attributes:
        parser: The parser: ``spacy``, ``spacy(model)``, ``ptb(file)``, ``conllu(file)``, ``stanza(en)``, …
        tokenised: Whether the text is tokenised already, so that words are what white space divides.
        lowercase: Whether the case of words is ignored.
    """

    batch: ClassVar[int] = 256

    parser: str = "spacy"
    tokenised: bool = False
    lowercase: bool = True

    @property
    def _parser(self) -> Parser:
        return get_cached_parser(self.parser, tokenised=self.tokenised)

    def resources(self) -> Mapping[str, str]:
        """The parser and its model, with versions."""
        return {"parser": self._parser.version}


@dataclass(frozen=True, kw_only=True)
class ConstituencyMetric(ParsedMetric):
    """A metric over constituents.

    Attributes:
        words: Whether words are leaves; else their tags are.
        function_tags: Whether labels keep what they say of function, such as ``NP-SBJ``.
    """

    words: bool = False
    function_tags: bool = False

    def prepare(self, segments: Sequence[str], threads: int = 1) -> _core.Forest:
        """The constituency trees of each segment."""
        parses = self._parser.parse(segments)
        brackets = [parse.brackets for parse in parses]
        _require_trees(self, brackets, [parse.conllu for parse in parses], "dstm, hwcm or dtkm")
        return _core.read_brackets(brackets, self.words, self.function_tags, self.lowercase, threads)

    @property
    def preparation(self) -> Hashable:
        """Metrics with the same labels share their trees."""
        return ("constituents", self.parser, self.tokenised, self.lowercase, self.words, self.function_tags)


@dataclass(frozen=True, kw_only=True)
class DependencyMetric(ParsedMetric):
    """A metric over dependencies, whose nodes are words."""

    def prepare(self, segments: Sequence[str], threads: int = 1) -> _core.Forest:
        """The dependency trees of each segment."""
        parses = self._parser.parse(segments)
        sentences = [parse.conllu for parse in parses]
        _require_trees(self, sentences, [parse.brackets for parse in parses], "stm or tkm")
        return _core.read_conllu(sentences, self.lowercase, threads)

    @property
    def preparation(self) -> Hashable:
        """Metrics with the same words share their trees."""
        return ("dependencies", self.parser, self.tokenised, self.lowercase)


def _require_trees(metric: ParsedMetric, wanted: Sequence[str], others: Sequence[str], instead: str) -> None:
    """Refuses a parser that gives only the other kind of trees, with which every score would be 0."""
    if any(other and not tree for tree, other in zip(wanted, others, strict=True)):
        raise SpecError(
            f"the parser {metric.parser!r} gives no trees that {metric.name} could use",
            remedy=f"Use another parser, or {instead}",
        )


@dataclass(frozen=True, kw_only=True)
class FragmentMetric(ParsedMetric):
    """A metric that averages fractions of matching fragments over their sizes.

    Attributes:
        report: Whether fractions are of the hypothesis' fragments, as in the paper, of the reference's, or F1 of both.
        epsilon: What stands for a fraction of zero; the paper takes 0.001 for HWCM of single segments.
        effective: Whether sizes that the hypothesis lacks, and some reference too, are left out of the mean.
        weights: How much each size counts, such as ``1+2+1``; all the same if empty.
    """

    decimals = 4

    report: Literal["precision", "recall", "f1"] = "precision"
    epsilon: float = 0.0
    effective: bool = True
    weights: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            0 <= self.epsilon <= 1, f"epsilon of {self.name} is {self.epsilon:g}", "Give 0 to 1; the paper has 0.001"
        )
        require(1 <= self.sizes <= 20, f"{self.name} counts up to {self.sizes} levels", "Give 1 to 20")
        given = len(self._weights)
        require(given == self.sizes, f"{self.name} has {self.sizes} sizes and {given} weights", "Give one a size")

    @property
    @abstractmethod
    def sizes(self) -> int:
        """The greatest depth or length."""

    @cached_property
    def _weights(self) -> list[float]:
        if not self.weights:
            return [1.0] * self.sizes
        try:
            weights = [float(weight) for weight in self.weights.split("+")]
        except ValueError as error:
            raise SpecError(
                f"weights={self.weights} of {self.name} are not numbers", remedy="Write one a size: weights=1+2+1"
            ) from error
        are_weights = all(0 <= weight < np.inf for weight in weights) and sum(weights) > 0
        require(
            are_weights, f"weights={self.weights} of {self.name} are not all from 0 on, or all 0", "Give some above 0"
        )
        return weights

    def score(self, tallies: Matrix) -> Array:
        """The weighted mean of the fractions of each row, from 0 to 1."""
        fractions, present = self._fractions(tallies)
        weights = np.asarray(self._weights) * (present if self.effective else 1.0)
        return ratio((fractions * weights).sum(axis=-1), weights.sum(axis=-1))

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """The fraction of each size, and the mean up to it; and how many fragments matched of how many."""
        fractions, _ = self._fractions(tallies)
        found: dict[str, Array] = {}
        for size in range(self.sizes):
            found[f"fraction{size + 1}"] = fractions[..., size]
            found[f"matches{size + 1}"] = tallies[..., _BY_SIZE * size]
            found[f"fragments{size + 1}"] = tallies[..., _BY_SIZE * size + 1]
        return found

    def _fractions(self, tallies: Matrix) -> tuple[Matrix, Matrix]:
        """The fraction of each size, and whether it counts."""
        matches, ours, near, theirs, wanted = (tallies[..., column::_BY_SIZE] for column in range(_BY_SIZE))
        if self.report == "precision":
            fractions = ratio(matches, ours)
        elif self.report == "recall":
            fractions = ratio(near, theirs)
        else:
            fractions = ratio(2 * near, ours + theirs)
        present = (wanted > 0).astype(np.float64)
        return np.where(fractions == 0, self.epsilon * present, fractions), present


@dataclass(frozen=True, kw_only=True)
class SubtreeMetric(FragmentMetric):
    """A metric over subtrees, whose size is their depth.

    Attributes:
        depth: The greatest depth of subtrees.
    """

    depth: int = 4

    @property
    def sizes(self) -> int:
        """The greatest depth."""
        return self.depth

    def tally(self, hypotheses: _core.Forest, references: _core.Forest, offsets: Offsets, threads: int = 1) -> Matrix:
        """Matching subtrees and subtrees, depth by depth."""
        return _core.tally_subtrees(hypotheses, references, offsets, self.depth, threads)


@dataclass(frozen=True, kw_only=True)
class KernelMetric(ParsedMetric):
    """A metric by the tree kernel of Collins and Duffy: the cosine of the counts of all fragments of all shapes.

    Attributes:
        decay: How much a fragment counts less for each production it is larger by; 1 is not at all, as in the paper.
    """

    decimals = 4

    decay: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 < self.decay <= 1, f"decay of {self.name} is {self.decay:g}", "Give a number above 0 and up to 1")

    def tally(self, hypotheses: _core.Forest, references: _core.Forest, offsets: Offsets, threads: int = 1) -> Matrix:
        """The best cosine over the references, and 1 where there is a tree."""
        return _core.tally_kernel(hypotheses, references, offsets, self.decay, threads)

    def score(self, tallies: Matrix) -> Array:
        """The mean cosine of each row's segments, from 0 to 1."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """The sum of the cosines, and the segments."""
        return {"cosines": tallies[..., 0], "segments": tallies[..., 1]}
