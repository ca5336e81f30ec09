"""How building, merging and asking a phrase index grow with the text, within a given memory.

``python -m bench index_growth`` takes 10 and 50 MB. ``python -m bench.index_growth 10 100 1000 --memory 512M`` takes
other sizes in MB. With ``--direct`` a build merges at once and removes its parts early, which needs less room on the
disk, and nothing is asked before. ``--folder`` is where the index goes. The text is made while it is read, and is never
on the disk. ``--page`` writes table and plot of the documentation.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.index import ASKED, RULES, draw, folder_size, read_lines
from tertium.corpus import PhraseIndex, open_index

SIZES = (10, 50)
MEMORY = "512M"
ROUNDS = 5
PLOT = Path(__file__).resolve().parents[1] / "docs/images/index-growth.svg"

_WORK = """
import json, resource, sys, time
from tertium.corpus import build_index, merge_index
from tertium.corpus.normalisation import Normalisation
place, memory, action = sys.argv[1], int(sys.argv[2]), sys.argv[3]
start = time.perf_counter()
if action == "merge":
    manifest = merge_index(place, memory=memory)
else:
    manifest = build_index(["-"], place, normalisation=Normalisation("es"), memory=memory, merge=action == "direct")
used = resource.getrusage(resource.RUSAGE_SELF)
# Not ru_maxrss, which begins with the memory of the process that started this one.
status = dict(line.split(":", 1) for line in open("/proc/self/status", encoding="ascii"))
print(json.dumps({
    "seconds": time.perf_counter() - start,
    "cpu": used.ru_utime + used.ru_stime,
    "memory": int(status["VmHWM"].split()[0]) / 1024,
    "shards": len(manifest.shards),
}))
"""


def make_text(lines: Sequence[str], size: int) -> Iterator[bytes]:
    """Text of a given size: the lines in random order, again and again, with a tenth of the words exchanged.

    A fifth of those get a number, so that the vocabulary grows with the text.
    """
    rng = random.Random(11)
    split = [line.split() for line in lines]
    pool = [word for words in split[::50] for word in words]
    taken = copy = 0
    while taken < size:
        rng.shuffle(split)
        for start in range(0, len(split), 1000):
            rows = []
            for words in split[start : start + 1000]:
                changed = words.copy()
                for number in range(1 + len(words) // 10 if copy and words else 0):
                    word = pool[int(rng.random() * len(pool))]
                    changed[int(rng.random() * len(words))] = word if number % 5 else f"{word}{copy}"
                rows.append(" ".join(changed))
            block = ("\n".join(rows) + "\n").encode()
            yield block
            taken += len(block)
            if taken >= size:
                break
        copy += 1


def run(place: Path, memory: int, action: str, text: Iterable[bytes] = ()) -> tuple[dict[str, float], int]:
    """What a process took, and the bytes of text that it got."""
    command = [sys.executable, "-c", _WORK, str(place), str(memory), action]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        taken = 0
        for block in text:
            taken += process.stdin.write(block)
        process.stdin.close()
        output = process.stdout.read()
    if process.returncode:
        sys.exit(f"{action} failed with status {process.returncode}")
    return json.loads(output), taken


def ask(indexes: Sequence[PhraseIndex], phrases: dict[str, list[str]]) -> list[list[float]]:
    """Phrases per second of each kind, for each index, once the parts that they need are in memory.

    The indexes are asked in turn, and the best of some rounds counts: other work on the machine slows all alike.
    """
    rates: list[list[float]] = [[] for _ in indexes]
    for asked in phrases.values():
        best = [0.0] * len(indexes)
        for _ in range(1 + ROUNDS):
            for number, index in enumerate(indexes):
                start = time.perf_counter()
                index.count_many(asked, 1)
                best[number] = max(best[number], len(asked) / (time.perf_counter() - start))
        for number, speed in enumerate(best):
            rates[number].append(speed)
    return rates


def show(what: str, megabytes: float, taken: dict[str, float]) -> str:
    return (
        f"  {what:14}{taken['seconds']:10.1f}{megabytes / taken['seconds']:8.1f}{taken['cpu']:9.1f}"
        f"{taken['memory']:12.0f}{taken['shards']:8}"
    )


def grow(sizes: Sequence[int], memory: int, folder: Path | None, *, direct: bool) -> list[Size]:
    """Print the figures of each size, and return those of the index in the end."""
    lines = read_lines()
    found = []
    sample = RULES.split_many(lines[:: max(1, len(lines) // 50_000)])
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            place = Path(temporary) / "index"
            built, length = run(place, memory, "direct" if direct else "build", make_text(lines, size * 1_000_000))
            megabytes = length / 1e6
            index = open_index(place)
            phrases = draw(index, sample)
            gc.freeze()
            print(f"\n{megabytes:,.0f} MB of text, {index.tokens:,} tokens, {memory >> 20} MB of memory")
            print(f"  {'':14}{'seconds':>10}{'MB/s':>8}{'CPU, s':>9}{'memory, MB':>12}{'shards':>8}", end="")
            print("".join(f"{kind + '/s':>12}" for kind in ASKED))
            rows, indexes, processor = [show("build", megabytes, built)], [index], built["cpu"]
            if not direct:
                merged, _ = run(place, memory, "merge")
                # The old shards stay readable to those who have them open.
                rows.append(show("merge", megabytes, merged))
                indexes.append(open_index(place))
                processor += merged["cpu"]
            rates = ask(indexes, phrases)
            for row, speeds in zip(rows, rates, strict=True):
                print(row + "".join(f"{speed:12,.0f}" for speed in speeds), flush=True)
            size_on_disk = folder_size(place)
            ratio = size_on_disk / length
            print(f"  {ratio:.2f} bytes of index per byte of text, {index.vocabulary_size:,} words", flush=True)
            speed = dict(zip(ASKED, rates[-1], strict=True))
            found.append(Size(megabytes, index.tokens, processor, built["memory"], size_on_disk / 1e6, speed))
    return found


class Size(NamedTuple):
    """The figures of one size of text."""

    megabytes: float
    tokens: int
    processor: float
    memory: float
    disk: float
    speed: dict[str, float]


def write_page(found: Sequence[Size]) -> None:
    """Write table and plot of the documentation."""
    import altair

    from bench.growth import fill_page
    from tertium.report.plots.plot import Plot

    head = "| MB of text | tokens | build, CPU s | most memory, MB | index, MB |"
    table = head + "".join(f" {kind}/s |" for kind in ASKED) + "\n|" + "---:|" * (5 + len(ASKED)) + "\n"
    for size in found:
        table += f"| {size.megabytes:,.0f} | {size.tokens:,} | {size.processor:,.1f} "
        table += "".join(f"| {cell:,.0f} " for cell in (size.memory, size.disk, *size.speed.values())) + "|\n"
    fill_page("index growth", table)

    def make(values: list[dict[str, float | str]], title: str) -> Any:
        points = altair.Chart(altair.Data(values=values)).encode(
            x=altair.X("text:Q", scale=altair.Scale(type="log", nice=False), title="MB of text"),
            y=altair.Y("value:Q", scale=altair.Scale(type="log"), title=title),
            color=altair.Color("kind:N", title=None, scale=altair.Scale(scheme="tableau10")),
        )
        return (points.mark_line() + points.mark_point(filled=True)).properties(width=250, height=240)

    costs: list[dict[str, float | str]] = [
        {"text": size.megabytes, "kind": kind, "value": value}
        for size in found
        for kind, value in (("build, CPU seconds", size.processor), ("most memory, MB", size.memory))
    ]
    speeds: list[dict[str, float | str]] = [
        {"text": size.megabytes, "kind": f"{kind} phrases", "value": value}
        for size in found
        for kind, value in size.speed.items()
    ]
    chart = altair.hconcat(make(costs, "cost"), make(speeds, "phrases per second")).resolve_scale(color="independent")
    plot = Plot("index-growth", "Cost of an index and speed of its answers by the size of the text", chart)
    PLOT.write_text(plot.to_svg(), encoding="utf-8")


def parse_memory(text: str) -> int:
    return int(text[:-1]) << {"M": 20, "G": 30}[text[-1]]


def main() -> None:
    grow(SIZES, parse_memory(MEMORY), None, direct=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, metavar="MB")
    parser.add_argument("--memory", default=MEMORY, help="such as 512M or 2G")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--direct", action="store_true")
    parser.add_argument("--page", action="store_true")
    chosen = parser.parse_args()
    measured = grow(chosen.sizes, parse_memory(chosen.memory), chosen.folder, direct=chosen.direct)
    if chosen.page:
        write_page(measured)
