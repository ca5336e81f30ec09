"""Encoders: Tertium beside PyTorch and ONNX Runtime on the CPU, with the same weights and texts.

``BENCH_TORCH_PYTHON`` is the path of a Python that has torch, bert-score, sentence-transformers and onnxruntime, in an
environment of its own (``pip install torch bert-score sentence-transformers onnxruntime``). ``BENCH_ONNX`` is the path
of the same encoder as ONNX. What is not there is left out, and said. ``BENCH_SEGMENTS`` is the number of segments.

Each library has one process for each number of threads; they take turns, and the fastest round counts. Encoding is
that of all layers: sentence-transformers, and ONNX Runtime with batches of 64 texts of similar length. BERTScore is
that of layer 7: bert-score, which computes seven layers too. It always encodes references; ours are encoded once for
all systems. Tokenisation is included everywhere. Ratios by the processor do not count what else the machine does, but
the others wait for threads by working: with two threads, the clock is fairer.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np

from bench import pairs
from tertium.encoders import DEFAULT
from tertium.encoders.catalogue import find_known
from tertium.encoders.store import TOKENIZER, WEIGHTS, find_installed
from tertium.encoders.weight_files import read_tensors, write_safetensors
from tertium.encoders.weights import Weights

SEGMENTS = 500
ROUNDS = 2
COMPARED = 50
TOLERANCE = 1e-4
SYSTEMS = ("hyp.online-B.0.txt", "hyp.KIT.4951.txt")
TASKS = ("encode", "score", "score, references cached", "concord, references cached")
# The task of the others that does what ours does; there is none for concord.
SAME = {"score, references cached": "score"}
TITLES = {
    "encode": "encoding, all layers",
    "score": "BERTScore, layer 7",
    "score, references cached": "BERTScore, layer 7, references cached by Tertium",
    "concord, references cached": "concord, references cached",
}
NAMES = {"tertium": "tertium", "torch": "PyTorch", "onnx": "ONNX Runtime"}
Times = dict[tuple[str, int, str], list[tuple[float, float]]]


class Worker:
    """A process that runs tasks with one library."""

    def __init__(self, python: str, library: str, tasks: Path, threads: int) -> None:
        script = Path(__file__).with_name("encoder_workers.py")
        limits = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), str(threads))
        environment = {**os.environ, **limits, "TOKENIZERS_PARALLELISM": "false", "HF_HUB_OFFLINE": "1"}
        if library == "tertium":
            environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        else:
            environment.pop("PYTHONPATH", None)
        start = time.perf_counter()
        self.process = subprocess.Popen(
            [python, str(script), library, str(tasks), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            encoding="utf-8",
        )
        self.peak = 0.0
        self.first = self.run("start")
        self.start = self.first.get("total", 0.0), time.perf_counter() - start

    def run(self, task: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):  # it has said why, and ended
            print(task, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"missing": "the process failed"}
        if "concord" not in task:
            self.peak = max(self.peak, answer.get("peak", 0.0))
        return answer

    def end(self) -> None:
        self.process.communicate()


def write_tasks(folder: Path, installed: Path) -> Path:
    """The texts, and the encoder in the layout that the others read."""
    source = pairs.DATA / "wmt17-toen" / "de-en"
    if not source.is_dir():
        sys.exit(f"the comparison needs {source}")
    weights = Weights.of(find_known(DEFAULT).architecture, read_tensors(installed / WEIGHTS))
    words = weights.tensors["embeddings.word_embeddings.weight"]
    write_safetensors(
        {name: each.astype(np.float32) for name, each in weights.tensors.items()}, folder / "model.safetensors"
    )
    shutil.copy(installed / TOKENIZER, folder)
    config = {
        "model_type": "bert",
        "architectures": ["BertModel"],
        "vocab_size": len(words),
        "hidden_size": words.shape[1],
        "num_hidden_layers": weights.layers,
        "num_attention_heads": weights.architecture.heads,
        "intermediate_size": weights.inner,
        "layer_norm_eps": weights.architecture.epsilon,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    settings = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 512}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    count = int(os.environ.get("BENCH_SEGMENTS", SEGMENTS))
    texts = {
        name: [unescape(line).strip() for line in pairs.read_lines(source / file)[:count]]
        for name, file in zip(("references", "first", "second"), ("reference.txt", *SYSTEMS), strict=True)
    }
    facts = {"name": DEFAULT, "layers": weights.layers, "folder": str(folder), "compared": min(COMPARED, count)}
    path = folder / "tasks.json"
    path.write_text(json.dumps({**texts, **facts, "onnx": os.environ.get("BENCH_ONNX", "")}), encoding="utf-8")
    return path


def start_workers(tasks: Path) -> dict[tuple[str, int], Worker]:
    """The processes of all libraries that are there; says which are not."""
    python = os.environ.get("BENCH_TORCH_PYTHON", "")
    reasons = {"torch": [] if python else ["BENCH_TORCH_PYTHON is not set"]}
    reasons["onnx"] = reasons["torch"] + ([] if os.environ.get("BENCH_ONNX") else ["BENCH_ONNX is not set"])
    workers: dict[tuple[str, int], Worker] = {}
    for threads in (1, 2):
        for library, name in NAMES.items():
            if not (missing := ", ".join(reasons.get(library, []))):
                worker = Worker(python if library != "tertium" else sys.executable, library, tasks, threads)
                missing = worker.first.get("missing", "")
                if not missing:
                    workers[library, threads] = worker
            if missing:
                print(f"  NO PEER: {name}: {missing}")
    return workers


def print_task(task: str, times: Times, count: int) -> None:
    """The table of one task: seconds of the processor and by the clock."""
    print(f"\n{TITLES[task]}: {count:,} segments")
    print(
        f"  {'':28}" + "".join(f"{clock:>11}{'per second':>12}{'tertium is':>12}" for clock in ("processor", "clock"))
    )
    for threads in (1, 2):
        ours = [min(found) for found in zip(*times["tertium", threads, task], strict=True)]
        for library, name in NAMES.items():
            rows = times.get((library, threads, task)) or times.get((library, threads, SAME.get(task, "")))
            if not rows:
                continue
            cells = ""
            for found, own in zip(map(min, zip(*rows, strict=True)), ours, strict=True):
                ratio = f"{found / own:.2f} x" if library != "tertium" else ""
                cells += f"{found:9.2f} s{count / found:12.1f}{ratio:>12}"
            print(f"  {f'{name}, {threads} thread' + 's' * (threads > 1):28}{cells}")


def print_agreement(results: dict[tuple[str, str], Any]) -> None:
    """The largest differences between the results of the others and ours."""
    for (library, task), found in results.items():
        if library != "tertium":
            ours, theirs = np.array(results["tertium", task]), np.array(found)
            if task == "encode":
                what = f"mean states of {COMPARED} texts"
                ours, theirs = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (ours, theirs))
            else:
                what = "precision, recall, F1 of all segments"
            difference = np.abs(ours - theirs).max()
            verdict = "" if difference <= TOLERANCE else ", TOO MUCH"
            print(f"  largest difference from {NAMES[library]}, {what}: {difference:.1e}{verdict}")


def main() -> None:
    installed = find_installed(DEFAULT)
    if installed is None:
        print(f"\nNO ENCODER: the comparison needs it: tertium models install {DEFAULT}")
        return
    print(f"\nEncoder {DEFAULT} on the CPU, float32; load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    times: Times = {}
    results: dict[tuple[str, str], Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        tasks = write_tasks(Path(folder), installed)
        count = len(json.loads(tasks.read_text(encoding="utf-8"))["references"])
        workers = start_workers(tasks)
        for task in TASKS:
            for worker in workers.values():
                worker.run(f"load {task.partition(',')[0]}")
            for _ in range(ROUNDS):
                for (library, threads), worker in workers.items():
                    answer = worker.run(task)
                    if answer.get("seconds"):
                        times.setdefault((library, threads, task), []).append(answer["seconds"])
                        if answer["result"]:
                            results[library, task] = answer["result"]
            print_task(task, times, count)
        print("\nstart until the first BERTScore (ONNX Runtime: until the first text), and peak memory before concord")
        for (library, threads), worker in workers.items():
            processor, clock = worker.start
            name = f"{NAMES[library]}, {threads} thread" + "s" * (threads > 1)
            print(f"  {name:28}{processor:9.2f} s{clock:9.2f} s by the clock{worker.peak:9,.0f} MB")
            worker.end()
    print_agreement(results)
    print(f"  load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
