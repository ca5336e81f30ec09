"""The segment browser over 100,000 segments and 5 systems: requests per second, first and last page, search.

The server is pinned to one core and wrk to another, where ``taskset`` is there. What is said of one core is also given
as processor time per request, which other work on the machine changes less than the wall clock.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from bench.judging import ServerProcess
from tertium import make_test_set, samples, score_systems
from tertium.web.workspace import Workspace

SEGMENTS = 100_000
SYSTEMS = 5
SECONDS = int(os.environ.get("BENCH_SECONDS", "60"))
QUERIES = {
    "all systems, any page of the file": "",
    "sorted by chrF, any page": "sort=-chrf&a=system-1",
    "two systems with marked words, any page": "sort=-chrf&a=system-1&b=system-4",
}


def fill(folder: Path, segments: int = SEGMENTS, systems: int = SYSTEMS) -> None:
    """A workspace with sentences of about 20 words, made of those of the sample, and outputs with ever more errors."""
    draw = random.Random(7)
    texts = [samples.path(f"reference.{name}.txt").read_text(encoding="utf-8") for name in "AB"]
    words = sorted({word for text in texts for word in text.split()})
    rare = [f"{first}{second}" for first in words[:60] for second in words[60:120]]
    sources, references = [], []
    outputs: dict[str, list[str]] = {f"system-{number + 1}": [] for number in range(systems)}
    for _ in range(segments):
        text = [draw.choice(words) if draw.random() < 0.9 else draw.choice(rare) for _ in range(draw.randint(8, 34))]
        references.append(" ".join(text))
        sources.append(" ".join(reversed(text)))
        for number, each in enumerate(outputs.values()):
            each.append(" ".join(word if draw.random() > 0.08 * (number + 1) else draw.choice(words) for word in text))
    test_set = replace(make_test_set(outputs, references), sources=sources)
    workspace = Workspace.open(folder)
    identity = workspace.add_test_set("large", test_set, languages=("es", "en"))
    workspace.add_scores(identity, score_systems(test_set, ["chrf", "bleu", "ter"]))
    workspace.close()


SCRIPT = """
math.randomseed(os.time())
request = function()
  return wrk.format("GET", "/sets/1/segments?%s&page=" .. math.random(1, %d))
end
done = function(summary, latency, requests)
  local found = { summary.requests, summary.duration, latency:percentile(99), summary.errors.status }
  io.write("RESULT ", table.concat(found, " "), "\\n")
end
"""


def main() -> None:
    wrk = shutil.which("wrk")
    if wrk is None:
        raise SystemExit("wrk is not installed: apt-get install wrk")
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = time.perf_counter()
        fill(folder)
        print(f"a test set of {SEGMENTS:,} x {SYSTEMS} stored and scored in {time.perf_counter() - start:.0f} s")
        server = ServerProcess(folder)
        server.start()
        pid = server._process.pid  # type: ignore[union-attr]
        pin(pid, "0")
        try:
            measure_pages(server.port, pid)
            for title, query in QUERIES.items():
                measure(wrk, title, query, server.port, pid, folder)
        finally:
            server.kill()


def pin(process: int, core: str) -> None:
    if shutil.which("taskset"):
        subprocess.run(["taskset", "-a", "-p", "-c", core, str(process)], check=True, stdout=subprocess.DEVNULL)


def measure(wrk: str, title: str, query: str, port: int, pid: int, folder: Path) -> None:
    script = folder / "pages.lua"
    script.write_text(SCRIPT % (query, -(-SEGMENTS // 50)))
    command = [wrk, "-t1", "-c4", f"-d{SECONDS}s", "--latency", "-s", str(script), f"http://127.0.0.1:{port}"]
    before, start = processor_seconds(pid), os.getloadavg()[0]
    pinned = ["taskset", "-c", "1", *command] if shutil.which("taskset") else command
    output = subprocess.run(pinned, check=True, capture_output=True, text=True).stdout
    used = processor_seconds(pid) - before
    found = re.search(r"RESULT (\S+) (\S+) (\S+) (\S+)", output)
    assert found is not None, output
    count, micros, slow, errors = map(float, found.groups())
    print(
        f"{title}: {count / (micros / 1e6):.0f} requests/s, p99 {slow / 1000:.1f} ms, {errors:.0f} errors; "
        f"processor {1000 * used / count:.2f} ms per request, {count / used:.0f} per second of processor; "
        f"load {start:.1f}"
    )


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_pages(port: int, pid: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(path: str, times: int = 1) -> list[float]:
        taken = []
        for _ in range(times):
            start = time.perf_counter()
            connection.request("GET", path)
            reply = connection.getresponse()
            reply.read()
            assert reply.status == 200, path
            taken.append(1000 * (time.perf_counter() - start))
        return taken

    last = -(-SEGMENTS // 50)
    ask("/sets/1/segments")
    for query in QUERIES.values():
        ask(f"/sets/1/segments?{query}")
        times: dict[int, list[float]] = {1: [], last: []}
        for _ in range(100):  # in turns, so that other work on the machine is shared
            for page in times:
                times[page] += ask(f"/sets/1/segments?{query}&page={page}")
        first, end = (statistics.median(found) for found in times.values())
        print(f"first page {first:.2f} ms, last page {end:.2f} ms, ratio {end / first:.2f} ({query or 'file order'})")
    for wanted in ("port", "the", "e", "strike+by", "zzzz", "Valdemar"):
        before = processor_seconds(pid)
        (took,) = ask(f"/sets/1/segments?find={wanted}")
        used = 1000 * (processor_seconds(pid) - before)
        (again,) = ask(f"/sets/1/segments?find={wanted}&page=2")
        print(f"search {wanted!r}: {took:.0f} ms ({used:.0f} ms of processor), next page {again:.1f} ms")
    for query in ("sort=bleu&a=system-2", "sort=-ter&a=system-3&b=system-5"):
        (took,) = ask(f"/sets/1/segments?{query}")
        print(f"a new order: {took:.0f} ms ({query})")
    connection.close()


if __name__ == "__main__":
    main()
