"""Corpus TER, against sacrebleu. sacrebleu takes minutes for this."""

from __future__ import annotations

import sacrebleu

import tertium
from bench import pairs, timing


def main() -> None:
    hypotheses, references = pairs.load()
    metric = sacrebleu.TER()
    sacre = timing.seconds(lambda: metric.corpus_score(hypotheses, [references]), repeats=1)
    ours = timing.seconds(lambda: tertium.score(hypotheses, references, ["ter"], threads=1))
    two = timing.seconds(lambda: tertium.score(hypotheses, references, ["ter"], threads=2))
    timing.report("corpus TER", len(hypotheses), ours, two, {f"sacrebleu {sacrebleu.__version__}": sacre})


if __name__ == "__main__":
    main()
