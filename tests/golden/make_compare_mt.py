"""Writes compare_mt_wmt.tsv: what compare-mt counts on two systems of WMT 2017 de-en.

compare-mt is not among our peers for tests, since it brings much with it. In an environment of its own:

    pip install compare-mt==0.2.10 six
    python tests/golden/make_compare_mt.py ../shared/data/wmt17-toen/de-en > tests/golden/compare_mt_wmt.tsv

Rows: ``word``, system, bucket, matches, words of the reference, words of the output, F1; ``length``, system, bucket,
segments, BLEU; ``difference`` (words of the output less words of the reference), system, bucket, segments. Buckets
without any are left out.
"""

# mypy: ignore-errors
from __future__ import annotations

import contextlib
import io
import sys
from importlib.metadata import version
from pathlib import Path

SYSTEMS = ("hyp.online-B.0.txt", "hyp.uedin-nmt.4723.txt")


def write(*cells: object) -> None:
    sys.stdout.write("\t".join(map(str, cells)) + "\n")


def main() -> None:
    from compare_mt import bucketers, corpus_utils, scorers

    folder = Path(sys.argv[1])
    references, *outputs = (corpus_utils.load_tokens(str(folder / name)) for name in ("reference.txt", *SYSTEMS))
    with contextlib.redirect_stdout(io.StringIO()):
        words = bucketers.FreqWordBucketer(freq_data=references)
        statistics = words.calc_statistics(references, outputs)[0]
    write(f"# compare-mt {version('compare-mt')}: python tests/golden/make_compare_mt.py")
    bleu = scorers.BleuScorer()
    for system, output, rows in zip(SYSTEMS, outputs, statistics, strict=True):
        for name, (matches, in_reference, in_output, _, _, f1) in zip(words.bucket_strs, rows, strict=True):
            if in_reference:
                write("word", system, name, matches, in_reference, in_output, f1)
        for kind, bucketer in (
            ("length", bucketers.LengthSentenceBucketer()),
            ("difference", bucketers.LengthDiffSentenceBucketer()),
        ):
            buckets = bucketer.create_bucketed_corpus(output, references)
            for name, (ours, theirs, _) in zip(bucketer.bucket_strs, buckets, strict=True):
                if ours:
                    score = [bleu.score_corpus(theirs, ours)[0]] if kind == "length" else []
                    write(kind, system, name, len(ours), *score)


if __name__ == "__main__":
    main()
