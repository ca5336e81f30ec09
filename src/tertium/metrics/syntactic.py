"""STM, DSTM, HWCM, TKM and DTKM, the metrics over parse trees of Liu and Gildea 2005.

STM, the subtree metric (section 2): ``STM = 1/D sum_{n=1..D} clipped subtrees of depth n / subtrees of depth n`` of the
hypothesis' parse tree, whose leaves are tags. A subtree of depth n is a node with everything below it, cut after n
levels. It counts only if it reaches that depth. It matches at most as often as it occurs in the one reference that has
it most often.

DSTM (section 2.1): STM over dependencies. Nodes are words, and the children of a word are those that depend on it, in
the order of the sentence.

HWCM, the headword chain metric (section 2.1): the same formula for chains of length n, the words on a path down the
dependency tree.

TKM, the tree kernel metric (section 2), with the kernel of Collins and Duffy 2001:
``TKM = max over references of H(hyp) H(ref) / (|H(hyp)| |H(ref)|)``, where ``H`` counts all fragments of a tree. A
fragment has at least two nodes, and each of its nodes has all of its children or none.

DTKM (section 2.1): TKM over dependencies.

With settings, the first three are ``sum_n w_n (clipped_n / count_n) / sum_n w_n``. With weights of individual
fragments (``tertium.metrics.fragment_weights``), these count by their weights in ``clipped_n`` and ``count_n``.

*Our deviations*:

- The paper does not say what a tree without any subtree of a depth scores there. Such depths, and such lengths of
  chains, are left out of the mean, so that a sentence scores 1 against itself; ``effective=no`` makes them 0.
- The trees are not from Collins' parser. Dependencies are the parser's own, by default; for parses from brackets, and
  with ``heads=collins``, they come from Collins' head rules, as in the paper.
- The paper's 0.001 for fractions of zero is a setting of HWCM, STM and DSTM, ``epsilon``, and off by default.
- The paper does not say how TKM scores a corpus: ours is the mean over its segments. The trees of a segment with
  several sentences are taken together. Two trees without any fragment have a cosine of 1 if they are the same.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from tertium import _core
from tertium.errors import InputError, SpecError
from tertium.metrics.fragment_weights import load_fragment_weights
from tertium.metrics.metric import UNSAID, Batch, ratio
from tertium.metrics.parsed import ConstituencyMetric, DependencyMetric, ParsedMetric
from tertium.metrics.spec import parse_from_file, require
from tertium.syntax.fragments import FragmentOccurrence, Nodes, list_chains, list_subtrees
from tertium.types import Array, Matrix

# The columns of a size: matches in any reference, fragments, then matches in the nearest reference, its fragments, and
# whether the size counts.
_BY_SIZE = 5

# Settings that decide what fragments there are.
_LABELS = ("heads", "words", "function_tags", "lowercase")


@dataclass(frozen=True, kw_only=True)
class FragmentMetric(ParsedMetric):
    """A metric that averages fractions of matching fragments over their sizes.

    Attributes:
        report: What the fractions are of: the hypothesis' fragments (precision, as in the paper), the reference's
            (recall), or both (F1).
        epsilon: The value for a fraction of zero; the paper uses 0.001 for HWCM of single segments.
        effective: Whether the mean leaves out sizes that neither the hypothesis nor some reference has.
        weights: The weight of each size, such as ``1+2+1``; empty for equal weights.
        fragment_weights: A file with weights of individual fragments; empty for equal weights.
    """

    decimals = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"fraction": 4, "matches": 0, "fragments": 0}
    chains: ClassVar[bool] = False

    report: Literal["precision", "recall", "f1"] = "precision"
    epsilon: float = 0.0
    effective: bool = True
    weights: str = ""
    fragment_weights: str = field(default="", metadata=UNSAID)

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            0 <= self.epsilon <= 1, f"epsilon of {self.name} is {self.epsilon:g}", "Give 0 to 1; the paper has 0.001"
        )
        require(1 <= self.sizes <= 20, f"{self.name} counts up to {self.sizes} levels", "Give 1 to 20")
        given = len(self._weights)
        require(given == self.sizes, f"{self.name} has {self.sizes} sizes and {given} weights", "Give one per size")
        if self.fragment_weights:
            self._check_fragment_weights()

    def _check_fragment_weights(self) -> None:
        """Refuse weights of other fragments than these: most would be of none, and the rest of others."""
        learned_for = parse_from_file(load_fragment_weights(self.fragment_weights).spec)
        for setting in ("name", *_LABELS):
            ours, theirs = (getattr(metric, setting, None) for metric in (self, learned_for))
            if ours != theirs:
                raise InputError(
                    f"the weights are for {learned_for.name} with {setting}={theirs}, and not for {setting}={ours}",
                    file=self.fragment_weights,
                    remedy="Use the metric that they were learned for: give the file itself to -m",
                )

    @property
    def _fragment_weights(self) -> _core.FragmentWeights | None:
        return load_fragment_weights(self.fragment_weights).core if self.fragment_weights else None

    def resources(self) -> Mapping[str, str]:
        """Return the parser, and the file of weights with its digest."""
        found = dict(super().resources())
        if self.fragment_weights:
            found["weights"] = load_fragment_weights(self.fragment_weights).version
        return found

    @property
    @abstractmethod
    def sizes(self) -> int:
        """The greatest depth or length."""

    def list_fragments(self, nodes: Nodes) -> list[FragmentOccurrence]:
        """Return all fragments of a segment, one by one: what ``tally`` counts, to look at."""
        return list_chains(nodes, self.sizes) if self.chains else list_subtrees(nodes, self.sizes)

    @property
    def size_weights(self) -> Sequence[float]:
        """The weight of each size."""
        return self._weights

    @cached_property
    def _weights(self) -> list[float]:
        if not self.weights:
            return [1.0] * self.sizes
        try:
            weights = [float(weight) for weight in self.weights.split("+")]
        except ValueError as error:
            raise SpecError(
                f"weights={self.weights} of {self.name} are not numbers", remedy="Write one per size: weights=1+2+1"
            ) from error
        are_weights = all(0 <= weight < np.inf for weight in weights) and sum(weights) > 0
        require(
            are_weights,
            f"weights={self.weights} of {self.name} are infinite, negative or all 0",
            "Give numbers of 0 or more, at least one above 0",
        )
        return weights

    @property
    def blind_to(self) -> Sequence[str]:
        """Words may be only tags; recall is seen if it is asked for."""
        return [*self.blind_to_words, *["recall"] * (self.report == "precision")]

    def score(self, tallies: Matrix) -> Array:
        """Return the weighted mean of the fractions of each row, from 0 to 1."""
        fractions, present = self._fractions(tallies)
        weights = np.asarray(self._weights) * (present if self.effective else 1.0)
        return ratio((fractions * weights).sum(axis=-1), weights.sum(axis=-1))

    def find_decimals(self, components: Iterable[str]) -> dict[str, int]:
        """Return how many decimals of components are worth printing: counts have none, sums of weights have two."""
        found = super().find_decimals(components)
        if not self.fragment_weights:
            return found
        return {name: decimals or 2 for name, decimals in found.items()}

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the fraction of each size, the matches and the fragments."""
        fractions, _ = self._fractions(tallies)
        found: dict[str, Array] = {}
        for size in range(self.sizes):
            found[f"fraction{size + 1}"] = fractions[..., size]
            found[f"matches{size + 1}"] = tallies[..., _BY_SIZE * size]
            found[f"fragments{size + 1}"] = tallies[..., _BY_SIZE * size + 1]
        return found

    def _fractions(self, tallies: Matrix) -> tuple[Matrix, Matrix]:
        """Return the fraction of each size, and whether the size counts."""
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

    def tally(self, batch: Batch[_core.Forest], threads: int = 1) -> Matrix:
        """Count matching subtrees and all subtrees, by depth."""
        return _core.tally_subtrees(*batch.texts, self.depth, threads, self._fragment_weights)


@dataclass(frozen=True, kw_only=True)
class Stm(ConstituencyMetric, SubtreeMetric):
    """STM, the subtree metric."""

    name: ClassVar[str] = "stm"
    display_name: ClassVar[str] = "STM"
    summary: ClassVar[str] = "shared subtrees of constituent trees"


@dataclass(frozen=True, kw_only=True)
class Dstm(DependencyMetric, SubtreeMetric):
    """DSTM, the subtree metric over dependencies."""

    name: ClassVar[str] = "dstm"
    display_name: ClassVar[str] = "DSTM"
    summary: ClassVar[str] = "shared subtrees of dependency trees"


@dataclass(frozen=True, kw_only=True)
class Hwcm(DependencyMetric, FragmentMetric):
    """HWCM, the headword chain metric.

    Attributes:
        length: The greatest length of chains, in words.
    """

    name: ClassVar[str] = "hwcm"
    display_name: ClassVar[str] = "HWCM"
    summary: ClassVar[str] = "shared headword chains of dependency trees"
    chains: ClassVar[bool] = True

    length: int = 4

    @property
    def blind_to(self) -> Sequence[str]:
        """Chains go from word to word, wherever these stand in the sentence."""
        return ["order", *super().blind_to]

    @property
    def sizes(self) -> int:
        """The greatest length."""
        return self.length

    def tally(self, batch: Batch[_core.Forest], threads: int = 1) -> Matrix:
        """Count matching chains and all chains, by length."""
        return _core.tally_chains(*batch.texts, self.length, threads, self._fragment_weights)


@dataclass(frozen=True, kw_only=True)
class KernelMetric(ParsedMetric):
    """A metric with the tree kernel of Collins and Duffy: the cosine of the counts of all fragments.

    Attributes:
        decay: The factor for each further production of a fragment; 1, as in the paper, means no decay.
    """

    decimals = 4
    component_decimals: ClassVar[Mapping[str, int]] = {"cosines": 4, "segments": 0}

    decay: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 < self.decay <= 1, f"decay of {self.name} is {self.decay:g}", "Give a number above 0 and up to 1")

    @property
    def blind_to(self) -> Sequence[str]:
        """A cosine is the same from both sides."""
        return self.blind_to_words

    def tally(self, batch: Batch[_core.Forest], threads: int = 1) -> Matrix:
        """Return the best cosine over the references, and 1 where there is a tree."""
        return _core.tally_kernel(*batch.texts, self.decay, threads)

    def score(self, tallies: Matrix) -> Array:
        """Return the mean cosine of the segments of each row, from 0 to 1."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def components(self, tallies: Matrix) -> Mapping[str, Array]:
        """Return the sum of the cosines, and the number of segments."""
        return {"cosines": tallies[..., 0], "segments": tallies[..., 1]}


@dataclass(frozen=True, kw_only=True)
class Tkm(ConstituencyMetric, KernelMetric):
    """TKM, the tree kernel metric."""

    name: ClassVar[str] = "tkm"
    display_name: ClassVar[str] = "TKM"
    summary: ClassVar[str] = "tree kernel of constituent trees"


@dataclass(frozen=True, kw_only=True)
class Dtkm(DependencyMetric, KernelMetric):
    """DTKM, the tree kernel metric over dependencies."""

    name: ClassVar[str] = "dtkm"
    display_name: ClassVar[str] = "DTKM"
    summary: ClassVar[str] = "tree kernel of dependency trees"
