"""The audit of one segment: how its BLEU is computed, and other translations with the same BLEU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tertium.audit.blindness.penalties import Blindness, measure_blindness
from tertium.audit.explanation.explaining import explain
from tertium.audit.explanation.explanation import Explanation
from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.large_numbers import write_large
from tertium.audit.freedom.orders import Gain, draw_orders, measure_gain
from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.draws import Draw, draw_from_references
from tertium.audit.twins.mixtures import BothUsed, Mixture, Rival, find_rivals, measure_mixture, use_both
from tertium.audit.twins.substitutions import FreeWord, find_free_words, substitute
from tertium.audit.twins.worst_twin import WorstTwin, find_worst_twin
from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.notebook import ShownInNotebooks
from tertium.stats.resampling import SEED

# The paper's replacements for unmatched words.
REPLACEMENTS = ("black", "helicopters")

# Long segments have fewer variants, since some metrics would take minutes.
_WORDS_TO_SCORE = 20_000

# The words that a search for other words may rate, over all its tries; so it takes seconds for a segment of any length.
_WORDS_TO_TRY = 4_000_000
_TRIES = 20_000

# A search takes a fraction of a second; that of a very long, repetitive segment stops after this many seconds.
_PATIENCE = 15.0


@dataclass(frozen=True, kw_only=True)
class SegmentAudit(JsonResult, ShownInNotebooks):
    """The result of the audit of a segment.

    Attributes:
        segment: The segment.
        explanation: Its n-grams, precisions, brevity penalty and score.
        blocks: Its blocks, and the number of their orders.
        gain: The effect of random orders on counts and score.
        variants: Other orders with the same counts, each rescored.
        free: The unmatched words, which can be replaced.
        substituted: The hypothesis with these words replaced; None without such words.
        mixture: Its matches in each reference.
        rivals: Different words of the references in the same place; empty with one reference.
        both: A twin that uses both of a pair of rivals; None if none was found.
        draw: Other words of the references with the same counts, or the closest ones.
        twins: For each other metric, the twin with the worst score.
        blindness: The edits that each metric fails to penalise.
        epsilon: The relative change of a score that counts as none there.
    """

    json_fields = (
        "cut=is_cut conclusion hypothesis=hypothesis_text references=reference_texts score=segment.score "
        "arithmetic=explanation blocks gain variants=variant_texts free_words=free substituted=substituted_text "
        "mixture rivals both draw twins blindness"
    )

    segment: AuditedSegment
    explanation: Explanation
    blocks: Blocks
    gain: Gain
    variants: Sequence[Words]
    free: Sequence[FreeWord]
    substituted: Words | None
    mixture: Mixture
    rivals: Sequence[Rival]
    both: BothUsed | None
    draw: Draw
    twins: Mapping[str, WorstTwin]
    blindness: Sequence[Blindness]
    epsilon: float

    @property
    def conclusion(self) -> str:
        """What follows from the audit, in a sentence or two."""
        found = []
        if self.blocks.orders > 1:
            found.append(
                f"{write_large(self.blocks.orders - 1)} other order{'s' * (self.blocks.orders > 2)} of its blocks"
            )
        if self.free:
            found.append(f"any other words in place of {', '.join(word.word for word in self.free)}")
        if self.draw.found:
            found.append("other words drawn from the references")
        score = f"BLEU {self.segment.score:.2f}"
        if not found:
            return f"No other translation with at least {score} was found: the references leave it no freedom."
        listed = f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else found[0]
        text = f"{score} does not tell this translation from others that score at least as high: {listed}."
        seen = [
            f"{metric} from {twin.before:.4g} to {twin.after:.4g}"
            for metric, twin in self.twins.items()
            if twin.before != twin.after
        ]
        return f"{text} The worst twin with the same BLEU changes {', '.join(seen)}." if seen else text

    @property
    def is_cut(self) -> bool:
        """Whether a search was cut short, since the segment is long."""
        is_late = any(twin.seconds >= _PATIENCE for twin in self.twins.values())
        return is_late or count_tries(len(self.segment.hypothesis)) < _TRIES

    @property
    def hypothesis_text(self) -> str:
        """The words of the hypothesis, as text."""
        return " ".join(self.segment.hypothesis)

    @property
    def reference_texts(self) -> list[str]:
        """The words of each reference, as text."""
        return [" ".join(words) for words in self.segment.references]

    @property
    def variant_texts(self) -> list[str]:
        """The variants, as text."""
        return [" ".join(words) for words in self.variants]

    @property
    def substituted_text(self) -> str | None:
        """The hypothesis with other words, as text."""
        return None if self.substituted is None else " ".join(self.substituted)


def count_tries(words: int) -> int:
    """Return how many variants a search for other words rates, for a hypothesis of some length."""
    return max(1, min(_TRIES, _WORDS_TO_TRY // max(1, words)))


def audit_segment(
    hypothesis: str,
    references: Sequence[str],
    metric: str = "bleu",
    *,
    variants: int = 5,
    replacements: Sequence[str] | None = None,
    against: Sequence[str] = ("meteor", "chrf"),
    samples: int = 1000,
    evaluations: int = 6000,
    epsilon: float = 0.01,
    seed: int = SEED,
    threads: int | None = None,
) -> SegmentAudit:
    """Audit the BLEU of one segment: which other translations have the same score?

    >>> audit = audit_segment("he was taken to the plane", ["he was led to the plane"], against=["chrf"], samples=50)
    >>> [word.word for word in audit.free]
    ['taken']
    >>> " ".join(audit.substituted)
    'he was black to the plane'
    >>> audit.blocks.orders
    6

    Args:
        hypothesis: The hypothesis.
        references: Its references.
        metric: BLEU, with any settings.
        variants: The number of other orders to return.
        replacements: Replacements for unmatched words; by default the paper's.
        against: Other metrics, each with its worst twin and the edits that it fails to penalise.
        samples: The number of random orders and edits to draw.
        evaluations: The maximum number of variants per search.
        epsilon: The relative change of a score that counts as none.
        seed: The seed of all draws.
        threads: The number of threads; by default ``TERTIUM_THREADS`` or all cores.

    Raises:
        InputError: If something is not a text, or a replacement cannot be used.
        SpecError: If a metric does not exist, or cannot see the words that BLEU sees.
    """
    segment = AuditedSegment.read(hypothesis, references, metric)
    if against and segment.metric.tokenize == "char":
        raise SpecError(
            "other metrics cannot read BLEU's characters", remedy="Use another tokenizer, or no other metrics"
        )
    blocks = Blocks.of(segment)
    free = find_free_words(segment)
    fillers = REPLACEMENTS if replacements is None else replacements
    substituted = substitute(segment, fillers, free=free, repeat=True, skip=replacements is None) if free else None
    texts = [" ".join(words) for words in segment.references]
    tries = count_tries(len(segment.hypothesis))
    probed = [metric, *(other for other in against if other != metric)]
    return SegmentAudit(
        segment=segment,
        explanation=explain(hypothesis, [references] if isinstance(references, str) else references, metric),
        blocks=blocks,
        gain=measure_gain(blocks, samples, seed),
        variants=draw_orders(blocks, variants, seed),
        free=free,
        substituted=None if substituted == segment.hypothesis else substituted,
        mixture=measure_mixture(segment),
        rivals=find_rivals(segment.references),
        both=use_both(segment, seed, 2 * tries) if len(segment.references) > 1 else None,
        draw=draw_from_references(segment, tries, seed),
        twins={
            other: find_worst_twin(
                segment, other, evaluations=evaluations, seconds=_PATIENCE, seed=seed, fillers=fillers
            )
            for other in against
        },
        blindness=measure_blindness(
            " ".join(segment.hypothesis),
            texts,
            probed,
            samples=max(10, min(samples, _WORDS_TO_SCORE // max(1, len(segment.hypothesis)))),
            seed=seed,
            epsilon=epsilon,
            threads=threads,
        ),
        epsilon=epsilon,
    )
