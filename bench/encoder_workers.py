"""What ``bench/encoder.py`` measures, one process per library: Tertium, PyTorch and ONNX Runtime.

Run as a script, by the Python that has the library: ``encoder_workers.py LIBRARY TASKS THREADS``. It reads names of
tasks, one per line, and answers each with a line of JSON: seconds, memory and results. It imports nothing of the
project but for ``tertium``.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Task = Callable[[], Any]

LAYER = 7
BATCH = 64


def prepare_tertium(given: dict[str, Any], threads: int) -> dict[str, Task]:
    import numpy as np

    import tertium
    from tertium.encoders import open_encoder
    from tertium.metrics import Batch, parse

    references, first, second = given["references"], given["first"], given["second"]

    def encode() -> Any:
        found = open_encoder(given["name"]).encode(references, threads=threads, layers=[given["layers"]])
        ends = found.pieces.offsets
        return [found.states[ends[n] : ends[n + 1], 0].mean(axis=0).tolist() for n in range(given["compared"])]

    def score() -> Any:
        found = tertium.score(first, references, [f"bertscore:layer={LAYER}"], threads=threads)
        return next(iter(found.values())).rows[:, :3].T.tolist()

    def score_second(spec: str) -> Any:
        """What a comparison does for its second system, timed without what it does for the first."""
        metric = parse(spec)
        seconds = Seconds()
        # Features are cached on disk: each round has a cache of its own.
        with tempfile.TemporaryDirectory() as os.environ["TERTIUM_CACHE"]:
            for start in range(0, len(references), metric.batch_size):
                chosen = slice(start, start + metric.batch_size)
                prepared = metric.prepare_references(references[chosen], threads)
                offsets = np.arange(len(references[chosen]) + 1)
                metric.tally(Batch(metric.prepare(first[chosen], threads), prepared, offsets), threads)
                with seconds:
                    metric.tally(Batch(metric.prepare(second[chosen], threads), prepared, offsets), threads)
        return seconds

    return {
        "start": lambda: tertium.score(first[:1], references[:1], [f"bertscore:layer={LAYER}"], threads=threads),
        "load concord": lambda: tertium.score(first[:1], references[:1], ["concord"], threads=threads),
        "encode": encode,
        "score": score,
        "score, references cached": lambda: score_second(f"bertscore:layer={LAYER}"),
        "concord, references cached": lambda: score_second("concord"),
    }


def prepare_torch(given: dict[str, Any], threads: int) -> dict[str, Task]:
    import torch
    from bert_score import BERTScorer

    torch.set_num_threads(threads)
    scorer = BERTScorer(
        model_type=given["folder"], num_layers=LAYER, batch_size=BATCH, use_fast_tokenizer=True, device="cpu"
    )
    models: list[Any] = []

    def load() -> None:
        from sentence_transformers import SentenceTransformer

        models.append(SentenceTransformer(given["folder"], device="cpu"))

    def encode() -> Any:
        found = models[0].encode(given["references"], batch_size=BATCH, show_progress_bar=False)
        return found[: given["compared"]].tolist()

    return {
        "start": lambda: scorer.score(given["first"][:1], given["references"][:1]),
        "load encode": load,
        "encode": encode,
        "score": lambda: [figure.tolist() for figure in scorer.score(given["first"], given["references"])],
    }


def prepare_onnx(given: dict[str, Any], threads: int) -> dict[str, Task]:
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(given["onnx"], options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(f"{given['folder']}/tokenizer.json")
    tokenizer.no_padding()

    def encode(texts: list[str]) -> Any:
        found: dict[int, list[float]] = {}
        numbers = [each.ids for each in tokenizer.encode_batch(texts)]
        order = sorted(range(len(numbers)), key=lambda place: len(numbers[place]))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            pieces = np.zeros((len(places), len(numbers[places[-1]])), dtype=np.int64)
            for row, place in enumerate(places):
                pieces[row, : len(numbers[place])] = numbers[place]
            mask = (np.arange(pieces.shape[1]) < [[len(numbers[place])] for place in places]).astype(np.int64)
            feed = {"input_ids": pieces, "attention_mask": mask, "token_type_ids": np.zeros_like(pieces)}
            for place, states in zip(places, session.run(None, feed)[0], strict=True):
                if place < given["compared"]:
                    found[place] = states[: len(numbers[place])].mean(axis=0).tolist()
        return [found[place] for place in sorted(found)]

    return {"start": lambda: encode(given["references"][:1]), "encode": lambda: encode(given["references"])}


LIBRARIES = {"tertium": prepare_tertium, "torch": prepare_torch, "onnx": prepare_onnx}


class Seconds:
    """Seconds of the processor and by the clock, added up."""

    def __init__(self) -> None:
        self.processor = self.clock = 0.0

    def __enter__(self) -> None:
        self.processor -= time.process_time()
        self.clock -= time.perf_counter()

    def __exit__(self, *error: object) -> None:
        self.processor += time.process_time()
        self.clock += time.perf_counter()


def main(library: str, tasks: str, threads: str) -> None:
    import resource  # not there on Windows

    # Libraries print what they like: only answers go to the pipe.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    given = json.loads(Path(tasks).read_text(encoding="utf-8"))
    try:
        known = LIBRARIES[library](given, int(threads))
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), file=answers, flush=True)
        return
    for line in sys.stdin:
        task = line.strip()
        answer: dict[str, Any] = {"seconds": None}
        if task in known:
            seconds = Seconds()
            with seconds:
                result = known[task]()
            if isinstance(result, Seconds):
                seconds, result = result, None
            answer = {
                "seconds": (seconds.processor, seconds.clock),
                "result": result if task in ("encode", "score") else None,
            }
        answer["total"] = time.process_time()
        answer["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
