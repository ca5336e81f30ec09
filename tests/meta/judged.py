"""A made-up judged set: systems garble a known share of the words, and annotators see how many, with some noise."""

from __future__ import annotations

import numpy as np

from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.types import References, TestSet

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "house",
    "river",
    "old",
    "green",
    "walks",
    "sees",
    "under",
    "never",
    "quickly",
    "bread",
]
SHARES = {"best": 0.05, "good": 0.15, "fair": 0.25, "poor": 0.4, "bad": 0.55, "worst": 0.7}


def make_judged(
    name: str = "made/xx-en",
    *,
    segments: int = 40,
    seed: int = 1,
    kind: str = "da",
    kinds: dict[str, str] | None = None,
) -> JudgedSet:
    generator = np.random.Generator(np.random.PCG64(seed))
    references = [" ".join(generator.choice(WORDS, size=generator.integers(4, 20))) for _ in range(segments)]
    systems: dict[str, list[str]] = {}
    rows: list[tuple[str, int, float]] = []
    for system, share in SHARES.items():
        outputs = []
        for segment, reference in enumerate(references, 1):
            wrong = generator.random(len(reference.split())) < share
            words = [f"x{word}" if bad else word for word, bad in zip(reference.split(), wrong, strict=True)]
            outputs.append(" ".join(words))
            rows.append((system, segment, float(100 * (1 - wrong.mean()) + generator.normal(0, 8))))
        systems[system] = outputs
    judgments = Judgments(
        system=[system for system, _, _ in rows],
        segment=np.array([segment for _, segment, _ in rows]),
        annotator=["annotator"] * len(rows),
        kind=[kind] * len(rows),
        value=np.array([value for _, _, value in rows]),
    )
    return JudgedSet(
        name=name, test_set=TestSet(systems=systems, references=References.from_nested(references)), judgments=judgments
    )


def make_ranked(segments: int = 30, seed: int = 2) -> JudgedSet:
    """The same, but each segment's systems are ranked."""
    judged = make_judged(segments=segments, seed=seed)
    scores = judged.segment_scores()
    ranks = (-scores).argsort(axis=0).argsort(axis=0) + 1
    names = list(judged.test_set.systems)
    cells = [
        (names[system], segment + 1, float(ranks[system, segment]))
        for segment in range(segments)
        for system in range(len(names))
    ]
    judgments = Judgments(
        system=[system for system, _, _ in cells],
        segment=np.array([segment for _, segment, _ in cells]),
        annotator=["annotator"] * len(cells),
        kind=["rank"] * len(cells),
        value=np.array([value for _, _, value in cells]),
    )
    return JudgedSet(name="made/ranked", test_set=judged.test_set, judgments=judgments)
