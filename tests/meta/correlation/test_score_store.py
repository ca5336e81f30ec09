"""Scores on disk: damage is found wherever it is."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import InputError
from tertium.meta.correlation.score_store import ScoreStore, make_key


def test_damaged_scores_are_never_used(tmp_path: Path) -> None:
    """A flipped bit of a kept score once changed a correlation without a word."""
    store, key, other = ScoreStore(tmp_path), make_key(["a"]), make_key(["b"])
    scores = np.arange(40.0) / 7
    store.save(key, scores)
    assert np.array_equal(store.load(key), scores)
    path = tmp_path / f"{key}.npy"
    content = path.read_bytes()
    assert np.array_equal(np.load(path), scores)  # others can read it too
    dice = random.Random(1)
    damaged = [
        bytes([*content[:at], content[at] ^ 1 << dice.randrange(8), *content[at + 1 :]]) for at in range(0, 400, 3)
    ]
    for each in [*damaged, content[:-1], content[:40], b"", content + b"\0"]:
        path.write_bytes(each)
        with pytest.raises(InputError, match=r"kept scores are damaged.*Remove the file"):
            store.load(key)
    (tmp_path / f"{other}.npy").write_bytes(content)
    with pytest.raises(InputError, match="kept scores are damaged"):
        store.load(other)
