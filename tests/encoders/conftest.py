"""The small encoder, once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.encoders import Encoder, find_installed, open_encoder
from tests.encoders.small_encoder import write_encoder


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "small")


@pytest.fixture(scope="session")
def small(folder: Path) -> Encoder:
    return open_encoder(str(folder))


@pytest.fixture(scope="session")
def multilingual() -> Encoder:
    if find_installed("bert-multilingual") is None:
        pytest.skip("NO WEIGHTS: tertium models install bert-multilingual (714 MB), to test the real encoder")
    return open_encoder("bert-multilingual")


@pytest.fixture(scope="session")
def real() -> Encoder:
    if find_installed("e5-small-v2") is None:
        pytest.skip("NO WEIGHTS: tertium models install e5-small-v2, to test the real encoder")
    return open_encoder("e5-small-v2")
