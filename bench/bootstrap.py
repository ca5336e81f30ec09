"""1,000 bootstrap resamples of BLEU over 20,000 segments, from statistics that are already there, against sacrebleu."""

from __future__ import annotations

import sacrebleu
from sacrebleu.significance import _bootstrap_resample

import tertium
from bench import pairs, timing
from tertium.metrics.spec import parse
from tertium.stats.bootstrap import bootstrap_interval


def main() -> None:
    hypotheses, references = pairs.load()
    peer = sacrebleu.BLEU(force=True)
    statistics = peer._extract_corpus_statistics(hypotheses, [references])
    sacre = timing.seconds(lambda: _bootstrap_resample(statistics, peer, 1000), repeats=2)
    metric = parse("bleu")
    tallies = tertium.score(hypotheses, references, ["bleu"])["bleu"].tallies
    assert tallies is not None

    def resample(threads: int) -> None:
        bootstrap_interval(tallies, metric.score, level=0.95, resamples=1000, seed=1, threads=threads)

    ours, two = timing.seconds(lambda: resample(1)), timing.seconds(lambda: resample(2))
    timing.report(
        "1,000 bootstrap resamples of BLEU", len(hypotheses), ours, two, {f"sacrebleu {sacrebleu.__version__}": sacre}
    )


if __name__ == "__main__":
    main()
