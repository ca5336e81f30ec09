"""The time to read a file grows as its size does, in whichever way the file grows."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.registry import BILINGUAL
from tertium.text.bilingual import parse_bilingual
from tertium.text.readers import read_test_set
from tests.text.growing_files import GROWING

SMALL, TIMES = 500, 8
# Time that grows as the size does is about TIMES as long, and by its square, TIMES * TIMES.
MOST = 3 * TIMES


def read(name: str, content: bytes, folder: Path) -> float:
    """The processor time of reading a file; what it refuses is read, too."""
    reader = name.split()[0]
    path = folder / "file"
    path.write_bytes(content)
    languages = {"source_language": "en", "target_language": "es"} if name.startswith("tmx languages") else {}
    start = time.process_time()
    with suppress(InputError):
        if reader in BILINGUAL:
            parse_bilingual(content, reader, "file", **languages)
        else:
            read_test_set([path], format=reader)
    return time.process_time() - start


@pytest.mark.filterwarnings("ignore::tertium.errors.TertiumWarning")
@pytest.mark.parametrize("name", GROWING)
def test_time_grows_as_the_size_does(name: str, tmp_path: Path) -> None:
    make: Callable[[int], bytes] = GROWING[name]
    small, large = make(SMALL), make(SMALL * TIMES)
    # Below a millisecond there is nothing to compare. What else the machine does makes single times longer, never
    # shorter: so one good measurement is enough.
    ratios = []
    for _ in range(5):
        short = max(1e-3, min(read(name, small, tmp_path) for _ in range(3)))
        ratios.append(read(name, large, tmp_path) / short)
        if ratios[-1] < MOST:
            return
    pytest.fail(f"{TIMES} times as much takes {min(ratios):.0f} times as long")
