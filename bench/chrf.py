"""Corpus chrF and chrF++, against sacrebleu."""

from __future__ import annotations

import sacrebleu

import tertium
from bench import pairs, timing


def main() -> None:
    hypotheses, references = pairs.load()
    for spec, word_order in (("chrf", 0), ("chrf++", 2)):
        metric = sacrebleu.CHRF(word_order=word_order)
        sacre = timing.seconds(lambda metric=metric: metric.corpus_score(hypotheses, [references]), repeats=1)
        ours = timing.seconds(lambda spec=spec: tertium.score(hypotheses, references, [spec], threads=1))
        two = timing.seconds(lambda spec=spec: tertium.score(hypotheses, references, [spec], threads=2))
        timing.report(f"corpus {spec}", len(hypotheses), ours, two, {f"sacrebleu {sacrebleu.__version__}": sacre})


if __name__ == "__main__":
    main()
