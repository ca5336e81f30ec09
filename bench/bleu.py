"""Corpus BLEU with 13a tokenisation, against sacrebleu and bleuscore (Rust)."""

from __future__ import annotations

import os
import subprocess
import sys

import sacrebleu

import tertium
from bench import pairs, timing

# bleuscore takes its number of threads from the environment, so it runs in a process of its own. The time is without
# start-up.
_BLEUSCORE = """
import bleuscore
from bench import pairs, timing
hypotheses, references = pairs.load()
nested = [[reference] for reference in references]
print(timing.seconds(lambda: bleuscore.compute(nested, hypotheses)))
"""


def main() -> None:
    hypotheses, references = pairs.load()
    metric = sacrebleu.BLEU(force=True)
    # Once only: sacrebleu remembers what it has tokenised, so a second run would not tokenise.
    sacre = timing.seconds(lambda: metric.corpus_score(hypotheses, [references]), repeats=1)
    environment = os.environ | {"RAYON_NUM_THREADS": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", _BLEUSCORE], env=environment, check=True, capture_output=True, text=True
    )
    bleuscore = float(printed.stdout)
    ours = timing.seconds(lambda: tertium.score(hypotheses, references, ["bleu"], threads=1))
    two = timing.seconds(lambda: tertium.score(hypotheses, references, ["bleu"], threads=2))
    peers = {f"sacrebleu {sacrebleu.__version__}": sacre, "bleuscore, one thread": bleuscore}
    timing.report("corpus BLEU, 13a", len(hypotheses), ours, two, peers)
    value = tertium.score(hypotheses, references, ["bleu"])["bleu"].value
    print(f"  sacrebleu {metric.corpus_score(hypotheses, [references]).score:.9f}, tertium {value:.9f}")


if __name__ == "__main__":
    main()
