"""Every store with flipped and missing bytes: the same answer or an error of ours, never another answer.

``make test`` damages each store a few times. ``make fuzz`` flips a bit at 500 places and at 50 of the first 100 bytes,
and cuts 200 times, and prints what came of it. In stores of old versions without checksums, a changed value may look
like any other; only errors that are not ours are looked for there.
"""

from __future__ import annotations

import ast
import os
import random
import re
import sqlite3
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tertium.errors import InternalError, TertiumError, TertiumWarning
from tertium.web.workspace.store import _FOLDERS
from tests.fuzz.stores import NO_PARTS, NO_STORES, STORES

ROOT = Path(__file__).parents[2] / "src"
IS_LONG = float(os.environ.get("TERTIUM_FUZZ_SECONDS", "0")) > 0
FLIPS, CUTS, HEADS = (500, 200, 50) if IS_LONG else (6, 3, 2)
# What writes a store.
WRITERS = {"Database", "KeyedCache", "CacheFile", "write_whole", "write_named", "mkstemp"}


@cache
def make(name: str) -> tuple[dict[str, bytes], object]:
    """Make a store, and return its files and what it answers."""
    store = STORES[name]
    with TemporaryDirectory() as place:
        folder = Path(place)
        expected = store.ask(folder)
        if store.age is not None:
            store.age(folder)
        for path in folder.rglob("*.sqlite"):
            # What is still in the log would be read in place of damaged pages.
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        if store.age is not None:
            expected = store.ask(folder)
    return files, expected


def flip(content: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1 :]


def flip_head(content: bytes, dice: random.Random) -> bytes:
    """Flip a bit where SQLite and NumPy say what the file is."""
    return flip(content[:100], dice) + content[100:]


def cut(content: bytes, dice: random.Random) -> bytes:
    # What is left is not empty: an empty file is that of a store that is being made.
    return content[: dice.randrange(1, len(content))]


def damage(files: dict[str, bytes], part: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name of a file and its damaged content."""
    dice = random.Random(None if IS_LONG else 2005)
    # Not what SQLite keeps beside a file while it is open: it makes that again.
    found = [
        name
        for name, content in files.items()
        if (not part or name == part or name.startswith(f"{part}/")) and len(content) > 1 and not name.endswith("-shm")
    ]
    assert found
    changes: list[Callable[[bytes, random.Random], bytes]] = [*[flip] * FLIPS, *[flip_head] * HEADS, *[cut] * CUTS]
    for change in changes:
        name = dice.choice(found)
        yield name, change(files[name], dice)


def try_damage(name: str, file: str, damaged: bytes) -> str:
    """Return what came of it; what must not happen with all that is needed to do it again."""
    files, expected = make(name)
    with TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("ignore", TertiumWarning)
        for each, content in files.items():
            path = Path(place, each)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(damaged if each == file else content)
        try:
            return "same" if STORES[name].ask(Path(place)) == expected else "different"
        except InternalError as error:
            return f"foreign: {error!r}"
        except TertiumError as error:
            error.for_command_line()
            return "refused" if error.remedy else f"foreign: {error!r} has no remedy"
        except Exception as error:  # what is looked for
            return f"foreign: {error!r}"


@pytest.mark.parametrize("name", STORES)
def test_damage(name: str) -> None:
    store = STORES[name]
    files, _ = make(name)
    found: Counter[str] = Counter()
    wrong = []
    for file, damaged in damage(files, store.part):
        outcome = try_damage(name, file, damaged)
        found[outcome.partition(":")[0]] += 1
        if outcome.startswith("foreign") or (outcome == "different" and store.summed):
            at = next((n for n, (a, b) in enumerate(zip(files[file], damaged, strict=False)) if a != b), len(damaged))
            wrong.append(f"{file}, {len(damaged)} of {len(files[file])} bytes, byte {at}: {outcome}")
    if IS_LONG:
        print(f"\n{name}: {FLIPS} + {HEADS} flips, {CUTS} cuts: {dict(found)}")  # noqa: T201
    assert wrong == []
    assert found["refused"] == 0 or not store.made_again


def list_writers() -> set[str]:
    """Return the modules that call something that writes a store."""
    found = set()
    for path in ROOT.rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called in WRITERS and module not in ("tertium.files.database", "tertium.files.whole"):
                    found.add(module)
    return found


def test_every_store_is_damaged() -> None:
    """A module that begins to write a store has to be named in stores.py, or why it writes none."""
    known = {module for store in STORES.values() for module in store.written}
    assert list_writers() == known | set(NO_STORES)
    assert known & set(NO_STORES) == set()


def test_every_part_of_a_workspace_is_damaged() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tertium/web").rglob("*.py"))
    found = {*_FOLDERS, *re.findall(r'folder / "([^"]+)"', text)}
    assert found == {store.part for store in STORES.values() if store.ask.__name__ == "ask_workspace"} | set(NO_PARTS)
