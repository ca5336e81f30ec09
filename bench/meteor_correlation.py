"""How METEOR and its stages agree with people: Pearson's r with direct assessment, segment by segment.

WMT15 is raw text and WMT17 is tokenised and in lower case, with ``&apos;`` and the like as they are, then unescaped.
"""

from __future__ import annotations

import csv
import html
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import tertium
from bench import pairs
from tests.peers import meteor_jar, nltk_meteor

STAGES = ("exact", "exact+porter", "exact+wn_stem", "exact+porter+wn_synonym")


@dataclass(frozen=True)
class Part:
    """The judged segments of one language pair."""

    task: str
    pair: str
    tokenised: bool
    hypotheses: list[str]
    references: list[list[str]]
    human: list[float]


Scorer = Callable[[Part], list[float]]


def read_parts() -> Iterator[Part]:
    """WMT15 and, twice, WMT17."""
    for task, folder, tokenised, clean in (
        ("WMT15", "wmt15-daseg", False, str),
        ("WMT17", "wmt17-toen", True, str),
        ("WMT17 unescaped", "wmt17-toen", True, html.unescape),
    ):
        path = pairs.DATA / folder / "seg_da.tsv"
        if not path.is_file():
            sys.exit(f"the study needs {path}")
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        for pair in sorted({row["lp"] for row in rows if row["lp"].endswith("-en")}):
            chosen = [row for row in rows if row["lp"] == pair]
            yield Part(
                task,
                pair,
                tokenised,
                [clean(row["hypothesis"]) for row in chosen],
                [[clean(row["reference"])] for row in chosen],
                [float(row["human_da_z"]) for row in chosen],
            )


def make_ours(metric: str) -> Scorer:
    """Our metric, with its own tokens but for text that has been tokenised."""

    def score(part: Part) -> list[float]:
        settings = ",tokenize=none" if part.tokenised else ""
        spec = f"{metric}{settings}"
        segments = tertium.score(part.hypotheses, part.references, [spec])[spec].segments
        assert segments is not None
        return segments.tolist()

    return score


def score_nltk_split(part: Part) -> list[float]:
    """NLTK as it is mostly called, on words between spaces."""
    return nltk_meteor.score_segments(part.hypotheses, part.references)


def score_nltk_tokens(part: Part) -> list[float]:
    """NLTK on the tokens of mteval."""
    if part.tokenised:
        return score_nltk_split(part)
    tokenize = Tokenizer13a()
    references = [[tokenize(reference) for reference in its] for its in part.references]
    return nltk_meteor.score_segments([tokenize(hypothesis) for hypothesis in part.hypotheses], references)


def make_jar(options: tuple[str, ...]) -> Scorer:
    """The authors' program, with its own tokens but for text that has been tokenised."""

    def score(part: Part) -> list[float]:
        normal = () if part.tokenised else ("-norm",)
        return [
            segment.score
            for segment in meteor_jar.score(part.hypotheses, part.references, (*options, *normal)).segments
        ]

    return score


def list_scorers() -> dict[str, Scorer]:
    """What is compared, by the name to print."""
    scorers: dict[str, Scorer] = {f"tertium {stages}": make_ours(f"meteor:stages={stages}") for stages in STAGES}
    scorers["tertium meteor-1.5"] = make_ours("meteor-1.5:perfect=yes")
    if reason := nltk_meteor.why_not():
        print(reason)
    else:
        scorers |= {"NLTK, split at spaces": score_nltk_split, "NLTK, 13a tokens": score_nltk_tokens}
    if reason := meteor_jar.why_not():
        print(reason)
    else:
        scorers |= {
            "Java 1.5 exact, 2005 formula": make_jar(meteor_jar.EXACT),
            "Java 1.5 synonyms, 2005 formula": make_jar(meteor_jar.SYNONYMS),
            "Java 1.5 English defaults": make_jar(meteor_jar.ENGLISH),
        }
    return scorers


def main() -> None:
    parts, scorers = list(read_parts()), list_scorers()
    tasks = {task: [part for part in parts if part.task == task] for task in dict.fromkeys(part.task for part in parts)}
    print("\nMETEOR: Pearson's r with the judgments of segments")
    print(f"  {'':34}" + "".join(f"  {task:{7 * len(its) + 7}}" for task, its in tasks.items()))
    print(
        f"  {'':34}" + "".join("  " + "".join(f"{p.pair:>7}" for p in its) + f"{'mean':>7}" for its in tasks.values())
    )
    for name, score in scorers.items():
        line = f"  {name:34}"
        for its in tasks.values():
            found = [float(np.corrcoef(score(part), part.human)[0, 1]) for part in its]
            line += "  " + "".join(f"{value:7.3f}" for value in [*found, np.mean(found)])
        print(line)


if __name__ == "__main__":
    main()
