"""Judging through the real server while it is killed: what is lost, what is doubled, how long answers take.

20 annotators give 2,000 judgments over HTTP, as fast as they are answered, and the server is killed (SIGKILL) ten times
meanwhile. As a browser's outbox does, a client sends an answer again, under the same name, until it is acknowledged.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

from tertium import make_test_set
from tertium.annotation import CampaignStore, PlanSettings, export_judgments


class ServerProcess:
    """``tertium serve`` as a process of its own, which can be killed and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        run = "from tertium.cli import main; main()"
        command = [sys.executable, "-c", run, "serve", str(self.folder), "--port", str(self.port)]
        log = self.folder / "server.log"
        with log.open("ab") as errors:
            self._process = subprocess.Popen(command, stdout=errors, stderr=errors, env=dict(os.environ))
        for _ in range(600):
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended: {log.read_text(encoding='utf-8')}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not listen")

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kills it without any warning."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@dataclass
class Trial:
    """What came out."""

    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    stored: list[tuple[str, int]] = field(default_factory=list)
    kills: int = 0
    repeated: int = 0

    @property
    def lost(self) -> int:
        """How many acknowledged judgments are not there."""
        return len(set(self.acknowledged) - set(self.stored))

    @property
    def doubled(self) -> int:
        """How many judgments are there more than once."""
        return sum(count > 1 for count in Counter(self.stored).values())

    def percentile(self, share: float) -> float:
        """Milliseconds in which this share of the answers was acknowledged at the first try."""
        return 1000 * sorted(self.seconds)[min(int(share * len(self.seconds)), len(self.seconds) - 1)]


def run_trial(folder: Path, *, annotators: int, judgments: int, kills: int, seed: int = 7) -> Trial:
    """Has annotators judge while the server is killed."""
    items = judgments // annotators
    names = [f"annotator{number}" for number in range(annotators)]
    outputs = {f"system{each}": [f"text {each} {n}" for n in range(items)] for each in range(annotators)}
    texts = make_test_set(outputs, ["reference"] * items)
    store = CampaignStore(folder / "campaigns.sqlite")
    plan = PlanSettings(annotators=annotators, repeats=0, controls=0)
    keys = store.prepare("trial", texts, "da", names, plan=plan, settings={"monolingual": True})
    store.close()
    trial = Trial()
    server = ServerProcess(folder)
    server.start()
    ends = [False]

    def interrupt() -> None:
        chance = random.Random(seed)
        for number in range(kills):
            goal = judgments * (number + chance.random()) / (kills + 1)
            while len(trial.acknowledged) < goal and not ends[0]:
                time.sleep(0.002)
            if ends[0]:
                return
            server.kill()
            trial.kills += 1
            server.start()

    killer = Thread(target=interrupt)
    killer.start()
    try:
        with ThreadPoolExecutor(annotators) as pool:
            list(pool.map(lambda name: _judge(trial, server.port, name, keys[name], items), names))
    finally:
        ends[0] = True
        killer.join()
        server.kill()
    columns = export_judgments(CampaignStore(folder / "campaigns.sqlite"), "trial").columns
    trial.stored = list(zip(columns["annotator"], map(int, columns["value"]), strict=True))
    return trial


def _judge(trial: Trial, port: int, name: str, key: str, items: int) -> None:
    """Judges all items of an annotator; the value of each is its place."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for place in range(items):
        body = urlencode({"value": place, "attempt": f"{name} {place}", "active_ms": 5}).encode()
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"tertium_annotator={key}",
        }
        tries = 0
        while True:
            tries += 1
            try:
                start = time.perf_counter()
                connection.request("POST", f"/judge/{place}/da", body, headers)
                response = connection.getresponse()
                reply = json.loads(response.read())
                taken = time.perf_counter() - start
            except (OSError, http.client.HTTPException, ValueError):
                # The server was killed, before or after it stored the answer.
                connection.close()
                time.sleep(0.05)
                continue
            if response.status != 200:
                raise RuntimeError(f"{name}, {place}: {response.status} {reply}")
            break
        trial.acknowledged.append((name, place))
        trial.repeated += tries > 1
        if tries == 1:
            trial.seconds.append(taken)
    connection.close()


def main() -> None:
    for run in range(3):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            trial = run_trial(Path(folder), annotators=20, judgments=2000, kills=10, seed=run)
            taken = time.perf_counter() - start
        print(
            f"{len(trial.acknowledged):,} acknowledged, {len(trial.stored):,} stored, {trial.lost} lost, "
            f"{trial.doubled} doubled; {trial.kills} kills, {trial.repeated} sent again; "
            f"p50 {trial.percentile(0.5):.0f} ms, p99 {trial.percentile(0.99):.0f} ms, {taken:.0f} s in all"
        )


if __name__ == "__main__":
    main()
