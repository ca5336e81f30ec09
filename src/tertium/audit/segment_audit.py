"""The audit of one segment: the arithmetic of its BLEU, and the other translations that would have got it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.audit.blindness.penalties import Blindness, measure_blindness
from tertium.audit.explanation.explaining import Explanation, explain
from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.orders import Gain, draw_orders, measure_gain
from tertium.audit.segment import AuditedSegment, Words
from tertium.audit.twins.draws import Draw, draw_from_references
from tertium.audit.twins.mixtures import BothUsed, Mixture, Rival, find_rivals, measure_mixture, use_both
from tertium.audit.twins.substitutions import FreeWord, find_free_words, substitute
from tertium.audit.twins.worst_twin import WorstTwin, find_worst_twin
from tertium.errors import SpecError
from tertium.stats.resampling import SEED

# The paper's.
FILLERS = ("black", "helicopters")

# Long segments are changed less often, or some metrics would take minutes.
_WORDS_TO_SCORE = 20_000

# A search takes a fraction of a second; that of a very long, repetitive segment is cut short after so many.
_PATIENCE = 15.0


@dataclass(frozen=True)
class SegmentAudit:
    """What an audit of a segment found.

    Attributes:
        segment: The segment.
        explanation: Its n-grams, precisions, brevity penalty and score.
        blocks: Its blocks, and in how many orders they may stand.
        gain: What random orders do to counts and score.
        variants: Other orders with the same counts, each rescored.
        free: The words that BLEU does not look at.
        substituted: The hypothesis with other words in their place; none if there are none.
        mixture: What it owes to each reference.
        rivals: Words of different references that stand in each other's place; none with one reference.
        both: A twin that uses both of a pair of them; none if none was found.
        draw: Other words of the references with the same counts, or what came closest.
        twins: For each other metric, the twin that it likes least.
        blindness: What other metrics make of other orders and words.
        epsilon: The relative change of a score that counts as none there.
    """

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

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary for JSON."""
        return {
            "hypothesis": " ".join(self.segment.hypothesis),
            "references": [" ".join(words) for words in self.segment.references],
            "score": self.segment.score,
            "arithmetic": self.explanation.to_dict(),
            "blocks": self.blocks.to_dict(),
            "gain": self.gain.to_dict(),
            "variants": [" ".join(words) for words in self.variants],
            "free_words": [word.to_dict() for word in self.free],
            "substituted": None if self.substituted is None else " ".join(self.substituted),
            "mixture": self.mixture.to_dict(),
            "rivals": [rival.to_dict() for rival in self.rivals],
            "both": None if self.both is None else self.both.to_dict(),
            "draw": self.draw.to_dict(),
            "twins": {metric: twin.to_dict() for metric, twin in self.twins.items()},
            "blindness": [each.to_dict() for each in self.blindness],
        }


def audit_segment(
    hypothesis: str,
    references: Sequence[str],
    spec: str = "bleu",
    *,
    variants: int = 5,
    words: Sequence[str] | None = None,
    against: Sequence[str] = ("meteor", "chrf"),
    samples: int = 1000,
    evaluations: int = 6000,
    epsilon: float = 0.01,
    seed: int = SEED,
    threads: int | None = None,
) -> SegmentAudit:
    """Audits one segment.

    Args:
        hypothesis: The hypothesis.
        references: Its references.
        spec: BLEU, with any settings.
        variants: How many other orders to show.
        words: What to put where BLEU does not look; the paper's if none are given.
        against: Other metrics: each is asked for the twin that it likes least, and what it sees of changes.
        samples: How many random orders and changes to draw.
        evaluations: How many variants each search may look at.
        epsilon: The relative change of a score that counts as none.
        seed: The same seed finds the same.
        threads: How many threads to use.

    Raises:
        InputError: If a text is none, or a word cannot be put where BLEU does not look.
        SpecError: If a metric does not exist, or cannot see the words that BLEU sees.
    """
    segment = AuditedSegment.read(hypothesis, references, spec)
    if against and segment.metric.tokenize == "char":
        raise SpecError(
            "other metrics cannot read BLEU's characters", remedy="Leave them out, or use another tokenizer"
        )
    blocks = Blocks.of(segment)
    free = find_free_words(segment)
    fillers = FILLERS if words is None else words
    substituted = substitute(segment, fillers, free=free, repeat=True, skip=words is None) if free else None
    texts = [" ".join(words) for words in segment.references]
    asked = [spec, *(metric for metric in against if metric != spec)]
    return SegmentAudit(
        segment=segment,
        explanation=explain(hypothesis, [references] if isinstance(references, str) else references, spec),
        blocks=blocks,
        gain=measure_gain(blocks, samples, seed),
        variants=draw_orders(blocks, variants, seed),
        free=free,
        substituted=None if substituted == segment.hypothesis else substituted,
        mixture=measure_mixture(segment),
        rivals=find_rivals(segment.references),
        both=use_both(segment, seed) if len(segment.references) > 1 else None,
        draw=draw_from_references(segment, seed=seed),
        twins={
            metric: find_worst_twin(
                segment, metric, evaluations=evaluations, seconds=_PATIENCE, seed=seed, fillers=fillers
            )
            for metric in against
        },
        blindness=measure_blindness(
            " ".join(segment.hypothesis),
            texts,
            asked,
            samples=max(50, min(samples, _WORDS_TO_SCORE // max(1, len(segment.hypothesis)))),
            seed=seed,
            epsilon=epsilon,
            threads=threads,
        ),
        epsilon=epsilon,
    )
