"""Attacks on stores: SQLite files, indexes, kept scores and WordNet, each made whole once and then spoiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import strategies as st

from tertium import samples
from tertium._core import WordNet
from tertium.corpus import build_index, open_index
from tertium.corpus.language_model import MIXTURE
from tertium.lexicon import packed_wordnet
from tertium.meta.correlation.score_store import ScoreStore
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoiled
from tests.fuzz.test_readers import with_file
from tests.test_damaged_stores import use_counts, use_forms, use_parses, use_repository


@cache
def make(use: Callable[[Path], object]) -> tuple[bytes, object]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "store.sqlite")
        expected = use(path)
        return path.read_bytes(), expected


@attack(st.sampled_from([use_repository, use_parses, use_counts, use_forms]), st.data(), brief=12)
def test_databases(use: Callable[[Path], object], data: st.DataObject) -> None:
    """A spoiled store refuses, or answers what it did before; a file that is empty is a new store."""
    content, expected = make(use)
    spoilt = data.draw(spoiled([content], 3))

    def compare(path: Path) -> None:
        assert use(path) == expected

    with_file(compare, "store.sqlite", spoilt)


@cache
def make_index() -> tuple[dict[str, bytes], list[float | None]]:
    with TemporaryDirectory() as name:
        folder = Path(name, "sample.index")
        build_index([samples.path("reference.A.txt")], folder)
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return files, count(folder)


def count(folder: Path) -> list[float | None]:
    index = open_index(folder, memory=1 << 20)
    phrases = ("of the", "the", "dog", "of")
    return [*(index.count(phrase).count for phrase in phrases), *index.score_words(phrases, MIXTURE, 1)[0].tolist()]


@attack(st.data(), brief=25)
def test_indexes(data: st.DataObject) -> None:
    """A spoiled index refuses, or counts what it did before."""
    files, expected = make_index()
    file = data.draw(st.sampled_from(sorted(files)))
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data.draw(spoiled([content], 3)) if name == file else content)
        assert count(Path(folder)) == expected


@attack(st.data(), brief=5)
def test_wordnet(data: st.DataObject) -> None:
    content = Path(packed_wordnet.__file__).with_name("wordnet-3.0.bin").read_bytes()
    spoilt = data.draw(spoiled([content, content[: 1 << 14]], 3))

    def ask(path: Path) -> None:
        wordnet = WordNet(path)
        assert spoilt == content
        wordnet.synsets(["dog"])

    with_file(ask, "wordnet.bin", spoilt)


@attack(st.data())
def test_kept_scores(data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        store = ScoreStore(Path(name))
        store.save("key", np.array([1.0, 2.0]))
        path = Path(name, "key.npy")
        path.write_bytes(data.draw(spoiled([path.read_bytes()], 3)))
        found = store.load("key")
        assert found is not None
        assert found.tolist() == [1.0, 2.0]
