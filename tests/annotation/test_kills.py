"""A judgment that was acknowledged is there once, also if the process is killed at any moment."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tertium.annotation import CampaignStore, Sitting, export_judgments
from tests.annotation.campaigns import make_texts, prepare

pytestmark = pytest.mark.posix

# Answers until it is killed, and says what was acknowledged. Attempts are named by their place, as by a browser.
WORK = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tertium.annotation import Answer, CampaignStore, Sitting
store = CampaignStore(sys.argv[1])
def work(key):
    sitting = Sitting(store, key)
    while (place := sitting.next_place()) is not None:
        sitting.answer(place, "da", Answer(float(place)), attempt=f"{sitting.annotator} {place}")
        sys.stdout.write(f"{sitting.annotator}\\t{place}\\n")
        sys.stdout.flush()
with ThreadPoolExecutor(4) as pool:
    list(pool.map(work, sys.argv[2:]))
"""


def test_acknowledged_judgments_survive_kills(tmp_path: Path) -> None:
    names = [f"annotator{number}" for number in range(4)]
    test_set = make_texts(40, 4, per_document=None)
    store, keys = prepare(tmp_path, "da", annotators=names, test_set=test_set, repeats=0, controls=0)
    store.close()
    chance = random.Random(7)
    acknowledged: list[tuple[str, str]] = []
    kills = 0
    for _ in range(40):
        process = subprocess.Popen(
            [sys.executable, "-c", WORK, str(store.path), *keys.values()], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        if kills < 3:
            time.sleep(chance.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            kills += 1
        rest, _ = process.communicate()
        lines = (first + rest).split("\n")[:-1]
        acknowledged += [tuple(line.split("\t")) for line in lines]
        if process.returncode == 0:
            break
    after = CampaignStore(tmp_path / "campaigns.sqlite")
    frame = export_judgments(after, "test").columns
    stored = list(zip(frame["annotator"], [f"{value:.0f}" for value in frame["value"].tolist()], strict=True))
    assert len(stored) == len(set(stored)) == 160
    assert set(acknowledged) <= set(stored)
    assert len(acknowledged) == len(set(acknowledged)), "nothing is asked again after it was acknowledged"
    assert all(Sitting(after, key).next_place() is None for key in keys.values())
