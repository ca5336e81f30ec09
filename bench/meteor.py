"""Segment and corpus METEOR with stems and synonyms, against NLTK and the METEOR of its authors, in Java."""

from __future__ import annotations

from importlib.metadata import version

import tertium
from bench import pairs, timing
from tests.peers import meteor_jar, nltk_meteor

# NLTK scores every tenth segment. Its synsets are loaded before, by other segments.
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


def report(what: str, hypotheses: list[str], references: list[str], spec: str, peers: dict[str, float]) -> None:
    ours = timing.seconds(lambda: tertium.score(hypotheses, references, [spec], threads=1))
    two = timing.seconds(lambda: tertium.score(hypotheses, references, [spec], threads=2))
    timing.report(f"METEOR with stems and synonyms, {what}", len(hypotheses), ours, two, peers)


def main() -> None:
    hypotheses, references = pairs.load()
    tokenised: dict[str, float] = {}
    as_it_is: dict[str, float] = {}
    if reason := nltk_meteor.why_not():
        print(reason)
    else:
        as_it_is[f"NLTK {version('nltk')}, warm"] = time_nltk(hypotheses, references)
    if reason := meteor_jar.why_not():
        print(reason)
    else:
        # How long Java takes to start counts in neither.
        tokenised["Java 1.5 -norm"] = time_jar(hypotheses, references, (*meteor_jar.ENGLISH, "-norm"))
        as_it_is["Java 1.5"] = time_jar(hypotheses, references, meteor_jar.ENGLISH)
    report("raw text", hypotheses, references, "meteor", {**as_it_is, **tokenised})
    # Both of these split words at white space; so do we, for a fair comparison.
    report("words as they are", hypotheses, references, "meteor:tokenize=none", as_it_is)


if __name__ == "__main__":
    main()
