"""Spanish sentences by people, and an index of all the rest: no line of it has the words of one that is held out.

What is held out comes from the same documents as the rest. Its phrases are therefore found more often than those of
text from elsewhere would be.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tertium.corpus.building import build_index
from tertium.corpus.normalisation import Normalisation
from tertium.files.user_folders import find_cache_folder

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora"
RULES = Normalisation("es")
SEED = 8
# Of each corpus; more than are needed, so that there are others where places for errors are rare.
EACH = 1500

_SENTENCE = re.compile(r"[«“\"—–-]?\s?[¿¡]?[A-ZÁÉÍÓÚÑ][^\\<>{}\[\]|=_#*@/]*[.?!…][»”\"]?")
_WORD = re.compile(r"[^\W\d_]+")


class HeldOut(NamedTuple):
    """A sentence and the corpus that it is from."""

    text: str
    corpus: str


def list_corpora() -> list[Path]:
    paths = sorted(CORPORA.glob("es-*.txt.gz"))
    if not paths:
        sys.exit(f"the benchmark needs {CORPORA}")
    return paths


def hold_out(seed: int = SEED, each: int = EACH) -> list[HeldOut]:
    """Sentences of 8 to 35 words, drawn from all corpora in turn."""
    drawn = []
    for path in list_corpora():
        found = {_make_key(line): line for line in read_lines(path) if _is_sentence(line)}
        name = path.name.split(".")[0].removeprefix("es-")
        drawn.append([HeldOut(line, name) for line in Random(seed).sample(sorted(found.values()), each)])
    return [sentence for row in zip(*drawn, strict=True) for sentence in row]


def find_index(seed: int = SEED, each: int = EACH) -> Path:
    """The index of what is not held out; it is made once for the same sentences."""
    keys = {_make_key(sentence.text) for sentence in hold_out(seed, each)}
    name = hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()[:12]
    folder = find_cache_folder() / "bench" / f"spanish-{name}"
    if (folder / "index").is_dir():
        return folder / "index"
    print(f"making an index without what is held out, in {folder}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    texts, dropped = [], 0
    for path in list_corpora():
        texts.append(folder / path.name.removesuffix(".gz"))
        with texts[-1].open("w", encoding="utf-8") as file:
            for line in read_lines(path):
                if _make_key(line) in keys:
                    dropped += 1
                else:
                    file.write(line + "\n")
    build_index(texts, folder / "building", normalisation=RULES)
    (folder / "building").replace(folder / "index")
    for text in texts:
        text.unlink()
    print(f"  {dropped:,} lines are left out for {len(keys):,} that are held out", flush=True)
    return folder / "index"


def read_lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n")


def _is_sentence(line: str) -> bool:
    return 8 <= len(line.split()) <= 35 and _SENTENCE.fullmatch(line) is not None and not line.isupper()


def _make_key(line: str) -> str:
    """The words of a line, without case, marks and numbers."""
    return " ".join(_WORD.findall(line.casefold()))
