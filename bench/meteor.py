"""Segment and corpus METEOR with stems and synonyms, against NLTK and the METEOR of its authors, in Java."""

from __future__ import annotations

from importlib.metadata import version

import tertium
from bench import pairs, timing
from tests.peers import meteor_jar, nltk_meteor

# NLTK is asked for every tenth segment, and its synsets are loaded by other ones before.
NLTK_STEP = 10


def time_nltk(hypotheses: list[str], references: list[str]) -> float:
    """Seconds for all segments, from a share of them, when its WordNet is loaded and warm."""
    nested = [[reference] for reference in references]
    nltk_meteor.score_segments(hypotheses[NLTK_STEP // 2 :: NLTK_STEP], nested[NLTK_STEP // 2 :: NLTK_STEP])
    ours, theirs = hypotheses[::NLTK_STEP], nested[::NLTK_STEP]
    taken = timing.seconds(lambda: nltk_meteor.score_segments(ours, theirs), repeats=1)
    return taken * len(hypotheses) / len(ours)


def time_jar(hypotheses: list[str], references: list[str], options: tuple[str, ...]) -> float:
    """Seconds beyond those for one segment, which start Java and load the data."""
    nested = [[reference] for reference in references]
    start = timing.seconds(lambda: meteor_jar.run(hypotheses[:1], nested[:1], options), repeats=3)
    return timing.seconds(lambda: meteor_jar.run(hypotheses, nested, options), repeats=2) - start


def main() -> None:
    hypotheses, references = pairs.load()
    peers = {}
    if reason := nltk_meteor.why_not():
        print(reason)
    else:
        peers[f"NLTK {version('nltk')}, warm"] = time_nltk(hypotheses, references)
    if reason := meteor_jar.why_not():
        print(reason)
    else:
        # With its tokenizer, as ours, and without; how long Java takes to start counts in neither.
        peers["Java 1.5 -norm"] = time_jar(hypotheses, references, (*meteor_jar.ENGLISH, "-norm"))
        peers["Java 1.5, no tokens"] = time_jar(hypotheses, references, meteor_jar.ENGLISH)
    ours = timing.seconds(lambda: tertium.score(hypotheses, references, ["meteor"], threads=1))
    two = timing.seconds(lambda: tertium.score(hypotheses, references, ["meteor"], threads=2))
    timing.report("METEOR: exact, stems, synonyms", len(hypotheses), ours, two, peers)


if __name__ == "__main__":
    main()
