"""How close scoring is to reading: ``wc -w`` on the same files, beside BLEU of them by the command line's own path."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from bench import pairs, timing
from tertium.metrics import score_stream
from tertium.text.readers import open_test_set

COPIES = 10


def main() -> None:
    hypotheses, references = pairs.load()
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "hypotheses.txt"), Path(folder, "references.txt")
        for path, lines in ((ours, hypotheses), (theirs, references)):
            path.write_text(("\n".join(lines) + "\n") * COPIES, encoding="utf-8")
        megabytes = (ours.stat().st_size + theirs.stat().st_size) / 1e6

        def count_words(locale: str) -> None:
            subprocess.run(
                ["wc", "-w", ours, theirs], check=True, stdout=subprocess.DEVNULL, env=os.environ | {"LC_ALL": locale}
            )

        def score(threads: int) -> None:
            score_stream(open_test_set([ours], [theirs]).batches(), ["bleu"], threads=threads)

        times = {
            "wc -w, bytes (C)": timing.seconds(lambda: count_words("C")),
            "wc -w, UTF-8": timing.seconds(lambda: count_words("C.UTF-8")),
            "read only": timing.seconds(lambda: sum(len(batch) for batch in open_test_set([ours], [theirs]).batches())),
            "BLEU, one thread": timing.seconds(lambda: score(1), 3),
            "BLEU, two threads": timing.seconds(lambda: score(2), 3),
        }
    print(f"\nfrom files: {len(hypotheses) * COPIES:,} segments, {megabytes:.1f} MB")
    for name, taken in times.items():
        print(f"  {name:24}{taken:10.3f} s{megabytes / taken:10.1f} MB/s{taken / times['wc -w, UTF-8']:10.2f} x wc")


if __name__ == "__main__":
    main()
