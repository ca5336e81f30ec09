"""Resources that are not what they say: models, Arrow streams, and an index that changes while it is open."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from bench.hostile_inputs.case import PYTHON, Case, repeat, write, write_good

ARROW = """
import sys, numpy as np, pyarrow, tertium
from tertium.errors import InputError
table = pyarrow.table({"hyp": ["a", "b"], "ref": ["abc", "def"]})
sink = pyarrow.BufferOutputStream()
with pyarrow.ipc.new_stream(sink, table.schema) as writer:
    writer.write_table(table)
right = np.array([0, 3, 6], dtype=np.int32).tobytes()
wrong = np.array([0, 3, 1 << 30], dtype=np.int32).tobytes()
data = pyarrow.ipc.open_stream(sink.getvalue().to_pybytes().replace(right, wrong)).read_all()
try:
    tertium.score(data, metrics=["chrf"])
except InputError as error:
    print(error)
    sys.exit(2)
"""

INDEX = """
import sys
from pathlib import Path
from tertium.corpus import build_index, open_index
from tertium.errors import InputError
build_index(["corpus.txt"], "corpus.index")
index = open_index("corpus.index", memory=1 << 16)
index.count("the dog")
for path in Path("corpus.index").rglob("*"):
    if path.is_file():
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size // 3)
try:
    for phrase in ("the dog", "of the", "* cat", "w77", "w99 *"):
        index.count(phrase)
except InputError as error:
    print(error)
    sys.exit(2)
"""


def make_model(folder: Path, content: bytes) -> Sequence[str]:
    model = write(folder / "bad.model", [content])
    good = write_good(folder)
    return ["score", good, "-r", good, "-m", f"bleu:tokenize=spm({model})"]


def make_long_model(folder: Path) -> Sequence[str]:
    good, model = write_good(folder), write(folder / "long.model", repeat(b"\x0a\x0e", 500_000_000))
    return ["score", good, "-r", good, "-m", f"bleu:tokenize=spm({model})"]


def make_index(folder: Path) -> Sequence[str]:
    dice = random.Random(1)
    words = [f"w{number}" for number in range(2000)] + ["the", "dog", "of", "cat"] * 50
    write(folder / "corpus.txt", (" ".join(dice.choices(words, k=20)).encode() + b"\n" for _ in range(40_000)))
    return [*PYTHON, INDEX]


CASES = (
    Case(name="SentencePiece, garbage", make=lambda folder: make_model(folder, random.Random(1).randbytes(100_000))),
    Case(name="SentencePiece, nothing", make=lambda folder: make_model(folder, b"")),
    Case(name="SentencePiece, 500 MB", make=make_long_model, megabytes=4000),
    Case(name="Arrow, offsets beyond the buffer", make=lambda _: [*PYTHON, ARROW]),
    Case(name="index, cut while it is open", make=make_index),
)
