"""All permutations of short hypotheses, scored one by one with sacrebleu: how many have the same counts.

``python -m tests.oracle.permutations 2000`` compares that many with the blocks of the audit and prints what it found.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from sacrebleu.metrics import BLEU

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.freedom.orders import draw_orders
from tertium.audit.segment import AuditedSegment, Words

Counts = tuple[tuple[int, ...], tuple[int, ...], int, int, float]

DRAWN = 5

PEER = BLEU(tokenize="none", effective_order=True)


@dataclass(frozen=True)
class Tally:
    """What was found for one hypothesis."""

    distinct: int
    same: int
    orders: int
    equal: int
    drawn: int
    problems: tuple[str, ...]


def make_segments(count: int, longest: int, seed: int) -> Iterator[AuditedSegment]:
    """Random hypotheses of few different words, against one to three references of the same words."""
    draw = random.Random(seed)
    for _ in range(count):
        vocabulary = "abcdefghij"[: draw.randint(2, 10)]
        hypothesis = draw.choices(vocabulary + "xyz", k=draw.randint(1, longest))
        references = [draw.choices(vocabulary, k=draw.randint(1, 12)) for _ in range(draw.randint(1, 3))]
        # Some references are near the hypothesis, so that long n-grams match too.
        if draw.random() < 0.5:
            copy = list(hypothesis)
            copy.insert(draw.randint(0, len(copy)), draw.choice(vocabulary))
            references[0] = copy
        texts = [" ".join(words) for words in references]
        yield AuditedSegment.read(" ".join(hypothesis), texts, "bleu:tokenize=none")


def score(segment: AuditedSegment, words: Words) -> Counts:
    """Matches, n-grams, lengths and score, by sacrebleu."""
    found = PEER.sentence_score(" ".join(words), [" ".join(reference) for reference in segment.references])
    return tuple(found.counts), tuple(found.totals), found.sys_len, found.ref_len, found.score


def check(segment: AuditedSegment) -> Tally:
    """Compares the blocks of a segment with all of its permutations."""
    blocks = Blocks.of(segment)
    wanted = score(segment, segment.hypothesis)
    variants = set(permutations(segment.hypothesis))
    same = {words for words in variants if score(segment, words) == wanted}
    orders = {tuple(blocks.blocks[place] for place in order) for order in permutations(range(len(blocks.blocks)))}
    safe = {
        tuple(word for place in order for word in blocks.blocks[place])
        for order in permutations(range(len(blocks.blocks)))
        if blocks.is_safe(order)
    }
    drawn = draw_orders(blocks, DRAWN, seed=1)
    assert blocks.equal is not None
    claims = {
        "orders is not their number": blocks.orders == len(orders),
        "equal is not the number of safe orders": blocks.equal == len(safe),
        "equal is no lower bound": blocks.equal <= len(same),
        "a safe order has other counts": safe <= same,
        "a drawn variant has other counts": set(drawn) <= same - {segment.hypothesis},
        "too few were drawn": len(drawn) == len(set(drawn)) == min(DRAWN, blocks.equal - 1),
    }
    problems = tuple(problem for problem, holds in claims.items() if not holds)
    return Tally(len(variants), len(same), blocks.orders, blocks.equal, len(drawn), problems)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    began = time.perf_counter()
    found = [check(segment) for segment in make_segments(count, longest=8, seed=2006)]
    problems = [problem for tally in found for problem in tally.problems]
    tight = sum(tally.equal == tally.same for tally in found)
    lines = [
        f"{count:,} hypotheses of up to 8 words, {sum(tally.distinct for tally in found):,} permutations",
        f"  with the same counts by sacrebleu  {sum(tally.same for tally in found):,}",
        f"  of these, safe orders of blocks    {sum(tally.equal for tally in found):,}",
        f"  hypotheses where these are all     {tight:,}",
        f"  variants drawn and verified        {sum(tally.drawn for tally in found):,}",
        f"  problems                           {len(problems)} {sorted(set(problems))}",
        f"  seconds                            {time.perf_counter() - began:.0f}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
