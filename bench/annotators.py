"""Annotators at the real server: what is lost while it is killed, and how much memory it takes while it is not.

Fifty annotators judge as a browser does: they open the page of the next item, send an answer under the name that the
page gives, and send it again until it is acknowledged. Two of them share one link.

``python -m bench annotators`` lasts two minutes, with a SIGKILL and a restart every 20 seconds. With ``python -m
bench.annotators memory FILE MINUTES`` nothing is killed: annotators pause between items, others open the organiser's
pages, ask the JSON API, upload files and break off uploads, and each minute the resident memory of the server is
written to the file.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import urlencode

from bench.judging import ServerProcess
from tertium import make_test_set
from tertium.annotation import CampaignStore, PlanSettings

_TOLD = "This link is open in another browser"
_FORM = re.compile(r'action="/judge/(\d+)/da".*?name="attempt" value="([^"]+)"', re.DOTALL)


@dataclass
class Load:
    """What came out.

    Attributes:
        acknowledged: The names of answers that the server acknowledged.
        stored: The names of answers that are in the store at the end.
        refused: How many answers were refused: the other browser of the link was faster.
        told: By annotator, how many pages said that the link is open in another browser.
        kills: How often the server was killed.
        repeated: How many requests were sent again.
    """

    acknowledged: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    refused: int = 0
    told: Counter[int] = field(default_factory=Counter)
    kills: int = 0
    repeated: int = 0
    lock: Lock = field(default_factory=Lock)

    @property
    def lost(self) -> int:
        """How many acknowledged answers are not there."""
        return len(set(self.acknowledged) - set(self.stored))


def prepare(folder: Path, annotators: int, campaigns: int, items: int = 200) -> list[list[str]]:
    """Prepares campaigns, and returns the keys of each annotator; the first two have the same ones."""
    names = [f"annotator {number}" for number in range(annotators - 1)]
    texts = make_test_set({"system": [f"text {number}" for number in range(items)]}, ["reference"] * items)
    plan = PlanSettings(annotators=len(names), redundancy=len(names), repeats=0, controls=0)
    store = CampaignStore(folder / "campaigns.sqlite")
    made = [
        store.prepare(f"campaign {number}", texts, "da", names, plan=plan, settings={"monolingual": True})
        for number in range(campaigns)
    ]
    store.close()
    keys = [[keys[name] for keys in made] for name in names]
    return [keys[0], *keys]


class Browser:
    """An annotator's browser: it keeps cookies and one connection, and asks again while there is no answer."""

    def __init__(self, load: Load, port: int, until: float) -> None:
        self._load = load
        self._until = until
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
        """Returns the status and the text of an answer; status 0 if there was none until the end."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers |= {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        tries = 0
        while time.monotonic() < self._until:
            tries += 1
            try:
                self._connection.request(method, path, body, headers)
                response = self._connection.getresponse()
                text = response.read().decode()
            except (OSError, http.client.HTTPException):
                self._connection.close()
                time.sleep(0.1)
                continue
            if response.status < 500:
                with self._load.lock:
                    self._load.repeated += tries > 1
                for name, value in response.getheaders():
                    if name == "set-cookie":
                        cookie, _, given = value.partition(";")[0].partition("=")
                        self._cookies[cookie] = given
                return response.status, text
            time.sleep(0.1)
        return 0, ""

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


def judge(load: Load, port: int, number: int, keys: list[str], until: float, pause: float) -> None:
    """Judges the items of all campaigns in turn, until the time is over."""
    with closing(Browser(load, port, until)) as browser:
        for key in keys:
            browser.ask("GET", f"/judge/{key}")
            while time.monotonic() < until:
                _, page = browser.ask("GET", "/judge")
                found = _FORM.search(page)
                if found is None:
                    break
                with load.lock:
                    load.told[number] += _TOLD in page
                place, attempt = found.groups()
                body = urlencode({"value": int(place) % 101, "attempt": attempt, "active_ms": 5}).encode()
                status, reply = browser.ask("POST", f"/judge/{place}/da", body)
                if status not in (0, 200, 422):
                    raise RuntimeError(f"{status} {reply}")
                with load.lock:
                    if status == 200:
                        load.acknowledged.append(attempt)
                    load.refused += status == 422
                time.sleep(pause)


def run_load(folder: Path, *, annotators: int, seconds: float, every: float | None, pause: float = 0.0) -> Load:
    """Has annotators judge for some time.

    Args:
        folder: A workspace that is empty.
        annotators: How many there are; the first two share a link.
        seconds: How long.
        every: After how many seconds the server is killed and started again; never if None.
        pause: How many seconds an annotator waits between items.
    """
    load = Load()
    keys = prepare(folder, annotators, campaigns=max(2, round(seconds / 60)))
    server = ServerProcess(folder)
    server.start()
    until = time.monotonic() + seconds
    threads = [
        Thread(target=judge, args=[load, server.port, number, each, until, pause]) for number, each in enumerate(keys)
    ]
    if every is None:
        threads.append(Thread(target=visit, args=[server.port, until]))
    for thread in threads:
        thread.start()
    try:
        while every is not None and time.monotonic() + every < until:
            time.sleep(every)
            server.kill()
            load.kills += 1
            server.start()
        while every is None and time.monotonic() < until:
            _write_memory(folder, server, load)
            time.sleep(min(60.0, max(0.0, until - time.monotonic())))
        for thread in threads:
            thread.join()
    finally:
        if every is None:
            _write_memory(folder, server, load)
        server.kill()
    store = CampaignStore(folder / "campaigns.sqlite")
    query = "SELECT attempt FROM judgment"
    load.stored = [name for (name,) in store.database.read(lambda connection: connection.execute(query).fetchall())]
    store.close()
    return load


def visit(port: int, until: float) -> None:
    """Does what else a server has to do, once a second."""
    mark = "bench-boundary"
    form = "".join(
        f'--{mark}\r\nContent-Disposition: form-data; name="files"; filename="{name}.txt"\r\n\r\na cat\n\r\n'
        for name in ("system", "ref")
    )
    kind = {"Content-Type": f"multipart/form-data; boundary={mark}"}
    scored = json.dumps({"hypotheses": ["a cat"], "references": ["the cat"], "metrics": ["chrf"]})
    turn = 0
    while time.monotonic() < until:
        turn += 1
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            for method, path, body, headers in (
                ("GET", "/", None, {}),
                ("GET", "/campaigns/campaign%200", None, {}) if turn % 30 == 0 else ("GET", "/upload", None, {}),
                ("POST", "/api/v1/score", scored, {"Content-Type": "application/json"}),
                ("POST", "/upload", f"{form}--{mark}--\r\n", kind),
            ):
                connection.request(method, path, body, headers)
                connection.getresponse().read()
        with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as broken:
            head = f"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind['Content-Type']}\r\n"
            broken.sendall(f"{head}Content-Length: 90000\r\n\r\n{form}".encode())
        time.sleep(1)


def _write_memory(folder: Path, server: ServerProcess, load: Load) -> None:
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    used = int(found[1]) / 1024 if found else 0.0
    line = f"{time.strftime('%H:%M:%S')}\t{used:.1f} MiB\t{len(load.acknowledged)} answers\n"
    with (folder / "memory.tsv").open("a", encoding="utf-8") as stream:
        stream.write(line)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sys.argv[1:2] == ["memory"]:
            (folder / "memory.tsv").symlink_to(Path(sys.argv[2]).absolute())
            load = run_load(folder, annotators=50, seconds=60 * float(sys.argv[3]), every=None, pause=5.0)
        else:
            load = run_load(folder, annotators=50, seconds=120, every=20)
        tracebacks = (folder / "server.log").read_text(encoding="utf-8").count("Traceback")
    others = sum(count for number, count in load.told.items() if number > 1)
    print(
        f"{len(load.acknowledged):,} acknowledged, {len(load.stored):,} stored, {load.lost} lost; {load.kills} kills, "
        f"{load.repeated} sent again; on the shared link {load.refused} refused, {load.told[0] + load.told[1]} pages "
        f"told, {others} on others; {tracebacks} tracebacks in the log"
    )


if __name__ == "__main__":
    main()
