"""How cost grows with the number of segments, for every metric; writes a plot and a table for the documentation.

Segments are real pairs of WMT17, repeated where there are too few. A metric is measured up to the number of segments at
which it takes more than BENCH_PATIENCE seconds of processor time (60), and up to 10 million. Metrics that parse are
measured on pairs that are all different, without the cache of parses.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.pairs import DATA, read_lines
from bench.spark import LANGUAGES
from tertium.types import References, TestSet

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/explanation/growth.md"
PLOT = ROOT / "docs/images/growth.svg"
PATIENCE = float(os.environ.get("BENCH_PATIENCE", "60"))
SIZES = [10**power for power in range(3, 8)]
SURFACE = ("bleu", "chrf", "chrf++", "ter", "wer", "unigram", "gleu", "ribes", "cder", "per", "character")
OTHERS = ("nist", "meteor", "meteor-1.5", "hwcm", "stm", "tkm", "dstm", "dtkm", "blend", "bertscore", "concord")


def read_pairs() -> Iterator[tuple[str, str]]:
    """Outputs of WMT17 and their references, all languages in turn, again and again."""
    while True:
        for language in LANGUAGES:
            folder = DATA / "wmt17-toen" / f"{language}-en"
            references = read_lines(folder / "reference.txt")
            for path in sorted(folder.glob("hyp.*.txt")):
                yield from zip(read_lines(path), references, strict=True)


def make_batches(count: int) -> Iterator[TestSet]:
    """Some pairs in batches."""
    pairs = islice(read_pairs(), count)
    while batch := list(islice(pairs, 16384)):
        texts, references = zip(*batch, strict=True)
        yield TestSet(systems={"": list(texts)}, references=References.from_nested(list(references)))


def measure_here(spec: str, count: int) -> dict[str, float]:
    """Seconds of the processor and memory of this process, beyond what it takes to make the batches."""
    import resource
    import time

    import tertium

    def spend() -> float:
        return time.process_time()

    started = spend()
    for _ in make_batches(count):
        pass
    reading = spend() - started
    started = spend()
    if spec == "nist":  # it has to see all references first
        tertium.score_systems(TestSet.concatenate(make_batches(count)), [spec], threads=2)
    else:
        tertium.score_stream(make_batches(count), [spec], threads=2)
    taken = spend() - started - reading
    return {"seconds": max(taken, 1e-4), "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def measure(spec: str, count: int) -> dict[str, float]:
    """The same in a process of its own."""
    code = f"import json; from bench.growth import measure_here; print(json.dumps(measure_here({spec!r}, {count})))"
    environment = os.environ | {"TERTIUM_CACHE": os.devnull, "PYTHONWARNINGS": "ignore"}
    printed = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True, cwd=ROOT
    )
    found: dict[str, float] = json.loads(printed.stdout)
    return found


def draw(rows: list[dict[str, float | str]]) -> str:
    """Processor time by the number of segments, both on logarithmic scales."""
    import altair

    from tertium.report.plots.plot import Plot

    # The legend has the order of the lines, so that lines of one colour are far apart.
    most = {row["metric"]: float(row["seconds"]) / float(row["segments"]) for row in rows}
    names = sorted(most, key=lambda name: -most[name])
    legend = altair.Legend(orient="right", columns=1, symbolLimit=len(names))
    points = altair.Chart(altair.Data(values=rows)).encode(
        x=altair.X("segments:Q", scale=altair.Scale(type="log"), title="segments"),
        y=altair.Y("seconds:Q", scale=altair.Scale(type="log"), title="seconds of one core"),
        color=altair.Color(
            "metric:N", title="metric", sort=names, legend=legend, scale=altair.Scale(scheme="tableau10")
        ),
    )
    chart = (points.mark_line() + points.mark_point(filled=True, size=50)).properties(width=520, height=420)
    return Plot("growth", "Processor time by the number of segments, for each metric", chart).to_svg()


def write_table(found: dict[str, dict[int, dict[str, float]]]) -> str:
    head = "| metric | " + " | ".join(f"{size:,}" for size in SIZES) + " | segments per CPU second | memory, MB |\n"
    lines = [head, "|---|" + "---:|" * (len(SIZES) + 2) + "\n"]
    for spec, by_size in found.items():
        cells = [f"{by_size[size]['seconds']:.2f}" if size in by_size else "–" for size in SIZES]
        most = max(by_size)
        rate = most / by_size[most]["seconds"]
        lines.append(f"| `{spec}` | {' | '.join(cells)} | {rate:,.0f} | {by_size[most]['memory']:,.0f} |\n")
    return "".join(lines)


def fill_page(part: str, table: str) -> None:
    """Replace a part of the page."""
    begin, end = f"<!-- {part}: begin -->\n", f"<!-- {part}: end -->\n"
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.partition(begin)[0], page.partition(end)[2]
    PAGE.write_text(f"{before}{begin}{table}{end}{after}", encoding="utf-8")


def main() -> None:
    """Measure all metrics, print, and write table and plot."""
    found: dict[str, dict[int, dict[str, float]]] = {}
    for spec in (*SURFACE, *OTHERS):
        found[spec] = {}
        for size in SIZES:
            found[spec][size] = measure(spec, size)
            if found[spec][size]["seconds"] * 10 > PATIENCE:
                break
        cells = ", ".join(f"{size:,}: {each['seconds']:.2f} s" for size, each in found[spec].items())
        print(f"  {spec:12} {cells}", flush=True)
    rows: list[dict[str, float | str]] = [
        {"metric": spec, "segments": size, "seconds": each["seconds"]}
        for spec, by_size in found.items()
        for size, each in by_size.items()
    ]
    PLOT.write_text(draw(rows), encoding="utf-8")
    fill_page("growth", write_table(found))


if __name__ == "__main__":
    main()
