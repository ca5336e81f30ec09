"""The audit of a test set: the freedom that BLEU leaves, the reliability of differences, and unpenalised edits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from typing import Any

from tertium.audit.blindness.contrasts import Contrasts, find_contrasts
from tertium.audit.blindness.penalties import BlindnessTable, tabulate_blindness
from tertium.audit.freedom.corpus_freedom import Freedom, measure_freedom
from tertium.audit.freedom.doubt import Doubt, measure_doubt
from tertium.audit.freedom.large_numbers import write_power
from tertium.json_result import JsonResult, encode_object
from tertium.metrics.input_texts import take_test_set
from tertium.metrics.language_check import adapt_metrics
from tertium.metrics.signature import ReferenceCounts, write_signature
from tertium.metrics.spec import parse_all
from tertium.notebook import ShownInNotebooks
from tertium.progress import Progress
from tertium.stats.resampling import SEED
from tertium.types import Matrix, TestSet


@dataclass(frozen=True, kw_only=True)
class CorpusAudit(JsonResult, ShownInNotebooks):
    """The result of the audit of a test set.

    Attributes:
        freedom: The number of orders of the blocks of each output.
        doubts: For each two neighbouring systems by BLEU, how reliable their difference is.
        contrasts: Outputs with nearly the same BLEU that another metric or people rate differently; None with one
            system.
        blindness: The edits that each metric fails to penalise; None without metrics.
        signatures: The metrics with all settings, and what their scores depend on.
    """

    json_fields = "conclusion freedom doubts contrasts blindness signatures"

    freedom: Freedom
    doubts: Sequence[Doubt]
    contrasts: Contrasts | None
    blindness: BlindnessTable | None
    signatures: Sequence[str] = ()

    @property
    def conclusion(self) -> str:
        """What follows from the audit, in a few sentences."""
        said = (self._conclude_freedom(), self._conclude_differences(), self._conclude_blindness())
        return " ".join(filter(None, said))

    def _conclude_freedom(self) -> str:
        medians = [each.median for each in self.freedom.systems.values()]
        few, many = write_power(min(medians)), write_power(max(medians))
        if many == "1":
            return "Of the median output, no order of the blocks but its own has at least the same BLEU."
        number = few if few == many else f"{few} to {many}"
        return f"Of the median output, {number} orders of the blocks have at least the same BLEU."

    def _conclude_differences(self) -> str:
        if not self.doubts:
            return ""
        shaky = [each for each in self.doubts if each.overtakes]
        if shaky:
            listed = "; ".join(
                f"{each.worse.system} overtakes {each.better.system} in {each.overtakes:.0%} of the draws"
                for each in shaky
            )
            return (
                f"With blocks in random order, {listed}: a difference that shuffling makes says little about quality."
            )
        least = min(self.doubts, key=lambda each: len(each.rests_on) / max(1, each.count))
        return (
            "With blocks in random order, no system overtakes the next better one; the difference that rests on the "
            f"fewest segments is {least.better.system} − {least.worse.system}: {len(least.rests_on):,} of "
            f"{least.count:,}."
        )

    def _conclude_blindness(self) -> str:
        if self.blindness is None:
            return ""
        said = []
        for metric in self.blindness.metrics:
            cells = [self.blindness.cells[metric, kind] for kind in self.blindness.kinds]
            known = [cell for cell in cells if not isnan(cell.unnoticed)]
            if known:
                most = max(cell.unnoticed for cell in known)
                kinds = " and ".join(cell.kind for cell in known if cell.unnoticed == most)
                said.append(f"{metric} {kinds} ({most:.0%})")
        return f"The edits that go unpenalised most often: {', '.join(said)}." if said else ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON, without the figures of segments."""
        return encode_object(self, segments=False)


def audit_corpus(
    test_set: TestSet,
    metric: str = "bleu",
    *,
    against: str | Matrix = "meteor",
    probes: Sequence[str] = (),
    contrasts: int = 5,
    edited: int = 100,
    seed: int = SEED,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CorpusAudit:
    """Audit the BLEU of all systems of a test set.

    >>> from tertium import References, TestSet
    >>> systems = {"a": ["the cat sat on the mat"], "b": ["on the mat sat a cat"]}
    >>> test_set = TestSet(systems=systems, references=References.from_nested(["the cat sat on the mat"]))
    >>> audit = audit_corpus(test_set, against="chrf")
    >>> {name: round(10 ** each.total) for name, each in audit.freedom.systems.items()}
    {'a': 1, 'b': 24}

    Args:
        test_set: The systems and their references.
        metric: BLEU, with any settings.
        against: Another metric, or human scores, systems x segments, to contrast pairs of outputs.
        probes: The metrics to probe for edits that they fail to penalise.
        contrasts: The maximum number of pairs of outputs to return.
        edited: The number of outputs to edit for the probes.
        seed: The seed of all draws.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.
        progress: Called after each batch with its number of outputs.

    Raises:
        SpecError: A metric does not exist, or the first is not BLEU.
        InputError: The test set is empty, or a segment has no reference.
    """
    test_set = take_test_set(test_set)
    freedom = measure_freedom(test_set, metric, threads=threads, progress=progress)
    ranked = sorted(freedom.systems.values(), key=lambda each: -each.score)
    doubts = [
        measure_doubt(test_set, better.system, worse.system, metric, seed=seed, threads=threads)
        for better, worse in pairwise(ranked)
        if better.score > worse.score
    ]
    pairs = None
    if len(test_set.systems) > 1 and contrasts:
        pairs = find_contrasts(test_set, metric, against, count=contrasts, threads=threads, progress=progress)
    table = None
    if probes:
        table = tabulate_blindness(test_set, probes, segments=edited, seed=seed, threads=threads, progress=progress)
    specs = [metric, *([against] if isinstance(against, str) and pairs is not None else ()), *probes]
    counts = ReferenceCounts.of(test_set.references)
    metrics = adapt_metrics(parse_all(specs), test_set.language)
    signatures = [write_signature(each, counts, changes=test_set.changes) for each in metrics.values()]
    return CorpusAudit(
        freedom=freedom,
        doubts=doubts,
        contrasts=pairs,
        blindness=table,
        signatures=list(dict.fromkeys(signatures)),
    )
