"""A package with plug-ins, installed as pip installs it: a folder on the path with modules and metadata."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

# One plug-in of every kind, by its group. All of them work.
EVERY_KIND = {
    "tertium.metrics": "words = toy_plugins:Words",
    "tertium.tokenizers": "letters = toy_plugins:make_tokenizer",
    "tertium.modules": "initial = toy_plugins:make_module",
    "tertium.parsers": "chain = toy_plugins:make_parser",
    "tertium.counts": "constant = toy_plugins:make_counts",
    "tertium.taggers": "nouns = toy_plugins:make_tagger",
    "tertium.dictionaries": "empty = toy_plugins:make_dictionary",
    "tertium.readers": "slashes = toy_plugins:read_slashes",
    "tertium.tables": "ssv = toy_plugins:read_ssv",
    "tertium.layouts": "pairs = toy_plugins:PairsLayout",
    "tertium.tests": "coin = toy_plugins:coin",
    "tertium.controls": "initials = toy_plugins:measure_initials",
    "tertium.formats": "shout = toy_plugins:shout",
}

MODULE = """
import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from tertium.corpus import Count
from tertium.files.rows import Rows
from tertium.lexicon import Keys
from tertium.meta import read_judged
from tertium.metrics import Metric
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token
from tertium.stats import Difference
from tertium.syntax import Parse
from tertium.text import SegmentRun, pack_tokens


@dataclass(frozen=True, kw_only=True)
class Words(Metric):
    name: ClassVar[str] = "words"

    def prepare(self, segments, threads=1):
        return [len(segment.split()) for segment in segments]

    def tally(self, batch, threads=1):
        return np.array(batch.hypotheses, dtype=float)[:, None]

    def score(self, tallies):
        return tallies[..., 0]


class Letters:
    version = "letters-1"

    def tokenize(self, segments, threads=1, *, lowercase=False):
        return pack_tokens([list("".join(segment.split())) for segment in segments], threads)


def make_tokenizer(name):
    return Letters()


class Initial:
    name, resources = "initial", {}

    def keys(self, words):
        return Keys.from_strings([word[0] for word in words])


def make_module(argument):
    return Initial()


class Chain:
    version = "chain-1"

    def parse(self, segments, progress=None):
        return [Parse("", self.write(segment.split())) for segment in segments]

    def write(self, words):
        lines = [f"{at}\\t{word}\\t_\\tX\\t_\\t_\\t{at - 1}\\tdep\\t_\\t_\\n" for at, word in enumerate(words, 1)]
        return "".join(lines) + "\\n"


def make_parser(argument, *, tokenised=False):
    return Chain()


class Constant:
    name, size = "constant", None

    def __init__(self, number):
        self.number = number

    def count_many(self, phrases):
        return [Count(phrase=phrase, count=self.number) for phrase in phrases]

    def describe(self):
        return {"provider": self.name, "number": str(self.number)}


def make_counts(argument, *, options=None, normalisation=None):
    return Constant(int(argument))


class Nouns:
    version = "nouns-1"

    def __init__(self, language):
        self.language = language

    def tag(self, texts, progress=None):
        return [
            tuple(
                Token(text=each[0], start=each.start(), end=each.end(), lemma=each[0], tag=Tag(part=Part.NOUN))
                for each in re.finditer(r"\\S+", text)
            )
            for text in texts
        ]


def make_tagger(argument, language, rules=None):
    return Nouns(language)


class Empty:
    version = "empty-1"

    def look_up(self, sources):
        return [() for _ in sources]


def make_dictionary(argument, source, target):
    return Empty(), None


def read_slashes(request):
    texts = Path(request.path).read_text(encoding="utf-8").strip().split("/")
    yield SegmentRun.of_role(request.role, texts)


def read_ssv(path, choose, block_size):
    header, *rows = [line.split(";") for line in Path(path).read_text(encoding="utf-8").splitlines()]
    yield Rows(dict(zip(header, map(list, zip(*rows)))), list(range(2, len(rows) + 2)))


class PairsLayout:
    @staticmethod
    def fits(folder, present):
        return "linked.tsv" in present

    @staticmethod
    def read(folder):
        return read_judged((folder.path / "linked.tsv").read_text(encoding="utf-8").splitlines()[1])


def coin(system, baseline, score, *, level, resamples, seed, threads=1, drawn=None):
    value = float(score(system.sum(axis=0)) - score(baseline.sum(axis=0)))
    return Difference(value, value, value, 0.5)


def measure_initials(judged, whole):
    found = np.array([[len(text) % 7 for text in texts] for texts in judged.test_set.systems.values()], dtype=float)
    return found.mean(axis=1, keepdims=True) if whole else found


def shout(document):
    return document.title.upper() + "\\n"
"""


def install_toy(
    folder: Path, points: Mapping[str, str] = EVERY_KIND, source: str = MODULE, *, name: str = "toy", module: str = ""
) -> Path:
    """Write a package into a folder of the path.

    Args:
        folder: The folder.
        points: Lines of entry points, by their group.
        source: The module that they are in.
        name: The name of the package.
        module: The name of the module; by default that of the toys.
    """
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"[{group}]\n{text}\n" for group, text in points.items())
    (information / "entry_points.txt").write_text(lines, encoding="utf-8")
    (folder / f"{module or 'toy_plugins'}.py").write_text(dedent(source), encoding="utf-8")
    return folder
