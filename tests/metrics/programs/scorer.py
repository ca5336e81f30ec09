"""A small program for the tests of external metrics: it scores segments, or fails in a way that is asked for."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def score(segment: dict[str, Any]) -> float:
    """The share of the words of the hypothesis that the references have; with a source, its length is added."""
    words = segment["hypothesis"].split()
    known = {word for text in segment["references"] for word in text.split()}
    return sum(word in known for word in words) / max(1, len(words)) + len(segment.get("source", ""))


def write(value: object) -> None:
    sys.stdout.write(f"{value}\n")


def note(log: Path | None, text: str) -> None:
    if log:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


def begin(mode: str, log: Path | None) -> None:
    """What happens before anything is read."""
    note(log, "start")
    if mode == "header":
        write("Seed set to 1")
    if mode == "children":
        note(log, f"child {subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid}")
        time.sleep(600)
    if mode == "fail":
        sys.exit("loading the model\nthere is no such model")
    if mode == "flood":
        # More than a pipe holds.
        sys.stderr.write("x" * 1000 + "\n" * 1000)
        sys.stdout.write("0.5\n" * 300_000)
    if mode == "whole":
        for line in sys.stdin.readlines():
            note(log, "segment")
            write(score(json.loads(line)))
        sys.exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=Path, help="a file that gets a line per start and per segment")
    parser.add_argument("--mode", default="")
    parser.add_argument("--write", default="", help="what is written in place of a score, for the text 'odd'")
    options = parser.parse_args()
    begin(options.mode, options.log)
    batch: list[dict[str, Any]] = []
    for number, line in enumerate(sys.stdin):
        segment = json.loads(line)
        note(options.log, "segment")
        batch.append(segment)
        if options.mode == "line" or segment["last"]:
            for each in batch:
                odd = options.write and each["hypothesis"] == "odd"
                write(options.write if odd else json.dumps({"score": score(each), "model": "toy"}))
            batch.clear()
            if options.mode == "late":
                time.sleep(0.5)
            if options.mode in ("more", "late"):
                write(1)
        if options.mode == "few" and number == 1:
            write(1)
            sys.exit(0)
        if options.mode == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if options.mode == "sleep":
            time.sleep(600)


if __name__ == "__main__":
    main()
