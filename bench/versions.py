"""This checkout beside others: the phrase index, BLEU, chrF, TER and METEOR, in one run.

``python -m bench.versions TREE...`` measures checkouts with their cores built, such as that of an earlier commit. They
take turns, so that a busy machine slows all of them, and the fastest of the rounds counts. Times are of the processor,
of all threads together: those of the clock depend on what else runs.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import index, pairs
from tertium.corpus import build_index

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 25
PHRASES = 20_000

# A process per checkout answers the name of a task with its seconds.
_WORKER = """
import json, os, sys, time
from pathlib import Path
import tertium
from tertium import open_index

hypotheses, references, phrases = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
folder = Path(sys.argv[2])
opened = open_index(folder)

def ask(name, threads):
    global opened
    if not name.startswith("index"):
        tertium.score(hypotheses, references, [name], threads=threads)
        return
    if name != "index, hot":
        opened = open_index(folder)
    opened.count_many(phrases, threads)

def forget():
    # The pages of the system's cache that nobody has written to.
    for path in folder.rglob("*.bin"):
        handle = os.open(path, os.O_RDONLY)
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(handle)

for line in sys.stdin:
    name, threads = json.loads(line)
    if name == "index, from the disk":
        opened = None
        forget()
    start = time.process_time()
    ask(name, threads)
    print(time.process_time() - start, flush=True)
"""

TASKS = [
    (name, threads)
    for name in ("index, hot", "index, opened anew", "index, from the disk", "bleu", "chrf", "ter", "meteor")
    for threads in (1, 2)
]


def draw_phrases(lines: list[str]) -> list[str]:
    """Phrases of one to five words, three of four from the text."""
    rng = random.Random(7)
    words = [line.split() for line in rng.sample(lines, min(len(lines), 50_000))]
    words = [line for line in words if len(line) > 5]
    phrases = []
    for number in range(PHRASES):
        line, length = rng.choice(words), rng.randint(1, 5)
        start = rng.randrange(len(line) - length + 1)
        phrase = line[start : start + length]
        if number % 4 == 0:
            rng.shuffle(phrase)
        phrases.append(" ".join(phrase))
    return phrases


def main(*trees: str) -> None:
    chosen = [Path(tree).resolve() for tree in trees] or [ROOT]
    hypotheses, references = pairs.load()
    lines = index.read_lines()
    with tempfile.TemporaryDirectory() as place:
        text, data, folder = Path(place, "text.txt"), Path(place, "data.json"), Path(place, "es.index")
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")
        build_index([text], folder, normalisation=index.RULES)
        data.write_text(json.dumps([hypotheses[:4000], references[:4000], draw_phrases(lines)]), encoding="utf-8")
        workers = []
        for tree in chosen:
            environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
            command = [sys.executable, "-c", _WORKER, str(data), str(folder)]
            pipe = subprocess.PIPE
            workers.append(subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, encoding="utf-8"))
        best = {(task, tree): float("inf") for task in TASKS for tree in chosen}
        for _ in range(ROUNDS):
            for task in TASKS:
                for tree, worker in zip(chosen, workers, strict=True):
                    assert worker.stdin
                    assert worker.stdout
                    worker.stdin.write(json.dumps(task) + "\n")
                    worker.stdin.flush()
                    best[task, tree] = min(best[task, tree], float(worker.stdout.readline()))
        for worker in workers:
            worker.communicate()
        size = index.folder_size(folder) / 1e6
    load = f", load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    print(f"\n{PHRASES:,} phrases in an index of {size:.0f} MB, 4,000 segments; fastest of {ROUNDS} rounds, ms{load}")
    print(f"  {'':34}" + "".join(f"{tree.name:>14}" for tree in chosen) + "  against the first")
    for task in TASKS:
        times = [1000 * best[task, tree] for tree in chosen]
        ratios = "".join(f"{100 * (each / times[0] - 1):+8.1f} %" for each in times[1:])
        name = f"{task[0]}, {task[1]} thread{'s' * (task[1] > 1)}"
        print(f"  {name:34}" + "".join(f"{each:14.1f}" for each in times) + ratios)


if __name__ == "__main__":
    main(*sys.argv[1:])
