"""WordNet from its own files, read once for all tests of the lexicon."""

from __future__ import annotations

import pytest

from tests.oracle import wordnet as oracle


@pytest.fixture(scope="session")
def dictionary() -> oracle.WordNet:
    if not (oracle.FOLDER / "index.noun").is_file():
        pytest.skip(f"NO WORDNET: {oracle.FOLDER} is absent (apt-get install wordnet-base), so the oracle cannot run")
    return oracle.WordNet()
